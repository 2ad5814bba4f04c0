"""Topples a row of dominoes in a world, and writes the film dominoes.gif.

The first domino begins with a spin. No two bodies overlap after any step, by an exact test that does not use the world.
"""

from __future__ import annotations

from itertools import product

import numpy as np

import firstcontact as fc
from film import Camera, write_gif

COUNT, HEIGHT, DISTANCE = 12, 1.0, 0.45
HALF = np.array((0.06, HEIGHT / 2, 0.25))  # half extents of a domino
FRAMES, STEPS = 32, 5  # pictures, and steps between them
DT = 1.0 / 60.0


def make_box(half: np.ndarray) -> fc.Mesh:
    return fc.Mesh(fc.convex_hull(np.array(list(product((-1, 1), repeat=3))) * half))


def find_overlaps(domino: fc.Mesh, bodies: list[fc.Body]) -> int:
    """Returns the number of neighbours that overlap, by the exact test."""
    return sum(bool(fc.overlap(domino, domino, a.pose, b.pose)) for a, b in zip(bodies, bodies[1:]))


def main() -> None:
    domino, floor = make_box(HALF), make_box(np.array((3.7, 0.1, 0.8)))
    world = fc.World(gravity=(0.0, -9.81, 0.0))
    world.add_body(floor, fc.Pose((2.6, -0.1, 0.0)), kind="fixed", friction=0.6)
    poses = [fc.Pose((index * DISTANCE, HEIGHT / 2 + 1e-3, 0.0)) for index in range(COUNT)]
    bodies = [world.add_body(domino, pose, friction=0.3, restitution=0.1) for pose in poses]
    bodies[0].set_velocity((0.5, 0.0, 0.0), (0.0, 0.0, -1.0))

    camera = Camera(eye=(2.0, 1.6, 4.0), center=(2.6, 0.35, 0.0), span=7.8, size=(320, 120))
    colors = 0.45 + 0.5 * np.random.default_rng(2).random((COUNT, 3))
    pictures, fallen_at = [], np.full(COUNT, np.inf)
    for frame in range(FRAMES):
        scene = [(floor.vertices + (2.6, -0.1, 0.0), floor.faces, (0.75, 0.7, 0.62))]
        for body, color in zip(bodies, colors):
            matrix = body.pose.as_matrix()
            scene.append((domino.vertices @ matrix[:3, :3].T + matrix[:3, 3], domino.faces, color))
        pictures.append(camera.draw(scene))
        for _ in range(STEPS):
            step = world.step(DT)
            tilts = np.arccos(np.clip([body.pose.as_matrix()[1, 1] for body in bodies], -1.0, 1.0))
            fallen_at = np.where(tilts > 0.3, np.minimum(fallen_at, step.time), fallen_at)
        assert find_overlaps(domino, bodies) == 0
    write_gif("dominoes.gif", pictures, STEPS * DT)

    speed = (COUNT - 4) * DISTANCE / (fallen_at[-2] - fallen_at[2])
    print(f"{np.isfinite(fallen_at).sum()} of {COUNT} dominoes fell; the wave moved at {speed:.2f} lengths / s")
    print(f"wrote dominoes.gif with {len(pictures)} pictures; no overlap after {FRAMES * STEPS} steps")
    assert np.isfinite(fallen_at).all() and np.all(np.diff(fallen_at) > 0.0)
    assert 0.3 < speed / np.sqrt(9.81 * HEIGHT) < 1.5  # the wave's speed scales with sqrt(g h)


if __name__ == "__main__":
    main()
