"""Rigid bodies of a world."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from . import _layer
from ._convert import Floats, read_choice, to_array
from ._library import call
from .body_moves import BodyMoves
from .body_properties import BodyProperties
from .body_readers import KINDS, PROPERTIES, set_properties
from .mesh import Mesh
from .pose import Pose, PoseLike, from_struct, read_single_pose, to_struct

if TYPE_CHECKING:
    from .world import World

Shape = tuple[Mesh, PoseLike]

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


class Body(BodyProperties, BodyMoves):
    """A body of a world.

    Properties for World.add_body, with their defaults:
    velocity, angular_velocity: shape (3,), of the centroid, length / s, and radians / s; 0.
    density: mass per volume; 1. mass: overrides the density; 0: by the density.
    restitution: 0 to 1; 0.5. friction: Coulomb's coefficient; 0. linear_damping, angular_damping: 1 / s; 0.
    gravity_scale: factor; 1. max_speed, max_spin: length / s, radians / s; 0: no limit.
    force, torque: shape (3,), constant, world frame; 0. lock_translation, lock_rotation: axes such as "xz"; none.
    lock_frame: "world", or "body" for axes that turn with the body; "world".
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
    def kind(self) -> str:
        """"dynamic", "fixed", "kinematic" or "driven"."""
        number = self._get_state().kind
        return next(name for name, kind in KINDS.items() if kind == number)

    @property
    def is_blocked(self) -> bool:
        """True if a kinematic body did not come as far in the last step as its script says."""
        return self._get_state().blocked

    @property
    def is_asleep(self) -> bool:
        """True if the pose is constant until something wakes the body."""
        return self._get_state().asleep

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
