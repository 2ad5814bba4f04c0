"""Checks and converts the numbers and arrays that callers give, and reads those of the library.

Each function either returns a valid value or raises ValueError with the argument's name.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer

Floats = NDArray[np.float64]
COUNT_MAX = 2**29  # largest number of points or triangles of a mesh


def read_array(value: ArrayLike, name: str, kinds: str = "fiu") -> NDArray[Any]:
    """Returns the value as an array of real numbers in the machine's byte order."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} is not an array of numbers: {error}") from None
    if array.dtype.kind not in kinds:
        wanted = "whole numbers" if "f" not in kinds else "real numbers"
        raise ValueError(f"{name} must be an array of {wanted}, not of {array.dtype}")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return array


def read_shape(value: ArrayLike, name: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """Returns an array of real numbers of this shape; -1 in the shape: any length."""
    array = read_array(value, name)
    fits = array.ndim == len(shape) and all(want in (-1, have) for want, have in zip(shape, array.shape))
    if not fits:
        raise ValueError(f"{name} must have shape {format_shape(shape)}, not {array.shape}")
    return array


def read_floats(value: ArrayLike, name: str, shape: tuple[int, ...]) -> Floats:
    """Returns a finite array of doubles of this shape; -1 in the shape: any length."""
    floats = to_doubles(read_shape(value, name, shape))
    check_finite(floats, name)
    return floats


def to_doubles(array: NDArray[Any]) -> Floats:
    """Returns an array as contiguous doubles: itself if it is one."""
    return np.ascontiguousarray(array, dtype=np.float64)


def check_finite(array: NDArray[Any], name: str) -> None:
    if not np.isfinite(array).all():
        raise ValueError(f"{name} has a NaN or an infinite number")


def read_triple(value: Any) -> tuple[float, float, float] | None:
    """Returns three finite numbers of a short and frequent form; None: another form, or invalid."""
    if type(value) is np.ndarray:
        if value.shape != (3,) or value.dtype.kind != "f" or value.dtype.itemsize > 8:
            return None
        value = value.tolist()
    elif type(value) not in (tuple, list) or len(value) != 3:
        return None
    x, y, z = value
    if type(x) is float and type(y) is float and type(z) is float and -math.inf < x + y + z < math.inf:
        return x, y, z
    return None


def format_shape(shape: tuple[int, ...]) -> str:
    """Returns a shape for messages, such as (n, 3)."""
    return "(" + ", ".join("n" if size == -1 else str(size) for size in shape) + ("," if len(shape) == 1 else "") + ")"


def read_number(value: Any, name: str, lower: float = 0.0, infinite: bool = False) -> float:
    """Returns a number of at least `lower`, finite unless `infinite`."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be a number, not {value!r}") from None
    if math.isnan(number) or (math.isinf(number) and not infinite):
        raise ValueError(f"{name} must be finite, not {number}")
    if number < lower:
        raise ValueError(f"{name} must be {lower:g} or more, not {number:g}")
    return number


def read_length(value: Any, name: str) -> float:
    """Returns a length of 0 or more."""
    return value if type(value) is float and 0.0 <= value < math.inf else read_number(value, name)


def read_limit(value: Any, name: str = "max_distance") -> float:
    """Returns a length beyond which a search stops; 0 or infinity: none."""
    if type(value) is float and value >= 0.0:
        return value
    return read_number(value, name, infinite=True)


def read_count(value: Any, name: str, lower: int = 0, upper: int = 2**31 - 1) -> int:
    """Returns a whole number in [lower, upper]."""
    if type(value) is int and lower <= value <= upper:
        return value
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name} must be a whole number, not {value!r}")
    if not lower <= value <= upper:
        raise ValueError(f"{name} must be from {lower} to {upper}, not {value}")
    return int(value)


def read_vector(value: ArrayLike, name: str) -> _layer.cdVec3:
    """Returns three finite numbers as a vector of the library."""
    return _layer.cdVec3(*(read_triple(value) or read_floats(value, name, (3,))))


def to_array(struct: ctypes.Structure) -> Floats:
    """Returns a copy of a struct that consists of doubles, such as a cdVec3."""
    return np.frombuffer(bytes(struct), dtype=np.float64).copy()


def get_address(array: NDArray[Any]) -> int:
    """Returns the address of an array's first item."""
    return int(array.__array_interface__["data"][0])


def get_start(memory: bytearray) -> int:
    """Returns the address of the first byte."""
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def view_member(items: Any, path: str, dtype: Any, width: int = 0) -> NDArray[Any]:
    """Returns a member of each struct of an array of ctypes, without a copy. `width`: numbers in the member, 0: one.

    `path` is the name of the member, with dots for members of members.
    """
    kind, offset = items._type_, 0
    stride = ctypes.sizeof(kind)
    for name in path.split("."):
        offset += getattr(kind, name).offset
        kind = dict(kind._fields_)[name]
    size = np.dtype(dtype).itemsize
    if ctypes.sizeof(kind) != size * max(width, 1):
        raise TypeError(f"{path} has another size")
    if len(items) == 0:
        return np.empty((0, width) if width else 0, dtype)
    shape, strides = ((len(items), width), (stride, size)) if width else ((len(items),), (stride,))
    return np.ndarray(shape, dtype, items, offset, strides)


def read_choice(value: Any, name: str, choices: dict[str, int]) -> int:
    """Returns the number of a choice."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return choices[value]
