"""CollisionManager against the queries of all pairs, and against closed forms."""

from __future__ import annotations

import pickle
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import firstcontact as fc
from firstcontact import _boxes
from shapes import make_ball, make_box, place, random_rows

COUNT = 40
NAMES = [f"object {index:02}" for index in range(COUNT)]


class Shape:
    """An object like those of trimesh."""

    def __init__(self, vertices: Any, faces: Any) -> None:
        self.vertices, self.faces = vertices, faces


def make_scene(seed: int, radius: float = 5.0) -> tuple[list[fc.Mesh], list[fc.Pose]]:
    """Returns meshes at random poses: boxes, balls, a capsule."""
    random = np.random.default_rng(seed)
    kinds = [fc.Mesh(*make_box(1.0, 0.3, 0.6)), fc.Mesh(*make_ball(3)), fc.Mesh.capsule((-1, 0, 0), (1, 0, 0), 0.3)]
    rows = random_rows(random, COUNT, radius)
    return [kinds[index % 3] for index in range(COUNT)], [fc.Pose.from_rows(row) for row in rows]


def fill(meshes: list[fc.Mesh], poses: list[fc.Pose], jobs: int = 1) -> fc.CollisionManager:
    manager = fc.CollisionManager(jobs)
    for name, mesh, pose in zip(NAMES, meshes, poses):
        manager.add_object(name, mesh, pose)
    return manager


def sort_pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


@pytest.mark.parametrize("jobs", [1, 2])
def test_internal_is_every_pair(jobs: int) -> None:
    """Red if the boxes omit a pair that overlaps, or names are mixed up."""
    meshes, poses = make_scene(1)
    manager = fill(meshes, poses, jobs)
    wanted = {
        (NAMES[i], NAMES[j]) for i, j in combinations(range(COUNT), 2)
        if fc.overlap(meshes[i], meshes[j], poses[i], poses[j])
    }  # fmt: skip
    assert len(wanted) > 5
    hit, names = manager.in_collision_internal(return_names=True)
    assert hit is True and names == wanted and manager.in_collision_internal() is True
    hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
    assert names == wanted and {sort_pair(*item.pair) for item in data} == wanted
    assert all(item.names == set(item.pair) for item in data)
    nearest = min(
        fc.distance(meshes[i], meshes[j], poses[i], poses[j]).distance for i, j in combinations(range(COUNT), 2)
    )
    assert manager.min_distance_internal() == nearest == 0.0


def test_distances_are_the_smallest() -> None:
    """Red if a bound of boxes drops the nearest pair. The scene is wide: nothing overlaps."""
    meshes, poses = make_scene(2, 40.0)
    manager = fill(meshes, poses)
    every = {
        (NAMES[i], NAMES[j]): fc.distance(meshes[i], meshes[j], poses[i], poses[j])
        for i, j in combinations(range(COUNT), 2)
    }
    wanted = min(every, key=lambda pair: every[pair].distance)
    found, names, data = manager.min_distance_internal(return_names=True, return_data=True)
    assert found == every[wanted].distance > 0.0 and names == wanted and data.distance == found
    assert np.linalg.norm(data.point(names[0]) - data.point(names[1])) == pytest.approx(found)
    for name in NAMES[:5]:
        wanted_one = min((pair for pair in every if name in pair), key=lambda pair: every[pair].distance)
        found, names = manager.min_distance_internal(name, return_names=True)
        assert found == pytest.approx(every[wanted_one].distance, rel=1e-12) and names == wanted_one
    mesh, at = fc.Mesh(*make_ball(4)), fc.Pose((1.0, 2.0, 3.0))
    one = {name: fc.distance(mesh, b, at, pose).distance for name, b, pose in zip(NAMES, meshes, poses)}
    found, name, data = manager.min_distance_single(mesh, at, return_name=True, return_data=True)
    assert found == min(one.values()) == one[name] and data.names == {name, "__external"}
    assert manager.min_distance_single(mesh, at) == found


def test_nearest_pair_behind_overlapping_boxes(box: fc.Mesh) -> None:
    """Boxes of oblique rods overlap although the rods are 1 apart; two boxes are nearer, and the gap of theirs is 0.7.
    Red if the search ends before it."""
    manager, turn = fc.CollisionManager(), np.eye(4)
    turn[:2, :2] = np.array([[1.0, -1.0], [1.0, 1.0]]) / np.sqrt(2.0)
    for index in range(2):
        turn[:2, 3] = np.array((-1.02, 1.02)) * index / np.sqrt(2.0)
        manager.add_object(index, fc.Mesh(*make_box(20.0, 0.01, 0.01)), turn)
    manager.add_object("a", box, place(200.0, 0, 0))
    assert manager.min_distance_internal() == pytest.approx(1.0)
    manager.add_object("b", box, place(202.7, 0, 0))
    found, names = manager.min_distance_internal(return_names=True)
    assert found == pytest.approx(0.7) and names == ("a", "b")


def test_single_and_other() -> None:
    """Red if a group is mixed up with another, or a candidate is lost."""
    meshes, poses = make_scene(3)
    half = COUNT // 2
    left, right = fill(meshes[:half], poses[:half]), fc.CollisionManager()
    for name, mesh, pose in zip(NAMES[half:], meshes[half:], poses[half:]):
        right.add_object(name, mesh, pose)
    wanted = {
        (NAMES[i], NAMES[j]) for i in range(half) for j in range(half, COUNT)
        if fc.overlap(meshes[i], meshes[j], poses[i], poses[j])
    }  # fmt: skip
    hit, names, data = left.in_collision_other(right, return_names=True, return_data=True)
    assert hit and names == wanted and {item.pair for item in data} == wanted and left.in_collision_other(right)
    near, pair = left.min_distance_other(right, return_names=True)
    assert near == 0.0 and pair in wanted
    big = fc.Mesh(*make_box(2.0, 2.0, 2.0))
    single = {name for name, mesh, pose in zip(NAMES, meshes, poses) if fc.overlap(big, mesh, None, pose)}
    manager = fill(meshes, poses)
    hit, names, data = manager.in_collision_single(big, return_names=True, return_data=True)
    assert hit and names == single and {item.pair[1] for item in data} == single
    assert manager.in_collision_single(big, place(99, 0, 0)) is False


def test_scripts_of_trimesh(box: fc.Mesh) -> None:
    """The calls and results of scripts: objects with vertices and faces, matrices, tuples."""
    points, faces = make_box()
    cube = Shape(vertices=points, faces=faces)
    manager = fc.CollisionManager()
    manager.add_object("left", cube)
    manager.add_object("right", cube, transform=place(5.0, 0.0, 0.0))
    assert manager.in_collision_internal() is False
    assert manager.in_collision_internal(return_names=True) == (False, set())
    assert manager.in_collision_internal(True, True) == (False, set(), [])
    assert manager.min_distance_internal() == 3.0
    manager.set_transform("right", place(2.0, 0.0, 0.0))  # they touch
    hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
    assert hit and names == {("left", "right")} and all(item.depth == 0.0 for item in data)
    assert np.allclose([item.point[0] for item in data], 1.0)
    assert all(0 <= item.index("left") < 12 and 0 <= item.index("right") < 12 for item in data)
    with pytest.raises(KeyError):
        data[0].index("other")
    distance, data = manager.min_distance_single(cube, place(-0.5, 4.0, 0.0), return_data=True)
    assert distance == 2.0 and np.isclose(data.point("__external")[1], 3.0)
    assert data.point("left")[1] == 1.0 and 0 <= data.index("left") < 12
    manager.remove_object("left")
    assert len(manager) == 1 and "left" not in manager and not manager.in_collision_internal()
    for call in (lambda: manager.remove_object("left"), lambda: manager.set_transform("left", np.eye(4))):
        with pytest.raises(ValueError, match="left"):
            call()


def test_touching_counts_and_inside_does_not(box: fc.Mesh) -> None:
    manager = fc.CollisionManager()
    manager.add_object("box", box)
    above = np.nextafter(2.0, 3.0)
    assert manager.in_collision_single(box, place(0, 2.0, 0)) and not manager.in_collision_single(box, place(0, above, 0))
    small = fc.Mesh(*make_box(0.5, 0.5, 0.5))
    assert not manager.in_collision_single(small) and manager.min_distance_single(small) == 0.5


def test_depth_is_a_lower_bound(box: fc.Mesh) -> None:
    """A box sinks by 0.25: the translation along a normal by its depth, and some rounding, parts the triangles."""
    manager = fc.CollisionManager()
    manager.add_object("floor", fc.Mesh(*make_box(5.0, 1.0, 5.0)))
    lifted = place(0.1, 1.75, 0.2)
    hit, data = manager.in_collision_single(box, lifted, return_data=True)
    assert hit and max(item.depth for item in data) <= 0.25 + 1e-12
    deepest = max(data, key=lambda item: item.depth)
    assert deepest.depth == pytest.approx(0.25) and np.allclose(deepest.normal, [0, 1, 0])
    lifted[:3, 3] += deepest.normal * (deepest.depth + 1e-9)
    assert not manager.in_collision_single(box, lifted)
    ball = fc.Mesh.sphere((0, 0, 0), 1.0)
    _, data = manager.in_collision_single(ball, place(0.0, 1.9, 0.0), return_data=True)
    assert data[0].depth == pytest.approx(0.1) and np.allclose(data[0].normal, [0, 1, 0])


def test_contacts_of_random_triangles() -> None:
    """Each pair of triangles is parted by its depth along its normal, and shares its point. Red if an axis is missing."""
    random = np.random.default_rng(5)
    a, b = random.normal(size=(2, 300, 3, 3))
    meshes = [[fc.Mesh(corners, [[0, 1, 2]]) for corners in part] for part in (a, b)]
    found = fc.overlap(meshes[0], meshes[1])
    hits = np.flatnonzero(found.states == fc.State.OVERLAP)
    assert len(hits) > 20
    for index in hits:
        manager = fc.CollisionManager()
        manager.add_object("b", meshes[1][index])
        _, (item,) = manager.in_collision_single(meshes[0][index], return_data=True)
        assert item.depth > 0.0 and np.linalg.norm(item.normal) == pytest.approx(1.0)
        moved, less = item.normal * item.depth * (1.0 + 1e-9), item.normal * item.depth * (1.0 - 1e-6)
        assert not fc.overlap(meshes[0][index], meshes[1][index], fc.Pose(moved))
        assert fc.overlap(meshes[0][index], meshes[1][index], fc.Pose(less))
        for mesh in (meshes[0][index], meshes[1][index]):
            assert fc.closest_point(mesh, item.point).distance < 1e-12
        for direction in random.normal(size=(40, 3)):  # no shorter translation
            shift = 0.99 * item.depth * direction / np.linalg.norm(direction)
            assert fc.overlap(meshes[0][index], meshes[1][index], fc.Pose(shift))


# --- First contacts


def test_first_contact_single_is_the_earliest() -> None:
    meshes, poses = make_scene(6)
    manager, bullet = fill(meshes, poses), fc.Mesh(*make_ball(2))
    for seed in range(6):
        rows = random_rows(np.random.default_rng(seed), 2, 9.0)
        start, target = fc.Pose.from_rows(rows[0]), fc.Pose.from_rows(rows[1])
        every = [fc.first_contact(bullet, mesh, start, target, pose) for mesh, pose in zip(meshes, poses)]
        first = min(range(COUNT), key=lambda index: every[index].t[0])
        found = manager.first_contact_single(bullet, start, target)
        if every[first].state == fc.State.FREE:
            assert not found and found.names is None and found.poses["__external"] == target
            continue
        assert found.names == ("__external", NAMES[first]) and np.array_equal(found.t, every[first].t)
        if found.state == fc.State.CONTACT:
            assert not manager.in_collision_single(bullet, found.poses["__external"])


def test_first_contact_closed_form(box: fc.Mesh) -> None:
    """Two boxes approach at equal speed, a third flees: they meet when each has moved 4 of 5. No sample sees a bullet."""
    manager = fc.CollisionManager()
    for name, x in (("a", -5.0), ("b", 5.0), ("c", 20.0)):
        manager.add_object(name, box, place(x, 0, 0))
    found = manager.first_contact_internal({"a": place(0, 0, 0), "b": place(0, 0, 0), "c": place(40, 0, 0)})
    assert found.state == fc.State.CONTACT and set(found.names) == {"a", "b"} and abs(found.t[0] - 0.8) < 1e-6
    assert set(found.poses) == {"a", "b", "c"} and abs(found.poses["c"].position[0] - 36.0) < 1e-4
    for name, pose in found.poses.items():
        manager.set_transform(name, pose)
    assert not manager.in_collision_internal() and manager.min_distance_internal() < 1e-4
    assert not manager.first_contact_internal({})
    assert manager.first_contact_internal({"b": place(45, 0, 0)}).names == ("b", "c")
    assert manager.first_contact_internal({"c": place(-45, 0, 0)}).names == ("c", "b")
    free = manager.first_contact_internal({"c": place(60, 0, 0)})
    assert not free and free.time == 1.0 and np.allclose(free.t, 1.0) and free.poses["c"].position[0] == 60.0
    kept = manager.first_contact_internal({"b": place(45, 0, 0)}, safety_distance=1.0)
    assert kept.t[0] < manager.first_contact_internal({"b": place(45, 0, 0)}).t[0]
    thin = fc.Mesh(*make_box(0.001, 0.001, 0.001))
    assert manager.first_contact_single(thin, place(36, -500, 0), place(36, 500, 0)).names == ("__external", "c")


def test_first_contact_internal_is_the_earliest_pair() -> None:
    """Red if the boxes of paths omit a pair, or the mesh that stays is the one that moves."""
    meshes, poses = make_scene(7, 12.0)
    rows = random_rows(np.random.default_rng(8), COUNT, 12.0)
    moving = {NAMES[index]: fc.Pose.from_rows(rows[index]) for index in range(0, COUNT, 2)}
    manager = fill(meshes, poses)
    times = []
    for i, j in combinations(range(COUNT), 2):
        if i % 2 and j % 2:
            continue
        a, b = (i, j) if i % 2 == 0 else (j, i)
        end = moving.get(NAMES[b])
        contact = fc.first_contact(
            meshes[a], meshes[b], poses[a], moving[NAMES[a]], poses[b], end, own_screws=end is not None
        )
        times.append((contact.t[0], contact.state))
    found = manager.first_contact_internal(moving)
    assert found.t[0] == min(times)[0]
    half = COUNT // 2
    left, right = fill(meshes[:half], poses[:half]), fc.CollisionManager()
    for index in range(half, COUNT):
        right.add_object(NAMES[index], meshes[index], poses[index])
    parts = [{name: pose for name, pose in moving.items() if (name in NAMES[:half]) == first} for first in (True, False)]
    other = left.first_contact_other(right, parts[0], parts[1])
    assert other.t[0] >= found.t[0] and set(other.poses) == set(parts[0]) and set(other.other_poses) == set(parts[1])


def test_boxes_contain_the_meshes() -> None:
    """Red if a box is too small: points of meshes at poses, and along screws."""
    random = np.random.default_rng(9)
    starts, targets = random_rows(random, 200, 3.0), random_rows(random, 200, 3.0)
    centers, halves = random.normal(size=(200, 3)), random.uniform(0.0, 1.0, (200, 3))
    inside = centers[:, None] + halves[:, None] * random.choice([-1.0, 1.0], (200, 8, 3))
    placed, swept = _boxes.place_boxes(centers, halves, starts), _boxes.sweep_boxes(centers, halves, starts, targets)
    for index in range(200):
        start, target = fc.Pose.from_rows(starts[index]), fc.Pose.from_rows(targets[index])
        points = inside[index] @ start.as_matrix()[:3, :3].T + start.position
        assert (points >= placed[index, :3]).all() and (points <= placed[index, 3:]).all()
        for time in np.linspace(0.0, 1.0, 9):
            pose = fc.interpolate(start, target, time)
            points = inside[index] @ pose.as_matrix()[:3, :3].T + pose.position
            assert (points >= swept[index, :3]).all() and (points <= swept[index, 3:]).all()


@pytest.mark.parametrize("count", [0, 1, 2, 200])
def test_pairs_of_boxes(count: int) -> None:
    """Red if the sweep loses pairs, or lists one twice: against all pairs, with equal ends."""
    random = np.random.default_rng(count)
    lower = random.integers(0, 12, (count, 3)).astype(float)
    boxes = np.concatenate((lower, lower + random.integers(0, 3, (count, 3))), axis=1)
    pairs = [(i, j) for i, j in combinations(range(count), 2) if _boxes.overlap_boxes(boxes[i], boxes[j])]
    assert _boxes.find_pairs(boxes).tolist() == [list(pair) for pair in pairs]
    a, b = boxes[: count // 3], boxes[count // 3 :]
    cross = [[i, j] for i in range(len(a)) for j in range(len(b)) if _boxes.overlap_boxes(a[i], b[j])]
    assert _boxes.find_cross_pairs(a, b).tolist() == cross
    saved, _boxes.PAIRS_AT_ONCE = _boxes.PAIRS_AT_ONCE, 7
    try:
        assert _boxes.find_pairs(boxes).tolist() == [list(pair) for pair in pairs]
    finally:
        _boxes.PAIRS_AT_ONCE = saved


# --- Objects, errors


def test_meshes_are_built_once() -> None:
    """Red if a mesh is built again without need, or kept although its arrays have changed."""
    points, faces = make_box()
    cube = Shape(vertices=points, faces=faces)
    manager = fc.CollisionManager()
    first = manager.add_object("a", cube)
    assert manager.add_object("b", cube) is first
    cube.vertices = 2.0 * points
    assert manager.add_object("c", cube) is not first and manager.add_object("c", cube).radius == 2.0 * first.radius
    points *= 3.0
    cube.vertices = points
    assert manager.add_object("d", cube).radius == pytest.approx(3.0 * first.radius) and len(manager) == 4


def test_empty_and_replaced(box: fc.Mesh) -> None:
    manager, empty = fc.CollisionManager(), fc.CollisionManager()
    assert manager.min_distance_internal(return_names=True, return_data=True) == (np.inf, None, None)
    assert not manager.in_collision_internal() and manager.min_distance_single(box) == np.inf
    manager.add_object("a", box)
    assert manager.min_distance_internal() == np.inf and manager.min_distance_other(empty) == np.inf
    assert not manager.in_collision_other(empty)
    manager.add_object("a", box, place(9, 0, 0))
    assert len(manager) == 1 and manager.get_transform("a").position[0] == 9.0
    manager.add_object(7, box, place(9, 0, 0))  # names of different types
    assert manager.in_collision_internal(return_names=True)[0]
    copied = pickle.loads(pickle.dumps(manager))
    assert copied.in_collision_internal() and set(copied) == {"a", 7}


def test_removal_keeps_the_others(box: fc.Mesh) -> None:
    """Red if the object that takes the place of a removed one loses its name or its pose."""
    manager = fc.CollisionManager()
    for index in range(20):
        manager.add_object(index, box, place(10.0 * index, 0, 0))
    for index in (0, 19, 7, 5):
        manager.remove_object(index)
    for index in manager:
        assert manager.in_collision_single(box, place(10.0 * index, 0, 0), return_names=True) == (True, {index})
    assert len(manager) == 16 and not manager.in_collision_internal()


BAD_POSES: list[Any] = [np.zeros((4, 4)), np.full((4, 4), np.nan), np.eye(3)[:2], "x", np.stack([np.eye(4)] * 2),
                        fc.Pose.from_rows([np.nan, 0, 0, 1, 0, 0, 0]), fc.Pose.from_rows(np.zeros(7))]  # fmt: skip


@pytest.mark.parametrize("pose", BAD_POSES, ids=range(len(BAD_POSES)))
def test_invalid_poses(box: fc.Mesh, pose: Any) -> None:
    manager = fc.CollisionManager()
    manager.add_object("a", box)
    for call in (
        lambda: manager.add_object("b", box, pose), lambda: manager.set_transform("a", pose),
        lambda: manager.in_collision_single(box, pose), lambda: manager.min_distance_single(box, pose),
        lambda: manager.first_contact_single(box, pose, np.eye(4)), lambda: manager.first_contact_internal({"a": pose}),
        lambda: manager.first_contact_single(box, np.eye(4), pose),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    assert len(manager) == 1 and np.array_equal(manager.get_transform("a").as_matrix(), np.eye(4))


def test_invalid_arguments(box: fc.Mesh) -> None:
    manager = fc.CollisionManager()
    manager.add_object("a", box)
    for wrong in (None, "mesh", make_box()):
        with pytest.raises((TypeError, ValueError)):
            manager.add_object("b", wrong)
    with pytest.raises(fc.MeshError):
        manager.add_object("b", Shape(vertices=np.full((3, 3), np.nan), faces=[[0, 1, 2]]))
    with pytest.raises(ValueError, match="other"):
        manager.first_contact_internal({"other": np.eye(4)})
    with pytest.raises(TypeError):
        manager.first_contact_internal([np.eye(4)])
    with pytest.raises(TypeError):
        manager.in_collision_other([])
    for options in ({"safety_distance": -1.0}, {"margin": np.nan}, {"max_tests": -1}):
        with pytest.raises(ValueError):
            manager.first_contact_internal({"a": place(1, 0, 0)}, **options)
