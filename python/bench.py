"""Prints how much a call of the package costs more than the call of the C library, and a batch more than a batch.

Usage: scripts/python --bench. Each figure is the minimum of many short repetitions, C and Python by turns in one
process, so that other work on the machine disturbs it little: a repetition is shorter than the time after which the
system changes to another process. The time in C is that of the library's own batch of equal queries, divided by their
number. Of contact regions, which have no batch, it is that of a call of the library with its input ready, ctypes
included. Both are measured in a thread that is not the main one, where the package makes small batches without further
threads. The last column is the shortest time of a batch, divided by the shortest time that one spends in C.
"""

from __future__ import annotations

import ctypes
import functools
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, Callable, Iterator
from unittest import mock

import numpy as np

import firstcontact as fc
from firstcontact import _layer, _library, batch, solids

REPEATS, BATCH = 1000, 100_000
BATCHES, SECONDS_OF_BATCHES = 3, 1.0  # batches are made until there are as many and they have taken as long
CALLS, CALLS_IN_C = 25, 50  # most calls of a repetition, and most queries of the batch whose time is that in C
SECONDS, SECONDS_IN_C = 0.25e-3, 0.5e-3  # of a repetition, if it has fewer


def make_tetrahedron() -> fc.Mesh:
    corners = [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)]
    return fc.Mesh(corners, [(0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2)])


def make_box() -> fc.Mesh:
    vertices = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    faces = [[0, 6, 4], [0, 2, 6], [1, 7, 3], [1, 5, 7], [0, 5, 1], [0, 4, 5],
             [2, 7, 6], [2, 3, 7], [0, 3, 2], [0, 1, 3], [4, 7, 5], [4, 6, 7]]  # fmt: skip
    return fc.Mesh(vertices, faces)


def measure(run: Callable[[], Any]) -> float:
    """Returns the seconds of one run."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def measure_calls(call: Callable[[], Any], count: int) -> float:
    """Returns the seconds of one of `count` calls."""

    def run() -> None:
        for _ in range(count):
            call()

    return measure(run) / count


def choose_count(seconds: float, limit: float, largest: int) -> int:
    """Returns the number of calls of a repetition, from the time of one call."""
    return max(3, min(largest, int(limit / seconds)))


class Inside:
    """Sums the time that batches spend in C."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def watch(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function with its time added to the sum."""

        def call(*arguments: Any) -> Any:
            start = time.perf_counter()
            result = function(*arguments)
            self.seconds += time.perf_counter() - start
            return result

        return call


def measure_batch(run: Callable[[], Any]) -> tuple[float, float]:
    """Returns the seconds of a batch in one thread, and those of them in C."""
    inside = Inside()
    places = ((batch, "call"), (solids, "_classify_points"))
    with ExitStack() as patches:
        for module, name in places:
            patches.enter_context(mock.patch.object(module, name, inside.watch(getattr(module, name))))
        total = measure(run)
    return total, inside.seconds


Case = tuple[str, Callable[[], Any], Callable[[int], Any]]


def make_cases() -> Iterator[Case]:
    """Yields name, a single call, and the batch of n such calls."""
    yield from make_pair_cases()
    yield from make_point_cases()


def make_pair_cases() -> Iterator[Case]:
    """Yields the queries of two meshes."""
    mesh, box = make_tetrahedron(), make_box()
    start, target, far = fc.Pose((5.0, 0.1, 0.2)), fc.Pose((0.0, 0.1, 0.0)), fc.Pose((5.0, 9.0, 0.0))
    near = fc.Pose((0.3, 0.2, 0.1))

    def repeat(pose: fc.Pose, count: int) -> fc.Pose:
        return fc.Pose.from_rows(np.broadcast_to(pose.rows, (count, 7)))

    for shape, name in ((mesh, "tetrahedra"), (box, "boxes")):
        yield (
            f"first_contact, {name}, contact", lambda: fc.first_contact(shape, shape, start, target),
            lambda count: fc.first_contact(shape, shape, repeat(start, count), target),
        )  # fmt: skip
        yield (
            f"first_contact, {name}, free", lambda: fc.first_contact(shape, shape, start, far),
            lambda count: fc.first_contact(shape, shape, repeat(start, count), far),
        )  # fmt: skip
    matrices = start.as_matrix(), target.as_matrix()
    yield (
        "first_contact, boxes, matrices", lambda: fc.first_contact(box, box, *matrices),
        lambda count: fc.first_contact(box, box, np.broadcast_to(matrices[0], (count, 4, 4)), matrices[1]),
    )  # fmt: skip
    matrices_far = start.as_matrix(), far.as_matrix()
    yield (
        "first_contact, boxes, matrices, free", lambda: fc.first_contact(box, box, *matrices_far),
        lambda count: fc.first_contact(box, box, np.broadcast_to(matrices_far[0], (count, 4, 4)), matrices_far[1]),
    )  # fmt: skip
    yield "distance", lambda: fc.distance(mesh, mesh, start), lambda n: fc.distance(mesh, mesh, repeat(start, n))
    yield "overlap", lambda: fc.overlap(mesh, mesh, near), lambda n: fc.overlap(mesh, mesh, repeat(near, n))
    yield (
        "overlap, free", lambda: fc.overlap(mesh, mesh, start), lambda n: fc.overlap(mesh, mesh, repeat(start, n))
    )  # fmt: skip
    down, beside = fc.Pose((0.0, 4.0, 0.0)), fc.Pose((1.0, 1.0, 0.0))
    yield (
        "slide, boxes", lambda: fc.slide(box, box, down, beside),
        lambda n: fc.slide(box, box, repeat(down, n), beside),
    )  # fmt: skip
    yield (
        "slide, boxes, free", lambda: fc.slide(box, box, start, far), lambda n: fc.slide(box, box, repeat(start, n), far)
    )  # fmt: skip


def make_point_cases() -> Iterator[Case]:
    """Yields the queries of a mesh and a ray or a point."""
    mesh, box = make_tetrahedron(), make_box()
    origin, direction = np.array((5.0, 0.1, 0.2)), np.array((-1.0, 0.0, 0.0))
    yield (
        "cast_ray", lambda: fc.cast_ray(mesh, origin, direction),
        lambda n: fc.cast_ray(mesh, np.broadcast_to(origin, (n, 3)), direction),
    )  # fmt: skip
    yield (
        "closest_point", lambda: fc.closest_point(mesh, origin),
        lambda n: fc.closest_point(mesh, np.broadcast_to(origin, (n, 3))),
    )  # fmt: skip
    point, turned = np.array((0.5, 0.2, 0.1)), fc.Pose((0.1, 0.2, 0.3), (0.6, 0.0, 0.8, 0.0))

    @functools.lru_cache
    def make_points(count: int, kind: type) -> np.ndarray:
        return np.full((count, 3), point, dtype=kind)

    yield "classify", lambda: fc.classify(box, point), lambda n: fc.classify(box, make_points(n, np.float64))
    yield (
        "classify, at a pose", lambda: fc.classify(box, point, turned),
        lambda n: fc.classify(box, make_points(n, np.float64), turned),
    )  # fmt: skip
    single = point.astype(np.float32)
    yield "classify, floats", lambda: fc.classify(box, single), lambda n: fc.classify(box, make_points(n, np.float32))


def measure_case(single: Callable[[], Any], many: Callable[[int], Any]) -> tuple[float, float]:
    """Returns the seconds of a query in C and of a call."""
    guess = min(measure_batch(lambda: many(CALLS_IN_C))[1] for _ in range(5)) / CALLS_IN_C
    calls, in_c = [], []
    count, count_in_c = choose_count(guess, SECONDS, CALLS), choose_count(guess, SECONDS_IN_C, CALLS_IN_C)
    for _ in range(REPEATS):
        calls.append(measure_calls(single, count))
        in_c.append(measure_batch(lambda: many(count_in_c))[1] / count_in_c)
    return min(in_c), min(calls)


def print_case(name: str, single: Callable[[], Any], many: Callable[[int], Any]) -> None:
    with ThreadPoolExecutor(1) as thread:
        in_c, python = thread.submit(measure_case, single, many).result()
    count = BATCH if in_c < 50e-6 else BATCH // 10
    batches: list[tuple[float, float]] = []
    while len(batches) < BATCHES or sum(total for total, _ in batches) < SECONDS_OF_BATCHES:
        batches.append(measure_batch(lambda: many(count)))
    total, inside = min(pair[0] for pair in batches), min(pair[1] for pair in batches)
    print_row(name, in_c * 1e6, python * 1e6, f"{total / inside:.2f}")


def print_regions(name: str, pose: fc.Pose) -> None:
    """Prints the row of contact regions of two boxes, A at a pose."""
    box, room, workspace = make_box(), solids.RegionRoom(), _library.get_workspace()
    box.build_parts(_layer.CD_PART_FEATURES)
    query = room.query
    query.meshA = query.meshB = box._handle
    query.poseA, query.poseB = pose._struct, fc.Pose()._struct
    find = _library._library.cdFindContactRegions
    calls, in_c = [], []
    for _ in range(REPEATS):
        calls.append(measure_calls(lambda: fc.contact_regions(box, box, pose), 10))
        in_c.append(measure_calls(lambda: find(ctypes.byref(query), None, workspace, None), 10))
    print_row(name, min(in_c) * 1e6, min(calls) * 1e6, "")


def print_row(name: str, c: float, python: float, ratio: str) -> None:
    print(f"{name:36}{c:10.2f}{python:10.2f}{python - c:10.2f}{ratio:>12}", flush=True)


def main() -> None:
    columns = ("C, us", "call, us", "more, us")
    print(f"{'query':36}{''.join(f'{column:>10}' for column in columns)}{'batch / C':>12}")
    for case in make_cases():
        print_case(*case)
    print_regions("contact_regions, touching", fc.Pose((1.0, 2.0, 0.0)))
    print_regions("contact_regions, free", fc.Pose((5.0, 0.1, 0.2)))


if __name__ == "__main__":
    main()
