"""Scenes taken apart by the program: groups, their paths among the parts that are left, proofs, errors."""

from __future__ import annotations

from pathlib import Path

import pytest

import firstcontact as fc

TUB = Path(__file__).resolve().parents[2] / "assets" / "tub.json"


def test_groups(program: Path) -> None:
    """The rings stay together with a proof, tongue and groove leave together. Red: other names, a lost index."""
    removals = fc.disassemble(TUB, rounds=1, threads=2)
    assert [item.parts for item in removals] == [
        ("ring 1", "ring 2"), ("tongue", "groove"), ("tongue",), ("groove",), ("ring 1",), ("ring 2",)
    ]  # fmt: skip
    assert [item.within for item in removals] == [None, None, 1, 1, 0, 0]
    assert [item.status for item in removals] == ["free"] * 4 + ["impossible"] * 2
    first, ring = removals[0], removals[-1]
    assert first.path is not None and len(first.path) >= 2 and first.clearance is not None
    assert 0.0 < first.clearance[0] <= first.clearance[1]
    assert (ring.proofs, ring.obstacle, ring.path, ring.clearance) == (("linked",), "ring 1", None, None)
    again = fc.disassemble(TUB, rounds=1, threads=1)[0]
    assert again.path is not None and again.path.poses == first.path.poses


def test_path_of_group(program: Path) -> None:
    """The path of tongue and groove is free of the tub, both as one set. Red: the path of another frame."""
    scene = fc.Scene.load(TUB)
    pair = fc.disassemble(TUB, rounds=1)[1]
    places = dict(zip(scene.meshes, scene.poses))
    assert pair.path is not None and places["tongue"] == places["groove"]
    found = fc.path_contact([scene.meshes[name] for name in pair.parts], scene.meshes["tub"], pair.path)
    assert found.state == fc.State.FREE


def test_one_part(program: Path) -> None:
    """Without groups, and for one part, nothing comes out. Red: options that are not passed on."""
    alone = fc.disassemble(TUB, rounds=1, largest_group=1)
    assert len(alone) == 4 and all(item.path is None for item in alone)
    (ring,) = fc.disassemble(TUB, "ring 2", rounds=1)
    assert ring.parts == ("ring 2",) and ring.proofs == ("linked",)


def test_errors(program: Path) -> None:
    with pytest.raises(ValueError, match="no object 'lid'"):
        fc.disassemble(TUB, "lid")
    with pytest.raises(ValueError, match="nothing.json"):
        fc.disassemble("nothing.json")
