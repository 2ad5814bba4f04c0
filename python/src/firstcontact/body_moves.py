"""Motions of kinematic bodies, which follow a path and push others, and of driven bodies, which the caller moves."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _layer
from ._convert import Floats, read_choice, read_count, read_floats, read_number, view_member
from .body_readers import RESPONSES
from .mesh import Mesh, check_mesh
from .pose import POSE_WIDTH, Pose, PoseLike, from_struct, read_pose, read_single_pose, to_struct
from .results import FirstContact, Result, check_state

if TYPE_CHECKING:
    from .bodies import Body
    from .world import World

ROOM = 256  # poses and constraints of a slide for which a move has room
Obstacle = tuple[Mesh, PoseLike]


class BodyMove(Result):
    """Result of Body.move and Body.find_move."""

    __slots__ = ("path", "constraint_points", "constraint_normals", "constraint_pushes")
    _type = _layer.cdBodyMove
    path: Pose  # batch of the poses at the ends of the legs of a slide, at most 256
    constraint_points: Floats  # shape (k, 3), world frame, at the end of a slide, at most 256
    constraint_normals: Floats  # shape (k, 3), unit, world frame, from the others to the body
    constraint_pushes: Floats  # shape (k,), Lagrange multipliers; 0: inactive

    @classmethod
    def of(cls, value: Any, path: Pose | None = None, *constraints: Any) -> BodyMove:
        result = object.__new__(cls)
        result._raw = value
        result.path = Pose.from_rows(np.empty((0, POSE_WIDTH))) if path is None else path
        rows = constraints or (np.empty((0, 3)), np.empty((0, 3)), np.empty(0))
        result.constraint_points, result.constraint_normals, result.constraint_pushes = rows
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a move belongs to its world and cannot be pickled")

    @property
    def contact(self) -> FirstContact:
        """First contact on the way to the target."""
        return FirstContact.of(self._raw.contact)

    @property
    def pose(self) -> Pose:
        """Pose of the body after the move."""
        return from_struct(self._raw.pose)

    @property
    def target(self) -> Pose:
        """Target, with a normalized quaternion."""
        return from_struct(self._raw.target)

    @property
    def body(self) -> int:
        """Id of the body met first; -1: no body."""
        return self._raw.body

    @property
    def own_shape(self) -> int:
        """Index of the shape of this body that meets it; -1: the motion is free."""
        return self._raw.ownShape

    @property
    def body_shape(self) -> int:
        """Index of the shape of `body`; -1: no body."""
        return self._raw.bodyShape

    @property
    def obstacle(self) -> int:
        """Index of the obstacle met first; -1: no obstacle."""
        return self._raw.obstacle

    @property
    def reached(self) -> bool:
        """True if the body is at the target."""
        return self._raw.reached

    @property
    def yields(self) -> bool:
        """True if the next step continues the motion, because a dynamic body yields."""
        return self._raw.yields

    @property
    def pushed(self) -> int:
        """Id of the body that yields; -1: none."""
        return self._raw.pushed

    @property
    def legs(self) -> int:
        """Number of legs of a slide; else 0."""
        return self._raw.legCount

    @property
    def exhausted(self) -> bool:
        """True if a limit ended a slide."""
        return self._raw.exhausted


class BodyMoves:
    """Scripts of kinematic bodies and moves of driven ones."""

    __slots__ = ()
    world: World
    id: int

    # --- Kinematic bodies

    def set_path(self, times: ArrayLike, poses: PoseLike, start: float = 0.0) -> None:
        """Lets a kinematic body follow a path, along screws at constant speed, and stay at its last pose.

        times: shape (n,), ascending, seconds of the body's own time, 0 or more. poses: batch of n poses.
        start: own time at which the body begins; it moves from its current pose to the first later node. A node at
        `start` teleports it there. Where the body is blocked, its own time stands still.

        Errors: ValueError, also for a body that is not kinematic; nothing changes.
        """
        seconds, rows = read_floats(times, "times", (-1,)), np.atleast_2d(read_pose(poses, "poses").rows)
        if len(seconds) == 0 or len(seconds) != len(rows):
            raise ValueError(f"{len(seconds)} times and {len(rows)} poses; give one for each time, at least one")
        if seconds[0] < 0.0 or np.any(np.diff(seconds) <= 0.0):
            raise ValueError("times must be 0 or more and ascending")
        nodes = (_layer.cdPathNode * len(seconds))()
        view_member(nodes, "time", np.float64)[:] = seconds
        view_member(nodes, "pose", np.float64, POSE_WIDTH)[:] = rows
        begin = read_number(start, "start")
        if not self.world._call("cdSetKinematicPath", self.id, nodes, len(nodes), begin):
            raise ValueError(f"the world refuses the path of body {self.id}: not a kinematic body, or an invalid pose")

    @property
    def path_time(self) -> float:
        """Own time of a kinematic body on its path, seconds: delayed while it was blocked. 0 without a path."""
        return self.world._call("cdGetKinematicTime", self.id)

    def move_in_step(self, target: PoseLike) -> None:
        """Gives a kinematic body a target that it reaches at the end of the next step, unless it is blocked.

        Errors: ValueError for a body that is not kinematic.
        """
        pose = to_struct(read_single_pose(target, "target"))
        if not self.world._call("cdMoveKinematic", self.id, pose):
            raise ValueError(f"the world refuses the motion: body {self.id} is not a kinematic body, or the pose is invalid")

    # --- Driven bodies

    def move(
        self, target: PoseLike, response: str = "stop", *, yields: bool = False, margin: float = 0.0, max_legs: int = 0,
        max_tests: int = 0, ignored: Sequence[Body] = (), obstacles: Sequence[Obstacle] = (),
    ) -> BodyMove:  # fmt: skip
        """Moves a driven body towards a target, as far as the other bodies allow, between two steps.

        response: "stop" at the first contact, "slide" along the contacts, or "through" everything.
        yields: True: dynamic bodies give way; the next step continues the motion. margin: gap, length; 0: automatic.
        max_legs: of a slide; 0: 24. max_tests: limit on the work; 0: none. ignored: bodies that do not block.
        obstacles: pairs of a mesh and its pose that block, too, and belong to no body.
        """
        options = MoveOptions(self, yields, margin, max_legs, max_tests, ignored, obstacles)
        return self._find_move("cdMoveBody", target, response, options)

    def find_move(
        self, target: PoseLike, response: str = "stop", *, yields: bool = False, margin: float = 0.0, max_legs: int = 0,
        max_tests: int = 0, ignored: Sequence[Body] = (), obstacles: Sequence[Obstacle] = (),
    ) -> BodyMove:  # fmt: skip
        """Finds the motion of `move` for a body of any kind; nothing moves or wakes. See take_move."""
        options = MoveOptions(self, yields, margin, max_legs, max_tests, ignored, obstacles)
        return self._find_move("cdFindBodyMove", target, response, options)

    def _find_move(self, function: str, target: PoseLike, response: str, options: MoveOptions) -> BodyMove:
        pose, how = to_struct(read_single_pose(target, "target")), read_choice(response, "response", RESPONSES)
        found = self.world._call(function, self.id, pose, how, byref(options.struct))
        check_state(found.contact.state, found.contact.reason)
        return options.make_result(found)

    def take_move(self, move: BodyMove) -> None:
        """Carries out a motion of a driven body that find_move found. It is free of contact if nothing has moved since.

        Errors: ValueError for a body that is not driven.
        """
        if not isinstance(move, BodyMove):
            raise TypeError(f"move must be a BodyMove, not {type(move).__name__}")
        if not self.world._call("cdTakeBodyMove", self.id, byref(move._raw)):
            raise ValueError(f"body {self.id} is not a driven one")

    def forget_moves(self) -> None:
        """Empties the caches of the body's moves. Results never depend on them, but the work to them does."""
        self.world._call("cdForgetBodyMoves", self.id)


class MoveOptions:
    """Options of a move, with room for its path and constraints."""

    def __init__(
        self, body: Any, yields: bool, margin: float, max_legs: int, max_tests: int, ignored: Sequence[Any],
        obstacles: Sequence[Obstacle],
    ) -> None:  # fmt: skip
        from .bodies import read_body

        self.struct = options = _layer.cdMoveOptions()
        options.yields, options.margin = bool(yields), read_number(margin, "margin")
        options.maxLegs = read_count(max_legs, "max_legs")
        options.budget.maxPairTests = read_count(max_tests, "max_tests", 0, 2**63 - 1)
        ids = [read_body(body.world, item, f"ignored[{index}]") for index, item in enumerate(ignored)]
        self.ignored = (_layer.cdBodyId * max(len(ids), 1))(*ids)
        options.ignored, options.ignoredCount = ctypes.addressof(self.ignored), len(ids)
        self.meshes, self.obstacles = fill_move_obstacles(obstacles)
        options.obstacles, options.obstacleCount = ctypes.addressof(self.obstacles), len(self.meshes)
        self.poses: Any = (_layer.cdPose * ROOM)()
        self.constraints = (_layer.cdSlideConstraint * ROOM)()
        options.poses, options.poseCapacity = ctypes.addressof(self.poses), ROOM
        options.constraints, options.constraintCapacity = ctypes.addressof(self.constraints), ROOM

    def make_result(self, found: _layer.cdBodyMove) -> BodyMove:
        """Returns the result with copies of its arrays."""
        count = found.constraintCount
        rows = [
            view_member(self.constraints, path, np.float64, width)[:count].copy()
            for path, width in (("point", 3), ("normal", 3), ("push", 0))
        ]
        path = np.frombuffer(self.poses, dtype=np.float64).reshape(-1, POSE_WIDTH)[: found.poseCount]
        return BodyMove.of(found, Pose.from_rows(path), *rows)


def fill_move_obstacles(obstacles: Sequence[Obstacle]) -> tuple[list[Mesh], Any]:
    """Returns meshes and structs of the caller's obstacles."""
    meshes = []
    structs = (_layer.cdObstacle * max(len(obstacles), 1))()
    for index, obstacle in enumerate(obstacles):
        if not isinstance(obstacle, (tuple, list)) or len(obstacle) != 2:
            raise ValueError(f"obstacles[{index}] must be a pair of a mesh and a pose")
        mesh = check_mesh(obstacle[0], f"the mesh of obstacles[{index}]")
        mesh._prepare()
        structs[index].mesh = mesh._handle
        structs[index].pose = to_struct(read_single_pose(obstacle[1], f"the pose of obstacles[{index}]"))
        meshes.append(mesh)
    return meshes, structs
