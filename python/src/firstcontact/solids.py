"""Solids: points inside or outside, and the regions in which two meshes touch."""

from __future__ import annotations

import ctypes
from ctypes import byref
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer
from ._convert import (
    Floats,
    check_finite,
    get_address,
    get_start,
    read_count,
    read_length,
    read_shape,
    read_triple,
    to_array,
    to_doubles,
)
from ._library import bind, get_workspace
from ._threads import Flag, run_chunks
from .caches import PairCache, use_cache
from .mesh import Mesh, check_mesh
from .pose import Pose, PoseLike, read_single_pose, to_struct
from .results import Result, State, check_state, get_reason, restore

POINT_CHUNK = 8192  # points of one call: each takes a hundredth of a microsecond or more
ROOM_FIRST = 256  # regions and points for which a query has room at first
REGION_SIZE, POINT_SIZE = ctypes.sizeof(_layer.cdContactRegion), ctypes.sizeof(_layer.cdVec3)
_classify_point = bind("cdClassifyPoint")
_classify_points = bind("cdClassifyPoints")
_find_regions = bind("cdFindContactRegions")


class LocationKind(IntEnum):
    """Location relative to a solid."""

    UNDECIDED = _layer.CD_LOCATION_UNDECIDED
    OUTSIDE = _layer.CD_OUTSIDE
    INSIDE = _layer.CD_INSIDE
    ON_VERTEX = _layer.CD_ON_VERTEX
    ON_EDGE = _layer.CD_ON_EDGE
    ON_FACE = _layer.CD_ON_FACE


@dataclass(frozen=True)
class Classification:
    """Locations of n points. kinds: shape (n,), as LocationKind.

    indices: shape (n,), vertex, edge or maximal face of the solid; -1: inside or outside.
    """

    kinds: NDArray[np.int32]
    indices: NDArray[np.int32]


def classify(mesh: Mesh, points: ArrayLike, pose: PoseLike = None, *, jobs: int = 1) -> Classification:
    """Classifies points, shape (n, 3) or (3,), world frame, against the solid of a closed mesh at a pose.

    `jobs` threads share the points; 0: one for each processor. The first call builds the solid.
    Errors: MeshError if the mesh encloses none.
    """
    check_mesh(mesh, "mesh").build_parts(_layer.CD_PART_SOLID)
    place = None if pose is None else read_single_pose(pose, "pose")
    count = read_count(jobs, "jobs")
    triple = read_triple(points)
    if triple is not None:
        return classify_point(mesh, triple, place)
    rows = np.atleast_2d(read_shape(points, "points", (3,) if np.ndim(points) == 1 else (-1, 3)))
    locations = np.empty((len(rows), 2), dtype=np.int32)  # as cdLocation

    def run(first: int, end: int) -> None:
        part = to_doubles(rows[first:end])  # a copy only of other numbers or of an array with gaps
        classify_points(mesh, place, get_address(part), get_address(locations) + 8 * first, end - first)

    run_chunks(run, len(rows), count, Flag(), POINT_CHUNK)
    kinds = locations[:, 0]
    if not kinds.all():
        check_finite(rows, "points")
    return Classification(kinds, locations[:, 1])


def classify_points(mesh: Mesh, place: Pose | None, points: int, locations: int, count: int) -> None:
    """Classifies points, world frame, in the calling thread. points, locations: addresses of arrays."""
    pose = None if place is None else ctypes.addressof(to_struct(place))
    batch = _layer.cdLocationBatch(mesh._handle, pose, points, locations, count)
    _classify_points(byref(batch), get_workspace(), None)


def classify_point(mesh: Mesh, point: tuple[float, float, float], place: Pose | None) -> Classification:
    """Classifies one point, world frame."""
    vector = _layer.cdVec3(*point)
    if place is None:
        location = _classify_point(mesh._handle, vector, None)
    else:
        location = _layer.cdLocation()
        classify_points(mesh, place, ctypes.addressof(vector), ctypes.addressof(location), 1)
    found = np.frombuffer(location, dtype=np.int32)
    return Classification(found[:1], found[1:])


@dataclass(frozen=True)
class ContactRegion:
    """A pair of features and the points that they share.

    dimension: 0, a point; 1, a segment; 2, a polygon. points: shape (k, 3), world frame, corners in order.
    normals: shape (0 to 3, 3), world frame, from B to A. measure: 0, length or area.
    kind_a, index_a, kind_b, index_b: the features. sufficient: True if it is in the sufficient subset.
    """

    dimension: int
    points: Floats
    normals: Floats
    measure: float
    kind_a: LocationKind
    index_a: int
    kind_b: LocationKind
    index_b: int
    sufficient: bool


class ContactRegions(Result):
    """Result of contact_regions."""

    __slots__ = ("_regions", "_points", "_list")
    _type = _layer.cdContactRegions
    _regions: bytes | bytearray  # structs cdContactRegion
    _points: bytes | bytearray  # structs cdVec3
    _list: tuple[ContactRegion, ...] | None  # None: not made yet

    @classmethod
    def of(cls, value: Any, regions: bytes | bytearray = b"", points: bytes | bytearray = b"") -> ContactRegions:
        result = object.__new__(cls)
        result._raw, result._regions, result._points, result._list = value, regions, points, None
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (ContactRegions, bytes(self._raw), bytes(self._regions), bytes(self._points))

    @property
    def state(self) -> State:
        """FREE, CONTACT, or OVERLAP if deeper than the tolerance."""
        return State(self._raw.state)

    @property
    def reason(self) -> str:
        """Reason of UNDECIDED, else "none"."""
        return get_reason(self._raw.reason)

    @property
    def regions(self) -> tuple[ContactRegion, ...]:
        """The regions, in the library's order."""
        if self._list is None:
            items = (_layer.cdContactRegion * (len(self._regions) // REGION_SIZE)).from_buffer_copy(self._regions)
            rows = np.frombuffer(self._points, dtype=np.float64).reshape(-1, 3)
            self._list = tuple(to_region(item, rows) for item in items)
        return self._list

    @property
    def crossing(self) -> float:
        """Lower bound of the depth of an overlap, length."""
        return self._raw.crossing

    @property
    def tolerance(self) -> float:
        """Actual tolerance, length."""
        return self._raw.tolerance


class RegionRoom:
    """A query with room for regions and points. Later queries use a room again; no two use it at once."""

    __slots__ = ("query", "pointer", "regions", "points")

    def __init__(self, region_count: int = ROOM_FIRST, point_count: int = ROOM_FIRST) -> None:
        self.query = query = _layer.cdRegionsInput()
        self.pointer = byref(query)
        self.regions, self.points = bytearray(region_count * REGION_SIZE), bytearray(point_count * POINT_SIZE)
        query.regions, query.regionCapacity = get_start(self.regions), region_count
        query.points, query.pointCapacity = get_start(self.points), point_count


_rooms: list[RegionRoom] = []  # those that no query uses now; at most one for each thread


def contact_regions(
    a: Mesh, b: Mesh, pose: PoseLike = None, at: PoseLike = None, *,
    tolerance: float = 0.0, sufficient: bool = False, cache: PairCache | None = None,
) -> ContactRegions:  # fmt: skip
    """Finds the points, segments and polygons in which A at `pose` and B at `at` touch.

    tolerance: length within which features touch; 0: 8e-6 of the larger radius.
    sufficient: True for the sufficient subset only, which keeps the two from penetrating. cache: of this pair of meshes.
    """
    check_mesh(a, "a").build_parts(_layer.CD_PART_FEATURES)
    check_mesh(b, "b").build_parts(_layer.CD_PART_FEATURES)
    pose_a, pose_b = read_single_pose(pose, "pose"), read_single_pose(at, "at")
    length = read_length(tolerance, "tolerance")
    try:
        room = _rooms.pop()
    except IndexError:
        room = RegionRoom()
    query = room.query
    query.meshA, query.meshB, query.poseA, query.poseB = a._handle, b._handle, pose_a._struct, pose_b._struct
    query.tolerance, query.sufficientOnly = length, bool(sufficient)
    if cache is None:
        found = find_regions(room, None)
    else:
        with use_cache(cache, PairCache, 1) as address:
            found = find_regions(room, address)
    _rooms.append(room)
    return found


def find_regions(room: RegionRoom, cache: int | None) -> ContactRegions:
    """Makes the query of a room, again with more room if there are more regions."""
    found = _find_regions(room.pointer, cache, get_workspace(), None)
    if found.state == 0:
        check_state(0, found.reason)
    query, regions_needed, points_needed = room.query, found.neededRegions, found.neededPoints
    if regions_needed > query.regionCapacity or points_needed > query.pointCapacity:
        larger = RegionRoom(max(regions_needed, ROOM_FIRST), max(points_needed, ROOM_FIRST))
        for name in ("meshA", "meshB", "poseA", "poseB", "tolerance", "sufficientOnly"):
            setattr(larger.query, name, getattr(query, name))
        return find_regions(larger, cache)
    found.regions = found.points = None  # the room is another query's next
    regions = room.regions[: found.regionCount * REGION_SIZE]
    return ContactRegions.of(found, regions, room.points[: found.pointCount * POINT_SIZE])


def to_region(region: _layer.cdContactRegion, rows: Floats) -> ContactRegion:
    """Returns a region with copies of its points and normals."""
    normals = [to_array(region.normals[index]) for index in range(region.normalCount)]
    points = rows[region.firstPoint : region.firstPoint + region.pointCount].copy()
    a, b = region.locationA, region.locationB
    return ContactRegion(
        region.dimension, points, np.array(normals).reshape(-1, 3), region.measure, LocationKind(a.kind), a.index,
        LocationKind(b.kind), b.index, region.sufficient,
    )  # fmt: skip
