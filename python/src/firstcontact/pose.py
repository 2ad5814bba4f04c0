"""Poses: positions and orientations, one or many, in the forms that callers have them.

A pose maps local coordinates to the world frame. Accepted forms:

- a 4x4 matrix, or an array of shape (n, 4, 4) for a batch;
- a pair (position, quaternion wxyz), of shapes (3,) and (4,), or (n, 3) and (n, 4) for a batch;
- any object with a method `as_matrix` that returns a 4x4 or a 3x3 matrix, such as a rotation of SciPy;
- a sequence of such objects, for a batch;
- a Pose; None for the identity.
"""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Iterator, NoReturn, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer
from ._convert import (
    Floats,
    check_finite,
    get_address,
    read_floats,
    read_number,
    read_shape,
    read_vector,
    to_doubles,
)
from ._library import bind_total, call

POSE_WIDTH = ctypes.sizeof(_layer.cdPose) // 8  # doubles of a pose: position, then quaternion w, x, y, z
TOLERANCE = 1e-6  # of squared lengths and of matrices, as in the library: those of floats are accepted

_make_pose = bind_total("cdMakePoseFromMatrix")
_make_poses = bind_total("cdMakePosesFromMatrices")
_DOUBLE = np.dtype(np.float64)
_MATRIX = (4, 4)

PoseLike = Union["Pose", ArrayLike, tuple[ArrayLike, ArrayLike], Sequence[Any], None, Any]


class Pose:
    """A pose, or a batch of them. Immutable.

    position: shape (3,) or (n, 3), in the mesh's unit of length. quaternion: unit, w x y z, shape (4,) or (n, 4).
    A query reads these numbers as they are, so that a pose of a result keeps its bits in the next query.
    """

    __slots__ = ("_rows", "_struct")
    _rows: Floats | None  # None: not made yet, of a single pose
    _struct: _layer.cdPose | None  # the same numbers for the library; None: a batch

    def __init__(self, position: ArrayLike = (0.0, 0.0, 0.0), quaternion: ArrayLike = (1.0, 0.0, 0.0, 0.0)) -> None:
        batch = np.ndim(position) == 2 or np.ndim(quaternion) == 2
        positions = read_floats(position, "position", (-1, 3) if np.ndim(position) == 2 else (3,))
        quaternions = read_floats(quaternion, "quaternion", (-1, 4) if np.ndim(quaternion) == 2 else (4,))
        lengths = np.sum(quaternions * quaternions, axis=-1)
        if np.any(np.abs(lengths - 1.0) > TOLERANCE):
            raise ValueError("quaternion must be of unit length")
        if batch:
            positions, quaternions = np.atleast_2d(positions), np.atleast_2d(quaternions)
            count = len(positions) if len(quaternions) == 1 else len(quaternions)
            if not {len(positions), len(quaternions)} <= {1, count}:
                raise ValueError(f"{len(positions)} positions and {len(quaternions)} quaternions")
            positions = np.broadcast_to(positions, (count, 3))
            quaternions = np.broadcast_to(quaternions, (count, 4))
        self._keep(np.concatenate((positions, quaternions), axis=-1))

    def _keep(self, rows: Floats) -> None:
        rows.flags.writeable = False
        _set_rows(self, rows)
        _set_struct(self, _layer.cdPose.from_buffer_copy(rows.tobytes()) if rows.ndim == 1 else None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a pose is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return Pose.from_rows, (np.array(self.rows),)

    @classmethod
    def from_rows(cls, rows: ArrayLike) -> Pose:
        """Returns the pose of an array of shape (7,) or (n, 7): positions and quaternions as they are."""
        return cls._from_own(np.array(rows, dtype=np.float64))

    @classmethod
    def _from_own(cls, rows: Floats) -> Pose:
        """Returns the pose that keeps an array, which nothing else writes to."""
        pose = object.__new__(cls)
        pose._keep(rows)
        return pose

    @classmethod
    def _from_struct(cls, struct: _layer.cdPose) -> Pose:
        """Returns the single pose that keeps a struct."""
        pose = object.__new__(cls)
        _set_rows(pose, None)
        _set_struct(pose, struct)
        return pose

    @property
    def rows(self) -> Floats:
        """Positions and quaternions, shape (7,) or (n, 7)."""
        rows = self._rows
        if rows is None:
            rows = np.frombuffer(bytes(self._struct), dtype=np.float64)  # type: ignore[arg-type]
            _set_rows(self, rows)
        return rows

    @property
    def position(self) -> Floats:
        return self.rows[..., :3]

    @property
    def quaternion(self) -> Floats:
        return self.rows[..., 3:]

    @property
    def is_batch(self) -> bool:
        """True if it is an array of poses."""
        return self._struct is None

    def as_matrix(self) -> Floats:
        """Returns matrices of shape (4, 4) or (n, 4, 4)."""
        matrices = np.zeros(self.rows.shape[:-1] + (4, 4))
        matrices[..., :3, :3] = to_rotations(self.quaternion)
        matrices[..., :3, 3] = self.position
        matrices[..., 3, 3] = 1.0
        return matrices

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return self.as_matrix().astype(dtype or np.float64, copy=False)

    def __len__(self) -> int:
        if not self.is_batch:
            raise TypeError("a single pose has no length")
        return len(self.rows)

    def __getitem__(self, index: Any) -> Pose:
        if not self.is_batch:
            raise TypeError("a single pose has no items")
        return Pose.from_rows(self.rows[index])

    def __iter__(self) -> Iterator[Pose]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pose) and np.array_equal(self.rows, other.rows)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self.is_batch:
            return f"Pose(batch of {len(self)})"
        return f"Pose({self.position.tolist()}, {self.quaternion.tolist()})"


_set_rows = Pose.__dict__["_rows"].__set__
_set_struct = Pose.__dict__["_struct"].__set__
IDENTITY = Pose()


def to_rotations(quaternions: Floats) -> Floats:
    """Returns rotation matrices of quaternions of shape (..., 4)."""
    w, x, y, z = np.moveaxis(quaternions, -1, 0)
    rows = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def is_matrix(value: Any) -> bool:
    """Returns true for a 4x4 array of doubles, in any order in memory."""
    return type(value) is np.ndarray and value.shape == _MATRIX and value.dtype is _DOUBLE


def make_pair(first: Any, second: Any, poses: Any) -> bool:
    """Converts two values that are matrices into poses[2]. Returns false if the library refuses one."""
    return _make_poses(first.tobytes() + second.tobytes(), 2, poses) == 2  # rows first, whatever the order in memory


def read_pose(value: Any, name: str) -> Pose:
    """Returns one pose or a batch, from any of the accepted forms, a PoseLike. Errors: ValueError with the name."""
    if isinstance(value, Pose):
        return value
    if is_matrix(value):
        struct = _layer.cdPose()
        if _make_pose(value.tobytes(), byref(struct)):  # rows first, whatever the order in memory
            return Pose._from_struct(struct)
        refuse_matrix(value, name)
    if value is None:
        return IDENTITY
    if hasattr(value, "as_matrix"):
        return from_matrices(value.as_matrix(), name)
    if is_pair(value):
        return read_pair(value, name)
    if isinstance(value, (list, tuple)) and value and all(map(is_pose_object, value)):
        return read_sequence(value, name)
    return from_matrices(value, name)


def is_pose_object(value: Any) -> bool:
    return isinstance(value, Pose) or hasattr(value, "as_matrix") or is_pair(value)


def is_pair(value: Any) -> bool:
    """Returns true for a pair of position and quaternion, by their lengths."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return False
    try:
        shapes = [np.shape(part) for part in value]
    except ValueError:
        return False
    return all(1 <= len(shape) <= 2 for shape in shapes) and shapes[0][-1] == 3 and shapes[1][-1] == 4


def read_pair(value: Any, name: str) -> Pose:
    try:
        return Pose(value[0], value[1])
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def read_sequence(values: Sequence[Any], name: str) -> Pose:
    """Returns the batch of a sequence of single poses."""
    poses = [read_pose(value, f"{name}[{index}]") for index, value in enumerate(values)]
    if any(pose.is_batch for pose in poses):
        raise ValueError(f"{name} is a sequence of batches; give a batch or a sequence of poses")
    return Pose.from_rows([pose.rows for pose in poses])


def from_matrices(value: ArrayLike, name: str) -> Pose:
    """Returns the poses of rigid 4x4 or 3x3 matrices, which the library converts."""
    matrices = read_matrices(value, name)
    flat = matrices.reshape(-1, 4, 4)
    rows = np.empty((len(flat), POSE_WIDTH))
    made = _make_poses(get_address(flat), len(flat), get_address(rows))
    if made < len(flat):
        refuse_matrix(flat[made], name)
    return Pose._from_own(rows if matrices.ndim == 3 else rows[0])


def read_matrices(value: ArrayLike, name: str) -> Floats:
    """Returns contiguous 4x4 matrices, shape (4, 4) or (n, 4, 4), also those of 3x3 ones."""
    dimension = np.ndim(value)
    size = 3 if dimension in (2, 3) and np.shape(value)[-1] == 3 else 4
    array = read_shape(value, name, (-1, size, size) if dimension == 3 else (size, size))
    if size == 4:
        return to_doubles(array)
    matrices = np.zeros(array.shape[:-2] + _MATRIX)
    matrices[..., :3, :3] = array
    matrices[..., 3, 3] = 1.0
    return matrices


def refuse_matrix(matrix: Floats, name: str) -> NoReturn:
    """Raises ValueError with the reason for which the library refuses a matrix."""
    check_finite(matrix, name)
    rotation = matrix[:3, :3]
    if np.any(np.abs(matrix[3] - (0.0, 0.0, 0.0, 1.0)) > TOLERANCE):
        raise ValueError(f"{name}: the last row of a pose must be 0 0 0 1")
    if np.abs(rotation.T @ rotation - np.eye(3)).max() <= TOLERANCE and np.linalg.det(rotation) < 0.0:
        raise ValueError(f"{name}: the 3x3 part is a reflection; it must be a rotation")
    raise ValueError(f"{name}: the 3x3 part must be a rotation, without scale or shear")


def read_single_pose(value: PoseLike, name: str) -> Pose:
    """Returns one pose; refuses a batch."""
    pose = read_pose(value, name)
    if pose._struct is None:
        raise ValueError(f"{name} must be a single pose, not a batch")
    return pose


def interpolate(start: PoseLike, target: PoseLike, time: float, reference: ArrayLike = (0.0, 0.0, 0.0)) -> Pose:
    """Returns the pose at a fraction of the step, from 0 to 1, on the screw that queries follow.

    Exactly `start` at 0 and `target` at 1. reference: point of the mesh, shape (3,), local frame; best its centre, where
    the formulas lose no digits.
    """
    poses = [to_struct(read_single_pose(pose, name)) for pose, name in ((start, "start"), (target, "target"))]
    fraction = read_number(time, "time")
    if fraction > 1.0:
        raise ValueError(f"time must be from 0 to 1, not {fraction:g}")
    motion = call("cdMakeMotion", *poses, read_vector(reference, "reference"))
    return Pose._from_struct(call("cdGetPoseAt", ctypes.byref(motion), fraction))


def to_struct(pose: Pose) -> _layer.cdPose:
    """Returns a single pose as the struct of the library, bit for bit."""
    assert pose._struct is not None
    return pose._struct


def from_struct(struct: _layer.cdPose) -> Pose:
    """Returns the pose of a struct of the library, bit for bit."""
    return Pose._from_struct(_layer.cdPose.from_buffer_copy(struct))
