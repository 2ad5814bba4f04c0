"""Computes the layout of the public structs for 32-bit WebAssembly, by the rules of its C ABI.

A member begins at the next multiple of its alignment, which is its size for numbers and pointers, and the largest of its
members for structs. The tests compare the result with the C compiler's.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import prod

from headers import CType, Declarations

# Kinds of numbers: the array of the heap that has them, and their size in bytes.
NUMBERS = {
    "bool": ("bool", 1),
    "char": ("i8", 1),
    "double": ("f64", 8),
    "float": ("f32", 4),
    "int": ("i32", 4),
    "int32_t": ("i32", 4),
    "int64_t": ("i64", 8),
    "size_t": ("u32", 4),
    "uint16_t": ("u16", 2),
    "uint32_t": ("u32", 4),
    "uint64_t": ("u64", 8),
    "uint8_t": ("u8", 1),
}


@dataclass(frozen=True)
class Member:
    """A member of a struct. kind: of a number, such as "f64", or the name of a struct. count: items; 0: no array."""

    name: str
    offset: int
    size: int
    kind: str
    count: int


@dataclass(frozen=True)
class Struct:
    """A struct: its members, its size and its alignment in bytes."""

    members: tuple[Member, ...]
    size: int
    alignment: int


def lay_out(declarations: Declarations) -> dict[str, Struct]:
    """Returns the layout of every struct. A struct follows those that it has as members."""
    layouts: dict[str, Struct] = {}
    for name, members in declarations.structs.items():
        layouts[name] = lay_out_struct(declarations, layouts, members)
    return layouts


def lay_out_struct(declarations: Declarations, layouts: dict[str, Struct], members: list[tuple[str, CType]]) -> Struct:
    end, largest, items = 0, 1, []
    for name, kind in members:
        key, size, alignment = measure(declarations, layouts, kind)
        offset = round_up(end, alignment)
        count = prod(kind.dimensions) if kind.dimensions else 0
        items.append(Member(name, offset, size * max(count, 1), key, count))
        end, largest = offset + items[-1].size, max(largest, alignment)
    return Struct(tuple(items), round_up(end, largest), largest)


def measure(declarations: Declarations, layouts: dict[str, Struct], kind: CType) -> tuple[str, int, int]:
    """Returns kind, size and alignment of one item of a type."""
    if kind.pointer or kind.signature or kind.name in declarations.callbacks:
        return "u32", 4, 4
    if kind.name in layouts:
        struct = layouts[kind.name]
        return kind.name, struct.size, struct.alignment
    if kind.name in declarations.enums:
        return "i32", 4, 4
    number, size = NUMBERS[declarations.aliases.get(kind.name, kind.name)]
    return number, size, size


def round_up(value: int, multiple: int) -> int:
    return (value + multiple - 1) // multiple * multiple


def write_table(declarations: Declarations) -> str:
    """Returns the layout of every struct as JSON: size, and offset, size, kind and count of each member."""
    structs = {
        name: {
            "size": struct.size,
            "members": {m.name: [m.offset, m.size, m.kind, m.count] for m in struct.members},
        }
        for name, struct in lay_out(declarations).items()
    }
    return json.dumps({"structs": structs, "constants": declarations.constants})
