"""Classification, contact regions, hulls and boxes against closed forms, and their refusal of invalid input."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import firstcontact as fc
from firstcontact import solids
from shapes import make_ball, make_box, place, random_rows

FLAT = fc.LocationKind.ON_FACE


def test_classify_box(box: fc.Mesh) -> None:
    points = [[0, 0, 0], [2, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]
    found = fc.classify(box, points)
    kinds = fc.LocationKind
    wanted = [kinds.INSIDE, kinds.OUTSIDE, kinds.ON_FACE, kinds.ON_EDGE, kinds.ON_VERTEX]
    assert found.kinds.tolist() == wanted and (found.indices >= 0).tolist() == [False, False, True, True, True]
    assert fc.classify(box, [0.5, 0.0, 0.0]).kinds.tolist() == [kinds.INSIDE]


def test_classify_at_a_pose(box: fc.Mesh) -> None:
    """Red if points are turned the wrong way."""
    random = np.random.default_rng(6)
    pose = fc.Pose.from_rows(random_rows(random, 1, 1.0)[0])
    local = random.uniform(-1.5, 1.5, (300, 3))
    world = local @ pose.as_matrix()[:3, :3].T + pose.position
    inside = np.abs(local).max(axis=1) < 1.0
    assert (fc.classify(box, world, pose).kinds == np.where(inside, 2, 1)).all() and 0 < inside.sum() < 300


def test_one_point_has_the_bits_of_a_batch(box: fc.Mesh) -> None:
    """Red if a single point is transformed or classified in another way than the points of a batch."""
    random = np.random.default_rng(8)
    pose = fc.Pose.from_rows(random_rows(random, 1, 1.0)[0])
    local = np.concatenate((random.uniform(-1.5, 1.5, (200, 3)), random.integers(-1, 2, (50, 3))))
    world = local @ pose.as_matrix()[:3, :3].T + pose.position
    for points, place in ((local, None), (world, pose), (world, pose.as_matrix())):
        every = fc.classify(box, points, place)
        assert len(set(every.kinds.tolist())) >= 2
        for index, point in enumerate(points):
            for form in (point, point.tolist(), tuple(point.tolist())):
                one = fc.classify(box, form, place)
                assert one.kinds.dtype == one.indices.dtype == np.int32
                assert one.kinds.tolist() == [every.kinds[index]] and one.indices.tolist() == [every.indices[index]]
    for bad in (np.array([0.0, np.nan, 0.0]), [0.0, np.inf, 0.0], (0.0, 0.0)):
        with pytest.raises(ValueError, match="^points "):
            fc.classify(box, bad)


def test_forms_of_points(box: fc.Mesh) -> None:
    """Red if an array is read with wrong gaps, or if a number that is not finite is accepted behind the first part."""
    count = 20000
    points = np.random.default_rng(9).integers(-24, 25, (count, 3)) / 16.0
    pose = fc.Pose((0.5, -1.0, 2.0), (0.0, 0.0, 1.0, 0.0))
    wide = np.zeros((2 * count, 6))
    wide[::2, ::2] = points
    frozen = points.copy()
    frozen.flags.writeable = False
    for place in (None, pose):
        wanted = fc.classify(box, points, place)
        assert set(wanted.kinds.tolist()) == {1, 2, 3, 4, 5} if place is None else len(set(wanted.kinds.tolist())) > 1
        for form in (wide[::2, ::2], points.astype(np.float32), np.asfortranarray(points), points.astype(">f8"), frozen):
            found = fc.classify(box, form, place, jobs=2)
            assert np.array_equal(found.kinds, wanted.kinds) and np.array_equal(found.indices, wanted.indices)
        for dtype in (np.float64, np.float32):
            bad = points.astype(dtype)
            bad[count - 1, 1] = np.nan
            with pytest.raises(ValueError, match="^points has a NaN"):
                fc.classify(box, bad, place)


def test_classify_refuses(box: fc.Mesh) -> None:
    points, faces = make_ball()
    with pytest.raises(fc.MeshError, match="one triangle|open|solid"):
        fc.classify(fc.Mesh(points, faces[1:]), [[0, 0, 0]])
    for bad in ([[0, 0]], [[np.nan, 0, 0]], "x", [[[0, 0, 0]]]):
        with pytest.raises(ValueError):
            fc.classify(box, bad)


def test_regions_of_stacked_boxes(box: fc.Mesh) -> None:
    """Two boxes share a square of side 2, shifted by 1: its area is 2."""
    found = fc.contact_regions(box, box, place(1.0, 2.0, 0.0), sufficient=True)
    assert found.state == fc.State.CONTACT and len(found.regions) == 1
    region = found.regions[0]
    assert region.dimension == 2 and region.measure == pytest.approx(2.0) and region.points.shape == (4, 3)
    assert np.allclose(region.normals, [[0, 1, 0]]) and region.kind_a == region.kind_b == FLAT
    every = fc.contact_regions(box, box, place(1.0, 2.0, 0.0)).regions
    assert len(every) > 1 and sum(item.sufficient for item in every) == 1
    assert fc.contact_regions(box, box, place(0.0, 1.0, 0.0)).state == fc.State.OVERLAP
    assert fc.contact_regions(box, box, place(0.0, 3.0, 0.0)).state == fc.State.FREE


def test_regions_beyond_the_first_room(box: fc.Mesh) -> None:
    """Red if regions are lost when the room of the first query is too small."""
    grid = [(x, z) for x in range(20) for z in range(20)]
    small, faces = make_box(0.25, 0.5, 0.25)
    points = np.vstack([small + (x, 1.5, z) for x, z in grid])
    comb = fc.Mesh(points, np.vstack([faces + 8 * index for index in range(len(grid))]))
    plate = fc.Mesh(*make_box(50.0, 1.0, 50.0))
    found = fc.contact_regions(comb, plate, sufficient=True)
    assert sum(region.dimension == 2 for region in found.regions) == len(grid)


def describe_regions(found: fc.ContactRegions) -> list[object]:
    """Returns all that a query has found."""
    regions = [
        (item.dimension, item.points.tobytes(), item.normals.tobytes(), item.measure, item.kind_a, item.index_a,
         item.kind_b, item.index_b, item.sufficient) for item in found.regions
    ]  # fmt: skip
    return [found.state, found.reason, found.crossing, found.tolerance, regions]


def test_regions_leave_nothing_to_the_next(box: fc.Mesh, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red if a query keeps an option of the one before, or if a result changes with later queries in the same room."""
    plate = fc.Mesh(*make_box(5.0, 1.0, 5.0))
    queries = [
        lambda a=a, b=b, pose=pose, tolerance=tolerance, sufficient=sufficient: fc.contact_regions(
            a, b, pose, tolerance=tolerance, sufficient=sufficient
        )
        for a, b in ((box, box), (box, plate)) for pose in (place(1, 2, 0), place(0, 2, 0), place(0, 1, 0), place(0, 2.001, 0))
        for tolerance in (0.0, 0.01) for sufficient in (False, True)
    ]  # fmt: skip
    wanted = []
    for query in queries:
        monkeypatch.setattr(solids, "_rooms", [])  # a new room
        wanted.append(describe_regions(query()))
    assert len({repr(item) for item in wanted}) > 20
    kept = [query() for query in queries]
    assert [describe_regions(query()) for query in queries[::-1]] == wanted[::-1]
    assert [describe_regions(pickle.loads(pickle.dumps(found))) for found in kept] == wanted
    assert [describe_regions(found) for found in kept] == wanted and len(solids._rooms) == 1
    monkeypatch.setattr(solids, "_rooms", [solids.RegionRoom(1, 1)])
    assert [describe_regions(query()) for query in queries] == wanted
    assert kept[0].regions is kept[0].regions and "state=" in repr(kept[0])


def test_regions_refuse(box: fc.Mesh) -> None:
    with pytest.raises(ValueError):
        fc.contact_regions(box, fc.Mesh.sphere((0, 0, 0), 1.0))
    with pytest.raises(ValueError, match="tolerance"):
        fc.contact_regions(box, box, tolerance=-1.0)


def test_hull() -> None:
    points = np.vstack((make_box()[0], np.random.default_rng(1).uniform(-0.9, 0.9, (50, 3))))
    hull = fc.convex_hull(points)
    assert sorted(hull.vertex_ids) == list(range(8)) and hull.dimension == 3 and len(hull.faces) == 12
    assert fc.Mesh(hull.vertices, hull.faces).volume == pytest.approx(8.0)
    assert len(pickle.loads(pickle.dumps(hull)).vertices) == 8
    assert fc.convex_hull(fc.Mesh(*make_ball())).dimension == 3
    assert [fc.convex_hull(points[:count]).dimension for count in (1, 2, 3)] == [0, 1, 2]
    for bad in (np.empty((0, 3)), [[np.nan, 0, 0]], [1, 2, 3], "x", [[1e200, 0, 0]]):
        with pytest.raises(ValueError):
            fc.convex_hull(bad)


def test_separating_vector() -> None:
    hull = fc.convex_hull(make_box()[0])
    apart = fc.separating_vector(hull, hull, None, place(5.0, 0.0, 0.0))
    assert apart.state == fc.State.FREE and 0.0 < apart.gap <= 3.0 and np.linalg.norm(apart.vector) == pytest.approx(1)
    farthest = hull.vertices @ apart.vector
    assert farthest[apart.vertex_a] == farthest.max() and farthest[apart.vertex_b] == farthest.min()
    assert fc.separating_vector(hull, hull, None, place(1.0, 0.0, 0.0)).state == fc.State.OVERLAP
    with pytest.raises(TypeError):
        fc.separating_vector(hull, None)


def test_box_contact_is_the_contact_of_the_meshes() -> None:
    a, b = fc.Mesh(*make_box(1.0, 0.5, 0.2)), fc.Mesh(*make_box(0.3, 0.6, 2.0))
    starts, targets = (fc.Pose.from_rows(random_rows(np.random.default_rng(seed), 60, 3.0)) for seed in (1, 2))
    states = set()
    for start, target in zip(starts, targets):
        found = fc.box_contact((1.0, 0.5, 0.2), (0.3, 0.6, 2.0), start, target)
        wanted = fc.first_contact(a, b, start, target)
        assert found.state == wanted.state and found.t[0] == pytest.approx(wanted.t[0], abs=1e-6)
        states.add(found.state)
    assert fc.State.CONTACT in states
    for bad in ((0, 1, 1), (-1, 1, 1), (1, 1), (np.inf, 1, 1)):
        with pytest.raises(ValueError):
            fc.box_contact(bad, (1, 1, 1), None, None)
