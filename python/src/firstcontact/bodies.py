"""Rigid bodies of a world."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import TYPE_CHECKING, Any, Callable

import numpy as np
from numpy.typing import ArrayLike

from . import _layer
from ._convert import Floats, read_count, read_number, read_vector, to_array
from ._library import call
from .mesh import Mesh
from .pose import Pose, PoseLike, from_struct, read_single_pose, to_struct
from .results import check_state
from .world_results import BodyMove

if TYPE_CHECKING:
    from .world import World

Shape = tuple[Mesh, PoseLike]

KINDS = {
    "fixed": _layer.CD_BODY_FIXED,
    "dynamic": _layer.CD_BODY_DYNAMIC,
    "kinematic": _layer.CD_BODY_KINEMATIC,
    "driven": _layer.CD_BODY_DRIVEN,
}
RESPONSES = {"stop": _layer.CD_MOVE_STOP, "slide": _layer.CD_MOVE_SLIDE, "through": _layer.CD_MOVE_THROUGH}
BITS_MAX = 2**32 - 1


def read_choice(value: Any, name: str, choices: dict[str, int]) -> int:
    """Returns the number of a choice."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return choices[value]


def read_axes(value: Any, name: str) -> int:
    """Returns the bits of axes such as "xz"."""
    if not isinstance(value, str) or not set(value) <= set("xyz"):
        raise ValueError(f"{name} must consist of the letters x, y and z")
    return sum(1 << "xyz".index(axis) for axis in set(value))


def read_any_number(value: Any, name: str) -> float:
    return read_number(value, name, -np.inf)


def read_bits(value: Any, name: str) -> int:
    return read_count(value, name, 0, BITS_MAX)


def read_group(value: Any, name: str) -> int:
    return read_count(value, name, -(2**31))


Reader = Callable[[Any, str], Any]
PROPERTIES: dict[str, tuple[str, Reader]] = {
    "velocity": ("velocity", read_vector),
    "angular_velocity": ("angularVelocity", read_vector),
    "density": ("density", read_number),
    "mass": ("mass", read_number),
    "restitution": ("restitution", read_number),
    "friction": ("friction", read_number),
    "linear_damping": ("linearDamping", read_number),
    "angular_damping": ("angularDamping", read_number),
    "gravity_scale": ("gravityScale", read_any_number),
    "max_speed": ("maxSpeed", read_number),
    "max_spin": ("maxSpin", read_number),
    "force": ("force", read_vector),
    "torque": ("torque", read_vector),
    "lock_translation": ("lockTranslation", read_axes),
    "lock_rotation": ("lockRotation", read_axes),
    "category": ("category", read_bits),
    "mask": ("mask", read_bits),
    "group": ("group", read_group),
    "sensor": ("sensor", lambda value, name: bool(value)),
}


def fill_body(
    shapes: list[Shape], pose: PoseLike, kind: str, properties: dict[str, Any]
) -> tuple[_layer.cdBodyDef, Any]:
    """Returns the definition of a body, and the array that it refers to."""
    definition = call("cdDefaultBodyDef")
    definition.kind = read_choice(kind, "kind", KINDS)
    definition.pose = to_struct(read_single_pose(pose, "pose"))
    set_properties(definition, properties, PROPERTIES)
    if len(shapes) == 1 and shapes[0][1] is None:
        definition.mesh = shapes[0][0]._handle
        return definition, None
    parts = (_layer.cdShapeDef * len(shapes))()
    for part, (mesh, place) in zip(parts, shapes):
        part.mesh, part.pose = mesh._handle, to_struct(read_single_pose(place, "the pose of a shape"))
    definition.shapes, definition.shapeCount = ctypes.addressof(parts), len(parts)
    return definition, parts


def set_properties(
    struct: ctypes.Structure, values: dict[str, Any], known: dict[str, tuple[str, Reader]]
) -> None:
    """Writes named values into a struct. Errors: ValueError for an unknown name or an invalid value."""
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"unknown property '{name}'; known: {', '.join(known)}")
        member, read = known[name]
        setattr(struct, member, read(value, name))


class Body:
    """A body of a world.

    Properties for World.add_body, with their defaults:
    velocity, angular_velocity: shape (3,), of the centroid, length / s, and radians / s; 0.
    density: mass per volume; 1. mass: overrides the density; 0: by the density.
    restitution: 0 to 1; 0.5. friction: Coulomb's coefficient; 0. linear_damping, angular_damping: 1 / s; 0.
    gravity_scale: factor; 1. max_speed, max_spin: length / s, radians / s; 0: no limit.
    force, torque: shape (3,), constant, world frame; 0. lock_translation, lock_rotation: axes such as "xz"; none.
    category, mask: bits; 1 and all. group: 0. sensor: True if the body blocks nothing and has events only; False.
    """

    __slots__ = ("world", "id")

    def __init__(self, world: World, body: int) -> None:
        self.world = world
        self.id = body

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and other.world is self.world and other.id == self.id

    def __hash__(self) -> int:
        return hash((id(self.world), self.id))

    def __repr__(self) -> str:
        return f"Body({self.id})"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a body belongs to its world and cannot be pickled")

    @property
    def is_present(self) -> bool:
        """True if the body was neither removed nor has left the world."""
        return self.world._call("cdIsBodyValid", self.id)

    def _get_state(self) -> _layer.cdBodyState:
        state = self.world._call("cdGetBodyState", self.id)
        if not state.present and not state.leftWorld:
            raise ValueError(f"body {self.id} is not in the world any more")
        return state

    @property
    def pose(self) -> Pose:
        """Pose of the body's frame. Assign to teleport it, without a test for overlap."""
        return from_struct(self._get_state().pose)

    @pose.setter
    def pose(self, value: PoseLike) -> None:
        self.world._call("cdSetBodyPose", self.id, to_struct(read_single_pose(value, "pose")))

    @property
    def centroid(self) -> Floats:
        """Centroid, shape (3,), world frame."""
        return to_array(self._get_state().centroid)

    @property
    def velocity(self) -> Floats:
        """Velocity of the centroid, shape (3,), length / s."""
        return to_array(self._get_state().velocity)

    @property
    def angular_velocity(self) -> Floats:
        """Spin, shape (3,), radians / s."""
        return to_array(self._get_state().angularVelocity)

    @property
    def mass(self) -> float:
        """Mass; 0: not a dynamic body."""
        return self._get_state().mass

    @property
    def is_asleep(self) -> bool:
        """True if the pose is constant until something wakes the body."""
        return self._get_state().asleep

    def set_velocity(self, velocity: ArrayLike, angular_velocity: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        """Sets both velocities, shape (3,), length / s and radians / s."""
        values = read_vector(velocity, "velocity"), read_vector(angular_velocity, "angular_velocity")
        self.world._call("cdSetBodyVelocity", self.id, *values)

    def apply_force(self, point: ArrayLike, force: ArrayLike) -> None:
        """Applies a force at a point, shape (3,), world frame, during the next step."""
        self.world._call("cdApplyForce", self.id, read_vector(point, "point"), read_vector(force, "force"))

    def apply_impulse(self, point: ArrayLike, impulse: ArrayLike) -> None:
        """Applies an impulse at a point, shape (3,), world frame, at once."""
        self.world._call("cdApplyImpulse", self.id, read_vector(point, "point"), read_vector(impulse, "impulse"))

    def move(self, target: PoseLike, response: str = "stop") -> BodyMove:
        """Moves a driven body towards a target, as far as the other bodies allow.

        response: "stop" at the first contact, "slide" along the contacts, or "through" everything.
        """
        pose, how = to_struct(read_single_pose(target, "target")), read_choice(response, "response", RESPONSES)
        options = _layer.cdMoveOptions()
        found = self.world._call("cdMoveBody", self.id, pose, how, byref(options))
        check_state(found.contact.state, found.contact.reason)
        return BodyMove.of(found)

    def remove(self) -> None:
        """Removes the body with its joints."""
        self.world._call("cdRemoveBody", self.id)


def read_body(world: object, value: Any, name: str) -> int:
    """Returns the id of a body of this world."""
    if not isinstance(value, Body):
        raise TypeError(f"{name} must be a Body, not {type(value).__name__}")
    if value.world is not world:
        raise ValueError(f"{name} is a body of another world")
    if not value.is_present:
        raise ValueError(f"{name} is not in the world any more")
    return value.id
