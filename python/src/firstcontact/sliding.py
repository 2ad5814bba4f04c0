"""Slides: a motion that continues along obstacles after its first contact."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Sequence

import numpy as np

from . import _layer
from ._convert import read_count, read_number, view_member
from ._library import call, get_workspace
from .mesh import Mesh
from .pose import POSE_WIDTH, Pose, PoseLike, read_pose, read_single_pose, to_struct
from .queries import COUNT_FIRST, read_meshes
from .results import FirstContact, Slide, check_state


def slide(
    a: Mesh,
    b: Mesh | Sequence[Mesh],
    start: PoseLike,
    target: PoseLike,
    at: PoseLike = None,
    *,
    safety_distance: float = 0.0,
    allowance: float = 0.0,
    margin: float = 0.0,
    max_legs: int = 0,
    max_tests: int = 0,
) -> Slide:
    """Moves A towards a target and slides it along B, a mesh or a sequence of obstacles. No pose of the path overlaps.

    start, target: poses of A. at: pose of B, or a batch with one pose for each obstacle.
    safety_distance, allowance, margin: lengths, as in first_contact. max_legs: number of legs; 0: 24.
    """
    obstacles = read_meshes(b, "b")
    mesh = read_meshes(a, "a")[0]
    if allowance:
        mesh = mesh.with_allowance(allowance)
    for part in (mesh, *obstacles):
        if part.rounding_radius == 0.0:
            part.build_parts(_layer.CD_PART_FEATURES)
    room = fill_obstacles(obstacles, read_pose(at, "at"))
    query = _layer.cdSlideInput()
    query.step.mesh = mesh._handle
    query.step.start = to_struct(read_single_pose(start, "start"))
    query.step.target = to_struct(read_single_pose(target, "target"))
    query.step.obstacles, query.step.obstacleCount = ctypes.addressof(room), len(obstacles)
    query.step.safetyDistance = read_number(safety_distance, "safety_distance")
    query.step.margin = read_number(margin, "margin")
    query.step.budget.maxPairTests = read_count(max_tests, "max_tests", 0, 2**63 - 1)
    query.maxLegs = read_count(max_legs, "max_legs")
    return find_slide(query)


def fill_obstacles(meshes: list[Mesh], at: Pose) -> Any:
    """Returns the obstacles with their poses."""
    if at.is_batch and len(at) != len(meshes):
        raise ValueError(f"{len(meshes)} obstacles and {len(at)} poses")
    obstacles = (_layer.cdObstacle * len(meshes))()
    view_member(obstacles, "mesh", np.uintp)[:] = [mesh._handle for mesh in meshes]
    view_member(obstacles, "pose", np.float64, POSE_WIDTH)[:] = at.rows
    return obstacles


def find_slide(query: _layer.cdSlideInput) -> Slide:
    """Makes one query, again with more room for the path or the constraints if necessary."""
    query.constraintCapacity = query.poseCapacity = COUNT_FIRST
    while True:
        constraints = (_layer.cdSlideConstraint * query.constraintCapacity)()
        poses = (_layer.cdPose * query.poseCapacity)()
        query.constraints, query.poses = ctypes.addressof(constraints), ctypes.addressof(poses)
        found = call("cdFindSlide", byref(query), None, get_workspace(), None)
        check_state(found.contact.state, found.contact.reason)
        if found.neededConstraints <= len(constraints) and found.neededPoses <= len(poses):
            return to_slide(found, constraints, poses)
        query.constraintCapacity = max(found.neededConstraints, len(constraints))
        query.poseCapacity = max(found.neededPoses, len(poses))


def to_slide(found: _layer.cdSlide, constraints: Any, poses: Any) -> Slide:
    """Returns the result with copies of its arrays."""
    contact, count = FirstContact.of(found.contact), found.constraintCount
    path = np.frombuffer(poses, dtype=np.float64).reshape(-1, POSE_WIDTH)[: found.poseCount]

    def copy(path: str, dtype: Any = np.float64, width: int = 0) -> Any:
        return view_member(constraints, path, dtype, width)[:count].copy()

    return Slide(
        contact, contact.resolved_pose, found.reached, found.exhausted, found.legCount, Pose.from_rows(path),
        copy("point", width=3), copy("normal", width=3), copy("push"), copy("obstacle", np.int32),
    )  # fmt: skip
