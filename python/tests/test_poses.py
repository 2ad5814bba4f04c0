"""All accepted forms of a pose are the same pose, and results can be given to the next query."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import firstcontact as fc
from firstcontact import pose as pose_module
from firstcontact.pose import from_matrices, read_pose
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


def test_one_matrix_has_the_bits_of_a_batch() -> None:
    """Red if the library converts one matrix in another way than NumPy a batch, or reads an array in a wrong order."""
    random = np.random.default_rng(12)
    rows = random_rows(random, 3000, 3.0)
    rows[:4, 3:] = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, np.sqrt(0.5), -np.sqrt(0.5), 0]]
    rows[2000:2500, :3] = 0.0  # the transposed matrix is that of a pose, too
    rows[4:1000, 3] *= 1e-7  # near half turns
    rows[4:1000, 3:] /= np.linalg.norm(rows[4:1000, 3:], axis=1, keepdims=True)
    matrices = fc.Pose.from_rows(rows).as_matrix()
    matrices[1500:2000] = matrices[1500:2000].astype(np.float32)  # at the tolerance rather than at rounding
    wanted = read_pose(matrices, "pose").rows
    matrices.flags.writeable = False
    strided = np.zeros((len(matrices), 8, 12))[:, ::2, ::3]
    strided[:] = matrices
    for index, matrix in enumerate(matrices):
        for form in (matrix, matrix.copy(), np.asfortranarray(matrix), strided[index], matrix.tolist()):
            assert read_pose(form, "pose").rows.tobytes() == wanted[index].tobytes()


def test_arrays_of_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red if the library reads an array that is not one of sixteen doubles."""
    matrices = fc.Pose.from_rows(random_rows(np.random.default_rng(13), 100, 3.0)).as_matrix()
    wanted = [read_pose(matrix, "pose") for matrix in matrices]
    monkeypatch.setattr(pose_module, "_make_pose", None)
    for matrix, pose in zip(matrices, wanted):
        assert read_pose(matrix.astype(">f8"), "pose") == pose
        single = matrix.astype(np.float32)
        assert read_pose(single, "pose") == read_pose(single[None].astype(np.float64), "pose")[0]
    assert read_pose(np.eye(4, dtype=np.int64), "pose") == read_pose(np.eye(3), "pose") == fc.Pose()
    for bad in (np.zeros(16), np.zeros((2, 8)), np.zeros((4, 4), dtype=np.complex128)):
        with pytest.raises(ValueError):
            read_pose(bad, "pose")


def test_a_pose_is_not_its_matrix() -> None:
    """Red if a pose changes with the array from which it was read, or if two poses share their memory."""
    matrix = place(1.0, 2.0, 3.0)
    pose = read_pose(matrix, "pose")
    matrix[0, 3] = 9.0
    again = read_pose(matrix, "pose")
    assert pose == fc.Pose((1.0, 2.0, 3.0)) and again == fc.Pose((9.0, 2.0, 3.0))


@pytest.mark.parametrize("at", [(row, column) for row in range(4) for column in range(4)])
def test_errors_of_matrices_have_the_name_of_the_argument(box: fc.Mesh, at: tuple[int, int]) -> None:
    """Red if one of the sixteen numbers is not tested, or if the error does not name its cause."""
    for value in (np.nan, np.inf, -np.inf):
        bad = place(1.0, 2.0, 3.0)
        bad[at] = value
        with pytest.raises(ValueError, match="^at has a NaN or an infinite number"):
            fc.first_contact(box, box, np.eye(4), np.eye(4), bad)
        with pytest.raises(ValueError, match="^target has a NaN or an infinite number"):
            fc.slide(box, box, np.eye(4), bad)
    bad = place(1.0, 2.0, 3.0)
    bad[at] += 0.1
    if at[0] == 3:
        cause = "the last row"
    elif at[1] == 3:
        assert read_pose(bad, "pose").position[at[0]] == bad[at]
        return
    else:
        cause = "the 3x3 part must be a rotation"
    with pytest.raises(ValueError, match=f"^start: {cause}"):
        fc.first_contact(box, box, bad, np.eye(4))
    with pytest.raises(ValueError, match="^pose: the 3x3 part is a reflection"):
        fc.distance(box, box, np.diag([1.0, -1.0, 1.0, 1.0]))


def test_batches_of_matrices(box: fc.Mesh) -> None:
    """Red if one bad matrix of a batch is accepted, or if two matrices of a call are mixed up."""
    rows = random_rows(np.random.default_rng(14), 40, 3.0)
    matrices = fc.Pose.from_rows(rows).as_matrix()
    assert read_pose(matrices[:, :3, :3], "pose").quaternion.tobytes() == read_pose(matrices, "pose").quaternion.tobytes()
    assert len(read_pose(matrices[:0], "pose")) == 0
    for bad, cause in ((2.0, "the 3x3 part must be a rotation"), (np.nan, "pose has a NaN"), (-1.0, "the 3x3 part")):
        broken = matrices.copy()
        broken[31, :, 1] *= bad
        with pytest.raises(ValueError, match=cause):
            read_pose(broken, "pose")
    for first, last in zip(matrices[::2], matrices[1::2]):
        wanted = fc.first_contact(box, box, read_pose(first, "a"), read_pose(last, "a"), read_pose(last, "a"))
        for forms in ((first, last), (np.asfortranarray(first), last.copy()), (first, last.tolist())):
            found = fc.first_contact(box, box, *forms, last)
            assert bytes(found._raw) == bytes(wanted._raw)


def test_tolerance_of_matrices() -> None:
    """A single matrix is accepted exactly where a batch of one is, on both sides of the tolerance."""
    for excess in (0.49e-6, 0.51e-6):
        matrix = np.diag([1.0 + excess, 1.0, 1.0, 1.0])
        if excess < 0.5e-6:
            assert read_pose(matrix, "pose") == from_matrices(matrix[None], "pose")[0]
            continue
        for form in (matrix, matrix[None]):
            with pytest.raises(ValueError, match="scale or shear"):
                read_pose(form, "pose")


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
