"""Moves a gripper over a scanned object, and certifies and plots its clearance.

`distance` gives the clearance at each pose of the path. Between the poses it can be smaller: `path_clearance` gives
certified bounds of the whole path and of each part of it.
The scan is the Stanford bunny of Debian's package glmark2-data, or else a noisy hemisphere.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np

import firstcontact as fc

BUNNY = Path("/usr/share/glmark2/models/bunny.obj")
STEPS, NOISE = 40, 0.01  # motions of the path; error of the generated scan, length


def make_gripper() -> fc.Mesh:
    """Returns a palm in y = 0 with two fingers that point down."""
    centers = [(0.0, 0.1, 0.0), (0.0, -0.7, 1.1), (0.0, -0.7, -1.1)]
    halves = [(0.3, 0.1, 1.2), (0.2, 0.7, 0.1), (0.2, 0.7, 0.1)]
    corners = np.array(list(product((-1, 1), repeat=3)))
    boxes = [fc.convex_hull(corners * half + center) for half, center in zip(halves, centers)]
    faces = [box.faces + 8 * index for index, box in enumerate(boxes)]
    return fc.Mesh(np.concatenate([box.vertices for box in boxes]), np.concatenate(faces))


def make_scan(count: int = 80) -> fc.Mesh:
    """Returns a surface over a grid: a hemisphere on the plane y = -0.4, as a depth camera sees it from above."""
    x, z = np.meshgrid(*2 * (np.linspace(-1.5, 1.5, count),), indexing="ij")
    y = np.sqrt(np.maximum(0.7**2 - x**2 - z**2, 0.0)) - 0.4 + np.random.default_rng(3).uniform(-NOISE, NOISE, x.shape)
    corner = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).ravel()
    quads = np.stack((corner, corner + 1, corner + count + 1, corner + count), axis=1)
    return fc.Mesh(np.stack((x, y, z), axis=-1).reshape(-1, 3), np.concatenate((quads[:, :3], quads[:, [0, 2, 3]])))


def make_path() -> fc.Pose:
    """Returns poses from the upper left, tilted, down over the object."""
    share = np.linspace(0.0, 1.0, STEPS + 1)
    half_tilt = 0.4 * (1.0 - share)
    positions = np.stack((-2.0 * (1.0 - share) ** 2, 3.0 - 1.8 * share, 0.0 * share), axis=1)
    return fc.Pose(positions, np.stack((np.cos(half_tilt), 0.0 * share, 0.0 * share, -np.sin(half_tilt)), axis=1))


def plot(bounds: fc.PathBounds) -> str:
    """Writes the clearance over the time of the path as a picture, or as a table. Returns the file's name."""
    try:
        from matplotlib import pyplot
    except ImportError:
        columns = np.column_stack((bounds.times, bounds.lower, bounds.upper))
        np.savetxt("clearance.csv", columns, delimiter=",", header="from,to,lower,upper")
        return "clearance.csv"
    figure, axes = pyplot.subplots()
    axes.stairs(bounds.lower, np.append(bounds.times[:, 0], bounds.times[-1, 1]), baseline=None)
    axes.set(xlabel="pose", ylabel="minimum distance")
    figure.savefig("clearance.png")
    return "clearance.png"


def main() -> None:
    gripper, path = make_gripper(), make_path()
    scan = fc.Mesh.load(BUNNY) if BUNNY.exists() else make_scan()
    at_poses = np.array([near.lower for near in fc.distance(gripper, scan, path)])
    least = fc.path_clearance(gripper, scan, path, parts=STEPS)
    for index in range(0, STEPS + 1, 5):
        print(f"pose {index:2}  clearance {at_poses[index]:.3f} {'#' * int(20 * at_poses[index])}")
    print(f"distance {least.upper:.6f} at pose {least.time:.2f}")
    print(f"the gripper stays farther than {least.lower:.6f} from {len(scan.faces)} triangles; plotted in {plot(least.bounds)}")
    contact = fc.path_contact(gripper, scan, path, safety_distance=0.999 * least.lower)
    assert contact.state == fc.State.FREE and 0.0 < least.lower <= at_poses.min() and least.upper - least.lower < 1e-5
    assert np.all(least.bounds.lower <= np.minimum(at_poses[:-1], at_poses[1:]) + 1e-9)
    if not BUNNY.exists():  # at the end the fingers are 0.2 above the plane
        assert abs(at_poses[-1] - 0.2) <= NOISE


if __name__ == "__main__":
    main()
