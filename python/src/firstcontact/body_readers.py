"""Readers of the properties of bodies and joints: names, and checked values."""

from __future__ import annotations

import ctypes
from typing import Any, Callable

import numpy as np

from . import _layer
from ._convert import read_choice, read_count, read_number, read_vector

KINDS = {
    "fixed": _layer.CD_BODY_FIXED,
    "dynamic": _layer.CD_BODY_DYNAMIC,
    "kinematic": _layer.CD_BODY_KINEMATIC,
    "driven": _layer.CD_BODY_DRIVEN,
}
RESPONSES = {"stop": _layer.CD_MOVE_STOP, "slide": _layer.CD_MOVE_SLIDE, "through": _layer.CD_MOVE_THROUGH}
LOCK_FRAMES = {"world": _layer.CD_LOCK_WORLD, "body": _layer.CD_LOCK_BODY}
BITS_MAX = 2**32 - 1


def read_axes(value: Any, name: str) -> int:
    """Returns the bits of axes such as "xz"."""
    if not isinstance(value, str) or not set(value) <= set("xyz"):
        raise ValueError(f"{name} must consist of the letters x, y and z")
    return sum(1 << "xyz".index(axis) for axis in set(value))


def read_any_number(value: Any, name: str) -> float:
    return read_number(value, name, -np.inf)


def read_bits(value: Any, name: str) -> int:
    return read_count(value, name, 0, BITS_MAX)


def read_group(value: Any, name: str) -> int:
    return read_count(value, name, -(2**31))


Reader = Callable[[Any, str], Any]
PROPERTIES: dict[str, tuple[str, Reader]] = {
    "velocity": ("velocity", read_vector),
    "angular_velocity": ("angularVelocity", read_vector),
    "density": ("density", read_number),
    "mass": ("mass", read_number),
    "restitution": ("restitution", read_number),
    "friction": ("friction", read_number),
    "linear_damping": ("linearDamping", read_number),
    "angular_damping": ("angularDamping", read_number),
    "gravity_scale": ("gravityScale", read_any_number),
    "max_speed": ("maxSpeed", read_number),
    "max_spin": ("maxSpin", read_number),
    "force": ("force", read_vector),
    "torque": ("torque", read_vector),
    "lock_translation": ("lockTranslation", read_axes),
    "lock_rotation": ("lockRotation", read_axes),
    "lock_frame": ("lockFrame", lambda value, name: read_choice(value, name, LOCK_FRAMES)),
    "category": ("category", read_bits),
    "mask": ("mask", read_bits),
    "group": ("group", read_group),
    "sensor": ("sensor", lambda value, name: bool(value)),
}


def set_properties(
    struct: ctypes.Structure, values: dict[str, Any], known: dict[str, tuple[str, Reader]]
) -> None:
    """Writes named values into a struct. Errors: ValueError for an unknown name or an invalid value."""
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"unknown property '{name}'; known: {', '.join(known)}")
        member, read = known[name]
        setattr(struct, member, read(value, name))
