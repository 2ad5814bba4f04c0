"""Whole paths: against closed forms, single queries and one another; forms of the input; errors; leaks."""

from __future__ import annotations

import copy
import gc
import pickle
import sys

import numpy as np
import pytest

import firstcontact as fc
from shapes import place, random_rows


def make_line(*xs: float, y: float = 0.0, z: float = 0.0) -> np.ndarray:
    """Returns matrices of translations along x, shape (n, 4, 4)."""
    return np.array([place(x, y, z) for x in xs])


def test_contact(box: fc.Mesh) -> None:
    """Red if a time, an edge, an index or a pose of the contact is another member of the struct."""
    path = fc.Path(make_line(-9.0, -5.0, 5.0), [1.0, 2.0, 4.0])
    obstacles = [(box, place(0.0, 9.0, 0.0)), (box, None)]
    found = fc.path_contact([(box, place(0.0, 5.0, 0.0)), box], obstacles, path)
    assert isinstance(found, fc.PathContact)
    assert (found.state, found.reason, found.edge, found.shape, found.obstacle) == (fc.State.CONTACT, "none", 1, 1, 1)
    expected = 2.0 + 2.0 * 3.0 / 10.0  # the centres are 2 apart at x = -2
    assert found.time[0] <= expected + 1e-9 and found.time[1] >= expected - 1e-9 and np.ptp(found.time) < 1e-6
    assert abs(found.point[0] + 1.0) < 1e-6 and np.allclose(found.normal, (-1.0, 0.0, 0.0))
    assert found.resolved_time < expected and -2.0 - 1e-4 < found.resolved_pose.position[0] < -2.0
    assert found.feature_a.kind != fc.FeatureKind.NONE and found.pieces == 2 and found.tests > 0 and found.touches == ()
    free = fc.path_contact(box, box, make_line(-9.0, -5.0))
    assert free.state == fc.State.FREE and free.edge == free.shape == free.obstacle == -1 and free.resolved_time == 1.0


def test_thin_wall(box: fc.Mesh) -> None:
    """Red if poses between the nodes are left out: no sampled pose of this path overlaps the wall."""
    wall = fc.Mesh(np.array(box.vertices) * (1e-6, 3.0, 3.0), box.faces)
    path = make_line(-5.0, 5.0)
    assert not any(fc.overlap(box, wall, place(x, 0.0, 0.0)) for x in (-5.0, -2.0, 2.0, 5.0))
    assert fc.path_contact(box, wall, path).state == fc.State.CONTACT


def test_as_single_steps(box: fc.Mesh, ball: fc.Mesh) -> None:
    """Red if a path's edges are other motions than those of first_contact."""
    random = np.random.default_rng(5)
    compared = 0
    for _ in range(20):
        poses = fc.Pose.from_rows(random_rows(random, 6, 3.0))
        steps = fc.first_contact(ball, box, poses[:-1], poses[1:])
        hits = np.flatnonzero(steps.states != fc.State.FREE)
        found = fc.path_contact(ball, box, poses)
        if found.state == fc.State.FREE:
            assert len(hits) == 0
            continue
        assert found.edge == hits[0] and found.state == steps.states[hits[0]]
        assert abs(found.time[0] - (hits[0] + steps.t[hits[0], 0])) < 1e-5  # half turns are cut in two
        compared += 1
    assert compared > 5


def test_moving_obstacle(box: fc.Mesh) -> None:
    """Red if an obstacle's path is not read, or with other times. Two boxes approach with speeds 1 and 2."""
    path, other = fc.Path(make_line(0.0, 4.0), [0.0, 4.0]), fc.Path(make_line(11.0, 1.0), [0.0, 5.0])
    found = fc.path_contact(box, [(box, other)], path)
    assert abs(found.time[0] - 3.0) < 1e-6 and found.obstacle == 0
    assert fc.path_contact(box, [(box, fc.Path(make_line(11.0)))], path).state == fc.State.FREE


def test_safety_distances(box: fc.Mesh) -> None:
    """Red if the distances of pairs are mixed up, or an ignored pair counts."""
    shapes = [(box, None), (box, place(0.0, 4.0, 0.0))]
    obstacles = [(box, place(8.0, 0.0, 0.0)), (box, place(9.0, 4.0, 0.0)), (box, place(7.5, 40.0, 0.0))]
    path = fc.Path(make_line(0.0, 10.0), [0.0, 10.0])
    assert abs(fc.path_contact(shapes, obstacles, path, safety_distance=0.5).time[0] - 5.5) < 1e-6
    distances = np.zeros((2, 3))
    distances[1, 1] = 3.0
    found = fc.path_contact(shapes, obstacles, path, safety_distance=distances)
    assert (found.shape, found.obstacle) == (1, 1) and abs(found.time[0] - 4.0) < 1e-6
    found = fc.path_contact(shapes, obstacles, path, safety_distance=distances, ignored=[(1, 1)])
    assert (found.shape, found.obstacle) == (0, 0) and abs(found.time[0] - 6.0) < 1e-6
    assert np.all(distances[1] == (0.0, 3.0, 0.0))  # the caller's array stays as it was
    found = fc.path_contact(shapes, obstacles, path, ignored=[(0, 0), (1, 1)])
    assert found.state == fc.State.FREE


def test_start_budget_and_touches(box: fc.Mesh) -> None:
    """Red if `start`, `max_tests`, `margin`, `allowance` or `touches` do not reach the library."""
    path = fc.Path(make_line(-9.0, 9.0, 30.0))
    assert fc.path_contact(box, box, path, start=0.9).state == fc.State.FREE
    found = fc.path_contact(box, box, path, touches=True)
    assert len(found.touches) >= 4 and pickle.loads(pickle.dumps(found)).touches[0].point.shape == (3,)
    cut = fc.path_contact(box, box, path, max_tests=1)
    assert (cut.state, cut.reason) == (fc.State.UNDECIDED, "budget") and cut.time[0] <= found.time[0]
    assert fc.path_contact(box, box, path, margin=0.5).resolved_pose.position[0] < -2.4
    inset = fc.path_contact(box, box, path, allowance=0.01)
    assert abs(inset.time[0] - (found.time[0] + 0.02 / 18.0)) < 1e-6


def test_batch(box: fc.Mesh, ball: fc.Mesh) -> None:
    """Red if a batch has other bits than single calls, or depends on the number of threads."""
    random = np.random.default_rng(6)
    paths = [fc.Path(fc.Pose.from_rows(random_rows(random, 2 + index % 4, 4.0))) for index in range(60)]
    obstacles = [(box, None), (box, place(5.0, 0.0, 0.0))]
    for jobs in (1, 3):
        found = fc.path_contact(ball, obstacles, paths, safety_distance=0.1, jobs=jobs)
        least = fc.path_clearance(ball, obstacles, paths, precision=1e-3, parts=3, jobs=jobs)
        assert isinstance(found, fc.PathContacts) and isinstance(least, fc.PathClearances) and len(least) == 60
        for index, path in enumerate(paths):
            one = fc.path_contact(ball, obstacles, path, safety_distance=0.1)
            assert found.states[index] == one.state and np.all(found.times[index] == one.time)
            assert found.obstacles[index] == one.obstacle and found.edges[index] == one.edge
            assert found.resolved_poses[index] == one.resolved_pose and np.all(found[index].point == found.points[index])
            near = fc.path_clearance(ball, obstacles, path, precision=1e-3, parts=3)
            assert (least.lower[index], least.upper[index]) == (near.lower, near.upper)
            assert np.all(least[index].bounds.lower == near.bounds.lower) and len(near.bounds) == 3
    assert {fc.State.FREE, fc.State.CONTACT} <= set(found.states.tolist())
    again = pickle.loads(pickle.dumps(least))
    assert np.all(again.lower == least.lower) and np.all(again[-1].bounds.upper == least[-1].bounds.upper)
    assert np.all(copy.copy(found).times == found.times) and len(found[1:3]) == 2
    assert len(fc.path_contact(ball, box, paths[:1])) == 1  # a sequence of one is a batch, too


def test_clearance() -> None:
    """A ball passes a ball. Red if a bound, a time, a point or a part is another member of the struct."""
    ball = fc.Mesh.sphere((0.0, 0.0, 0.0), 0.5)
    path = fc.Path(make_line(-3.1, 4.3), [2.0, 9.4])
    obstacles = [(ball, place(0.0, 90.0, 0.0)), (ball, place(0.0, 1.25, 0.0))]
    found = fc.path_clearance([ball], obstacles, path, precision=1e-6, parts=4)
    assert isinstance(found, fc.PathClearance)
    assert found.state == fc.State.FREE and found.lower <= 0.25 + 1e-12 and found.upper >= 0.25 - 1e-12
    assert found.upper - found.lower <= 1e-6 and abs(found.time - 5.1) < 1e-2
    assert (found.edge, found.shape, found.obstacle, found.reason) == (0, 0, 1, "none")
    assert np.allclose(found.point_a[1], 0.5, atol=1e-4) and np.allclose(found.point_b[1], 0.75, atol=1e-4)
    assert np.allclose(found.normal, (0.0, -1.0, 0.0), atol=1e-2)
    assert (found.certified, found.certified_lower) == (9.4, found.lower) and found.tests > 0
    x = np.linspace(-3.1, 4.3, 5)
    near = np.where((x[:-1] < 0.0) & (x[1:] > 0.0), 0.0, np.minimum(abs(x[:-1]), abs(x[1:])))
    expected = np.hypot(near, 1.25) - 1.0
    assert np.all(found.bounds.lower <= expected + 1e-12) and np.all(found.bounds.upper >= expected - 1e-12)
    assert np.allclose(found.bounds.times, np.column_stack((x[:-1], x[1:])) + 5.1)
    assert found.bounds.obstacles.tolist() == [1] * 4 and found.bounds[0].obstacle == 1
    again = pickle.loads(pickle.dumps(found))
    assert again.lower == found.lower and np.all(again.bounds.upper == found.bounds.upper)
    assert len(fc.path_clearance(ball, obstacles, path).bounds) == 0


def test_continued_clearance(ball: fc.Mesh, box: fc.Mesh) -> None:
    """Red if the certified beginning of an undecided search is lost."""
    poses = fc.Pose.from_rows(random_rows(np.random.default_rng(8), 30, 1.0) + ([5.0] * 3 + [0.0] * 4))
    whole = fc.path_clearance(ball, box, poses)
    lower, upper, start, tests, calls = np.inf, np.inf, 0.0, whole.tests // 4, 0
    while True:
        found = fc.path_clearance(ball, box, poses, start=start, max_tests=tests)
        lower, upper, calls = min(lower, found.certified_lower), min(upper, found.upper), calls + 1
        if found.state != fc.State.UNDECIDED:
            break
        tests *= 1 + (found.certified == start)
        start = found.certified
    assert calls > 2 and upper - lower <= 2e-6
    assert lower <= whole.upper and upper >= whole.lower


def test_path_object() -> None:
    """Red if a path changes its poses or times."""
    rows = random_rows(np.random.default_rng(7), 4, 3.0)
    path = fc.Path(fc.Pose.from_rows(rows), (0.5, 1, 2, 7))
    assert np.all(path.poses.rows == rows) and path.times.tolist() == [0.5, 1.0, 2.0, 7.0] and len(path) == 4
    again = pickle.loads(pickle.dumps(path))
    assert np.all(again.poses.rows == rows) and np.all(again.times == path.times)
    assert repr(path) == "Path(4 poses, 0.5 to 7 s)" and fc.Path(fc.Pose.from_rows(rows)).times.tolist() == [0, 1, 2, 3]


PATH = make_line(-5.0, 5.0)


@pytest.mark.parametrize(
    "message, options",
    [
        ("path needs at least two poses", {"path": make_line(1.0)}),
        (r"path\[1\] needs at least two", {"path": [fc.Path(PATH), fc.Path(make_line(1.0))]}),
        ("start must be before", {"start": 1.0}),
        ("start must be", {"start": -1.0}),
        ("start must be finite", {"start": np.nan}),
        (r"safety_distance must have shape \(1, 1\)", {"safety_distance": [0.0, 1.0]}),
        ("safety_distance must be finite", {"safety_distance": [[-1.0]]}),
        ("safety_distance", {"safety_distance": -1.0}),
        ("ignored must be from 0 to 0", {"ignored": [(0, 1)]}),
        ("ignored must have pairs", {"ignored": [0]}),
        ("max_tests", {"max_tests": -1}),
        ("b is an empty list", {"b": []}),
    ],
)
def test_errors(box: fc.Mesh, message: str, options: dict) -> None:
    """Red if invalid input reaches the library, or the message names another argument."""
    arguments = {"b": box, "path": PATH, **options}
    with pytest.raises(ValueError, match=message):
        fc.path_contact(box, **arguments)
    if "safety_distance" not in options:
        with pytest.raises(ValueError, match=message):
            fc.path_clearance(box, **arguments)


def test_other_errors(box: fc.Mesh) -> None:
    for values in ((PATH, [0.0]), (PATH, [0.0, 0.0]), (PATH, [-1.0, 0.0]), (PATH, [0.0, np.nan]), (PATH[:0], [])):
        with pytest.raises(ValueError):
            fc.Path(*values)
    with pytest.raises(TypeError, match=r"b\[0\]"):
        fc.path_contact(box, "box", PATH)
    with pytest.raises(ValueError, match=r"write \[\(mesh, place\)\]"):
        fc.path_contact(box, (box, place(1.0, 0.0, 0.0)), PATH)
    with pytest.raises(ValueError, match=r"a\[0\] must be a single pose"):
        fc.path_contact([(box, PATH)], box, PATH)
    with pytest.raises(ValueError, match="single paths only"):
        fc.path_contact(box, box, [fc.Path(PATH)], touches=True)
    for options in ({"parts": -1}, {"precision": -1.0}):
        with pytest.raises(ValueError, match=next(iter(options))):
            fc.path_clearance(box, box, PATH, **options)


def test_no_leak() -> None:
    """Red if Python's memory grows with 10,000 calls, errors among them."""
    ball = fc.Mesh.sphere((0.0, 0.0, 0.0), 0.5)
    path, obstacles = fc.Path(PATH), [(ball, fc.Path(make_line(90.0, 91.0))), (ball, place(0.0, 50.0, 0.0))]

    def call() -> None:
        found = fc.path_contact(ball, obstacles, path, touches=True)
        near = fc.path_clearance(ball, obstacles, path, parts=2, precision=0.1, max_tests=9)
        assert found.state == fc.State.FREE and near.bounds[0].lower >= 0.0
        try:
            fc.path_contact(ball, obstacles, path, start=2.0)
        except ValueError:
            pass

    sizes = []
    for _ in range(5):
        for _ in range(1000):
            call()
        gc.collect()
        sizes.append(sys.getallocatedblocks())
    assert sizes[-1] - sizes[1] < 200
