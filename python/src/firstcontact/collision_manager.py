"""Many named meshes at poses: which of them overlap, how near they are, and which touch first in motion.

The methods, their arguments and their results are those of trimesh's CollisionManager, so that a script needs another
import only. The differences:

- Meshes are surfaces, convex ones too: a mesh wholly inside another does not overlap it.
- Touching counts as overlap. The test is exact for the vertices as transformed, rounded once.
- Distances are 0, never negative, where meshes overlap.
- ContactData.depth is a certain lower bound of the penetration depth, which the library does not compute.
- The first_contact_ methods have no counterpart: no contact is missed between two poses.

Poses have the forms of pose.py. Objects with vertices and faces are built once and kept.
"""

from __future__ import annotations

import threading
from typing import Any, Hashable, Iterator, Mapping

import numpy as np

from . import _manager_motion, _manager_queries
from ._boxes import place_boxes
from ._convert import Floats
from ._mesh_cache import get_mesh
from .manager_data import ContactData, DistanceData, ManagerContact
from .mesh import Mesh
from .pose import POSE_WIDTH, Pose, PoseLike, read_single_pose

Name = Hashable


class Group:
    """Meshes at poses as arrays: what the queries of managers read.

    names, meshes: lists of n. poses: shape (n, 7). centers, halves: shape (n, 3), boxes in local frames.
    """

    def __init__(self) -> None:
        self.names: list[Name] = []
        self.meshes: list[Mesh] = []
        self.poses: Floats = np.empty((0, POSE_WIDTH))
        self.centers: Floats = np.empty((0, 3))
        self.halves: Floats = np.empty((0, 3))
        self._boxes: Floats | None = None

    def __len__(self) -> int:
        return len(self.names)

    @classmethod
    def of(cls, name: Name, mesh: Mesh, pose: Pose) -> Group:
        """Returns a group of one mesh."""
        group = cls()
        group.put(0, name, mesh, pose)
        return group

    @property
    def boxes(self) -> Floats:
        """Boxes in the world frame, shape (n, 6)."""
        if self._boxes is None:
            count = len(self)
            self._boxes = place_boxes(self.centers[:count], self.halves[:count], self.poses[:count])
        return self._boxes

    def put(self, index: int, name: Name, mesh: Mesh, pose: Pose) -> None:
        """Writes the mesh `index`, or adds it behind the last one."""
        if index == len(self):
            self.names.append(name)
            self.meshes.append(mesh)
            self.reserve(index + 1)
        self.names[index], self.meshes[index] = name, mesh
        lower, upper = mesh.bounds
        self.centers[index] = 0.5 * (lower + upper)
        self.halves[index] = 0.5 * (upper - lower) + mesh.rounding_radius
        self.move(index, pose)

    def reserve(self, count: int) -> None:
        """Makes room for a number of meshes."""
        if count <= len(self.poses):
            return
        for name in ("poses", "centers", "halves"):
            old = getattr(self, name)
            new = np.zeros((max(2 * len(old), 8), old.shape[1]))
            new[: len(old)] = old
            setattr(self, name, new)

    def move(self, index: int, pose: Pose) -> None:
        self.poses[index] = pose.rows
        self._boxes = None

    def remove(self, index: int) -> None:
        """Removes a mesh; the last one takes its place."""
        self.names[index], self.meshes[index] = self.names[-1], self.meshes[-1]
        self.names.pop()
        self.meshes.pop()
        for rows in (self.poses, self.centers, self.halves):
            rows[index] = rows[len(self)]
        self._boxes = None

    def get_pose(self, index: int) -> Pose:
        return Pose.from_rows(self.poses[index])


class CollisionManager:
    """Named meshes at poses. Threads may share a manager; its calls then wait for each other.

    jobs: number of threads of each query; 0: one for each processor.
    """

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self._group = Group()
        self._places: dict[Name, int] = {}
        self._lock = threading.RLock()

    def __len__(self) -> int:
        return len(self._group)

    def __contains__(self, name: Name) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[Name]:
        """The names, in no particular order."""
        return iter(list(self._places))

    def __repr__(self) -> str:
        return f"CollisionManager({len(self)} objects)"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=threading.RLock())

    # --- Objects

    def add_object(self, name: Name, mesh: Any, transform: PoseLike = None) -> Mesh:
        """Adds a mesh at a pose, or replaces the object of this name. Returns the prepared Mesh.

        mesh: a Mesh, or an object with vertices and faces. transform: the identity by default.
        """
        built, pose = get_mesh(mesh, "mesh"), read_single_pose(transform, "transform")
        check_pose(pose)
        with self._lock:
            index = self._places.setdefault(name, len(self._group))
            self._group.put(index, name, built, pose)
        return built

    def remove_object(self, name: Name) -> None:
        """Removes an object. Errors: ValueError if no object has this name."""
        with self._lock:
            index = self._find(name)
            del self._places[name]
            self._group.remove(index)
            if index < len(self._group):
                self._places[self._group.names[index]] = index

    def set_transform(self, name: Name, transform: PoseLike) -> None:
        """Sets the pose of an object. Errors: ValueError if no object has this name."""
        pose = read_single_pose(transform, "transform")
        check_pose(pose)
        with self._lock:
            self._group.move(self._find(name), pose)

    def get_transform(self, name: Name) -> Pose:
        """Returns the pose of an object. Errors: ValueError if no object has this name."""
        with self._lock:
            return self._group.get_pose(self._find(name))

    def _find(self, name: Name) -> int:
        index = self._places.get(name)
        if index is None:
            raise ValueError(f"{name} is not in the manager")
        return index

    # --- Overlap

    def in_collision_single(
        self, mesh: Any, transform: PoseLike = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Tests a mesh at a pose against all objects.

        Returns True if it overlaps one of them; then, as a tuple, a set of the names of all that it overlaps
        (return_names), and a list of ContactData (return_data), in which the mesh is "__external".
        """
        with self._lock:
            one = read_external(mesh, transform)
            found = _manager_queries.find_overlaps(one, self._group, self.jobs, return_names or return_data)
            names = {self._group.names[b] for _, b in found.pairs}
            return give(found, names, self._list(found, one, self._group, return_data), return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Tests all pairs of objects.

        Returns True if two overlap; then, as a tuple, a set of the pairs of names, each in alphabetical order
        (return_names), and a list of ContactData (return_data).
        """
        with self._lock:
            group = self._group
            found = _manager_queries.find_overlaps(group, group, self.jobs, return_names or return_data)
            names = {sort_names(group.names[a], group.names[b]) for a, b in found.pairs}
            return give(found, names, self._list(found, group, group, return_data), return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Tests each object against each one of another manager.

        Returns True if two overlap; then, as a tuple, a set of pairs of names, this manager's first (return_names), and
        a list of ContactData (return_data).
        """
        with _Both(self, other_manager):
            groups = self._group, other_manager._group
            found = _manager_queries.find_overlaps(*groups, self.jobs, return_names or return_data)
            names = {(groups[0].names[a], groups[1].names[b]) for a, b in found.pairs}
            return give(found, names, self._list(found, *groups, return_data), return_names, return_data)

    def _list(
        self, found: _manager_queries.Overlapping, a: Group, b: Group, wanted: bool
    ) -> list[ContactData]:
        return _manager_queries.list_contacts(found, a, b, self.jobs) if wanted else []

    # --- Distance

    def min_distance_single(
        self, mesh: Any, transform: PoseLike = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """Finds the smallest distance of a mesh at a pose from any object.

        Returns the distance; then, as a tuple, the name of the nearest object (return_name), and a DistanceData
        (return_data), in which the mesh is "__external". Without objects: infinity, None, None.
        """
        with self._lock:
            one = read_external(mesh, transform)
            near = _manager_queries.find_nearest(one, self._group, self.jobs)
            name = None if near is None else self._group.names[near.pair[1]]
            return give_distance(near, one, self._group, name, return_name, return_data)

    def min_distance_internal(
        self, name: Name | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Finds the smallest distance of two objects, or of the object `name` from any other.

        Returns the distance; then, as a tuple, both names in alphabetical order (return_names), and a DistanceData
        (return_data). With less than two objects: infinity, None, None.
        """
        with self._lock:
            group = self._group
            only = None if name is None else self._find(name)
            near = _manager_queries.find_nearest(group, group, self.jobs, only)
            names = None if near is None else sort_names(*(group.names[index] for index in near.pair))
            return give_distance(near, group, group, names, return_names, return_data)

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Finds the smallest distance of an object from one of another manager.

        Returns the distance; then, as a tuple, both names, this manager's first (return_names), and a DistanceData
        (return_data). If one manager is empty: infinity, None, None.
        """
        with _Both(self, other_manager):
            groups = self._group, other_manager._group
            near = _manager_queries.find_nearest(*groups, self.jobs)
            names = None if near is None else (groups[0].names[near.pair[0]], groups[1].names[near.pair[1]])
            return give_distance(near, *groups, names, return_names, return_data)

    # --- First contact

    def first_contact_single(
        self, mesh: Any, start: PoseLike, target: PoseLike, *, safety_distance: float = 0.0, margin: float = 0.0,
        max_tests: int = 0,
    ) -> ManagerContact:  # fmt: skip
        """Finds the first contact of a mesh, "__external", that moves from start to target, with the objects.

        In between it follows a screw; the objects stay. safety_distance, margin, max_tests: as in first_contact, for each pair.
        """
        options = _manager_motion.read_options(safety_distance, margin, max_tests)
        with self._lock:
            one = read_external(mesh, start, "start")
            moves = _manager_motion.read_targets(one, {_manager_motion.EXTERNAL: target}, "target")
            return _manager_motion.find_contact(one, self._group, moves, None, options, self.jobs)

    def first_contact_internal(
        self, targets: Mapping[Any, PoseLike], *, safety_distance: float = 0.0, margin: float = 0.0, max_tests: int = 0
    ) -> ManagerContact:
        """Finds the first contact of the objects that move from their poses to targets, by name, all at the same time.

        Each follows its own screw; objects without a target stay. Pairs of objects that both stay are not tested.
        The manager keeps its poses. Options: as in first_contact, for each pair.
        """
        options = _manager_motion.read_options(safety_distance, margin, max_tests)
        with self._lock:
            moves = _manager_motion.read_targets(self._group, targets, "targets")
            return _manager_motion.find_contact(self._group, self._group, moves, moves, options, self.jobs)

    def first_contact_other(
        self, other_manager: CollisionManager, targets: Mapping[Any, PoseLike],
        other_targets: Mapping[Any, PoseLike] | None = None, *, safety_distance: float = 0.0, margin: float = 0.0,
        max_tests: int = 0,
    ) -> ManagerContact:  # fmt: skip
        """Finds the first contact of an object with one of another manager, as first_contact_internal does.

        targets, other_targets: poses by name, of this manager's objects and of the other's. `poses` of the result are
        those of this manager's objects; those of the other's are in `other_poses`.
        """
        options = _manager_motion.read_options(safety_distance, margin, max_tests)
        with _Both(self, other_manager):
            groups = self._group, other_manager._group
            moves = _manager_motion.read_targets(groups[0], targets, "targets")
            others = _manager_motion.read_targets(groups[1], other_targets or {}, "other_targets")
            return _manager_motion.find_contact(*groups, moves, others, options, self.jobs)


class _Both:
    """Holds the locks of two managers, in an order that two threads share."""

    def __init__(self, a: CollisionManager, b: CollisionManager) -> None:
        if not isinstance(b, CollisionManager):
            raise TypeError(f"other_manager must be a CollisionManager, not {type(b).__name__}")
        self.locks = [manager._lock for manager in sorted((a, b), key=id)]

    def __enter__(self) -> None:
        for lock in self.locks:
            lock.acquire()

    def __exit__(self, *error: object) -> None:
        for lock in reversed(self.locks):
            lock.release()


def check_pose(pose: Pose) -> None:
    """Refuses a pose that is not finite or not unit, which queries would refuse later."""
    row = pose.rows
    if not np.isfinite(row).all() or abs(row[3:] @ row[3:] - 1.0) > 1e-6:
        raise ValueError("transform must be finite, with a unit quaternion")


def read_external(mesh: Any, transform: PoseLike, name: str = "transform") -> Group:
    """Returns the group of a mesh that is in no manager."""
    pose = read_single_pose(transform, name)
    check_pose(pose)
    return Group.of(_manager_motion.EXTERNAL, get_mesh(mesh, "mesh"), pose)


def sort_names(a: Any, b: Any) -> tuple[Name, Name]:
    """Returns two names in alphabetical order; as they are if they have none."""
    try:
        return (a, b) if a <= b else (b, a)
    except TypeError:
        return a, b


def give(found: Any, names: set[Any], data: list[ContactData], with_names: bool, with_data: bool) -> Any:
    """Returns the requested parts of a result: a bool, or a tuple."""
    parts = [bool(len(found.pairs)), *([names] if with_names else []), *([data] if with_data else [])]
    return tuple(parts) if len(parts) > 1 else parts[0]


def give_distance(
    near: _manager_queries.Nearest | None, a: Group, b: Group, names: Any, with_names: bool, with_data: bool
) -> Any:
    """Returns the requested parts of a distance: a float, or a tuple."""
    data = None
    if near is not None:
        i, j = near.pair
        data = DistanceData((a.names[i], b.names[j]), near.distance, (a.meshes[i], b.meshes[j]))
    parts = [float("inf") if data is None else data.distance]
    parts += ([names] if with_names else []) + ([data] if with_data else [])
    return tuple(parts) if len(parts) > 1 else parts[0]
