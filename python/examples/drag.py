"""Drags a box towards a ball, step by step, and stops at first contact.

Each step starts at the pose where the last one ended, so that the box never overlaps the ball.
"""

from __future__ import annotations

import numpy as np

import firstcontact as fc


def make_box(half: float) -> fc.Mesh:
    corners = np.array([[x, y, z] for x in (-half, half) for y in (-half, half) for z in (-half, half)])
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [face for a, b, c, d in sides for face in ((a, b, c), (a, c, d))]
    return fc.Mesh(corners, faces)


def drag(box: fc.Mesh, ball: fc.Mesh, start: fc.Pose, targets: list[fc.Pose]) -> fc.Pose:
    """Moves the box to each target in turn, as far as the ball allows. Returns its last pose."""
    pose = start
    for target in targets:
        found = fc.first_contact(box, ball, pose, target)
        pose = found.resolved_pose
        gap = fc.distance(box, ball, pose).distance
        print(f"{found.state.name.lower():9} t = {found.t[0]:.6f}  x = {pose.position[0]:.6f}  gap = {gap:.1e}")
    return pose


def main() -> None:
    box, ball = make_box(1.0), fc.Mesh.sphere((0.0, 0.0, 0.0), 1.0)
    targets = [fc.Pose((x, 0.0, 0.0)) for x in (4.0, 3.0, 1.0, 0.0, 2.5)]
    pose = drag(box, ball, fc.Pose((5.0, 0.0, 0.0)), targets)
    assert not fc.overlap(box, ball, pose)
    slid = fc.slide(box, ball, pose, fc.Pose((0.0, 3.0, 0.0)))
    print(f"slides to {np.round(slid.pose.position, 3)} in {slid.legs} legs")


if __name__ == "__main__":
    main()
