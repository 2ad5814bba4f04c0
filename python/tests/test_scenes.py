"""Scene files: values, meshes, worlds, errors; scenes of the program, bit for bit."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import firstcontact as fc
from shapes import make_box

FLOOR = {"name": "floor", "mesh": "box.obj", "scale": 5.0, "pose": [0, -5, 0, 1, 0, 0, 0], "friction": 0.3}
BOX = {"name": "box", "mesh": "box.obj", "body": "dynamic", "pose": [0, 1.2, 0, 1, 0, 0, 0]}
AT = [0, 5, 0, 1, 0, 0, 0]
LIFT = {"name": "lift", "mesh": "box.obj", "body": "kinematic"}
PENDULUM = {"kind": "hinge", "a": "box", "point": [0, 3, 0], "axis": [0, 0, 1], "limits": [None, 1.5]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the mesh box.obj, a cube of side 2."""
    vertices, faces = make_box()
    lines = [f"v {x} {y} {z}" for x, y, z in vertices] + [f"f {a} {b} {c}" for a, b, c in faces + 1]
    (tmp_path / "box.obj").write_text("\n".join(lines), encoding="ascii")
    return tmp_path


def load(folder: Path, objects: Any, **members: Any) -> fc.Scene:
    """Writes a scene file, with one line for each object, each joint and each other key, and reads it."""
    keys = {"objects": objects, **members}
    lines = []
    for key, value in keys.items():
        items = value if key in ("objects", "joints") and isinstance(value, list) else None
        text = json.dumps(value) if items is None else "[\n" + ",\n".join(map(json.dumps, items)) + "]"
        lines.append(f'"{key}":{text}')
    (folder / "scene.json").write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")
    return fc.Scene.load(folder / "scene.json")


def test_values(folder: Path) -> None:
    """Red if a value, a default or the order of objects is lost."""
    scene = load(folder, [FLOOR, BOX], name="two", gravity=[0, -1, 0], margin=1e-5, ground=False, response="stop")
    assert (scene.name, scene.about, scene.margin, scene.ground) == ("two", "", 1e-5, False)
    assert (scene.mode, scene.response, scene.gravity.tolist()) == ("continuous", "stop", [0.0, -1.0, 0.0])
    assert [(item.name, item.kind) for item in scene.objects] == [("floor", "fixed"), ("box", "dynamic")]
    assert scene.objects[0].properties == {"density": 1.0, "restitution": 0.0, "friction": 0.3}
    assert scene.objects[1].properties["friction"] == 0.5
    assert scene.poses.position.tolist() == [[0, -5, 0], [0, 1.2, 0]]
    assert scene.joints == () and "2 objects" in repr(scene)


def test_meshes(folder: Path) -> None:
    """Red if a relative path, a scale or a normalisation is wrong, or equal meshes are built twice."""
    small = {"name": "small", "mesh": "box.obj", "normalize": True, "scale": 0.5}
    unit, half = {**small, "name": "unit", "scale": 1}, {**small, "name": "half", "normalize": False, "leafRadius": 0.1}
    scene = load(folder, [FLOOR, BOX, small, {**BOX, "name": "other"}, unit, half])
    meshes = scene.meshes
    assert abs(meshes["unit"].volume - (2.0 / np.sqrt(3.0)) ** 3) < 1e-14 and meshes["half"].volume == 1.0
    assert scene.objects[5].leaf_radius == 0.1
    assert meshes["floor"].bounds.tolist() == [[-5.0] * 3, [5.0] * 3]
    assert np.allclose(meshes["small"].bounds, np.outer((-1, 1), np.full(3, 0.5 / np.sqrt(3.0))), rtol=1e-15)
    assert meshes["box"] is meshes["other"] and meshes["box"] is not meshes["floor"]
    assert meshes["box"].volume == 8.0
    radii = [mesh._info.leafRadius for mesh in meshes.values()]
    # The radii are at most twice the smallest; one is given by the file.
    assert radii[1] == radii[3] and np.isclose(radii[0], 2.0 * min(radii[:5])) and radii[5] == 0.1


def test_quaternions(folder: Path) -> None:
    """Red if a quaternion is not normalised, or one that is unit by rounding changes its bits."""
    rounded = [0.3, 0.4, 0.5, float(np.sqrt(0.5))]
    turned = {**BOX, "pose": [0, 9, 0, 1.0005, 0, 0, 0]}
    scene = load(folder, [FLOOR, turned, {**BOX, "name": "other", "pose": [5, 9, 0, *rounded]}])
    assert scene.objects[1].pose.quaternion.tolist() == [1, 0, 0, 0]
    assert scene.objects[2].pose.quaternion.tolist() == rounded


def test_poses_of_a_path_are_normalised(folder: Path) -> None:
    """Red if they keep a rounded length, which the program does not."""
    turn = [0.3223291856101521, 0.40291148201269006, 0.5640760748177662, 0.6446583712203042]
    scene = load(folder, [{**LIFT, "poses": [[0, 1, 2, 3, *turn]]}])
    unit = [0.32232918561015217, 0.40291148201269017, 0.5640760748177663, 0.6446583712203043]
    assert scene.objects[0].path_poses[0].quaternion.tolist() == unit


def test_joints(folder: Path) -> None:
    """Red if a value of a joint is lost or has another name than in World.add_joint."""
    cone = {"kind": "ball", "a": "box", "b": "floor", "point": [0, 1, 0], "axis": [1, 0, 0], "axisB": [0, 0, 1]}
    cone = {**cone, "limits": [0, 0.5], "breakingTorque": 7}
    hinge = {"kind": "hinge", "a": "box", "point": [0, 1, 0], "axis": [0, 1, 0], "speed": 2, "torque": 3}
    motor = {"position": 0.2, "speed": 1, "maxForce": 50}
    slider = {**hinge, "kind": "slider", "motor": motor, "turns": True, "collides": False}
    slider = {key: value for key, value in slider.items() if key not in ("speed", "torque")}
    rope = {"kind": "distance", "a": "box", "point": [0, 1, 0], "pointB": [0, 5, 0], "limits": [0, 4]}
    scene = load(folder, [FLOOR, BOX], joints=[cone, hinge, slider, rope])
    values = [{key: to_plain(value) for key, value in joint.properties.items()} for joint in scene.joints]
    assert values == [
        {"axis": [1, 0, 0], "axis_b": [0, 0, 1], "limits": (0.0, 0.5), "breaking_torque": 7.0},
        {"axis": [0, 1, 0], "motor": {"speed": 2.0, "max_force": 3.0}},
        {"axis": [0, 1, 0], "turns": True, "passes": True, "motor": {"position": 0.2, "speed": 1.0, "max_force": 50.0}},
        {"point_b": [0, 5, 0], "limits": (0.0, 4.0)},
    ]
    assert [(joint.kind, joint.a, joint.b) for joint in scene.joints][0] == ("ball", "box", "floor")
    assert scene.joints[1].b is None and scene.joints[3].point.tolist() == [0, 1, 0]
    load(folder, [FLOOR, BOX], joints=[cone, rope]).make_world()
    load(folder, [FLOOR, BOX], joints=[slider]).make_world()


def to_plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def test_moved_objects_have_no_body(folder: Path) -> None:
    """Red if what only the code of a scene moves blocks the bodies of its world."""
    world, bodies = load(folder, [FLOOR, BOX, {**BOX, "name": "moved", "body": "moved"}]).make_world()
    assert list(bodies) == ["floor", "box"] and len(world.bodies) == 2


def test_world_equals_one_by_hand(folder: Path) -> None:
    """Red if a property of a body or a joint does not reach the world: its steps have other bits then."""
    properties = {
        "mass": 2.0, "restitution": 0.4, "friction": 0.2, "velocity": [0.3, 0, 0.1], "angularVelocity": [1, 2, 3],
        "force": [0.5, 0, 0], "torque": [0, 0.1, 0], "linearDamping": 0.1, "angularDamping": 0.2, "gravityScale": 0.5,
        "maxSpeed": 3.0, "maxSpin": 2.5, "lockTranslation": [False, False, True], "category": 2, "mask": 7, "group": 3,
    }  # fmt: skip
    free = {**BOX, "name": "free", "pose": [4, 2, 0, 1, 0, 0, 0], **properties}
    joint = {**PENDULUM, "motor": {"speed": 0.4, "maxForce": 2.0}, "collides": False, "breakingForce": 1e6}
    scene = load(folder, [FLOOR, BOX, free], gravity=[0, -9.81, 0], margin=1e-3, joints=[joint])
    world, bodies = scene.make_world()

    own = fc.World((0, -9.81, 0), margin=1e-3)
    box, floor = scene.meshes["box"], scene.meshes["floor"]
    kept = {"density": 1.0, "restitution": 0.0, "friction": 0.5}
    own.add_body(floor, ((0, -5, 0), (1, 0, 0, 0)), kind="fixed", density=1.0, restitution=0.0, friction=0.3)
    first = own.add_body(box, ((0, 1.2, 0), (1, 0, 0, 0)), **kept)
    second = own.add_body(
        box, ((4, 2, 0), (1, 0, 0, 0)), density=1.0, mass=2.0, restitution=0.4, friction=0.2, velocity=(0.3, 0, 0.1),
        angular_velocity=(1, 2, 3), force=(0.5, 0, 0), torque=(0, 0.1, 0), linear_damping=0.1, angular_damping=0.2,
        gravity_scale=0.5, max_speed=3.0, max_spin=2.5, lock_translation="z", category=2, mask=7, group=3,
    )  # fmt: skip
    own.add_joint(
        "hinge", first, None, (0, 3, 0), axis=(0, 0, 1), limits=(-np.inf, 1.5), motor={"speed": 0.4, "max_force": 2.0},
        passes=True, breaking_force=1e6,
    )  # fmt: skip
    for _ in range(60):
        world.step(1.0 / 60.0)
        own.step(1.0 / 60.0)
        assert bodies["box"].pose == first.pose and bodies["free"].pose == second.pose
    assert bodies["box"].pose.quaternion[3] != 0.0 and bodies["free"].pose.position[2] == 0.0


def test_path_of_a_kinematic_object(folder: Path) -> None:
    """Red if times and poses of a path are mixed up, or the first one is not the start."""
    path = [[0, 0, 5, 0, 1, 0, 0, 0], [0.5, 2, 5, 0, 1, 0, 0, 0], [1, 2, 5, 3, 1, 0, 0, 0]]
    scene = load(folder, [FLOOR, {"name": "lift", "mesh": "box.obj", "body": "kinematic", "poses": path}])
    assert scene.objects[1].path_times.tolist() == [0.0, 0.5, 1.0]
    assert scene.objects[1].pose.position.tolist() == [0, 5, 0] and len(scene.objects[1].path_poses) == 3
    world, bodies = scene.make_world()
    for seconds, expected in ((0.25, (1, 5, 0)), (0.25, (2, 5, 0)), (0.25, (2, 5, 1.5)), (1.0, (2, 5, 3))):
        world.step(seconds)
        assert np.allclose(bodies["lift"].pose.position, expected, atol=1e-12)


def test_object_of_several_shapes(folder: Path) -> None:
    """Red if a shape's density, scale or pose is lost: the masses and the bounds have closed forms."""
    shapes = [{"mesh": "box.obj"}, {"mesh": "box.obj", "pose": [4, 0, 0, 1, 0, 0, 0], "scale": 0.5, "density": 8}]
    scene = load(folder, [{"name": "hammer", "body": "dynamic", "density": 3, "shapes": shapes}])
    world, bodies = scene.make_world()
    assert abs(bodies["hammer"].mass - 3 * (8.0 + 8 * 1.0)) < 1e-12
    assert np.allclose(bodies["hammer"].centroid, (2, 0, 0)) and len(world.bodies) == 1
    assert scene.meshes["hammer"].bounds.tolist() == [[-1, -1, -1], [4.5, 1, 1]]


@pytest.mark.parametrize("frame, falls", [("world", True), ("body", False)])
def test_lock_frame(folder: Path, frame: str, falls: bool) -> None:
    """Red if the frame of locked axes is lost. The x axis of the box is upright."""
    half = float(np.sqrt(0.5))
    lock = {"lockTranslation": [True, False, False], "lockFrame": frame, "pose": [0, 9, 0, half, 0, 0, half]}
    world, bodies = load(folder, [{**BOX, **lock}], gravity=[0, -10, 0]).make_world()
    world.step(0.1)
    assert (bodies["box"].velocity[1] < -0.9) == falls


def test_lock_rotation(folder: Path) -> None:
    """Red if locks of rotation and translation are mixed up."""
    spun = {**BOX, "lockRotation": [True, True, True], "torque": [1, 1, 1], "force": [5, 0, 0]}
    world, bodies = load(folder, [spun]).make_world()
    world.step(0.1)
    assert bodies["box"].velocity[0] > 0.0 and not bodies["box"].angular_velocity.any()


def test_save(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Red if a saved scene has other meshes, values or objects, or paths that are relative to the old folder."""
    shapes = {"name": "pair", "shapes": [{"mesh": "box.obj"}, {"mesh": "box.obj", "scale": 2}]}
    scene = load(folder, [FLOOR, BOX, shapes], joints=[PENDULUM], story=[{"time": 1}], camera={"fov": 0.5})
    file = tmp_path_factory.mktemp("other") / "saved.json"
    scene.save(file)
    again = fc.Scene.load(file)
    assert again.meshes["pair"].bounds.tolist() == [[-2.0] * 3, [2.0] * 3]
    assert [vars(shape) for shape in again.objects[2].shapes] == [vars(shape) for shape in scene.objects[2].shapes]
    assert (again.joints[0].properties, again.camera, again.story) == ({**PENDULUM_VALUES}, {"fov": 0.5}, [{"time": 1}])


PENDULUM_VALUES = {"axis": pytest.approx([0, 0, 1]), "limits": (-np.inf, 1.5)}


@pytest.mark.parametrize(
    "objects, members, line, message",
    [
        ([BOX], {"colour": 1}, 3, 'unknown key "colour" in a scene'),
        ([BOX], {"name": "a", "gravity": [0, 0]}, 4, "gravity must be an array of 3 finite numbers"),
        ([BOX], {"margin": -1}, 3, "margin must be from 0 to 1e+100"),
        ([], {}, 1, "a scene needs objects"),
        ({}, {}, 1, "objects must be an array"),
        ([BOX, 5], {}, 3, "an object must be an object"),
        ([FLOOR, {**BOX, "colour": 1}], {}, 3, 'unknown key "colour" in an object'),
        ([{"name": "a"}], {}, 2, "an object needs mesh"),
        ([{**BOX, "name": 5}], {}, 2, "name must be a string"),
        ([FLOOR, BOX, BOX], {}, 4, 'two objects have the name "box"'),
        ([{**BOX, "pose": [1, 2]}], {}, 2, "pose must be an array of 7 finite numbers"),
        ([{**BOX, "pose": [0, 0, 0, 1, 1, 0, 0]}], {}, 2, "pose: the quaternion is not of unit length"),
        ([{**BOX, "restitution": 2}], {}, 2, "restitution must be from 0 to 1"),
        ([{**BOX, "friction": True}], {}, 2, "friction must be a finite number"),
        ([{**BOX, "group": 1.5}], {}, 2, "group must be a whole number"),
        ([{**BOX, "body": "heavy"}], {}, 2, "body must be one of fixed, driven"),
        ([{**BOX, "lockRotation": [1, 0, 0]}], {}, 2, "lockRotation must be true or false"),
        ([{**BOX, "poses": []}], {}, 2, "poses: only a kinematic object has them"),
        ([{**LIFT, "poses": [[1, *AT], [0.5, *AT]]}], {}, 2, "the times of poses must be at least 0 and ascend"),
        ([{**LIFT, "poses": [[-1, *AT]]}], {}, 2, "the times of poses must be at least 0 and ascend"),
        ([{**LIFT, "poses": []}], {}, 2, "poses must be an array with at least one pose"),
        ([{**LIFT, "poses": [[0, *AT]], "velocity": [1, 0, 0]}], {}, 2, "poses or velocities, not both"),
        ([{**BOX, "shapes": []}], {}, 2, "an object must have shapes or mesh, not both"),
        ([BOX], {"joints": [{"kind": "rope"}]}, 4, "kind must be one of ball, hinge"),
        ([BOX], {"joints": [{**PENDULUM, "a": "ball"}]}, 4, 'no object has the name "ball"'),
        ([FLOOR, BOX], {"joints": [PENDULUM, {**PENDULUM, "a": "floor"}]}, 6, '"floor" must be dynamic'),
        ([BOX], {"joints": [{**PENDULUM, "b": "box"}]}, 4, '"box" must be another object'),
        ([BOX], {"joints": [{**PENDULUM, "limits": [1, 1]}]}, 4, "the first of the limits must be less"),
        ([BOX], {"joints": [{**PENDULUM, "pointB": [0, 0, 0]}]}, 4, 'unknown key "pointB" in a hinge joint'),
        ([BOX], {"joints": [{"kind": "distance", "a": "box", "point": [0, 9, 0]}]}, 4, "a distance joint needs pointB"),
        ([BOX], {"joints": [{"kind": "ball", "a": "box", "point": [0, 9, 0], "limits": [0, 1]}]}, 4, "needs axis"),
        ([BOX], {"joints": [{**PENDULUM, "kind": "ball", "limits": None}]}, 4, "limits must be an array"),
        ([BOX], {"joints": [{**PENDULUM, "motor": {"speed": 1}}]}, 4, "a motor needs maxForce"),
    ],
)
def test_refuses(folder: Path, objects: Any, members: dict[str, Any], line: int, message: str) -> None:
    """Red if an invalid value is accepted, or reported without its file and line."""
    with pytest.raises(ValueError) as error:
        load(folder, objects, **members)
    assert str(error.value).startswith(f"{folder / 'scene.json'}:{line}: ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    "text, message",
    [
        ('{"objects":\n[}', ":2: invalid JSON"),
        ('{"objects":[{"name":"a","name":"b"}]}', ':1: invalid JSON: duplicate key "name"'),
        ('{"margin":NaN}', ":1: invalid JSON: NaN is not a number"),
        ("[" * 100_000, ":1: invalid JSON"),
        ("[]", ":1: a scene must be an object"),
    ],
)
def test_refuses_text(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        fc.Scene.parse(text, "file.json")
    assert str(error.value).startswith("file.json" + message)


def test_refuses_meshes_and_bodies(folder: Path) -> None:
    """Red if a missing mesh, or a body that the world refuses, is reported without its line."""
    scene = load(folder, [FLOOR, {"name": "gone", "mesh": "gone.obj"}])
    with pytest.raises(ValueError, match=r'scene.json:3: object "gone": .*gone.obj'):
        scene.meshes
    scene = load(folder, [FLOOR, {**BOX, "density": 1e100, "scale": 1e90}])
    with pytest.raises(ValueError, match=r'scene.json:3: object "box": it cannot be a body'):
        scene.make_world()
    scene = load(folder, [FLOOR, BOX], joints=[{**PENDULUM, "axis": [0, 0, 0]}])
    with pytest.raises(ValueError, match=r"scene.json:\d+: the world refuses the joint"):
        scene.make_world()
    with pytest.raises(FileNotFoundError):
        fc.Scene.load(folder / "none.json")
    (folder / "latin.json").write_bytes(b'{"name":"\xe9"}')
    with pytest.raises(ValueError, match="latin.json: not a text in UTF-8: byte 9"):
        fc.Scene.load(folder / "latin.json")


def test_without_the_program(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red if a scene of mesh files needs the program, or the message for another one does not name the cure."""
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("FIRSTCONTACT_PROGRAM", raising=False)
    assert len(load(folder, [FLOOR, BOX]).make_world()[1]) == 2
    scene = load(folder, [{"name": "ring", "mesh": "builtin:torus"}])
    with pytest.raises(fc.ProgramError, match="the mesh builtin:torus needs the program 'firstcontact'; install it, or"):
        scene.meshes
    with pytest.raises(fc.ProgramError, match="a scene of the program needs"):
        fc.Scene.built_in("dominoes")
    monkeypatch.setenv("FIRSTCONTACT_PROGRAM", str(folder / "none"))
    with pytest.raises(fc.ProgramError, match="FIRSTCONTACT_PROGRAM is not a program: .*none"):
        fc.Scene.built_in("dominoes")


def export(program: Path, folder: Path, *arguments: str) -> fc.Mesh:
    """Returns a mesh that the program writes."""
    subprocess.run([program, "mesh", "export", *arguments, folder / "out.obj"], check=True)
    return fc.Mesh.load(folder / "out.obj")


@pytest.mark.parametrize("options", [[], ["--normalize"], ["--scale", "0.3"], ["--normalize", "--scale", "0.7"]])
def test_generated_mesh(folder: Path, program: Path, options: list[str]) -> None:
    """Red if generated meshes, scales or normalisations have other bits than those of the program."""
    values: dict[str, Any] = {"normalize": "--normalize" in options}
    values["scale"] = float(options[-1]) if "--scale" in options else 1
    scene = load(folder, [{"name": "knot", "mesh": "builtin:torus-knot:segments=24", **values}])
    expected = export(program, folder, "builtin:torus-knot:segments=24", *options)
    assert np.array_equal(scene.meshes["knot"].vertices, expected.vertices)
    assert np.array_equal(scene.meshes["knot"].faces, expected.faces)


def test_program_refuses(folder: Path, program: Path) -> None:
    """Red if the program's message, or the place in the file, is lost."""
    scene = load(folder, [FLOOR, {"name": "odd", "mesh": "builtin:torus:size=3"}])
    with pytest.raises(ValueError, match=r'scene.json:3: object "odd": builtin:torus:size=3: .*size'):
        scene.meshes
    with pytest.raises(ValueError, match="unknown scene 'no such scene'"):
        fc.Scene.built_in("no such scene")


@pytest.mark.parametrize("name", ["dominoes", "lift and press", "figures of blocks", "sensor gates", "linked rings"])
def test_same_bits_as_simulate(name: str, program: Path, tmp_path: Path) -> None:
    """Red if a world has other bodies, meshes, joints, motors, paths or locks than that of the program."""
    scene = fc.Scene.built_in(name)
    scene.save(tmp_path / "scene.json")
    command = [program, "simulate", tmp_path / "scene.json", "--seconds", "0.25", "--jobs", "1"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    expected = [line for line in map(json.loads, output.splitlines()) if "pose" in line]
    world, bodies = scene.make_world()
    moving = [item.name for item in scene.objects if item.kind in ("dynamic", "kinematic")]
    lines = iter(expected)
    for _ in range(15):
        world.step(1.0 / 60.0)
        for own, line in zip(moving, lines):
            body = bodies[own]
            assert (own, body.pose.rows.tolist()) == (line["body"], line["pose"])
            assert [*body.velocity, *body.angular_velocity] == line["velocity"]
    assert len(expected) == 15 * len(moving) and next(lines, None) is None


def list_places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the keys and indices of all values within a JSON value."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place] * bool(place) + [inner for key in keys for inner in list_places(value[key], (*place, key))]


def test_damaged_files() -> None:
    """Red if a value of another type ends in an exception without the file and its line."""
    shapes = [{"mesh": "a.obj"}, {"mesh": "b.obj", "pose": AT, "scale": 2, "density": 3}]
    hammer = {"name": "hammer", "body": "dynamic", "shapes": shapes, "lockRotation": [True, False, True]}
    joint = {**PENDULUM, "a": "hammer", "b": "lift", "motor": {"position": 1, "maxForce": 2}}
    text = json.dumps({"objects": [hammer, {**LIFT, "poses": [[0, *AT], [1, *AT]]}], "joints": [joint], "margin": 0})
    values = [None, True, -1, 1e308, 0.5, "", "box", [], {}, [1, 2, 3], [None] * 7, [[1]], {"a": 1}]
    random = np.random.default_rng(9)
    refused = 0
    for place in list_places(json.loads(text)):
        for index in random.choice(len(values), 4, replace=False):
            root = json.loads(text)
            within = root
            for key in place[:-1]:
                within = within[key]
            within[place[-1]] = values[index]
            try:
                fc.Scene.parse(json.dumps(root, indent=1), "file.json").to_text()
            except ValueError as error:
                assert re.match(r"file\.json:\d+: ", str(error))
                refused += 1
    assert refused > 200
