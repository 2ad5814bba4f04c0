"""First contact of two solid boxes, found analytically."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from . import _layer
from ._convert import Floats, read_floats, to_array
from ._library import call
from .pose import PoseLike, read_single_pose, to_struct
from .results import FeatureKind, State, check_state, get_reason

_KINDS = {
    _layer.CD_NO_CONTACT: (FeatureKind.NONE, FeatureKind.NONE),
    _layer.CD_VERTEX_FACE: (FeatureKind.VERTEX, FeatureKind.FACE),
    _layer.CD_FACE_VERTEX: (FeatureKind.FACE, FeatureKind.VERTEX),
    _layer.CD_EDGE_EDGE: (FeatureKind.EDGE, FeatureKind.EDGE),
}


@dataclass(frozen=True)
class BoxContact:
    """Result of box_contact. state, reason, t, point, normal, tolerance: as in FirstContact; boxes are solid.

    kind_a, index_a, kind_b, index_b: the features that touch; boxes.h of the C library numbers them.
    """

    state: State
    reason: str
    t: Floats
    kind_a: FeatureKind
    index_a: int
    kind_b: FeatureKind
    index_b: int
    point: Floats
    normal: Floats
    tolerance: float


def box_contact(
    half_a: ArrayLike, half_b: ArrayLike, start: PoseLike, target: PoseLike, at: PoseLike = None
) -> BoxContact:
    """Finds the first contact of box A, which follows the screw from `start` to `target`, with box B at `at`.

    half_a, half_b: half extents, shape (3,), above 0, along the local axes.
    """
    query = _layer.cdBoxesInput(onScrew=True)
    query.halfA, query.halfB = read_half(half_a, "half_a"), read_half(half_b, "half_b")
    query.startA = to_struct(read_single_pose(start, "start"))
    query.targetA = to_struct(read_single_pose(target, "target"))
    query.poseB = to_struct(read_single_pose(at, "at"))
    found = call("cdFindBoxContact", byref(query), None)
    check_state(found.state, found.reason)
    kinds = _KINDS[found.pair.kind]
    return BoxContact(
        State(found.state), get_reason(found.reason), to_array(found.t), kinds[0], found.pair.a, kinds[1],
        found.pair.b, to_array(found.point), to_array(found.normal), found.tolerance,
    )  # fmt: skip


def read_half(value: ArrayLike, name: str) -> _layer.cdVec3:
    """Returns half extents."""
    half = read_floats(value, name, (3,))
    if not np.all(half > 0.0):
        raise ValueError(f"{name} must be above 0")
    return _layer.cdVec3(*half)
