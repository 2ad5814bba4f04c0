"""Compares first contact with overlap tests at sampled poses, which miss contacts of fast and thin objects.

A plate moves through a wall. Between two samples it passes the wall, so that neither of them overlaps.
"""

from __future__ import annotations

import numpy as np

import firstcontact as fc

SAMPLES = 50


def make_plate(thickness: float) -> fc.Mesh:
    """Returns a square plate of side 2 across the x axis."""
    half = (thickness / 2.0, 1.0, 1.0)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return fc.Mesh(corners, [face for a, b, c, d in sides for face in ((a, b, c), (a, c, d))])


def has_sampled_contact(a: fc.Mesh, b: fc.Mesh, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Returns True for each motion with an overlap at one of the evenly spaced poses."""
    found = np.zeros(len(starts), dtype=bool)
    for share in np.linspace(0.0, 1.0, SAMPLES):
        overlaps = fc.overlap(a, b, fc.Pose(starts + share * (ends - starts)))
        found |= [bool(overlap) for overlap in overlaps]
    return found


def main() -> None:
    plate, wall = make_plate(0.01), make_plate(0.02)
    random = np.random.default_rng(1)
    starts, ends = random.uniform(-0.5, 0.5, (2, 40, 3))
    starts[:, 0] -= 5.0
    ends[:, 0] += 5.0
    exact = fc.first_contact(plate, wall, fc.Pose(starts), fc.Pose(ends)).states == fc.State.CONTACT
    sampled = has_sampled_contact(plate, wall, starts, ends)
    print(f"first contact finds {exact.sum()} of {len(exact)} contacts; {SAMPLES} samples find {sampled.sum()}")
    assert exact.all() and sampled.sum() < exact.sum() / 2


if __name__ == "__main__":
    main()
