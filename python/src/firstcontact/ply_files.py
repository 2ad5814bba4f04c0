"""Reads PLY files: text, and binary in both byte orders.

Output: vertices and polygons as lists. Other elements and properties are read and left out.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

FORMATS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
CODES = {
    "char": "b", "int8": "b", "uchar": "B", "uint8": "B", "short": "h", "int16": "h", "ushort": "H", "uint16": "H",
    "int": "i", "int32": "i", "uint": "I", "uint32": "I", "float": "f", "float32": "f", "double": "d", "float64": "d",
}  # fmt: skip
FACE_LISTS = ("vertex_indices", "vertex_index")


@dataclass
class Property:
    """A number, or a list of numbers with the code of its length."""

    name: str
    code: str
    length_code: str = ""


@dataclass
class Element:
    """A kind of items, such as vertices."""

    name: str
    count: int
    properties: list[Property] = field(default_factory=list)


def read_ply(data: bytes, name: str) -> tuple[list[Any], list[list[int]]]:
    """Returns vertices and polygons."""
    end = data.find(b"end_header")
    body = data.find(b"\n", end) + 1
    if not data.startswith(b"ply") or end < 0 or body == 0:
        raise ValueError(f"{name}:1: the file must begin with the header of a PLY file")
    order, elements = read_header(data[:end].decode("ascii", "replace"), name)
    source: Any = Words(data[body:], name) if order == "" else Bytes(data, body, order, name)
    vertices: list[Any] = []
    polygons: list[list[int]] = []
    for element in elements:
        for _ in range(element.count):
            item = {item.name: source.read(item) for item in element.properties}
            if element.name == "vertex":
                vertices.append(tuple(item[axis] for axis in "xyz"))
            elif element.name == "face":
                polygons.append(get_corners(item, name))
    return vertices, polygons


def get_corners(item: dict[str, Any], name: str) -> list[int]:
    """Returns the vertices of a face."""
    corners = next((item[key] for key in FACE_LISTS if key in item), None)
    if corners is None or any(int(corner) != corner or corner < 0 for corner in corners):
        raise ValueError(f"{name}: a face without valid vertex_indices")
    return [int(corner) for corner in corners]


def read_header(text: str, name: str) -> tuple[str, list[Element]]:
    """Returns the byte order, "" for text, and the elements."""
    order, elements = None, []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        try:
            if words[:1] == ["format"]:
                order = FORMATS[words[1]]
            elif words[:1] == ["element"]:
                elements.append(Element(words[1], int(words[2])))
            elif words[:1] == ["property"]:
                elements[-1].properties.append(read_property(words))
        except (IndexError, KeyError, ValueError):
            raise ValueError(f"{name}:{number}: invalid line '{line}' of the header") from None
    axes = {item.name for element in elements if element.name == "vertex" for item in element.properties}
    if order is None or not {"x", "y", "z"} <= axes:
        raise ValueError(f"{name}: the header lacks the format, or vertices with x, y and z")
    return order, elements


def read_property(words: list[str]) -> Property:
    """Reads `property TYPE NAME` or `property list LENGTH_TYPE TYPE NAME`."""
    if words[1] == "list":
        return Property(words[4], CODES[words[3]], CODES[words[2]])
    return Property(words[2], CODES[words[1]])


class Words:
    """The words of a text file, read one after another."""

    def __init__(self, data: bytes, name: str) -> None:
        self.words = iter(data.split())
        self.name = name

    def read(self, item: Property) -> Any:
        if item.length_code:
            return [self.read_number() for _ in range(int(self.read_number()))]
        return self.read_number()

    def read_number(self) -> float:
        try:
            return float(next(self.words))
        except (StopIteration, ValueError):
            raise ValueError(f"{self.name}: invalid number, or the file ends too early") from None


class Bytes:
    """The numbers of a binary file, read one after another."""

    def __init__(self, data: bytes, offset: int, order: str, name: str) -> None:
        self.data, self.offset, self.order, self.name = data, offset, order, name

    def read(self, item: Property) -> Any:
        if item.length_code:
            length = self.unpack(item.length_code, 1)[0]
            if length < 0 or length > len(self.data):
                raise ValueError(f"{self.name}: a list of {length} numbers")
            return list(self.unpack(item.code, int(length)))
        return self.unpack(item.code, 1)[0]

    def unpack(self, code: str, count: int) -> tuple[Any, ...]:
        pattern = f"{self.order}{count}{code}"
        try:
            values = struct.unpack_from(pattern, self.data, self.offset)
        except struct.error:
            raise ValueError(f"{self.name}: the file ends too early") from None
        self.offset += struct.calcsize(pattern)
        return values
