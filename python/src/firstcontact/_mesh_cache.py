"""Meshes of objects with vertices and faces, such as those of trimesh: built once, and again if their arrays change."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from .mesh import Mesh, read_mesh_object

_built: dict[int, tuple[Any, Mesh]] = {}  # by id: a reference to the object, its mesh


def get_mesh(value: Any, name: str) -> Mesh:
    """Returns the mesh of an object. Errors: TypeError for an object without vertices and faces; as for Mesh."""
    if isinstance(value, Mesh):
        return value
    if not (hasattr(value, "vertices") and hasattr(value, "faces")):
        raise TypeError(f"{name} must be a Mesh, or have vertices and faces, not {type(value).__name__}")
    entry = _built.get(id(value))
    if entry is not None and entry[0]() is value and is_same(entry[1], value):
        return entry[1]
    mesh = Mesh(value)
    key = id(value)
    try:
        reference = weakref.ref(value, lambda _: _built.pop(key, None))
    except TypeError:
        return mesh  # cannot be known again
    _built[key] = (reference, mesh)
    return mesh


def is_same(mesh: Mesh, value: Any) -> bool:
    """Returns true if a mesh was built from equal arrays. Exact: compares all numbers."""
    vertices, faces = read_mesh_object(value)
    return np.array_equal(mesh._source[0], vertices) and np.array_equal(mesh._source[1], faces)
