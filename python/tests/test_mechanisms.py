"""Mechanisms: poses, sweeps and clearances against closed forms; forms of the input; errors; leaks."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import signal
import sys
import threading

import numpy as np
import pytest

import firstcontact as fc
from shapes import make_ball, make_box, place

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
BEGIN = np.arctan2(1.0, 1.5) - np.arcsin(0.1 / np.hypot(1.0, 1.5))  # the bar's upper side meets the corner (1.5, 1)
END = np.arccos(0.5 / np.hypot(2.0, 0.1)) + np.arctan2(0.1, 2.0)  # the bar's lower corner (2, -0.1) leaves x = 0.5


def make_block(x: float, y: float, z: float) -> fc.Mesh:
    return fc.Mesh(*make_box(x, y, z))


def make_door() -> fc.Mechanism:
    """Returns a bar from x = 0 to 2 on a hinge at the origin, below a unit cube whose lower side is at y = 1."""
    cube = fc.Link([(make_block(0.5, 0.5, 0.5), place(1.0, 1.5, 0.0))], name="wall")
    bar = fc.Link([(make_block(1.0, 0.1, 0.2), place(1.0, 0.0, 0.0))], joint="hinge", axis=(0.0, 0.0, 3.0), name="bar")
    return fc.Mechanism([cube, bar])


def make_crane(box: fc.Mesh) -> fc.Mechanism:
    """Returns a box at the origin, and one that two sliders move along x and y, offset by 0.5 along z."""
    links = [
        fc.Link(box),
        fc.Link(joint="slider", axis=X, name="bridge"),
        fc.Link([(box, place(0.0, 0.0, 0.5))], "bridge", "slider", axis=(0.0, 2.0, 0.0), name="hook"),
    ]
    return fc.Mechanism(links)


def test_poses(box: fc.Mesh) -> None:
    """Red if a frame, an axis, a parent or a value is another one."""
    links = [
        fc.Link(box, frame=place(0.0, 0.0, 1.0), joint="hinge", axis=(0.0, 0.0, 2.0), name="arm"),
        fc.Link((), "arm", "slider", place(2.0, 0.0, 0.0), X, "rod"),
        fc.Link([box, (box, place(0.0, 3.0, 0.0))], 1, frame=place(0.0, 0.0, -1.0)),
    ]
    mechanism = fc.Mechanism(links)
    assert len(mechanism) == 3 and mechanism.links[1].name == "rod"
    assert repr(mechanism) == "Mechanism(3 links, 3 meshes)"
    zero = mechanism.poses()
    assert zero.position.tolist() == [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [2.0, 0.0, 0.0]]
    poses = mechanism.poses([np.pi / 2, 0.5, 9.0])
    assert np.allclose(poses.position, [[0.0, 0.0, 1.0], [0.0, 2.5, 1.0], [0.0, 2.5, 0.0]], atol=1e-12)
    assert np.allclose(poses[2].as_matrix()[:3, 0], Y, atol=1e-12)
    for values in ({"arm": np.pi / 2, 1: 0.5}, {0: np.pi / 2, "rod": 0.5}):
        assert np.all(mechanism.poses(values).rows == poses.rows)
    again = pickle.loads(pickle.dumps(mechanism))
    assert np.all(again.poses({"arm": np.pi / 2, "rod": 0.5}).rows == poses.rows)


def test_hinge() -> None:
    """Red if the range of contact, a link or a member of the result is another one."""
    door = make_door()
    found = door.sweep({"bar": (-1.0, 3.0)})
    assert (found.state, found.reason, found.pairs, found.free_pairs) == (fc.State.CONTACT, "none", 1, 0)
    assert found.joints == ("bar",) and found.boxes.shape == (1, 1, 2) and found.values.shape == (1, 1)
    assert np.allclose(found.boxes[0, 0], (BEGIN, END), rtol=0.0, atol=1e-9)
    assert BEGIN - 1e-9 <= found.values[0, 0] <= END + 1e-9 and found.certain.tolist() == [True]
    assert found.links.tolist() == [[1, 0]] and found.shapes.tolist() == [[0, 0]]
    assert found.undecided_share == 0.0 and 0.0 < found.tolerance < 1e-9
    assert found.searches > 0 and found.tests > 0 and found.cells >= 0
    for name, ends in (("bar", (-3.0, BEGIN - 1e-6)), (1, (END + 1e-6, 2.0 * np.pi + BEGIN - 1e-6))):
        free = door.sweep({name: ends})
        assert free.state == fc.State.FREE and free.free_pairs == 1
        assert free.boxes.shape == (0, 1, 2) and free.links.shape == (0, 2) and free.certain.shape == (0,)
    turns = door.sweep({1: (0.0, 4.0 * np.pi)})
    assert turns.boxes.shape == (2, 1, 2) and np.allclose(turns.boxes[1] - turns.boxes[0], 2.0 * np.pi, atol=1e-8)
    assert fc.Mechanism(door.links, ignored=[("bar", 0)]).sweep({1: (-1.0, 3.0)}).pairs == 0
    again = pickle.loads(pickle.dumps(found))
    assert np.all(again.boxes == found.boxes) and again.joints == found.joints and again.links.tolist() == [[1, 0]]


def test_safety_distance_and_values(box: fc.Mesh) -> None:
    """Red if `safety_distance`, the values of the other joints or a limit does not reach the library."""
    crane = make_crane(box)
    found = crane.sweep({"hook": (-9.0, 9.0)}, {"bridge": 1.0}, safety_distance=0.25)
    assert np.allclose(found.boxes, [[[-2.25, 2.25]]], rtol=0.0, atol=16.0 * found.tolerance)
    assert crane.sweep({"hook": (-9.0, 9.0)}, [0.0, 2.5, 7.0]).state == fc.State.FREE
    assert crane.sweep({"hook": (-9.0, 9.0)}, [0.0, 2.5, 7.0], safety_distance=0.6).state == fc.State.CONTACT
    cut = crane.sweep({"hook": (-9.0, 9.0), "bridge": (-9.0, 9.0)}, max_tests=1)
    assert cut.reason == "budget" and len(cut.boxes) >= 1
    coarse = crane.sweep({"bridge": (-9.0, 9.0), "hook": (-9.0, 9.0)}, resolution=0.25)
    assert len(coarse.boxes) < len(crane.sweep({"bridge": (-9.0, 9.0), "hook": (-9.0, 9.0)}, resolution=2.0**-7).boxes)


@pytest.mark.parametrize("jobs", [0, 2, 3])
def test_jobs(box: fc.Mesh, jobs: int) -> None:
    """Red if threads change a result, or a call does not use them."""
    crane, ranges = make_crane(box), {"bridge": (-4.0, 4.0), "hook": (-3.0, 5.0)}
    far = {"bridge": (2.5, 4.0), "hook": (-3.0, 5.0)}
    path = np.linspace((0.0, 8.0, 8.0), (0.0, 1.0, 0.5), 70)
    plain = crane.sweep(ranges), crane.clearance(far), crane.contact(path)
    alone = threading.Thread.start
    started: list[threading.Thread] = []
    try:
        threading.Thread.start = lambda self: (started.append(self), alone(self))[1]  # type: ignore[method-assign]
        again = crane.sweep(ranges, jobs=jobs), crane.clearance(far, jobs=jobs), crane.contact(path, jobs=jobs)
    finally:
        threading.Thread.start = alone  # type: ignore[method-assign]
    assert len(started) > 3 or (jobs == 0 and os.cpu_count() == 1)  # one for each call that can be interrupted
    for one, other in zip(plain, again):
        assert bytes(one._raw) == bytes(other._raw)
    assert plain[0].boxes.tobytes() == again[0].boxes.tobytes() and len(plain[0].boxes) > 3
    for call in (lambda: crane.sweep(ranges, jobs=-1), lambda: crane.contact(path, jobs=-1)):
        with pytest.raises(ValueError, match="jobs"):
            call()


def test_distances_of_pairs(box: fc.Mesh) -> None:
    """Red if a pair's own distance does not reach the library, is given to another pair, or is lost by pickle."""
    links = make_crane(box).links
    own = fc.Mechanism(links, distances={("hook", 0): 0.5})
    plain = make_crane(box).sweep({"hook": (-9.0, 9.0)}).boxes[0, 0]
    for machine in (own, pickle.loads(pickle.dumps(own)), fc.Mechanism(links, distances={(0, 2): 0.5, (1, 0): 2.0})):
        for distance in (0.0, 3.0):
            found = machine.sweep({"hook": (-9.0, 9.0)}, safety_distance=distance)
            assert np.allclose(found.boxes[0, 0], plain + (-0.5, 0.5), rtol=0.0, atol=1e-9)
    path = np.array([[0.0, 0.0, -9.0], [0.0, 0.0, 9.0]])
    found = own.contact(path, safety_distance=3.0)
    assert abs(found.time[0] * 18.0 - 9.0 - (plain[0] - 0.5)) < 1e-8


def test_two_joints(box: fc.Mesh) -> None:
    """The boxes of two sliders contain |x|, |y| <= 2, and little more. Red if joints are exchanged or a box is lost."""
    found = make_crane(box).sweep({"hook": (-5.0, 7.0), "bridge": (-3.0, 6.0)})
    assert found.state == fc.State.CONTACT and found.joints == ("hook", "bridge") and found.boxes.shape[1:] == (2, 2)
    lower, upper = found.boxes[:, :, 0], found.boxes[:, :, 1]
    assert np.all(lower < upper) and np.all(found.links == (2, 0))
    slack = np.array((12.0, 9.0)) / 2**8
    assert np.allclose(lower.min(axis=0), -2.0, atol=2.0 * slack.max()) and np.all(lower.min(axis=0) <= -2.0)
    assert np.allclose(upper.max(axis=0), 2.0, atol=2.0 * slack.max()) and np.all(upper.max(axis=0) >= 2.0)
    points = np.random.default_rng(1).uniform(-2.0, 2.0, (1500, 2))
    points[500:1000, 0], points[1000:, 1] = np.sign(points[500:1000, 0]) * 2.0, np.sign(points[1000:, 1]) * 2.0
    inside = np.all((points[:, None] >= lower) & (points[:, None] <= upper), axis=2)
    assert np.all(inside.any(axis=1))
    assert np.all(abs(found.values[found.certain]) <= 2.0 + 1e-6) and found.certain.any()


def test_many_boxes(ball: fc.Mesh) -> None:
    """Red if boxes beyond the first room are lost."""
    links = [fc.Link(ball), fc.Link(joint="slider", axis=X), fc.Link(ball, 1, "slider", axis=Y)]
    found = fc.Mechanism(links).sweep({1: (-3.0, 3.0), 2: (-3.0, 3.0)}, resolution=2.0**-7)
    room, fc.mechanisms.BOXES_FIRST = fc.mechanisms.BOXES_FIRST, 5
    try:
        small = fc.Mechanism(links).sweep({1: (-3.0, 3.0), 2: (-3.0, 3.0)}, resolution=2.0**-7)
    finally:
        fc.mechanisms.BOXES_FIRST = room
    assert len(found.boxes) > 50 and np.all(found.boxes == small.boxes) and np.all(found.values == small.values)


def test_clearance(box: fc.Mesh) -> None:
    """Red if a bound, a value, a point or an index is another one."""
    door = make_door()
    found = door.clearance({"bar": (-1.0, 0.0)}, precision=1e-6)
    assert (found.state, found.reason, found.links, found.shapes) == (fc.State.FREE, "none", (1, 0), (0, 0))
    assert found.lower <= 0.9 + 1e-12 and found.upper >= 0.9 - 1e-12 and found.upper - found.lower <= 1e-6
    assert found.joints == ("bar",) and found.values.shape == (1,) and abs(found.values[0]) < 1e-5
    assert abs(found.point_a[1] - 0.1) < 1e-5 and abs(found.point_b[1] - 1.0) < 1e-9
    assert found.feature_a.kind != fc.FeatureKind.NONE and found.feature_b.kind != fc.FeatureKind.NONE
    assert found.searches >= 0 and found.distances > 0 and found.tests > 0
    again = copy.copy(pickle.loads(pickle.dumps(found)))
    assert again.upper == found.upper and again.joints == ("bar",)
    touching = door.clearance({"bar": (-1.0, 3.0)})
    assert touching.state == fc.State.CONTACT and touching.lower == 0.0
    crane = make_crane(box)
    near = crane.clearance({"hook": (3.0, 9.0), "bridge": (2.5, 6.0)}, precision=1e-3)
    assert near.lower <= np.hypot(0.5, 1.0) + 1e-12 and near.upper >= np.hypot(0.5, 1.0) - 1e-12
    assert np.allclose(near.values, (3.0, 2.5), atol=1e-2) and near.upper - near.lower <= 2e-3
    free = fc.Mechanism(crane.links, ignored=[(0, "hook")]).clearance({"hook": (0.0, 1.0)})
    assert free.state == fc.State.FREE and free.lower == np.inf and free.links == (-1, -1)


def test_interrupt(ball: fc.Mesh) -> None:
    """Red if Ctrl-C waits for the end of the sweep."""
    links = [
        fc.Link(fc.Mesh(*make_ball(20))),
        fc.Link((), None, "hinge", place(0.1, 0.2, 0.3), X),
        fc.Link((), 1, "hinge", place(0.1, 0.2, 0.3), Y),
        fc.Link([(ball, place(1.5, 0.0, 0.0))], 2, "hinge", axis=Z),
    ]
    mechanism = fc.Mechanism(links)
    timer = threading.Timer(0.1, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        mechanism.sweep({1: (-3.0, 3.0), 2: (-3.0, 3.0), 3: (-3.0, 3.0)}, resolution=2.0**-16)
    timer.join()


@pytest.mark.parametrize(
    "message, options",
    [
        ("joints must be a dict", {"joints": {}}),
        ("joints must be a dict", {"joints": [(1, 2)]}),
        ("joints must be a dict", {"joints": dict.fromkeys((0, 1, "wall", "bar"), (0.0, 1.0))}),
        (r"joints: there is no link 'lid'", {"joints": {"lid": (0.0, 1.0)}}),
        (r"joints must be from 0 to 1", {"joints": {2: (0.0, 1.0)}}),
        ("joints: the joint of link 'wall' is fixed", {"joints": {"wall": (0.0, 1.0)}}),
        ("is named twice", {"joints": {"bar": (0.0, 1.0), 1: (0.0, 1.0)}}),
        ("from < to", {"joints": {"bar": (1.0, 1.0)}}),
        (r"joints\['bar'\] has a NaN", {"joints": {"bar": (0.0, np.inf)}}),
        (r"joints\['bar'\] must have shape \(2,\)", {"joints": {"bar": (0.0, 1.0, 2.0)}}),
        (r"values must have shape \(2,\)", {"values": [0.0]}),
        (r"values: there is no link", {"values": {"lid": 0.0}}),
        (r"values\['wall'\] must be finite", {"values": {"wall": np.nan}}),
        ("resolution must be 0, or from", {"resolution": 2.0}),
        ("max_tests", {"max_tests": -1}),
    ],
)
def test_errors(message: str, options: dict) -> None:
    """Red if invalid input reaches the library, or the message names another argument."""
    arguments = {"joints": {"bar": (0.0, 1.0)}, **options}
    for query in (make_door().sweep, make_door().clearance):
        with pytest.raises(ValueError, match=message):
            query(**arguments)


def test_tolerance_of_a_contact() -> None:
    """An arm of two hinges unfolds and meets a wall. Red if `tolerance` does not reach the library."""
    wall = fc.Link([(make_block(0.5, 4.0, 4.0), place(2.0, 0.0, 0.0))])
    tip = [(make_block(0.1, 0.1, 0.1), place(1.0, 0.0, 0.0))]
    arm = fc.Mechanism([wall, fc.Link(joint="hinge"), fc.Link(tip, 1, "hinge", place(1.0, 0.0, 0.0))])
    path = [(0.0, 2.0, -2.5), (0.0, 0.2, -0.1)]
    exact, coarse = arm.contact(path), arm.contact(path, tolerance=0.01)
    assert exact.tolerance < 1e-9 < coarse.tolerance <= 0.011 and coarse.tests < exact.tests
    assert exact.time[0] - 0.01 < coarse.time[0] < exact.time[0]


def test_contact_of_two_joints(box: fc.Mesh) -> None:
    """The hook moves from (-4, -4) to (4, 4) and meets the box where both coordinates are -2. Red if a joint stands
    still, or the values of another row are used."""
    crane = make_crane(box)
    path = [(0.0, -4.0, -4.0), (0.0, -3.0, -3.0), (0.0, 4.0, 4.0)]
    found = crane.contact(path)
    assert found.state == fc.State.CONTACT and found.edge == 1 and set(found.links) == {0, 2}
    assert found.time == pytest.approx(1.0 + 1.0 / 7.0, abs=1e-9) and found.resolved_time < found.time[0]
    assert crane.contact(path, [0.0, 1.0, 8.0]).time == pytest.approx(2.0, abs=1e-9)
    assert crane.contact(path, safety_distance=0.5).time[0] < found.time[0] - 0.02
    assert crane.contact(path[:2]).state == fc.State.FREE and crane.contact(path[:2]).links == (-1, -1)
    assert crane.contact(path, start=1.5).state == fc.State.OVERLAP
    cut = crane.contact(path, max_tests=1)
    assert cut.state == fc.State.UNDECIDED and cut.reason == "budget" and cut.time[0] <= found.time[0]
    again = pickle.loads(pickle.dumps(found))
    assert again.time == pytest.approx(found.time) and again.state == found.state and again.pairs == 1
    for message, arguments in (
        (r"values must have shape \(n, 3\)", {"values": [[0.0, 1.0]]}),
        ("values must have at least two rows", {"values": [path[0]]}),
        (r"times must have shape \(3,\)", {"times": [0.0, 1.0]}),
        ("times must be ascending", {"times": [0.0, 1.0, 1.0]}),
        ("start must be below", {"start": 2.0}),
        ("safety_distance", {"safety_distance": -1.0}),
        ("tolerance", {"tolerance": -1.0}),
        ("values has a NaN|values must be finite", {"values": [(0.0, np.nan, 0.0), path[0]]}),
    ):
        with pytest.raises(ValueError, match=message):
            crane.contact(**{"values": path, **arguments})


def test_other_errors(box: fc.Mesh) -> None:
    link = fc.Link(box)
    for message, links in (
        ("empty list", []), (r"links\[0\].parent: there is no link before", [fc.Link(box, 0)]),
        (r"links\[1\].parent must be from 0 to 0", [link, fc.Link(box, 1)]),
        (r"links\[0\].parent: there is no link 'arm'", [fc.Link(box, "arm"), fc.Link(box, name="arm")]),
        (r"links\[0\].joint must be one of fixed, hinge, slider", [fc.Link(box, joint="ball")]),
        (r"links\[0\].axis must have a length", [fc.Link(box, joint="hinge", axis=(0, 0, 0))]),
        (r"links\[0\].axis has a NaN", [fc.Link(box, joint="hinge", axis=(0, np.nan, 0))]),
        (r"links\[1\].name", [fc.Link(box, name="a"), fc.Link(box, name="a")]),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            fc.Mechanism(links)
    with pytest.raises(TypeError, match=r"links\[0\] must be a Link"):
        fc.Mechanism([box])
    for pairs in ([(0, 2)], [0], [(0, "arm")]):
        with pytest.raises(ValueError, match="ignored"):
            fc.Mechanism([link, link], ignored=pairs)
    for distances in ({(0, 0): 0.1}, {(0, 2): 0.1}, {(0, 1): -0.1}, {(0, 1): 0.1, (1, 0): 0.1}, {0: 0.1}):
        with pytest.raises(ValueError, match="distances"):
            fc.Mechanism([link, link], distances=distances)
    with pytest.raises(TypeError, match="distances"):
        fc.Mechanism([link, link], distances=[((0, 1), 0.1)])
    with pytest.raises(ValueError, match="safety_distance"):
        make_door().sweep({1: (0.0, 1.0)}, safety_distance=-1.0)
    with pytest.raises(ValueError, match="precision"):
        make_door().clearance({1: (0.0, 1.0)}, precision=-1.0)


def test_no_leak() -> None:
    """Red if Python's memory grows with 800 rounds of calls, errors among them."""
    links = make_door().links

    def call() -> None:
        door = fc.Mechanism(links, [(0, 0)])
        assert len(door.poses([0.0, 1.0])) == 2 and door.sweep({1: (-0.9, -0.8)}).boxes.shape == (0, 1, 2)
        assert door.clearance({1: (-0.9, -0.8)}, precision=0.1).lower > 0.0
        try:
            door.sweep({1: (0.0, 0.0)})
        except ValueError:
            pass

    sizes = []
    for _ in range(8):
        for _ in range(100):
            call()
        gc.collect()
        sizes.append(sys.getallocatedblocks())
    assert sizes[-1] - sizes[-4] < 150  # in 300 rounds, after Python's caches are filled
