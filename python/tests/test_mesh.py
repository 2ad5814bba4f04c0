"""Meshes from arrays of any layout and from files; invalid input is a ValueError, never a crash."""

from __future__ import annotations

import copy
import gc
import pickle
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import firstcontact as fc
import firstcontact.convex
import firstcontact.mesh
import firstcontact.world
from firstcontact._library import release
from firstcontact.mesh import read_faces, read_vertices
from shapes import make_ball, make_box, place

POINTS, FACES = make_ball()


def measure(mesh: fc.Mesh) -> tuple[float, float, int]:
    return mesh.volume, mesh.area, len(mesh.faces)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, ">i4"])
def test_index_types(kind: object) -> None:
    assert measure(fc.Mesh(POINTS, FACES.astype(kind))) == measure(fc.Mesh(POINTS, FACES))


def test_layouts() -> None:
    """Red if a stride is ignored or a view is read beyond its rows."""
    wide = np.full((len(POINTS), 8), np.nan)
    wide[:, 2:5] = POINTS
    wide_faces = np.full((2 * len(FACES), 5), -7, dtype=np.int32)
    wide_faces[::2, 1:4] = FACES
    for points in (wide[:, 2:5], np.asfortranarray(POINTS), POINTS[::-1][::-1], POINTS.astype(">f8"), POINTS.tolist()):
        for faces in (FACES, wide_faces[::2, 1:4], np.asfortranarray(FACES)):
            assert measure(fc.Mesh(points, faces)) == measure(fc.Mesh(POINTS, FACES))
    floats = POINTS.astype(np.float32)
    assert measure(fc.Mesh(floats, FACES)) == measure(fc.Mesh(floats.astype(np.float64), FACES))


def test_no_copy_where_the_layout_allows() -> None:
    wide = np.zeros((9, 6), dtype=np.float32)
    for array in (POINTS, wide[:, :3], wide[::2, 1:4]):
        assert np.shares_memory(read_vertices(array), array)
    for array in (FACES, FACES.astype(np.uint16), FACES.astype(np.uint32), FACES[::2]):
        assert np.shares_memory(read_faces(array), array)
    assert not np.shares_memory(read_vertices(wide[:, ::2]), wide)


def test_object_with_arrays_and_copies() -> None:
    mesh = fc.Mesh(SimpleNamespace(vertices=POINTS, faces=FACES), allowance=0.01)
    for other in (pickle.loads(pickle.dumps(mesh)), copy.deepcopy(mesh)):
        assert measure(other) == measure(mesh)
    for mesh in (fc.Mesh.sphere((1, 2, 3), 0.5), fc.Mesh.capsule((0, 0, 0), (1, 0, 0), 0.5)):
        assert pickle.loads(pickle.dumps(mesh)).rounding_radius == 0.5


def test_measures() -> None:
    mesh = fc.Mesh(*make_box(1.0, 2.0, 3.0))
    assert mesh.volume == pytest.approx(48.0) and mesh.area == pytest.approx(88.0)
    assert np.array_equal(mesh.bounds, [[-1, -2, -3], [1, 2, 3]]) and mesh.is_closed and mesh.is_solid
    assert sorted(map(tuple, mesh.vertices)) == sorted(map(tuple, make_box(1.0, 2.0, 3.0)[0]))
    opened = fc.Mesh(POINTS, FACES[:-1])
    assert not opened.is_solid and opened.defects["open edge"] == 3


def replace(array: np.ndarray, value: object) -> np.ndarray:
    changed = array.astype(type(value) if isinstance(value, float) else np.int64)
    changed[3, 1] = value
    return changed


BAD_MESHES = [
    (replace(POINTS, float("nan")), FACES, "vertex 3"),
    (replace(POINTS, float("inf")), FACES, "vertex 3"),
    (replace(POINTS, 1e200), FACES, "vertex 3|large"),
    (POINTS, replace(FACES, len(POINTS)), "face 3"),
    (POINTS, replace(FACES, -1), "face 3"),
    (POINTS, replace(FACES, 2**31), "face 3"),
    (POINTS, replace(FACES, 2**62), "face 3"),
    (POINTS, np.full((3, 3), 2**64 - 1, dtype=np.uint64), "face 0"),
    (POINTS, FACES.astype(float), "whole numbers"),
    (POINTS, FACES > 3, "whole numbers"),
    (POINTS[:, :2], FACES, "shape"),
    (POINTS.ravel(), FACES, "shape"),
    (POINTS, np.hstack((FACES, FACES))[:, :4], "triangles"),
    (POINTS, FACES[None], "shape"),
    (np.empty((0, 3)), FACES, "empty"),
    (POINTS, np.empty((0, 3), int), "empty"),
    (POINTS * 1j, FACES, "real"),
    ("points", FACES, "real"),
    (None, FACES, "real"),
    (POINTS, "faces", "whole"),
    ([[1.0], [2.0, 3.0]], FACES, "array"),
    (POINTS, None, "attributes"),
]


@pytest.mark.parametrize("vertices, faces, message", BAD_MESHES)
def test_invalid_meshes(vertices: object, faces: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fc.Mesh(vertices, faces)


@pytest.mark.parametrize("name", ["weld_distance", "allowance", "leaf_radius", "rounding_radius", "tolerance"])
@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf"), "x", None, [1.0, 2.0]])
def test_invalid_lengths(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        fc.Mesh(POINTS, FACES, **{name: value})


def test_reasons() -> None:
    with pytest.raises(fc.MeshError) as caught:
        fc.Mesh(replace(POINTS, float("nan")), FACES)
    assert (caught.value.reason, caught.value.index) == ("coordinate that is not a finite number", 3)
    for radius in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError):
            fc.Mesh.sphere((0, 0, 0), radius)
    with pytest.raises(fc.MeshError, match="allowance|thin"):
        fc.Mesh(*make_box(1.0, 1.0, 0.01), allowance=0.5)


def test_allowance_of_a_query(box: fc.Mesh) -> None:
    """Red if the allowance is ignored: a box that fits flush would not move."""
    start, target = place(0.0, 1.999, 0.0), place(5.0, 1.999, 0.0)
    assert fc.first_contact(box, box, start, target).state == fc.State.OVERLAP
    assert fc.first_contact(box, box, start, target, allowance=0.01).state == fc.State.FREE
    own = fc.Mesh(*make_box(), allowance=0.01)
    down = place(0.0, 5.0, 0.0), place(0.0, 0.0, 0.0)
    assert np.array_equal(
        fc.first_contact(own, box, *down).t, fc.first_contact(box, box, *down, allowance=0.01).t
    )


@pytest.mark.parametrize(
    "module, create, name",
    [
        (firstcontact.mesh, lambda: fc.Mesh(POINTS, FACES), "cdDestroyMesh"),
        (firstcontact.mesh, lambda: fc.Mesh.sphere((0, 0, 0), 1.0), "cdDestroyMesh"),
        (firstcontact.convex, lambda: fc.convex_hull(POINTS), "cdDestroyConvex"),
        (firstcontact.world, fc.World, "cdDestroyWorld"),
    ],
)
def test_objects_are_freed(monkeypatch: pytest.MonkeyPatch, module: ModuleType, create: Any, name: str) -> None:
    """Red if an object of the library is not freed, or twice."""
    freed: list[str] = []

    def count(function: str, *arguments: Any) -> None:
        freed.append(function)
        release(function, *arguments)

    monkeypatch.setattr(module, "release", count)
    objects = [create() for _ in range(3)]
    assert freed == []
    objects.clear()
    gc.collect()
    assert freed == [name] * 3


FILES: dict[str, bytes] = {
    "box.obj": b"# a tetrahedron\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1 0.5 0.5 0.5\nvn 0 0 1\n"
    b"f 1 3 2\nf 1/1 2/1/1 4//1\nf -3 -2 -1\nf 1 4 3\n",
    "box.off": b"OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n",
    "box.ply": b"ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    b"element face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
    b"3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n",
}
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float32)
TETRAHEDRON = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])


def binary_stl() -> bytes:
    records = np.zeros(4, dtype=[("n", "<f4", 3), ("c", "<f4", (3, 3)), ("a", "<u2")])
    records["c"] = CORNERS[TETRAHEDRON]
    return b"solid binary".ljust(80) + np.uint32(4).tobytes() + records.tobytes()


def text_stl() -> bytes:
    facets = "".join(
        "facet normal 0 0 0\nouter loop\n" + "".join("vertex %g %g %g\n" % tuple(p) for p in t) + "endloop\nendfacet\n"
        for t in CORNERS[TETRAHEDRON]
    )
    return f"solid text\n{facets}endsolid\n".encode()


def binary_ply(order: str, name: str) -> bytes:
    faces = np.zeros(4, dtype=[("n", "u1"), ("i", order + "i4", 3)])
    faces["n"], faces["i"] = 3, TETRAHEDRON
    header = FILES["box.ply"].split(b"end_header")[0].replace(b"ascii", name.encode()) + b"end_header\n"
    return header + CORNERS.astype(order + "f4").tobytes() + faces.tobytes()


FILES |= {
    "binary.stl": binary_stl(), "text.stl": text_stl(),
    "little.ply": binary_ply("<", "binary_little_endian"), "big.ply": binary_ply(">", "binary_big_endian"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    mesh = fc.Mesh.load(path)
    assert mesh.volume == pytest.approx(1.0 / 6.0) and len(mesh.vertices) == 4 and mesh.is_solid


@pytest.mark.parametrize("name", FILES)
def test_damaged_files(tmp_path: Path, name: str) -> None:
    """Cut at any byte or with any byte replaced, a file is a mesh or a ValueError."""
    random = np.random.default_rng(4)
    data = FILES[name]
    damaged = [data[:length] for length in range(0, len(data), 7)]
    for place_of_byte in random.integers(0, len(data), 60):
        changed = bytearray(data)
        changed[place_of_byte] = random.integers(0, 256)
        damaged.append(bytes(changed))
    path = tmp_path / name
    for content in damaged:
        path.write_bytes(content)
        try:
            fc.Mesh.load(path)
        except ValueError as error:
            assert str(error)


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("a.obj", b"v 0 0 0\nv 1 x 0\n", r"a\.obj:2: invalid coordinates"),
        ("a.obj", b"v 0 0 0\nf 1 1 0\n", r"a\.obj:2: there is no vertex 0"),
        ("a.obj", b"v 0 0 0\nf 1 1 9\n", "no vertex with index 8"),
        ("a.obj", b"v 0 0 0\n", "no face"),
        ("a.off", b"OFF\n1 1 0\n0 0 0\n3 0 0\n", r"a\.off:4"),
        ("a.ply", b"ply\nformat ascii 1.0\nelement vertex x\nend_header\n", r"a\.ply:3"),
        ("a.stl", b"\0" * 90, "no STL file"),
        ("a.dae", b"", "unknown extension"),
    ],
)
def test_messages_of_files(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=message):
        fc.Mesh.load(tmp_path / name)
