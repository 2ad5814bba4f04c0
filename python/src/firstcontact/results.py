"""Results of queries: immutable data classes with arrays.

Units: lengths in the mesh's unit; times are fractions of a step. Frame: world. Normals are unit and point from B to A.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import Floats, to_array
from ._library import call
from .pose import Pose, from_struct


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
    if state != _layer.CD_UNDECIDED or reason in _LIMITS:
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


@dataclass(frozen=True)
class FirstContact:
    """Result of first_contact.

    state: FREE, the whole motion is free; CONTACT, the motion is free in [0, t[0]] and touches in [t[0], t[1]];
    OVERLAP, the meshes overlap at the start; UNDECIDED, a limit was reached, [0, t[0]] is free.
    reason: reason of UNDECIDED, else "none". t: fractions of the step, shape (2,).
    feature_a, feature_b: features that touch first. point, normal: shape (3,), at t[0].
    tolerance: length; features within it, plus the safety distance, touch.
    resolved_time, resolved_pose, resolved_pose_b: fraction and poses just before the contact, without overlap.
    obstacle: index of the obstacle that is touched, 0 for a single one; -1: free.
    touches: all pairs that touch, if requested. tests: work, counted as for `max_tests`.
    """

    state: State
    reason: str
    t: Floats
    feature_a: Feature
    feature_b: Feature
    point: Floats
    normal: Floats
    tolerance: float
    resolved_time: float
    resolved_pose: Pose
    resolved_pose_b: Pose
    obstacle: int
    touches: tuple[Touch, ...]
    tests: int

    @classmethod
    def of(cls, value: _layer.cdFirstContact, touches: tuple[Touch, ...] = ()) -> FirstContact:
        return cls(
            State(value.state), get_reason(value.reason), to_array(value.t), Feature.of(value.featureA),
            Feature.of(value.featureB), to_array(value.point), to_array(value.normal), value.tolerance,
            value.resolvedTime, from_struct(value.resolvedPose), from_struct(value.resolvedPoseB), value.obstacle,
            touches, value.stats.pairTests,
        )  # fmt: skip


@dataclass(frozen=True)
class Distance:
    """Result of distance. The true distance of the surfaces is in [lower, upper].

    state: FREE, or OVERLAP, also if they touch: then all lengths are 0. beyond: True if farther than max_distance.
    point_a, point_b: nearest points, shape (3,). normal: shape (3,), zero if overlapping.
    """

    state: State
    reason: str
    beyond: bool
    distance: float
    lower: float
    upper: float
    point_a: Floats
    point_b: Floats
    feature_a: Feature
    feature_b: Feature
    normal: Floats

    @classmethod
    def of(cls, value: _layer.cdDistance) -> Distance:
        return cls(
            State(value.state), get_reason(value.reason), value.beyond, value.distance, value.lower, value.upper,
            to_array(value.pointA), to_array(value.pointB), Feature.of(value.featureA), Feature.of(value.featureB),
            to_array(value.normal),
        )  # fmt: skip


@dataclass(frozen=True)
class Overlap:
    """Result of overlap. state: FREE or OVERLAP. point: a shared point, shape (3,).

    pairs: indices of triangles of A and of B that intersect, shape (k, 2), if requested.
    """

    state: State
    reason: str
    feature_a: Feature
    feature_b: Feature
    point: Floats
    pairs: NDArray[np.int32]

    @classmethod
    def of(cls, value: _layer.cdOverlap, pairs: NDArray[np.int32]) -> Overlap:
        features = Feature.of(value.featureA), Feature.of(value.featureB)
        return cls(State(value.state), get_reason(value.reason), *features, to_array(value.point), pairs)

    def __bool__(self) -> bool:
        """Returns True if the meshes overlap. Errors: ValueError if that is undecided."""
        if self.state == State.UNDECIDED:
            raise ValueError(f"the overlap is undecided: {self.reason}")
        return self.state == State.OVERLAP


@dataclass(frozen=True)
class Slide:
    """Result of slide.

    contact: the first contact of the motion; its resolved_pose is the end of the slide.
    pose: the end of the slide. reached: True if it is the target. exhausted: True if a limit ended the slide.
    path: batch of the poses at the ends of the legs, each a screw. legs: number of queries.
    constraint_points, constraint_normals: shape (k, 3); constraint_pushes: shape (k,), 0: inactive;
    constraint_obstacles: shape (k,).
    """

    contact: FirstContact
    pose: Pose
    reached: bool
    exhausted: bool
    legs: int
    path: Pose
    constraint_points: Floats
    constraint_normals: Floats
    constraint_pushes: Floats
    constraint_obstacles: NDArray[np.int32]


def to_tuple(items: Any, count: int, kind: Any) -> tuple[Any, ...]:
    """Returns the first items of an array of structs as results."""
    return tuple(kind.of(items[index]) for index in range(count))
