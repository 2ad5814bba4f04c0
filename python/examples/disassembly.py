"""Finds an order in which the parts of an assembly can be removed, each along one of six directions.

A part can be removed if its motion is free of contact with all other parts. `first_contact` certifies the whole
motion: a thin part in its path is never missed. The parts fit flush, so that each may penetrate the others by the
allowance.
"""

from __future__ import annotations

from itertools import product

import numpy as np

import firstcontact as fc

FAR, ALLOWANCE = 20.0, 1e-3  # length of the motion out; allowed penetration, length
DIRECTIONS = {"+x": (1, 0, 0), "-x": (-1, 0, 0), "+y": (0, 1, 0), "-y": (0, -1, 0), "+z": (0, 0, 1), "-z": (0, 0, -1)}

# Each part as boxes: lower and upper corner.
ASSEMBLY = {
    "housing": [
        ((-3, 0, -2), (3, 0.5, 2)),  # bottom
        ((-3, 0.5, -2), (-2.5, 3, 2)),  # walls; the one at +x is lower, and the lid slides over it
        ((2.5, 0.5, -2), (3, 2, 2)),
        ((-2.5, 0.5, -2), (2.5, 2, -1.5)),
        ((-2.5, 0.5, 1.5), (2.5, 2, 2)),
        ((-2.5, 2.5, -2), (3, 3, -1.5)),  # rails above the lid
        ((-2.5, 2.5, 1.5), (3, 3, 2)),
    ],
    "lid": [
        ((-2.5, 2, -2), (0, 2.5, 2)),
        ((0, 2, -2), (1, 2.5, -0.25)),  # beside the hole of the pin
        ((0, 2, 0.25), (1, 2.5, 2)),
        ((1, 2, -2), (3, 2.5, 2)),
    ],
    "pin": [((0, 1.5, -0.25), (1, 2.5, 0.25)), ((-0.25, 2.5, -0.5), (1.25, 2.75, 0.5))],  # through the lid; its head
    "block": [((-2.5, 0.5, -1.5), (-0.5, 2, 1.5))],
    "plate": [((0, 0.5, -1.5), (2.5, 0.6, 1.5))],
    "weight": [((0, 0.6, -1.5), (2.5, 1.5, 1.5))],
}


def make_boxes(corners: list[tuple[tuple[float, ...], tuple[float, ...]]]) -> list[fc.Mesh]:
    """Returns a mesh for each box of a part."""
    hulls = [fc.convex_hull(np.array(list(product(*zip(lower, upper))), dtype=float)) for lower, upper in corners]
    return [fc.Mesh(hull) for hull in hulls]


def find_exit(part: list[fc.Mesh], others: list[fc.Mesh]) -> str | None:
    """Returns a direction in which all boxes of a part leave all other boxes without contact, or None."""
    pairs = list(product(part, others))
    for name, direction in DIRECTIONS.items():
        if not pairs:
            return name
        target = fc.Pose(FAR * np.array(direction, dtype=float))
        found = fc.first_contact([a for a, _ in pairs], [b for _, b in pairs], None, target, allowance=ALLOWANCE)
        if np.all(found.states == fc.State.FREE):
            return name
    return None


def main() -> None:
    parts = {name: make_boxes(corners) for name, corners in ASSEMBLY.items()}
    order = []
    while len(parts) > 1:
        exits = {}
        for name, part in parts.items():
            others = [box for other in parts.values() if other is not part for box in other]
            exits[name] = None if name == "housing" else find_exit(part, others)  # the housing is fixed
        blocked = [name for name, direction in exits.items() if direction is None]
        name = next(name for name, direction in exits.items() if direction is not None)
        print(f"remove {name:6} along {exits[name]}; blocked: {', '.join(blocked)}")
        order.append((name, exits[name]))
        del parts[name]
    # The pin locks the lid, the lid covers the rest, the weight lies on the plate.
    assert order == [("pin", "+y"), ("lid", "+x"), ("block", "+y"), ("weight", "+y"), ("plate", "+y")]


if __name__ == "__main__":
    main()
