"""Tests a crowd of convex bodies for overlap, and keeps the separating vectors from step to step.

A vector that separates two bodies usually separates them in the next step, too. That costs one product per vertex;
`separating_vector` is called only for the pairs for which the kept vector fails.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

import firstcontact as fc

COUNT, STEPS, ROOM = 14, 40, 3.5  # bodies, steps, and half the width of the region of their centres


def make_hulls(random: np.random.Generator) -> list[fc.ConvexHull]:
    """Returns hulls of random points on the unit sphere."""
    points = random.normal(size=(COUNT, 30, 3))
    return [fc.convex_hull(cloud / np.linalg.norm(cloud, axis=1, keepdims=True)) for cloud in points]


def move(random: np.random.Generator) -> list[fc.Pose]:
    """Returns the poses of all bodies, a batch for each: they drift and turn about their own axes."""
    starts, ends = random.uniform(-ROOM, ROOM, (2, COUNT, 3))
    axes = random.normal(size=(COUNT, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    share = np.linspace(0.0, 1.0, STEPS)[:, None]
    return [
        fc.Pose(start + share * (end - start), np.hstack((np.cos(share), np.sin(share) * axis)))
        for start, end, axis in zip(starts, ends, axes)
    ]


def main() -> None:
    random = np.random.default_rng(5)
    hulls, paths = make_hulls(random), move(random)
    kept: dict[tuple[int, int], np.ndarray] = {}
    tests = queries = overlaps = 0
    for step in range(STEPS):
        matrices = [path[step].as_matrix() for path in paths]
        points = [hull.vertices @ matrix[:3, :3].T + matrix[:3, 3] for hull, matrix in zip(hulls, matrices)]
        for a, b in combinations(range(COUNT), 2):
            tests += 1
            vector = kept.get((a, b))
            if vector is not None and (points[b] @ vector).min() > (points[a] @ vector).max():
                continue  # still disjoint
            queries += 1
            found = fc.separating_vector(hulls[a], hulls[b], paths[a][step], paths[b][step])
            centers = np.linalg.norm(paths[a].position[step] - paths[b].position[step])
            if found.state == fc.State.FREE:
                kept[a, b] = found.vector
                assert found.gap <= centers  # each hull contains its centre
            else:
                kept.pop((a, b), None)
                overlaps += 1
                assert centers < 2.0  # hulls in unit balls that are farther apart are disjoint
    print(f"{tests} pairs, {overlaps} overlap; {queries} queries, {tests - queries} decided by a kept vector")
    assert overlaps > 0 and queries - overlaps < tests / 10


if __name__ == "__main__":
    main()
