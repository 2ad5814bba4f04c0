"""The window: which file the program opens, and the handle of its process. A script stands in for the program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Iterator

import numpy as np
import pytest

import firstcontact as fc
from conftest import DATA

STAND_IN = """#!{python}
import json, pathlib, shutil, sys, time
scene = pathlib.Path(sys.argv[-1])
if scene.parent.name.startswith("firstcontact-"):
    shutil.copytree(scene.parent, "{folder}/copied")
pathlib.Path("{folder}/arguments").write_text(json.dumps(sys.argv[1:]))
while not pathlib.Path("{folder}/closed").exists():
    time.sleep(0.005)
sys.exit(3)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a program that keeps what it was started with, and runs until the file `closed` is there."""
    script = tmp_path / "stand_in"
    script.write_text(STAND_IN.format(python=sys.executable, folder=tmp_path), encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("FIRSTCONTACT_PROGRAM", str(script))
    yield tmp_path
    (tmp_path / "closed").touch()


def wait_for(condition: object) -> None:
    """Waits until a function returns True."""
    for _ in range(2000):
        if condition():  # type: ignore[operator]
            return
        time.sleep(0.005)
    raise AssertionError("a condition does not become true")


def test_meshes(folder: Path, box: fc.Mesh, ball: fc.Mesh) -> None:
    """Red if the program gets other triangles, poses or options, the handle is wrong, or files stay behind."""
    pose = fc.Pose((3.0, 0.1, 0.0), (0.6, 0.0, 0.8, 0.0))
    viewer = fc.view([(box, None), (ball, pose)], options=("--size", "300x200"))
    wait_for((folder / "arguments").exists)
    assert viewer.is_open and json.loads((folder / "arguments").read_text()) == viewer.arguments
    assert viewer.arguments[:2] == ["--size", "300x200"]
    scene = fc.Scene.load(folder / "copied" / "scene.json")
    assert [item.kind for item in scene.objects] == ["driven", "driven"] and scene.objects[1].pose == pose
    for mesh, shown in zip((box, ball), scene.meshes.values()):
        assert np.array_equal(shown.vertices, mesh.vertices) and np.array_equal(shown.faces, mesh.faces)
    with pytest.raises(subprocess.TimeoutExpired):
        viewer.wait(0.01)
    (folder / "closed").touch()
    assert viewer.wait() == 3 and not viewer.is_open
    wait_for(lambda: not Path(viewer.arguments[-1]).parent.exists())


def test_wait(folder: Path, box: fc.Mesh) -> None:
    """Red if view(wait=True) returns while the window is open."""
    (folder / "closed").touch()
    assert fc.view([(box, None)], wait=True).process.returncode == 3


def test_close(folder: Path, box: fc.Mesh) -> None:
    """Red if a window cannot be closed by its handle."""
    with fc.view([(box, None)]) as viewer:
        assert viewer.is_open
    assert not viewer.is_open


def test_script_ends_before_the_window(folder: Path) -> None:
    """Red if the end of a script removes the files before the program has read them, or closes the window."""
    script = "import firstcontact as fc, sys\n"
    script += "mesh = fc.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])\n"
    script += "print(fc.view([(mesh, None)]).arguments[-1])\n"
    # Its mesh lives until the script ends, which `scripts/python --leaks` would count as a leak.
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True, check=True, timeout=60)
    file = Path(done.stdout.strip())
    try:
        wait_for((folder / "arguments").exists)
        assert len(fc.Scene.load(file).meshes) == 1
    finally:
        (folder / "closed").touch()
        shutil.rmtree(file.parent)


def test_files(folder: Path) -> None:
    """Red if a scene of a file or of the program, or a recording, is not opened as such."""
    (folder / "closed").touch()
    file = folder / "scene.json"
    file.write_text('{"objects":[{"name":"ring","mesh":"builtin:torus"}]}', encoding="utf-8")
    scene = fc.Scene.load(file)
    assert fc.view(file, wait=True).arguments == [str(file)]
    assert fc.view(scene, wait=True).arguments == [str(file)]
    scene.opens = "dominoes"  # as from Scene.built_in
    assert fc.view(scene, wait=True).arguments == ["dominoes"]
    parsed = fc.Scene.parse(file.read_text(), str(file))
    assert fc.view(parsed, wait=True).arguments != [str(file)]
    assert fc.Scene.load(folder / "copied" / "scene.json").objects[0].shapes[0].mesh == "builtin:torus"


@pytest.mark.skipif(not DATA.is_dir(), reason="the recordings of the source tree are not here")
def test_recording(folder: Path) -> None:
    (folder / "closed").touch()
    recording = fc.Recording.load(DATA / "hand.fcrec")
    assert fc.view(recording, wait=True).arguments == [str(DATA / "hand.fcrec")]


def test_refuses(folder: Path, box: fc.Mesh, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red if a window opens for an invalid argument, or a missing program is not named."""
    before = set(Path(tempfile.gettempdir()).glob("firstcontact-*"))
    with pytest.raises(ValueError, match="there is no mesh to show"):
        fc.view([])
    with pytest.raises(ValueError, match="item 1 must be a pair of a mesh and a pose"):
        fc.view([(box, None), box])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="the mesh of item 0 must be a Mesh, not str"):
        fc.view([("box", None)])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="the pose of item 0"):
        fc.view([(box, np.ones((4, 4)))])
    with pytest.raises(ValueError, match="item 0: the program shows triangles, not spheres"):
        fc.view([(fc.Mesh.sphere((0, 0, 0), 1.0), None)])
    with pytest.raises(TypeError, match="a scene must be a Scene, a path or a list"):
        fc.view(5)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError, match="none.json: there is no such file"):
        fc.view(folder / "none.json")
    assert not (folder / "arguments").exists()
    assert set(Path(tempfile.gettempdir()).glob("firstcontact-*")) <= before
    monkeypatch.delenv("FIRSTCONTACT_PROGRAM")
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(fc.ProgramError, match="the window needs the program 'firstcontact'; install it, or name"):
        fc.view([(box, None)])
    (folder / "stand_in").rename(folder / "firstcontact")
    (folder / "closed").touch()
    assert fc.view([(box, None)], wait=True).process.returncode == 3
