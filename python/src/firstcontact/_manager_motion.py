"""First contacts of two groups of moving meshes: candidates by boxes of their paths, then a batch of queries in C."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._boxes import Pairs, find_cross_pairs, find_pairs, sweep_boxes
from ._convert import Floats, get_address, read_number, view_member
from ._threads import Flag
from .batch import Batch, check_states, flag_members, make_inputs, member
from .manager_data import EXTERNAL, ManagerContact
from .pose import POSE_WIDTH, Pose, PoseLike, interpolate, read_single_pose
from .queries import read_tests
from .results import FirstContact

if TYPE_CHECKING:
    from .collision_manager import Group

__all__ = ["EXTERNAL", "Moves", "Options", "find_contact", "read_options", "read_targets"]


@dataclass(frozen=True)
class Options:
    """Options of first contact queries; see first_contact."""

    safety_distance: float
    margin: float
    max_tests: int


def read_options(safety_distance: Any, margin: Any, max_tests: Any) -> Options:
    return Options(
        read_number(safety_distance, "safety_distance"), read_number(margin, "margin"), read_tests(max_tests)
    )


@dataclass(frozen=True)
class Moves:
    """The motions of a group. targets: shape (n, 7). moving: shape (n,), True where a mesh has a target."""

    targets: Floats
    moving: NDArray[Any]


def read_targets(group: Group, targets: Mapping[Any, PoseLike], name: str) -> Moves:
    """Returns the motions of a group. Errors: ValueError for an unknown name or an invalid pose."""
    if not isinstance(targets, Mapping):
        raise TypeError(f"{name} must be a mapping of names to poses, not {type(targets).__name__}")
    places = {label: index for index, label in enumerate(group.names)}
    rows, moving = group.poses[: len(group)].copy(), np.zeros(len(group), dtype=bool)
    for label, target in targets.items():
        if label not in places:
            raise ValueError(f"{name}: {label} is not in the manager")
        rows[places[label]] = read_single_pose(target, name).rows
        moving[places[label]] = True
    if not np.isfinite(rows).all() or np.any(np.abs((rows[:, 3:] ** 2).sum(axis=1) - 1.0) > 1e-6):
        raise ValueError(f"{name} must be finite, with unit quaternions")
    return Moves(rows, moving)


def stay(group: Group) -> Moves:
    return Moves(group.poses[: len(group)], np.zeros(len(group), dtype=bool))


def find_contact(
    a: Group, b: Group, moves_a: Moves, moves_b: Moves | None, options: Options, jobs: int
) -> ManagerContact:
    """Finds the earliest first contact of a pair; the same group twice: of each pair of it."""
    moves_b = moves_b or stay(b)
    pairs = list_candidates(a, b, moves_a, moves_b, options.safety_distance)
    if not len(pairs):
        return make_result(None, None, 1.0, (a, moves_a), (b, moves_b))
    swap = ~moves_a.moving[pairs[:, 0]]  # A of a query moves
    results = find_all(a, b, moves_a, moves_b, pairs, swap, options, jobs)
    times = view_member(results, "t.lo", np.float64)
    states = view_member(results, "state", np.int32)
    ends = np.where(states == _layer.CD_OVERLAP, 0.0, view_member(results, "resolvedTime", np.float64))
    busy = np.flatnonzero(states != _layer.CD_FREE)
    if not len(busy):
        return make_result(None, None, 1.0, (a, moves_a), (b, moves_b))
    first = int(busy[np.argmin(times[busy])])
    i, j = pairs[first].tolist()
    names = (b.names[j], a.names[i]) if swap[first] else (a.names[i], b.names[j])
    contact = FirstContact.of(_layer.cdFirstContact.from_buffer_copy(results[first]))
    return make_result(names, contact, float(ends[busy].min()), (a, moves_a), (b, moves_b))


def list_candidates(a: Group, b: Group, moves_a: Moves, moves_b: Moves, safety: float) -> Pairs:
    """Returns the pairs of which one moves and whose boxes along their paths come within the safety distance."""
    boxes = [get_boxes(group, moves, 0.5 * safety) for group, moves in ((a, moves_a), (b, moves_b))]
    pairs = find_pairs(boxes[0]) if a is b else find_cross_pairs(*boxes)
    return pairs[moves_a.moving[pairs[:, 0]] | moves_b.moving[pairs[:, 1]]]


def get_boxes(group: Group, moves: Moves, more: float) -> Floats:
    """Returns the boxes of the paths of a group, enlarged by a length."""
    count = len(group)
    swept = sweep_boxes(group.centers[:count], group.halves[:count], group.poses[:count], moves.targets)
    boxes = np.where(moves.moving[:, None], swept, group.boxes)
    return boxes + np.array((-more, -more, -more, more, more, more)) * (1.0 + 2.0**-44)


def find_all(
    a: Group, b: Group, moves_a: Moves, moves_b: Moves, pairs: Pairs, swap: NDArray[Any], options: Options, jobs: int
) -> Any:
    """Makes the queries of all pairs; of a swapped pair, B is the mesh that moves."""
    one = [gather(a, moves_a, pairs[:, 0]), gather(b, moves_b, pairs[:, 1])]
    moving = [np.where(swap, one[1].handles, one[0].handles), np.where(swap, one[0].handles, one[1].handles)]
    starts = [pick(swap, one[1].starts, one[0].starts), pick(swap, one[0].starts, one[1].starts)]
    targets = [pick(swap, one[1].targets, one[0].targets), pick(swap, one[0].targets, one[1].targets)]
    both = moves_a.moving[pairs[:, 0]] & moves_b.moving[pairs[:, 1]]
    rows, flag = np.ascontiguousarray(targets[1]), Flag()
    addresses = get_address(rows) + np.arange(len(pairs), dtype=np.uintp) * ctypes.sizeof(_layer.cdPose)
    members = [
        member("meshA", moving[0], np.uintp), member("meshB", moving[1], np.uintp),
        member("startA", starts[0], width=POSE_WIDTH), member("targetA", targets[0], width=POSE_WIDTH),
        member("startB", starts[1], width=POSE_WIDTH), member("targetB", np.where(both, addresses, 0), np.uintp),
        member("inBetween", _layer.CD_EACH_OWN_SCREW, np.int32), *flag_members("budget", flag),
        member("safetyDistance", options.safety_distance), member("margin", options.margin),
        member("budget.maxPairTests", options.max_tests, np.int64),
    ]  # fmt: skip
    inputs = make_inputs(_layer.cdFirstContactInput, len(pairs), members)
    kept = rows, list(a.meshes), list(b.meshes)
    batch = Batch("cdFindFirstContacts", _layer.cdFirstContactBatch, inputs, _layer.cdFirstContact, kept)
    results = batch.run(jobs, flag)
    check_states(results)
    return results


@dataclass(frozen=True)
class Side:
    """Meshes of one side of the pairs, by pair."""

    handles: NDArray[Any]
    starts: Floats
    targets: Floats


def gather(group: Group, moves: Moves, places: NDArray[Any]) -> Side:
    handles = np.array([mesh._handle for mesh in group.meshes], dtype=np.uintp)
    return Side(handles[places], group.poses[places], moves.targets[places])


def pick(swap: NDArray[Any], yes: Floats, no: Floats) -> Floats:
    return np.where(swap[:, None], yes, no)


def make_result(
    names: tuple[Any, Any] | None, contact: FirstContact | None, time: float,
    a: tuple[Group, Moves], b: tuple[Group, Moves],
) -> ManagerContact:  # fmt: skip
    """Returns the result with the poses of all meshes that move."""
    others = {} if a[0] is b[0] else list_poses(*b, time)
    return ManagerContact(names, contact, time, list_poses(*a, time), others)


def list_poses(group: Group, moves: Moves, time: float) -> dict[Any, Pose]:
    """Returns the poses of the meshes that move, at a fraction of the step."""
    poses = {}
    for index in np.flatnonzero(moves.moving).tolist():
        start, target = Pose.from_rows(group.poses[index]), Pose.from_rows(moves.targets[index])
        poses[group.names[index]] = interpolate(start, target, time, group.centers[index])
    return poses
