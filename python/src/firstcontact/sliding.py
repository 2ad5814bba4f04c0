"""Slides: a motion that continues along obstacles after its first contact."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import read_count, read_number, view_member
from ._library import call, get_workspace
from ._threads import Flag
from .batch import (
    Batch,
    Results,
    check_states,
    fill_member,
    find_count,
    flag_members,
    get_rows,
    get_sizes,
    make_items,
    pose_member,
)
from .caches import SlideCache, use_cache
from .mesh import Mesh
from .pose import POSE_WIDTH, Pose, PoseLike, read_pose, to_struct
from .queries import COUNT_FIRST, read_meshes, read_tests
from .results import Slide, check_state


class Slides(Results[Slide]):
    """Results of n slides. Members as in Slide."""

    __slots__ = ()
    _item = Slide

    @property
    def states(self) -> NDArray[np.int32]:
        """Shape (n,), as State, of the first contacts."""
        return self._view("contact.state", np.int32)

    @property
    def poses(self) -> Pose:
        """Batch of the n ends of the slides."""
        return self._view_poses("contact.resolvedPose")

    @property
    def reached(self) -> NDArray[np.bool_]:
        """Shape (n,), True where the end is the target."""
        return self._view("reached", np.bool_)

    @property
    def exhausted(self) -> NDArray[np.bool_]:
        """Shape (n,), True where a limit ended the slide."""
        return self._view("exhausted", np.bool_)

    @property
    def legs(self) -> NDArray[np.int32]:
        """Shape (n,), numbers of continuous queries."""
        return self._view("legCount", np.int32)


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
    cache: SlideCache | None = None,
    jobs: int = 1,
) -> Slide | Slides:
    """Moves A towards a target and slides it along B, a mesh or a sequence of obstacles. No pose of the path overlaps.

    start, target: poses of A. at: pose of B, or a batch with one pose for each obstacle.
    safety_distance, allowance, margin: lengths, as in first_contact. max_legs: number of legs; 0: 24.
    max_tests: limit on the work; 0: none. cache: of single slides along this number of obstacles; None: none.

    Returns a Slide. A batch of starts or targets gives Slides, one for each, along the same obstacles, in `jobs` threads.
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
    query.step.obstacles, query.step.obstacleCount = ctypes.addressof(room), len(obstacles)
    query.step.safetyDistance = read_number(safety_distance, "safety_distance")
    query.step.margin = read_number(margin, "margin")
    query.step.budget.maxPairTests = read_tests(max_tests)
    query.maxLegs = read_count(max_legs, "max_legs")
    poses = read_pose(start, "start"), read_pose(target, "target")
    if any(pose.is_batch for pose in poses):
        if cache is not None:
            raise ValueError("a cache serves single slides, not a batch")
        return find_slides(query, poses, read_count(jobs, "jobs"), (mesh, obstacles, room))
    query.step.start, query.step.target = map(to_struct, poses)
    with use_cache(cache, SlideCache, len(obstacles)) as address:
        return find_slide(query, address)


def fill_obstacles(meshes: list[Mesh], at: Pose) -> Any:
    """Returns the obstacles with their poses."""
    if at.is_batch and len(at) != len(meshes):
        raise ValueError(f"{len(meshes)} obstacles and {len(at)} poses")
    obstacles = (_layer.cdObstacle * len(meshes))()
    view_member(obstacles, "mesh", np.uintp)[:] = [mesh._handle for mesh in meshes]
    view_member(obstacles, "pose", np.float64, POSE_WIDTH)[:] = at.rows
    return obstacles


def find_slides(query: _layer.cdSlideInput, poses: tuple[Pose, Pose], jobs: int, kept: object) -> Slides:
    """Makes a batch of slides, which differ in their poses."""
    count, flag = find_count(get_sizes(poses)), Flag()
    inputs = make_items(_layer.cdSlideInput, count, zero=False)
    if count:
        get_rows(inputs)[:] = np.frombuffer(query, dtype=np.uint8)
    members = [pose_member("step.start", poses[0]), pose_member("step.target", poses[1])]
    for path, value, dtype, width in (*members, *flag_members("step.budget", flag)):
        fill_member(inputs, path, value, dtype, width)
    results = Batch("cdFindSlides", _layer.cdSlideBatch, inputs, _layer.cdSlide, kept).run(jobs, flag)
    check_states(results, "contact.")
    return Slides(results)


def find_slide(query: _layer.cdSlideInput, cache: int | None) -> Slide:
    """Makes one query, again with more room for the path or the constraints if necessary."""
    query.constraintCapacity = query.poseCapacity = COUNT_FIRST
    while True:
        constraints = (_layer.cdSlideConstraint * query.constraintCapacity)()
        poses = (_layer.cdPose * query.poseCapacity)()
        query.constraints, query.poses = ctypes.addressof(constraints), ctypes.addressof(poses)
        found = call("cdFindSlide", byref(query), cache, get_workspace(), None)
        check_state(found.contact.state, found.contact.reason)
        if found.neededConstraints <= len(constraints) and found.neededPoses <= len(poses):
            return to_slide(found, constraints, poses)
        query.constraintCapacity = max(found.neededConstraints, len(constraints))
        query.poseCapacity = max(found.neededPoses, len(poses))


def to_slide(found: _layer.cdSlide, constraints: Any, poses: Any) -> Slide:
    """Returns the result with copies of its arrays."""
    count = found.constraintCount
    path = np.frombuffer(poses, dtype=np.float64).reshape(-1, POSE_WIDTH)[: found.poseCount]

    def copy(path: str, dtype: Any = np.float64, width: int = 0) -> Any:
        return view_member(constraints, path, dtype, width)[:count].copy()

    return Slide.of(
        found, Pose.from_rows(path), copy("point", width=3), copy("normal", width=3), copy("push"),
        copy("obstacle", np.int32),
    )  # fmt: skip
