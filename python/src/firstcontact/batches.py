"""Batches of the queries of two meshes, and their results."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import Floats, get_address
from ._threads import Flag
from .batch import (
    Batch,
    Member,
    Results,
    check_states,
    fill_member,
    find_count,
    flag_members,
    get_rows,
    get_sizes,
    make_inputs,
    make_items,
    member,
    mesh_member,
    pose_member,
)
from .caches import PairCache
from .mesh import Mesh
from .pose import POSE_WIDTH, Pose
from .results import NO_PAIRS, Distance, FirstContact, Overlap


class FirstContacts(Results[FirstContact]):
    """Results of n first contact queries. Members as in FirstContact."""

    __slots__ = ()
    _item = FirstContact

    @property
    def states(self) -> NDArray[np.int32]:
        """Shape (n,), as State."""
        return self._view("state", np.int32)

    @property
    def reasons(self) -> NDArray[np.int32]:
        """Shape (n,), numbers of the library; 0: decided."""
        return self._view("reason", np.int32)

    @property
    def t(self) -> Floats:
        """Shape (n, 2), fractions of the steps."""
        return self._view("t", width=2)

    @property
    def points(self) -> Floats:
        """Shape (n, 3), world frame."""
        return self._view("point", width=3)

    @property
    def normals(self) -> Floats:
        """Shape (n, 3), unit, world frame, from B to A."""
        return self._view("normal", width=3)

    @property
    def tolerances(self) -> Floats:
        """Shape (n,), length."""
        return self._view("tolerance")

    @property
    def resolved_times(self) -> Floats:
        """Shape (n,), fractions of the steps."""
        return self._view("resolvedTime")

    @property
    def resolved_poses(self) -> Pose:
        """Batch of n poses of A."""
        return self._view_poses("resolvedPose")

    @property
    def resolved_poses_b(self) -> Pose:
        """Batch of n poses of B."""
        return self._view_poses("resolvedPoseB")


class Distances(Results[Distance]):
    """Results of n distances. Members as in Distance."""

    __slots__ = ()
    _item = Distance

    @property
    def states(self) -> NDArray[np.int32]:
        """Shape (n,), as State."""
        return self._view("state", np.int32)

    @property
    def beyond(self) -> NDArray[np.bool_]:
        """Shape (n,), True where farther than max_distance."""
        return self._view("beyond", np.bool_)

    @property
    def distances(self) -> Floats:
        """Shape (n,), length; infinite where beyond."""
        return self._view("distance")

    @property
    def lower(self) -> Floats:
        """Shape (n,), certified lower bounds, length."""
        return self._view("lower")

    @property
    def upper(self) -> Floats:
        """Shape (n,), certified upper bounds, length."""
        return self._view("upper")

    @property
    def points_a(self) -> Floats:
        """Shape (n, 3), nearest points of A, world frame."""
        return self._view("pointA", width=3)

    @property
    def points_b(self) -> Floats:
        """Shape (n, 3), nearest points of B, world frame."""
        return self._view("pointB", width=3)

    @property
    def normals(self) -> Floats:
        """Shape (n, 3), unit, world frame, from B to A; zero where overlapping."""
        return self._view("normal", width=3)


class Overlaps(Results[Overlap]):
    """Results of n tests for overlap. Members as in Overlap."""

    __slots__ = ("_pairs",)
    _item = Overlap

    def __init__(self, items: Any, pairs: dict[int, NDArray[np.int32]] | None = None) -> None:
        super().__init__(items)
        self._pairs = pairs or {}

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return super().__getitem__(index)
        number = range(len(self))[index]
        return Overlap.of(self._items[number], self._pairs.get(number, NO_PAIRS))

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_overlaps, (bytes(self._items), self._pairs)

    @property
    def states(self) -> NDArray[np.int32]:
        """Shape (n,), as State."""
        return self._view("state", np.int32)

    @property
    def points(self) -> Floats:
        """Shape (n, 3), shared points, world frame; valid where overlapping."""
        return self._view("point", width=3)


def restore_overlaps(data: bytes, pairs: dict[int, NDArray[np.int32]]) -> Overlaps:
    """Returns results again, for pickle and copy."""
    count = len(data) // ctypes.sizeof(_layer.cdOverlap)
    return Overlaps((_layer.cdOverlap * count).from_buffer_copy(data), pairs)


@dataclass(frozen=True)
class Step:
    """Motions of A, and of B if it has a target; single poses or batches."""

    start: Pose
    target: Pose
    at: Pose
    at_target: Pose | None
    safety_distance: float
    margin: float
    own_screws: bool
    max_tests: int


def find_first_contacts(a: list[Mesh], b: list[Mesh], step: Step, jobs: int, cache: Any) -> FirstContacts:
    """Makes a batch of queries."""
    count = find_count(get_sizes((step.start, step.target, step.at, step.at_target), (a, b)))
    flag = Flag()
    members = [
        mesh_member("meshA", a), mesh_member("meshB", b), pose_member("startA", step.start),
        pose_member("targetA", step.target), pose_member("startB", step.at), *flag_members("budget", flag),
        member("safetyDistance", step.safety_distance), member("margin", step.margin),
        member("budget.maxPairTests", step.max_tests, np.int64),
    ]  # fmt: skip
    targets = None
    if step.at_target is not None:
        targets = np.ascontiguousarray(np.broadcast_to(step.at_target.rows, (count, POSE_WIDTH)))
        members += target_members(targets, step.own_screws)
    inputs = make_inputs(_layer.cdFirstContactInput, count, members)
    kept = a, b, targets
    batch = Batch("cdFindFirstContacts", _layer.cdFirstContactBatch, inputs, _layer.cdFirstContact, kept)
    results = batch.run(jobs, flag, cache, PairCache)
    check_states(results)
    return FirstContacts(results)


def target_members(targets: Floats, own_screws: bool) -> list[Member]:
    """Returns the members of inputs whose B moves to targets, shape (n, 7), which must live as long."""
    addresses = get_address(targets) + np.arange(len(targets), dtype=np.uintp) * ctypes.sizeof(_layer.cdPose)
    kind = _layer.CD_EACH_OWN_SCREW if own_screws else _layer.CD_RELATIVE_SCREW
    return [member("targetB", addresses, np.uintp), member("inBetween", kind, np.int32)]


def list_members(
    a: list[Mesh], b: list[Mesh], poses: tuple[Pose, Pose], max_tests: int, flag: Flag
) -> list[Member]:
    """Returns the members that the inputs of distances and overlaps have in common."""
    return [
        mesh_member("meshA", a), mesh_member("meshB", b), pose_member("poseA", poses[0]),
        pose_member("poseB", poses[1]), *flag_members("budget", flag),
        member("budget.maxPairTests", max_tests, np.int64),
    ]  # fmt: skip


def find_distances(
    a: list[Mesh], b: list[Mesh], poses: tuple[Pose, Pose], limits: tuple[Any, int], jobs: int, cache: Any = None
) -> Distances:
    """Makes a batch of distances. limits: largest distances and number of tests."""
    flag = Flag()
    members = [*list_members(a, b, poses, limits[1], flag), member("maxDistance", limits[0])]
    inputs = make_inputs(_layer.cdDistanceInput, find_count(get_sizes(poses, (a, b))), members)
    batch = Batch("cdFindDistances", _layer.cdDistanceBatch, inputs, _layer.cdDistance, a, b)
    results = batch.run(jobs, flag, cache, PairCache)
    check_states(results)
    return Distances(results)


def find_overlaps(
    a: list[Mesh], b: list[Mesh], poses: tuple[Pose, Pose], max_tests: int, jobs: int, cache: Any = None
) -> Overlaps:
    """Makes a batch of tests for overlap."""
    flag = Flag()
    members = list_members(a, b, poses, max_tests, flag)
    inputs = make_inputs(_layer.cdOverlapInput, find_count(get_sizes(poses, (a, b))), members)
    batch = Batch("cdFindOverlaps", _layer.cdOverlapBatch, inputs, _layer.cdOverlap, a, b)
    results = batch.run(jobs, flag, cache, PairCache)
    check_states(results)
    return Overlaps(results)


def find_overlap_pairs(
    a: list[Mesh], b: list[Mesh], poses: tuple[Pose, Pose], max_tests: int, jobs: int, cache: Any = None
) -> Overlaps:
    """Makes a batch of tests for overlap that list all pairs of triangles, with as much room as each one needs.

    A first batch finds the meshes that overlap; later ones list their pairs, again where the room was too small.
    """
    found = find_overlaps(a, b, poses, max_tests, jobs, cache)
    members = list_members(a, b, poses, max_tests, Flag())
    inputs = make_inputs(_layer.cdOverlapInput, len(found), members)
    pairs: dict[int, NDArray[np.int32]] = {}
    left = np.flatnonzero(found.states == _layer.CD_OVERLAP)
    room = np.full(len(inputs), PAIRS_FIRST, dtype=np.int64)
    while len(left):
        left = list_pairs(inputs, left, room, pairs, found._items, jobs, (a, b))
    return Overlaps(found._items, pairs)


PAIRS_FIRST = 64  # pairs of triangles for which each overlap has room at first


def list_pairs(
    inputs: Any, left: NDArray[np.intp], room: Any, pairs: dict[int, Any], found: Any, jobs: int, kept: object
) -> NDArray[np.intp]:
    """Lists the pairs of some overlaps; returns those that need more room, with it in `room`."""
    some, flag = make_items(_layer.cdOverlapInput, len(left), zero=False), Flag()
    get_rows(some)[:] = get_rows(inputs)[left]
    for path, value, dtype, width in flag_members("budget", flag):
        fill_member(some, path, value, dtype, width)
    ends = np.cumsum(room[left])
    items: NDArray[np.int32] = np.empty((int(ends[-1]), 2), dtype=np.int32)
    fill_member(some, "trianglePairs", get_address(items) + 8 * (ends - room[left]).astype(np.uintp), np.uintp)
    fill_member(some, "pairCapacity", room[left], np.int32)
    results = Batch("cdFindOverlaps", _layer.cdOverlapBatch, some, _layer.cdOverlap, items, kept).run(jobs, flag)
    check_states(results)
    more = []
    for place, index in enumerate(left.tolist()):
        result = results[place]
        if result.neededPairs > room[index]:
            room[index] = result.neededPairs
            more.append(index)
            continue
        first = int(ends[place] - room[index])
        pairs[index] = items[first : first + result.pairCount].copy()
        found[index] = result
    return np.array(more, dtype=np.intp)
