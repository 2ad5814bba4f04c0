"""Data of contacts and distances between named objects, with the members that scripts of trimesh read."""

from __future__ import annotations

from typing import Any, Hashable

import numpy as np

from ._convert import Floats, to_array
from .mesh import Mesh
from .pose import Pose
from .results import Distance, FirstContact, State

Name = Hashable
EXTERNAL = "__external"  # name of a mesh that is in no manager


class ContactData:
    """A pair of triangles of two objects that intersect or touch.

    names: set of the names of both objects. pair: the same in order, first A, then B.
    """

    __slots__ = ("names", "pair", "_triangles", "_point", "_normal", "_depth")

    def __init__(
        self, pair: tuple[Name, Name], triangles: tuple[int, int], point: Floats, normal: Floats, depth: float
    ) -> None:
        self.names = set(pair)
        self.pair = pair
        self._triangles = triangles
        self._point, self._normal, self._depth = point, normal, depth

    @property
    def point(self) -> Floats:
        """The middle of the points that the triangles share, shape (3,), world frame, within rounding."""
        return self._point

    @property
    def normal(self) -> Floats:
        """Direction of the shortest translation of A that separates the two triangles, from B to A: unit, shape (3,),
        world frame; NaN if there is no such direction, as for two parallel segments that share a point."""
        return self._normal

    @property
    def depth(self) -> float:
        """Length of the shortest translation that separates the two triangles; 0: they only touch.

        A lower bound for the two meshes: no shorter translation separates them. Their penetration depth may be far
        larger; the library does not compute it.
        """
        return self._depth

    def index(self, name: Name) -> int:
        """Index of the triangle of this object, in the faces as given. Errors: KeyError."""
        return self._triangles[find_side(self.pair, name)]

    def __repr__(self) -> str:
        return f"ContactData({self.pair[0]!r}, {self.pair[1]!r}, depth={self._depth:g})"


def find_side(pair: tuple[Name, Name], name: Name) -> int:
    """Returns 0 for A, 1 for B. Errors: KeyError for another name."""
    if name not in pair:
        raise KeyError(name)
    return pair.index(name)


class DistanceData:
    """The distance of two objects. names: set of their names. pair: the same in order, first A, then B.

    result: the Distance, with certified bounds and the features.
    """

    __slots__ = ("names", "pair", "result", "_meshes")

    def __init__(self, pair: tuple[Name, Name], result: Distance, meshes: tuple[Mesh, Mesh]) -> None:
        self.names = set(pair)
        self.pair = pair
        self.result = result
        self._meshes = meshes

    @property
    def distance(self) -> float:
        """Length; 0 if they overlap or touch."""
        return self.result.distance

    def index(self, name: Name) -> int:
        """Index of a triangle that has the nearest point of this object, in the faces as given. Errors: KeyError."""
        side = find_side(self.pair, name)
        raw = self.result._raw
        return self._meshes[side]._find_face((raw.featureA, raw.featureB)[side])

    def point(self, name: Name) -> Floats:
        """The nearest point of this object, shape (3,), world frame; a shared point if they overlap. Errors: KeyError."""
        raw = self.result._raw
        return to_array((raw.pointA, raw.pointB)[find_side(self.pair, name)])

    def __repr__(self) -> str:
        return f"DistanceData({self.pair[0]!r}, {self.pair[1]!r}, distance={self.distance:g})"


class ManagerContact:
    """First contact of objects that move.

    names: the two objects that touch first, the first of them moves (A of `contact`); None: all are free.
    contact: the FirstContact of these two; None: no pair of objects comes near.
    time: fraction of the step at which `poses` are: 1: the targets, if all are free; else just before the contact.
    poses: the pose there of each object that moves, by name. other_poses: those of the other manager's objects.
    """

    __slots__ = ("names", "contact", "time", "poses", "other_poses")

    def __init__(
        self, names: tuple[Name, Name] | None, contact: FirstContact | None, time: float, poses: dict[Any, Pose],
        other_poses: dict[Any, Pose],
    ) -> None:  # fmt: skip
        self.names, self.contact, self.time, self.poses, self.other_poses = names, contact, time, poses, other_poses

    @property
    def state(self) -> State:
        """FREE, CONTACT, OVERLAP if two overlap at the start, or UNDECIDED if a limit was reached."""
        return State.FREE if self.contact is None else self.contact.state

    @property
    def t(self) -> Floats:
        """Fractions of the step, shape (2,), as in FirstContact; 1 if all are free."""
        return np.ones(2) if self.contact is None else self.contact.t

    def __bool__(self) -> bool:
        """True if there is a contact or an overlap. Errors: ValueError if that is undecided."""
        if self.state == State.UNDECIDED:
            assert self.contact is not None
            raise ValueError(f"the first contact is undecided: {self.contact.reason}")
        return self.state != State.FREE

    def __repr__(self) -> str:
        return f"ManagerContact(state={self.state!r}, names={self.names!r}, t={self.t.tolist()})"
