"""Finds the first contacts of ten thousand random motions in one call, on all processors."""

from __future__ import annotations

import numpy as np

import firstcontact as fc

COUNT = 10_000


def random_poses(random: np.random.Generator, radius: float) -> fc.Pose:
    """Returns positions on a sphere, with random orientations."""
    positions, quaternions = random.normal(size=(COUNT, 3)), random.normal(size=(COUNT, 4))
    positions *= radius / np.linalg.norm(positions, axis=1, keepdims=True)
    quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
    return fc.Pose(positions, quaternions)


def main() -> None:
    corners = [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)]
    mesh = fc.Mesh(corners, [(0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2)])
    random = np.random.default_rng(7)
    found = fc.first_contact(mesh, mesh, random_poses(random, 5.0), random_poses(random, 5.0), jobs=0)
    hits = found.states == fc.State.CONTACT
    print(f"{hits.sum()} of {len(found)} motions touch, the first after {found.t[hits, 0].min():.3f} of its step")
    assert len(found.resolved_poses.as_matrix()) == COUNT and 0 < hits.sum() < COUNT


if __name__ == "__main__":
    main()
