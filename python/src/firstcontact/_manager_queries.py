"""Overlaps and distances of two groups of meshes: candidates by boxes, then batches of exact queries in C."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._boxes import Pairs, find_cross_pairs, find_gaps, find_pairs
from ._convert import Floats, view_member
from ._triangles import separate_triangles
from ._threads import Flag
from .batch import Batch, Member, check_states, flag_members, get_rows, make_inputs, make_items, member
from .batches import PAIRS_FIRST, list_pairs
from .manager_data import ContactData
from .pose import POSE_WIDTH, to_rotations
from .results import Distance

if TYPE_CHECKING:
    from .collision_manager import Group

FIRST, MOST = 64, 4096  # sizes of the first and the largest batch of a search that may end early
ROWS = 1 << 18  # gaps of boxes that are computed at once


@dataclass(frozen=True)
class Overlapping:
    """Pairs of meshes that overlap, shape (k, 2), and the inputs and results of their tests, which are k."""

    pairs: Pairs
    inputs: Any
    results: Any


def list_members(a: Group, b: Group, pairs: Pairs, flag: Flag) -> list[Member]:
    """Returns the members that the inputs of distances and overlaps of pairs have in common."""
    members = flag_members("budget", flag)
    for group, column, mesh, pose in ((a, 0, "meshA", "poseA"), (b, 1, "meshB", "poseB")):
        handles = np.array([item._handle for item in group.meshes], dtype=np.uintp)
        members.append(member(mesh, handles[pairs[:, column]], np.uintp))
        members.append(member(pose, group.poses[pairs[:, column]], width=POSE_WIDTH))
    return members


def take(items: Any, chosen: NDArray[Any]) -> Any:
    """Returns some structs of an array, copied."""
    taken = make_items(items._type_, len(chosen))
    if len(chosen):
        get_rows(taken)[:] = get_rows(items)[chosen]
    return taken


def find_overlaps(a: Group, b: Group, jobs: int, every: bool) -> Overlapping:
    """Finds the pairs that overlap; the same group twice: each pair of it. every: False to stop after some."""
    candidates = find_pairs(a.boxes) if a is b else find_cross_pairs(a.boxes, b.boxes)
    begin, size = 0, len(candidates) if every else FIRST
    while True:
        part = candidates[begin : begin + size]
        flag = Flag()
        inputs = make_inputs(_layer.cdOverlapInput, len(part), list_members(a, b, part, flag))
        kept = list(a.meshes), list(b.meshes)
        results = Batch("cdFindOverlaps", _layer.cdOverlapBatch, inputs, _layer.cdOverlap, kept).run(jobs, flag)
        check_states(results)
        hits = np.flatnonzero(view_member(results, "state", np.int32) == _layer.CD_OVERLAP)
        begin, size = begin + size, min(2 * size, MOST)
        if len(hits) or begin >= len(candidates):
            return Overlapping(part[hits], take(inputs, hits), take(results, hits))


def list_contacts(found: Overlapping, a: Group, b: Group, jobs: int) -> list[ContactData]:
    """Returns the contacts of all pairs of triangles."""
    left = np.arange(len(found.pairs))
    room = np.full(len(found.pairs), PAIRS_FIRST, dtype=np.int64)
    triangles: dict[int, NDArray[np.int32]] = {}
    while len(left):
        left = list_pairs(found.inputs, left, room, triangles, found.results, jobs, (a.meshes, b.meshes))
    return make_contacts(found.pairs, triangles, a, b) if len(found.pairs) else []


def make_contacts(pairs: Pairs, triangles: dict[int, NDArray[np.int32]], a: Group, b: Group) -> list[ContactData]:
    """Returns the contacts of the pairs of triangles of each pair of meshes."""
    items = [triangles[index] for index in range(len(pairs))]
    counts = np.array([len(item) for item in items])
    corners, ids = [], []
    for side, group in enumerate((a, b)):
        meshes = [group.meshes[index] for index in pairs[:, side]]
        local = [mesh._get_corners(item[:, side]) for mesh, item in zip(meshes, items)]
        corners.append(place(np.concatenate(local), np.repeat(group.poses[pairs[:, side]], counts, axis=0)))
        ids.append(np.concatenate([mesh._get_ids(item[:, side]) for mesh, item in zip(meshes, items)]).tolist())
    radii = [a.meshes[i].rounding_radius + b.meshes[j].rounding_radius for i, j in pairs]
    radius = np.repeat(radii, counts)
    found = separate_triangles(corners[0], corners[1], radius == 0.0)
    depths = np.maximum(radius - found.gaps, 0.0).tolist()
    names = [(a.names[i], b.names[j]) for i, j in pairs]
    owners = np.repeat(np.arange(len(pairs)), counts).tolist()
    return [
        ContactData(names[owner], (ids[0][k], ids[1][k]), found.points[k], found.normals[k], depths[k])
        for k, owner in enumerate(owners)
    ]


def place(corners: Floats, poses: Floats) -> Floats:
    """Returns corners, shape (k, 3, 3), at k poses."""
    return np.einsum("kij,kcj->kci", to_rotations(poses[:, 3:]), corners) + poses[:, None, :3]


@dataclass(frozen=True)
class Nearest:
    """The nearest pair of meshes and its distance."""

    pair: tuple[int, int]
    distance: Distance


def find_nearest(a: Group, b: Group, jobs: int, only: int | None = None) -> Nearest | None:
    """Finds the nearest pair; the same group twice: of it, or of the mesh `only` and another one. None: no pair.

    Pairs are tested in the order of the gaps of their boxes, which bound their distances, until the next gap is
    larger than the smallest distance. Of equally near pairs the first in this order counts.
    """
    gaps, pairs = list_gaps(a, b, only)
    best: Nearest | None = None
    begin, size, bound = 0, 1, 0.0
    while begin < len(pairs) and (best is None or (gaps[begin] <= bound and bound > 0.0)):
        part = pairs[begin : begin + size]
        flag = Flag()
        members = [*list_members(a, b, part, flag), member("maxDistance", 0.0 if best is None else bound)]
        inputs = make_inputs(_layer.cdDistanceInput, len(part), members)
        kept = list(a.meshes), list(b.meshes)
        batch = Batch("cdFindDistances", _layer.cdDistanceBatch, inputs, _layer.cdDistance, kept)
        results = batch.run(jobs, flag)
        check_states(results)
        beyond = view_member(results, "beyond", np.bool_)
        distances = np.where(beyond, np.inf, view_member(results, "distance", np.float64))
        place = int(np.argmin(distances))
        if best is None or distances[place] < bound:
            raw = _layer.cdDistance.from_buffer_copy(results[place])
            best = Nearest((int(part[place, 0]), int(part[place, 1])), Distance.of(raw))
            bound = float(distances[place])
        begin, size = begin + size, min(max(2 * size, FIRST), MOST)
    return best


def list_gaps(a: Group, b: Group, only: int | None) -> tuple[Floats, Pairs]:
    """Returns the pairs that may be nearest with the gaps of their boxes, sorted by them.

    A pair may be nearest if its gap is at most the smallest of the largest distances that boxes allow.
    """
    rows = [only] if only is not None else range(len(a))
    bound = np.inf
    parts: list[tuple[Floats, Pairs]] = []
    height = max(1, ROWS // max(len(b), 1))
    for first in range(0, len(rows), height):
        some = np.array(rows[first : first + height])
        gaps = find_gaps(a.boxes[some, None], b.boxes[None])
        spans = find_spans(a.boxes[some, None], b.boxes[None])
        if a is b:
            others = np.arange(len(b))[None]
            skip = others == some[:, None] if only is not None else others <= some[:, None]
            gaps[skip] = spans[skip] = np.inf
        bound = min(bound, float(spans.min(initial=np.inf)))
        at = np.nonzero((gaps <= bound) & np.isfinite(gaps))
        parts.append((gaps[at], np.stack((some[at[0]], at[1]), axis=1)))
    if not parts:
        return np.empty(0), np.empty((0, 2), dtype=np.intp)
    gaps, pairs = np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    keep = gaps <= bound
    order = np.argsort(gaps[keep], kind="stable")
    return gaps[keep][order], pairs[keep][order]


def find_spans(a: Floats, b: Floats) -> Floats:
    """Returns upper bounds of the distances of meshes in boxes: of their farthest points; a and b broadcast."""
    spans = np.maximum(a[..., 3:] - b[..., :3], b[..., 3:] - a[..., :3])
    return np.linalg.norm(spans, axis=-1) * (1.0 + 2.0**-44)
