"""Reads JSON and checks its values. Errors: ValueError that begins with FILE:LINE."""

from __future__ import annotations

import json
import math
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, Iterable, NoReturn

import numpy as np

from ._convert import Floats
from .pose import POSE_WIDTH, Pose

NUMBER_MAX = 1e100
UNIT_TOLERANCE = 1e-3  # of the length of a quaternion, which is then normalised
EXACT_TOLERANCE = 8.0 * np.finfo(np.float64).eps  # of the squared length of one that is kept bit for bit
_BLANKS = re.compile(r"[ \t\r\n]*")


class JsonValue:
    """A value of a JSON text, with its place for messages."""

    def __init__(self, value: Any, text: str, path: str, line: int = 1, place: tuple[str | int, ...] = ()) -> None:
        self.value = value
        self.text, self.path, self.line, self.place = text, path, line, place

    def fail(self, message: str) -> NoReturn:
        """Raises the error with the line at which the value begins."""
        begin = find_value(self.text, self.place)
        raise ValueError(f"{self.path}:{self.line + self.text.count(chr(10), 0, begin)}: {message}") from None

    def _at(self, key: str | int) -> JsonValue:
        return JsonValue(self.value[key], self.text, self.path, self.line, self.place + (key,))

    @property
    def name(self) -> str:
        """The key of the value, or that of the array in which it is."""
        return next((key for key in reversed(self.place) if isinstance(key, str)), "the text")

    def check_keys(self, keys: Iterable[str], what: str) -> None:
        """Refuses a value that is not an object, and keys that are not known."""
        if not isinstance(self.value, dict):
            self.fail(f"{what} must be an object")
        for key in self.value:
            if key not in keys:
                self._at(key).fail(f'unknown key "{key}" in {what}')

    def get(self, key: str) -> JsonValue | None:
        """Returns a member of an object; None: absent."""
        return self._at(key) if key in self.value else None

    def require(self, key: str, what: str) -> JsonValue:
        """Returns a member of an object. Errors: ValueError if it is absent."""
        if not isinstance(self.value, dict) or key not in self.value:
            self.fail(f"{what} needs {key}")
        return self._at(key)

    def read_items(self) -> list[JsonValue]:
        """Returns the items of an array."""
        if not isinstance(self.value, list):
            self.fail(f"{self.name} must be an array")
        return [self._at(index) for index in range(len(self.value))]

    def read_text(self) -> str:
        if not isinstance(self.value, str):
            self.fail(f"{self.name} must be a string")
        return self.value

    def read_bool(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail(f"{self.name} must be true or false")
        return self.value

    def read_choice(self, names: Iterable[str]) -> str:
        if not isinstance(self.value, str) or self.value not in names:
            self.fail(f"{self.name} must be one of {', '.join(names)}")
        return self.value

    def read_number(self, lower: float = -NUMBER_MAX, upper: float = NUMBER_MAX) -> float:
        """Returns a number in [lower, upper]."""
        if not is_number(self.value):
            self.fail(f"{self.name} must be a finite number")
        if not lower <= self.value <= upper:
            self.fail(f"{self.name} must be from {lower:g} to {upper:g}")
        return float(self.value)

    def read_whole(self, lower: int, upper: int) -> int:
        """Returns a whole number in [lower, upper]."""
        number = self.read_number(lower, upper)
        if not number.is_integer():
            self.fail(f"{self.name} must be a whole number")
        return int(number)

    def read_numbers(self, count: int) -> Floats:
        """Returns an array of that many numbers."""
        if not isinstance(self.value, list) or len(self.value) != count or not all(map(is_number, self.value)):
            self.fail(f"{self.name} must be an array of {count} finite numbers")
        numbers = np.array(self.value, dtype=np.float64)
        if np.any(np.abs(numbers) > NUMBER_MAX):
            self.fail(f"{self.name} must have numbers of at most {NUMBER_MAX:g}")
        return numbers

    def read_pose(self) -> Pose:
        """Returns a pose of px, py, pz, qw, qx, qy, qz. Normalises the quaternion as the program does."""
        return Pose.from_rows(self.normalise(self.read_numbers(POSE_WIDTH)))

    def normalise(self, row: Floats, always: bool = False) -> Floats:
        """Makes the quaternion of a pose, shape (7,), unit. Unless `always`, one that is unit by rounding stays."""
        w, x, y, z = row[3:]
        square = w * w + x * x + y * y + z * z
        if not abs(math.sqrt(square) - 1.0) <= UNIT_TOLERANCE:
            self.fail(f"{self.name}: the quaternion is not of unit length")
        if always or abs(square - 1.0) > EXACT_TOLERANCE:
            row[3:] *= 1.0 / math.sqrt(square)
        return row


def is_number(value: Any) -> bool:
    """True if the value is a finite JSON number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def read_json(text: str, path: str, line: int = 1) -> JsonValue:
    """Parses a text that begins at a line of a file."""
    try:
        value = json.loads(text, parse_constant=refuse_constant, object_pairs_hook=refuse_duplicates)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}:{line - 1 + error.lineno}: invalid JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}:{line}: invalid JSON: {error}") from None
    return JsonValue(value, text, path, line)


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Returns an object. Errors: ValueError if a key appears twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f'duplicate key "{next(key for key in keys if keys.count(key) > 1)}"')
    return members


def find_value(text: str, place: tuple[str | int, ...]) -> int:
    """Returns the position in a valid text at which the value with these keys and indices begins."""
    at = skip_blanks(text, 0)
    for wanted in place:
        at = skip_blanks(text, at + 1)
        index = 0
        while True:
            key: str | int = index
            if isinstance(wanted, str):
                key, at = scanstring(text, at + 1)
                at = skip_blanks(text, skip_blanks(text, at) + 1)
            if key == wanted:
                break
            at = skip_blanks(text, json.JSONDecoder().raw_decode(text, at)[1])
            at = skip_blanks(text, at + 1)
            index += 1
    return at


def skip_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at
