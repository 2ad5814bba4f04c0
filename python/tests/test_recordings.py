"""Recordings: their operations as arrays, errors with lines, and replays by the program, bit for bit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import firstcontact as fc
from conftest import DATA

HEADER = {"recording": 1, "scene": "dominoes", "start": {"mode": "continuous", "response": "slide", "objects": 21}}
MOVE = {"frame": 1, "do": "move", "object": 1, "pose": [0, 0, 0, 1, 0, 0, 0]}
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the recordings of the source tree are not here")


def write(folder: Path, *lines: Any, end: str = "\n") -> Path:
    """Writes a recording."""
    file = folder / "own.fcrec"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + end)
    return file


@needs_data
def test_operations() -> None:
    """Red if an operation, its input or its result is lost, or is counted as another frame."""
    recording = fc.Recording.load(DATA / "hand.fcrec")
    assert (recording.program, recording.frame_count, recording.is_complete) == ("0.1.0", 92, True)
    assert len(recording.frames) == 92 and [item.frame for item in recording.frames] == list(range(1, 93))
    assert [mesh["triangles"] for mesh in recording.meshes] == [12, 576]
    assert recording.start["response"] == "stop" and "92 frames" in repr(recording)
    contact = recording.operations[5]
    assert (contact.do, contact.frame, contact.line) == ("move", 6, 8)
    assert contact.inputs == {"object": 1, "pose": contact.inputs["pose"]} and len(contact.inputs["pose"]) == 7
    assert contact.results["status"] == "contact" and contact.results["t"] == 0.07093779658104245
    assert contact.results["feature_b"] == {"kind": "face", "id": 1} and len(contact.results["state"]) == 16
    frames, path = recording.get_path(1)
    moves = [item for item in recording.frames if item.do in ("move", "place")]
    assert frames.tolist() == [item.frame for item in moves]
    assert path.rows.tolist() == [item.results["rest"] for item in moves]
    assert len(recording.get_path(0)[0]) == 0


@needs_data
def test_scene_of_a_recording() -> None:
    """Red if the scene in the second line is not read, or operations before the first frame get one."""
    scene = fc.Recording.load(DATA / "hand.fcrec").scene
    assert [(item.name, item.kind) for item in scene.objects] == [("block", "fixed"), ("torus", "driven")]
    recording = fc.Recording.load(DATA / "world.fcrec")
    before = [item for item in recording.operations if item.frame == 0]
    assert recording.parameters == [0.7] and before[0].inputs == {"seconds": 1.0 / 60.0, "times": 27}
    assert len(before) + 85 == len(recording.operations) and recording.frame_count == 85


def test_incomplete(tmp_path: Path) -> None:
    """Red if the file of a killed program, which ends within a line, cannot be read, or counts as complete."""
    recording = fc.Recording.load(write(tmp_path, HEADER, MOVE, '{"frame":2,"do":"mo', end=""))
    assert recording.frame_count == 1 and not recording.is_complete
    assert fc.Recording.load(write(tmp_path, HEADER)).frame_count == 0


@pytest.mark.parametrize(
    "lines, line, message",
    [
        ([""], 1, "not a recording"),
        ([{"objects": []}], 1, "not a recording"),
        ([{**HEADER, "recording": 2}], 1, "recording must be from 1 to 1"),
        ([{**HEADER, "colour": 1}], 1, 'unknown key "colour" in the header of a recording'),
        ([{"recording": 1, "scene": "dominoes"}], 1, "a recording needs start"),
        ([{**HEADER, "meshes": [1]}], 1, "an item of meshes must be an object"),
        ([{**HEADER, "scene": None}], 1, "the recording ends here without its scene"),
        ([{**HEADER, "scene": None}, {"objects": []}], 2, "a scene needs objects"),
        ([{**HEADER, "scene": 5}], 1, "scene must be a string"),
        ([HEADER, MOVE, '{"frame":2,"do":"mo'], 3, "invalid JSON"),
        ([HEADER, MOVE, MOVE], 3, "found frame 1, expected frame 2"),
        ([HEADER, MOVE, {"do": "restart"}], 3, "a line needs frame"),
        ([HEADER, {"frame": 1}], 2, "a line needs do"),
        ([HEADER, {**MOVE, "pose": [1]}], 2, "pose must be an array of 7 finite numbers"),
        ([HEADER, {**MOVE, "object": -1}], 2, "object must be from 0"),
        ([HEADER, {"frame": 1, "do": "advance"}], 2, '"advance" needs seconds'),
        ([HEADER, MOVE, {"end": 2}], 3, '"end" gives 2 frames, but the recording has 1'),
        ([HEADER, MOVE, {"end": 1}, {**MOVE, "frame": 2}], 4, 'the line with "end" must be the last'),
        ([HEADER, [1]], 2, "a line must be an object"),
    ],
)
def test_refuses(tmp_path: Path, lines: list[Any], line: int, message: str) -> None:
    """Red if an invalid line is accepted, or reported as another one."""
    file = write(tmp_path, *lines)
    with pytest.raises(ValueError) as error:
        fc.Recording.load(file)
    assert str(error.value).startswith(f"{file}:{line}: ") and message in str(error.value)


@needs_data
@pytest.mark.parametrize("name", ["hand", "world"])
def test_replay(name: str, program: Path) -> None:
    """Red if a replay differs from the recording, or poses are those of another frame or object."""
    recording = fc.Recording.load(DATA / f"{name}.fcrec")
    replay = recording.replay()
    assert replay.is_same and replay.difference == "" and len(replay.results) == recording.frame_count
    assert replay.poses.shape == (recording.frame_count + 1, 2, 7) and np.isfinite(replay.poses).all()
    for frame, pose in zip(*recording.get_path(1)):
        assert replay.poses[frame, 1].tolist() == pose.rows.tolist()
    if name == "hand":
        assert replay.poses[0].tolist() == recording.start["poses"]


@needs_data
def test_replay_finds_a_difference(program: Path, tmp_path: Path) -> None:
    """Red if a result that differs in its last bit passes for the same, or is reported for another frame."""
    lines = (DATA / "hand.fcrec").read_text(encoding="utf-8").splitlines()
    line = json.loads(lines[9])
    line["rest"][1] = float(np.nextafter(line["rest"][1], 1.0))
    lines[9] = json.dumps(line)
    replay = fc.Recording.load(write(tmp_path, *lines)).replay()
    assert not replay.is_same
    assert replay.difference.startswith(f"{tmp_path / 'own.fcrec'}:10: frame {line['frame']}: rest: recorded [")


def test_replay_of_objects_that_come_and_go(program: Path, tmp_path: Path) -> None:
    """Red if poses of an object that is not there are numbers, or an added object shifts the others."""
    box = {"name": "box", "mesh": "builtin:box", "body": "driven"}
    header = {"recording": 1, "scene": None, "start": {"mode": "continuous", "response": "stop", "objects": 1}}
    added = {"frame": 1, "do": "add", "mesh": "builtin:box", "pose": [9, 0, 0, 1, 0, 0, 0]}
    removed = {"frame": 2, "do": "option", "object": 0, "option": "removed", "value": 1}
    file = write(tmp_path, header, {"objects": [box], "ground": False}, added, removed, {"end": 2})
    poses = fc.Recording.load(file).replay().poses
    assert poses.shape == (3, 2, 7)
    assert np.isnan(poses[:, :, 0]).tolist() == [[False, True], [False, False], [True, False]]
    assert poses[1:, 1, 0].tolist() == [9.0, 9.0]


def test_replay_refuses(program: Path, tmp_path: Path) -> None:
    """Red if the program's message is lost."""
    file = write(tmp_path, HEADER, {**MOVE, "object": 50})
    with pytest.raises(ValueError, match="own.fcrec:2: object must be a whole number from 0 to 20"):
        fc.Recording.load(file).replay()
