"""Queries of two meshes: first contact of a motion, slide, distance, overlap.

A moves or is at a pose, B is fixed unless it has a target. Poses are given in the forms of pose.py. A batch of poses
gives a batch of results; single poses and meshes hold for all of them. `jobs` threads share a batch; 0: one for each
processor. Results never depend on it. Errors: ValueError for invalid input, with the argument's name.
"""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Sequence

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import get_address, read_count, read_number
from ._library import call, get_workspace
from .batch import FirstContacts, Step, find_first_contacts, run_each
from .mesh import Mesh, check_mesh
from .pose import Pose, PoseLike, read_pose, to_struct
from .results import Distance, FirstContact, Overlap, Touch, check_state, to_tuple

Meshes = Mesh | Sequence[Mesh]
COUNT_FIRST = 64  # items for which a query has room at first; more are found by a second query


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
    jobs: int = 1,
) -> FirstContact | FirstContacts:
    """Finds the first contact of A's motion with B. No contact is missed, however fast the motion is.

    start, target: poses of A; in between it follows a screw. at: pose of B, the identity by default.
    at_target: pose at which B ends; None: B stays. own_screws: True if each follows its own screw, else A's motion
    relative to B is a screw. safety_distance: length that counts as contact.
    allowance: length by which A and B may penetrate. margin: gap at the resolved pose, length; 0: 1e-6 of the radius.
    touches: True to list all pairs that touch (single queries). max_tests: limit on the work; 0: none.

    Returns a FirstContact, or FirstContacts if a pose or a mesh is a batch.
    """
    step = Step(
        read_pose(start, "start"), read_pose(target, "target"), read_pose(at, "at"),
        None if at_target is None else read_pose(at_target, "at_target"),
        read_number(safety_distance, "safety_distance"), read_number(margin, "margin"), bool(own_screws),
        read_count(max_tests, "max_tests", 0, 2**63 - 1),
    )  # fmt: skip
    meshes_a, meshes_b = read_meshes(a, "a"), read_meshes(b, "b")
    if allowance:
        meshes_a = [mesh.with_allowance(allowance) for mesh in meshes_a]
    single = isinstance(a, Mesh) and isinstance(b, Mesh) and not step.is_batch
    if not single:
        if touches:
            raise ValueError("touches are listed for single queries only")
        return find_first_contacts(meshes_a, meshes_b, step, read_count(jobs, "jobs"))
    return find_first_contact(meshes_a[0], meshes_b[0], step, touches)


def read_meshes(value: Meshes, name: str) -> list[Mesh]:
    """Returns one mesh or several as a list."""
    if isinstance(value, (list, tuple)):
        if not value:
            raise ValueError(f"{name} is an empty list")
        return [check_mesh(mesh, f"{name}[{index}]") for index, mesh in enumerate(value)]
    return [check_mesh(value, name)]


def find_first_contact(a: Mesh, b: Mesh, step: Step, with_touches: bool) -> FirstContact:
    """Makes one query, again with more room if more pairs touch."""
    query = step.fill(a, b)
    count = COUNT_FIRST if with_touches else 0
    while True:
        room = (_layer.cdTouch * count)()
        if count:
            query.touches, query.touchCapacity = ctypes.addressof(room), count
        found = call("cdFindFirstContact", byref(query), None, get_workspace(), None)
        check_state(found.state, found.reason)
        if found.neededTouches <= count:
            return FirstContact.of(found, to_tuple(room, found.touchCount, Touch))
        count = found.neededTouches


def distance(
    a: Mesh, b: Mesh, pose: PoseLike = None, at: PoseLike = None, *,
    max_distance: float = 0.0, max_tests: int = 0, jobs: int = 1,
) -> Distance | list[Distance]:  # fmt: skip
    """Finds the distance of the surfaces of A at `pose` and B at `at`, and their nearest points.

    max_distance: length beyond which the search stops; 0: none. Returns a Distance, or a list for a batch of poses.
    """
    query = _layer.cdDistanceInput()
    query.meshA, query.meshB = check_mesh(a, "a")._handle, check_mesh(b, "b")._handle
    query.maxDistance = read_number(max_distance, "max_distance", infinite=True)
    query.budget.maxPairTests = read_count(max_tests, "max_tests", 0, 2**63 - 1)

    def find(pose_a: Pose, pose_b: Pose) -> Distance:
        own = _layer.cdDistanceInput.from_buffer_copy(query)
        own.poseA, own.poseB = to_struct(pose_a), to_struct(pose_b)
        found = call("cdFindDistance", byref(own), None, get_workspace(), None)
        check_state(found.state, found.reason)
        return Distance.of(found)

    return run_each(find, read_pose(pose, "pose"), read_pose(at, "at"), read_count(jobs, "jobs"))


def overlap(
    a: Mesh, b: Mesh, pose: PoseLike = None, at: PoseLike = None, *,
    pairs: bool = False, max_tests: int = 0, jobs: int = 1,
) -> Overlap | list[Overlap]:  # fmt: skip
    """Tests exactly if the surfaces of A at `pose` and B at `at` share a point. Touching counts as overlap.

    pairs: True to list all pairs of triangles. Returns an Overlap, or a list for a batch of poses.
    """
    query = _layer.cdOverlapInput()
    query.meshA, query.meshB = check_mesh(a, "a")._handle, check_mesh(b, "b")._handle
    query.budget.maxPairTests = read_count(max_tests, "max_tests", 0, 2**63 - 1)

    def find(pose_a: Pose, pose_b: Pose) -> Overlap:
        own = _layer.cdOverlapInput.from_buffer_copy(query)
        own.poseA, own.poseB = to_struct(pose_a), to_struct(pose_b)
        return find_overlap(own, COUNT_FIRST if pairs else 0)

    return run_each(find, read_pose(pose, "pose"), read_pose(at, "at"), read_count(jobs, "jobs"))


def find_overlap(query: _layer.cdOverlapInput, count: int) -> Overlap:
    """Makes one query, again with more room if there are more pairs."""
    while True:
        room: NDArray[np.int32] = np.empty((count, 2), dtype=np.int32)
        if count:
            query.trianglePairs, query.pairCapacity = get_address(room), count
        found = call("cdFindOverlap", byref(query), None, get_workspace(), None)
        check_state(found.state, found.reason)
        if found.neededPairs <= count:
            return Overlap.of(found, room[: found.pairCount if count else 0].copy())
        count = found.neededPairs
