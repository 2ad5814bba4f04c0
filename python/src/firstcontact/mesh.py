"""Meshes: sets of triangles, prepared once for queries."""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer, mesh_files
from ._convert import COUNT_MAX, Floats, get_address, read_array, read_number, read_vector, to_array
from ._library import call, release


class MeshError(ValueError):
    """A mesh or a part of it cannot be built. `reason`: the library's name; `index`: point or triangle, -1: none."""

    def __init__(self, message: str, reason: str = "", index: int = -1) -> None:
        super().__init__(message)
        self.reason = reason
        self.index = index


@dataclass(frozen=True)
class MeshOptions:
    """Options of a mesh; lengths in the mesh's unit. See Mesh."""

    weld_distance: float = 0.0
    allowance: float = 0.0
    leaf_radius: float = 0.0
    rounding_radius: float = 0.0
    tolerance: float = 0.0


class Mesh:
    """A set of triangles, prepared for queries. Immutable; any number of threads may share it.

    vertices: shape (n, 3), real numbers, in a unit of length of the caller's choice. faces: shape (m, 3), indices of
    vertices, counter-clockwise from outside. Instead of both, any object with attributes `vertices` and `faces`.
    The mesh may be open, non-manifold, with slivers or duplicates; `defects` counts them.

    The library reads arrays of float64, float32, int32, uint32 and uint16 where they are, also with a stride.

    weld_distance: vertices within it become one; 0: equal ones only.
    allowance: length by which other meshes may penetrate, for parts that fit flush.
    leaf_radius: largest radius of leaf spheres; 0: automatic.
    rounding_radius: the shape is all points within it of the triangles.
    tolerance: accuracy of features and solid; 0: 1e-9 of the radius.

    Errors: MeshError, which is a ValueError.
    """

    def __init__(
        self,
        vertices: ArrayLike | Any,
        faces: ArrayLike | None = None,
        *,
        weld_distance: float = 0.0,
        allowance: float = 0.0,
        leaf_radius: float = 0.0,
        rounding_radius: float = 0.0,
        tolerance: float = 0.0,
    ) -> None:
        if faces is None:
            vertices, faces = read_mesh_object(vertices)
        options = MeshOptions(
            read_number(weld_distance, "weld_distance"),
            read_number(allowance, "allowance"),
            read_number(leaf_radius, "leaf_radius"),
            read_number(rounding_radius, "rounding_radius"),
            read_number(tolerance, "tolerance"),
        )
        self._build(read_vertices(vertices), read_faces(faces), options)

    def _build(self, vertices: NDArray[Any], faces: NDArray[Any], options: MeshOptions) -> None:
        definition = fill_definition(vertices, faces, options)
        report = _layer.cdMeshReport()
        handle = call("cdCreateMesh", ctypes.byref(definition), ctypes.byref(report))
        source = (np.array(vertices), np.array(faces), options)
        self._keep(handle, report, source)

    def _keep(self, handle: int | None, report: _layer.cdMeshReport, source: tuple[Any, ...]) -> None:
        """Takes ownership of a mesh of the library. Errors: MeshError with the reason in the report."""
        try:
            if not handle:
                raise describe_report(report)
            self._defects = count_defects(report)
        finally:
            call("cdDestroyMeshReport", ctypes.byref(report))
        self._handle: int = handle
        self._source = source
        self._lock = threading.Lock()
        self._insets: dict[float, Mesh] = {}
        info = self._info
        self._parts: int = info.parts  # those that are known to exist
        self._rounding: float = info.roundingRadius
        self._views: dict[str, NDArray[Any]] = {}
        weakref.finalize(self, release, "cdDestroyMesh", handle).atexit = False

    @classmethod
    def load(cls, path: str | os.PathLike[str], **options: float) -> Mesh:
        """Reads a file: OBJ, PLY, STL or OFF, by its extension. `options`: as for Mesh.

        Errors: OSError; ValueError with file and line for invalid content.
        """
        vertices, faces = mesh_files.read_mesh_file(path)
        return cls(vertices, faces, **options)

    @classmethod
    def sphere(cls, center: ArrayLike, radius: float) -> Mesh:
        """Returns an exact sphere; center: shape (3,), local frame."""
        return cls._create_round("cdCreateSphere", (read_vector(center, "center"),), radius, (center,))

    @classmethod
    def capsule(cls, start: ArrayLike, end: ArrayLike, radius: float) -> Mesh:
        """Returns an exact capsule: all points within the radius of a segment; ends: shape (3,), local frame."""
        ends = (_layer.cdVec3 * 2)(read_vector(start, "start"), read_vector(end, "end"))
        return cls._create_round("cdCreateCapsule", (ends,), radius, (start, end))

    @classmethod
    def _create_round(cls, function: str, arguments: tuple[Any, ...], radius: float, source: tuple[Any, ...]) -> Mesh:
        mesh = object.__new__(cls)
        report = _layer.cdMeshReport()
        length = read_number(radius, "radius")
        handle = call(function, *arguments, length, ctypes.byref(report))
        mesh._keep(handle, report, tuple(np.array(point, dtype=np.float64) for point in source) + (length,))
        return mesh

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, self._source

    def __repr__(self) -> str:
        info = self._info
        return f"Mesh({info.vertexCount} vertices, {info.triangleCount} triangles)"

    @property
    def _info(self) -> _layer.cdMeshInfo:
        return call("cdGetMeshInfo", self._handle)

    @property
    def vertices(self) -> Floats:
        """Vertices after welding, shape (n, 3), local frame. A copy."""
        info = self._info
        points = read_items(info.vertices, ctypes.c_double, 3 * info.vertexCount).reshape(-1, 3)
        return points + to_array(info.center)

    @property
    def faces(self) -> NDArray[np.int32]:
        """Triangles after removal of duplicates, shape (m, 3), indices into `vertices`. A copy."""
        info = self._info
        return read_items(info.triangles, ctypes.c_int32, 3 * info.triangleCount).reshape(-1, 3)

    @property
    def face_ids(self) -> NDArray[np.int32]:
        """Index of each triangle among the faces as given, shape (m,). A copy."""
        return self._view_items("faceIds", ctypes.c_int32, self._info.triangleCount).copy()

    def _view_items(self, member: str, kind: Any, count: int) -> NDArray[Any]:
        """Returns an array of the library where it is; valid while the mesh lives."""
        if member not in self._views:
            address = getattr(self._info, member)
            self._views[member] = np.ctypeslib.as_array((kind * max(count, 1)).from_address(address))[:count]
        return self._views[member]

    def _get_corners(self, triangles: NDArray[Any]) -> Floats:
        """Returns the corners of triangles, by index into `faces`: shape (k, 3, 3), local frame."""
        info = self._info
        vertices = self._view_items("vertices", ctypes.c_double, 3 * info.vertexCount).reshape(-1, 3)
        faces = self._view_items("triangles", ctypes.c_int32, 3 * info.triangleCount).reshape(-1, 3)
        return vertices[faces[triangles]] + to_array(info.center)

    def _get_ids(self, triangles: NDArray[Any]) -> NDArray[np.int32]:
        """Returns the index, as given, of triangles by index into `faces`."""
        return self._view_items("faceIds", ctypes.c_int32, self._info.triangleCount)[triangles]

    def _find_face(self, feature: _layer.cdFeature) -> int:
        """Returns the index, as given, of the first face that has a feature; -1: none."""
        info = self._info
        faces = self._view_items("triangles", ctypes.c_int32, 3 * info.triangleCount).reshape(-1, 3)
        if feature.kind == _layer.CD_FEATURE_FACE:
            has = np.arange(len(faces)) == feature.index
        elif feature.kind == _layer.CD_FEATURE_EDGE:
            edges = self._view_items("edges", ctypes.c_int32, 2 * info.edgeCount).reshape(-1, 2)
            has = np.isin(faces, edges[feature.index]).sum(axis=1) >= 2
        else:
            has = (faces == feature.index).any(axis=1) & (feature.kind == _layer.CD_FEATURE_VERTEX)
        ids = self._view_items("faceIds", ctypes.c_int32, info.triangleCount)[has]
        return int(ids.min()) if len(ids) else -1

    @property
    def bounds(self) -> Floats:
        """Lower and upper corner, shape (2, 3), local frame."""
        return to_array(self._info.bounds).reshape(2, 3)

    @property
    def center(self) -> Floats:
        """Center of the bounds, shape (3,), local frame."""
        return to_array(self._info.center)

    @property
    def radius(self) -> float:
        """Largest distance of a vertex from `center`, length."""
        return self._info.radius

    @property
    def area(self) -> float:
        """Area of all triangles, length^2."""
        return self._info.area

    @property
    def volume(self) -> float:
        """Signed volume, length^3; valid if the mesh is closed and oriented."""
        return self._info.volume

    @property
    def is_closed(self) -> bool:
        """True if every edge has two triangles or more."""
        return self._info.closed

    @property
    def rounding_radius(self) -> float:
        """Rounding radius, length; 0: none."""
        return self._rounding

    @property
    def defects(self) -> dict[str, int]:
        """Numbers of defects of each kind that the mesh has, by name, such as "open edge"."""
        return dict(self._defects)

    @property
    def is_solid(self) -> bool:
        """True if the mesh encloses a solid. The first call builds it."""
        try:
            self.build_parts(_layer.CD_PART_SOLID)
        except MeshError:
            return False
        return True

    def build_parts(self, parts: int) -> None:
        """Builds the parts that queries need: CD_PART_ bits. Errors: MeshError, such as "open edge"."""
        if self._parts & parts == parts:
            return
        with self._lock:
            report = _layer.cdMeshReport()
            try:
                if not call("cdBuildMeshParts", self._handle, parts, ctypes.byref(report)):
                    raise describe_parts(report.solid)
                self._parts = self._info.parts
            finally:
                call("cdDestroyMeshReport", ctypes.byref(report))

    def _prepare(self) -> None:
        """Builds the features that slides and worlds need, unless the mesh is rounded."""
        if self._rounding == 0.0 and not self._parts & _layer.CD_PART_FEATURES:
            self.build_parts(_layer.CD_PART_FEATURES)

    def with_allowance(self, allowance: float) -> Mesh:
        """Returns this mesh with another allowance, length. The mesh keeps it for later calls."""
        length = read_number(allowance, "allowance")
        if not isinstance(self._source[-1], MeshOptions):
            raise ValueError("a sphere or a capsule has no allowance; choose a smaller radius")
        with self._lock:
            if length not in self._insets:
                vertices, faces, options = self._source
                mesh = object.__new__(Mesh)
                values = {**vars(options), "allowance": length}
                mesh._build(vertices, faces, MeshOptions(**values))
                self._insets[length] = mesh
            return self._insets[length]


def rebuild(*source: Any) -> Mesh:
    """Builds a mesh again from its input, for pickle and copy."""
    if isinstance(source[-1], MeshOptions):
        return Mesh(source[0], source[1], **vars(source[2]))
    return Mesh.capsule(*source) if len(source) == 3 else Mesh.sphere(*source)


def read_mesh_object(value: Any) -> tuple[Any, Any]:
    """Returns the arrays of a trimesh-like object."""
    if not (hasattr(value, "vertices") and hasattr(value, "faces")):
        raise ValueError("give vertices and faces, or an object with these attributes")
    return value.vertices, value.faces


def read_vertices(value: ArrayLike) -> NDArray[Any]:
    """Returns vertices as an array that the library can read where it is."""
    array = read_array(value, "vertices")
    check_rows(array, "vertices")
    if array.dtype not in (np.float64, np.float32):
        array = array.astype(np.float64)
    return array if is_readable(array) else np.ascontiguousarray(array)


def read_faces(value: ArrayLike) -> NDArray[Any]:
    """Returns faces as an array of int32, or uint16, that the library can read where it is."""
    array = read_array(value, "faces", "iu")
    check_rows(array, "faces")
    if array.dtype not in (np.int32, np.uint16):
        if int(array.max()) >= 2**31 or int(array.min()) < 0:
            row = int(np.argmax(((array < 0) | (array >= 2**31)).any(axis=1)))
            raise MeshError(f"face {row} has an index out of range", "bad index", row)
        array = array.view(np.int32) if array.dtype == np.uint32 else array.astype(np.int32)
    return array if is_readable(array) else np.ascontiguousarray(array)


def check_rows(array: NDArray[Any], name: str) -> None:
    """Refuses an array that is empty, too long or not of shape (n, 3)."""
    if array.ndim != 2 or array.shape[1] != 3:
        hint = "; split faces into triangles" if name == "faces" and array.ndim == 2 else ""
        raise ValueError(f"{name} must have shape (n, 3), not {array.shape}{hint}")
    if len(array) == 0:
        raise ValueError(f"{name} is empty")
    if len(array) > COUNT_MAX:
        raise ValueError(f"{name} has more than 2^29 rows")


def is_readable(array: NDArray[Any]) -> bool:
    """Returns true if each row is contiguous and the next row follows it."""
    row, item = array.strides
    return item == array.itemsize and row >= 3 * array.itemsize


def fill_definition(vertices: NDArray[Any], faces: NDArray[Any], options: MeshOptions) -> _layer.cdMeshDef:
    """Returns the definition that refers to both arrays."""
    definition = call("cdDefaultMeshDef")
    definition.points = get_address(vertices)
    definition.pointCount, definition.pointStride = len(vertices), vertices.strides[0]
    floats = vertices.dtype == np.float32
    definition.pointFormat = _layer.CD_POINTS_FLOAT if floats else _layer.CD_POINTS_DOUBLE
    definition.triangles = get_address(faces)
    definition.triangleCount, definition.triangleStride = len(faces), faces.strides[0]
    short = faces.dtype == np.uint16
    definition.indexFormat = _layer.CD_INDICES_UINT16 if short else _layer.CD_INDICES_INT32
    definition.weldDistance, definition.allowance = options.weld_distance, options.allowance
    definition.leafRadius, definition.roundingRadius = options.leaf_radius, options.rounding_radius
    definition.tolerance = options.tolerance
    return definition


def describe_report(report: _layer.cdMeshReport) -> Exception:
    """Returns the exception for a mesh that was not built."""
    reason = call("cdGetBuildErrorName", report.error).decode()
    if report.error == _layer.CD_BUILD_OUT_OF_MEMORY:
        return MemoryError(f"no memory for {report.byteCount} bytes of a mesh")
    if report.errorPoint >= 0:
        return MeshError(f"vertex {report.errorPoint}: {reason}", reason, report.errorPoint)
    if report.errorTriangle >= 0:
        return MeshError(f"face {report.errorTriangle}: {reason}", reason, report.errorTriangle)
    return MeshError(f"the mesh cannot be built: {reason}", reason)


def describe_parts(report: _layer.cdSolidReport) -> Exception:
    """Returns the exception for parts that were not built."""
    if report.error in (_layer.CD_BUILD_OK, _layer.CD_BUILD_OUT_OF_MEMORY):
        return MeshError("the mesh cannot have this part: it is rounded, or there is no memory", "no part")
    reason = call("cdGetBuildErrorName", report.error).decode()
    return MeshError(f"the mesh encloses no solid: {reason}", reason)


def count_defects(report: _layer.cdMeshReport) -> dict[str, int]:
    """Returns the numbers of defects by name."""
    counts = enumerate(report.countOfKind)
    return {call("cdGetDefectName", kind).decode(): count for kind, count in counts if count > 0}


def read_items(address: int | None, kind: Any, count: int) -> NDArray[Any]:
    """Returns a copy of an array of the library."""
    if not address or count == 0:
        return np.empty(0, np.dtype(kind))
    return np.ctypeslib.as_array((kind * count).from_address(address)).copy()


def check_mesh(value: Any, name: str) -> Mesh:
    """Returns the mesh. Errors: TypeError if it is another object."""
    if not isinstance(value, Mesh):
        raise TypeError(f"{name} must be a Mesh, not {type(value).__name__}")
    return value
