"""Reads the public headers of the library: constants, enumerations, structs and functions.

Input: the folder of the headers. Output: a Declarations. The reader knows the few forms that the headers use; any other
form is an error, so that no declaration is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class CType:
    """A type of C: a named type, a pointer, or a pointer to a function."""

    name: str
    pointer: bool = False
    dimensions: tuple[int, ...] = ()
    signature: "Signature | None" = None


@dataclass(frozen=True)
class Signature:
    """Types of the result and the parameters of a function."""

    result: CType
    parameters: tuple[CType, ...]


@dataclass
class Declarations:
    """All that the headers declare, each in the order of declaration."""

    constants: dict[str, int] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)  # typedefs of scalars
    enums: dict[str, list[str]] = field(default_factory=dict)
    opaque: list[str] = field(default_factory=list)
    structs: dict[str, list[tuple[str, CType]]] = field(default_factory=dict)
    callbacks: dict[str, Signature] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    listed: list[str] = field(default_factory=list)  # CD_PUBLIC_STRUCTS, in order


WORDS = re.compile(r"^(?:const\s+)?(\w+)\s*")


def read_headers(folder: Path) -> Declarations:
    """Reads all headers of a folder, each after those that it includes."""
    declarations = Declarations()
    for path in order_by_includes(folder):
        text = path.read_text(encoding="utf-8")
        read_defines(text, declarations)
        for statement in split_statements(strip(text)):
            read_statement(statement, declarations, path.name)
    return declarations


def order_by_includes(folder: Path) -> list[Path]:
    """Returns the headers such that each follows those that it includes."""
    ordered: list[Path] = []

    def visit(path: Path) -> None:
        if path in ordered:
            return
        for name in re.findall(r'#include "collision/(\w+\.h)"', path.read_text(encoding="utf-8")):
            visit(folder / name)
        ordered.append(path)

    for path in sorted(folder.glob("*.h")):
        visit(path)
    return ordered


def read_defines(text: str, declarations: Declarations) -> None:
    """Reads macros that are numbers, and the list of all public structs."""
    for name, value in re.findall(r"^#define (CD_\w+) (\d+)\b", text, re.M):
        declarations.constants[name] = int(value)
    listed = re.search(r"#define CD_PUBLIC_STRUCTS\(X\)((?:.*\\\n)*.*)", text)
    if listed:
        declarations.listed = re.findall(r"X\((\w+)\)", listed.group(1))


def strip(text: str) -> str:
    """Returns the declarations alone: no comments, no preprocessor, no inline functions."""
    text = re.sub(r"//.*", "", text)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    text = re.sub(r"^#(?:.*\\\n)*.*$", "", text, flags=re.M)
    while True:
        start = text.find("static inline")
        if start < 0:
            return text
        text = text[:start] + text[find_end(text, text.index("{", start)) :]


def find_end(text: str, brace: int) -> int:
    """Returns the index behind the bracket that closes the one at `brace`."""
    depth = 0
    for index in range(brace, len(text)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return index + 1
    raise ValueError("a brace is not closed")


def split_statements(text: str) -> list[str]:
    """Splits a text at the semicolons outside of braces."""
    statements, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == ";" and depth == 0:
            statements.append(" ".join(text[start:index].split()))
            start = index + 1
    rest = text[start:].strip()
    if rest:
        raise ValueError(f"a declaration without an end: '{rest[:60]}'")
    return [statement for statement in statements if statement]


def read_statement(text: str, declarations: Declarations, file: str) -> None:
    """Reads one declaration into `declarations`."""
    for pattern, read in READERS:
        match = re.fullmatch(pattern, text)
        if match:
            read(match, declarations)
            return
    raise ValueError(f"{file}: unknown form of a declaration: '{text[:80]}'")


def read_enum(match: re.Match[str], declarations: Declarations) -> None:
    """Reads an enumeration, with a name or without."""
    value, names = -1, []
    for item in filter(None, (part.strip() for part in match["body"].split(","))):
        name, _, expression = (part.strip() for part in item.partition("="))
        value = evaluate(expression, declarations) if expression else value + 1
        declarations.constants[name] = value
        names.append(name)
    if match.groupdict().get("name"):
        declarations.enums[match["name"]] = names


def evaluate(expression: str, declarations: Declarations) -> int:
    """Returns the value of a constant expression."""
    text = re.sub(r"\b(\d+)u\b", r"\1", expression).replace("INT32_MIN", str(-(2**31)))
    text = re.sub(r"\b[A-Z]\w+\b", lambda word: str(declarations.constants[word[0]]), text)
    if not re.fullmatch(r"[\d\s<|()*+-]+", text):
        raise ValueError(f"unknown form of a constant: '{expression}'")
    return int(eval(text))  # digits and operators only


def read_opaque(match: re.Match[str], declarations: Declarations) -> None:
    declarations.opaque.append(match["name"])


def read_alias(match: re.Match[str], declarations: Declarations) -> None:
    declarations.aliases[match["name"]] = match["type"]


def read_struct(match: re.Match[str], declarations: Declarations) -> None:
    """Reads the members of a struct."""
    members: list[tuple[str, CType]] = []
    for statement in split_statements(match["body"]):
        members += read_members(statement, declarations)
    declarations.structs[match["name"]] = members


def read_members(statement: str, declarations: Declarations) -> list[tuple[str, CType]]:
    """Reads one line of members: a pointer to a function, or one or more items of a type."""
    function = re.fullmatch(r"(?P<result>.+?)\(\*(?P<name>\w+)\)\((?P<parameters>.*)\)", statement)
    if function:
        return [(function["name"], CType("", True, (), read_signature(function)))]
    first = WORDS.match(statement)
    if not first:
        raise ValueError(f"unknown form of a member: '{statement}'")
    return [read_declarator(first[1], item, declarations) for item in statement[first.end() :].split(",")]


def read_declarator(base: str, text: str, declarations: Declarations) -> tuple[str, CType]:
    """Reads the name of a member with its stars and brackets."""
    match = re.fullmatch(r"(?P<stars>[*\s]*(?:const\b\s*)?\**)(?P<name>\w+)(?P<array>(?:\[\w+\])*)", text.strip())
    if not match:
        raise ValueError(f"unknown form of a member: '{base} {text}'")
    sizes = re.findall(r"\[(\w+)\]", match["array"])
    dimensions = tuple(evaluate(size, declarations) for size in sizes)
    return match["name"], CType(base, "*" in match["stars"], dimensions)


def read_signature(match: re.Match[str]) -> Signature:
    """Reads the types of a function's result and parameters."""
    texts = [text.strip() for text in match["parameters"].split(",")]
    parameters = [] if texts == ["void"] else [read_plain_type(text) for text in texts]
    return Signature(read_plain_type(match["result"]), tuple(parameters))


def read_plain_type(text: str) -> CType:
    """Reads the type of a parameter or a result; an array is a pointer."""
    first = WORDS.match(text.strip())
    if not first:
        raise ValueError(f"unknown form of a type: '{text}'")
    return CType(first[1], "*" in text or "[" in text)


def read_callback(match: re.Match[str], declarations: Declarations) -> None:
    declarations.callbacks[match["name"]] = read_signature(match)


def read_function(match: re.Match[str], declarations: Declarations) -> None:
    declarations.functions[match["name"]] = read_signature(match)


READERS = (
    (r"typedef enum (\w+) \{(?P<body>.*)\} (?P<name>\w+)", read_enum),
    (r"enum \{(?P<body>.*)\}", read_enum),
    (r"typedef struct (\w+) (?P<name>\1)", read_opaque),
    (r"typedef struct (\w+) \{(?P<body>.*)\} (?P<name>\1)", read_struct),
    (r"typedef (?P<type>\w+) (?P<name>\w+)", read_alias),
    (r"typedef (?P<result>[^(]+?)(?P<name>\w+)\((?P<parameters>[^()]*)\)", read_callback),
    (r"CD_API (?P<result>[^(]+?)(?P<name>cd\w+)\((?P<parameters>[^()]*)\)", read_function),
)
