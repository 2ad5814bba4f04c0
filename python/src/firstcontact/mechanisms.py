"""Mechanisms: all contacts of a tree of links over whole ranges of joint values, and first contacts on paths of them.

Units: lengths in the mesh's unit; joint values in radians (hinges) or lengths (sliders). Frame: world, unless a member
says otherwise. Errors: ValueError for invalid input, with the argument's name.
"""

from __future__ import annotations

import ctypes
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _layer
from ._convert import Floats, get_address, read_choice, read_count, read_floats, read_length, read_number, read_vector
from ._library import bind, get_workspace
from ._threads import IS_FLAG_SET, Flag, Tasks, run_alone
from .batch import make_items
from .mechanism_results import Key, MechanismClearance, MechanismContact, Sweep
from .mesh import Mesh
from .paths import Shapes, read_items
from .planning import make_places
from .pose import POSE_WIDTH, Pose, PoseLike, read_single_pose, to_struct
from .queries import read_tests
from .results import check_state

_get_poses = bind("cdGetLinkPoses")
_sweep = bind("cdSweepMechanism")
_find_clearance = bind("cdFindMechanismClearance")
_find_contact = bind("cdFindMechanismContact")
BOXES_FIRST = 4096  # boxes for which a sweep has room at first; more are found by a second sweep
RESOLUTION_MIN = 2.0**-24
JOINTS = {"fixed": _layer.CD_LINK_FIXED, "hinge": _layer.CD_LINK_HINGE, "slider": _layer.CD_LINK_SLIDER}

Joints = Mapping[Key, Sequence[float]]
Values = Union[Mapping[Key, float], ArrayLike, None]


@dataclass(frozen=True)
class Link:
    """A rigid link, and the joint to its parent.

    shapes: meshes, each a Mesh or a pair of a Mesh and its pose in the link's frame; () for a link without a mesh.
    parent: index or name of a link before this one; None: the world. joint: "fixed", "hinge" (turns about the axis)
    or "slider" (moves along it). frame: pose of the joint in the parent's frame; the link's frame is there at the
    value 0. axis: direction of the joint, shape (3,), joint frame, any length above 0. name: unique; None: no name.
    """

    shapes: Shapes = ()
    parent: Key | None = None
    joint: str = "fixed"
    frame: PoseLike = None
    axis: ArrayLike = (0.0, 0.0, 1.0)
    name: str | None = None


class Mechanism:
    """A tree of links. Immutable.

    links: sequence of Link, each after its parent. ignored: pairs of links, by index or name, that may touch, such as
    neighbours that overlap at their joint. Pairs with only fixed joints in between are ignored, too.
    distances: dict from a pair of links, by index or name, to the distance that counts as contact for it, length,
    instead of the safety_distance of a call; clearances do not use them.
    """

    __slots__ = (
        "_links",
        "_ignored",
        "_distances",
        "_names",
        "_structs",
        "_pairs",
        "_lengths",
        "_shapes",
        "_mechanism",
        "_kept",
    )

    def __init__(
        self,
        links: Sequence[Link],
        ignored: Iterable[tuple[Key, Key]] = (),
        distances: Mapping[tuple[Key, Key], float] | None = None,
    ) -> None:
        self._links = tuple(links)
        if not self._links:
            raise ValueError("links is an empty list")
        self._names: dict[str, int] = {}
        self._shapes: list[Any] = []
        self._kept: list[list[tuple[Mesh, Any]]] = []
        self._structs = (_layer.cdLink * len(self._links))()
        for index, link in enumerate(self._links):
            if not isinstance(link, Link):
                raise TypeError(f"links[{index}] must be a Link, not {type(link).__name__}")
            self._fill(self._structs[index], link, index)
        self._ignored = tuple(read_pair(pair, self, "ignored") for pair in ignored)
        self._distances = read_distances({} if distances is None else distances, self)
        self._pairs = (_layer.cdLinkPair * len(self._ignored))(*(_layer.cdLinkPair(*pair) for pair in self._ignored))
        lengths = (_layer.cdLinkDistance(*pair, length) for pair, length in self._distances.items())
        self._lengths = (_layer.cdLinkDistance * len(self._distances))(*lengths)
        self._mechanism = _layer.cdMechanism(
            ctypes.addressof(self._structs),
            len(self._links),
            ctypes.addressof(self._pairs),
            len(self._ignored),
            ctypes.addressof(self._lengths),
            len(self._distances),
        )

    def _fill(self, struct: Any, link: Link, index: int) -> None:
        name = f"links[{index}]"
        if link.name is not None:
            if not isinstance(link.name, str) or link.name in self._names:
                raise ValueError(f"{name}.name must be a text that no other link has, not {link.name!r}")
        struct.parent = -1 if link.parent is None else self._find(link.parent, f"{name}.parent", index)
        struct.joint = read_choice(link.joint, f"{name}.joint", JOINTS)
        struct.frame = to_struct(read_single_pose(link.frame, f"{name}.frame"))
        struct.axis = read_vector(link.axis, f"{name}.axis")
        if struct.joint != _layer.CD_LINK_FIXED and not np.any(np.asarray(link.axis)):
            raise ValueError(f"{name}.axis must have a length above 0")
        no_shapes = isinstance(link.shapes, (list, tuple)) and len(link.shapes) == 0
        items = [] if no_shapes else read_items(link.shapes, f"{name}.shapes", 0.0)
        shapes = make_places(_layer.cdSlideShape, items, f"{name}.shapes")
        struct.shapes, struct.shapeCount = ctypes.addressof(shapes), len(items)
        self._shapes.append(shapes)
        self._kept.append(items)
        if link.name is not None:
            self._names[link.name] = index

    def _find(self, key: Any, name: str, count: int) -> int:
        """Returns the index of one of the first `count` links."""
        if isinstance(key, str):
            if key not in self._names:
                raise ValueError(f"{name}: there is no link {key!r}{' before it' if count < len(self._links) else ''}")
            return self._names[key]
        if count == 0:
            raise ValueError(f"{name}: there is no link before it; give None for the world")
        return read_count(key, name, 0, count - 1)

    def __len__(self) -> int:
        return len(self._links)

    def __repr__(self) -> str:
        return f"Mechanism({len(self)} links, {sum(len(items) for items in self._kept)} meshes)"

    def __reduce__(self) -> tuple[Any, ...]:
        return Mechanism, (self._links, self._ignored, self._distances)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links as given."""
        return self._links

    def poses(self, values: Values = None) -> Pose:
        """Returns the poses of the n links, a batch, world frame.

        values: of the joint of each link: shape (n,), radians or lengths, or a dict from index or name to value, the
        others 0; None: all 0. Values of fixed joints are ignored.
        """
        numbers = self._read_values(values)
        rows = np.empty((len(self), POSE_WIDTH))
        if not _get_poses(byref(self._mechanism), get_address(numbers), get_address(rows)):
            raise ValueError("the mechanism or its values are invalid")
        return Pose.from_rows(rows)

    def sweep(
        self,
        joints: Joints,
        values: Values = None,
        *,
        resolution: float = 0.0,
        safety_distance: float = 0.0,
        max_tests: int = 0,
        jobs: int = 1,
    ) -> Sweep:
        """Finds all contacts in the ranges of one, two or three joints, or proves them free. No contact is missed.

        joints: dict from index or name of a link to the range (from, to) of the value of its joint, radians or length.
        values: of the other joints, as in `poses`. resolution: smallest size of a box as a fraction of the range, from
        2^-24 to 1; 0: 2^-12, for two joints between a pair 2^-8, for three 2^-6. safety_distance: length that counts as
        contact. max_tests: limit on the work; 0: none. jobs: threads, with the same result for any number; 0: one for
        each processor. Ctrl-C stops the sweep with KeyboardInterrupt.

        Returns a Sweep. If a limit ends it the boxes still contain all contacts.
        """
        query, kept = self._make_input(joints, values, resolution, max_tests, jobs)
        query.safetyDistance = read_length(safety_distance, "safety_distance")
        flag = kept[-1]
        count = BOXES_FIRST
        while True:
            room = make_items(_layer.cdSweepBox, count)
            query.boxes, query.boxCapacity = ctypes.addressof(room), count
            found = run_alone(lambda: _sweep(byref(query), get_workspace()), flag)
            check_state(found.state, found.reason)
            if not found.truncated:
                size = found.boxCount * ctypes.sizeof(_layer.cdSweepBox)
                return Sweep.of(found, tuple(joints), ctypes.string_at(ctypes.addressof(room), size))
            count = found.neededBoxes

    def clearance(
        self,
        joints: Joints,
        values: Values = None,
        *,
        resolution: float = 0.0,
        precision: float = 0.0,
        max_tests: int = 0,
        jobs: int = 1,
    ) -> MechanismClearance:
        """Finds the minimum distance of all pairs in the ranges of one, two or three joints, with certified bounds.

        joints, values, max_tests, jobs: as in `sweep`. resolution: 0: 2^-12, for two joints between a pair 2^-10, for three
        2^-7. precision: largest difference of lower and upper, length, unless the resolution is reached before; 0: 1e-6
        of the radius of the largest mesh, for two or three joints 1e-3 of it.

        Returns a MechanismClearance.
        """
        query = _layer.cdMechanismClearanceInput()
        query.sweep, kept = self._make_input(joints, values, resolution, max_tests, jobs)
        query.precision = read_length(precision, "precision")
        found = run_alone(lambda: _find_clearance(byref(query), get_workspace()), kept[-1])
        check_state(found.state, found.reason)
        return MechanismClearance.of(found, tuple(joints))

    def contact(
        self,
        values: ArrayLike,
        times: ArrayLike | None = None,
        *,
        start: float = 0.0,
        margin: float = 0.0,
        safety_distance: float = 0.0,
        tolerance: float = 0.0,
        max_tests: int = 0,
        jobs: int = 1,
    ) -> MechanismContact:
        """Finds the first contact while any joints move at once, or proves the whole motion free.

        values: shape (k, n), the values of the joints of all n links at k >= 2 nodes, radians or lengths. Between two
        nodes each value is linear in time, and each link is where its joints put it. times: of the nodes, seconds,
        shape (k,), not negative, ascending; None: 0, 1, 2, ... start: time at which the search begins, below the last
        one. margin: gap at `resolved_time`, length; 0: a millionth of the size. safety_distance: length that counts as
        contact. tolerance: length; links that come within it count as a contact, which saves work; 0: that of rounding,
        some 1e-11 of the sizes. max_tests: limit on the work; 0: none. jobs: threads that share many nodes, with the
        same result for any number; 0: one for each processor. Ctrl-C stops the search with KeyboardInterrupt.

        Returns a MechanismContact.
        """
        rows = read_floats(values, "values", (-1, len(self)))
        if len(rows) < 2:
            raise ValueError("values must have at least two rows")
        seconds = np.arange(float(len(rows))) if times is None else read_floats(times, "times", (len(rows),))
        if seconds[0] < 0.0 or np.any(np.diff(seconds) <= 0.0):
            raise ValueError("times must be ascending and not negative")
        query, flag, tasks = _layer.cdMechanismContactInput(), Flag(), Tasks(read_count(jobs, "jobs"))
        query.path.mechanism, query.path.nodeCount = ctypes.addressof(self._mechanism), len(rows)
        query.path.times, query.path.values = get_address(seconds), get_address(rows)
        setattr(query, "from", read_length(start, "start"))
        if getattr(query, "from") >= seconds[-1]:
            raise ValueError("start must be below the last time")
        query.margin = read_length(margin, "margin")
        query.safetyDistance = read_length(safety_distance, "safety_distance")
        query.tolerance = read_length(tolerance, "tolerance")
        query.budget.maxPairTests = read_tests(max_tests)
        query.budget.interrupt = ctypes.cast(IS_FLAG_SET, type(query.budget.interrupt))
        query.budget.context = flag.address
        query.tasks = tasks.address
        found = run_alone(lambda: _find_contact(byref(query), get_workspace()), flag)
        check_state(found.state, found.reason)
        return MechanismContact.of(found)

    def _make_input(
        self, joints: Joints, values: Values, resolution: float, max_tests: int, jobs: int
    ) -> tuple[Any, list[Any]]:
        """Returns the input of a sweep, and what must live as long; the last is the flag that stops it."""
        varying, numbers, flag = self._read_joints(joints), self._read_values(values), Flag()
        tasks = Tasks(read_count(jobs, "jobs"))
        query = _layer.cdSweepInput()
        query.mechanism, query.values = ctypes.addressof(self._mechanism), get_address(numbers)
        query.joints, query.jointCount = ctypes.addressof(varying), len(varying)
        query.resolution = read_number(resolution, "resolution")
        if query.resolution and not RESOLUTION_MIN <= query.resolution <= 1.0:
            raise ValueError(f"resolution must be 0, or from 2^-24 to 1, not {query.resolution:g}")
        query.budget.maxPairTests = read_tests(max_tests)
        query.budget.interrupt = ctypes.cast(IS_FLAG_SET, type(query.budget.interrupt))
        query.budget.context = flag.address
        query.tasks = tasks.address
        return query, [varying, numbers, tasks, flag]

    def _read_joints(self, joints: Joints) -> Any:
        if not isinstance(joints, Mapping) or not 1 <= len(joints) <= _layer.CD_SWEEP_JOINT_MAX:
            raise ValueError("joints must be a dict of one to three joints and their ranges")
        varying = (_layer.cdSweepJoint * len(joints))()
        seen: set[int] = set()
        for place, (key, ends) in enumerate(joints.items()):
            link = self._find(key, "joints", len(self))
            first, last = read_floats(ends, f"joints[{key!r}]", (2,)).tolist()
            if first >= last:
                raise ValueError(f"joints[{key!r}] must be (from, to) with from < to, not ({first:g}, {last:g})")
            if self._structs[link].joint == _layer.CD_LINK_FIXED:
                raise ValueError(f"joints: the joint of link {key!r} is fixed")
            if link in seen:
                raise ValueError(f"joints: link {key!r} is named twice")
            seen.add(link)
            varying[place] = _layer.cdSweepJoint(link, first, last)
        return varying

    def _read_values(self, values: Values) -> Floats:
        numbers = np.zeros(len(self))
        if isinstance(values, Mapping):
            for key, value in values.items():
                numbers[self._find(key, "values", len(self))] = read_number(value, f"values[{key!r}]", -np.inf)
        elif values is not None:
            numbers[:] = read_floats(values, "values", (len(self),))
        return numbers


def read_pair(pair: Any, mechanism: Mechanism, name: str) -> tuple[int, int]:
    """Returns the indices of two links."""
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
        raise ValueError(f"{name} must have pairs of links, not {pair!r}")
    first, second = (mechanism._find(key, name, len(mechanism)) for key in pair)
    return first, second


def read_distances(distances: Any, mechanism: Mechanism) -> dict[tuple[int, int], float]:
    """Returns the safety distances of pairs of links, the lower index first."""
    if not isinstance(distances, Mapping):
        raise TypeError("distances must be a dict from pairs of links to lengths")
    found: dict[tuple[int, int], float] = {}
    for key, value in distances.items():
        first, second = sorted(read_pair(key, mechanism, "distances"))
        if first == second:
            raise ValueError(f"distances: {key!r} is a pair of the same link")
        if (first, second) in found:
            raise ValueError(f"distances: the pair {key!r} is named twice")
        found[first, second] = read_length(value, f"distances[{key!r}]")
    return found
