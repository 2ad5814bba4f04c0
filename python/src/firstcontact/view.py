"""Opens the window of the program `firstcontact` with a scene, a recording, or meshes at poses.

The program is found by the environment variable FIRSTCONTACT_PROGRAM, else on PATH.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any, Sequence, Union

import numpy as np

from ._program import start_program
from .mesh import Mesh, check_mesh
from .pose import PoseLike, read_single_pose
from .recordings import Recording
from .scenes import Scene

Viewable = Union[Scene, Recording, str, "os.PathLike[str]", Sequence[tuple[Mesh, PoseLike]]]


class Viewer:
    """A window of the program, in a process of its own. process: its handle. arguments: those of the program."""

    def __init__(self, arguments: list[str], folder: str | None) -> None:
        self.arguments = arguments
        self.process: subprocess.Popen[str] = start_program("the window", *arguments)
        if folder is not None:
            threading.Thread(target=self._remove, args=(folder,), daemon=True).start()

    def _remove(self, folder: str) -> None:
        """Removes the files that were written for the window when it is closed."""
        self.process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    @property
    def is_open(self) -> bool:
        """True until the window is closed."""
        return self.process.poll() is None

    def wait(self, timeout: float | None = None) -> int:
        """Waits until the window is closed, at most `timeout` seconds. Returns the exit code; 0: closed by the user.

        Errors: subprocess.TimeoutExpired.
        """
        return self.process.wait(timeout)

    def close(self) -> None:
        """Closes the window."""
        self.process.terminate()
        self.process.wait()

    def __enter__(self) -> Viewer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def view(scene: Viewable, *, wait: bool = False, options: Sequence[str] = ()) -> Viewer:
    """Opens a window that shows a scene.

    scene: a Scene, a Recording, the path of a file that the program opens (scene, recording or mesh), or a list of
    pairs (mesh, pose), which are objects that the user can drag. wait: True to return when the window is closed.
    options: more options of the window, such as ("--size", "800x600").

    The window stays open when the script ends. A list is written to a temporary folder, which is removed when the window
    is closed before that.

    Errors: ProgramError if the program is not installed; FileNotFoundError; ValueError for an invalid list.
    """
    opens = scene.opens if isinstance(scene, Scene) else scene.path if isinstance(scene, Recording) else scene
    if isinstance(opens, (str, os.PathLike)):
        if not isinstance(scene, Scene) and not Path(opens).exists():
            raise FileNotFoundError(f"{os.fspath(opens)}: there is no such file")
        viewer = Viewer([*options, os.fspath(opens)], None)
    else:
        viewer = view_written(scene, options)
    if wait:
        viewer.wait()
    return viewer


def view_written(scene: Any, options: Sequence[str]) -> Viewer:
    """Writes a scene to a temporary folder and opens it. The folder is not removed at the end of the script."""
    folder = tempfile.mkdtemp(prefix="firstcontact-")
    try:
        return Viewer([*options, str(write_scene(scene, Path(folder)))], folder)
    except BaseException:
        shutil.rmtree(folder)
        raise


def write_scene(scene: Any, folder: Path) -> Path:
    """Writes a scene file into a folder, with mesh files if the scene is a list of meshes. Returns its path."""
    file = folder / "scene.json"
    if isinstance(scene, Scene):
        scene.save(file)
        return file
    objects = []
    for index, item in enumerate(read_pairs(scene)):
        mesh = write_mesh(check_mesh(item[0], f"the mesh of item {index}"), folder, index)
        pose = read_single_pose(item[1], f"the pose of item {index}").rows.tolist()
        objects.append({"name": f"mesh {index}", "mesh": mesh, "pose": pose, "body": "driven"})
    file.write_text(json.dumps({"name": "view", "ground": False, "objects": objects}), encoding="utf-8")
    return file


def read_pairs(items: Any) -> list[Any]:
    """Returns a list of pairs. Errors: TypeError; ValueError if it is empty or an item is no pair."""
    if not isinstance(items, (list, tuple)):
        raise TypeError(f"a scene must be a Scene, a path or a list of (mesh, pose), not {type(items).__name__}")
    if not items:
        raise ValueError("there is no mesh to show")
    for index, item in enumerate(items):
        if not isinstance(item, (list, tuple)) or len(item) != 2:
            raise ValueError(f"item {index} must be a pair of a mesh and a pose")
    return list(items)


def write_mesh(mesh: Mesh, folder: Path, index: int) -> str:
    """Writes a mesh as OBJ into a folder, and returns the file's name."""
    if mesh.rounding_radius > 0.0:
        raise ValueError(f"item {index}: the program shows triangles, not spheres, capsules or rounded meshes")
    name = f"mesh_{index}.obj"
    with open(folder / name, "w", encoding="ascii") as out:
        np.savetxt(out, mesh.vertices, "v %.17g %.17g %.17g")
        np.savetxt(out, mesh.faces + 1, "f %d %d %d")
    return name
