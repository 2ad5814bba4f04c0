"""Path planning: a certified path that takes a set of meshes out of obstacles, or from pose to pose.

Units: lengths in the mesh's unit. Frame: world. Errors: ValueError for invalid input, with the argument's name.
"""

from __future__ import annotations

import ctypes
from ctypes import byref
from enum import IntEnum
from typing import Any, Sequence, Union

import numpy as np

from . import _layer
from ._convert import read_count, read_length, view_member
from ._library import bind, get_workspace
from ._threads import Flag, run_alone
from .batch import flag_members, make_inputs, make_items, member
from .mesh import Mesh
from .paths import Path, Shapes, read_items
from .pose import POSE_WIDTH, Pose, PoseLike, read_single_pose, to_struct
from .queries import read_tests
from .results import Result, check_state, get_reason, restore

_plan_path = bind("cdPlanPath")
NODES_FIRST = 1024  # nodes for which a plan has room at first; more are found by a second search
STATES_MAX = 2**24  # largest number of poses in the trees
SEED_MAX = 2**64 - 1

FixedObstacle = Union[Mesh, tuple[Mesh, PoseLike]]
FixedObstacles = Union[Mesh, Sequence[FixedObstacle]]


class PlanState(IntEnum):
    """Outcome of plan_path."""

    NOT_FOUND = _layer.CD_PLAN_NOT_FOUND
    FOUND = _layer.CD_PLAN_FOUND
    OVERLAP = _layer.CD_PLAN_OVERLAP


class Plan(Result):
    """Result of plan_path."""

    __slots__ = ("path",)
    _type = _layer.cdPlan
    path: Path | None  # that of the set's frame, with the times 0, 1, 2, ... seconds; None: not found

    @classmethod
    def of(cls, value: Any, path: Path | None = None) -> Plan:
        result = object.__new__(cls)
        result._raw = value
        result.path = path
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (Plan, bytes(self._raw), self.path)

    @property
    def state(self) -> PlanState:
        """FOUND: `path` is certified free of contact. OVERLAP: the set overlaps an obstacle at the start or at the
        goal. NOT_FOUND: a limit was reached; there may be a path."""
        return PlanState(self._raw.state)

    @property
    def reason(self) -> str:
        """Limit that ended the search, such as "budget", also for max_states; else "none"."""
        return get_reason(self._raw.reason)

    @property
    def length(self) -> float:
        """Sum of the distances between the poses of the path, length: turns count with the set's radius of gyration."""
        return self._raw.length

    @property
    def shape(self) -> int:
        """Index of the mesh of the set that overlaps; -1: no mesh."""
        return self._raw.shape

    @property
    def obstacle(self) -> int:
        """Index of the obstacle that overlaps; -1: no obstacle."""
        return self._raw.obstacle

    @property
    def overlaps_at_goal(self) -> bool:
        """True if they overlap at the goal, not at the start."""
        return self._raw.overlapsAtGoal

    @property
    def states(self) -> int:
        """Number of poses in the trees."""
        return self._raw.stateCount

    @property
    def slides(self) -> int:
        """Number of slides."""
        return self._raw.slideCount

    @property
    def flights(self) -> int:
        """Number of straight motions that were tested."""
        return self._raw.flightCount

    @property
    def tests(self) -> int:
        """Work, counted as for `max_tests`."""
        return self._raw.pairTests


def plan_path(
    a: Shapes,
    b: FixedObstacles,
    start: PoseLike,
    goal: PoseLike = None,
    *,
    margin: float = 0.0,
    seed: int = 0,
    max_states: int = 0,
    shortenings: int | None = None,
    max_tests: int = 0,
) -> Plan:
    """Searches for a path that is free of contact, from the start to the goal or out of all obstacles.

    a: the mesh that moves, or the meshes of a set, each a Mesh or a pair of a Mesh and its pose in the set's frame.
    b: the obstacle, or a sequence of fixed ones, each a Mesh at the identity or a pair of a Mesh and its pose.
    An empty list: no obstacles. start: pose of the set's frame. goal: its pose at the end; None: any pose at which a
    sphere around the set is outside the bounding box of all obstacles. margin: gap that the path keeps, length; 0: as
    small as in first_contact. seed: of the random numbers, from 0 to 2^64 - 1. max_states: largest number of poses in
    the trees, 2 or more; 0: 10,000. shortenings: number of attempts to shorten the path; None: 100.
    max_tests: limit on the work; 0: 20 million. Ctrl-C stops the search with KeyboardInterrupt.

    Returns a Plan. The same input and seed give the same bits. path_contact with the same meshes, obstacles and
    `margin` proves the path free.
    """
    sets, set_members = make_sets(a, b)
    ends = make_poses(start, goal)
    if max_states == 1:
        raise ValueError("max_states must be 0, or 2 or more, not 1")
    tries = 0 if shortenings is None else read_count(shortenings, "shortenings") or -1  # 0 in C: the default
    flag = Flag()
    members = [
        *set_members, member("margin", read_length(margin, "margin")),
        member("seed", read_count(seed, "seed", 0, SEED_MAX), np.uint64),
        member("maxStates", read_count(max_states, "max_states", 0, STATES_MAX), np.int32),
        member("shortenings", tries, np.int32), member("budget.maxPairTests", read_tests(max_tests), np.int64),
        *flag_members("budget", flag),
    ]  # fmt: skip
    query = make_inputs(_layer.cdPlanInput, 1, members)[0]
    query.start = ends[0]
    if goal is not None:
        query.goal = ctypes.addressof(ends) + ctypes.sizeof(_layer.cdPose)
    found = find_plan(query, flag)
    del sets  # the input refers to them until here
    return found


def find_plan(query: Any, flag: Flag) -> Plan:
    """Makes one search, again with more room if the path has more nodes."""
    count = NODES_FIRST
    while True:
        nodes = make_items(_layer.cdPathNode, count)
        query.nodes, query.nodeCapacity = ctypes.addressof(nodes), count
        found = run_alone(lambda: _plan_path(byref(query), get_workspace()), flag)
        check_state(found.state, found.reason)
        if not found.truncated:
            break
        count = found.neededNodes
    if found.state != _layer.CD_PLAN_FOUND:
        return Plan.of(found)
    rows = view_member(nodes, "pose", np.float64, POSE_WIDTH)[: found.nodeCount]
    return Plan.of(found, Path(Pose.from_rows(rows)))


def make_poses(start: PoseLike, goal: PoseLike) -> Any:
    """Returns the start and the goal as the library reads them; without a goal the second is unused."""
    poses = (_layer.cdPose * 2)()
    poses[0] = to_struct(read_single_pose(start, "start"))
    if goal is not None:
        poses[1] = to_struct(read_single_pose(goal, "goal"))
    return poses


def make_sets(a: Shapes, b: FixedObstacles) -> tuple[Any, list[Any]]:
    """Returns the meshes of a set and of its obstacles as structs, and the members of an input that refer to them."""
    shapes = read_items(a, "a", 0.0)
    obstacles = [] if isinstance(b, (list, tuple)) and len(b) == 0 else read_items(b, "b", 0.0)
    set_items = make_places(_layer.cdSlideShape, shapes, "a")
    fixed_items = make_places(_layer.cdObstacle, obstacles, "b")
    return (set_items, fixed_items), [
        member("shapes", ctypes.addressof(set_items), np.uintp), member("shapeCount", len(shapes), np.int32),
        member("obstacles", ctypes.addressof(fixed_items), np.uintp),
        member("obstacleCount", len(obstacles), np.int32),
    ]  # fmt: skip


def make_places(kind: Any, items: Sequence[tuple[Mesh, Any]], name: str) -> Any:
    """Returns meshes with their poses as structs of this kind, with the features that slides need."""
    structs = (kind * len(items))()
    for index, (mesh, place) in enumerate(items):
        mesh._prepare()
        structs[index].mesh = mesh._handle
        structs[index].pose = to_struct(read_single_pose(place, f"{name}[{index}]"))
    return structs
