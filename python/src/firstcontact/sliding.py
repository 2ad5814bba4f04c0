"""Slides: a motion that continues along obstacles after its first contact."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import read_count, view_member
from ._library import bind, get_workspace
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
from .queries import read_length, read_meshes, read_tests
from .results import Slide, check_state


_find_slide = bind("cdFindSlide")
ROOM_FIRST = 16  # constraints and poses for which a slide has room at first
_Constraints, _Poses = _layer.cdSlideConstraint * ROOM_FIRST, _layer.cdPose * ROOM_FIRST


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
        part._prepare()
    room = fill_obstacles(obstacles, read_pose(at, "at"))
    query = _layer.cdSlideInput()
    step = query.step
    step.mesh, step.obstacles, step.obstacleCount = mesh._handle, ctypes.addressof(room), len(obstacles)
    step.safetyDistance, step.margin = read_length(safety_distance, "safety_distance"), read_length(margin, "margin")
    step.budget.maxPairTests = read_tests(max_tests)
    query.maxLegs = read_count(max_legs, "max_legs")
    poses = read_pose(start, "start"), read_pose(target, "target")
    if any(pose.is_batch for pose in poses):
        if cache is not None:
            raise ValueError("a cache serves single slides, not a batch")
        return find_slides(query, poses, read_count(jobs, "jobs"), (mesh, obstacles, room))
    step.start, step.target = map(to_struct, poses)
    if cache is None:
        return find_slide(query, None)
    with use_cache(cache, SlideCache, len(obstacles)) as address:
        return find_slide(query, address)


def fill_obstacles(meshes: list[Mesh], at: Pose) -> Any:
    """Returns the obstacles with their poses."""
    if at.is_batch and len(at) != len(meshes):
        raise ValueError(f"{len(meshes)} obstacles and {len(at)} poses")
    obstacles = (_layer.cdObstacle * len(meshes))()
    if len(meshes) == 1 and not at.is_batch:  # without the time of arrays
        obstacles[0] = meshes[0]._handle, at._struct
        return obstacles
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
    query.constraintCapacity = query.poseCapacity = ROOM_FIRST
    constraints, poses = _Constraints(), _Poses()
    while True:
        query.constraints, query.poses = ctypes.addressof(constraints), ctypes.addressof(poses)
        found = _find_slide(byref(query), cache, get_workspace(), None)
        check_state(found.contact.state, found.contact.reason)
        if found.neededConstraints <= len(constraints) and found.neededPoses <= len(poses):
            return Slide.of(found, poses, constraints)
        query.constraintCapacity = max(found.neededConstraints, len(constraints))
        query.poseCapacity = max(found.neededPoses, len(poses))
        constraints = (_layer.cdSlideConstraint * query.constraintCapacity)()
        poses = (_layer.cdPose * query.poseCapacity)()
