"""Results of queries of mechanisms.

Units: lengths in the mesh's unit; joint values in radians (hinges) or lengths (sliders). Frame: world.
"""

from __future__ import annotations

import ctypes
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import Floats, to_array, view_member
from .results import _STATES, Feature, Result, State, get_reason, restore

Key = Union[int, str]  # index of a link, or its name
WIDTH = _layer.CD_SWEEP_JOINT_MAX  # joint values in the structs


class Sweep(Result):
    """Result of Mechanism.sweep: k boxes of the values of j joints, each for a pair of meshes.

    The boxes contain all contacts.
    """

    __slots__ = ("joints", "_boxes")
    _type = _layer.cdSweep
    joints: tuple[Key, ...]  # those that vary, as given; the order of the columns of the arrays
    _boxes: bytes  # structs cdSweepBox

    @classmethod
    def of(cls, value: Any, joints: tuple[Key, ...] = (), boxes: bytes = b"") -> Sweep:
        result = object.__new__(cls)
        result._raw, result.joints, result._boxes = value, joints, boxes
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (Sweep, bytes(self._raw), self.joints, self._boxes)

    def _view(self, path: str, dtype: Any, width: int = 0) -> NDArray[Any]:
        kind = _layer.cdSweepBox
        items = (kind * (len(self._boxes) // ctypes.sizeof(kind))).from_buffer_copy(self._boxes)
        return view_member(items, path, dtype, width)

    @property
    def state(self) -> State:
        """FREE: no pair that counts touches anywhere in the ranges. CONTACT: a box is certain. UNDECIDED: no box is
        certain, but some could not be decided at the resolution, or a limit was reached."""
        return _STATES[self._raw.state]

    @property
    def reason(self) -> str:
        """Limit that ended the search, such as "budget"; else "none"."""
        return get_reason(self._raw.reason)

    @property
    def boxes(self) -> Floats:
        """Ranges of the joint values, shape (k, j, 2): from and to. Values outside all boxes are free of contact."""
        ends = [self._view(name, np.float64, WIDTH)[:, : len(self.joints)] for name in ("from", "to")]
        return np.stack(ends, axis=-1)

    @property
    def values(self) -> Floats:
        """Joint values at which the pair of a box that is certain touches, shape (k, j)."""
        return self._view("at", np.float64, WIDTH)[:, : len(self.joints)].copy()

    @property
    def certain(self) -> NDArray[np.bool_]:
        """True where a box contains a contact for certain, shape (k,)."""
        return self._view("certain", np.bool_)

    @property
    def links(self) -> NDArray[np.int32]:
        """Indices of the two links of each box, shape (k, 2), the higher one first."""
        return np.column_stack((self._view("linkA", np.int32), self._view("linkB", np.int32)))

    @property
    def shapes(self) -> NDArray[np.int32]:
        """Indices of the meshes in these links, shape (k, 2)."""
        return np.column_stack((self._view("shapeA", np.int32), self._view("shapeB", np.int32)))

    @property
    def pairs(self) -> int:
        """Number of pairs of meshes that count."""
        return self._raw.pairCount

    @property
    def free_pairs(self) -> int:
        """Number of pairs that are proven free."""
        return self._raw.freePairCount

    @property
    def undecided_share(self) -> float:
        """Sum of the sizes of the boxes that are not certain, as fractions of the whole box, at most 1."""
        return self._raw.undecidedShare

    @property
    def tolerance(self) -> float:
        """Length: features within it, plus the safety distance, touch."""
        return self._raw.tolerance

    @property
    def searches(self) -> int:
        """Number of searches along one joint."""
        return self._raw.searchCount

    @property
    def cells(self) -> int:
        """Number of parts of the box that were tested."""
        return self._raw.cellCount

    @property
    def tests(self) -> int:
        """Work, counted as for `max_tests`."""
        return self._raw.stats.pairTests


class MechanismClearance(Result):
    """Result of Mechanism.clearance. The minimum distance in the ranges of j joints is in [lower, upper]."""

    __slots__ = ("joints",)
    _type = _layer.cdMechanismClearance
    joints: tuple[Key, ...]  # those that vary, as given; the order of `values`

    @classmethod
    def of(cls, value: Any, joints: tuple[Key, ...] = ()) -> MechanismClearance:
        result = object.__new__(cls)
        result._raw, result.joints = value, joints
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (MechanismClearance, bytes(self._raw), self.joints)

    @property
    def state(self) -> State:
        """FREE: no pair touches anywhere in the ranges. CONTACT: a pair touches; the rest is not searched. UNDECIDED:
        the minimum may be 0 at the resolution, or a limit was reached."""
        return _STATES[self._raw.state]

    @property
    def reason(self) -> str:
        """Limit that ended the search, such as "budget"; else "none"."""
        return get_reason(self._raw.reason)

    @property
    def lower(self) -> float:
        """Certified lower bound, length; 0 where undecided, infinite if no pair counts."""
        return self._raw.lower

    @property
    def upper(self) -> float:
        """Certified upper bound, length; infinite if no pair counts."""
        return self._raw.upper

    @property
    def values(self) -> Floats:
        """Joint values at which the distance is at most `upper`, shape (j,)."""
        return np.array(self._raw.at[: len(self.joints)])

    @property
    def links(self) -> tuple[int, int]:
        """Indices of the links of the nearest pair, the higher one first; -1: no pair counts."""
        return self._raw.linkA, self._raw.linkB

    @property
    def shapes(self) -> tuple[int, int]:
        """Indices of the meshes in these links; -1: no pair counts."""
        return self._raw.shapeA, self._raw.shapeB

    @property
    def point_a(self) -> Floats:
        """Nearest point of the first link there, shape (3,), world frame."""
        return to_array(self._raw.pointA)

    @property
    def point_b(self) -> Floats:
        """Nearest point of the second link there, shape (3,), world frame."""
        return to_array(self._raw.pointB)

    @property
    def feature_a(self) -> Feature:
        """Feature of the first link that has its nearest point."""
        return Feature.of(self._raw.featureA)

    @property
    def feature_b(self) -> Feature:
        """Feature of the second link that has its nearest point."""
        return Feature.of(self._raw.featureB)

    @property
    def searches(self) -> int:
        """Number of searches along one joint."""
        return self._raw.searchCount

    @property
    def distances(self) -> int:
        """Number of distances that were computed."""
        return self._raw.distanceCount

    @property
    def tests(self) -> int:
        """Work, counted as for `max_tests`."""
        return self._raw.stats.pairTests


class MechanismContact(Result):
    """Result of Mechanism.contact."""

    __slots__ = ()
    _type = _layer.cdMechanismContact

    @property
    def state(self) -> State:
        """FREE: the whole path is free. CONTACT: it is free before time[0] and touches in [time[0], time[1]].
        OVERLAP: links overlap at the start. UNDECIDED: a limit was reached, the path is free before time[0]."""
        return _STATES[self._raw.state]

    @property
    def reason(self) -> str:
        """Reason of UNDECIDED, else "none"."""
        return get_reason(self._raw.reason)

    @property
    def time(self) -> Floats:
        """Times of the first contact, shape (2,), seconds. Free: both are twice the last time of the path."""
        return to_array(self._raw.time)

    @property
    def resolved_time(self) -> float:
        """Time just before the contact, without overlap, seconds; free: the last time."""
        return self._raw.resolvedTime

    @property
    def edge(self) -> int:
        """The contact is between the rows `edge` and `edge` + 1; -1: free."""
        return self._raw.edge

    @property
    def links(self) -> tuple[int, int]:
        """Indices of the links that touch or are undecided, in any order; -1: free."""
        return self._raw.linkA, self._raw.linkB

    @property
    def shapes(self) -> tuple[int, int]:
        """Indices of the meshes in these links; -1: free."""
        return self._raw.shapeA, self._raw.shapeB

    @property
    def feature_a(self) -> Feature:
        """Feature of the first link that touches first."""
        return Feature.of(self._raw.featureA)

    @property
    def feature_b(self) -> Feature:
        """Feature of the second link that is touched first."""
        return Feature.of(self._raw.featureB)

    @property
    def point(self) -> Floats:
        """Point of contact, shape (3,), world frame."""
        return to_array(self._raw.point)

    @property
    def normal(self) -> Floats:
        """Unit normal, shape (3,), world frame, from the second link to the first."""
        return to_array(self._raw.normal)

    @property
    def tolerance(self) -> float:
        """Length: features within it, plus the safety distance, touch."""
        return self._raw.tolerance

    @property
    def pairs(self) -> int:
        """Number of pairs of meshes that count."""
        return self._raw.pairCount

    @property
    def searches(self) -> int:
        """Number of searches of a pair on an edge; pairs whose spheres stay apart need none."""
        return self._raw.searchCount

    @property
    def tests(self) -> int:
        """Work, counted as for `max_tests`."""
        return self._raw.stats.pairTests
