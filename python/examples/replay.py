"""Replays a recording: in a world of this process, and with the program, and compares every bit.

The window records with F9. Here a recording is written by hand: a brick falls onto a table. Its scene and its
operations are read from the file; the world that Scene.make_world builds has the bits of the program.
"""

from __future__ import annotations

import json
import tempfile
from itertools import product
from pathlib import Path

import numpy as np

import firstcontact as fc

FRAMES, DT = 90, 1.0 / 60.0
HEIGHT, DROP = 0.5, 1.0  # half the height of the brick; its distance from the table
GRAVITY = 9.81


def write_recording(folder: Path) -> Path:
    """Writes a mesh and a recording that uses it for both objects: a header, the scene, one line per frame, the end."""
    corners = np.array(list(product((-1.0, 1.0), repeat=3))) * (1.0, HEIGHT, 0.5)
    hull = fc.convex_hull(corners)
    lines = [f"v {x} {y} {z}" for x, y, z in hull.vertices] + [f"f {a} {b} {c}" for a, b, c in hull.faces + 1]
    (folder / "brick.obj").write_text("\n".join(lines), encoding="ascii")
    scene = {
        "name": "a brick falls",
        "gravity": [0, -GRAVITY, 0],
        "ground": False,
        "objects": [
            {"name": "table", "mesh": "brick.obj", "scale": 4, "pose": [0, -4 * HEIGHT, 0, 1, 0, 0, 0]},
            {"name": "brick", "mesh": "brick.obj", "body": "dynamic", "pose": [0, HEIGHT + DROP, 0, 1, 0, 0, 0]},
        ],
    }
    start = {"mode": "continuous", "response": "slide", "ground": False, "objects": 2}
    steps = [{"frame": frame, "do": "advance", "seconds": DT} for frame in range(1, FRAMES + 1)]
    header = {"recording": 1, "scene": None, "start": start}
    file = folder / "brick.fcrec"
    text = [json.dumps(line, separators=(",", ":")) for line in (header, scene, *steps, {"end": FRAMES})]
    file.write_text("\n".join(text) + "\n", encoding="ascii")
    return file


def run(recording: fc.Recording) -> np.ndarray:
    """Runs the operations in a world. Returns the poses of all frames, shape (frames + 1, 2, 7)."""
    world, bodies = recording.scene.make_world()
    poses = [[body.pose.rows for body in bodies.values()]]
    for operation in recording.operations:
        assert operation.do == "advance"  # others, such as "hold" of a drag, are for the program
        world.step(operation.inputs["seconds"])
        poses.append([body.pose.rows for body in bodies.values()])
    return np.array(poses)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        recording = fc.Recording.load(write_recording(Path(folder)))
        print(f"{recording.scene.name}: {recording.frame_count} frames, {len(recording.scene.objects)} objects")
        poses = run(recording)
        heights = poses[:, 1, 1]
        falls = np.arange(FRAMES + 1) * DT < np.sqrt(2.0 * DROP / GRAVITY) - DT
        fallen = HEIGHT + DROP - GRAVITY * (np.arange(FRAMES + 1) * DT) ** 2 / 2.0
        error = np.abs(heights - fallen)[falls].max()
        print(f"free fall: {falls.sum()} frames within {error:.1e} of the parabola; rests at {heights[-1]:.4f}")
        assert error < 1e-12 and abs(heights[-1] - HEIGHT) < 1e-3
        try:
            replay = recording.replay()
        except fc.ProgramError as error:
            print(f"not compared with the program: {error}")
            return
        assert replay.is_same and np.array_equal(replay.poses, poses)
        print(f"the program gives the same bits for {poses.size} numbers")


if __name__ == "__main__":
    main()
