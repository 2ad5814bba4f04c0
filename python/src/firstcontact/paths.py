"""Whole paths: a set of meshes moves through many poses, among obstacles that are fixed or have paths of their own.

Between two poses each body follows a screw; nothing in between is left out. Errors: ValueError for invalid input, with
the argument's name.
"""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Iterable, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _layer
from ._convert import (
    COUNT_MAX,
    Floats,
    get_address,
    read_count,
    read_floats,
    read_length,
    read_number,
    read_shape,
    view_member,
)
from ._library import bind, call, get_workspace
from ._threads import Flag, run_chunks
from .batch import Batch, Member, check_states, flag_members, make_inputs, make_items, member
from .mesh import Mesh, check_mesh
from .path_results import PathBounds, PathClearance, PathClearances, PathContact, PathContacts
from .pose import POSE_WIDTH, Pose, PoseLike, read_pose, read_single_pose, to_struct
from .queries import COUNT_FIRST, read_tests
from .results import Touch, check_state, to_tuple

_find_contact = bind("cdFindPathContact")
_find_clearance = bind("cdFindPathClearance")


class Path:
    """Poses at ascending times, and the screws in between. Immutable.

    poses: batch of n poses, one or more. times: shape (n,), seconds, 0 or more; None: 0, 1, 2, ...
    """

    __slots__ = ("_nodes",)

    def __init__(self, poses: PoseLike, times: ArrayLike | None = None) -> None:
        rows = np.atleast_2d(read_pose(poses, "poses").rows)
        seconds = np.arange(float(len(rows))) if times is None else read_floats(times, "times", (-1,))
        if len(rows) == 0 or len(seconds) != len(rows):
            raise ValueError(f"{len(seconds)} times and {len(rows)} poses; give one for each time, at least one")
        if seconds[0] < 0.0 or np.any(np.diff(seconds) <= 0.0):
            raise ValueError("times must be 0 or more and ascending")
        self._nodes = (_layer.cdPathNode * len(rows))()
        view_member(self._nodes, "time", np.float64)[:] = seconds
        view_member(self._nodes, "pose", np.float64, POSE_WIDTH)[:] = rows

    def __len__(self) -> int:
        return len(self._nodes)

    def __repr__(self) -> str:
        return f"Path({len(self)} poses, {self._nodes[0].time:g} to {self._nodes[-1].time:g} s)"

    def __reduce__(self) -> tuple[Any, ...]:
        return Path, (self.poses, self.times)

    @property
    def poses(self) -> Pose:
        """Batch of the n poses."""
        return Pose.from_rows(view_member(self._nodes, "pose", np.float64, POSE_WIDTH))

    @property
    def times(self) -> Floats:
        """Shape (n,), seconds."""
        return view_member(self._nodes, "time", np.float64).copy()


Shape = Union[Mesh, tuple[Mesh, PoseLike]]
Shapes = Union[Mesh, Sequence[Shape]]
Obstacle = Union[Mesh, tuple[Mesh, Union[PoseLike, Path]]]
Obstacles = Union[Mesh, Sequence[Obstacle]]
Paths = Union[Path, Sequence[Path], PoseLike]
Pairs = Iterable[tuple[int, int]]


def path_contact(
    a: Shapes,
    b: Obstacles,
    path: Paths,
    *,
    start: float = 0.0,
    safety_distance: ArrayLike = 0.0,
    ignored: Pairs = (),
    allowance: float = 0.0,
    margin: float = 0.0,
    touches: bool = False,
    max_tests: int = 0,
    jobs: int = 1,
) -> PathContact | PathContacts:
    """Finds the first contact of a whole path, or proves that the path is free. No contact is missed.

    a: the mesh that moves, or the meshes of a set, each a Mesh or a pair of a Mesh and its pose in the frame of the set.
    b: the obstacle, or a sequence of them, each a Mesh at the identity or a pair of a Mesh and its pose or Path.
    path: a Path of the set's frame with two or more poses; a batch of poses is one with the times 0, 1, 2, ...; a
    sequence of Paths is a batch. start: time at which the search begins, seconds; 0: at the first pose.
    safety_distance: length that counts as contact, one for all or shape (meshes, obstacles).
    ignored: pairs of indices of a mesh and an obstacle that may touch, such as a gripper and its workpiece.
    allowance: length by which the meshes of a and b may penetrate. margin: gap at the resolved pose, length; 0: 1e-6
    of the radius. touches: True to list all pairs of features that touch (single paths). max_tests: limit on the work
    of each path; 0: none. jobs: threads that share a batch; 0: one for each processor.

    Returns a PathContact, or PathContacts for a batch. An undecided search continues with time[0] as `start`.
    """
    setup = Setup(a, b, safety_distance, ignored, allowance)
    members = [
        *setup.list_members(""), member("from", read_number(start, "start")),
        member("margin", read_length(margin, "margin")), member("budget.maxPairTests", read_tests(max_tests), np.int64),
    ]  # fmt: skip
    paths, is_batch = read_paths(path)
    check_start(paths, start)
    if not is_batch:
        inputs = make_inputs(_layer.cdPathInput, 1, [*members, *list_nodes("", paths)])
        return find_contact(inputs[0], COUNT_FIRST if touches else 0)
    if touches:
        raise ValueError("touches are listed for single paths only")
    flag = Flag()
    members += [*list_nodes("", paths), *flag_members("budget", flag)]
    inputs = make_inputs(_layer.cdPathInput, len(paths), members)
    batch = Batch("cdFindPathContacts", _layer.cdPathBatch, inputs, _layer.cdPathContact, setup, paths)
    results = batch.run(read_count(jobs, "jobs"), flag)
    check_states(results, "contact.")
    return PathContacts(results)


def path_clearance(
    a: Shapes,
    b: Obstacles,
    path: Paths,
    *,
    start: float = 0.0,
    parts: int = 0,
    precision: float = 0.0,
    ignored: Pairs = (),
    allowance: float = 0.0,
    max_tests: int = 0,
    jobs: int = 1,
) -> PathClearance | PathClearances:
    """Finds the minimum distance over a whole path, with certified bounds. Nothing between the poses is left out.

    a, b, path, start, ignored, allowance, max_tests, jobs: as in path_contact. parts: number of equal parts of the
    time whose minima are found, too; 0: none. precision: largest difference of lower and upper, length; 0: 1e-6 of
    the radius of the largest mesh that moves.

    Returns a PathClearance, or PathClearances for a batch. An undecided search continues with `certified` as `start`:
    the smallest `certified_lower` and the smallest `upper` of all calls bound the minimum.
    """
    setup = Setup(a, b, 0.0, ignored, allowance)
    part_count = read_count(parts, "parts", 0, COUNT_MAX)
    paths, is_batch = read_paths(path)
    check_start(paths, start)
    flag = Flag()
    members = [
        *setup.list_members("path."), *list_nodes("path.", paths), member("path.from", read_number(start, "start")),
        member("path.budget.maxPairTests", read_tests(max_tests), np.int64), *flag_members("path.budget", flag),
        member("precision", read_length(precision, "precision")),
    ]  # fmt: skip
    bounds = make_items(_layer.cdPathBound, part_count * len(paths))
    if part_count:
        size = part_count * ctypes.sizeof(_layer.cdPathBound)
        addresses = ctypes.addressof(bounds) + size * np.arange(len(paths), dtype=np.uintp)
        members += [member("bounds", addresses, np.uintp), member("boundCount", part_count, np.int32)]
    inputs = make_inputs(_layer.cdPathClearanceInput, len(paths), members)
    if not is_batch:
        found = _find_clearance(byref(inputs[0]), get_workspace())
        check_state(found.state, found.reason)
        return PathClearance.of(found, PathBounds(bounds))
    results = make_items(_layer.cdPathClearance, len(paths))

    def run(first: int, end: int) -> None:
        for index in range(first, end):
            results[index] = call("cdFindPathClearance", byref(inputs[index]), get_workspace())

    run_chunks(run, len(paths), read_count(jobs, "jobs"), flag)
    check_states(results)
    return PathClearances(results, bounds)


def find_contact(query: Any, count: int) -> PathContact:
    """Makes one query that lists up to `count` touches, again with more room if there are more."""
    while True:
        room = (_layer.cdTouch * count)()
        if count:
            query.touches, query.touchCapacity = ctypes.addressof(room), count
        found = _find_contact(byref(query), get_workspace(), None)
        contact = found.contact
        check_state(contact.state, contact.reason)
        if not count or contact.neededTouches <= count:
            return PathContact.of(found, to_tuple(room, contact.touchCount if count else 0, Touch))
        count = contact.neededTouches


class Setup:
    """The set and its obstacles as the library reads them, and what must live as long."""

    def __init__(self, a: Shapes, b: Obstacles, distance: ArrayLike, ignored: Pairs, allowance: float) -> None:
        shapes, obstacles = read_items(a, "a", allowance), read_items(b, "b", allowance)
        self.shapes = (_layer.cdSlideShape * len(shapes))()
        self.obstacles = (_layer.cdPathObstacle * len(obstacles))()
        self.kept = shapes, obstacles
        for index, (mesh, place) in enumerate(shapes):
            self.shapes[index].mesh = mesh._handle
            self.shapes[index].pose = to_struct(read_single_pose(place, f"a[{index}]"))
        for index, (mesh, place) in enumerate(obstacles):
            fill_obstacle(self.obstacles[index], mesh, place, f"b[{index}]")
        self.distances = read_distances(distance, ignored, (len(shapes), len(obstacles)))

    def list_members(self, prefix: str) -> list[Member]:
        """Returns the members of the inputs that all paths have in common."""
        return [
            member(prefix + "shapes", ctypes.addressof(self.shapes), np.uintp),
            member(prefix + "shapeCount", len(self.shapes), np.int32),
            member(prefix + "obstacles", ctypes.addressof(self.obstacles), np.uintp),
            member(prefix + "obstacleCount", len(self.obstacles), np.int32),
            member(prefix + "safetyDistances", get_address(self.distances), np.uintp),
        ]


def list_nodes(prefix: str, paths: Sequence[Path]) -> list[Member]:
    """Returns the members of the inputs that are the nodes of each path."""
    addresses = np.array([ctypes.addressof(path._nodes) for path in paths], dtype=np.uintp)
    counts = np.array([len(path) for path in paths], dtype=np.int32)
    return [member(prefix + "nodes", addresses, np.uintp), member(prefix + "nodeCount", counts, np.int32)]


def fill_obstacle(obstacle: Any, mesh: Mesh, place: Any, name: str) -> None:
    obstacle.mesh = mesh._handle
    if isinstance(place, Path):
        obstacle.nodes, obstacle.nodeCount = ctypes.addressof(place._nodes), len(place)
    else:
        obstacle.pose = to_struct(read_single_pose(place, name))


def read_items(value: Any, name: str, allowance: float) -> list[tuple[Mesh, Any]]:
    """Returns meshes with their places, from one mesh or a sequence of meshes and pairs."""
    if not isinstance(value, (list, tuple)):
        value = [value]
    elif len(value) == 2 and isinstance(value[0], Mesh) and not is_item(value[1]):
        raise ValueError(f"{name} must be a sequence; write [(mesh, place)] for one mesh and its place")
    if not value:
        raise ValueError(f"{name} is an empty list")
    items = []
    for index, item in enumerate(value):
        mesh, place = item if isinstance(item, (list, tuple)) and len(item) == 2 else (item, None)
        mesh = check_mesh(mesh, f"{name}[{index}]")
        items.append((mesh.with_allowance(allowance) if allowance else mesh, place))
    return items


def is_item(value: Any) -> bool:
    return isinstance(value, Mesh) or (isinstance(value, (list, tuple)) and len(value) == 2 and is_item(value[0]))


def read_distances(distance: ArrayLike, ignored: Pairs, shape: tuple[int, int]) -> Floats:
    """Returns the safety distances of all pairs as the library reads them, shape (meshes, obstacles); negative: ignored."""
    if np.ndim(distance) == 0:
        distances = np.full(shape, read_length(distance, "safety_distance"))
    else:
        given = np.array(read_shape(distance, "safety_distance", shape), dtype=np.float64)
        if not np.all(np.isfinite(given)) or np.any(given < 0.0):
            raise ValueError("safety_distance must be finite and 0 or more; list ignored pairs in `ignored`")
        distances = given
    for pair in ignored:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise ValueError(f"ignored must have pairs of indices, not {pair!r}")
        row, column = (read_count(index, "ignored", 0, size - 1) for index, size in zip(pair, shape))
        distances[row, column] = -1.0
    return distances


def read_paths(value: Any) -> tuple[list[Path], bool]:
    """Returns the paths, and True if they are a batch."""
    is_batch = isinstance(value, (list, tuple)) and len(value) > 0 and all(isinstance(item, Path) for item in value)
    paths = list(value) if is_batch else [value if isinstance(value, Path) else Path(value)]
    for index, path in enumerate(paths):
        if len(path) < 2:
            raise ValueError(f"path{f'[{index}]' if is_batch else ''} needs at least two poses")
    return paths, is_batch


def check_start(paths: Sequence[Path], start: float) -> None:
    earliest = min(path._nodes[-1].time for path in paths)
    if read_number(start, "start") >= earliest:
        raise ValueError(f"start must be before the last time of the path, {earliest:g}, not {start:g}")
