"""Assemblies taken apart by the program `firstcontact`: the order of the parts, and a certified path for each.

Units: lengths in the mesh's unit. Frame: world.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from ._program import run_program
from .paths import Path
from .pose import Pose

ENDS = (0, 1, 3)  # exit codes with results: all parts taken out; an overlap; a part not taken out


@dataclass(frozen=True)
class Removal:
    """A part, or a group of parts that move as one, which was taken out of the others or was not."""

    parts: tuple[str, ...]
    """Names of all that move."""
    status: str
    """ "free": taken out; "impossible": proved, see `proofs`; "not found": there may be a path; "overlap": at the start."""
    within: int | None
    """Index of the group, in the list of all removals, that it is part of; None: of no group."""
    path: Path | None
    """Path of the first part's frame, certified free of contact; a group that it leaves is still at its place in the
    scene, with nothing around it. None: not taken out."""
    clearance: tuple[float, float] | None
    """Bounds of the minimum distance on the path, length; None: nothing is around it, or not taken out."""
    proofs: tuple[str, ...]
    """Proofs among the parts that were left, as in Trap.proofs."""
    obstacle: str | None
    """Name of the part that it overlaps, is enclosed by or linked with."""
    reason: str | None
    """Limit that ended the search: "budget"; None: no limit."""


def disassemble(
    scene: str | os.PathLike[str],
    part: str | None = None,
    *,
    seed: int = 0,
    rounds: int | None = None,
    largest_group: int | None = None,
    threads: int | None = None,
) -> list[Removal]:
    """Takes a scene apart: finds an order of its parts, and for each a path out of those that are left.

    scene: name of a scene of the program, or a scene file. part: the only object to take out; None: all. seed: of the
    random numbers. rounds: attempts for each part, each with four times the work of the last; None: 6. largest_group:
    number of parts that are tried as one where no part comes out alone; None: any; 1: no groups. threads: None: one for
    each core.

    Returns the removals in order, then the parts that were not taken out, also those of a group that stay together.
    The result does not depend on `threads`. Errors: ValueError for a scene that cannot be read; ProgramError.
    """
    options = {"--part": part, "--seed": seed, "--rounds": rounds, "--group": largest_group, "--jobs": threads}
    arguments = [text for name, value in options.items() if value is not None for text in (name, str(value))]
    output = run_program("taking a scene apart", "disassemble", scene, *arguments, ends=ENDS)
    return [read_removal(json.loads(line)) for line in output.splitlines()]


def read_removal(line: dict[str, Any]) -> Removal:
    """Returns the removal that a line of the program describes."""
    poses, bounds = line["path"], line["clearance"]
    path = None if poses is None else Path(Pose.from_rows(poses))
    return Removal(
        parts=tuple(line["parts"]), status=line["status"], within=line["within"], path=path,
        clearance=None if bounds is None else (bounds["lo"], bounds["hi"]), proofs=tuple(line["proofs"]),
        obstacle=line["obstacle"], reason=line["reason"],
    )  # fmt: skip
