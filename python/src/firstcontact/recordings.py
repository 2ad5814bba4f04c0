"""Recordings of the program: the operations on a scene, with their results, and their replay.

docs/files.md describes the format. A recording is a text of one JSON object per line.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from ._convert import Floats
from ._json_text import JsonValue, read_json
from ._program import run_program
from .pose import POSE_WIDTH, Pose
from .scenes import Scene, read_text

VERSION = 1
RESULTS = ("status", "t", "t_hi", "kind", "feature_a", "feature_b", "rest", "events", "state")
HEADER_KEYS = ("recording", "program", "scene", "parameters", "meshes", "added", "start")
PLACES = ("frame", "do")
MOVES = ("move", "place")


@dataclass(frozen=True)
class Operation:
    """One operation of a recording.

    do: its kind, such as "move", "advance" or "hold". frame: from 1; 0: it leads to the begin of the recording.
    inputs: its arguments, as in the file: `object`, `pose`, `seconds`, ...
    results: as in the file: `status`, `t`, `rest` (the resolved pose), `events` (their number), `state` (a hash of all
    poses and velocities), ...; empty: not recorded. line: of the file.
    """

    do: str
    frame: int
    inputs: dict[str, Any]
    results: dict[str, Any]
    line: int


@dataclass(frozen=True)
class Replay:
    """Result of Recording.replay.

    poses: shape (frames + 1, objects, 7), px py pz qw qx qy qz, world frame; row 0: the start. NaN: the object is not
    there. results: of each frame, as in Operation. difference: description of the first frame that differs from the
    recording; "": all recorded results have the same bits.
    """

    poses: Floats
    results: tuple[dict[str, Any], ...]
    difference: str

    @property
    def is_same(self) -> bool:
        """True if all recorded results have the same bits."""
        return not self.difference


class Recording:
    """A recording: Recording.load(path).

    path: of its file, absolute. program: version that wrote it. operations: in order. is_complete: False if the file ends early.
    meshes: `mesh`, `hash` and `triangles` of each mesh. added: objects added to those of the scene. start: mode,
    response, poses, ... at the begin. All as in the file.
    """

    def __init__(self, text: str, path: Path) -> None:
        lines = read_lines(text, str(path))
        header = next(lines, None)
        if header is None or not isinstance(header.value, dict) or "recording" not in header.value:
            raise ValueError(f'{path}:1: not a recording: {{"recording":{VERSION},... is missing')
        header.check_keys(HEADER_KEYS, "the header of a recording")
        header.require("recording", "a recording").read_whole(VERSION, VERSION)
        self.path = path.absolute()
        self.program: str = header.value.get("program", "")
        self.parameters: list[float] = read_list(header, "parameters", JsonValue.read_number)
        self.meshes: list[dict[str, Any]] = read_list(header, "meshes", read_members)
        self.added: list[dict[str, Any]] = read_list(header, "added", read_members)
        start = header.require("start", "a recording")
        start.require("objects", "the start").read_whole(1, 2**20)
        self.start: dict[str, Any] = start.value
        self._scene_value = header.require("scene", "a recording")
        self._scene: Scene | None = None
        if self._scene_value.value is None:
            text_of_scene = next(lines, None)
            if text_of_scene is None:
                header.fail("the recording ends here without its scene")
            self._scene = Scene(text_of_scene, path.parent.absolute(), None)
        else:
            self._scene_value.read_text()
        self.operations, self.is_complete = read_operations(lines)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Recording:
        """Reads a recording. Errors: OSError; ValueError with file and line for invalid content."""
        return cls(read_text(Path(path)), Path(path))

    def __repr__(self) -> str:
        return f"Recording({str(self.path)!r}, {self.frame_count} frames)"

    @property
    def frame_count(self) -> int:
        """Number of frames."""
        return self.operations[-1].frame if self.operations else 0

    @property
    def scene(self) -> Scene:
        """The scene in the file, or the program's scene of that name, with the initial values of its parameters."""
        if self._scene is None:
            self._scene = Scene.built_in(self._scene_value.value)
        return self._scene

    @property
    def frames(self) -> tuple[Operation, ...]:
        """The operations that have frames, from frame 1."""
        return tuple(operation for operation in self.operations if operation.frame > 0)

    def get_path(self, object_index: int) -> tuple[NDArray[Any], Pose]:
        """Returns the frames of an object's recorded moves, shape (k,), and its resolved poses, a batch of k poses."""
        moves = [item for item in self.frames if item.do in MOVES and item.inputs["object"] == object_index]
        moves = [move for move in moves if "rest" in move.results]
        rows = np.array([move.results["rest"] for move in moves], dtype=np.float64).reshape(-1, POSE_WIDTH)
        return np.array([move.frame for move in moves], dtype=np.int64), Pose.from_rows(rows)

    def replay(self) -> Replay:
        """Runs the recording again with the program, and compares each recorded result bit for bit.

        Errors: ProgramError if it is not installed; ValueError with its message, such as for another mesh.
        """
        output = run_program("a replay", "replay", self.path, "--poses")
        lines = [line.value for line in read_lines(output, f"replay of {self.path}")]
        tables = [line["poses"] for line in lines if "poses" in line]
        results = tuple(split_line(line)[1] for line in lines if "poses" not in line)
        return Replay(to_table(tables), results, find_difference(self.frames, results, str(self.path)))


def read_list(header: JsonValue, key: str, read: Callable[[JsonValue], Any]) -> list[Any]:
    """Returns the items of an array of the header; absent: none."""
    items = header.get(key)
    return [] if items is None else [read(item) for item in items.read_items()]


def read_members(value: JsonValue) -> dict[str, Any]:
    if not isinstance(value.value, dict):
        value.fail(f"an item of {value.name} must be an object")
    return value.value


def read_lines(text: str, path: str) -> Iterator[JsonValue]:
    """Yields the JSON value of each line that is not blank. A last line without an end is left out if incomplete."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = read_json(line, path, number)
        except ValueError:
            if number == len(lines) and number > 1:
                return
            raise
        yield value


def split_line(line: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the inputs and the results of an operation's line."""
    inputs = {key: value for key, value in line.items() if key not in RESULTS + PLACES}
    return inputs, {key: value for key, value in line.items() if key in RESULTS}


def read_operations(lines: Iterator[JsonValue]) -> tuple[tuple[Operation, ...], bool]:
    """Returns the operations of the lines behind the header, and True if the file is complete."""
    operations: list[Operation] = []
    frames = 0
    ended = False
    for value in lines:
        if ended:
            value.fail('the line with "end" must be the last')
        if not isinstance(value.value, dict):
            value.fail("a line must be an object")
        if "end" in value.value:
            value.check_keys(("end",), "the last line")
            if value.value["end"] != frames:
                value.fail(f'"end" gives {value.value["end"]} frames, but the recording has {frames}')
            ended = True
            continue
        operations.append(read_operation(value, frames))
        frames = operations[-1].frame
    return tuple(operations), ended


def read_operation(value: JsonValue, frames: int) -> Operation:
    """Reads the operation of a line that follows so many frames."""
    do = value.require("do", "a line").read_text()
    frame = 0
    if frames > 0 or value.get("frame") is not None:
        frame = value.require("frame", "a line").read_whole(1, 2**31 - 1)
        if frame != frames + 1:
            value.fail(f"found frame {frame}, expected frame {frames + 1}")
    inputs, results = split_line(value.value)
    for key in ("pose", "rest"):
        pose = value.get(key)
        if pose is not None:
            pose.read_numbers(POSE_WIDTH)
    if do in MOVES:
        value.require("object", f'"{do}"').read_whole(0, 2**31 - 1)
        value.require("pose", f'"{do}"')
    if do == "advance":
        value.require("seconds", '"advance"').read_number(0.0)
    return Operation(do, frame, inputs, results, value.line)


def to_table(tables: list[list[list[float] | None]]) -> Floats:
    """Returns the poses of all frames, shape (n, objects, 7), NaN where an object is missing."""
    rows = np.full((len(tables), max(map(len, tables), default=0), POSE_WIDTH), np.nan)
    for index, poses in enumerate(tables):
        for item, pose in enumerate(poses):
            if pose is not None:
                rows[index, item] = pose
    return rows


def to_bits(value: Any) -> Any:
    """Returns a JSON value with its numbers as texts that are equal if the doubles have the same bits."""
    if isinstance(value, list):
        return [to_bits(item) for item in value]
    if isinstance(value, dict):
        return {key: to_bits(item) for key, item in value.items()}
    return float(value).hex() if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def find_difference(frames: tuple[Operation, ...], results: tuple[dict[str, Any], ...], path: str) -> str:
    """Describes the first result that is not the recorded one; "" if all are equal."""
    for operation, now in zip(frames, results):
        for key, recorded in operation.results.items():
            if to_bits(now.get(key)) != to_bits(recorded):
                where = f"{path}:{operation.line}: frame {operation.frame}"
                return f"{where}: {key}: recorded {recorded}, now {now.get(key)}"
    return "" if len(frames) == len(results) else f"{path}: {len(frames)} frames, now {len(results)}"
