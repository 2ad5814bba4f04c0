"""Queries of two meshes: first contact of a motion, distance, overlap.

A moves or is at a pose, B is fixed unless it has a target. Poses are given in the forms of pose.py. A batch of poses
or meshes gives a batch of results; single poses and meshes hold for all of them. `jobs` threads share a batch; 0: one
for each processor. Results never depend on it, nor on a `cache`. Ctrl-C stops a batch. Errors: ValueError for invalid
input, with the argument's name.
"""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import get_address, read_count, read_length, read_limit
from ._library import bind, get_workspace
from .batches import (
    Distances,
    FirstContacts,
    Overlaps,
    Step,
    find_distances,
    find_first_contacts,
    find_overlap_pairs,
    find_overlaps,
)
from .caches import PairCache, use_cache
from .mesh import Mesh, check_mesh
from .pose import IDENTITY, Pose, PoseLike, is_matrix, make_pair, read_pose, to_struct
from .results import Distance, FirstContact, Overlap, Touch, check_state, to_tuple

Meshes = Mesh | Sequence[Mesh]
COUNT_FIRST = 64  # items for which a query has room at first; more are found by a second query
TESTS_MAX = 2**63 - 1
STEP_OFFSET = _layer.cdFirstContactInput.startA.offset  # startA, then targetA

_find_first_contact = bind("cdFindFirstContact")
_find_distance = bind("cdFindDistance")
_find_overlap = bind("cdFindOverlap")


def first_contact(
    a: Meshes,
    b: Meshes,
    start: PoseLike,
    target: PoseLike,
    at: PoseLike = None,
    at_target: PoseLike = None,
    *,
    safety_distance: float = 0.0,
    allowance: float = 0.0,
    margin: float = 0.0,
    own_screws: bool = False,
    touches: bool = False,
    max_tests: int = 0,
    cache: PairCache | None = None,
    jobs: int = 1,
) -> FirstContact | FirstContacts:
    """Finds the first contact of A's motion with B. No contact is missed, however fast the motion is.

    start, target: poses of A; in between it follows a screw. at: pose of B, the identity by default.
    at_target: pose at which B ends; None: B stays. own_screws: True if each follows its own screw, else A's motion
    relative to B is a screw. safety_distance: length that counts as contact.
    allowance: length by which A and B may penetrate. margin: gap at the resolved pose, length; 0: 1e-6 of the radius.
    touches: True to list all pairs that touch (single queries). max_tests: limit on the work; 0: none.
    cache: of this pair of meshes, or of a batch of this length; None: none.

    Returns a FirstContact, or FirstContacts if a pose or a mesh is a batch.
    """
    place = IDENTITY if at is None else read_pose(at, "at")
    place_end = None if at_target is None else read_pose(at_target, "at_target")
    safety = read_length(safety_distance, "safety_distance")
    gap = read_length(margin, "margin")
    tests = read_tests(max_tests)
    if allowance:
        a, b = add_allowance(a, allowance), read_meshes(b, "b")
        b = b[0] if len(b) == 1 else b
    query = None
    if isinstance(a, Mesh) and isinstance(b, Mesh) and place._struct is not None:
        if place_end is None or place_end._struct is not None:
            query = make_query(a, b, start, target, place)
    if query is not None:
        if place_end is not None:
            place_struct = to_struct(place_end)
            query.targetB = ctypes.addressof(place_struct)
            query.inBetween = _layer.CD_EACH_OWN_SCREW if own_screws else _layer.CD_RELATIVE_SCREW
        if safety or gap or tests:
            query.safetyDistance, query.margin, query.budget.maxPairTests = safety, gap, tests
        if cache is None and not touches:
            found = _find_first_contact(byref(query), None, get_workspace(), None)
            if found.state == 0:
                check_state(0, found.reason)
            return FirstContact.of(found)
        with use_cache(cache, PairCache, 1) as address:
            return find_touches(query, COUNT_FIRST if touches else 0, address)
    if touches:
        raise ValueError("touches are listed for single queries only")
    pose, end = read_pose(start, "start"), read_pose(target, "target")
    step = Step(pose, end, place, place_end, safety, gap, bool(own_screws), tests)
    return find_first_contacts(read_meshes(a, "a"), read_meshes(b, "b"), step, read_count(jobs, "jobs"), cache)


def make_query(a: Mesh, b: Mesh, start: PoseLike, target: PoseLike, place: Pose) -> _layer.cdFirstContactInput | None:
    """Returns the query of single poses; None: one is a batch. Two matrices are converted where the query has them."""
    if is_matrix(start) and is_matrix(target):
        query = _layer.cdFirstContactInput(a._handle, b._handle)
        if make_pair(start, target, byref(query, STEP_OFFSET)):
            query.startB = place._struct
            return query
    pose, end = read_pose(start, "start"), read_pose(target, "target")
    if pose._struct is None or end._struct is None:
        return None
    return _layer.cdFirstContactInput(a._handle, b._handle, pose._struct, end._struct, place._struct)


def read_tests(value: Any) -> int:
    """Returns a limit on the work."""
    return value if type(value) is int and 0 <= value <= TESTS_MAX else read_count(value, "max_tests", 0, TESTS_MAX)


def read_meshes(value: Meshes, name: str) -> list[Mesh]:
    """Returns one mesh or several as a list."""
    if isinstance(value, (list, tuple)):
        if not value:
            raise ValueError(f"{name} is an empty list")
        return [check_mesh(mesh, f"{name}[{index}]") for index, mesh in enumerate(value)]
    return [check_mesh(value, name)]


def add_allowance(value: Meshes, allowance: float) -> Meshes:
    """Returns meshes that others may penetrate."""
    meshes = [mesh.with_allowance(allowance) for mesh in read_meshes(value, "a")]
    return meshes if isinstance(value, (list, tuple)) else meshes[0]


def find_touches(query: _layer.cdFirstContactInput, count: int, cache: int | None) -> FirstContact:
    """Makes one query that lists all touches, again with more room if there are more."""
    while True:
        room = (_layer.cdTouch * count)()
        if count:
            query.touches, query.touchCapacity = ctypes.addressof(room), count
        found = _find_first_contact(byref(query), cache, get_workspace(), None)
        check_state(found.state, found.reason)
        if found.neededTouches <= count:
            return FirstContact.of(found, to_tuple(room, found.touchCount, Touch))
        count = found.neededTouches


def distance(
    a: Meshes, b: Meshes, pose: PoseLike = None, at: PoseLike = None, *,
    max_distance: float = 0.0, max_tests: int = 0, cache: PairCache | None = None, jobs: int = 1,
) -> Distance | Distances:  # fmt: skip
    """Finds the distance of the surfaces of A at `pose` and B at `at`, and their nearest points.

    max_distance: length beyond which the search stops; 0: none. max_tests, cache: as in first_contact.
    Returns a Distance, or Distances if a pose or a mesh is a batch.
    """
    pose_a, pose_b = read_pose(pose, "pose"), read_pose(at, "at")
    limit = read_limit(max_distance)
    tests = read_tests(max_tests)
    if isinstance(a, Mesh) and isinstance(b, Mesh) and not (pose_a.is_batch or pose_b.is_batch):
        query = _layer.cdDistanceInput(a._handle, b._handle, pose_a._struct, pose_b._struct, limit)
        if tests:
            query.budget.maxPairTests = tests
        if cache is None:
            found = _find_distance(byref(query), None, get_workspace(), None)
        else:
            with use_cache(cache, PairCache, 1) as address:
                found = _find_distance(byref(query), address, get_workspace(), None)
        if found.state == 0:
            check_state(0, found.reason)
        return Distance.of(found)
    meshes = read_meshes(a, "a"), read_meshes(b, "b")
    return find_distances(*meshes, (pose_a, pose_b), (limit, tests), read_count(jobs, "jobs"), cache)


def overlap(
    a: Meshes, b: Meshes, pose: PoseLike = None, at: PoseLike = None, *,
    pairs: bool = False, max_tests: int = 0, cache: PairCache | None = None, jobs: int = 1,
) -> Overlap | Overlaps:  # fmt: skip
    """Tests exactly if the surfaces of A at `pose` and B at `at` share a point. Touching counts as overlap.

    pairs: True to list all pairs of triangles. max_tests, cache: as in first_contact.
    Returns an Overlap, or Overlaps if a pose or a mesh is a batch.
    """
    pose_a, pose_b = read_pose(pose, "pose"), read_pose(at, "at")
    tests = read_tests(max_tests)
    if isinstance(a, Mesh) and isinstance(b, Mesh) and not (pose_a.is_batch or pose_b.is_batch):
        query = _layer.cdOverlapInput(a._handle, b._handle, pose_a._struct, pose_b._struct)
        if tests:
            query.budget.maxPairTests = tests
        if cache is None and not pairs:
            found = _find_overlap(byref(query), None, get_workspace(), None)
            if found.state == 0:
                check_state(0, found.reason)
            return Overlap.of(found)
        with use_cache(cache, PairCache, 1) as address:
            return find_pairs(query, COUNT_FIRST if pairs else 0, address)
    find = find_overlap_pairs if pairs else find_overlaps
    return find(read_meshes(a, "a"), read_meshes(b, "b"), (pose_a, pose_b), tests, read_count(jobs, "jobs"), cache)


def find_pairs(query: _layer.cdOverlapInput, count: int, cache: int | None) -> Overlap:
    """Makes one query that lists all pairs, again with more room if there are more."""
    while True:
        room: NDArray[np.int32] = np.empty((count, 2), dtype=np.int32)
        if count:
            query.trianglePairs, query.pairCapacity = get_address(room), count
        found = _find_overlap(byref(query), cache, get_workspace(), None)
        check_state(found.state, found.reason)
        if found.neededPairs <= count:
            return Overlap.of(found, room[: found.pairCount if count else 0].copy())
        count = found.neededPairs
