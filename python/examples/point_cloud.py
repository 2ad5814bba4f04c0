"""Classifies a cloud of points against a solid: inside, outside, or exactly on a face, an edge or a vertex.

The share of the points inside gives the volume; the signed volume of the mesh checks it. Points of a grid that lie on
the surface are found as such, not as inside or outside by rounding.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

import firstcontact as fc

COUNT = 20_000


def make_bracket() -> fc.Mesh:
    """Returns an L of width 2 and height 2 whose arms are 1 thick, 1 deep along z. Its sides are not convex."""
    outline = np.array([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], dtype=float)
    vertices = [(x, y, z) for z in (0.0, 1.0) for x, y in outline]
    front = np.array([(0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5)])
    sides = [(k, (k + 1) % 6, (k + 1) % 6 + 6) for k in range(6)] + [(k, (k + 1) % 6 + 6, k + 6) for k in range(6)]
    return fc.Mesh(vertices, np.concatenate((front[:, ::-1], front + 6, sides)))


def estimate_volume(bracket: fc.Mesh) -> tuple[float, float]:
    """Returns the volume by the share of random points inside, and the standard deviation of this estimate."""
    lower, upper = bracket.bounds
    points = np.random.default_rng(11).uniform(lower, upper, (COUNT, 3))
    share = float(np.mean(fc.classify(bracket, points).kinds == fc.LocationKind.INSIDE))
    box = float(np.prod(upper - lower))
    return box * share, box * math.sqrt(share * (1.0 - share) / COUNT)


def main() -> None:
    bracket = make_bracket()
    volume, deviation = estimate_volume(bracket)
    print(f"volume {volume:.4f} by {COUNT} points, {bracket.volume:.4f} by the mesh, deviation {deviation:.4f}")
    assert abs(volume - 3.0) < 4.0 * deviation and abs(bracket.volume - 3.0) < 1e-12

    axis = np.arange(0.0, 2.5, 0.5)  # 5 x 5 x 3 points, most of them on the surface
    grid = np.stack(np.meshgrid(axis, axis, axis[:3], indexing="ij"), axis=-1).reshape(-1, 3)
    found = fc.classify(bracket, grid)
    counts = Counter(fc.LocationKind(kind).name for kind in found.kinds)
    print("grid points:", ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    # Each of the three layers has 21 points of the L: 6 corners and 10 more of its outline, and 5 within it.
    assert counts == {"ON_VERTEX": 2 * 6, "ON_EDGE": 2 * 10 + 6, "ON_FACE": 2 * 5 + 10, "INSIDE": 5, "OUTSIDE": 3 * 4}

    moved = fc.Pose((10.0, 0.0, 0.0), (math.cos(0.5), math.sin(0.5), 0.0, 0.0))
    world = grid @ moved.as_matrix()[:3, :3].T + moved.position  # rounded, so no longer exactly on the surface
    inside = fc.classify(bracket, world, moved).kinds == fc.LocationKind.INSIDE
    assert np.all(inside[found.kinds == fc.LocationKind.INSIDE])


if __name__ == "__main__":
    main()
