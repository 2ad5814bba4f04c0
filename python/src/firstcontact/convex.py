"""Convex hulls, and vectors that separate them."""

from __future__ import annotations

import ctypes
import weakref
from ctypes import byref
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer
from ._convert import COUNT_MAX, Floats, get_address, read_floats, to_array
from ._library import call, release
from .mesh import Mesh, MeshError, read_items
from .pose import PoseLike, read_single_pose, to_struct
from .results import State, check_state, get_reason


class ConvexHull:
    """The convex hull of points, shape (n, 3), which may be flat or a single point. Immutable.

    Exact for the points as given. Errors: MeshError, which is a ValueError.
    """

    def __init__(self, points: ArrayLike) -> None:
        rows = read_floats(points, "points", (-1, 3))
        if not 0 < len(rows) <= COUNT_MAX:
            raise ValueError(f"points must have from 1 to 2^29 rows, not {len(rows)}")
        definition, report = _layer.cdConvexDef(), _layer.cdConvexReport()
        definition.points, definition.pointCount = get_address(rows), len(rows)
        handle = call("cdCreateConvex", byref(definition), byref(report))
        if not handle:
            reason = call("cdGetBuildErrorName", report.error).decode()
            raise MeshError(f"the hull cannot be built: {reason}", reason, report.errorPoint)
        self._handle: int = handle
        self._points = rows.copy()
        weakref.finalize(self, release, "cdDestroyConvex", handle).atexit = False

    def __reduce__(self) -> tuple[type[ConvexHull], tuple[Floats]]:
        return ConvexHull, (self._points,)

    def __repr__(self) -> str:
        return f"ConvexHull({len(self.vertices)} vertices)"

    @property
    def _info(self) -> _layer.cdConvexInfo:
        return call("cdGetConvexInfo", self._handle)

    @property
    def vertices(self) -> Floats:
        """Vertices, shape (n, 3), local frame: points as given. A copy."""
        return self._points[self.vertex_ids]

    @property
    def vertex_ids(self) -> NDArray[np.int32]:
        """Index of the point of each vertex, shape (n,). A copy."""
        info = self._info
        return read_items(info.vertexIds, ctypes.c_int32, info.vertexCount)

    @property
    def faces(self) -> NDArray[np.int32]:
        """Triangles, shape (m, 3), indices into `vertices`, oriented outwards. A copy."""
        info = self._info
        return read_items(info.triangles, ctypes.c_int32, 3 * info.triangleCount).reshape(-1, 3)

    @property
    def dimension(self) -> int:
        """3; 2: flat; 1: a segment; 0: a point."""
        return self._info.dimension


def convex_hull(points: ArrayLike | Mesh) -> ConvexHull:
    """Returns the convex hull of points, shape (n, 3), or of a mesh."""
    return ConvexHull(points.vertices if isinstance(points, Mesh) else points)


@dataclass(frozen=True)
class Separation:
    """Result of separating_vector. state: FREE, OVERLAP, or CONTACT within the tolerance.

    vector: shape (3,), unit, world frame, from A towards B. gap: length along it, negative: overlap.
    vertex_a, vertex_b: indices of the vertices that are farthest along the vector and against it.
    """

    state: State
    reason: str
    vector: Floats
    gap: float
    tolerance: float
    vertex_a: int
    vertex_b: int


def separating_vector(a: ConvexHull, b: ConvexHull, pose: PoseLike = None, at: PoseLike = None) -> Separation:
    """Finds a vector that separates the hull A at `pose` from B at `at`, or proves that they touch or overlap."""
    query = _layer.cdSeparationInput()
    for hull, name in ((a, "a"), (b, "b")):
        if not isinstance(hull, ConvexHull):
            raise TypeError(f"{name} must be a ConvexHull, not {type(hull).__name__}")
    query.convexA, query.convexB = a._handle, b._handle
    query.poseA, query.poseB = to_struct(read_single_pose(pose, "pose")), to_struct(read_single_pose(at, "at"))
    found = call("cdFindSeparatingVector", byref(query), None, None)
    check_state(found.state, found.reason)
    return Separation(
        State(found.state), get_reason(found.reason), to_array(found.vector), found.gap, found.tolerance,
        found.vertexA, found.vertexB,
    )  # fmt: skip
