"""Worlds: laws of motion, joints, events, queries, snapshots, and the refusal of invalid input."""

from __future__ import annotations

import copy
import gc
import threading

import numpy as np
import pytest

import firstcontact as fc
from shapes import make_box, place

DT = 1.0 / 60.0


@pytest.fixture()
def world(box: fc.Mesh) -> fc.World:
    """Returns a world with a floor whose top is at height 0."""
    world = fc.World()
    world.add_body(fc.Mesh(*make_box(20.0, 1.0, 20.0)), place(0.0, -1.0, 0.0), kind="fixed", friction=0.5)
    return world


def test_free_fall(box: fc.Mesh) -> None:
    world = fc.World((0.0, 0.0, -10.0))
    body = world.add_body(box, density=2.0, velocity=(1.0, 0.0, 0.0))
    for _ in range(60):
        assert world.step(DT).state == fc.State.FREE
    assert body.mass == pytest.approx(16.0) and np.allclose(body.velocity, [1.0, 0.0, -10.0])
    assert np.allclose(body.pose.position, [1.0, 0.0, -5.0], atol=1e-9)
    assert np.allclose(body.centroid, body.pose.position)
    assert np.allclose(world.get_energy().momentum, 16.0 * body.velocity)


def test_box_comes_to_rest(world: fc.World, box: fc.Mesh) -> None:
    body = world.add_body(box, place(0.0, 3.0, 0.0), restitution=0.0, friction=0.5)
    kinds = []
    for _ in range(120):
        world.step(DT)
        kinds += [event.kind for event in world.get_events()]
    assert body.pose.position[1] == pytest.approx(1.0, abs=1e-3) and {"begin", "impact"} <= set(kinds)
    contacts = world.get_contacts()
    assert contacts.forces.sum() == pytest.approx(body.mass * 9.81, rel=1e-3) or body.is_asleep
    assert len(contacts) >= 3 and set(contacts.bodies.ravel()) == {0, body.id}
    assert np.allclose(np.abs(contacts.normals), [0.0, 1.0, 0.0]) and contacts.points.shape == (len(contacts), 3)
    body.apply_impulse(body.centroid, (0.0, body.mass, 0.0))
    assert not body.is_asleep and body.velocity[1] == pytest.approx(1.0)


def test_compound_body(world: fc.World, box: fc.Mesh) -> None:
    """Two boxes 4 apart: the centroid is midway."""
    body = world.add_body([(box, place(0, 0, 0)), (box, place(4, 0, 0))], place(0, 5, 0))
    assert body.mass == pytest.approx(16.0) and np.allclose(body.centroid, [2.0, 5.0, 0.0])


def test_hinge_with_motor(box: fc.Mesh) -> None:
    world = fc.World((0.0, 0.0, 0.0))
    body = world.add_body(box)
    hinge = world.add_joint("hinge", body, None, (0, 0, 0), axis=(0, 0, 1), motor={"speed": 2.0, "max_force": 1e4})
    for _ in range(30):
        world.step(DT)
    assert hinge.position == pytest.approx(1.0, abs=0.05) and hinge.speed == pytest.approx(2.0)
    assert np.allclose(body.angular_velocity, [0.0, 0.0, 2.0])
    hinge.remove()
    assert not hinge.is_present
    with pytest.raises(ValueError):
        hinge.position
    with pytest.raises(ValueError):
        hinge.remove()


def test_driven_body(world: fc.World, box: fc.Mesh) -> None:
    body = world.add_body(box, place(0.0, 3.0, 0.0), kind="driven")
    moved = body.move(place(2.0, 0.0, 0.0))
    assert moved.contact.state == fc.State.CONTACT and moved.body == 0 and not moved.reached
    assert moved.pose == body.pose and body.pose.position[1] == pytest.approx(1.0, abs=1e-4)
    assert body.move(place(4.0, 0.0, 0.0), "slide").pose.position[0] == pytest.approx(4.0, abs=1e-3)


def test_queries(world: fc.World, box: fc.Mesh) -> None:
    body = world.add_body(box, place(0.0, 5.0, 0.0), kind="fixed")
    hit = world.cast_ray((0.0, 9.0, 0.0), (0.0, -2.0, 0.0))
    assert hit is not None and hit.body == body.id and hit.distance == pytest.approx(3.0) and not hit.back_face
    assert np.allclose(hit.point, [0, 6, 0]) and np.allclose(hit.normal, [0, 1, 0])
    assert world.cast_ray((0.0, 9.0, 0.0), (0.0, 1.0, 0.0)) is None
    near = world.find_closest_point((0.0, 7.0, 0.0))
    assert near is not None and near.body == body.id and near.signed_distance == pytest.approx(1.0)
    assert world.find_closest_point((0.0, 50.0, 0.0), max_distance=1.0) is None
    assert world.find_overlaps(box, place(0.0, 5.5, 0.0)).tolist() == [body.id]
    assert world.find_overlaps(fc.Mesh(*make_box(1.0, 5.0, 1.0))).tolist() == [0, body.id]
    found = world.find_first_contact(box, place(0, 9, 0), place(0, 0, 0))
    assert found.body == body.id and found.contact.t[0] == pytest.approx(2.0 / 9.0)
    assert world.find_first_contact(box, place(0, 9, 0), place(0, 0, 0), filter=fc.BodyFilter(without=[body])).body == 0
    assert [item.id for item in world.bodies] == [0, body.id]


def test_snapshot_continues_with_the_same_bits() -> None:
    """Red if a mesh of the snapshot is freed, or the state is not whole. Into another world, too."""
    world = fc.World()
    world.add_body(fc.Mesh(*make_box(20.0, 1.0, 20.0)), place(0.0, -1.0, 0.0), kind="fixed", friction=0.5)
    world.add_body(fc.Mesh(*make_box(0.5, 0.7, 0.9)), ((0, 3, 0), (0.6, 0.8, 0, 0)), restitution=0.7)

    def run(some: fc.World) -> bytes:
        for _ in range(100):
            some.step(DT)
        return b"".join(item.pose.rows.tobytes() + item.velocity.tobytes() for item in some.bodies)

    snapshot = world.save()
    expected = run(world)
    assert expected != b""
    world.restore(snapshot)
    assert run(world) == expected
    other = fc.World()
    other.restore(snapshot)
    del snapshot, world
    gc.collect()
    reused = [fc.Mesh(*make_box(9.0, 9.0, 9.0)) for _ in range(20)]  # in the memory of freed meshes
    assert run(other) == expected and len(reused) == 20


def test_damaged_snapshots(world: fc.World) -> None:
    snapshot = world.save()
    with pytest.raises(ValueError, match="restored"):
        world.restore(fc.Snapshot(snapshot.data[:-8], snapshot._meshes))
    with pytest.raises(ValueError, match="restored"):
        world.restore(fc.Snapshot(b"", {}))
    with pytest.raises(TypeError):
        world.restore(snapshot.data)
    assert len(world.bodies) == 1


def test_removed_bodies(world: fc.World, box: fc.Mesh) -> None:
    """Red if a call on a body that is gone ends the process or reads another body."""
    body = world.add_body(box, place(0, 5, 0))
    body.remove()
    assert not body.is_present
    calls = [
        lambda: body.pose, lambda: body.remove(), lambda: body.set_velocity((0, 0, 0)),
        lambda: body.move(place(0, 0, 0)), lambda: setattr(body, "pose", place(0, 0, 0)), lambda: body.apply_impulse((0, 0, 0), (0, 0, 0)),
        lambda: world.add_joint("ball", body, None, (0, 0, 0)),
    ]  # fmt: skip
    for refused in calls:
        with pytest.raises(ValueError):
            refused()


def test_meshes_live_as_long_as_the_world() -> None:
    """Red if a body's mesh is freed with its last name in Python."""
    world = fc.World()
    for index in range(20):
        world.add_body(fc.Mesh(*make_box()), place(3.0 * index, 0.0, 0.0))
    gc.collect()
    for _ in range(5):
        world.step(DT)
    assert len(world.bodies) == 20


def test_threads_wait_for_each_other(world: fc.World, box: fc.Mesh) -> None:
    """Red if a query reads the world during a step."""
    for index in range(10):
        world.add_body(box, place(3.0 * index - 15.0, 1.5, 0.0))
    threads = [threading.Thread(target=lambda: [world.step(DT) for _ in range(15)]) for _ in range(2)]
    threads += [threading.Thread(target=lambda: [world.cast_ray((0, 9, 0), (0, -1, 0)) for _ in range(100)])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert world.step(DT).time == pytest.approx(31 * DT)


def test_a_step_keeps_others_waiting(world: fc.World) -> None:
    """Red if a call does not take the lock of the world."""
    calls = [lambda: world.step(DT), world.save, world.get_contacts, lambda: world.find_closest_point((0, 9, 0))]
    with world._lock:
        threads = [threading.Thread(target=call) for call in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(0.02)
        assert all(thread.is_alive() for thread in threads)
    for thread in threads:
        thread.join()


@pytest.mark.parametrize(
    "properties",
    [
        {"kind": "soft"}, {"kind": 1}, {"density": -1.0}, {"density": 0.0}, {"mass": np.nan}, {"restitution": 2.0},
        {"friction": -1}, {"velocity": (1, 2)}, {"force": (np.inf, 0, 0)}, {"lock_rotation": "w"}, {"category": -1},
        {"mask": 2**32}, {"group": 1.5}, {"colour": 1}, {"pose": np.zeros((4, 4))}, {"max_speed": -1},
    ],
)  # fmt: skip
def test_invalid_bodies(world: fc.World, box: fc.Mesh, properties: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        world.add_body(box, **properties)
    assert len(world.bodies) == 1


def test_invalid_calls(world: fc.World, box: fc.Mesh) -> None:
    body = world.add_body(box, place(0, 5, 0))
    for dt in (0.0, -1.0, np.nan, "x", None):
        with pytest.raises(ValueError, match="dt"):
            world.step(dt)
    for bad in ({"gravity": (1, 2)}, {"margin": -1}, {"bounds": np.zeros((2, 3))}, {"bounds": 3}, {"max_stops": 0.5}):
        with pytest.raises(ValueError):
            fc.World(**bad)
    for kind, options in (("hinge", {}), ("ball", {"limits": (2, 1)}), ("rope", {}), ("hinge", {"axis": (0, 0, 0)})):
        with pytest.raises(ValueError):
            world.add_joint(kind, body, None, (0, 0, 0), **options)
    with pytest.raises(ValueError, match="another world"):
        fc.World().add_joint("ball", body, None, (0, 0, 0))
    with pytest.raises(ValueError):
        world.add_body([])
    with pytest.raises((TypeError, ValueError)):
        world.add_body([(box, None), None])
    with pytest.raises(ValueError):
        world.cast_ray((0, 0, 0), (0, 0, 0))
    with pytest.raises(ValueError, match="driven|input|CD_BODY_DRIVEN"):
        body.move(place(0, 0, 0))
    with pytest.raises(TypeError):
        copy.copy(world)
