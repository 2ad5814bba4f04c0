"""Solids: points inside or outside, and the regions in which two meshes touch."""

from __future__ import annotations

import ctypes
from ctypes import byref
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer
from ._convert import Floats, get_address, read_count, read_floats, read_number, to_array
from ._library import call, get_workspace
from ._threads import Flag, run_chunks
from .caches import PairCache, use_cache
from .mesh import Mesh, check_mesh
from .pose import PoseLike, read_single_pose, to_rotations, to_struct
from .results import State, check_state, get_reason

ROOM_FIRST = 256  # regions and points for which a query has room at first


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
    single = np.ndim(points) == 1
    rows = np.atleast_2d(read_floats(points, "points", (3,) if single else (-1, 3)))
    place = read_single_pose(pose, "pose")
    local = rows if pose is None else (rows - place.position) @ to_rotations(place.quaternion)
    local = np.ascontiguousarray(local)
    locations = np.empty((len(local), 2), dtype=np.int32)  # as cdLocation

    def run(first: int, end: int) -> None:
        part = _layer.cdLocationBatch(mesh._handle, get_address(local) + 24 * first)
        part.locations, part.count = get_address(locations) + 8 * first, end - first
        call("cdClassifyPoints", byref(part), get_workspace(), None)

    run_chunks(run, len(local), read_count(jobs, "jobs"), Flag())
    return Classification(locations[:, 0], locations[:, 1])


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


@dataclass(frozen=True)
class ContactRegions:
    """Result of contact_regions. state: FREE, CONTACT, or OVERLAP if deeper than the tolerance.

    crossing: lower bound of the depth of an overlap, length. tolerance: actual tolerance, length.
    """

    state: State
    reason: str
    regions: tuple[ContactRegion, ...]
    crossing: float
    tolerance: float


def contact_regions(
    a: Mesh, b: Mesh, pose: PoseLike = None, at: PoseLike = None, *,
    tolerance: float = 0.0, sufficient: bool = False, cache: PairCache | None = None,
) -> ContactRegions:  # fmt: skip
    """Finds the points, segments and polygons in which A at `pose` and B at `at` touch.

    tolerance: length within which features touch; 0: 8e-6 of the larger radius.
    sufficient: True for the sufficient subset only, which keeps the two from penetrating. cache: of this pair of meshes.
    """
    query = _layer.cdRegionsInput()
    for mesh, name in ((a, "a"), (b, "b")):
        check_mesh(mesh, name).build_parts(_layer.CD_PART_FEATURES)
    query.meshA, query.meshB = a._handle, b._handle
    query.poseA, query.poseB = to_struct(read_single_pose(pose, "pose")), to_struct(read_single_pose(at, "at"))
    query.tolerance, query.sufficientOnly = read_number(tolerance, "tolerance"), bool(sufficient)
    query.regionCapacity = query.pointCapacity = ROOM_FIRST
    with use_cache(cache, PairCache, 1) as address:
        return find_regions(query, address)


def find_regions(query: _layer.cdRegionsInput, cache: int | None) -> ContactRegions:
    """Makes one query, again with more room if there are more regions."""
    while True:
        regions = (_layer.cdContactRegion * query.regionCapacity)()
        points = (_layer.cdVec3 * query.pointCapacity)()
        query.regions, query.points = ctypes.addressof(regions), ctypes.addressof(points)
        found = call("cdFindContactRegions", byref(query), cache, get_workspace(), None)
        check_state(found.state, found.reason)
        if found.neededRegions <= len(regions) and found.neededPoints <= len(points):
            break
        query.regionCapacity = max(found.neededRegions, len(regions))
        query.pointCapacity = max(found.neededPoints, len(points))
    rows = np.frombuffer(points, dtype=np.float64).reshape(-1, 3)
    items = tuple(to_region(regions[index], rows) for index in range(found.regionCount))
    return ContactRegions(State(found.state), get_reason(found.reason), items, found.crossing, found.tolerance)


def to_region(region: _layer.cdContactRegion, rows: Floats) -> ContactRegion:
    """Returns a region with copies of its points and normals."""
    normals = [to_array(region.normals[index]) for index in range(region.normalCount)]
    points = rows[region.firstPoint : region.firstPoint + region.pointCount].copy()
    a, b = region.locationA, region.locationB
    return ContactRegion(
        region.dimension, points, np.array(normals).reshape(-1, 3), region.measure, LocationKind(a.kind), a.index,
        LocationKind(b.kind), b.index, region.sufficient,
    )  # fmt: skip
