"""Rays and points against one mesh: the first hit of a ray, the closest point of the surface.

Rays and points are in the world frame, as single ones of shape (3,) or as a batch of shape (n, 3). `jobs` threads share
a batch; 0: one for each processor. Results never depend on it, nor on a `cache`. Errors: ValueError for invalid input.
"""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer
from ._convert import Floats, read_count, read_floats, read_limit, read_triple, to_array
from ._library import bind
from ._threads import Flag
from .batch import Batch, Results, check_states, find_count, make_inputs, member, mesh_member, pose_member
from .caches import TriangleCache, use_cache
from .mesh import Mesh, check_mesh
from .pose import PoseLike, read_single_pose
from .results import Feature, Result, check_state

_find_ray_hit = bind("cdFindRayHit")
_find_closest_point = bind("cdFindClosestPoint")


class RayHit(Result):
    """Result of cast_ray. True in conditions if the ray hits."""

    __slots__ = ()
    _type = _layer.cdRayHit

    def __bool__(self) -> bool:
        return self._raw.state == _layer.CD_CONTACT

    @property
    def is_hit(self) -> bool:
        """True if the ray hits; else the other members are invalid."""
        return bool(self)

    @property
    def distance(self) -> float:
        """Length from the origin to the hit; infinite: no hit."""
        return self._raw.distance

    @property
    def fraction(self) -> float:
        """The hit is at origin + fraction * direction; infinite: no hit."""
        return self._raw.fraction

    @property
    def error(self) -> float:
        """Bound on the rounding error of the ray in the mesh's frame, and of the distance, length."""
        return self._raw.error

    @property
    def point(self) -> Floats:
        """Point of the triangle, shape (3,), world frame."""
        return to_array(self._raw.point)

    @property
    def normal(self) -> Floats:
        """Unit normal against the ray, shape (3,), world frame."""
        return to_array(self._raw.normal)

    @property
    def back_face(self) -> bool:
        """True if the ray hits the triangle from behind."""
        return self._raw.backFace

    @property
    def triangle(self) -> int:
        """Index into the mesh's `faces`; -1: no hit."""
        return self._raw.triangle

    @property
    def feature(self) -> Feature:
        """The vertex, edge or face that is hit."""
        return Feature.of(self._raw.feature)

    @property
    def barycentric(self) -> Floats:
        """Weights of the triangle's corners, shape (3,), sum 1."""
        return np.array(self._raw.barycentric)


class RayHits(Results[RayHit]):
    """Results of n rays. Members as in RayHit."""

    __slots__ = ()
    _item = RayHit

    @property
    def hits(self) -> NDArray[np.bool_]:
        """Shape (n,), True where a ray hits."""
        return self._view("state", np.int32) == _layer.CD_CONTACT

    @property
    def distances(self) -> Floats:
        """Shape (n,), length; infinite: no hit."""
        return self._view("distance")

    @property
    def points(self) -> Floats:
        """Shape (n, 3), world frame."""
        return self._view("point", width=3)

    @property
    def normals(self) -> Floats:
        """Shape (n, 3), unit, world frame, against the rays."""
        return self._view("normal", width=3)

    @property
    def triangles(self) -> NDArray[np.int32]:
        """Shape (n,), indices into the mesh's `faces`; -1: no hit."""
        return self._view("triangle", np.int32)

    @property
    def back_faces(self) -> NDArray[np.bool_]:
        """Shape (n,), True where a triangle is hit from behind."""
        return self._view("backFace", np.bool_)


class ClosestPoint(Result):
    """Result of closest_point. The true distance of point and surface is in [lower, upper]."""

    __slots__ = ()
    _type = _layer.cdClosestPoint

    @property
    def beyond(self) -> bool:
        """True if farther than max_distance: only `lower` is valid."""
        return self._raw.beyond

    @property
    def distance(self) -> float:
        """Length to the nearest point; infinite: none within max_distance."""
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
    def point(self) -> Floats:
        """Nearest point of the surface, shape (3,), world frame."""
        return to_array(self._raw.point)

    @property
    def normal(self) -> Floats:
        """Unit, from the surface to the point, shape (3,), world frame."""
        return to_array(self._raw.normal)

    @property
    def triangle(self) -> int:
        """Index into the mesh's `faces`; -1: none."""
        return self._raw.triangle

    @property
    def feature(self) -> Feature:
        """The vertex, edge or face that has the nearest point."""
        return Feature.of(self._raw.feature)

    @property
    def signed_distance(self) -> float:
        """The distance, negative inside a closed mesh; NaN if the mesh has no inside."""
        return self._raw.signedDistance


class ClosestPoints(Results[ClosestPoint]):
    """Results of n points. Members as in ClosestPoint."""

    __slots__ = ()
    _item = ClosestPoint

    @property
    def distances(self) -> Floats:
        """Shape (n,), length; infinite: none within max_distance."""
        return self._view("distance")

    @property
    def lower(self) -> Floats:
        """Shape (n,), certified lower bounds, length."""
        return self._view("lower")

    @property
    def upper(self) -> Floats:
        """Shape (n,), certified upper bounds, length."""
        return self._view("upper")

    @property
    def signed_distances(self) -> Floats:
        """Shape (n,), length, negative inside; NaN if the mesh has no inside."""
        return self._view("signedDistance")

    @property
    def points(self) -> Floats:
        """Shape (n, 3), nearest points of the surface, world frame."""
        return self._view("point", width=3)

    @property
    def normals(self) -> Floats:
        """Shape (n, 3), unit, world frame."""
        return self._view("normal", width=3)

    @property
    def triangles(self) -> NDArray[np.int32]:
        """Shape (n,), indices into the mesh's `faces`; -1: none."""
        return self._view("triangle", np.int32)


def read_points(value: ArrayLike, name: str) -> tuple[float, float, float] | Floats:
    """Returns one finite point as a tuple, or an array of shape (n, 3)."""
    triple = read_triple(value)
    if triple is not None:
        return triple
    if np.ndim(value) == 2:
        return read_floats(value, name, (-1, 3))
    x, y, z = read_floats(value, name, (3,)).tolist()
    return x, y, z


def find_single(find: Callable[..., Any], query: ctypes.Structure, cache: TriangleCache | None) -> Any:
    """Makes one query."""
    if cache is None:
        found = find(byref(query), None, None, None)
    else:
        with use_cache(cache, TriangleCache, 1) as address:
            found = find(byref(query), address, None, None)
    if found.state == 0:
        check_state(0, found.reason)
    return found


def cast_ray(
    mesh: Mesh,
    origin: ArrayLike,
    direction: ArrayLike,
    pose: PoseLike = None,
    *,
    max_distance: float = 0.0,
    cull_back_faces: bool = False,
    any_hit: bool = False,
    cache: TriangleCache | None = None,
    jobs: int = 1,
) -> RayHit | RayHits:
    """Finds the first hit of a ray with a mesh at a pose. Exact: no ray slips through an edge or a vertex.

    origin, direction: shape (3,) or (n, 3), the direction of any length above 0. max_distance: length; 0: no limit.
    cull_back_faces: True to hit front faces only. any_hit: True to stop at any triangle, for shadows; only the hit itself
    is then valid. Returns a RayHit, or RayHits for a batch.

    Errors: ValueError; QueryError for a rounded mesh.
    """
    handle, place = check_mesh(mesh, "mesh")._handle, read_single_pose(pose, "pose")
    origins, directions = read_points(origin, "origin"), read_points(direction, "direction")
    limit = read_limit(max_distance)
    if type(origins) is tuple and type(directions) is tuple:
        query = _layer.cdRayInput(
            handle, place._struct, origins, directions, limit, bool(cull_back_faces), bool(any_hit)
        )
        return RayHit.of(find_single(_find_ray_hit, query, cache))
    origins, directions = np.asarray(origins), np.asarray(directions)
    count = find_count([len(rows) for rows in (origins, directions) if rows.ndim == 2])
    members = [
        mesh_member("mesh", [mesh]), pose_member("pose", place), member("origin", origins, width=3),
        member("direction", directions, width=3), member("maxDistance", limit),
        member("cullBackFaces", bool(cull_back_faces), np.bool_), member("anyHit", bool(any_hit), np.bool_),
    ]  # fmt: skip
    inputs = make_inputs(_layer.cdRayInput, count, members)
    batch = Batch("cdFindRayHits", _layer.cdRayBatch, inputs, _layer.cdRayHit, mesh)
    results = batch.run(read_count(jobs, "jobs"), Flag(), cache, TriangleCache)
    check_states(results)
    return RayHits(results)


def closest_point(
    mesh: Mesh,
    point: ArrayLike,
    pose: PoseLike = None,
    *,
    max_distance: float = 0.0,
    signed: bool = True,
    cache: TriangleCache | None = None,
    jobs: int = 1,
) -> ClosestPoint | ClosestPoints:
    """Finds the point of a mesh at a pose that is nearest to a point, with its signed distance if the mesh is closed.

    point: shape (3,) or (n, 3). max_distance: length beyond which the search stops; 0: none.
    signed: False to save the search for the sign. Returns a ClosestPoint, or ClosestPoints for a batch.
    """
    handle, place = check_mesh(mesh, "mesh")._handle, read_single_pose(pose, "pose")
    points = read_points(point, "point")
    limit = read_limit(max_distance)
    if type(points) is tuple:
        query = _layer.cdClosestPointInput(handle, place._struct, points, limit, not signed)
        return ClosestPoint.of(find_single(_find_closest_point, query, cache))
    members = [
        mesh_member("mesh", [mesh]), pose_member("pose", place), member("point", points, width=3),
        member("maxDistance", limit), member("withoutSign", not signed, np.bool_),
    ]  # fmt: skip
    inputs = make_inputs(_layer.cdClosestPointInput, len(points), members)
    batch = Batch("cdFindClosestPoints", _layer.cdClosestPointBatch, inputs, _layer.cdClosestPoint, mesh)
    results = batch.run(read_count(jobs, "jobs"), Flag(), cache, TriangleCache)
    check_states(results)
    return ClosestPoints(results)
