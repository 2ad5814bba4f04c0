"""Worlds of rigid bodies that bounce, rest and slide, and do not come to overlap.

Units: lengths in the mesh's unit, seconds, radians, and a unit of mass of the caller's choice. Frame: world. A world
may be used by several threads; its calls then wait for each other.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from ctypes import byref
from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _layer
from ._convert import read_count, read_floats, read_number, read_vector
from ._library import call, release
from .bodies import Body, Shape, fill_body, read_body
from .joints import Joint, fill_joint
from .mesh import Mesh, check_mesh
from .pose import PoseLike
from .world_queries import WorldQueries
from .world_regions import WorldRegions
from .world_results import Energy, Event, WorldContacts, WorldStep


class Snapshot:
    """The state of a world. Valid in this process only, for any world."""

    def __init__(self, data: bytes, meshes: dict[int, Mesh]) -> None:
        self.data = data
        self._meshes = meshes

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a snapshot of a world is valid in its process only")


class World(WorldQueries, WorldRegions):
    """A world of rigid bodies. Bodies that do not overlap at the start never overlap after a step.

    gravity: shape (3,), length / s^2. margin: gap of resting contacts, length; 0: 1e-4 of the smallest body's radius.
    safety_distance: distance that bodies keep, length. restitution_threshold: speed below which bodies do not bounce,
    length / s; 0: automatic. max_stops: number of times at which a step stops for collisions; 0: 16.
    bounds: shape (2, 3), region of dynamic bodies, infinite numbers allowed; None: unlimited.
    """

    def __init__(
        self,
        gravity: ArrayLike = (0.0, -9.81, 0.0),
        *,
        margin: float = 0.0,
        safety_distance: float = 0.0,
        restitution_threshold: float = 0.0,
        max_stops: int = 0,
        bounds: ArrayLike | None = None,
    ) -> None:
        definition = call("cdDefaultWorldDef")
        definition.gravity = read_vector(gravity, "gravity")
        definition.margin = read_number(margin, "margin")
        definition.safetyDistance = read_number(safety_distance, "safety_distance")
        definition.restitutionThreshold = read_number(restitution_threshold, "restitution_threshold")
        definition.maxStops = read_count(max_stops, "max_stops")
        if bounds is not None:
            definition.bounds = read_bounds(bounds)
        handle = call("cdCreateWorld", byref(definition))
        if not handle:
            raise ValueError("the world cannot be created: invalid bounds, or no memory")
        self._handle: int = handle
        self._lock = threading.RLock()
        self._meshes: dict[int, Mesh] = {}  # by address: meshes that live at least as long as the world
        self._errors: list[BaseException] = []  # of the callback for pairs
        self._callback: list[Any] = []
        weakref.finalize(self, release, "cdDestroyWorld", handle, self._meshes).atexit = False

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a world cannot be pickled or copied; see save()")

    def _call(self, name: str, *arguments: Any) -> Any:
        """Calls a function of the world; one thread at a time."""
        with self._lock:
            result = call(name, self._handle, *arguments)
            if self._errors:
                error = self._errors[0]
                self._errors.clear()
                raise error
            return result

    def _keep(self, mesh: Mesh) -> None:
        """Prepares a mesh for bodies and keeps it alive."""
        mesh._prepare()
        self._meshes[mesh._handle] = mesh

    def add_body(
        self, mesh: Mesh | Sequence[Shape], pose: PoseLike = None, *, kind: str = "dynamic", **properties: Any
    ) -> Body:
        """Adds a body with a mesh, or with several shapes that are pairs of a mesh and its pose in the body's frame.

        kind: "dynamic", "fixed", "kinematic" or "driven". `properties`: see Body.

        Errors: ValueError for an invalid property, or a dynamic body without mass.
        """
        shapes: list[Shape] = [(mesh, None)] if isinstance(mesh, Mesh) else list(mesh)
        for index, shape in enumerate(shapes):
            if not isinstance(shape, (tuple, list)) or len(shape) != 2:
                raise ValueError(f"shape {index} must be a pair of a mesh and a pose")
            check_mesh(shape[0], f"the mesh of shape {index}")
        with self._lock:
            for part, _ in shapes:
                self._keep(part)
            definition, kept = fill_body(shapes, pose, kind, properties)
            body = call("cdAddBody", self._handle, byref(definition))
            del kept
        if body == -2:
            raise MemoryError("no memory for a body")
        if body < 0:
            raise ValueError("the world refuses the body: a dynamic body without mass, or a property out of range")
        return Body(self, body)

    def add_joint(self, kind: str, a: Body, b: Body | None, point: ArrayLike, **properties: Any) -> Joint:
        """Connects the dynamic body A with B, or with the world if B is None.

        kind: "ball", "hinge", "slider", "fixed" or "distance". point: shape (3,), world frame, at the current poses.
        `properties`: see Joint. Errors: ValueError for a property that is invalid for this kind.
        """
        definition = fill_joint(self, kind, a, b, point, properties)
        joint = self._call("cdAddJoint", byref(definition))
        if joint < 0:
            raise ValueError("the world refuses the joint: A is not dynamic, an axis of length 0, or invalid limits")
        return Joint(self, joint)

    @property
    def bodies(self) -> list[Body]:
        """All bodies that are present, in the order of their slots."""
        with self._lock:
            count = call("cdGetBodies", self._handle, None, 0)
            ids = (_layer.cdBodyId * count)()
            call("cdGetBodies", self._handle, ids, count)
        return [Body(self, body) for body in ids]

    def step(self, dt: float) -> WorldStep:
        """Advances the world by `dt` seconds, above 0."""
        duration = read_number(dt, "dt")
        if duration == 0.0:
            raise ValueError("dt must be above 0")
        return WorldStep.of(self._call("cdStepWorld", duration))

    def set_gravity(self, gravity: ArrayLike) -> None:
        """Sets gravity, shape (3,), length / s^2, from the next step on."""
        self._call("cdSetGravity", read_vector(gravity, "gravity"))

    def set_budget(self, max_tests: int) -> None:
        """Limits the work of each later step; 0: no limit. A step that reaches it ends early, UNDECIDED, "budget"."""
        budget = _layer.cdBudget(read_count(max_tests, "max_tests", 0, 2**63 - 1))
        self._call("cdSetWorldBudget", budget)

    def set_pair_callback(self, should_collide: Callable[[int, int], bool] | None) -> None:
        """Sets the function that decides if two bodies, by their ids, collide; None: none. Wakes all bodies.

        It is called within steps and moves, for pairs whose filters let them collide, when they come near. It must return
        the same for the same calls, and may not call the world's functions. Its first error is raised by the step; the
        pair does not collide.
        """
        if should_collide is not None and not callable(should_collide):
            raise TypeError("should_collide must be a function of two ids, or None")
        errors = self._errors

        def ask(context: int | None, a: int, b: int) -> bool:
            try:
                return bool(should_collide(a, b))  # type: ignore[misc]
            except BaseException as error:
                errors.append(error)
                return False

        function = None if should_collide is None else _layer.cdPairCallback(ask)
        with self._lock:
            call("cdSetPairCallback", self._handle, function or _layer.cdPairCallback(0), None)
            self._callback[:] = [function]

    def can_collide(self, a: Body, b: Body) -> bool:
        """Returns True if the filters of two bodies let them collide and neither is a sensor."""
        return self._call("cdCanBodiesCollide", read_body(self, a, "a"), read_body(self, b, "b"))

    def get_body_contacts(self, body: Body) -> WorldContacts:
        """Returns the contact points of one body at the end of the last step."""
        with self._lock:
            number = read_body(self, body, "body")
            count = call("cdGetBodyContacts", self._handle, number, None, 0)
            items = (_layer.cdWorldContact * count)()
            call("cdGetBodyContacts", self._handle, number, items, count)
        return WorldContacts.of(items)

    def get_contacts(self) -> WorldContacts:
        """Returns the contact points at the end of the last step."""
        with self._lock:
            return WorldContacts.of(self._get_items("cdGetWorldContacts", _layer.cdWorldContact))

    def get_events(self) -> list[Event]:
        """Returns the events of the last step in order of time: contacts that begin and end, impacts, sleep, ..."""
        with self._lock:
            return [Event.of(item) for item in self._get_items("cdGetContactEvents", _layer.cdContactEvent)]

    def _get_items(self, name: str, kind: Any) -> Any:
        """Returns an array of the world. Valid until the world changes."""
        count = ctypes.c_int32()
        address = call(name, self._handle, byref(count))
        return (kind * count.value).from_address(address) if address and count.value else (kind * 0)()

    def get_energy(self) -> Energy:
        """Returns energy and momentum of all dynamic bodies."""
        return Energy.of(self._call("cdGetWorldEnergy"))

    def save(self) -> Snapshot:
        """Returns the whole state: a world that is restored continues with the same bits."""
        with self._lock:
            size = call("cdSaveWorld", self._handle, None, 0)
            data = ctypes.create_string_buffer(size)
            call("cdSaveWorld", self._handle, data, size)
            return Snapshot(data.raw, dict(self._meshes))

    def restore(self, snapshot: Snapshot) -> None:
        """Restores a state of this world or another one. Errors: ValueError with the reason; nothing changes."""
        if not isinstance(snapshot, Snapshot):
            raise TypeError("restore takes a Snapshot, the result of save()")
        meshes = (ctypes.c_void_p * len(snapshot._meshes))(*snapshot._meshes)
        with self._lock:
            self._meshes.update(snapshot._meshes)
            data = snapshot.data
            result = call("cdRestoreWorld", self._handle, data, len(data), meshes, len(meshes))
        if result != _layer.CD_RESTORED:
            raise ValueError(f"the snapshot cannot be restored: {call('cdGetRestoreResultName', result).decode()}")


def read_bounds(value: ArrayLike) -> _layer.cdBox3:
    """Returns a box whose sides may be infinite."""
    box = np.asarray(value, dtype=np.float64) if np.shape(value) == (2, 3) else read_floats(value, "bounds", (2, 3))
    if not np.all(box[0] < box[1]):
        raise ValueError("bounds must have a lower corner below the upper one")
    return _layer.cdBox3(_layer.cdVec3(*box[0]), _layer.cdVec3(*box[1]))
