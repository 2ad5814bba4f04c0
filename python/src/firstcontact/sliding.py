"""Slides: a motion that continues along obstacles after its first contact."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import get_start, read_count, read_length, view_member
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
from .pose import IDENTITY, POSE_WIDTH, Pose, PoseLike, read_pose
from .queries import read_meshes, read_tests
from .results import Slide, check_state

_find_slide = bind("cdFindSlide")
ROOM_FIRST = 64  # constraints and poses for which a slide has room at first
CONSTRAINT_SIZE, POSE_SIZE = ctypes.sizeof(_layer.cdSlideConstraint), ctypes.sizeof(_layer.cdPose)
Limits = tuple[float, float, int, int]  # safety distance, margin, number of tests, number of legs
NO_LIMITS: Limits = (0.0, 0.0, 0, 0)


class Room:
    """The query of a single slide, with room for one obstacle, for constraints and for the path.

    Making these objects takes longer than filling them: later slides use a room again. No two slides use it at once.
    """

    __slots__ = ("query", "pointer", "step", "obstacles", "obstacle", "place", "limits", "constraints", "poses")

    def __init__(self, constraint_count: int = ROOM_FIRST, pose_count: int = ROOM_FIRST) -> None:
        self.query = query = _layer.cdSlideInput()
        self.pointer, self.step = byref(query), query.step
        self.obstacles = (_layer.cdObstacle * 1)()
        self.obstacle = self.obstacles[0]
        self.place: Pose | None = None  # that of `obstacle`; None: not written yet
        self.limits = NO_LIMITS  # those of the query
        self.constraints, self.poses = bytearray(constraint_count * CONSTRAINT_SIZE), bytearray(pose_count * POSE_SIZE)
        query.constraints, query.constraintCapacity = get_start(self.constraints), constraint_count
        query.poses, query.poseCapacity = get_start(self.poses), pose_count
        self.use_own_obstacle()

    def use_own_obstacle(self) -> None:
        self.step.obstacles, self.step.obstacleCount = ctypes.addressof(self.obstacles), 1


_rooms: list[Room] = []  # those that no slide uses now; at most one for each thread


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
    mesh = a if isinstance(a, Mesh) else read_meshes(a, "a")[0]
    if allowance:
        mesh = mesh.with_allowance(allowance)
    mesh._prepare()
    place = IDENTITY if at is None else read_pose(at, "at")
    limits = (
        read_length(safety_distance, "safety_distance"), read_length(margin, "margin"), read_tests(max_tests),
        read_count(max_legs, "max_legs"),
    )  # fmt: skip
    pose, end = read_pose(start, "start"), read_pose(target, "target")
    if pose._struct is not None and end._struct is not None:
        return slide_once(mesh, b, (pose, end, place), limits, cache)
    if cache is not None:
        raise ValueError("a cache serves single slides, not a batch")
    obstacles = read_obstacles(b)
    kept = fill_obstacles(obstacles, place)
    return find_slides(mesh, kept, (pose, end), limits, read_count(jobs, "jobs"), obstacles)


def slide_once(
    mesh: Mesh, b: Mesh | Sequence[Mesh], poses: tuple[Pose, Pose, Pose], limits: Limits, cache: SlideCache | None
) -> Slide:
    """Makes a single slide. poses: start, target, and pose or poses of B."""
    try:
        room = _rooms.pop()
    except IndexError:
        room = Room()
    step, place, kept = room.step, poses[2], None
    if isinstance(b, Mesh) and place._struct is not None:
        b._prepare()
        room.obstacle.mesh = b._handle
        if room.place is not place:
            room.obstacle.pose, room.place = place._struct, place
    else:
        kept = fill_obstacles(read_obstacles(b), place)
        step.obstacles, step.obstacleCount = ctypes.addressof(kept), len(kept)
    step.mesh, step.start, step.target = mesh._handle, poses[0]._struct, poses[1]._struct
    if room.limits != limits:
        fill_limits(room.query, limits)
        room.limits = limits
    if cache is None:
        found = find_slide(room, None)
    else:
        with use_cache(cache, SlideCache, step.obstacleCount) as address:
            found = find_slide(room, address)
    if kept is not None:
        room.use_own_obstacle()
    _rooms.append(room)
    return found


def read_obstacles(b: Mesh | Sequence[Mesh]) -> list[Mesh]:
    """Returns the obstacles, prepared for slides."""
    obstacles = read_meshes(b, "b")
    for obstacle in obstacles:
        obstacle._prepare()
    return obstacles


def fill_limits(query: Any, limits: Limits) -> None:
    step = query.step
    step.safetyDistance, step.margin, step.budget.maxPairTests, query.maxLegs = limits


def fill_obstacles(meshes: list[Mesh], at: Pose) -> Any:
    """Returns the obstacles with their poses."""
    if at.is_batch and len(at) != len(meshes):
        raise ValueError(f"{len(meshes)} obstacles and {len(at)} poses")
    obstacles = (_layer.cdObstacle * len(meshes))()
    view_member(obstacles, "mesh", np.uintp)[:] = [mesh._handle for mesh in meshes]
    view_member(obstacles, "pose", np.float64, POSE_WIDTH)[:] = at.rows
    return obstacles


def find_slides(
    mesh: Mesh, obstacles: Any, poses: tuple[Pose, Pose], limits: Limits, jobs: int, meshes: list[Mesh]
) -> Slides:
    """Makes a batch of slides, which differ in their poses. meshes: those of the obstacles."""
    query: Any = _layer.cdSlideInput()
    step = query.step
    step.mesh, step.obstacles, step.obstacleCount = mesh._handle, ctypes.addressof(obstacles), len(obstacles)
    fill_limits(query, limits)
    count, flag = find_count(get_sizes(poses)), Flag()
    inputs = make_items(_layer.cdSlideInput, count, zero=False)
    if count:
        get_rows(inputs)[:] = np.frombuffer(query, dtype=np.uint8)
    members = [pose_member("step.start", poses[0]), pose_member("step.target", poses[1])]
    for path, value, dtype, width in (*members, *flag_members("step.budget", flag)):
        fill_member(inputs, path, value, dtype, width)
    results = Batch("cdFindSlides", _layer.cdSlideBatch, inputs, _layer.cdSlide, mesh, obstacles, meshes).run(jobs, flag)
    check_states(results, "contact.")
    return Slides(results)


def find_slide(room: Room, cache: int | None) -> Slide:
    """Makes the query of a room, again with more room for the path or the constraints if necessary."""
    found = _find_slide(room.pointer, cache, get_workspace(), None)
    contact = found.contact
    if contact.state == 0:
        check_state(0, contact.reason)
    if found.truncated:
        larger = Room(max(found.neededConstraints, ROOM_FIRST), max(found.neededPoses, ROOM_FIRST))
        larger.query.step, larger.query.maxLegs = room.step, room.query.maxLegs
        return find_slide(larger, cache)
    constraints = room.constraints[: found.constraintCount * CONSTRAINT_SIZE]
    return Slide.of(found, room.poses[: found.poseCount * POSE_SIZE], constraints)
