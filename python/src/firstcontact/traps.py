"""Proofs that a set of meshes cannot get out of obstacles.

Units: lengths in the mesh's unit, angles in radians. Frame: world. Errors: ValueError for invalid input, with the
argument's name.
"""

from __future__ import annotations

from ctypes import byref
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._library import bind, get_workspace
from ._threads import Flag, run_alone
from .batch import flag_members, make_inputs, member
from .paths import Shapes
from .planning import FixedObstacles, make_sets
from .pose import PoseLike, read_single_pose, to_struct
from .queries import read_tests
from .results import Result, get_reason

_find_trap = bind("cdFindTrap")
PROOFS = ("enclosed", "linked", "locked", "caged", "translations", "plane", "screw")  # bit k has the name k


class Trap(Result):
    """Result of find_trap."""

    __slots__ = ()
    _type = _layer.cdTrap

    @property
    def is_trapped(self) -> bool:
        """True: it is proved that no motion takes the set out."""
        return bool(self._raw.proofs & _layer.CD_TRAP_ALL_MOTIONS)

    @property
    def proofs(self) -> tuple[str, ...]:
        """Proofs that hold. For all motions: "enclosed", "linked", "locked", "caged". For some: "translations",
        "plane" (translations across `axis`), "screw" (along the only screw that the contacts allow)."""
        return tuple(name for bit, name in enumerate(PROOFS) if self._raw.proofs & 1 << bit)

    @property
    def reason(self) -> str:
        """Limit that ended a proof early, such as "budget"; else "none"."""
        return get_reason(self._raw.reason)

    @property
    def overlaps(self) -> bool:
        """True if the set overlaps an obstacle at the start: nothing is proved."""
        return self._raw.overlaps

    @property
    def shape(self) -> int:
        """Index of the mesh of the set that is enclosed, linked or overlaps; -1: none."""
        return self._raw.shape

    @property
    def obstacle(self) -> int:
        """Index of the obstacle that it is enclosed by, linked with or overlaps; -1: none."""
        return self._raw.obstacle

    @property
    def linking_number(self) -> int:
        """Linking number of the loops, for "linked"; its sign depends on their directions."""
        return self._raw.linkingNumber

    @property
    def reach(self) -> float:
        """Length, for "locked": no point of the set moves farther."""
        return self._raw.reach

    @property
    def ball_radius(self) -> float:
        """Radius of the ball that cannot get out, for "caged"."""
        return self._raw.ballRadius

    @property
    def axis(self) -> NDArray[np.float64]:
        """Unit normal of the plane, or unit direction of the screw, shape (3,); else zeros."""
        return np.array((self._raw.axis.x, self._raw.axis.y, self._raw.axis.z))

    @property
    def pitch(self) -> float:
        """Length per radian of the screw; infinite: a translation."""
        return self._raw.pitch

    @property
    def cells(self) -> int:
        """Number of cells of positions that were tested."""
        return self._raw.cellCount

    @property
    def tests(self) -> int:
        """Work, counted as for `max_tests`."""
        return self._raw.pairTests


def find_trap(
    a: Shapes,
    b: FixedObstacles,
    start: PoseLike = None,
    *,
    proofs: tuple[str, ...] = PROOFS,
    max_tests: int = 0,
) -> Trap:
    """Tries to prove that a set of meshes cannot get out of obstacles; "out" as for plan_path without a goal.

    a: the mesh, or the meshes of a set, each a Mesh or a pair of a Mesh and its pose in the set's frame. b: the
    obstacle, or a sequence of fixed ones, each a Mesh at the identity or a pair of a Mesh and its pose. start: pose of
    the set's frame. proofs: names of the proofs to try, see Trap.proofs. max_tests: limit on the work; 0: 4 million.
    Ctrl-C stops the search with KeyboardInterrupt.

    Returns a Trap. A proof that is not there says nothing: there may be a way out or not.
    """
    sets, set_members = make_sets(a, b)
    unknown = [name for name in proofs if name not in PROOFS]
    if unknown or not proofs:
        raise ValueError(f"proofs must be names of {', '.join(PROOFS)}, not {unknown or proofs}")
    bits = sum(1 << PROOFS.index(name) for name in set(proofs))
    flag = Flag()
    members = [
        *set_members, member("proofs", bits, np.uint32),
        member("budget.maxPairTests", read_tests(max_tests), np.int64), *flag_members("budget", flag),
    ]  # fmt: skip
    query: Any = make_inputs(_layer.cdTrapInput, 1, members)[0]
    query.start = to_struct(read_single_pose(start, "start"))
    found = run_alone(lambda: _find_trap(byref(query), get_workspace()), flag)
    del sets  # the input refers to them until here
    return Trap.of(found)
