"""Results have the bits of the C library, one by one and as a batch of any number of threads."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest

import firstcontact as fc
from conftest import get_program
from shapes import make_ball, make_box, random_rows

COUNT = 60
ANSWER = np.dtype(
    [
        ("states", "f8", 4), ("t", "f8", 2), ("resolved", "f8", 7), ("point", "f8", 3), ("normal", "f8", 3),
        ("distance", "f8", 3), ("pointA", "f8", 3), ("pointB", "f8", 3), ("shared", "f8", 3), ("slid", "f8", 7),
    ]
)  # fmt: skip


@pytest.fixture(scope="module")
def rows() -> list[np.ndarray]:
    """Returns starts, targets and poses of B; some touch, some are free, some overlap at the start."""
    random = np.random.default_rng(25)
    return [random_rows(random, COUNT, radius) for radius in (4.0, 3.0, 0.5)]


@pytest.fixture(scope="module")
def answers(rows: list[np.ndarray]) -> np.ndarray:
    (points_a, faces_a), (points_b, faces_b) = make_ball(), make_box(2.0, 0.5, 1.0)
    counts = np.array([len(points_a), len(faces_a), len(points_b), len(faces_b), COUNT], dtype=np.int32)
    data = [counts, points_a, faces_a, points_b, faces_b, np.hstack(rows)]
    program = get_program("python_answers")
    done = subprocess.run([program], input=b"".join(part.tobytes() for part in data), capture_output=True, check=True)
    found = np.frombuffer(done.stdout, dtype=ANSWER)
    assert set(found["states"][:, 0]) >= {1.0, 2.0, 3.0}
    return found


def same(a: object, b: np.ndarray) -> bool:
    return np.asarray(a, dtype=np.float64).tobytes() == np.ascontiguousarray(b).tobytes()


def test_single_queries(rows: list[np.ndarray], answers: np.ndarray) -> None:
    a, b = fc.Mesh(*make_ball()), fc.Mesh(*make_box(2.0, 0.5, 1.0))
    for start, target, at, answer in zip(*(map(fc.Pose.from_rows, part) for part in rows), answers):
        slid = fc.slide(a, b, start, target, at)  # first: it builds the features, as the C program does
        found = fc.first_contact(a, b, start, target, at)
        near, meets = fc.distance(a, b, start, at), fc.overlap(a, b, target, at)
        assert same([found.state, near.state, meets.state, slid.contact.state], answer["states"])
        assert same(found.t, answer["t"]) and same(found.resolved_pose.rows, answer["resolved"])
        assert same(found.point, answer["point"]) and same(found.normal, answer["normal"])
        assert same([near.distance, near.lower, near.upper], answer["distance"])
        assert same(near.point_a, answer["pointA"]) and same(near.point_b, answer["pointB"])
        assert same(meets.point, answer["shared"]) and same(slid.pose.rows, answer["slid"])


@pytest.mark.parametrize("jobs", [1, 3])
def test_batches(rows: list[np.ndarray], answers: np.ndarray, jobs: int) -> None:
    """Red if a thread writes into the results of another, or a pose lands in the wrong member."""
    a, b = fc.Mesh(*make_ball()), fc.Mesh(*make_box(2.0, 0.5, 1.0))
    fc.slide(a, b, fc.Pose((9.0, 0.0, 0.0)), fc.Pose((8.0, 0.0, 0.0)))
    start, target, at = map(fc.Pose.from_rows, rows)
    found = fc.first_contact(a, b, start, target, at, jobs=jobs)
    assert same(found.states, answers["states"][:, 0]) and same(found.t, answers["t"])
    assert same(found.resolved_poses.rows, answers["resolved"]) and same(found.points, answers["point"])
    assert same(found.normals, answers["normal"]) and same(found[7].t, answers["t"][7])
    near = fc.distance(a, b, start, at, jobs=jobs)
    assert same(np.stack((near.distances, near.lower, near.upper), axis=1), answers["distance"])
    assert same(near.points_a, answers["pointA"]) and same(near.points_b, answers["pointB"])
    meets = fc.overlap(a, b, target, at, jobs=jobs)
    assert same(meets.states, answers["states"][:, 2]) and same(meets.points, answers["shared"])


def test_moving_b_in_a_batch_is_the_single_query(box: fc.Mesh, ball: fc.Mesh) -> None:
    """Red if a batch mixes up the targets of B, or the kind of the in-between motion."""
    start, target, at, at_target = (
        fc.Pose.from_rows(random_rows(np.random.default_rng(seed), 20, 4.0)) for seed in range(4)
    )
    for own in (False, True):
        options = {"safety_distance": 0.05, "own_screws": own}
        found = fc.first_contact(ball, box, start, target, at, at_target, jobs=2, **options)
        for index, item in enumerate(found):
            poses = (part[index] for part in (start, target, at, at_target))
            one = fc.first_contact(ball, box, *poses, **options)
            assert same(one.t, item.t) and one.resolved_pose == item.resolved_pose
            assert one.resolved_pose_b == item.resolved_pose_b
