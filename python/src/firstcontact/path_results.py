"""Results of queries of whole paths.

Units: lengths in the mesh's unit, times in seconds of the path. Frame: world. Normals are unit and point from the
obstacle to the moving set.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import Floats, to_array
from .batch import Results
from .pose import Pose, from_struct
from .results import _STATES, Feature, Result, State, Touch, get_reason, restore


class PathContact(Result):
    """Result of path_contact."""

    __slots__ = ("touches",)
    _type = _layer.cdPathContact
    touches: tuple[Touch, ...]  # all pairs that touch, if requested

    @classmethod
    def of(cls, value: Any, touches: tuple[Touch, ...] = ()) -> PathContact:
        result = object.__new__(cls)
        result._raw = value
        result.touches = touches
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (PathContact, bytes(self._raw), self.touches)

    @property
    def state(self) -> State:
        """FREE: the whole path is free. CONTACT: it is free before time[0] and touches in [time[0], time[1]].
        OVERLAP: the meshes overlap at the start. UNDECIDED: a limit was reached, the path is free before time[0]."""
        return _STATES[self._raw.contact.state]

    @property
    def reason(self) -> str:
        """Reason of UNDECIDED, else "none"."""
        return get_reason(self._raw.contact.reason)

    @property
    def time(self) -> Floats:
        """Times of the first contact, shape (2,), seconds. Free: both are twice the last time of the path."""
        return to_array(self._raw.time)

    @property
    def edge(self) -> int:
        """The contact is between the poses `edge` and `edge` + 1; -1: free."""
        return self._raw.edge

    @property
    def shape(self) -> int:
        """Index of the mesh of the set that touches or is undecided; -1: free."""
        return self._raw.shape

    @property
    def obstacle(self) -> int:
        """Index of the obstacle that is touched; -1: free."""
        return self._raw.contact.obstacle

    @property
    def feature_a(self) -> Feature:
        """Feature of the set's mesh that touches first."""
        return Feature.of(self._raw.contact.featureA)

    @property
    def feature_b(self) -> Feature:
        """Feature of the obstacle that is touched first."""
        return Feature.of(self._raw.contact.featureB)

    @property
    def point(self) -> Floats:
        """Point of contact, shape (3,), world frame."""
        return to_array(self._raw.contact.point)

    @property
    def normal(self) -> Floats:
        """Unit normal, shape (3,), world frame, from the obstacle to the set."""
        return to_array(self._raw.contact.normal)

    @property
    def tolerance(self) -> float:
        """Length: features within it, plus the safety distance, touch."""
        return self._raw.contact.tolerance

    @property
    def resolved_time(self) -> float:
        """Time of the path just before the contact, without overlap, seconds; free: the last time."""
        return self._raw.resolvedTime

    @property
    def resolved_pose(self) -> Pose:
        """Pose of the set at that time."""
        return from_struct(self._raw.contact.resolvedPose)

    @property
    def pieces(self) -> int:
        """Number of pieces of the path that were searched."""
        return self._raw.pieceCount

    @property
    def tests(self) -> int:
        """Work, counted as for `max_tests`."""
        return self._raw.contact.stats.pairTests


class PathContacts(Results[PathContact]):
    """Results of n paths. Members as in PathContact."""

    __slots__ = ()
    _item = PathContact

    @property
    def states(self) -> NDArray[np.int32]:
        """Shape (n,), as State."""
        return self._view("contact.state", np.int32)

    @property
    def times(self) -> Floats:
        """Shape (n, 2), seconds."""
        return self._view("time", width=2)

    @property
    def edges(self) -> NDArray[np.int32]:
        """Shape (n,), the contacts are between the poses `edge` and `edge` + 1; -1: free."""
        return self._view("edge", np.int32)

    @property
    def shapes(self) -> NDArray[np.int32]:
        """Shape (n,), indices of the meshes of the set; -1: free."""
        return self._view("shape", np.int32)

    @property
    def obstacles(self) -> NDArray[np.int32]:
        """Shape (n,), indices of the obstacles; -1: free."""
        return self._view("contact.obstacle", np.int32)

    @property
    def points(self) -> Floats:
        """Shape (n, 3), world frame."""
        return self._view("contact.point", width=3)

    @property
    def normals(self) -> Floats:
        """Shape (n, 3), unit, world frame, from the obstacle to the set."""
        return self._view("contact.normal", width=3)

    @property
    def resolved_times(self) -> Floats:
        """Shape (n,), seconds."""
        return self._view("resolvedTime")

    @property
    def resolved_poses(self) -> Pose:
        """Batch of n poses of the set."""
        return self._view_poses("contact.resolvedPose")


class PathBound(Result):
    """Minimum distance in a part of a path."""

    __slots__ = ()
    _type = _layer.cdPathBound

    @property
    def time(self) -> Floats:
        """Start and end of the part, shape (2,), seconds."""
        return to_array(self._raw.time)

    @property
    def lower(self) -> float:
        """Certified lower bound, length; 0 also where undecided."""
        return self._raw.lower

    @property
    def upper(self) -> float:
        """Certified upper bound, length; infinite: no pair counts, or undecided."""
        return self._raw.upper

    @property
    def at(self) -> float:
        """A time at which the distance is at most `upper`, seconds."""
        return self._raw.at

    @property
    def shape(self) -> int:
        """Index of the mesh of the set there; -1: none was found."""
        return self._raw.shape

    @property
    def obstacle(self) -> int:
        """Index of the obstacle there; -1: none was found."""
        return self._raw.obstacle


class PathBounds(Results[PathBound]):
    """Minimum distances in n equal parts of the time of a path. Members as in PathBound."""

    __slots__ = ()
    _item = PathBound

    @property
    def times(self) -> Floats:
        """Shape (n, 2), start and end of each part, seconds."""
        return self._view("time", width=2)

    @property
    def lower(self) -> Floats:
        """Shape (n,), certified lower bounds, length."""
        return self._view("lower")

    @property
    def upper(self) -> Floats:
        """Shape (n,), certified upper bounds, length."""
        return self._view("upper")

    @property
    def at(self) -> Floats:
        """Shape (n,), times at which the distances are at most `upper`, seconds."""
        return self._view("at")

    @property
    def shapes(self) -> NDArray[np.int32]:
        """Shape (n,), indices of the meshes of the set; -1: none."""
        return self._view("shape", np.int32)

    @property
    def obstacles(self) -> NDArray[np.int32]:
        """Shape (n,), indices of the obstacles; -1: none."""
        return self._view("obstacle", np.int32)


class PathClearance(Result):
    """Result of path_clearance. The minimum distance over the whole path is in [lower, upper]."""

    __slots__ = ("bounds",)
    _type = _layer.cdPathClearance
    bounds: PathBounds  # those of the parts, if requested; else empty

    @classmethod
    def of(cls, value: Any, bounds: PathBounds | None = None) -> PathClearance:
        result = object.__new__(cls)
        result._raw = value
        result.bounds = PathBounds((_layer.cdPathBound * 0)()) if bounds is None else bounds
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (PathClearance, bytes(self._raw), self.bounds)

    @property
    def state(self) -> State:
        """FREE: the whole path is free of contact. CONTACT: the set touches or overlaps an obstacle.
        UNDECIDED: a limit was reached."""
        return _STATES[self._raw.state]

    @property
    def reason(self) -> str:
        """Reason of UNDECIDED, else "none"."""
        return get_reason(self._raw.reason)

    @property
    def lower(self) -> float:
        """Certified lower bound, length; 0 also where undecided, infinite if no pair counts."""
        return self._raw.lower

    @property
    def upper(self) -> float:
        """Certified upper bound, length."""
        return self._raw.upper

    @property
    def certified(self) -> float:
        """Time up to which the distance is at least `certified_lower`, seconds. To continue an undecided search give
        it as `start`; give more `max_tests` if it does not grow."""
        return self._raw.certified

    @property
    def certified_lower(self) -> float:
        """Certified lower bound up to that time, length; infinite: no time was searched."""
        return self._raw.certifiedLower

    @property
    def time(self) -> float:
        """A time at which the distance is at most `upper`, seconds."""
        return self._raw.time

    @property
    def edge(self) -> int:
        """That time is between the poses `edge` and `edge` + 1; -1: no pair counts."""
        return self._raw.edge

    @property
    def shape(self) -> int:
        """Index of the mesh of the set there; -1: no pair counts."""
        return self._raw.shape

    @property
    def obstacle(self) -> int:
        """Index of the obstacle there; -1: no pair counts."""
        return self._raw.obstacle

    @property
    def point_a(self) -> Floats:
        """Nearest point of the set at that time, shape (3,), world frame."""
        return to_array(self._raw.pointA)

    @property
    def point_b(self) -> Floats:
        """Nearest point of the obstacle at that time, shape (3,), world frame."""
        return to_array(self._raw.pointB)

    @property
    def feature_a(self) -> Feature:
        """Feature of the set's mesh that has its nearest point."""
        return Feature.of(self._raw.featureA)

    @property
    def feature_b(self) -> Feature:
        """Feature of the obstacle that has its nearest point."""
        return Feature.of(self._raw.featureB)

    @property
    def normal(self) -> Floats:
        """Unit normal from the obstacle to the set, shape (3,), world frame; zero if overlapping."""
        return to_array(self._raw.normal)

    @property
    def tests(self) -> int:
        """Work, counted as for `max_tests`."""
        return self._raw.stats.pairTests


class PathClearances(Results[PathClearance]):
    """Clearances of n paths. Members as in PathClearance."""

    __slots__ = ("_bounds",)
    _item = PathClearance

    def __init__(self, items: Any, bounds: Any = None) -> None:
        """bounds: structs of the parts of all paths, those of each together; None: none."""
        super().__init__(items)
        self._bounds = (_layer.cdPathBound * 0)() if bounds is None else bounds

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return super().__getitem__(index)
        number = range(len(self))[index]
        parts = len(self._bounds) // len(self)
        kept = (_layer.cdPathBound * parts)(*self._bounds[number * parts : (number + 1) * parts])
        return PathClearance.of(self._items[number], PathBounds(kept))

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_clearances, (bytes(self._items), bytes(self._bounds))

    @property
    def states(self) -> NDArray[np.int32]:
        """Shape (n,), as State."""
        return self._view("state", np.int32)

    @property
    def lower(self) -> Floats:
        """Shape (n,), certified lower bounds, length."""
        return self._view("lower")

    @property
    def upper(self) -> Floats:
        """Shape (n,), certified upper bounds, length."""
        return self._view("upper")

    @property
    def times(self) -> Floats:
        """Shape (n,), times at which the distances are at most `upper`, seconds."""
        return self._view("time")

    @property
    def obstacles(self) -> NDArray[np.int32]:
        """Shape (n,), indices of the obstacles there; -1: no pair counts."""
        return self._view("obstacle", np.int32)

    @property
    def points_a(self) -> Floats:
        """Shape (n, 3), nearest points of the set, world frame."""
        return self._view("pointA", width=3)

    @property
    def points_b(self) -> Floats:
        """Shape (n, 3), nearest points of the obstacles, world frame."""
        return self._view("pointB", width=3)


def restore_clearances(items: bytes, bounds: bytes) -> PathClearances:
    """Returns results again, for pickle and copy."""
    kinds = _layer.cdPathClearance, _layer.cdPathBound
    arrays = [
        (kind * (len(data) // len(bytes(kind())))).from_buffer_copy(data) for kind, data in zip(kinds, (items, bounds))
    ]
    return PathClearances(*arrays)
