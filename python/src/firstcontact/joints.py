"""Joints between two bodies of a world, or between a body and the world."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from . import _layer
from ._convert import Floats, read_choice, read_number, read_vector, to_array
from .bodies import Body, read_body
from .body_readers import Reader, read_any_number, set_properties

if TYPE_CHECKING:
    from .world import World

KINDS = {
    "ball": _layer.CD_JOINT_BALL,
    "hinge": _layer.CD_JOINT_HINGE,
    "slider": _layer.CD_JOINT_SLIDER,
    "fixed": _layer.CD_JOINT_FIXED,
    "distance": _layer.CD_JOINT_DISTANCE,
}
PROPERTIES: dict[str, tuple[str, Reader]] = {
    "point_b": ("pointB", read_vector),
    "axis": ("axis", read_vector),
    "axis_b": ("axisB", read_vector),
    "turns": ("turns", lambda value, name: bool(value)),
    "breaking_force": ("breakingForce", read_number),
    "breaking_torque": ("breakingTorque", read_number),
    "passes": ("passes", lambda value, name: bool(value)),
}
MOTOR: dict[str, tuple[str, Reader]] = {
    "speed": ("speed", read_any_number),
    "position": ("position", read_any_number),
    "max_force": ("maxForce", read_number),
}


def fill_joint(
    world: World, kind: str, a: Body, b: Body | None, point: ArrayLike, properties: dict[str, Any]
) -> _layer.cdJointDef:
    """Returns the definition of a joint."""
    definition = _layer.cdJointDef()
    definition.kind = read_choice(kind, "kind", KINDS)
    definition.bodyA = read_body(world, a, "a")
    definition.bodyB = -1 if b is None else read_body(world, b, "b")
    definition.point = read_vector(point, "point")
    rest = dict(properties)
    limits, motor = rest.pop("limits", None), rest.pop("motor", None)
    set_properties(definition, rest, PROPERTIES)
    if limits is not None:
        definition.limited = True
        definition.lower, definition.upper = read_limits(limits)
    if motor is not None:
        definition.motor = read_motor(motor)
    return definition


def read_limits(value: Any) -> tuple[float, float]:
    """Returns a pair of limits, of which one may be infinite."""
    if not isinstance(value, (tuple, list, np.ndarray)) or len(value) != 2:
        raise ValueError("limits must be a pair of lower and upper limit")
    lower = read_number(value[0], "the lower limit", -np.inf, infinite=True)
    upper = read_number(value[1], "the upper limit", -np.inf, infinite=True)
    if not lower < upper:
        raise ValueError("the lower limit must be below the upper one")
    return lower, upper


def read_motor(value: Any) -> _layer.cdJointMotor:
    """Returns a motor: a dictionary with speed or position, and max_force."""
    if not isinstance(value, dict):
        raise ValueError("motor must be a dictionary with speed or position, and max_force")
    motor = _layer.cdJointMotor()
    set_properties(motor, value, MOTOR)
    if "position" in value:
        motor.kind = _layer.CD_MOTOR_POSITION
        motor.speed = motor.speed if "speed" in value else np.inf
    return motor


@dataclass(frozen=True)
class JointReaction:
    """Force and torque of a joint on A, mean over the last step; B receives the opposite at the same point.

    force, torque: shape (3,), world frame, at the joint's point of A. motor: the motor's part along or about the axis.
    """

    force: Floats
    torque: Floats
    motor: float


class Joint:
    """A joint of a world.

    Properties for World.add_joint:
    axis: of a hinge or a slider, and A's axis in the cone of a ball joint, shape (3,), world frame. axis_b: B's axis.
    point_b: of a distance joint, the point of B, shape (3,). turns: True if a slider also turns about its axis.
    limits: pair of the lower and the upper position, length or radians; one may be infinite.
    motor: dictionary with `speed` (length / s or radians / s), or `position` and its maximum speed, and `max_force`.
    breaking_force, breaking_torque: above them the joint breaks; 0: never. passes: True if A and B do not collide.
    """

    __slots__ = ("world", "id")

    def __init__(self, world: World, joint: int) -> None:
        self.world = world
        self.id = joint

    def __repr__(self) -> str:
        return f"Joint({self.id})"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a joint belongs to its world and cannot be pickled")

    @property
    def is_present(self) -> bool:
        """True if the joint was not removed and did not break."""
        return self.world._call("cdIsJointValid", self.id)

    def _get_state(self) -> _layer.cdJointState:
        if not self.is_present:
            raise ValueError(f"joint {self.id} is not in the world any more")
        return self.world._call("cdGetJointState", self.id)

    @property
    def position(self) -> float:
        """Angle in radians or length, by the kind of the joint."""
        return self._get_state().position

    @property
    def speed(self) -> float:
        """Rate of the position, per second."""
        return self._get_state().speed

    @property
    def error(self) -> float:
        """Position error, length: of the points, of the axes at A's radius, and beyond a limit."""
        return self._get_state().error

    def get_reaction(self) -> JointReaction:
        """Returns the reaction, also of a joint that has just broken: that which broke it."""
        found = self.world._call("cdGetJointReaction", self.id)
        return JointReaction(to_array(found.force), to_array(found.torque), found.motor)

    def set_motor(self, *, speed: float | None = None, position: float | None = None, max_force: float) -> None:
        """Sets the motor of a hinge or a slider: a speed, or a position and its maximum speed. max_force 0: no motor."""
        values = {"speed": speed, "position": position, "max_force": max_force}
        motor = read_motor({name: value for name, value in values.items() if value is not None})
        self._get_state()
        self.world._call("cdSetJointMotor", self.id, byref(motor))

    def set_limits(self, lower: float, upper: float) -> None:
        """Sets the limits of the position, length or radians; both infinite: no limits, of a hinge or a slider.

        Errors: ValueError for limits out of range, or a joint that cannot have them.
        """
        limits = read_limits((lower, upper))
        self._get_state()
        if not self.world._call("cdSetJointLimits", self.id, *limits):
            raise ValueError(f"joint {self.id} refuses these limits")

    def remove(self) -> None:
        """Removes the joint."""
        self.world._call("cdRemoveJoint", self.id)
