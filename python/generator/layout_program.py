"""Writes a C program that prints the layout of every public struct, as the compiler sees it.

Its lines are `struct NAME SIZE`, `member STRUCT NAME OFFSET SIZE` and `constant NAME VALUE`. A struct is also
initialised member by member: with -Wmissing-field-initializers -Werror the compiler refuses a program that lacks one.
"""

from __future__ import annotations

from headers import CType, Declarations

HEADING = """#include "collision/collision.h"
#include "collision/draw.h"
#include "collision/trace.h"
#include "collision/version.h"
#include <stddef.h>
#include <stdio.h>

"""


def write_layout_program(declarations: Declarations) -> str:
    """Returns the text of the program."""
    structs = "".join(write_struct(name, members) for name, members in declarations.structs.items())
    calls = "".join(f"    print_{name}();\n" for name in declarations.structs)
    constants = "".join(
        f'    printf("constant {name} %lld\\n", (long long){name});\n' for name in declarations.constants
    )
    return f"{HEADING}{structs}int main(void) {{\n{calls}{constants}    return 0;\n}}\n"


def write_struct(name: str, members: list[tuple[str, CType]]) -> str:
    """Returns the function that prints a struct."""
    values = ", ".join(write_value(member, kind) for member, kind in members)
    lines = [f"static {name} copy_{name}(const {name} *from) {{", f"    {name} all = {{{values}}};"]
    lines += ["    (void)from;", "    return all;", "}", f"static void print_{name}(void) {{"]
    lines += [f"    {name} zero = CD_ZERO;", f"    (void)copy_{name}(&zero);"]
    lines.append(f'    printf("struct {name} %zu\\n", sizeof({name}));')
    for member, _ in members:
        place = f"offsetof({name}, {member}), sizeof(zero.{member})"
        lines.append(f'    printf("member {name} {member} %zu %zu\\n", {place});')
    return "\n".join(lines + ["}", ""])


def write_value(member: str, kind: CType) -> str:
    """Returns the initialiser of a member."""
    if not kind.dimensions:
        return f"from->{member}"
    if kind.name.startswith("cd") and len(kind.dimensions) == 1:
        return "{" + ", ".join(f"from->{member}[{index}]" for index in range(kind.dimensions[0])) + "}"
    depth = len(kind.dimensions)
    return "{" * depth + "0" + "}" * depth
