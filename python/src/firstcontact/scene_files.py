"""Parts of scene files: objects, shapes and joints, read from JSON. docs/files.md describes the keys.

Poses map local coordinates to the world frame. Lengths are in the meshes' unit, angles in radians, times in seconds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

import numpy as np

from . import _layer
from ._convert import Floats
from ._json_text import NUMBER_MAX, JsonValue
from .pose import POSE_WIDTH, Pose

BUILTIN = "builtin:"
LEAST = 1e-100  # lower bound of values that must be above 0
KINDS = ("fixed", "driven", "dynamic", "moved", "kinematic")
COMPOUND_KINDS = ("fixed", "dynamic", "kinematic")
SHAPE_MAX = _layer.CD_BODY_SHAPE_MAX

Reader = Callable[[JsonValue], Any]


def number(lower: float = -NUMBER_MAX, upper: float = NUMBER_MAX) -> Reader:
    return lambda value: value.read_number(lower, upper)


def whole(lower: int, upper: int) -> Reader:
    return lambda value: value.read_whole(lower, upper)


def vector(value: JsonValue) -> Floats:
    return value.read_numbers(3)


def axes(value: JsonValue) -> str:
    """Returns three values, true or false, as axes such as "xz"."""
    flags = value.read_items()
    if len(flags) != 3:
        value.fail(f"{value.name} must be an array of 3 values, true or false, for x, y, z")
    return "".join(axis for axis, flag in zip("xyz", flags) if flag.read_bool())


# Keys of a body, with the name that World.add_body has for them.
BODY_KEYS: dict[str, tuple[str, Reader]] = {
    "density": ("density", number(LEAST)),
    "mass": ("mass", number(LEAST)),
    "restitution": ("restitution", number(0.0, 1.0)),
    "friction": ("friction", number(0.0)),
    "velocity": ("velocity", vector),
    "angularVelocity": ("angular_velocity", vector),
    "force": ("force", vector),
    "torque": ("torque", vector),
    "lockTranslation": ("lock_translation", axes),
    "lockRotation": ("lock_rotation", axes),
    "lockFrame": ("lock_frame", lambda value: value.read_choice(("world", "body"))),
    "linearDamping": ("linear_damping", number(0.0)),
    "angularDamping": ("angular_damping", number(0.0)),
    "maxSpeed": ("max_speed", number(0.0)),
    "maxSpin": ("max_spin", number(0.0)),
    "gravityScale": ("gravity_scale", number()),
    "category": ("category", whole(0, 2**32 - 1)),
    "mask": ("mask", whole(0, 2**32 - 1)),
    "group": ("group", whole(-(2**31), 2**31 - 1)),
    "sensor": ("sensor", JsonValue.read_bool),
}
OBJECT_KEYS = {
    "name", "mesh", "normalize", "transparent", "scale", "pose", "body", "pushes", "leafRadius", "proxy", "poses",
    "shapes", *BODY_KEYS,
}  # fmt: skip
BODY_DEFAULTS: dict[str, Any] = {"density": 1.0, "restitution": 0.0, "friction": 0.5}


@dataclass(frozen=True)
class SceneShape:
    """A mesh of an object. mesh: file, or builtin:NAME with parameters. scale: of the mesh about its origin.

    pose: of the mesh in the object's frame. density: factor of the object's density.
    """

    mesh: str
    pose: Pose = field(default_factory=Pose)
    scale: float = 1.0
    density: float = 1.0
    normalize: bool = False


@dataclass(frozen=True)
class SceneObject:
    """An object of a scene. kind: "fixed", "driven", "dynamic", "kinematic", or "moved" by the code of its scene.

    shapes: its meshes; is_compound: True if the file lists them as `shapes` of a body.
    pose: at the start. properties: of its body, by their names in World.add_body, and `lock_frame`, "world" or "body".
    path_times, path_poses: path of a kinematic object, seconds, shape (n,), and a batch of n poses; n = 0: none.
    leaf_radius: of its sphere tree, length; 0: one that suits all objects. source: its place in the file.
    """

    name: str
    kind: str
    shapes: tuple[SceneShape, ...]
    is_compound: bool
    pose: Pose
    properties: dict[str, Any]
    path_times: Floats
    path_poses: Pose
    leaf_radius: float
    transparent: bool
    source: JsonValue = field(repr=False, compare=False)


@dataclass(frozen=True)
class SceneJoint:
    """A joint of a scene. a, b: names of objects; b is None: the world. source: its place in the file.

    kind, point, properties: as for World.add_joint.
    """

    kind: str
    a: str
    b: str | None
    point: Floats
    properties: dict[str, Any]
    source: JsonValue = field(repr=False, compare=False)


def read_member(value: JsonValue, key: str, read: Reader, default: Any) -> Any:
    member = value.get(key)
    return default if member is None else read(member)


def read_mesh(value: JsonValue, folder: Path) -> str:
    """Returns the source of a mesh; a relative file is in the folder of the scene file."""
    source = value.read_text()
    return source if source.startswith(BUILTIN) else str(folder / source)


def read_shape(value: JsonValue, folder: Path) -> SceneShape:
    value.check_keys(("mesh", "pose", "scale", "density"), "a shape")
    return SceneShape(
        read_mesh(value.require("mesh", "a shape"), folder),
        read_member(value, "pose", JsonValue.read_pose, Pose()),
        read_member(value, "scale", number(LEAST), 1.0),
        read_member(value, "density", number(LEAST), 1.0),
    )


def read_shapes(value: JsonValue, kind: str, folder: Path) -> tuple[SceneShape, ...]:
    """Returns the shapes of an object, or its one mesh."""
    several = value.get("shapes")
    if several is None:
        return (
            SceneShape(
                read_mesh(value.require("mesh", "an object"), folder),
                scale=read_member(value, "scale", number(LEAST), 1.0),
                normalize=read_member(value, "normalize", JsonValue.read_bool, False),
            ),
        )
    for key in ("mesh", "normalize", "scale", "leafRadius"):
        other = value.get(key)
        if other is not None:
            other.fail(f"an object must have shapes or {key}, not both")
    items = several.read_items()
    if kind not in COMPOUND_KINDS:
        several.fail(f"an object with shapes must be {', '.join(COMPOUND_KINDS)}")
    if not 1 <= len(items) <= SHAPE_MAX:
        several.fail(f"shapes must be an array of 1 to {SHAPE_MAX} shapes")
    return tuple(read_shape(item, folder) for item in items)


def read_path(value: JsonValue, kind: str) -> tuple[Floats, Pose]:
    """Returns the times and poses of a kinematic object's path."""
    poses = value.get("poses")
    if poses is None:
        return np.empty(0), Pose.from_rows(np.empty((0, POSE_WIDTH)))
    if kind != "kinematic":
        poses.fail("poses: only a kinematic object has them")
    if value.get("velocity") is not None or value.get("angularVelocity") is not None:
        poses.fail("a kinematic object must have poses or velocities, not both")
    items = poses.read_items()
    if not items:
        poses.fail("poses must be an array with at least one pose")
    rows = np.array([item.read_numbers(1 + POSE_WIDTH) for item in items])
    for index, item in enumerate(items):
        if not rows[index, 0] > (rows[index - 1, 0] if index else -LEAST):
            item.fail("the times of poses must be at least 0 and ascend")
        item.normalise(rows[index, 1:], always=True)
    return rows[:, 0].copy(), Pose.from_rows(rows[:, 1:])


def read_object(value: JsonValue, folder: Path) -> SceneObject:
    """Reads an object of the scene file."""
    value.check_keys(OBJECT_KEYS, "an object")
    name = value.require("name", "an object").read_text()
    kind = read_member(value, "body", lambda body: body.read_choice(KINDS), "fixed")
    for key in ("pushes", "proxy"):
        read_member(value, key, JsonValue.read_bool, None)
    properties = dict(BODY_DEFAULTS)
    for key, (own, read) in BODY_KEYS.items():
        member = value.get(key)
        if member is not None:
            properties[own] = read(member)
    times, poses = read_path(value, kind)
    pose = read_member(value, "pose", JsonValue.read_pose, Pose())
    leaf_radius = read_member(value, "leafRadius", number(0.0), 0.0)
    transparent = read_member(value, "transparent", JsonValue.read_bool, False)
    return SceneObject(
        name, kind, read_shapes(value, kind, folder), value.get("shapes") is not None,
        poses[0] if len(times) and times[0] == 0.0 else pose, properties, times, poses, leaf_radius, transparent, value,
    )  # fmt: skip


COMMON_KEYS = {"kind", "a", "b", "point", "collides", "breakingForce", "breakingTorque"}
CONE_KEYS = COMMON_KEYS | {"axis", "axisB", "limits"}  # of a ball joint with limits
JOINT_KEYS = {
    "ball": COMMON_KEYS,
    "hinge": COMMON_KEYS | {"axis", "limits", "motor", "speed", "torque"},
    "slider": COMMON_KEYS | {"axis", "limits", "motor", "turns"},
    "fixed": COMMON_KEYS,
    "distance": COMMON_KEYS | {"pointB", "limits"},
}
JOINT_NEEDS = {"hinge": "axis", "slider": "axis", "distance": "pointB"}
JOINT_VALUES: dict[str, tuple[str, Reader]] = {
    "pointB": ("point_b", vector),
    "axis": ("axis", vector),
    "axisB": ("axis_b", vector),
    "turns": ("turns", JsonValue.read_bool),
    "breakingForce": ("breaking_force", number(0.0)),
    "breakingTorque": ("breaking_torque", number(0.0)),
    "collides": ("passes", lambda value: not value.read_bool()),
}
MOTOR_KEYS = {"speed": "speed", "position": "position", "maxForce": "max_force"}


def read_joint(value: JsonValue, kinds: dict[str, str]) -> SceneJoint:
    """Reads a joint. kinds: those of the objects by their names."""
    if not isinstance(value.value, dict):
        value.fail("a joint must be an object")
    kind = value.require("kind", "a joint").read_choice(tuple(JOINT_KEYS))
    is_cone = kind == "ball" and value.get("limits") is not None
    value.check_keys(CONE_KEYS if is_cone else JOINT_KEYS[kind], f"a {kind} joint")
    for needed in ("point", "axis" if is_cone else JOINT_NEEDS.get(kind, "point")):
        value.require(needed, f"a {kind} joint")
    a = value.require("a", "a joint")
    b = value.get("b")
    for name in filter(None, (a, b)):
        if name.read_text() not in kinds:
            name.fail(f'{name.name} of a joint: no object has the name "{name.read_text()}"')
    if kinds[a.read_text()] != "dynamic":
        a.fail(f'a of a joint: "{a.read_text()}" must be dynamic (a fixed one can be b)')
    if b is not None and (b.read_text() == a.read_text() or kinds[b.read_text()] == "moved"):
        b.fail(f'b of a joint: "{b.read_text()}" must be another object that is not moved by its scene')
    properties = {own: read(member) for key, (own, read) in JOINT_VALUES.items() if (member := value.get(key))}
    limits = value.get("limits")
    if limits is not None:
        properties["limits"] = read_limits(limits)
    motor = read_motor(value)
    if motor is not None:
        properties["motor"] = motor
    point = vector(value.require("point", "a joint"))
    return SceneJoint(kind, a.read_text(), b.read_text() if b else None, point, properties, value)


def read_limits(value: JsonValue) -> tuple[float, float]:
    """Returns the lower and the upper limit; null: infinite."""
    items = value.read_items()
    if len(items) != 2:
        value.fail("limits must be an array of 2 numbers, or null for no limit")
    lower, upper = (
        open_end if item.value is None else item.read_number() for item, open_end in zip(items, (-math.inf, math.inf))
    )
    if not lower < upper:
        value.fail("the first of the limits must be less than the second")
    return lower, upper


def read_motor(value: JsonValue) -> dict[str, float] | None:
    """Returns the motor of a joint, also in the short form of a hinge."""
    motor = value.get("motor")
    short = [key for key in ("speed", "torque") if value.get(key) is not None]
    if motor is None:
        if not short:
            return None
        force = read_member(value, "torque", number(0.0), 0.0)
        return {"speed": read_member(value, "speed", number(), 0.0), "max_force": force}
    if short:
        motor.fail("a hinge must have a motor, or speed and torque, not both")
    motor.check_keys(MOTOR_KEYS, "a motor")
    motor.require("maxForce", "a motor")
    return {own: member.read_number() for key, own in MOTOR_KEYS.items() if (member := motor.get(key))}
