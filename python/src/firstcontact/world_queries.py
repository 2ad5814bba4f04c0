"""Queries against all bodies of a world: rays, the closest point, overlap and first contact of a mesh."""

from __future__ import annotations

import ctypes
import threading
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer
from ._convert import get_address, read_limit, read_number, read_vector, to_array
from ._library import call, get_workspace
from .bodies import Body, read_body
from .body_readers import read_bits
from .mesh import Mesh, check_mesh
from .pose import PoseLike, read_single_pose, to_struct
from .queries import COUNT_FIRST, read_tests
from .results import FirstContact, Touch, check_state, to_tuple
from .world_results import WorldClosestPoint, WorldFirstContact, WorldRayHit


@dataclass(frozen=True)
class BodyFilter:
    """The bodies that a query tests. By default all but sensors.

    without: bodies to leave out. mask: only bodies of a category in it, 0: all. category: only bodies whose mask has a
    bit of it, 0: all. sensors: True to test sensors, too. accepts: function of a body's id that returns False to leave
    it out; it may read the world, and not change it.
    """

    without: Sequence[Body] = ()
    category: int = 0
    mask: int = 0
    sensors: bool = False
    accepts: Callable[[int], bool] | None = None


class FilterStruct:
    """A filter for the library, and the error of its function."""

    def __init__(self, world: Any, value: BodyFilter | None) -> None:
        self.struct = _layer.cdBodyFilter()
        self.error: BaseException | None = None
        if value is None:
            return
        if not isinstance(value, BodyFilter):
            raise TypeError(f"filter must be a BodyFilter, not {type(value).__name__}")
        ids = [read_body(world, body, f"without[{index}]") for index, body in enumerate(value.without)]
        self.ids = (_layer.cdBodyId * max(len(ids), 1))(*ids)
        setattr(self.struct, "except", ctypes.addressof(self.ids))
        self.struct.exceptCount = len(ids)
        self.struct.category, self.struct.mask = read_bits(value.category, "category"), read_bits(value.mask, "mask")
        self.struct.sensors = bool(value.sensors)
        if value.accepts is not None:
            self.accepts = value.accepts
            kind: Any = dict(_layer.cdBodyFilter._fields_)["accepts"]
            self.struct.accepts = self.function = kind(self.ask)

    def ask(self, context: int | None, body: int) -> bool:
        """Asks the caller's function; after an error leaves all bodies out."""
        try:
            return self.error is None and bool(self.accepts(body))
        except BaseException as error:
            self.error = error
            return False

    def check(self) -> None:
        """Raises the error of the caller's function."""
        if self.error is not None:
            raise self.error


class WorldQueries:
    """Queries of a world. They never change it. `filter`: a BodyFilter; None: all bodies but sensors."""

    _handle: int
    _lock: threading.RLock

    def _find(self, name: str, query: Any, bodies: FilterStruct, *arguments: Any) -> Any:
        """Makes one query. Errors: also that of the filter's function."""
        query.filter = bodies.struct
        with self._lock:
            found = call(name, self._handle, byref(query), *arguments)
        bodies.check()
        return found

    def _fill_ray(
        self, origin: ArrayLike, direction: ArrayLike, max_distance: float, cull_back_faces: bool
    ) -> _layer.cdWorldRayInput:
        query = _layer.cdWorldRayInput()
        query.origin, query.direction = read_vector(origin, "origin"), read_vector(direction, "direction")
        query.maxDistance, query.cullBackFaces = read_limit(max_distance), bool(cull_back_faces)
        return query

    def cast_ray(
        self, origin: ArrayLike, direction: ArrayLike, *, max_distance: float = 0.0, cull_back_faces: bool = False,
        filter: BodyFilter | None = None,
    ) -> WorldRayHit | None:  # fmt: skip
        """Finds the nearest hit of a ray; None: no hit.

        origin, direction: shape (3,), the direction of any length above 0. max_distance: length; 0: no limit.
        """
        query = self._fill_ray(origin, direction, max_distance, cull_back_faces)
        found = self._find("cdFindWorldRayHit", query, FilterStruct(self, filter))
        check_state(found.hit.state, found.hit.reason)
        return to_ray_hit(found) if found.hit.state == _layer.CD_CONTACT else None

    def cast_ray_through(
        self, origin: ArrayLike, direction: ArrayLike, *, max_distance: float = 0.0, cull_back_faces: bool = False,
        filter: BodyFilter | None = None,
    ) -> list[WorldRayHit]:  # fmt: skip
        """Finds the nearest hit with each body that a ray hits, in order of distance. Arguments: as for cast_ray."""
        query = self._fill_ray(origin, direction, max_distance, cull_back_faces)
        bodies, count = FilterStruct(self, filter), COUNT_FIRST
        while True:
            room = (_layer.cdWorldRayHit * count)()
            found = self._find("cdFindWorldRayHits", query, bodies, room, count)
            check_state(found.state, found.reason)
            if found.neededHits <= count:
                return [to_ray_hit(room[index]) for index in range(found.hitCount)]
            count = found.neededHits

    def is_ray_blocked(
        self, origin: ArrayLike, direction: ArrayLike, *, max_distance: float = 0.0, filter: BodyFilter | None = None
    ) -> bool:
        """Returns True if a ray hits any body: faster than cast_ray, for shadows and lines of sight."""
        query = self._fill_ray(origin, direction, max_distance, False)
        query.anyHit = True
        found = self._find("cdFindWorldRayHit", query, FilterStruct(self, filter))
        check_state(found.hit.state, found.hit.reason)
        return found.hit.state == _layer.CD_CONTACT

    def find_closest_point(
        self, point: ArrayLike, *, max_distance: float = 0.0, signed: bool = True, filter: BodyFilter | None = None
    ) -> WorldClosestPoint | None:
        """Finds the point of any body that is nearest to `point`, shape (3,); None: no body within max_distance.

        signed: False to save the search for the sign.
        """
        query = _layer.cdWorldPointInput()
        query.point, query.withoutSign = read_vector(point, "point"), not signed
        query.maxDistance = read_limit(max_distance)
        found = self._find("cdFindWorldClosestPoint", query, FilterStruct(self, filter))
        near = found.closest
        check_state(near.state, near.reason)
        if found.body < 0:
            return None
        return WorldClosestPoint(
            found.body, found.shape, near.distance, near.lower, near.upper, to_array(near.point),
            to_array(near.normal), near.signedDistance,
        )  # fmt: skip

    def find_overlaps(
        self, mesh: Mesh, pose: PoseLike = None, *, filter: BodyFilter | None = None, max_tests: int = 0
    ) -> NDArray[np.int64]:
        """Returns the ids of all bodies that overlap a mesh at a pose, shape (n,).

        max_tests: limit on the work; 0: none. Errors: ValueError if the limit ends the search.
        """
        query = _layer.cdWorldOverlapInput()
        query.mesh = check_mesh(mesh, "mesh")._handle
        query.pose = to_struct(read_single_pose(pose, "pose"))
        query.budget.maxPairTests = read_tests(max_tests)
        bodies = FilterStruct(self, filter)
        with self._lock:
            room = np.empty(call("cdGetBodies", self._handle, None, 0) + 1, dtype=np.int64)
            query.bodies, query.bodyCapacity = get_address(room), len(room)
            found = self._find("cdFindWorldOverlap", query, bodies, get_workspace())
        check_state(found.overlap.state, found.overlap.reason)
        if found.truncated or found.overlap.state == _layer.CD_UNDECIDED:
            raise ValueError("the search was ended by max_tests")
        return room[: found.bodyCount].copy()

    def find_first_contact(
        self, mesh: Mesh, start: PoseLike, target: PoseLike, *, safety_distance: float = 0.0, margin: float = 0.0,
        touches: bool = False, max_tests: int = 0, filter: BodyFilter | None = None,
    ) -> WorldFirstContact:  # fmt: skip
        """Finds the first contact of a moving mesh with any body; the bodies do not move meanwhile.

        Options: as in first_contact.
        """
        query = _layer.cdWorldContactInput()
        query.mesh = check_mesh(mesh, "mesh")._handle
        query.start = to_struct(read_single_pose(start, "start"))
        query.target = to_struct(read_single_pose(target, "target"))
        query.safetyDistance = read_number(safety_distance, "safety_distance")
        query.margin = read_number(margin, "margin")
        query.budget.maxPairTests = read_tests(max_tests)
        bodies, count = FilterStruct(self, filter), COUNT_FIRST if touches else 0
        while True:
            room = (_layer.cdTouch * count)()
            if count:
                query.touches, query.touchCapacity = ctypes.addressof(room), count
            found = self._find("cdFindWorldFirstContact", query, bodies, get_workspace())
            contact = found.contact
            check_state(contact.state, contact.reason)
            if contact.neededTouches <= count:
                pairs = to_tuple(room, contact.touchCount, Touch)
                return WorldFirstContact(found.body, found.shape, FirstContact.of(contact, pairs))
            count = contact.neededTouches


def to_ray_hit(found: _layer.cdWorldRayHit) -> WorldRayHit:
    hit = found.hit
    return WorldRayHit(
        found.body, found.shape, hit.distance, to_array(hit.point), to_array(hit.normal), hit.triangle, hit.backFace
    )
