"""Uses every part of the package with an allocator that counts, and prints the number of blocks that are left.

Each round makes and drops meshes, hulls, worlds, managers, batches in threads, errors and an interrupted batch.
Usage: leak_scene.py ROUNDS. Output: blocks that the library has left after all,
and by how many blocks Python's own memory grew from the first half of the rounds to the second.
"""

from __future__ import annotations

import ctypes
import gc
import signal
import sys
import threading

import numpy as np

import firstcontact as fc
from firstcontact import _library
from shapes import make_ball, make_box, place, random_rows

ALLOCATE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
live: set[int] = set()


@ALLOCATE
def allocate(size: int, context: int | None) -> int:
    block = libc.malloc(size)
    live.add(block)
    return block


@RELEASE
def release(block: int, context: int | None) -> None:
    live.discard(block)
    libc.free(block)


def count_allocations() -> None:
    """Lets the library allocate by this file's functions."""
    hooks = _library._hooks
    hooks.allocate = ctypes.cast(allocate, type(hooks.allocate))
    hooks.release = ctypes.cast(release, type(hooks.release))
    _library.call("cdSetHooks", ctypes.byref(hooks))


def use_meshes() -> None:
    box, ball = fc.Mesh(*make_box()), fc.Mesh(*make_ball(4))
    random = np.random.default_rng(1)
    start, target = (fc.Pose.from_rows(random_rows(random, 40, radius)) for radius in (4.0, 2.0))
    cache = fc.PairCache(40)
    for jobs in (1, 2):
        fc.first_contact(ball, box, start, target, cache=cache, jobs=jobs)
        fc.distance(ball, box, start, jobs=jobs)
        fc.overlap(ball, box, target, pairs=True, jobs=jobs)
        fc.classify(box, target.position, jobs=jobs)
        fc.cast_ray(ball, start.position, target.position, jobs=jobs)
        fc.closest_point(ball, start.position, jobs=jobs)
    fc.slide(ball, [box, box], start[:4], target[:4], [place(0, 0, 0), place(0, 3, 0)], jobs=2)
    fc.slide(ball, box, start[0], target[0], cache=fc.SlideCache(), allowance=0.01)
    fc.contact_regions(box, box, place(0, 2, 0))
    fc.separating_vector(fc.convex_hull(box), fc.convex_hull(ball))
    fc.Mesh.sphere((0, 0, 0), 1.0).vertices


def use_paths() -> None:
    box, random = fc.Mesh(*make_box()), np.random.default_rng(4)
    paths = [fc.Path(fc.Pose.from_rows(random_rows(random, 4, 4.0))) for _ in range(8)]
    obstacles = [(box, fc.Path([place(0, 0, 0), place(1, 0, 0)])), (box, place(0, 5, 0))]
    for jobs in (1, 2):
        fc.path_contact([(box, place(0, 1, 0)), box], obstacles, paths, ignored=[(0, 1)], jobs=jobs)
        fc.path_clearance(box, obstacles, paths, parts=2, precision=0.1, jobs=jobs)
    fc.path_contact(box, box, paths[0], touches=True), fc.path_clearance(box, box, paths[1], max_tests=1)

    fc.plan_path([(box, place(0, 1, 0)), box], [(box, place(0, -2.1, 0))], None, place(0, 5, 0))
    fc.plan_path(box, box, None)
    fc.find_trap([(box, place(0, 1, 0)), box], [(box, place(0, -2.1, 0))], place(0, 5, 0)).axis


def use_mechanisms() -> None:
    box = fc.Mesh(*make_box())
    links = [fc.Link([(box, place(0, 3.3, 0)), box]), fc.Link((), None, "slider", axis=(1, 0, 0), name="x")]
    machine = fc.Mechanism([*links, fc.Link(box, "x", "hinge", place(3, 0, 0))], ignored=[(0, "x")])
    machine.poses({"x": 1.0})
    machine.sweep({"x": (0.0, 3.0), 2: (0.0, 1.0)}, resolution=0.1)
    machine.clearance({2: (0.0, 1.0)}, {"x": 2.0}, precision=0.1)
    machine.sweep({2: (0.0, 1.0)}, max_tests=1)


def use_errors() -> None:
    box = fc.Mesh(*make_box())
    calls = (
        lambda: fc.Mesh([[0, 0, np.nan]], [[0, 0, 0]]), lambda: fc.Mesh([[0, 0, 0]], [[0, 0, 9]]),
        lambda: fc.classify(fc.Mesh(make_box()[0], make_box()[1][1:]), [[0, 0, 0]]),
        lambda: fc.first_contact(box, box, fc.Pose.from_rows(np.zeros((300, 7))), None, jobs=2),
        lambda: fc.cast_ray(fc.Mesh.sphere((0, 0, 0), 1.0), (0, 0, 0), (1, 0, 0)),
        lambda: fc.path_contact(box, box, [place(0, 0, 0)]), lambda: fc.path_clearance(box, box, [box]),
        lambda: fc.plan_path(box, box, place(0, 3, 0), max_states=1),
        lambda: fc.Mechanism([fc.Link(box), fc.Link(box)], [(0, 2)]),
        lambda: fc.World(bounds=[[1, 1, 1], [0, 0, 0]]), lambda: fc.World().add_body(box, density=0.0),
    )  # fmt: skip
    for call in calls:
        try:
            call()
        except ValueError:
            continue
        raise AssertionError("no error")


def use_world() -> None:
    world, box = fc.World(), fc.Mesh(*make_box())
    floor = world.add_body(fc.Mesh(*make_box(9.0, 1.0, 9.0)), place(0, -1, 0), kind="fixed")
    body = world.add_body(box, place(0, 1.1, 0))
    world.add_body([(box, place(0, 0, 0)), (fc.Mesh.sphere((0, 2, 0), 1.0), None)], place(5, 3, 0))
    lift = world.add_body(box, place(-5, 3, 0), kind="kinematic")
    lift.set_path([0.5], [place(-5, 2, 0)])
    hand = world.add_body(box, place(0, 9, 0), kind="driven")
    hand.move(place(0, 0, 0), "slide", obstacles=[(box, place(3, 9, 0))])
    world.add_joint("ball", body, None, (0, 1, 0))
    world.set_pair_callback(lambda a, b: world is not None)
    saved = world.save()
    for _ in range(20):
        world.step(1.0 / 60.0)
    world.get_contact_regions(body, floor), world.get_events(), world.get_contacts()
    world.cast_ray_through((0, 20, 0), (0, -1, 0), filter=fc.BodyFilter(accepts=lambda number: True))
    world.find_first_contact(box, place(0, 20, 0), place(0, 0, 0), touches=True)
    world.restore(saved)


def use_manager() -> None:
    manager, ball = fc.CollisionManager(2), fc.Mesh(*make_ball(3))
    for index, row in enumerate(random_rows(np.random.default_rng(2), 20, 3.0)):
        manager.add_object(index, ball, fc.Pose.from_rows(row))
    manager.in_collision_internal(True, True), manager.min_distance_single(ball, place(9, 0, 0), True, True)
    manager.first_contact_internal({0: place(0, 0, 0), 1: place(9, 9, 9)})
    manager.remove_object(3)


def interrupt() -> None:
    mesh = fc.Mesh(*make_ball(20))
    poses = fc.Pose.from_rows(random_rows(np.random.default_rng(3), 50_000, 2.0))
    timer = threading.Timer(0.02, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    try:
        fc.first_contact(mesh, mesh, fc.Pose((3.0, 0.0, 0.0)), poses, jobs=2)
    except KeyboardInterrupt:
        pass
    timer.join()


def main() -> None:
    count_allocations()
    rounds, sizes = int(sys.argv[1]), []
    for index in range(rounds):
        for use in (use_meshes, use_paths, use_mechanisms, use_errors, use_world, use_manager):
            use()
        if index == 0:
            interrupt()
        gc.collect()
        sizes.append(sys.getallocatedblocks())
    _library._state.workspace = _library._state.handle = None
    gc.collect()
    half = rounds // 2  # the minimum, since Python clears some caches only now and then
    print(len(live), min(sizes[half:]) - min(sizes[2:half]))


if __name__ == "__main__":
    main()
