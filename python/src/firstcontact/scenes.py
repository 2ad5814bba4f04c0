"""Scenes: meshes at poses, bodies and joints, read from scene files or from the scenes of the program.

Generated meshes (builtin:NAME) and file formats other than OBJ, PLY, STL and OFF are read by the program
`firstcontact` (see view.py), so that there is one generator of each mesh.
"""

from __future__ import annotations

import ctypes
import json
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Iterator

import numpy as np
from numpy.typing import NDArray

from . import _layer, mesh_files
from ._convert import Floats, get_address
from ._json_text import JsonValue, read_json
from ._library import call
from ._program import run_program
from .bodies import Body, Shape, fill_body
from .mesh import Mesh, MeshOptions, fill_definition, read_faces, read_vertices
from .pose import POSE_WIDTH, Pose, to_rotations
from .scene_files import (
    BUILTIN,
    SceneJoint,
    SceneObject,
    SceneShape,
    number,
    read_joint,
    read_member,
    read_object,
)
from .world import World

Arrays = tuple[NDArray[Any], NDArray[Any]]

SCENE_KEYS = {
    "name", "about", "gravity", "mode", "response", "margin", "ground", "objects", "joints", "camera", "story",
}  # fmt: skip
MODES = ("continuous", "discrete")
RESPONSES = ("stop", "slide", "bounce")
LOCK_FRAMES = {"world": _layer.CD_LOCK_WORLD, "body": _layer.CD_LOCK_BODY}


class Scene:
    """A scene: Scene.load(path) reads a file, Scene.built_in(name) a scene of the program.

    name, about: texts. gravity: shape (3,), length / s^2. mode: "continuous" or "discrete".
    response: "stop", "slide" or "bounce". margin: gap at contact, length; 0: automatic.
    ground: True if the window adds an endless ground. objects, joints: as in the file.
    camera, story: as in the file, for the window. opens: what the window opens, a file or a name; None: only this text.
    """

    def __init__(self, root: JsonValue, folder: Path, opens: str | None) -> None:
        root.check_keys(SCENE_KEYS, "a scene")
        self.opens = opens
        self.name: str = read_member(root, "name", JsonValue.read_text, "")
        self.about: str = read_member(root, "about", JsonValue.read_text, "")
        self.gravity: Floats = read_member(root, "gravity", lambda value: value.read_numbers(3), np.zeros(3))
        self.mode: str = read_member(root, "mode", lambda value: value.read_choice(MODES), MODES[0])
        self.response: str = read_member(root, "response", lambda value: value.read_choice(RESPONSES), "slide")
        self.margin: float = read_member(root, "margin", number(0.0), 0.0)
        self.ground: bool = read_member(root, "ground", JsonValue.read_bool, True)
        items = root.require("objects", "a scene").read_items()
        if not items:
            root.fail("a scene needs objects")
        self.objects = tuple(read_object(item, folder) for item in items)
        kinds: dict[str, str] = {}
        for item in self.objects:
            if item.name in kinds:
                item.source.fail(f'two objects have the name "{item.name}"; names must differ')
            kinds[item.name] = item.kind
        joints = read_member(root, "joints", JsonValue.read_items, [])
        self.joints: tuple[SceneJoint, ...] = tuple(read_joint(joint, kinds) for joint in joints)
        self.camera: dict[str, Any] | None = root.value.get("camera")
        self.story: list[dict[str, Any]] = root.value.get("story", [])
        self._root = root
        self._meshes: dict[str, Mesh] | None = None
        self._shapes: dict[str, list[tuple[Mesh, Pose]]] = {}

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Scene:
        """Reads a scene file. Errors: OSError; ValueError with file and line for invalid content."""
        file = Path(path)
        return cls(read_json(read_text(file), str(file)), file.parent.absolute(), str(file.absolute()))

    @classmethod
    def built_in(cls, name: str) -> Scene:
        """Returns a scene of the program, such as "dominoes". Errors: ValueError for an unknown name; ProgramError."""
        text = run_program("a scene of the program", "scenes", name, "--file")
        return cls(read_json(text, name), Path.cwd(), name)

    @classmethod
    def parse(cls, text: str, path: str = "scene", line: int = 1) -> Scene:
        """Reads the text of a scene. path, line: its place for messages; meshes are relative to the path's folder."""
        return cls(read_json(text, path, line), Path(path).parent.absolute(), None)

    def __repr__(self) -> str:
        return f"Scene({self.name!r}, {len(self.objects)} objects, {len(self.joints)} joints)"

    @property
    def poses(self) -> Pose:
        """Poses of the objects at the start, a batch in their order."""
        return Pose.from_rows(np.stack([item.pose.rows for item in self.objects]))

    @property
    def meshes(self) -> dict[str, Mesh]:
        """Mesh of each object by its name; objects with several shapes have the triangles of all of them.

        The first call reads them. Errors: ValueError with file and line, also for a file that cannot be read;
        ProgramError if a mesh needs the program and it is not installed.
        """
        if self._meshes is None:
            self._meshes = self._build_meshes()
        return dict(self._meshes)

    def _build_meshes(self) -> dict[str, Mesh]:
        """Reads all meshes and builds them with leaf radii that suit all, as the program does. Equal meshes are shared."""
        sources: dict[str, Arrays] = {}
        placed: dict[Any, Arrays] = {}
        joined: dict[Any, Arrays] = {}
        for item in self.objects:
            with naming(item):
                for shape in item.shapes:
                    if shape.mesh not in sources:
                        sources[shape.mesh] = read_source(shape.mesh)
                    if key_of(shape) not in placed:
                        placed[key_of(shape)] = place_points(shape, sources[shape.mesh])
                if twin_of(item) not in joined:
                    joined[twin_of(item)] = join_shapes([(placed[key_of(shape)], shape) for shape in item.shapes])
        radii = dict(zip(joined, suggest_leaf_radii(list(joined.values()))))
        built: dict[Any, Mesh] = {}
        meshes: dict[str, Mesh] = {}
        for item in self.objects:
            with naming(item):
                key = twin_of(item)
                if key not in built:
                    built[key] = Mesh(*joined[key], leaf_radius=item.leaf_radius or radii[key])
                for shape in item.shapes if item.is_compound else ():
                    if key_of(shape) not in built:
                        own = suggest_leaf_radii([placed[key_of(shape)]])[0]
                        built[key_of(shape)] = Mesh(*placed[key_of(shape)], leaf_radius=min(own, radii[key]))
            meshes[item.name] = built[key]
            parts = [(built[key_of(shape)], shape.pose) for shape in item.shapes] if item.is_compound else None
            self._shapes[item.name] = parts or [(built[key], Pose())]
        return meshes

    def make_world(self) -> tuple[World, dict[str, Body]]:
        """Returns a world of all objects and joints, and its bodies by the names of their objects.

        Objects that the scene's own code moves have no body, and there is no ground. The steps of the world have the
        bits of `firstcontact simulate`.

        Errors: as for `meshes`; ValueError for a body or a joint that the world refuses.
        """
        world, bodies = World(self.gravity, margin=self.margin), {}
        self.meshes  # builds them
        for item in self.objects:
            if item.kind != "moved":
                bodies[item.name] = add_object(world, item, self._shapes[item.name])
        for joint in self.joints:
            try:
                b = bodies[joint.b] if joint.b is not None else None
                world.add_joint(joint.kind, bodies[joint.a], b, joint.point, **joint.properties)
            except ValueError as error:
                joint.source.fail(str(error))
        return world, bodies

    def to_text(self) -> str:
        """Returns the text of the scene file, with absolute paths of mesh files."""
        root = json.loads(json.dumps(self._root.value))
        for value, item in zip(root["objects"], self.objects):
            for part, shape in zip(value.get("shapes", [value]), item.shapes):
                part["mesh"] = shape.mesh
        return json.dumps(root, indent=1)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a scene file."""
        Path(path).write_text(self.to_text(), encoding="utf-8")


@contextmanager
def naming(item: SceneObject) -> Iterator[None]:
    """Adds the object and its place in the file to errors."""
    try:
        yield
    except (ValueError, OSError) as error:
        item.source.fail(f'object "{item.name}": {error}')


def read_text(file: Path) -> str:
    """Reads a text file. Errors: OSError; ValueError if it is not UTF-8."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file}: not a text in UTF-8: byte {error.start}") from None


def key_of(shape: SceneShape) -> Any:
    """Returns a key that is equal for shapes of the same triangles."""
    return "shape", shape.mesh, shape.normalize, shape.scale


def twin_of(item: SceneObject) -> Any:
    """Returns a key that is equal for objects of the same mesh; objects with shapes have their own."""
    return item.name if item.is_compound else ("object", key_of(item.shapes[0]), item.leaf_radius)


def read_source(mesh: str) -> Arrays:
    """Reads a mesh file, or a generated mesh from the program."""
    if not mesh.startswith(BUILTIN) and Path(mesh).suffix.lower() in mesh_files.READERS:
        return mesh_files.read_mesh_file(mesh)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mesh.obj"
        run_program(f"the mesh {mesh}", "mesh", "export", mesh, file)
        return mesh_files.read_mesh_file(file)


def place_points(shape: SceneShape, arrays: Arrays) -> Arrays:
    """Centres the vertices on their bounds and scales them to a box diagonal of 2, if `normalize`; then scales them."""
    vertices, faces = arrays
    if not shape.normalize and shape.scale == 1.0:
        return arrays
    points, scale, center = np.asarray(vertices, dtype=np.float64), shape.scale, np.zeros(3)
    if shape.normalize:
        lower, upper = points.min(axis=0), points.max(axis=0)
        x, y, z = upper - lower
        radius = 0.5 * float(np.sqrt(x * x + y * y + z * z))
        center = lower + 0.5 * (upper - lower)
        scale = scale / radius if radius > 0.0 else scale
    return scale * (points - center), faces


def join_shapes(parts: list[tuple[Arrays, SceneShape]]) -> Arrays:
    """Returns the triangles of all shapes at their poses."""
    if len(parts) == 1 and np.array_equal(parts[0][1].pose.rows, Pose().rows):
        return parts[0][0]
    points, triangles, count = [], [], 0
    for (vertices, faces), shape in parts:
        points.append(vertices @ to_rotations(shape.pose.quaternion).T + shape.pose.position)
        triangles.append(np.asarray(faces) + count)
        count += len(vertices)
    return np.concatenate(points), np.concatenate(triangles)


def suggest_leaf_radii(meshes: list[Arrays]) -> list[float]:
    """Returns the leaf radii that the library suggests for meshes that meet each other, length."""
    arrays = [(read_vertices(vertices), read_faces(faces)) for vertices, faces in meshes]
    definitions = (_layer.cdMeshDef * len(arrays))()
    for index, (vertices, faces) in enumerate(arrays):
        definitions[index] = fill_definition(vertices, faces, MeshOptions())
    radii = (ctypes.c_double * len(arrays))()
    call("cdSuggestLeafRadii", definitions, len(arrays), radii)
    return list(radii)


def add_object(world: World, item: SceneObject, shapes: list[tuple[Mesh, Pose]]) -> Body:
    """Adds the body of an object. Errors: ValueError with file and line."""
    properties = dict(item.properties)
    frame = properties.pop("lock_frame", "world")
    for mesh, _ in shapes:
        world._keep(mesh)
    with naming(item):
        parts: list[Shape] = list(shapes) if item.is_compound else [(shapes[0][0], None)]
        definition, kept = fill_body(parts, item.pose, item.kind, properties)
        definition.lockFrame = LOCK_FRAMES[frame]
        for index, shape in enumerate(item.shapes if item.is_compound else ()):
            kept[index].density = shape.density
        number_of_body = world._call("cdAddBody", ctypes.byref(definition))
    if number_of_body < 0:
        item.source.fail(f'object "{item.name}": it cannot be a body: its mass or its velocity is invalid')
    body = Body(world, number_of_body)
    if len(item.path_times):
        set_path(world, body, item)
    return body


def set_path(world: World, body: Body, item: SceneObject) -> None:
    """Gives a kinematic body its path."""
    rows = np.hstack((item.path_times[:, None], item.path_poses.rows))
    assert rows.shape[1] == 1 + POSE_WIDTH == ctypes.sizeof(_layer.cdPathNode) // 8
    if not world._call("cdSetKinematicPath", body.id, get_address(rows), len(rows), 0.0):
        item.source.fail(f'object "{item.name}": its poses are invalid')
