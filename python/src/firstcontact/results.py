"""Results of queries: immutable objects with numbers and arrays.

A result keeps the struct of the library and converts a member when it is read, so that a query costs little.

Units: lengths in the mesh's unit; times are fractions of a step. Frame: world. Normals are unit and point from B to A.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import Floats, to_array, view_member
from ._library import call
from .pose import POSE_WIDTH, Pose, from_struct


class State(IntEnum):
    """Relation of two shapes; in a motion, see FirstContact."""

    UNDECIDED = _layer.CD_UNDECIDED
    FREE = _layer.CD_FREE
    CONTACT = _layer.CD_CONTACT
    OVERLAP = _layer.CD_OVERLAP


class FeatureKind(IntEnum):
    """Kind of a feature of a mesh."""

    NONE = _layer.CD_NO_FEATURE
    VERTEX = _layer.CD_FEATURE_VERTEX
    EDGE = _layer.CD_FEATURE_EDGE
    FACE = _layer.CD_FEATURE_FACE


class QueryError(ValueError):
    """A query refuses its input. `reason`: such as "not finite"."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the query refuses its input: {reason}")
        self.reason = reason


_LIMITS = (_layer.CD_REASON_NONE, _layer.CD_REASON_BUDGET, _layer.CD_REASON_INTERRUPTED, _layer.CD_REASON_PRECISION)


def get_reason(reason: int) -> str:
    """Returns the name of a reason, such as "budget"; "none" for a decided state."""
    return call("cdGetReasonName", reason).decode()


def check_state(state: int, reason: int) -> None:
    """Raises an exception for an undecided state, except where a limit was reached."""
    if state != 0 or reason in _LIMITS:  # 0: CD_UNDECIDED
        return
    if reason == _layer.CD_REASON_WORKSPACE:
        raise MemoryError("no memory for the query")
    raise QueryError(get_reason(reason))


@dataclass(frozen=True)
class Feature:
    """A vertex, edge or face of a mesh. index: into the mesh's vertices, edges or triangles; -1: none.

    id: number of the vertex or face as given; vertex_ids: numbers of the ends as given, -1 for a face.
    """

    kind: FeatureKind
    index: int
    id: int
    vertex_ids: tuple[int, int]

    @classmethod
    def of(cls, value: _layer.cdFeature) -> Feature:
        if value.kind == _layer.CD_NO_FEATURE:
            return cls(FeatureKind.NONE, -1, -1, (-1, -1))
        return cls(FeatureKind(value.kind), value.index, value.id, tuple(value.vertexId))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Touch:
    """A pair of features that touch. point, normal: shape (3,)."""

    feature_a: Feature
    feature_b: Feature
    point: Floats
    normal: Floats

    @classmethod
    def of(cls, value: _layer.cdTouch) -> Touch:
        features = Feature.of(value.featureA), Feature.of(value.featureB)
        return cls(*features, to_array(value.point), to_array(value.normal))


_STATES = tuple(State(number) for number in range(len(State)))
Kind = TypeVar("Kind", bound="Result")


class Result:
    """A struct of the library; each property converts a member. `_type`: the struct. Immutable."""

    __slots__ = ("_raw",)
    _type: ClassVar[Any]
    _raw: Any

    @classmethod
    def of(cls: type[Kind], value: Any) -> Kind:
        """Returns the result that keeps this struct."""
        result = object.__new__(cls)
        result._raw = value
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (type(self), bytes(self._raw))

    def __repr__(self) -> str:
        names = [name for name, member in vars(type(self)).items() if isinstance(member, property)]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def restore(cls: type[Kind], data: bytes, *rest: Any) -> Kind:
    """Returns a result again, for pickle and copy."""
    return cls.of(cls._type.from_buffer_copy(data), *rest)


class FirstContact(Result):
    """Result of first_contact."""

    __slots__ = ("touches",)
    _type = _layer.cdFirstContact
    touches: tuple[Touch, ...]  # all pairs that touch, if requested

    @classmethod
    def of(cls, value: Any, touches: tuple[Touch, ...] = ()) -> FirstContact:
        result = object.__new__(cls)
        result._raw = value
        result.touches = touches
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (FirstContact, bytes(self._raw), self.touches)

    @property
    def state(self) -> State:
        """FREE: the whole motion is free. CONTACT: the motion is free in [0, t[0]] and touches in [t[0], t[1]].
        OVERLAP: the meshes overlap at the start. UNDECIDED: a limit was reached, [0, t[0]] is free."""
        return _STATES[self._raw.state]

    @property
    def reason(self) -> str:
        """Reason of UNDECIDED, else "none"."""
        return get_reason(self._raw.reason)

    @property
    def t(self) -> Floats:
        """Fractions of the step, shape (2,)."""
        return to_array(self._raw.t)

    @property
    def feature_a(self) -> Feature:
        """Feature of A that touches first."""
        return Feature.of(self._raw.featureA)

    @property
    def feature_b(self) -> Feature:
        """Feature of B that is touched first."""
        return Feature.of(self._raw.featureB)

    @property
    def point(self) -> Floats:
        """Point of contact at t[0], shape (3,), world frame."""
        return to_array(self._raw.point)

    @property
    def normal(self) -> Floats:
        """Unit normal at t[0], shape (3,), world frame, from B to A."""
        return to_array(self._raw.normal)

    @property
    def tolerance(self) -> float:
        """Length: features within it, plus the safety distance, touch."""
        return self._raw.tolerance

    @property
    def resolved_time(self) -> float:
        """Fraction of the step just before the contact, without overlap."""
        return self._raw.resolvedTime

    @property
    def resolved_pose(self) -> Pose:
        """Pose of A at that fraction."""
        return from_struct(self._raw.resolvedPose)

    @property
    def resolved_pose_b(self) -> Pose:
        """Pose of B at that fraction."""
        return from_struct(self._raw.resolvedPoseB)

    @property
    def obstacle(self) -> int:
        """Index of the obstacle that is touched, 0 for a single one; -1: free."""
        return self._raw.obstacle

    @property
    def tests(self) -> int:
        """Work, counted as for `max_tests`."""
        return self._raw.stats.pairTests


class Distance(Result):
    """Result of distance. The true distance of the surfaces is in [lower, upper]."""

    __slots__ = ()
    _type = _layer.cdDistance

    @property
    def state(self) -> State:
        """FREE, or OVERLAP, also if they touch: then all lengths are 0. UNDECIDED: a limit was reached."""
        return _STATES[self._raw.state]

    @property
    def reason(self) -> str:
        """Reason of UNDECIDED, else "none"."""
        return get_reason(self._raw.reason)

    @property
    def beyond(self) -> bool:
        """True if farther than max_distance: only `lower` is valid."""
        return self._raw.beyond

    @property
    def distance(self) -> float:
        """Length between the nearest points; infinite: none were found."""
        return self._raw.distance

    @property
    def lower(self) -> float:
        """Certified lower bound, length."""
        return self._raw.lower

    @property
    def upper(self) -> float:
        """Certified upper bound, length."""
        return self._raw.upper

    @property
    def point_a(self) -> Floats:
        """Nearest point of A, shape (3,), world frame."""
        return to_array(self._raw.pointA)

    @property
    def point_b(self) -> Floats:
        """Nearest point of B, shape (3,), world frame."""
        return to_array(self._raw.pointB)

    @property
    def feature_a(self) -> Feature:
        """Feature of A that has its nearest point."""
        return Feature.of(self._raw.featureA)

    @property
    def feature_b(self) -> Feature:
        """Feature of B that has its nearest point."""
        return Feature.of(self._raw.featureB)

    @property
    def normal(self) -> Floats:
        """Unit normal from B to A, shape (3,), world frame; zero if overlapping."""
        return to_array(self._raw.normal)


class Overlap(Result):
    """Result of overlap. True in conditions if the meshes overlap."""

    __slots__ = ("pairs",)
    _type = _layer.cdOverlap
    pairs: NDArray[np.int32]  # indices of triangles of A and of B that intersect, shape (k, 2), if requested

    @classmethod
    def of(cls, value: Any, pairs: NDArray[np.int32] | None = None) -> Overlap:
        result = object.__new__(cls)
        result._raw = value
        result.pairs = NO_PAIRS if pairs is None else pairs
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (Overlap, bytes(self._raw), self.pairs)

    @property
    def state(self) -> State:
        """FREE, OVERLAP, or UNDECIDED if a limit was reached."""
        return _STATES[self._raw.state]

    @property
    def reason(self) -> str:
        """Reason of UNDECIDED, else "none"."""
        return get_reason(self._raw.reason)

    @property
    def feature_a(self) -> Feature:
        """Face of A that overlaps."""
        return Feature.of(self._raw.featureA)

    @property
    def feature_b(self) -> Feature:
        """Face of B that overlaps."""
        return Feature.of(self._raw.featureB)

    @property
    def point(self) -> Floats:
        """A shared point, shape (3,), world frame."""
        return to_array(self._raw.point)

    def __bool__(self) -> bool:
        """Returns True if the meshes overlap. Errors: ValueError if that is undecided."""
        state = self._raw.state
        if state == _UNDECIDED:
            raise ValueError(f"the overlap is undecided: {self.reason}")
        return state == _OVERLAP


_UNDECIDED, _OVERLAP = int(State.UNDECIDED), int(State.OVERLAP)
NO_PAIRS: NDArray[np.int32] = np.empty((0, 2), dtype=np.int32)
NO_PAIRS.flags.writeable = False


class Slide(Result):
    """Result of slide. Slides of a batch have no path and no constraints."""

    __slots__ = ("_poses", "_constraints")
    _type = _layer.cdSlide
    _poses: bytes | bytearray  # structs cdPose
    _constraints: bytes | bytearray  # structs cdSlideConstraint

    @classmethod
    def of(cls, value: Any, poses: bytes | bytearray = b"", constraints: bytes | bytearray = b"") -> Slide:
        result = object.__new__(cls)
        result._raw, result._poses, result._constraints = value, poses, constraints
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (Slide, bytes(self._raw), bytes(self._poses), bytes(self._constraints))

    def _view(self, path: str, dtype: Any, width: int = 0) -> NDArray[Any]:
        kind = _layer.cdSlideConstraint
        items = (kind * (len(self._constraints) // ctypes.sizeof(kind))).from_buffer_copy(self._constraints)
        return view_member(items, path, dtype, width)

    @property
    def path(self) -> Pose:
        """Batch of the poses at the ends of the legs, each a screw."""
        return Pose.from_rows(np.frombuffer(self._poses, dtype=np.float64).reshape(-1, POSE_WIDTH))

    @property
    def constraint_points(self) -> Floats:
        """Shape (k, 3), world frame."""
        return self._view("point", np.float64, 3)

    @property
    def constraint_normals(self) -> Floats:
        """Shape (k, 3), unit, world frame."""
        return self._view("normal", np.float64, 3)

    @property
    def constraint_pushes(self) -> Floats:
        """Shape (k,), Lagrange multipliers; 0: inactive."""
        return self._view("push", np.float64)

    @property
    def constraint_obstacles(self) -> NDArray[np.int32]:
        """Shape (k,), indices of obstacles."""
        return self._view("obstacle", np.int32)

    @property
    def contact(self) -> FirstContact:
        """First contact of the motion; its resolved_pose is the end of the slide."""
        return FirstContact.of(self._raw.contact)

    @property
    def pose(self) -> Pose:
        """End of the slide."""
        return from_struct(self._raw.contact.resolvedPose)

    @property
    def reached(self) -> bool:
        """True if the end is the target."""
        return self._raw.reached

    @property
    def exhausted(self) -> bool:
        """True if a limit ended the slide."""
        return self._raw.exhausted

    @property
    def legs(self) -> int:
        """Number of continuous queries."""
        return self._raw.legCount


def to_tuple(items: Any, count: int, kind: Any) -> tuple[Any, ...]:
    """Returns the first items of an array of structs as results."""
    return tuple(kind.of(items[index]) for index in range(count))
