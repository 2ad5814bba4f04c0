"""Proofs that there is no way out: linked rings, a caged block, limits, errors."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import firstcontact as fc
from shapes import place
from test_planning import make_block, make_hole, make_ring

ACROSS = (np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0)


def test_linked() -> None:
    """Red if the set and the obstacles are exchanged, or a proof has another name."""
    ring = make_ring()
    far = (ring, place(9.0, 0.0, 0.0))
    found = fc.find_trap([far, ring], [far, (ring, fc.Pose((1.0, 0.0, 0.0), ACROSS))], place(0.0, 0.0, 0.01))
    assert found.overlaps and (found.shape, found.obstacle) == (0, 0)
    low = (ring, place(0.0, 0.0, 9.0))
    found = fc.find_trap([low, ring], [far, (ring, fc.Pose((1.0, 0.0, 0.0), ACROSS))], place(0.0, 0.0, 0.01))
    assert found.is_trapped and found.proofs == ("linked",) and abs(found.linking_number) == 1
    assert (found.shape, found.obstacle, found.reason) == (1, 1, "none")
    assert pickle.loads(pickle.dumps(found)).proofs == ("linked",)
    assert not fc.find_trap(ring, [far]).is_trapped


def test_cage() -> None:
    """Red if `proofs` or the start does not reach the library."""
    peg, hole = make_block(0.25, 0.5, 0.25), make_hole(0.1)
    lid = (make_block(0.8, 0.1, 0.8), place(0.0, 1.2, 0.0))
    found = fc.find_trap(peg, [*hole, lid], place(0.0, 0.05, 0.0))
    assert found.proofs == ("caged",) and 0.2 < found.ball_radius <= 0.25 and found.cells > 10
    some = fc.find_trap(peg, [*hole, lid], place(0.0, 0.05, 0.0), proofs=("translations",))
    assert some.proofs == ("translations",) and not some.is_trapped
    assert fc.find_trap(peg, hole, place(0.0, 0.05, 0.0)).proofs == ()


def test_limits_and_errors(box: fc.Mesh) -> None:
    """Red if `max_tests` does not reach the library."""
    few = fc.find_trap(make_block(0.25, 0.5, 0.25), make_hole(0.1), place(0.0, 0.05, 0.0), max_tests=1000)
    assert few.reason == "budget" and few.tests <= 1000 and few.proofs == ()
    assert fc.find_trap(box, []).proofs == ()
    with pytest.raises(ValueError, match="proofs must be names"):
        fc.find_trap(box, [], proofs=("impossible",))
    with pytest.raises(ValueError, match="a is an empty list"):
        fc.find_trap([], box)
