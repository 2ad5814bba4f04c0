"""Reads triangle meshes from files: OBJ, PLY, STL and OFF.

Output: vertices of shape (n, 3) in float64, or float32 from STL, and triangles of shape (m, 3). Faces of more corners
are split into fans. Errors: ValueError that begins with FILE:LINE, or with FILE for binary content.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from .ply_files import read_ply

Arrays = tuple[NDArray[Any], NDArray[Any]]


def read_mesh_file(path: str | os.PathLike[str]) -> Arrays:
    """Reads a file by its extension."""
    file = Path(path)
    reader = READERS.get(file.suffix.lower())
    if reader is None:
        raise ValueError(f"{file}: unknown extension '{file.suffix}'; known: {' '.join(READERS)}")
    vertices, faces = reader(file.read_bytes(), str(file))
    if len(faces) == 0:
        raise ValueError(f"{file}: there is no face")
    return vertices, faces


def split_fan(corners: list[int]) -> list[tuple[int, int, int]]:
    """Splits a polygon into triangles."""
    return [(corners[0], corners[i], corners[i + 1]) for i in range(1, len(corners) - 1)]


def number_lines(data: bytes, comment: str) -> Iterator[tuple[int, list[str]]]:
    """Yields the number and the words of each line that is not empty."""
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        words = line.split(comment, 1)[0].split()
        if words:
            yield number, words


def read_point(words: list[str], where: str) -> tuple[float, float, float]:
    """Reads three coordinates; more words, such as colours, are left out."""
    try:
        x, y, z = (float(word) for word in words[:3])
    except ValueError:
        raise ValueError(f"{where}: invalid coordinates '{' '.join(words)}'; three numbers would be right") from None
    return x, y, z


def read_obj(data: bytes, name: str) -> Arrays:
    """Reads the statements `v` and `f` of an OBJ file; all others are left out."""
    vertices: list[tuple[float, float, float]] = []
    faces: list[tuple[int, int, int]] = []
    for number, words in number_lines(data, "#"):
        where = f"{name}:{number}"
        if words[0] == "v":
            vertices.append(read_point(words[1:], where))
        elif words[0] == "f":
            corners = [read_obj_index(word, len(vertices), where) for word in words[1:]]
            if len(corners) < 3:
                raise ValueError(f"{where}: a face needs three corners")
            faces += split_fan(corners)
    return finish(vertices, faces, name)


def read_obj_index(word: str, count: int, where: str) -> int:
    """Reads the vertex of a corner such as 3/1/2; negative indices count from the last vertex."""
    try:
        index = int(word.split("/", 1)[0])
    except ValueError:
        raise ValueError(f"{where}: invalid corner '{word}'") from None
    if index == 0 or index < -count:
        raise ValueError(f"{where}: there is no vertex {index}")
    return index - 1 if index > 0 else count + index


def read_off(data: bytes, name: str) -> Arrays:
    """Reads an OFF file: counts, vertices, polygons."""
    lines = number_lines(data, "#")
    number, words = next(lines, (1, [""]))
    if words[0] not in ("OFF", "COFF", "NOFF"):
        raise ValueError(f"{name}:{number}: the file must begin with OFF")
    words = words[1:]
    if not words:
        number, words = next(lines, (number, list[str]()))
    counts = read_whole_numbers(words[:2], 2, f"{name}:{number}")
    vertices = [read_point(words, f"{name}:{number}") for number, words in take(lines, counts[0], name)]
    faces: list[tuple[int, int, int]] = []
    for number, words in take(lines, counts[1], name):
        size = read_whole_numbers(words[:1], 1, f"{name}:{number}")[0]
        faces += split_fan(read_whole_numbers(words[1 : size + 1], size, f"{name}:{number}"))
    return finish(vertices, faces, name)


def take(lines: Iterator[tuple[int, list[str]]], count: int, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yields that many lines. Errors: ValueError if there are fewer."""
    for _ in range(count):
        line = next(lines, None)
        if line is None:
            raise ValueError(f"{name}: the file ends before its last line")
        yield line


def read_whole_numbers(words: list[str], count: int, where: str) -> list[int]:
    """Reads that many whole numbers of 0 or more."""
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) != count or any(number < 0 for number in numbers):
        raise ValueError(f"{where}: invalid line; {count} whole numbers would be right")
    return numbers


STL_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
STL_HEADER = 80


def read_stl(data: bytes, name: str) -> Arrays:
    """Reads a binary or a text STL file. The mesh welds equal corners."""
    count = int.from_bytes(data[STL_HEADER : STL_HEADER + 4], "little")
    if len(data) == STL_HEADER + 4 + count * STL_TRIANGLE.itemsize:
        triangles = np.frombuffer(data, STL_TRIANGLE, count, STL_HEADER + 4)
        corners = triangles["corners"].reshape(-1, 3)
    elif data.lstrip()[:5].lower() == b"solid":
        corners = read_text_stl(data, name)
    else:
        raise ValueError(f"{name}: {len(data)} bytes are no STL file of {count} triangles")
    return corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3)


def read_text_stl(data: bytes, name: str) -> NDArray[Any]:
    """Reads the corners of a text STL file, three a facet."""
    corners: list[tuple[float, float, float]] = []
    for number, words in number_lines(data, "\0"):
        where = f"{name}:{number}"
        if words[0] == "vertex":
            corners.append(read_point(words[1:], where))
        elif words[0] == "endloop" and len(corners) % 3:
            raise ValueError(f"{where}: a facet needs three vertices")
    if len(corners) % 3:
        raise ValueError(f"{name}: the file ends within a facet")
    return np.array(corners, dtype=np.float64).reshape(-1, 3)


def finish(vertices: list[tuple[float, float, float]], faces: list[tuple[int, int, int]], name: str) -> Arrays:
    """Returns lists as arrays. Errors: ValueError for an index out of range."""
    try:
        triangles = np.array(faces, dtype=np.int64).reshape(-1, 3)
    except OverflowError:
        raise ValueError(f"{name}: an index is too large") from None
    if triangles.size and int(triangles.max()) >= len(vertices):
        raise ValueError(f"{name}: there is no vertex with index {int(triangles.max())}")
    return np.array(vertices, dtype=np.float64).reshape(-1, 3), triangles


def read_ply_file(data: bytes, name: str) -> Arrays:
    """Reads a PLY file of any of the three formats."""
    vertices, polygons = read_ply(data, name)
    return finish(vertices, [triangle for polygon in polygons for triangle in split_fan(polygon)], name)


READERS: dict[str, Callable[[bytes, str], Arrays]] = {
    ".obj": read_obj,
    ".ply": read_ply_file,
    ".stl": read_stl,
    ".off": read_off,
}
