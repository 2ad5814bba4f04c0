"""Planned paths: a peg out of a hole, from pose to pose, rings that are linked; forms of the input; errors; leaks."""

from __future__ import annotations

import gc
import pickle
import signal
import sys
import threading

import numpy as np
import pytest

import firstcontact as fc
from shapes import make_box, place

WALLS = ((0.75, 0.25, 0.0), (-0.75, 0.25, 0.0), (0.0, 0.25, 0.75), (0.0, 0.25, -0.75))


def make_block(x: float, y: float, z: float) -> fc.Mesh:
    return fc.Mesh(*make_box(x, y, z))


def make_hole(play: float) -> list[tuple[fc.Mesh, np.ndarray]]:
    """Returns a square hole about the y axis, half width 0.25 + play, from y = -0.5 to 1, closed below."""
    side, wall = make_block(0.5, 0.75, 1.5), make_block(1.5, 0.75, 0.5)
    shift = (0.75 + play, 0.25, 0.75 + play)
    places = [(np.sign(x) * shift[0], y, np.sign(z) * shift[2]) for x, y, z in WALLS]
    walls = [(side if z == 0.0 else wall, place(x, y, z)) for x, y, z in places]
    return [*walls, (make_block(1.5, 0.1, 1.5), place(0.0, -0.7, 0.0))]


def make_ring(radius: float = 1.0, tube: float = 0.2, count: int = 16) -> fc.Mesh:
    """Returns a torus about the z axis."""
    turn = 2.0 * np.pi * np.arange(count) / count
    u, v = (values.ravel() for values in np.meshgrid(turn, turn, indexing="ij"))
    reach = radius + tube * np.cos(v)
    points = np.column_stack((reach * np.cos(u), reach * np.sin(u), tube * np.sin(v)))
    i, k = (values.ravel() for values in np.meshgrid(np.arange(count), np.arange(count), indexing="ij"))
    i1, k1 = (i + 1) % count, (k + 1) % count
    low, right, far, up = i * count + k, i1 * count + k, i1 * count + k1, i * count + k1
    faces = np.concatenate((np.column_stack((low, right, far)), np.column_stack((low, far, up))))
    return fc.Mesh(points, faces)


def test_peg() -> None:
    """Red if the path is another one than the certified one, or a member is another of the struct."""
    peg, hole, play, half = make_block(0.25, 0.5, 0.25), make_hole(0.01), 0.01, 0.5
    found = fc.plan_path(peg, hole, place(0.0, 0.01, 0.0), seed=3)
    assert (found.state, found.reason, found.shape, found.obstacle) == (fc.PlanState.FOUND, "none", -1, -1)
    assert found.path is not None and found.states >= 1 and found.slides > 0 and found.tests > 0
    assert found.length > 1.0 and found.flights >= 0 and not found.overlaps_at_goal
    assert np.all(found.path.poses[0].as_matrix() == place(0.0, 0.01, 0.0))
    assert found.path.times.tolist() == list(range(len(found.path)))
    proof = fc.path_contact(peg, hole, found.path)
    assert isinstance(proof, fc.PathContact) and proof.state == fc.State.FREE
    poses = found.path.poses
    foot = np.array([0.0, -half, 0.0])
    for index in range(len(poses) - 1):
        for time in np.linspace(0.0, 1.0, 51):
            matrix = fc.interpolate(poses[index], poses[index + 1], time).as_matrix()
            x, y, z = matrix[:3, :3] @ foot + matrix[:3, 3]
            assert y > 1.0 - 1e-3 or max(abs(x), abs(z)) <= play + 1e-9  # in the hole the peg stays within its play
    corners = np.array(peg.vertices) @ poses[-1].as_matrix()[:3, :3].T + poses[-1].position
    assert np.any((corners.min(axis=0) > (1.51, 1.0, 1.51)) | (corners.max(axis=0) < (-1.51, -0.8, -1.51)))
    again = fc.plan_path(peg, hole, place(0.0, 0.01, 0.0), seed=3)
    assert again.path is not None and np.all(again.path.poses.rows == poses.rows)
    kept = pickle.loads(pickle.dumps(found))
    assert kept.length == found.length and np.all(kept.path.poses.rows == poses.rows)


def test_set_and_goal() -> None:
    """A set with boxes on both sides of a wall is lifted over it. Red: a local pose or the goal is lost."""
    box, wall = make_block(0.5, 0.5, 0.5), make_block(0.2, 2.0, 9.0)
    bridge = make_block(2.0, 0.1, 0.1)
    parts = [(box, place(-1.5, 0.0, 0.0)), (box, place(1.5, 0.0, 0.0)), (bridge, place(0.0, 2.7, 0.0))]
    goal = fc.Pose((0.0, 0.1, 1.0), (np.cos(0.1), 0.0, np.sin(0.1), 0.0))
    found = fc.plan_path(parts, wall, place(0.0, 0.0, 0.0), goal, margin=0.01)
    assert found.state == fc.PlanState.FOUND and found.path is not None and found.path.poses[-1] == goal
    assert fc.path_contact(parts, wall, found.path, margin=0.01).state == fc.State.FREE
    free = fc.plan_path(box, [], None, place(7.0, 0.0, 0.0))
    assert free.state == fc.PlanState.FOUND and abs(free.length - 7.0) < 1e-9


def test_linked_rings() -> None:
    """Red if a path passes through a surface, or a limit does not reach the library."""
    ring, other = make_ring(), (make_ring(), fc.Pose((1.0, 0.0, 0.0), (np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0)))
    found = fc.plan_path(ring, [other], None, max_tests=300_000)
    assert (found.state, found.reason, found.path) == (fc.PlanState.NOT_FOUND, "budget", None)
    assert found.states > 5 and found.slides > 5 and found.length == 0.0
    few = fc.plan_path(ring, [other], None, max_states=3)
    assert (few.state, few.reason) == (fc.PlanState.NOT_FOUND, "budget") and few.states <= 3
    assert pickle.loads(pickle.dumps(found)).path is None
    apart = fc.plan_path(ring, [(ring, place(0.0, 0.0, 0.5))], None)
    assert apart.state == fc.PlanState.FOUND


def test_overlap(box: fc.Mesh) -> None:
    """Red if the mesh, the obstacle or the end is another one."""
    obstacles = [(box, place(20.0, 0.0, 0.0)), (box, place(9.0, 0.0, 0.0))]
    parts = [(box, place(0.0, 30.0, 0.0)), box]
    found = fc.plan_path(parts, obstacles, None, place(9.5, 0.3, 0.2))
    assert (found.state, found.shape, found.obstacle) == (fc.PlanState.OVERLAP, 1, 1)
    assert found.overlaps_at_goal and found.path is None and found.reason == "none"
    found = fc.plan_path(parts, obstacles, place(9.5, 0.3, 0.2))
    assert found.state == fc.PlanState.OVERLAP and not found.overlaps_at_goal


def test_options() -> None:
    """Red if `seed` or `shortenings` does not reach the library."""
    peg, hole = make_block(0.25, 0.5, 0.25), make_hole(0.1)
    start = fc.Pose((0.02, 0.05, 0.0), (np.cos(0.02), 0.0, np.sin(0.02), 0.0))
    goal = fc.Pose((3.0, 2.0, 1.0), (np.cos(1.0), 0.0, 0.0, np.sin(1.0)))
    plans = [fc.plan_path(peg, hole, start, goal, seed=seed, shortenings=tries) for seed, tries in
             ((1, 0), (1, None), (2, 0), (1, 0))]  # fmt: skip
    assert all(plan.state == fc.PlanState.FOUND for plan in plans)
    assert plans[1].length < plans[0].length and plans[0].length != plans[2].length
    assert plans[0].length == plans[3].length


def test_interrupt() -> None:
    """Red if Ctrl-C waits for the end of the search."""
    ring, other = make_ring(), (make_ring(), fc.Pose((1.0, 0.0, 0.0), (np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0)))
    timer = threading.Timer(0.1, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        fc.plan_path(ring, [other], None, max_tests=2**60, max_states=200_000)
    timer.join()


@pytest.mark.parametrize(
    "message, options",
    [
        ("a is an empty list", {"a": []}),
        (r"b\[0\] must be a single pose", {"b": "batch"}),
        ("start must be a single pose", {"start": fc.Pose(np.zeros((2, 3)), np.tile((1.0, 0.0, 0.0, 0.0), (2, 1)))}),
        ("goal", {"goal": np.full((4, 4), np.nan)}),
        ("margin must be 0 or more", {"margin": -1.0}),
        ("seed must be from 0", {"seed": -1}),
        ("max_states must be 0, or 2 or more", {"max_states": 1}),
        ("max_states must be from 0", {"max_states": -1}),
        ("shortenings must be from 0", {"shortenings": -1}),
        ("max_tests", {"max_tests": -1}),
    ],
)
def test_errors(box: fc.Mesh, message: str, options: dict) -> None:
    """Red if invalid input reaches the library, or the message names another argument."""
    arguments = {"a": box, "b": box, "start": place(0.0, 3.0, 0.0), **options}
    if arguments["b"] == "batch":
        arguments["b"] = [(box, np.stack((place(0.0, 0.0, 0.0), place(1.0, 0.0, 0.0))))]
    with pytest.raises(ValueError, match=message):
        fc.plan_path(**arguments)


def test_no_leak(box: fc.Mesh) -> None:
    """Red if Python's memory grows with 800 rounds of calls, errors among them."""

    def call() -> None:
        assert fc.plan_path(box, box, place(0.0, 9.0, 0.0)).path is not None
        assert fc.plan_path(box, box, None).path is None
        try:
            fc.plan_path(box, box, None, margin=-1.0)
        except ValueError:
            pass

    sizes = []
    for _ in range(8):
        for _ in range(100):
            call()
        gc.collect()
        sizes.append(sys.getallocatedblocks())
    assert sizes[-1] - sizes[-4] < 150  # in 300 rounds, after Python's caches are filled
