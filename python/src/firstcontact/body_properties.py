"""Properties of a body that may change at run time, from the next step on. Units and ranges as in Body."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from . import _layer
from ._convert import read_choice, read_number, read_vector
from .body_readers import KINDS, LOCK_FRAMES, read_any_number, read_axes, read_bits, read_group

if TYPE_CHECKING:
    from .world import World


class BodyProperties:
    """Setters and forces of a body. Those whose change can move a sleeping body wake it."""

    __slots__ = ()
    world: World
    id: int

    def set_kind(self, kind: str) -> None:
        """Changes the kind: "dynamic", "fixed", "kinematic" or "driven". Errors: ValueError for a body without mass."""
        if not self.world._call("cdSetBodyKind", self.id, read_choice(kind, "kind", KINDS)):
            raise ValueError(f"body {self.id} cannot become {kind}: it has no mass")

    def set_friction(self, friction: float) -> None:
        """Sets Coulomb's coefficient, 0 or more."""
        self.world._call("cdSetBodyFriction", self.id, read_number(friction, "friction"))

    def set_restitution(self, restitution: float) -> None:
        """Sets the restitution, from 0 to 1."""
        value = read_number(restitution, "restitution")
        if value > 1.0:
            raise ValueError(f"restitution must be from 0 to 1, not {value:g}")
        self.world._call("cdSetBodyRestitution", self.id, value)

    def set_damping(self, linear: float, angular: float) -> None:
        """Sets the damping, 1 / s, 0 or more."""
        values = read_number(linear, "linear"), read_number(angular, "angular")
        self.world._call("cdSetBodyDamping", self.id, *values)

    def set_gravity_scale(self, scale: float) -> None:
        """Sets the factor of the world's gravity."""
        self.world._call("cdSetBodyGravityScale", self.id, read_any_number(scale, "scale"))

    def set_limits(self, max_speed: float = 0.0, max_spin: float = 0.0) -> None:
        """Sets the largest speed, length / s, and spin, radians / s; 0: no limit. Slows the body to them at once."""
        values = read_number(max_speed, "max_speed"), read_number(max_spin, "max_spin")
        self.world._call("cdSetBodyLimits", self.id, *values)

    def set_force(self, force: ArrayLike, torque: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        """Sets the constant force at the centroid and the torque about it, shape (3,), world frame."""
        self.world._call("cdSetBodyForce", self.id, read_vector(force, "force"), read_vector(torque, "torque"))

    def set_mass(self, *, density: float = 1.0, mass: float = 0.0) -> None:
        """Sets the mass, or with mass 0 the density. Each point of the body keeps its velocity.

        Errors: ValueError for a dynamic body without mass.
        """
        values = read_number(density, "density"), read_number(mass, "mass")
        if not self.world._call("cdSetBodyMass", self.id, *values, None):
            raise ValueError(f"the world refuses the mass of body {self.id}")

    def set_locks(self, translation: str = "", rotation: str = "", frame: str = "world") -> None:
        """Locks these axes, such as "xz", and no others. frame: "world", or "body" for axes that turn with the body."""
        axes = read_axes(translation, "translation"), read_axes(rotation, "rotation")
        number = read_choice(frame, "frame", LOCK_FRAMES)
        with self.world._lock:
            self.world._call("cdSetBodyLockFrame", self.id, number)
            self.world._call("cdSetBodyLocks", self.id, *axes)

    def set_filter(self, category: int = 1, mask: int = 2**32 - 1, group: int = 0) -> None:
        """Sets the filter: two bodies collide if the category of each has a bit of the other's mask. Group: see Body."""
        values = read_bits(category, "category"), read_bits(mask, "mask"), read_group(group, "group")
        self.world._call("cdSetBodyFilter", self.id, *values)

    def set_sensor(self, sensor: bool) -> None:
        """Makes the body a sensor, or no sensor any more."""
        self.world._call("cdSetBodySensor", self.id, bool(sensor))

    # --- Forces

    def set_velocity(self, velocity: ArrayLike, angular_velocity: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        """Sets both velocities, shape (3,), length / s and radians / s. A kinematic body keeps them."""
        values = read_vector(velocity, "velocity"), read_vector(angular_velocity, "angular_velocity")
        self.world._call("cdSetBodyVelocity", self.id, *values)

    def apply_force(self, point: ArrayLike, force: ArrayLike) -> None:
        """Applies a force at a point, shape (3,), world frame, during the next step."""
        self.world._call("cdApplyForce", self.id, read_vector(point, "point"), read_vector(force, "force"))

    def apply_torque(self, torque: ArrayLike) -> None:
        """Applies a torque, shape (3,), world frame, during the next step."""
        self.world._call("cdApplyTorque", self.id, read_vector(torque, "torque"))

    def apply_impulse(self, point: ArrayLike, impulse: ArrayLike) -> None:
        """Applies an impulse at a point, shape (3,), world frame, at once."""
        self.world._call("cdApplyImpulse", self.id, read_vector(point, "point"), read_vector(impulse, "impulse"))

    def apply_angular_impulse(self, impulse: ArrayLike) -> None:
        """Applies an angular impulse, shape (3,), world frame, at once."""
        self.world._call("cdApplyAngularImpulse", self.id, read_vector(impulse, "impulse"))

    def hold(self, grab: ArrayLike, target: ArrayLike, *, frequency: float = 0.0, max_force: float = 0.0) -> None:
        """Pulls a point of a dynamic body to a target by a critically damped spring, until `release`.

        grab: shape (3,), body's frame. target: shape (3,), world frame. frequency: radians / s; 0: 30.
        max_force: mass times length / s^2; 0: 20 times the weight. A later call moves the target.
        """
        hand = _layer.cdHand(read_vector(grab, "grab"), read_vector(target, "target"))
        hand.frequency, hand.maxForce = read_number(frequency, "frequency"), read_number(max_force, "max_force")
        self.world._call("cdHoldBody", self.id, byref(hand))

    def release(self) -> None:
        """Ends `hold`; the body keeps its velocity."""
        self.world._call("cdReleaseBody", self.id)
