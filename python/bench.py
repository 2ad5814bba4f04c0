"""Prints how much a call of the package costs more than the call of the C library, and a batch more than a batch.

Usage: scripts/python --bench. Each figure is the minimum of many repetitions, C and Python by turns in one process, so
that other work on the machine disturbs it little. The time in C is that of the library's own batch of equal queries,
divided by their number. Of contact regions, which have no batch, it is that of a call of the library with its input
ready, ctypes included.
"""

from __future__ import annotations

import ctypes
import time
from typing import Any, Callable, Iterator
from unittest import mock

import numpy as np

import firstcontact as fc
from firstcontact import _layer, _library, batch, solids

REPEATS, CALLS, BATCH = 100, 25, 100_000
CALLS_IN_C = 50  # queries of the batch whose time is that in C


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


def measure_calls(call: Callable[[], Any]) -> float:
    """Returns the seconds of one call."""

    def run() -> None:
        for _ in range(CALLS):
            call()

    return measure(run) / CALLS


class Inside:
    """Sums the time that batches spend in C."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def call(self, *arguments: Any) -> Any:
        start = time.perf_counter()
        result = real_call(*arguments)
        self.seconds += time.perf_counter() - start
        return result


real_call = batch.call


def measure_batch(run: Callable[[], Any]) -> tuple[float, float]:
    """Returns the seconds of a batch in one thread, and those of them in C."""
    inside = Inside()
    with mock.patch.object(batch, "call", inside.call), mock.patch.object(solids, "call", inside.call):
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
        "the same, poses as matrices", lambda: fc.first_contact(box, box, *matrices),
        lambda count: fc.first_contact(box, box, np.broadcast_to(matrices[0], (count, 4, 4)), matrices[1]),
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
    yield "classify", lambda: fc.classify(box, point), lambda n: fc.classify(box, np.broadcast_to(point, (n, 3)))
    yield (
        "classify, at a pose", lambda: fc.classify(box, point, turned),
        lambda n: fc.classify(box, np.broadcast_to(point, (n, 3)), turned),
    )  # fmt: skip


def print_case(name: str, single: Callable[[], Any], many: Callable[[int], Any]) -> None:
    calls, in_c = [], []
    for _ in range(REPEATS):
        calls.append(measure_calls(single))
        in_c.append(measure_batch(lambda: many(CALLS_IN_C))[1] / CALLS_IN_C)
    c = min(in_c) * 1e6
    count = BATCH if c < 100.0 else CALLS
    batches = [measure_batch(lambda: many(count)) for _ in range(3)]
    total, inside = min(pair[0] for pair in batches), min(pair[1] for pair in batches)
    print_row(name, c, min(calls) * 1e6, f"{total / inside:.2f}")


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
        calls.append(measure_calls(lambda: fc.contact_regions(box, box, pose)))
        in_c.append(measure_calls(lambda: find(ctypes.byref(query), None, workspace, None)))
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
