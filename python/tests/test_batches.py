"""Batches, caches, rays and closest points: the bits of single queries, closed forms, interrupts, invalid input."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import firstcontact as fc
from shapes import make_ball, make_box, place, random_rows

COUNT = 300  # more than one part of a batch


@pytest.fixture(scope="module")
def poses() -> list[fc.Pose]:
    random = np.random.default_rng(11)
    return [fc.Pose.from_rows(random_rows(random, COUNT, radius)) for radius in (4.0, 2.5)]


@pytest.mark.parametrize("jobs", [1, 3])
def test_distances_and_overlaps(box: fc.Mesh, ball: fc.Mesh, poses: list[fc.Pose], jobs: int) -> None:
    """Red if a part of a batch lands in another place."""
    near = fc.distance(ball, box, *poses, max_distance=3.0, jobs=jobs)
    meets = fc.overlap(ball, box, *poses, pairs=True, jobs=jobs)
    assert near.distances.shape == (COUNT,) and near.points_a.shape == (COUNT, 3) and 0 < near.beyond.sum() < COUNT
    assert 0 < (meets.states == fc.State.OVERLAP).sum() < COUNT
    for index, (pose, at) in enumerate(zip(*poses)):
        one, two = fc.distance(ball, box, pose, at, max_distance=3.0), fc.overlap(ball, box, pose, at, pairs=True)
        assert bytes(near[index]._raw) == bytes(one._raw) and near.lower[index] == one.lower
        assert np.array_equal(meets[index].pairs, two.pairs) and bool(meets[index]) == bool(two)
        assert np.array_equal(meets.points[index], two.point)


def test_more_pairs_than_the_first_room() -> None:
    plate = fc.Mesh(*make_ball(8))
    found = fc.overlap(plate, plate, [place(0, 0, 0), place(9, 0, 0), place(0, 0, 0)], pairs=True)
    assert len(found[0].pairs) > 64 and len(found[1].pairs) == 0 and np.array_equal(found[0].pairs, found[2].pairs)


@pytest.mark.parametrize("jobs", [1, 3])
def test_slides(box: fc.Mesh, ball: fc.Mesh, poses: list[fc.Pose], jobs: int) -> None:
    start, target = poses[0][:40], poses[1][:40]
    found = fc.slide(ball, [box, box], start, target, [place(0, 0, 0), place(0, 3, 0)], jobs=jobs)
    assert len(found) == 40 and 0 < (found.states == fc.State.CONTACT).sum() < 40
    for index in range(40):
        one = fc.slide(ball, [box, box], start[index], target[index], [place(0, 0, 0), place(0, 3, 0)])
        assert found.poses[index] == one.pose == found[index].pose and found.legs[index] == one.legs
        assert found.reached[index] == one.reached == found[index].reached and len(found[index].path) == 0


def test_classify_in_parts(box: fc.Mesh) -> None:
    points = np.random.default_rng(12).uniform(-2.0, 2.0, (2000, 3))
    inside = np.abs(points).max(axis=1) < 1.0
    for jobs in (1, 2, 0):
        assert (fc.classify(box, points, jobs=jobs).kinds == np.where(inside, 2, 1)).all()
    assert fc.classify(box, np.empty((0, 3))).kinds.shape == (0,)


def test_rays(box: fc.Mesh) -> None:
    """Rays at a box: the slabs decide. Red if a ray is turned the wrong way."""
    random = np.random.default_rng(13)
    origins, aims = random.uniform(-4.0, 4.0, (COUNT, 3)), random.uniform(-1.5, 1.5, (COUNT, 3))
    directions = aims - origins
    pose = fc.Pose.from_rows(random_rows(random, 1, 1.0)[0])
    turn = pose.as_matrix()[:3, :3]
    found = fc.cast_ray(box, origins @ turn.T + pose.position, directions @ turn.T, pose, jobs=2)
    with np.errstate(divide="ignore"):
        ends = np.stack(((-1.0 - origins) / directions, (1.0 - origins) / directions))
    enter, leave = ends.min(axis=0).max(axis=1), ends.max(axis=0).min(axis=1)
    outside = np.abs(origins).max(axis=1) > 1.0
    hits = (enter <= leave) & (leave >= 0.0)
    assert (found.hits == hits).all() and 0 < hits.sum() < COUNT
    wanted = np.where(outside, enter, leave) * np.linalg.norm(directions, axis=1)
    assert np.allclose(found.distances[hits], wanted[hits]) and np.isinf(found.distances[~hits]).all()
    assert (found.back_faces[hits] == ~outside[hits]).all() and (found.triangles[~hits] == -1).all()
    index = int(np.flatnonzero(hits)[0])
    one = fc.cast_ray(box, origins[index] @ turn.T + pose.position, directions[index] @ turn.T, pose)
    assert bytes(one._raw) == bytes(found[index]._raw) and one.is_hit and one.triangle == found.triangles[index]
    corners = box.vertices[box.faces[one.triangle]]
    assert np.allclose(one.barycentric @ corners @ turn.T + pose.position, one.point)
    assert not fc.cast_ray(box, (9, 0, 0), (1, 0, 0)) and fc.cast_ray(box, (9, 0, 0), (-1, 0, 0), any_hit=True)
    assert not fc.cast_ray(box, (9, 0, 0), (-1, 0, 0), max_distance=7.9)
    assert not fc.cast_ray(box, (0, 0, 0), (-1, 0, 0), cull_back_faces=True)


def test_closest_points(box: fc.Mesh) -> None:
    """The signed distance of a box in closed form."""
    points = np.random.default_rng(14).uniform(-3.0, 3.0, (COUNT, 3))
    found = fc.closest_point(box, points, jobs=2)
    away = np.abs(points) - 1.0
    wanted = np.linalg.norm(np.maximum(away, 0.0), axis=1) + np.minimum(away.max(axis=1), 0.0)
    assert np.allclose(found.signed_distances, wanted) and np.allclose(found.distances, np.abs(wanted))
    assert (found.lower <= np.abs(wanted) + 1e-15).all()
    assert np.allclose(np.linalg.norm(found.points - points, axis=1), found.distances)
    one = fc.closest_point(box, points[7])
    assert bytes(one._raw) == bytes(found[7]._raw) and one.signed_distance == found.signed_distances[7]
    assert np.isnan(fc.closest_point(box, (0, 0, 0), signed=False).signed_distance)
    assert fc.closest_point(box, (9, 0, 0), max_distance=1.0).beyond
    assert fc.closest_point(box, (3.0, 0.2, 0.1), place(1, 0, 0)).distance == 1.0


def test_caches_keep_the_bits(box: fc.Mesh, ball: fc.Mesh, poses: list[fc.Pose]) -> None:
    """Red if a cache changes a result, or one of another type or size is used."""
    many, one, slides, rays = fc.PairCache(COUNT), fc.PairCache(), fc.SlideCache(2), fc.TriangleCache()
    wanted = fc.first_contact(ball, box, *poses)
    for _ in range(2):
        assert np.array_equal(fc.first_contact(ball, box, *poses, cache=many, jobs=2).t, wanted.t)
    assert any(bytes(many._items[0])) and any(bytes(many._items[COUNT - 1]))
    for index in range(40):
        single = fc.first_contact(ball, box, poses[0][index], poses[1][index], cache=one)
        assert np.array_equal(single.t, wanted.t[index])
        pose = poses[0][index]
        assert fc.distance(ball, box, pose, cache=one).distance == fc.distance(ball, box, pose).distance
        assert bool(fc.overlap(ball, box, pose, cache=one)) == bool(fc.overlap(ball, box, pose))
        assert fc.contact_regions(ball, box, pose, cache=one).state == fc.contact_regions(ball, box, pose).state
        ends = fc.Pose((3.0, 0.1 * index, 0.0)), fc.Pose((0.0, 0.1 * index, 1.0)), [place(0, 0, 0), place(0, 9, 0)]
        assert fc.slide(ball, [box, box], *ends, cache=slides).pose == fc.slide(ball, [box, box], *ends).pose
        ray = (5.0, 0.01 * index, 0.1), (-1.0, 0.0, 0.0)
        assert fc.cast_ray(ball, *ray, cache=rays).point.tolist() == fc.cast_ray(ball, *ray).point.tolist()
    assert any(bytes(one._items)) and any(bytes(rays._items)) and any(bytes(slides._items[0])[8:])
    for cache in (one, slides, rays):
        cache.clear()
        assert not any(bytes(cache._items)[8:]) and len(pickle.loads(pickle.dumps(cache))) == len(cache)
    for call in (
        lambda: fc.first_contact(ball, box, *poses, cache=one), lambda: fc.distance(ball, box, cache=many),
        lambda: fc.slide(ball, box, place(5, 0, 0), place(0, 0, 0), cache=slides), lambda: fc.PairCache(0),
        lambda: fc.slide(ball, [box, box], *poses, [place(0, 0, 0)] * 2, cache=slides), lambda: fc.SlideCache(-1),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        fc.distance(ball, box, cache=rays)
    with one._lock, pytest.raises(ValueError, match="another thread"):
        fc.distance(ball, box, cache=one)


def test_results_can_be_pickled(box: fc.Mesh, ball: fc.Mesh, poses: list[fc.Pose]) -> None:
    results: list[Any] = [
        fc.first_contact(ball, box, place(5, 0, 0), place(0, 0, 0), touches=True), fc.distance(ball, box, place(5, 0, 0)),
        fc.overlap(ball, box, pairs=True), fc.slide(ball, box, place(5, 0, 0), place(0, 0, 1)),
        fc.cast_ray(box, (5, 0, 0), (-1, 0, 0)), fc.closest_point(box, (5, 0, 0)),
    ]  # fmt: skip
    for result in results:
        assert repr(pickle.loads(pickle.dumps(result))) == repr(result)
    for batch in (fc.first_contact(ball, box, *poses), fc.overlap(ball, box, *poses, pairs=True)):
        copied = pickle.loads(pickle.dumps(batch))
        assert np.array_equal(copied.states, batch.states) and repr(copied[3]) == repr(batch[3])
        assert len(copied[1:4]) == 3


def test_a_matrix_is_its_batch() -> None:
    """Red if the fast path of one matrix has other bits than that of many, or accepts what they refuse."""
    pose = fc.Pose.from_rows(random_rows(np.random.default_rng(15), 200, 5.0))
    matrices = pose.as_matrix()
    matrices[:4, :3, :3] = np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, -1.0, 1.0]), np.diag([-1.0, 1.0, -1.0]), np.eye(3)
    rows = fc.Pose.from_rows(fc.pose.read_pose(matrices, "pose").rows).rows
    assert rows.tobytes() == b"".join(fc.pose.read_pose(matrix, "pose").rows.tobytes() for matrix in matrices)
    for change in ((0, 0, 2.0), (0, 1, 0.1), (3, 0, 0.5), (0, 3, np.nan), (1, 3, np.inf), (3, 3, 2.0), (2, 2, -1.0)):
        matrix = np.eye(4)
        matrix[change[:2]] = change[2]
        with pytest.raises(ValueError):
            fc.pose.read_pose(matrix, "pose")


# --- Interrupts


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_a_batch(jobs: int) -> None:
    """The batch would last for minutes. Red if it ends only after that, or its threads continue."""
    mesh = fc.Mesh(*make_ball(40))
    poses = fc.Pose.from_rows(random_rows(np.random.default_rng(16), 200_000, 2.0))
    before = threading.active_count()
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            fc.first_contact(mesh, mesh, fc.Pose((3.0, 0.0, 0.0)), poses, jobs=jobs)
    finally:
        signal.signal(signal.SIGINT, previous)
        timer.join()
    while threading.active_count() > before:  # they have let go of the batch, and now end
        time.sleep(0.001)
    assert fc.first_contact(mesh, mesh, fc.Pose((3.0, 0.0, 0.0)), poses[:20], jobs=jobs).states.all()


def test_an_error_of_a_thread_is_raised(box: fc.Mesh) -> None:
    starts = np.zeros((1000, 7))
    starts[:, 3] = 1.0
    starts[700, 3] = 2.0
    with pytest.raises(fc.QueryError, match="unit"):
        fc.first_contact(box, box, fc.Pose.from_rows(starts), place(0, 0, 0), jobs=2)


# --- Invalid input

NAN = float("nan")


def test_invalid_points(box: fc.Mesh) -> None:
    good = (0.0, 0.0, 1.0)
    for bad in ((0, 0), (NAN, 0, 0), "x", None, [[[0, 0, 0]]], [[0, 0]], (np.inf, 0, 0), np.zeros((3, 2)), [["a"] * 3]):
        for call in (
            lambda: fc.cast_ray(box, bad, good), lambda: fc.cast_ray(box, good, bad), lambda: fc.closest_point(box, bad),
        ):  # fmt: skip
            with pytest.raises(ValueError):
                call()
    calls = [
        lambda: fc.cast_ray(box, good, (0, 0, 0)), lambda: fc.cast_ray(box, np.zeros((2, 3)), np.ones((3, 3))),
        lambda: fc.cast_ray(box, good, good, max_distance=-1.0), lambda: fc.closest_point(box, good, max_distance=NAN),
        lambda: fc.cast_ray(fc.Mesh.sphere((0, 0, 0), 1.0), good, good), lambda: fc.cast_ray(box, [good], [good], jobs=-1),
        lambda: fc.slide(box, box, np.empty((0, 4, 4)), np.full((1, 4, 4), NAN)), lambda: fc.classify(box, [good], jobs=1.5),
        lambda: fc.interpolate(place(0, 0, 0), place(1, 0, 0), 1.5), lambda: fc.interpolate(place(0, 0, 0), None, NAN),
    ]  # fmt: skip
    for index, call in enumerate(calls):
        with pytest.raises(ValueError):
            call()
            pytest.fail(f"call {index}")
    with pytest.raises(TypeError):
        fc.cast_ray(make_box(), good, good)
    assert len(fc.cast_ray(box, np.empty((0, 3)), good)) == 0 and len(fc.closest_point(box, np.empty((0, 3)))) == 0


def test_forms_of_arrays(box: fc.Mesh) -> None:
    """Floats, integers, views with strides and other byte orders have the result of plain doubles."""
    points = np.random.default_rng(17).integers(-5, 5, (64, 3)).astype(np.float64)
    wanted = fc.closest_point(box, points).distances
    wide = np.zeros((128, 6))
    wide[::2, ::2] = points
    for form in (
        points.astype(np.float32), points.astype(np.int16), wide[::2, ::2], np.asfortranarray(points), points.astype(">f8"),
        points.tolist(), points[::-1][::-1],
    ):  # fmt: skip
        assert np.array_equal(fc.closest_point(box, form).distances, wanted)
        assert fc.closest_point(box, form[3]).distance == wanted[3]
