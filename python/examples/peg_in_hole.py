"""Moves a peg into a hole and lists the contact regions: what holds the peg, and over which area.

The peg moves down with a gap of 0.02 on each side, then aside to a wall; tilted, it is stopped by the rim.
`contact_regions` returns points, segments and polygons with normals and areas, as a solver of forces needs them.
"""

from __future__ import annotations

from itertools import product

import numpy as np

import firstcontact as fc

HALF, GAP, DEPTH = 0.5, 0.02, 1.0  # half width of the peg; gap on each side; depth of the hole


def make_peg() -> fc.Mesh:
    """Returns a square peg, 3 high, whose lower face is in y = 0."""
    corners = np.array(list(product((-HALF, HALF), (0.0, 3.0), (-HALF, HALF))))
    return fc.Mesh(fc.convex_hull(corners))


def make_block() -> fc.Mesh:
    """Returns a block with its top in y = 0 and a square hole."""
    hole = HALF + GAP
    rings = [(hole, -DEPTH), (hole, 0.0), (1.5, 0.0), (1.5, -1.5)]  # half width and height, from the bottom of the hole
    turns = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)])
    vertices = [(half * x, y, half * z) for half, y in rings for x, z in turns]
    faces = [(0, 1, 2), (0, 2, 3), (12, 14, 13), (12, 15, 14)]
    for ring, k in product(range(3), range(4)):
        a, b = 4 * ring + k, 4 * ring + (k + 1) % 4
        faces += [(a, a + 4, b + 4), (a, b + 4, b)]
    return fc.Mesh(vertices, faces)


def describe(peg: fc.Mesh, block: fc.Mesh, pose: fc.Pose) -> list[float]:
    """Prints the contact regions that keep the peg from moving on. Returns the areas of polygons."""
    found = fc.contact_regions(peg, block, pose, tolerance=1e-4, sufficient=True)
    for region in found.regions:
        name = ("point", "segment", "polygon")[region.dimension]
        print(f"  {name} of measure {region.measure:.4f}, normal {np.round(region.normals, 3).tolist()}")
    return sorted(region.measure for region in found.regions if region.dimension == 2)


def main() -> None:
    peg, block = make_peg(), make_block()
    assert block.is_solid and abs(block.volume - (3.0 * 3.0 * 1.5 - (2 * (HALF + GAP)) ** 2 * DEPTH)) < 1e-12

    down = fc.first_contact(peg, block, fc.Pose((0.0, 0.5, 0.0)), fc.Pose((0.0, -2.0, 0.0))).resolved_pose
    print(f"pushed down: stops at depth {-down.position[1]:.4f}")
    (bottom,) = describe(peg, block, down)
    assert abs(bottom - (2 * HALF) ** 2) < 1e-3  # the lower face of the peg

    aside = fc.first_contact(peg, block, down, fc.Pose(down.position + (1.0, 0.0, 0.0))).resolved_pose
    print(f"pushed aside: stops at x = {aside.position[0]:.4f}")
    areas = describe(peg, block, aside)
    assert abs(aside.position[0] - GAP) < 1e-3
    assert np.allclose(areas, [2 * HALF * DEPTH, (2 * HALF) ** 2], atol=1e-3)  # a side in the hole; the lower face

    tilted = fc.Pose((0.0, 0.5, 0.0), (np.cos(0.1), 0.0, 0.0, np.sin(0.1)))
    stuck = fc.first_contact(peg, block, tilted, fc.Pose((0.0, -2.0, 0.0), tilted.quaternion)).resolved_pose
    print(f"tilted by 0.2: touches the rim at depth {-stuck.position[1]:.4f}")
    describe(peg, block, stuck)
    depth = (HALF + GAP - HALF * np.cos(0.2)) / np.tan(0.2) - HALF * np.sin(0.2)  # of the middle of the lower face
    assert abs(-stuck.position[1] - depth) < 1e-4 and not fc.overlap(peg, block, stuck)


if __name__ == "__main__":
    main()
