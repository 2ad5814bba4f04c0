"""Pairs of triangles, many at once: signed separation, the direction of the shortest separating translation, a point.

Two triangles that are disjoint have the distance of their nearest points. Two that intersect have a depth: the length
of the shortest translation that separates them. The Minkowski difference of two triangles is a polytope whose faces
have the normals of the triangles, or those of a pair of edges; the depth is the smallest over these 11 directions. If
its triangles have a depth, two meshes have at least the same: a translation that separates the meshes separates the
triangles.

Values are accurate to rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._convert import Floats

FLAT = 1e-12  # sine of an angle below which the normal of two edges or of a triangle is invalid


@dataclass(frozen=True)
class Separations:
    """Results for n pairs of triangles. gaps: shape (n,), length, negative: intersecting, by the depth.

    points: shape (n, 3), midway between the nearest points, or the middle of the common points. normals: shape (n, 3),
    unit, from B to A, the direction of A's shortest translation; NaN if no direction is better than others.
    """

    gaps: Floats
    points: Floats
    normals: Floats


def separate_triangles(a: Floats, b: Floats, known: NDArray[Any]) -> Separations:
    """Returns the separations of the triangles a and b, shape (n, 3, 3). known: True where they intersect or touch."""
    nearest_a, nearest_b, gaps = find_nearest(a, b)
    pierced, middles = find_common(a, b)
    depths, normals = find_depths(a, b)
    meets = pierced | (gaps == 0.0) | known
    points = np.where(pierced[:, None], middles, 0.5 * (nearest_a + nearest_b))
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = (nearest_a - nearest_b) / gaps[:, None]
    normals = np.where(meets[:, None], normals, apart)
    return Separations(np.where(meets, -depths, gaps), points, normals)


def get_edges(triangles: Floats) -> Floats:
    """Returns the vectors along the edges, shape (n, 3, 3): edge i begins at corner i."""
    return np.roll(triangles, -1, axis=1) - triangles


def dot(a: Floats, b: Floats) -> Floats:
    return np.einsum("...i,...i->...", a, b)


def find_depths(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Returns the smallest overlap along the 11 directions, at least 0, and that direction, from B to A."""
    edges_a, edges_b = get_edges(a), get_edges(b)
    axes = np.concatenate(
        (
            np.cross(edges_a[:, 0], edges_a[:, 1])[:, None], np.cross(edges_b[:, 0], edges_b[:, 1])[:, None],
            np.cross(edges_a[:, :, None], edges_b[:, None]).reshape(-1, 9, 3),
        ), axis=1,
    )  # fmt: skip
    sizes = np.linalg.norm(edges_a, axis=-1).max(axis=1), np.linalg.norm(edges_b, axis=-1).max(axis=1)
    products = np.stack([sizes[0] ** 2, sizes[1] ** 2] + [sizes[0] * sizes[1]] * 9, axis=1)
    lengths = np.linalg.norm(axes, axis=-1)
    valid = lengths > FLAT * products
    axes = axes / np.where(valid, lengths, 1.0)[..., None]
    on_a, on_b = np.einsum("nki,nci->nkc", axes, a), np.einsum("nki,nci->nkc", axes, b)
    along = on_b.max(axis=2) - on_a.min(axis=2)  # translation of A along the axis
    against = on_a.max(axis=2) - on_b.min(axis=2)
    overlaps = np.where(valid, np.minimum(along, against), np.inf)
    best = np.argmin(overlaps, axis=1)
    rows = np.arange(len(a))
    signs = np.where(along <= against, 1.0, -1.0)[rows, best]
    found = np.isfinite(overlaps[rows, best])
    depths = np.where(found, np.maximum(overlaps[rows, best], 0.0), 0.0)
    return depths, np.where(found[:, None], signs[:, None] * axes[rows, best], np.nan)


def find_common(a: Floats, b: Floats) -> tuple[NDArray[Any], Floats]:
    """Returns where edges pierce the other triangle, and the middle of the points."""
    hits = [pierce(a, b), pierce(b, a)]
    valid = np.concatenate([hit[0] for hit in hits], axis=1)
    points = np.concatenate([hit[1] for hit in hits], axis=1)
    lower = np.where(valid[..., None], points, np.inf).min(axis=1)
    upper = np.where(valid[..., None], points, -np.inf).max(axis=1)
    pierced = valid.any(axis=1)
    with np.errstate(invalid="ignore"):
        return pierced, np.where(pierced[:, None], 0.5 * (lower + upper), 0.0)


def pierce(a: Floats, b: Floats) -> tuple[NDArray[Any], Floats]:
    """Returns which of A's edges cross the interior of B, shape (n, 3), and where, shape (n, 3, 3)."""
    edges = get_edges(b)
    normals = np.cross(edges[:, 0], edges[:, 1])
    heights = dot(a - b[:, :1], normals[:, None])
    ends = np.roll(heights, -1, axis=1)
    crosses = heights * ends < 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(crosses, heights / (heights - ends), 0.0)
    points = a + share[..., None] * get_edges(a)
    sides = dot(np.cross(edges[:, None], points[:, :, None] - b[:, None]), normals[:, None, None])
    return crosses & (sides >= 0.0).all(axis=2), points


def find_nearest(a: Floats, b: Floats) -> tuple[Floats, Floats, Floats]:
    """Returns the nearest points of vertices and triangles, and of edges, and their distance."""
    on_b, on_a = nearest_on_triangles(a, b), nearest_on_triangles(b, a)
    edge_a, edge_b = nearest_on_edges(a, b)
    points_a = np.concatenate((a, on_a, edge_a), axis=1)
    points_b = np.concatenate((on_b, b, edge_b), axis=1)
    distances = np.linalg.norm(points_a - points_b, axis=-1)
    best = np.argmin(distances, axis=1)
    rows = np.arange(len(a))
    return points_a[rows, best], points_b[rows, best], distances[rows, best]


def nearest_on_triangles(points: Floats, triangles: Floats) -> Floats:
    """Returns the points of each triangle that are nearest to three points, shape (n, 3, 3)."""
    edges = get_edges(triangles)
    normals = np.cross(edges[:, 0], edges[:, 1])
    squares = dot(normals, normals)
    offsets = points[:, :, None] - triangles[:, None]  # point, corner
    inside = (dot(np.cross(edges[:, None], offsets), normals[:, None, None]) >= 0.0).all(axis=2)
    inside &= (squares > 0.0)[:, None]
    heights = dot(offsets[:, :, 0], normals[:, None]) / np.where(squares > 0.0, squares, 1.0)[:, None]
    feet = points - heights[..., None] * normals[:, None]
    lengths = dot(edges, edges)
    shares = dot(offsets, edges[:, None]) / np.where(lengths > 0.0, lengths, 1.0)[:, None]
    on_edges = triangles[:, None] + np.clip(shares, 0.0, 1.0)[..., None] * edges[:, None]
    best = np.argmin(np.linalg.norm(points[:, :, None] - on_edges, axis=-1), axis=2)
    borders = np.take_along_axis(on_edges, best[..., None, None], axis=2)[:, :, 0]
    return np.where(inside[..., None], feet, borders)


def nearest_on_edges(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Returns the nearest points of each pair of edges if within both, shape (n, 9, 3); else their starts.

    The other nearest points of edges are those of vertices, which nearest_on_triangles finds.
    """
    edges_a, edges_b = np.repeat(get_edges(a), 3, axis=1), np.tile(get_edges(b), (1, 3, 1))
    starts_a, starts_b = np.repeat(a, 3, axis=1), np.tile(b, (1, 3, 1))
    offsets = starts_a - starts_b
    aa, bb, ab = dot(edges_a, edges_a), dot(edges_b, edges_b), dot(edges_a, edges_b)
    ao, bo = dot(edges_a, offsets), dot(edges_b, offsets)
    divisor = aa * bb - ab * ab
    safe = np.where(divisor > 0.0, divisor, 1.0)
    s, t = (ab * bo - bb * ao) / safe, (aa * bo - ab * ao) / safe
    within = (divisor > FLAT * aa * bb) & (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0)
    s, t = np.where(within, s, 0.0), np.where(within, t, 0.0)
    return starts_a + s[..., None] * edges_a, starts_b + t[..., None] * edges_b
