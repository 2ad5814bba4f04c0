"""Results of worlds: steps, contacts, events, energy, moves, and queries against all bodies.

Units as in world.py. Frame: world. Normals are unit and point from B to A. Bodies are numbers: Body.id.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import Floats, to_array, view_member
from ._library import call
from .results import FirstContact, State, check_state, get_reason


@dataclass(frozen=True)
class WorldStep:
    """Result of World.step. state: FREE, or UNDECIDED if the step ended early, for `reason`.

    time: seconds since the world's start. blocked_time: longest time for which a body was blocked, seconds.
    blocked_bodies, impacts, contacts, pairs, queries: counts. drift: largest position error, length.
    """

    state: State
    reason: str
    time: float
    blocked_time: float
    blocked_bodies: int
    impacts: int
    contacts: int
    pairs: int
    queries: int
    drift: float

    @classmethod
    def of(cls, value: _layer.cdWorldStep) -> WorldStep:
        if value.outOfMemory:
            raise MemoryError("no memory for a step of the world")
        check_state(value.state, value.reason)
        return cls(
            State(value.state), get_reason(value.reason), value.time, value.blockedTime, value.blockedBodies,
            value.impacts, value.contacts, value.pairs, value.queries, value.drift,
        )  # fmt: skip


@dataclass(frozen=True)
class WorldContacts:
    """Contact points of n pairs of bodies.

    bodies, shapes: shape (n, 2), ids of A and B and indices of their shapes. modes: shape (n,), 0 resting, 1 sliding,
    2 loose. points, normals, frictions: shape (n, 3); frictions are forces on A. gaps: shape (n,), length.
    forces: shape (n,), along the normals, mass times length / s^2.
    """

    bodies: NDArray[np.int64]
    shapes: NDArray[np.int32]
    modes: NDArray[np.int32]
    points: Floats
    normals: Floats
    gaps: Floats
    forces: Floats
    frictions: Floats

    @classmethod
    def of(cls, items: Any) -> WorldContacts:
        def copy(path: str, dtype: Any = np.float64, width: int = 0) -> NDArray[Any]:
            return view_member(items, path, dtype, width).copy()

        bodies = np.stack((copy("bodyA", np.int64), copy("bodyB", np.int64)), axis=-1)
        shapes = np.stack((copy("shapeA", np.int32), copy("shapeB", np.int32)), axis=-1)
        return cls(
            bodies, shapes, copy("mode", np.int32), copy("point", width=3), copy("normal", width=3), copy("gap"),
            copy("force"), copy("friction", width=3),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.modes)


@dataclass(frozen=True)
class Event:
    """An event of a step. kind: "begin", "impact", "end", "left", "sensor-begin", "sensor-end", "joint-broken",
    "sleep", "wake" or "blocked". time: seconds since the world's start. body_a, body_b: ids, -1: no body. joint: id, else -1.
    point, normal: shape (3,). speed: of approach, length / s. impulse: mass times length / s.
    """

    time: float
    kind: str
    body_a: int
    body_b: int
    joint: int
    point: Floats
    normal: Floats
    speed: float
    impulse: float

    @classmethod
    def of(cls, value: _layer.cdContactEvent) -> Event:
        kind = call("cdGetContactEventName", value.kind).decode()
        return cls(
            value.time, kind, value.bodyA, value.bodyB, value.joint, to_array(value.point), to_array(value.normal),
            value.speed, value.impulse,
        )  # fmt: skip


@dataclass(frozen=True)
class Energy:
    """Energy, kinetic and of gravity, linear momentum and angular momentum about the origin, shape (3,).

    force_work, hand_work, motor_work, kinematic_work: work since the world's start. dissipated: energy lost since.
    """

    kinetic: float
    potential: float
    momentum: Floats
    angular_momentum: Floats
    force_work: float
    hand_work: float
    motor_work: float
    kinematic_work: float
    dissipated: float

    @classmethod
    def of(cls, value: _layer.cdWorldEnergy) -> Energy:
        return cls(
            value.kinetic, value.potential, to_array(value.momentum), to_array(value.angularMomentum), value.forceWork,
            value.handWork, value.motorWork, value.kinematicWork, value.dissipated,
        )  # fmt: skip


@dataclass(frozen=True)
class WorldRayHit:
    """The nearest hit of a ray. body: id. shape, triangle: indices. distance: length. point, normal: shape (3,)."""

    body: int
    shape: int
    distance: float
    point: Floats
    normal: Floats
    triangle: int
    back_face: bool


@dataclass(frozen=True)
class WorldClosestPoint:
    """The point of any body that is nearest to a point. body: id. distance: length; lower, upper: certified bounds.

    signed_distance: negative inside a closed mesh; NaN if the mesh has no inside.
    """

    body: int
    shape: int
    distance: float
    lower: float
    upper: float
    point: Floats
    normal: Floats
    signed_distance: float


@dataclass(frozen=True)
class WorldFirstContact:
    """First contact of a mesh with the bodies of a world. body: id of the body touched first, -1: free."""

    body: int
    shape: int
    contact: FirstContact
