"""Axis-aligned boxes of many meshes, and the pairs of boxes that overlap: sort and sweep with arrays.

Boxes are rows of a lower and an upper corner, shape (n, 6), world frame. They contain the meshes with certainty: they
are enlarged by the rounding errors. Boxes that only touch overlap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._convert import Floats
from .pose import to_rotations

LENGTH_ERRORS = 4.0  # relative error of a rotation, for each of the squared length of its quaternion
ROUNDING = 2.0**-44  # of the largest coordinate: some 100 operations, each with an error below 2^-52 of it
PAIRS_AT_ONCE = 1 << 20  # candidates that are compared at once

Pairs = NDArray[np.intp]


def place_boxes(centers: Floats, halves: Floats, poses: Floats) -> Floats:
    """Returns the boxes of local boxes, given by centres and half extents, shape (n, 3), at poses, shape (n, 7)."""
    rotations = to_rotations(poses[:, 3:])
    middles = np.einsum("nij,nj->ni", rotations, centers) + poses[:, :3]
    extents = np.einsum("nij,nj->ni", np.abs(rotations), halves)
    return make_boxes(middles, extents, measure(centers, halves, poses))


def measure(centers: Floats, halves: Floats, poses: Floats) -> Floats:
    """Returns a bound on the errors of coordinates, shape (n, 1), also of quaternions that are not quite unit."""
    sizes = (np.abs(centers) + halves).sum(axis=1) + np.abs(poses[:, :3]).sum(axis=1)
    lengths = np.einsum("ni,ni->n", poses[:, 3:], poses[:, 3:])
    return (sizes * (ROUNDING + LENGTH_ERRORS * np.abs(lengths - 1.0)))[:, None]


def make_boxes(middles: Floats, extents: Floats, errors: Floats) -> Floats:
    extents = extents + errors
    return np.concatenate((middles - extents, middles + extents), axis=1)


def sweep_boxes(centers: Floats, halves: Floats, starts: Floats, targets: Floats) -> Floats:
    """Returns boxes that contain the meshes along their screws from start to target poses.

    A point that follows a screw of at most half a turn stays in the ball with its chord as diameter: across the axis a
    circle's arc of at most half a turn does, and along the axis the chord does.
    """
    first = np.einsum("nij,nj->ni", to_rotations(starts[:, 3:]), centers) + starts[:, :3]
    last = np.einsum("nij,nj->ni", to_rotations(targets[:, 3:]), centers) + targets[:, :3]
    radii = 0.5 * np.linalg.norm(last - first, axis=1) + np.linalg.norm(halves, axis=1)
    errors = np.maximum(measure(centers, halves, starts), measure(centers, halves, targets))
    return make_boxes(0.5 * (first + last), np.repeat(radii[:, None], 3, axis=1), errors)


def overlap_boxes(a: Floats, b: Floats) -> NDArray[np.bool_]:
    """Returns where boxes overlap; a and b broadcast."""
    return ((a[..., :3] <= b[..., 3:]) & (b[..., :3] <= a[..., 3:])).all(axis=-1)


def find_pairs(boxes: Floats) -> Pairs:
    """Returns the pairs i < j of boxes that overlap, shape (k, 2), sorted."""
    if len(boxes) < 2:
        return np.empty((0, 2), dtype=np.intp)
    axis = choose_axis(boxes)
    order = np.argsort(boxes[:, axis], kind="stable")
    lower = boxes[order, axis]
    ends = np.searchsorted(lower, boxes[order, axis + 3], side="right")
    pairs = expand(boxes, boxes, order, order, np.arange(1, len(boxes) + 1), ends)
    return sort_pairs(np.sort(pairs, axis=1))


def find_cross_pairs(a: Floats, b: Floats) -> Pairs:
    """Returns the pairs of a box of `a` and one of `b` that overlap, shape (k, 2), sorted."""
    if not len(a) or not len(b):
        return np.empty((0, 2), dtype=np.intp)
    axis = choose_axis(np.concatenate((a, b)))
    order_a, order_b = np.argsort(a[:, axis], kind="stable"), np.argsort(b[:, axis], kind="stable")
    low_a, low_b = a[order_a, axis], b[order_b, axis]
    from_a = expand(  # boxes of b that begin within one of a
        a, b, order_a, order_b, np.searchsorted(low_b, low_a, side="left"),
        np.searchsorted(low_b, a[order_a, axis + 3], side="right"),
    )  # fmt: skip
    from_b = expand(  # boxes of a that begin within one of b, behind its begin
        b, a, order_b, order_a, np.searchsorted(low_a, low_b, side="right"),
        np.searchsorted(low_a, b[order_b, axis + 3], side="right"),
    )  # fmt: skip
    return sort_pairs(np.concatenate((from_a, from_b[:, ::-1])))


def choose_axis(boxes: Floats) -> int:
    """Returns the axis along which the boxes are spread most, for their size."""
    middles = boxes[:, :3] + boxes[:, 3:]
    return int(np.argmax(np.ptp(middles, axis=0) / np.maximum((boxes[:, 3:] - boxes[:, :3]).mean(axis=0), 1e-300)))


def expand(a: Floats, b: Floats, order_a: Pairs, order_b: Pairs, firsts: Pairs, ends: Pairs) -> Pairs:
    """Returns the pairs of order_a[i] and order_b[firsts[i]], ... before ends[i] whose boxes overlap."""
    counts = np.maximum(ends - firsts, 0)
    sums = np.concatenate(([0], np.cumsum(counts)))
    found, begin = [np.empty((0, 2), dtype=np.intp)], 0
    while begin < len(counts):
        stop = max(begin + 1, int(np.searchsorted(sums, sums[begin] + PAIRS_AT_ONCE, side="right")) - 1)
        some = counts[begin:stop]
        left = np.repeat(np.arange(begin, stop), some)
        right = np.arange(len(left)) - np.repeat(sums[begin:stop] - sums[begin], some) + firsts[left]
        one, other = order_a[left], order_b[right]
        keep = overlap_boxes(a[one], b[other])
        found.append(np.stack((one[keep], other[keep]), axis=1))
        begin = stop
    return np.concatenate(found)


def sort_pairs(pairs: Pairs) -> Pairs:
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def find_gaps(a: Floats, b: Floats) -> Floats:
    """Returns lower bounds of the distances of boxes; a and b broadcast."""
    gaps = np.maximum(np.maximum(a[..., :3] - b[..., 3:], b[..., :3] - a[..., 3:]), 0.0)
    return np.linalg.norm(gaps, axis=-1) * (1.0 - ROUNDING)
