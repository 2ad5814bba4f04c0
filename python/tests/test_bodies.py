"""Bodies at run time: paths, moves, properties, joints, regions and filters, against closed forms."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import firstcontact as fc
from shapes import make_box, place

DT = 1.0 / 64.0


@pytest.fixture()
def world(box: fc.Mesh) -> fc.World:
    """Returns a world with a floor whose top is at height 0: body 0."""
    world = fc.World()
    world.add_body(fc.Mesh(*make_box(20.0, 1.0, 20.0)), place(0.0, -1.0, 0.0), kind="fixed", friction=0.5)
    return world


def run(world: fc.World, seconds: float) -> None:
    for _ in range(round(seconds / DT)):
        world.step(DT)


# --- Kinematic bodies


def test_path_reaches_its_nodes(box: fc.Mesh) -> None:
    """The pose has the bits of a node at its time. Red if times and poses are mixed up."""
    world = fc.World()
    body = world.add_body(box, kind="kinematic")
    poses = fc.Pose([[4.0, 0, 0], [4.0, 2.0, 0], [0, 2.0, 1.0]], [[1.0, 0, 0, 0], [0, 1.0, 0, 0], [0.6, 0, 0.8, 0]])
    body.set_path([0.5, 1.0, 2.0], poses)
    run(world, 0.25)
    assert np.allclose(body.pose.position, [2.0, 0, 0]) and body.path_time == 0.25
    for seconds, pose in ((0.25, poses[0]), (0.5, poses[1]), (1.0, poses[2]), (1.0, poses[2])):
        run(world, seconds)
        assert body.pose == pose and not body.is_blocked
    body.set_path([0.0, 1.0], [place(9, 9, 9), place(9, 9, 10)])
    assert body.pose.position.tolist() == [9.0, 9.0, 9.0]  # a node at the start teleports


def test_a_blocked_path_waits(world: fc.World, box: fc.Mesh) -> None:
    body = world.add_body(box, place(0, 3, 0), kind="kinematic")
    body.set_path([1.0], place(0, -3, 0))
    run(world, 1.0)
    assert body.is_blocked and body.pose.position[1] > 1.0 and 0.2 < body.path_time < 0.5
    assert "blocked" in {event.kind for event in world.get_events()} or body.is_blocked


def test_move_in_step(box: fc.Mesh) -> None:
    """It pushes a dynamic body, which then moves along."""
    world = fc.World((0.0, 0.0, 0.0))
    pusher, other = world.add_body(box, kind="kinematic"), world.add_body(box, place(2.5, 0, 0), restitution=0.0)
    target = fc.Pose((1.0, 0.0, 0.0))
    pusher.move_in_step(target)
    world.step(DT)
    assert pusher.pose == target and other.pose.position[0] > 3.0
    world.step(DT)
    assert pusher.pose == target


def test_paths_are_refused(world: fc.World, box: fc.Mesh) -> None:
    body, dynamic = world.add_body(box, place(0, 3, 0), kind="kinematic"), world.add_body(box, place(9, 3, 0))
    bad = [
        ([], np.empty((0, 4, 4))), ([0.0, 1.0], place(0, 0, 0)), ([1.0, 1.0], [place(0, 0, 0)] * 2), ([-1.0], place(0, 0, 0)),
        ([np.nan], place(0, 0, 0)), ([[1.0]], place(0, 0, 0)), ("x", place(0, 0, 0)), ([1.0], np.zeros((4, 4))),
        ([1.0], fc.Pose.from_rows(np.full((1, 7), np.nan))),
    ]  # fmt: skip
    for times, poses in bad:
        with pytest.raises(ValueError):
            body.set_path(times, poses)
    with pytest.raises(ValueError, match="start"):
        body.set_path([1.0], place(0, 0, 0), start=-1.0)
    for call in (lambda: dynamic.set_path([1.0], place(0, 0, 0)), lambda: dynamic.move_in_step(place(0, 0, 0))):
        with pytest.raises(ValueError, match="kinematic"):
            call()
    body.set_path(np.array([1, 2], dtype=np.float32)[::-1][::-1], np.stack([place(0, 5, 0)] * 4)[::2])
    run(world, 1.0)
    assert body.pose.position.tolist() == [0.0, 5.0, 0.0]


# --- Driven bodies


def test_find_and_take_a_move(world: fc.World, box: fc.Mesh) -> None:
    body = world.add_body(box, place(0, 5, 0), kind="driven")
    wall = world.add_body(box, place(0, 1.5, 0), kind="fixed")
    found = body.find_move(place(0, 1, 0))
    assert body.pose.position[1] == 5.0 and found.body == wall.id and not found.reached
    assert found.contact.t[0] == pytest.approx(1.5 / 4.0) and found.own_shape == found.body_shape == 0
    body.take_move(found)
    assert body.pose == found.pose and body.pose.position[1] == pytest.approx(3.5, abs=1e-4)
    through = body.find_move(place(0, 2, 0), ignored=[wall])
    assert through.reached and through.body == -1
    extra = body.find_move(place(9, 3.5, 0), obstacles=[(box, place(5, 3.5, 0))])
    assert extra.obstacle == 0 and extra.body == -1 and extra.pose.position[0] == pytest.approx(3.0, abs=1e-4)
    slid = body.move(place(4.0, 3.0, 0.0), "slide")
    assert slid.legs > 1 and slid.path[-1] == slid.pose and body.pose == slid.pose
    body.forget_moves()
    assert body.move(place(0, 9, 0), max_tests=1).contact.state in (fc.State.UNDECIDED, fc.State.FREE)
    for call in (
        lambda: wall.take_move(found), lambda: body.move(place(0, 0, 0), "fly"), lambda: body.move(place(0, 0, 0), margin=-1.0),
        lambda: body.move(place(0, 0, 0), obstacles=[box]), lambda: body.move(place(0, 0, 0), max_legs=-1),
        lambda: body.move(np.full((4, 4), np.nan)),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        body.move(place(0, 0, 0), ignored=[0])


def test_a_dynamic_body_yields(box: fc.Mesh) -> None:
    world = fc.World((0.0, 0.0, 0.0))
    hand, other = world.add_body(box, kind="driven"), world.add_body(box, place(3.0, 0, 0), restitution=0.0)
    moved = hand.move(place(2.0, 0, 0), yields=True)
    assert moved.yields and moved.pushed == other.id and not moved.reached
    world.step(DT)
    assert hand.pose.position[0] == pytest.approx(2.0) and other.pose.position[0] > 4.0


# --- Properties


def test_properties_at_run_time(box: fc.Mesh) -> None:
    """Each closed form is red if a setter reaches another property."""
    world = fc.World((0.0, -8.0, 0.0))
    body = world.add_body(box)
    body.set_gravity_scale(0.5)
    run(world, 1.0)
    assert np.allclose(body.velocity, [0.0, -4.0, 0.0])
    body.set_gravity_scale(0.0)
    body.set_damping(2.0, 0.0)
    run(world, 1.0)
    assert body.velocity[1] == pytest.approx(-4.0 * np.exp(-2.0))
    body.set_damping(0.0, 0.0)
    body.set_mass(mass=4.0)
    assert body.mass == 4.0
    body.set_velocity((0, 0, 0))
    body.set_force((8.0, 0.0, 0.0))
    run(world, 1.0)
    assert np.allclose(body.velocity, [2.0, 0.0, 0.0])
    body.set_force((0, 0, 0))
    body.set_limits(max_speed=0.5)
    assert np.allclose(body.velocity, [0.5, 0.0, 0.0])
    body.apply_angular_impulse((0.0, 4.0 * 8.0 / 12.0, 0.0))  # inertia of a cube of side 2: m 8 / 12
    assert np.allclose(body.angular_velocity, [0.0, 1.0, 0.0])
    body.apply_torque((0.0, -4.0 * 8.0 / 12.0 / DT, 0.0))
    world.step(DT)
    assert np.allclose(body.angular_velocity, 0.0, atol=1e-9)
    body.set_mass(density=3.0)
    assert body.mass == pytest.approx(24.0)
    body.set_locks("x", "yz")
    assert np.allclose(body.velocity, 0.0, atol=1e-12)
    body.apply_impulse(body.centroid, (24.0, 2.4, 0.0))
    world.step(DT)
    assert np.allclose(body.velocity, [0.0, 0.1, 0.0], atol=1e-9)
    body.set_kind("fixed")
    assert body.kind == "fixed" and np.allclose(body.velocity, 0.0) and body.mass == 0.0
    body.set_kind("dynamic")
    assert body.kind == "dynamic" and body.mass == pytest.approx(24.0)


def test_friction_restitution_filter_sensor(world: fc.World, box: fc.Mesh) -> None:
    body = world.add_body(box, place(0, 1.01, 0), friction=0.5, restitution=0.0)
    run(world, 0.5)
    body.set_friction(0.0)
    body.set_velocity((1.0, 0.0, 0.0))
    run(world, 1.0)
    assert body.velocity[0] == pytest.approx(1.0, abs=1e-6)
    body.set_friction(0.5)
    run(world, 1.0)
    assert abs(body.velocity[0]) < 1e-6
    body.set_restitution(1.0)
    body.pose = place(0, 4, 0)
    body.set_velocity((0, 0, 0))
    highest = 0.0
    for _ in range(100):
        world.step(DT)
        highest = max(highest, body.velocity[1])
    assert highest > 5.0
    floor = world.bodies[0]
    assert world.can_collide(floor, body)
    body.set_filter(mask=2)
    assert not world.can_collide(floor, body)
    run(world, 2.0)
    assert body.pose.position[1] < -3.0
    body.set_filter()
    body.set_sensor(True)
    assert not world.can_collide(floor, body)


def test_hold(box: fc.Mesh) -> None:
    world = fc.World((0.0, 0.0, 0.0))
    body = world.add_body(box)
    body.hold((0, 0, 0), (1.0, 2.0, 3.0), max_force=1000.0)
    run(world, 3.0)
    assert np.allclose(body.centroid, [1, 2, 3], atol=1e-2)
    body.release()
    body.set_velocity((1.0, 0.0, 0.0))
    run(world, 1.0)
    assert np.allclose(body.velocity, [1, 0, 0])


def test_properties_are_refused(world: fc.World, box: fc.Mesh) -> None:
    body = world.add_body(box, place(0, 3, 0))
    nan = float("nan")
    calls = [
        lambda: body.set_friction(-1.0), lambda: body.set_friction(nan), lambda: body.set_restitution(1.5),
        lambda: body.set_damping(-1.0, 0.0), lambda: body.set_gravity_scale(nan), lambda: body.set_limits(-1.0),
        lambda: body.set_force((0, 0)), lambda: body.set_force((nan, 0, 0)), lambda: body.set_mass(mass=-1.0),
        lambda: body.set_mass(density=0.0), lambda: body.set_locks("w"), lambda: body.set_locks(frame="moon"),
        lambda: body.set_filter(mask=2**32), lambda: body.set_kind("soft"), lambda: body.apply_torque("x"),
        lambda: body.apply_angular_impulse((0, nan, 0)), lambda: body.hold((0, 0, 0), (0, 0)),
        lambda: body.hold((0, 0, 0), (0, 0, 0), max_force=-1.0),
    ]  # fmt: skip
    for index, call in enumerate(calls):
        with pytest.raises(ValueError):
            call()
            pytest.fail(f"call {index}")
    body.remove()
    for call in (lambda: body.set_friction(1.0), lambda: body.hold((0, 0, 0), (0, 0, 0)), lambda: body.set_kind("fixed")):
        with pytest.raises(ValueError):
            call()


# --- Joints


def test_joint_at_run_time(box: fc.Mesh) -> None:
    world = fc.World((0.0, -10.0, 0.0))
    body = world.add_body(box, mass=2.0, gravity_scale=1.0)
    slider = world.add_joint("slider", body, None, (0, 0, 0), axis=(1.0, 0, 0))
    slider.set_motor(speed=1.5, max_force=100.0)
    run(world, 1.0)
    assert slider.speed == pytest.approx(1.5) and slider.error < 1e-3
    reaction = slider.get_reaction()
    assert np.allclose(reaction.force, [0, 20.0, 0], atol=1e-3) and abs(reaction.motor) < 1e-3
    slider.set_limits(-np.inf, 2.0)
    run(world, 1.0)
    assert slider.position == pytest.approx(2.0, abs=1e-3)
    slider.set_motor(position=-1.0, max_force=100.0)
    run(world, 3.0)
    assert slider.position == pytest.approx(-1.0, abs=1e-2)
    ball = world.add_joint("fixed", body, None, (0, 0, 0))
    for call in (
        lambda: slider.set_limits(1.0, 0.0), lambda: ball.set_limits(0.0, 1.0), lambda: slider.set_motor(max_force=-1.0),
        lambda: slider.set_motor(speed=np.nan, max_force=1.0),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    slider.remove()
    with pytest.raises(ValueError):
        slider.set_motor(speed=1.0, max_force=1.0)


# --- Regions, queries, callbacks


def test_loads_of_regions(world: fc.World, box: fc.Mesh) -> None:
    """A box of mass 8 on the floor: one square, which carries its weight in the middle."""
    floor, body = world.bodies[0], world.add_body(box, place(3.0, 1.001, 2.0), restitution=0.0)
    run(world, 1.0)
    found = world.get_contact_regions(body, floor)
    assert found.state == fc.State.CONTACT and len(found.regions) == len(found.loads) == 1
    load, weight = found.loads[0], 8.0 * 9.81
    assert load.area == pytest.approx(4.0) and load.force == pytest.approx(weight, rel=2e-3) and load.contacts >= 3
    assert load.pressure == pytest.approx(weight / 4.0, rel=2e-3) and np.allclose(load.center[::2], [3.0, 2.0], atol=0.01)
    assert np.allclose(load.normal, [0, 1, 0]) and found.force_elsewhere == 0.0
    assert found.regions[0].measure == pytest.approx(4.0) and found.regions[0].points.shape == (4, 3)
    contacts = world.get_body_contacts(body)
    assert len(contacts) == load.contacts and contacts.forces.sum() == pytest.approx(load.force)
    for call in (lambda: world.get_contact_regions(body, body), lambda: world.get_contact_regions(body, floor, shape_a=3)):
        with pytest.raises(ValueError):
            call()


def test_filters_of_queries(world: fc.World, box: fc.Mesh) -> None:
    low, high = world.add_body(box, place(0, 5, 0), category=2), world.add_body(box, place(0, 9, 0), category=4)
    sensor = world.add_body(box, place(0, 13, 0), sensor=True, kind="fixed")
    ray = (0.0, 20.0, 0.0), (0.0, -1.0, 0.0)
    every = world.cast_ray_through(*ray)
    assert [hit.body for hit in every] == [high.id, low.id, 0]
    assert [hit.distance for hit in every] == pytest.approx([10.0, 14.0, 20.0])
    assert len(world.cast_ray_through(*ray, filter=fc.BodyFilter(sensors=True))) == 4 and sensor.id == 3
    for bodies, wanted in (
        (fc.BodyFilter(without=[high]), low.id), (fc.BodyFilter(mask=2), low.id), (fc.BodyFilter(mask=1), 0),
        (fc.BodyFilter(accepts=lambda body: body != high.id), low.id), (fc.BodyFilter(category=4), high.id),
    ):  # fmt: skip
        hit = world.cast_ray(*ray, filter=bodies)
        assert hit is not None and hit.body == wanted
    assert world.is_ray_blocked(*ray) and not world.is_ray_blocked(ray[0], (0, 1, 0))
    assert not world.is_ray_blocked(*ray, max_distance=9.0)
    near = world.find_closest_point((0, 8, 0), signed=False, filter=fc.BodyFilter(without=[high]))
    assert near is not None and near.body == low.id and np.isnan(near.signed_distance)
    assert world.find_overlaps(box, place(0, 7, 0), filter=fc.BodyFilter(mask=4)).tolist() == [high.id]
    found = world.find_first_contact(box, place(0, 20, 0), place(0, 0, 0), touches=True, filter=fc.BodyFilter(mask=2))
    assert found.body == low.id and len(found.contact.touches) > 4

    def fail(body: int) -> bool:
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        world.cast_ray(*ray, filter=fc.BodyFilter(accepts=fail))
    for bad in (fc.BodyFilter(mask=-1), fc.BodyFilter(category=2**33)):
        with pytest.raises(ValueError):
            world.cast_ray(*ray, filter=bad)
    with pytest.raises(TypeError):
        world.cast_ray(*ray, filter=3)


def test_pair_callback(world: fc.World, box: fc.Mesh) -> None:
    body, pairs = world.add_body(box, place(0, 1.5, 0)), []
    world.set_pair_callback(lambda a, b: bool(pairs.append((a, b))))
    run(world, 1.0)
    assert body.pose.position[1] < -1.0 and set(pairs) == {(0, body.id)}
    body.pose = place(0, 5, 0)
    world.set_pair_callback(None)
    body.set_velocity((0, 0, 0))
    run(world, 2.0)
    assert body.pose.position[1] > 0.9

    def fail(a: int, b: int) -> bool:
        raise RuntimeError("mine")

    world.set_pair_callback(fail)
    with pytest.raises(RuntimeError, match="mine"):
        run(world, 1.0)
    with pytest.raises(TypeError):
        world.set_pair_callback(3)


def test_a_callback_keeps_no_world(box: fc.Mesh) -> None:
    """Red if a function that refers to its world keeps it alive."""
    world = fc.World()
    world.set_pair_callback(lambda a, b: world is not None)
    gone = weakref.ref(world)
    del world
    gc.collect()
    assert gone() is None


def test_budget_of_steps(world: fc.World, box: fc.Mesh) -> None:
    for index in range(5):
        world.add_body(box, place(0.1 * index, 1.2 + 2.1 * index, 0))
    world.set_budget(2)
    assert {world.step(DT).reason for _ in range(30)} >= {"budget"}
    world.set_budget(0)
    assert world.step(DT).state == fc.State.FREE
    with pytest.raises(ValueError):
        world.set_budget(-1)
