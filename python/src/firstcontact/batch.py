"""Many queries at once, shared by threads.

The library releases the GIL, so threads run in parallel. Each has its own workspace. Results have the same bits with
any number of threads.
"""

from __future__ import annotations

import ctypes
import os
from concurrent.futures import ThreadPoolExecutor
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Callable, Iterator, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import Floats, get_address, view_member
from ._library import call, get_workspace
from .mesh import Mesh
from .pose import POSE_WIDTH, Pose, to_struct
from .results import FirstContact, check_state

CHUNKS_PER_JOB = 8  # parts of a batch for each thread, so that all end together
Result = TypeVar("Result")


@dataclass(frozen=True)
class Step:
    """A motion of A, and of B if it has a target; single poses or batches."""

    start: Pose
    target: Pose
    at: Pose
    at_target: Pose | None
    safety_distance: float
    margin: float
    own_screws: bool
    max_tests: int

    @property
    def poses(self) -> list[Pose]:
        return [pose for pose in (self.start, self.target, self.at, self.at_target) if pose is not None]

    @property
    def is_batch(self) -> bool:
        return any(pose.is_batch for pose in self.poses)

    def fill(self, a: Mesh, b: Mesh) -> _layer.cdFirstContactInput:
        """Returns the input of one query. The pose of at_target is kept by the input."""
        query = _layer.cdFirstContactInput()
        query.meshA, query.meshB = a._handle, b._handle
        query.startA, query.targetA, query.startB = map(to_struct, (self.start, self.target, self.at))
        if self.at_target is not None:
            query.kept = to_struct(self.at_target)
            query.targetB = ctypes.addressof(query.kept)
        query.inBetween = _layer.CD_EACH_OWN_SCREW if self.own_screws else _layer.CD_RELATIVE_SCREW
        query.safetyDistance, query.margin = self.safety_distance, self.margin
        query.budget.maxPairTests = self.max_tests
        return query


@dataclass(frozen=True)
class FirstContacts:
    """Results of n first contact queries; item i is a FirstContact.

    states, reasons: shape (n,), as State and as numbers of the library. t: shape (n, 2), fractions of the steps.
    points, normals: shape (n, 3), world frame. tolerances, resolved_times: shape (n,).
    resolved_poses, resolved_poses_b: batches of poses.
    """

    states: NDArray[np.int32]
    reasons: NDArray[np.int32]
    t: Floats
    points: Floats
    normals: Floats
    tolerances: Floats
    resolved_times: Floats
    resolved_poses: Pose
    resolved_poses_b: Pose
    _items: Any

    @classmethod
    def of(cls, items: Any) -> FirstContacts:
        def copy(path: str, dtype: Any = np.float64, width: int = 0) -> NDArray[Any]:
            return view_member(items, path, dtype, width).copy()

        return cls(
            copy("state", np.int32), copy("reason", np.int32), copy("t", width=2), copy("point", width=3),
            copy("normal", width=3), copy("tolerance"), copy("resolvedTime"),
            Pose.from_rows(copy("resolvedPose", width=POSE_WIDTH)),
            Pose.from_rows(copy("resolvedPoseB", width=POSE_WIDTH)), items,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, index: int) -> FirstContact:
        return FirstContact.of(self._items[range(len(self))[index]])

    def __iter__(self) -> Iterator[FirstContact]:
        return (self[index] for index in range(len(self)))


def find_first_contacts(a: list[Mesh], b: list[Mesh], step: Step, jobs: int) -> FirstContacts:
    """Makes a batch of queries."""
    sizes = [len(pose) for pose in step.poses if pose.is_batch] + [len(meshes) for meshes in (a, b) if len(meshes) > 1]
    count = find_count(sizes or [1])
    inputs, kept = fill_inputs(a, b, step, count)
    results = (_layer.cdFirstContact * count)()

    def run(first: int, end: int) -> None:
        batch = _layer.cdFirstContactBatch()
        batch.inputs = ctypes.addressof(inputs) + first * ctypes.sizeof(_layer.cdFirstContactInput)
        batch.results = ctypes.addressof(results) + first * ctypes.sizeof(_layer.cdFirstContact)
        batch.count = end - first
        call("cdFindFirstContacts", byref(batch), get_workspace(), None)

    run_chunks(run, count, jobs)
    del kept
    found = FirstContacts.of(results)
    for index in np.flatnonzero(found.states == _layer.CD_UNDECIDED):
        check_state(int(found.states[index]), int(found.reasons[index]))
    return found


def find_count(sizes: list[int]) -> int:
    """Returns the common length of all batches. Errors: ValueError if they differ."""
    if len(set(sizes)) > 1:
        raise ValueError(f"batches of different lengths: {sorted(set(sizes))}")
    return sizes[0]


def fill_inputs(a: list[Mesh], b: list[Mesh], step: Step, count: int) -> tuple[Any, Any]:
    """Returns the inputs of all queries, and the array that they refer to."""
    inputs = (_layer.cdFirstContactInput * count)()
    view_member(inputs, "meshA", np.uintp)[:] = [mesh._handle for mesh in a]
    view_member(inputs, "meshB", np.uintp)[:] = [mesh._handle for mesh in b]
    for path, pose in (("startA", step.start), ("targetA", step.target), ("startB", step.at)):
        view_member(inputs, path, np.float64, POSE_WIDTH)[:] = pose.rows
    view_member(inputs, "safetyDistance", np.float64)[:] = step.safety_distance
    view_member(inputs, "margin", np.float64)[:] = step.margin
    view_member(inputs, "budget.maxPairTests", np.int64)[:] = step.max_tests
    if step.at_target is None:
        return inputs, None
    targets = np.ascontiguousarray(np.broadcast_to(step.at_target.rows, (count, POSE_WIDTH)))
    addresses = get_address(targets) + np.arange(count, dtype=np.uintp) * ctypes.sizeof(_layer.cdPose)
    view_member(inputs, "targetB", np.uintp)[:] = addresses
    view_member(inputs, "inBetween", np.int32)[:] = (
        _layer.CD_EACH_OWN_SCREW if step.own_screws else _layer.CD_RELATIVE_SCREW
    )
    return inputs, targets


def run_chunks(run: Callable[[int, int], None], count: int, jobs: int) -> None:
    """Calls run(first, end) for parts of range(count), in `jobs` threads; 0: one for each processor."""
    workers = min(jobs or os.cpu_count() or 1, count)
    if workers <= 1:
        if count:
            run(0, count)
        return
    chunks = min(count, workers * CHUNKS_PER_JOB)
    ends = [count * index // chunks for index in range(chunks + 1)]
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(run, ends[:-1], ends[1:]))


def run_each(find: Callable[[Pose, Pose], Result], pose: Pose, at: Pose, jobs: int) -> Result | list[Result]:
    """Calls `find` for one pair of poses, or for each pair of a batch."""
    if not pose.is_batch and not at.is_batch:
        return find(pose, at)
    count = find_count([len(poses) for poses in (pose, at) if poses.is_batch])
    results: list[Any] = [None] * count

    def run(first: int, end: int) -> None:
        for index in range(first, end):
            results[index] = find(pose[index] if pose.is_batch else pose, at[index] if at.is_batch else at)

    run_chunks(run, count, jobs)
    return results
