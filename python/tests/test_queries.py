"""Queries against closed forms, and their refusal of invalid input."""

from __future__ import annotations

import pickle
import threading
import time
from typing import Callable

import numpy as np
import pytest

import firstcontact as fc
from firstcontact import _library, sliding
from shapes import make_ball, make_box, place, random_rows

NAN = float("nan")


def test_closed_form(box: fc.Mesh) -> None:
    """Boxes of half extent 1: they touch when the centres are 2 apart, after 3/5 of the step."""
    found = fc.first_contact(box, box, place(5.0, 0.0, 0.0), place(0.0, 0.0, 0.0), touches=True)
    assert found.state == fc.State.CONTACT and found.reason == "none"
    assert found.t[0] == pytest.approx(0.6, abs=1e-9) and np.allclose(found.normal, [1.0, 0.0, 0.0])
    assert 2.0 < found.resolved_pose.position[0] < 2.0 + 1e-4 and len(found.touches) > 4
    kept = fc.first_contact(box, box, place(5.0, 0.0, 0.0), place(0.0, 0.0, 0.0), safety_distance=0.5)
    assert kept.t[0] == pytest.approx(0.5, abs=1e-9)
    assert fc.distance(box, box, kept.resolved_pose).lower > 0.5
    assert fc.first_contact(box, box, place(5.0, 0.0, 0.0), place(5.0, 5.0, 0.0)).state == fc.State.FREE


def test_touches_beyond_the_first_room() -> None:
    """Red if the list ends with the room of the first query."""
    mesh = fc.Mesh(*make_ball(10))
    found = fc.first_contact(mesh, fc.Mesh(*make_box(2.0, 2.0, 0.1)), place(0, 0, 5), place(0, 0, -5), touches=True)
    assert found.state == fc.State.CONTACT and found.touches
    plate = fc.Mesh(*make_box(2.0, 2.0, 0.1))
    found = fc.first_contact(plate, plate, place(0, 0, 5), place(0, 0, -5), touches=True)
    assert len(found.touches) > 64


def test_slide_on_a_floor(box: fc.Mesh) -> None:
    """A box that moves down and sideways ends above its target on the floor."""
    floor = fc.Mesh(*make_box(9.0, 1.0, 9.0))
    slid = fc.slide(box, [floor, box], place(0.0, 4.0, 0.0), place(3.0, 1.0, 0.0), [place(0, 0, 0), place(99, 0, 0)])
    assert np.allclose(slid.pose.position, [3.0, 2.0, 0.0], atol=1e-4) and not slid.reached
    assert not fc.overlap(box, floor, slid.pose) and slid.path[-1] == slid.pose
    assert np.allclose(slid.constraint_normals, [0.0, 1.0, 0.0]) and set(slid.constraint_obstacles) == {0}
    again = fc.slide(box, [floor, box], slid.pose, place(3.0, 1.0, 0.0), [place(0, 0, 0), place(99, 0, 0)])
    assert again.pose == slid.pose


def describe_slide(slid: fc.Slide) -> list[bytes]:
    """Returns all that a slide has found."""
    arrays = slid.path.rows, slid.pose.rows, slid.constraint_points, slid.constraint_normals, slid.constraint_pushes
    return [array.tobytes() for array in (*arrays, slid.constraint_obstacles)] + [bytes(slid._raw)]


def make_slides(box: fc.Mesh, ball: fc.Mesh) -> list[Callable[[], fc.Slide]]:
    """Returns slides of different options, obstacles and lengths of paths."""
    starts = fc.Pose.from_rows(random_rows(np.random.default_rng(21), 6, 1.0))
    floor = fc.Mesh(*make_box(9.0, 1.0, 9.0))
    slides = [lambda pose=pose: fc.slide(ball, box, fc.Pose((0, 4, 0)), pose, safety_distance=0.01) for pose in starts]
    slides += [lambda pose=pose: fc.slide(box, floor, fc.Pose((0, 6, 0)), pose, margin=1e-3) for pose in starts]
    slides.append(lambda: fc.slide(box, [floor, box], place(0, 4, 0), place(3, 1, 0), [place(0, 0, 0), place(99, 0, 0)]))
    slides.append(lambda: fc.slide(box, floor, place(0, 4, 0), place(3, 1, 0), place(0, -1, 0), max_legs=1))
    for legs in (2, 3):
        slides.append(lambda legs=legs: fc.slide(ball, box, fc.Pose((0, 4, 0)), starts[0], max_legs=legs))
    slides.append(lambda: fc.slide(box, floor, place(0, 4, 0), place(3, 1, 0), max_tests=3))
    slides.append(lambda: fc.slide(box, floor, place(0, 4, 0), place(3, 5, 0)))
    return slides


def test_slides_leave_nothing_to_the_next(box: fc.Mesh, ball: fc.Mesh, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red if a slide keeps an option of the one before, or if a result changes with later slides in the same room."""
    slides = make_slides(box, ball)
    wanted = []
    for make in slides:
        monkeypatch.setattr(sliding, "_rooms", [])  # a new room
        wanted.append(describe_slide(make()))
    assert len({tuple(item) for item in wanted}) == len(slides)
    kept = [make() for make in slides]
    for order in (slides, slides[::-1]):
        found = [describe_slide(make()) for make in order]
        assert (found if order is slides else found[::-1]) == wanted
    assert [describe_slide(slid) for slid in kept] == wanted and len(sliding._rooms) == 1
    assert [describe_slide(pickle.loads(pickle.dumps(slid))) for slid in kept] == wanted


def test_slides_beyond_the_first_room(box: fc.Mesh, ball: fc.Mesh, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red if a path or constraints are cut, or an option is lost, where the first room is too small."""
    slides = make_slides(box, ball)
    wanted = [describe_slide(make()) for make in slides]
    monkeypatch.setattr(sliding, "_rooms", [sliding.Room(1, 1)])
    assert [describe_slide(make()) for make in slides] == wanted
    assert max(len(make().path) for make in slides) > 1 and max(len(make().constraint_points) for make in slides) > 1


def test_slides_in_threads_and_after_errors(box: fc.Mesh, ball: fc.Mesh) -> None:
    """Red if two slides use a room at once, or if an error leaves a room that is half filled."""
    slides = make_slides(box, ball)
    wanted = [describe_slide(make()) for make in slides]
    far = fc.Pose((1e300, 0.0, 0.0))
    for _ in range(3):
        with pytest.raises(ValueError):
            fc.slide(box, box, far, far, max_legs=-1)
        with pytest.raises(ValueError):
            fc.slide(box, box, far, fc.Pose.from_rows([np.nan] * 7))
    results: list[list[list[bytes]]] = []
    threads = [
        threading.Thread(target=lambda: results.append([describe_slide(make()) for make in slides * 5]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [wanted * 5] * 4


def test_budget(ball: fc.Mesh) -> None:
    found = fc.first_contact(ball, ball, place(5, 0.1, 0), place(0, 0.1, 0), max_tests=3)
    assert found.state == fc.State.UNDECIDED and found.reason == "budget"
    with pytest.raises(ValueError, match="undecided"):
        bool(fc.overlap(ball, ball, place(0.1, 0.1, 0.1), max_tests=1))


def test_batch_against_one_pose_each(box: fc.Mesh, ball: fc.Mesh) -> None:
    """Meshes may be a batch, too."""
    start = place(5.0, 0.0, 0.0)
    found = fc.first_contact([box, ball], box, start, np.eye(4))
    assert len(found) == 2 and [item.t[0] for item in found] == pytest.approx([0.6, 0.6], abs=0.01)
    assert np.array_equal(found[-1].t, fc.first_contact(ball, box, start, np.eye(4)).t)
    assert len(fc.first_contact(box, box, np.empty((0, 4, 4)), np.eye(4))) == 0
    with pytest.raises(IndexError):
        found[2]


def test_rounded_meshes() -> None:
    ball, capsule = fc.Mesh.sphere((0, 0, 0), 1.0), fc.Mesh.capsule((-5, 0, 0), (5, 0, 0), 0.5)
    assert fc.distance(ball, capsule, place(1, 4, 0)).distance == pytest.approx(2.5)
    found = fc.first_contact(ball, capsule, place(1, 4, 0), place(1, 0, 0))
    assert found.t[0] == pytest.approx(2.5 / 4.0, abs=1e-6)
    assert fc.slide(ball, capsule, place(1, 4, 0), place(2, 0, 0)).contact.state == fc.State.CONTACT


BAD_NUMBERS = [
    {"safety_distance": -1.0}, {"safety_distance": NAN}, {"margin": -1.0}, {"margin": "a"}, {"max_tests": -1},
    {"max_tests": 1.5}, {"max_tests": 2**64}, {"allowance": -1.0}, {"allowance": NAN}, {"jobs": -1},
]  # fmt: skip


@pytest.mark.parametrize("options", BAD_NUMBERS)
def test_invalid_numbers(box: fc.Mesh, options: dict[str, object]) -> None:
    poses = np.stack([place(5, 0, 0)] * 2)
    with pytest.raises(ValueError):
        fc.first_contact(box, box, poses, np.eye(4), **options)
    if "jobs" not in options:
        with pytest.raises(ValueError):
            fc.slide(box, box, place(5, 0, 0), np.eye(4), **options)


def test_invalid_calls(box: fc.Mesh) -> None:
    poses = np.stack([np.eye(4)] * 3)
    with pytest.raises(ValueError, match="different lengths"):
        fc.first_contact(box, box, poses, poses[:2])
    with pytest.raises(ValueError, match="different lengths"):
        fc.distance(box, box, poses, poses[:2])
    with pytest.raises(ValueError, match="empty"):
        fc.first_contact([], box, poses, poses)
    with pytest.raises(ValueError, match="different lengths"):
        fc.slide(box, box, poses, poses[:2])
    with pytest.raises(ValueError, match="poses"):
        fc.slide(box, [box, box], np.eye(4), np.eye(4), poses)
    for wrong in (None, "mesh", 3, make_box()):
        with pytest.raises((TypeError, ValueError)):
            fc.overlap(wrong, box)
    with pytest.raises(fc.QueryError, match="unit"):
        fc.first_contact(box, box, fc.Pose.from_rows(np.zeros(7)), np.eye(4))
    with pytest.raises(fc.QueryError, match="unit"):
        fc.first_contact(box, box, fc.Pose.from_rows(np.zeros((3, 7))), np.eye(4))


def test_refusal_of_the_library_is_an_exception() -> None:
    """Red if the library's assertion ends the process."""
    mesh = fc.Mesh(*make_box())
    with pytest.raises(ValueError, match="cdGetSolidInfo"):
        _library.call("cdGetSolidInfo", mesh._handle)


def test_the_gil_is_released() -> None:
    """Red if a query keeps the GIL: the counting thread would stand still."""
    mesh = fc.Mesh(*make_ball(60))
    poses = fc.Pose.from_rows(random_rows(np.random.default_rng(2), 400, 2.0))
    count, ready, done = 0, threading.Event(), threading.Event()

    def run() -> None:
        nonlocal count
        ready.set()
        while not done.is_set():
            count += 1
            time.sleep(0.0002)

    thread = threading.Thread(target=run)
    thread.start()
    ready.wait()
    before = count
    fc.first_contact(mesh, mesh, fc.Pose((3.0, 0.0, 0.0)), poses)
    moved = count - before
    done.set()
    thread.join()
    assert moved >= 3


def test_threads_share_meshes(ball: fc.Mesh) -> None:
    """Red if two threads share a workspace."""
    starts = fc.Pose.from_rows(random_rows(np.random.default_rng(3), 200, 3.0))
    expected = fc.first_contact(ball, ball, starts, fc.Pose()).t.tobytes()
    results: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: results.append(fc.first_contact(ball, ball, starts, fc.Pose()).t.tobytes()))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4
