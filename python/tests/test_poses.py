"""All accepted forms of a pose are the same pose, and results can be given to the next query."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import firstcontact as fc
from firstcontact.pose import read_pose
from shapes import place, random_rows


class Rotation:
    """An object like a rotation of SciPy."""

    def __init__(self, matrix: np.ndarray) -> None:
        self.matrix = matrix

    def as_matrix(self) -> np.ndarray:
        return self.matrix


def test_matrix_and_quaternion_agree() -> None:
    """Red if a column of the conversion has a wrong sign; half turns have w = 0."""
    rows = random_rows(np.random.default_rng(1), 500, 3.0)
    rows[:4, 3:] = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, np.sqrt(0.5), -np.sqrt(0.5), 0]]
    pose = fc.Pose.from_rows(rows)
    again = read_pose(pose.as_matrix(), "pose")
    sign = np.sign(np.sum(again.quaternion * pose.quaternion, axis=1, keepdims=True))
    assert np.abs(again.quaternion - sign * pose.quaternion).max() < 1e-15
    assert np.array_equal(again.position, pose.position)


def test_forms_of_one_pose() -> None:
    matrix = place(1.0, 2.0, 3.0)
    pair = ((1.0, 2.0, 3.0), (1.0, 0.0, 0.0, 0.0))
    forms = [matrix, matrix.tolist(), pair, list(pair), Rotation(matrix), fc.Pose(*pair), matrix.astype(np.float32)]
    forms += [np.asfortranarray(matrix), matrix.astype(">f8")]
    for form in forms:
        assert read_pose(form, "pose") == fc.Pose(*pair)
    assert read_pose(None, "pose") == read_pose(Rotation(np.eye(3)), "pose") == fc.Pose()


def test_forms_of_a_batch() -> None:
    matrices = np.stack([place(x, 0.0, 0.0) for x in range(3)])
    forms = [matrices, list(matrices), [Rotation(matrix) for matrix in matrices], fc.Pose(matrices[:, :3, 3])]
    forms += [(matrices[:, :3, 3], [[1.0, 0.0, 0.0, 0.0]] * 3), [fc.Pose(matrix[:3, 3]) for matrix in matrices]]
    for form in forms:
        assert read_pose(form, "pose") == fc.Pose(matrices[:, :3, 3])
    assert len(read_pose(matrices, "pose")) == 3


def test_pose_is_an_array_and_a_value() -> None:
    pose = fc.Pose((1.0, 0.0, 0.0))
    assert np.array_equal(np.asarray(pose), place(1.0, 0.0, 0.0))
    assert pickle.loads(pickle.dumps(pose)) == copy.deepcopy(pose) == pose
    with pytest.raises(ValueError):
        pose.position[0] = 2.0
    with pytest.raises(AttributeError):
        pose.rows = 1


SHEAR = np.eye(4)
SHEAR[0, 1] = 0.1


@pytest.mark.parametrize(
    "bad",
    [
        2.0 * np.eye(4), SHEAR, np.diag([1.0, 1.0, -1.0, 1.0]), np.full((4, 4), np.nan), np.zeros((4, 4)), "pose",
        np.eye(5), np.zeros((0, 4)), [[1.0, 2.0], [3.0]], ((0, 0, 0), (2, 0, 0, 0)), ((0, 0, np.inf), (1, 0, 0, 0)),
        np.eye(4) * 1j, {}, ((0, 0, 0), (0, 0, 0, 0)), np.array([["a"] * 4] * 4), object(),
    ],
)  # fmt: skip
def test_invalid_poses(box: fc.Mesh, bad: object) -> None:
    with pytest.raises(ValueError):
        fc.first_contact(box, box, bad, np.eye(4))
    with pytest.raises(ValueError):
        fc.distance(box, box, np.eye(4), bad)
