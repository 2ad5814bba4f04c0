"""Shapes and random poses for the tests."""

from __future__ import annotations

import numpy as np

BOX_FACES = np.array(
    [0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5, 2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7],
    dtype=np.int32,
).reshape(-1, 3)


def make_box(x: float = 1.0, y: float = 1.0, z: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Returns a box about the origin by its half extents, oriented outwards."""
    corners = [[i, j, k] for i in (-x, x) for j in (-y, y) for k in (-z, z)]
    return np.array(corners, dtype=np.float64), BOX_FACES.copy()


def make_ball(rings: int = 6) -> tuple[np.ndarray, np.ndarray]:
    """Returns a unit ball of triangles: `rings` circles of twice as many points, and two poles."""
    count = 2 * rings
    polar = np.pi * np.arange(1, rings + 1) / (rings + 1)
    turn = 2.0 * np.pi * np.arange(count) / count
    x, y = np.outer(np.sin(polar), np.cos(turn)), np.outer(np.sin(polar), np.sin(turn))
    z = np.repeat(np.cos(polar)[:, None], count, axis=1)
    points = np.vstack((np.stack((x, y, z), axis=-1).reshape(-1, 3), [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]))
    faces = []
    for i in range(count):
        j = (i + 1) % count
        faces.append((rings * count, i, j))
        faces.append((rings * count + 1, (rings - 1) * count + j, (rings - 1) * count + i))
        for ring in range(rings - 1):
            upper, lower = ring * count, (ring + 1) * count
            faces += [(upper + i, lower + i, lower + j), (upper + i, lower + j, upper + j)]
    return points, np.array(faces, dtype=np.int32)


def random_rows(random: np.random.Generator, count: int, radius: float) -> np.ndarray:
    """Returns random poses, shape (n, 7): positions within a cube, any orientation."""
    quaternions = random.normal(size=(count, 4))
    quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
    return np.hstack((random.uniform(-radius, radius, (count, 3)), quaternions))


def place(x: float, y: float, z: float) -> np.ndarray:
    """Returns the matrix of a translation."""
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix
