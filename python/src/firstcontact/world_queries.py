"""Queries against all bodies of a world: rays, the closest point, overlap and first contact of a mesh."""

from __future__ import annotations

import ctypes
import threading
from ctypes import byref
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _layer
from ._convert import get_address, read_number, read_vector, to_array
from ._library import call, get_workspace
from .bodies import Body, read_body
from .mesh import Mesh, check_mesh
from .pose import PoseLike, read_single_pose, to_struct
from .results import FirstContact, check_state
from .world_results import WorldClosestPoint, WorldFirstContact, WorldRayHit


class WorldQueries:
    """Queries of a world. They never change it."""

    _handle: int
    _lock: threading.RLock

    def _call(self, name: str, *arguments: Any) -> Any:
        raise NotImplementedError

    def cast_ray(
        self, origin: ArrayLike, direction: ArrayLike, *, max_distance: float = 0.0, cull_back_faces: bool = False
    ) -> WorldRayHit | None:
        """Finds the nearest hit of a ray; None: no hit.

        origin, direction: shape (3,), the direction of any length above 0. max_distance: length; 0: no limit.
        """
        query = _layer.cdWorldRayInput()
        query.origin, query.direction = read_vector(origin, "origin"), read_vector(direction, "direction")
        query.maxDistance = read_number(max_distance, "max_distance", infinite=True)
        query.cullBackFaces = bool(cull_back_faces)
        found = self._call("cdFindWorldRayHit", byref(query))
        hit = found.hit
        check_state(hit.state, hit.reason)
        if hit.state != _layer.CD_CONTACT:
            return None
        return WorldRayHit(
            found.body, found.shape, hit.distance, to_array(hit.point), to_array(hit.normal), hit.triangle, hit.backFace
        )

    def find_closest_point(self, point: ArrayLike, *, max_distance: float = 0.0) -> WorldClosestPoint | None:
        """Finds the point of any body that is nearest to `point`, shape (3,); None: no body within max_distance."""
        query = _layer.cdWorldPointInput()
        query.point = read_vector(point, "point")
        query.maxDistance = read_number(max_distance, "max_distance", infinite=True)
        found = self._call("cdFindWorldClosestPoint", byref(query))
        near = found.closest
        check_state(near.state, near.reason)
        if found.body < 0:
            return None
        return WorldClosestPoint(
            found.body, found.shape, near.distance, near.lower, near.upper, to_array(near.point),
            to_array(near.normal), near.signedDistance,
        )  # fmt: skip

    def find_overlaps(self, mesh: Mesh, pose: PoseLike = None) -> NDArray[np.int64]:
        """Returns the ids of all bodies that overlap a mesh at a pose, shape (n,)."""
        query = _layer.cdWorldOverlapInput()
        query.mesh = check_mesh(mesh, "mesh")._handle
        query.pose = to_struct(read_single_pose(pose, "pose"))
        with self._lock:
            room = np.empty(call("cdGetBodies", self._handle, None, 0) + 1, dtype=np.int64)
            query.bodies, query.bodyCapacity = get_address(room), len(room)
            found = call("cdFindWorldOverlap", self._handle, byref(query), get_workspace())
        check_state(found.overlap.state, found.overlap.reason)
        return room[: found.bodyCount].copy()

    def find_first_contact(
        self,
        mesh: Mesh,
        start: PoseLike,
        target: PoseLike,
        *,
        safety_distance: float = 0.0,
        except_body: Body | None = None,
    ) -> WorldFirstContact:
        """Finds the first contact of a moving mesh with any body; the bodies do not move meanwhile.

        except_body: a Body to leave out; None: no body.
        """
        query = _layer.cdWorldContactInput()
        query.mesh = check_mesh(mesh, "mesh")._handle
        query.start = to_struct(read_single_pose(start, "start"))
        query.target = to_struct(read_single_pose(target, "target"))
        query.safetyDistance = read_number(safety_distance, "safety_distance")
        if except_body is not None:
            without = _layer.cdBodyId(read_body(self, except_body, "except_body"))
            setattr(query.filter, "except", ctypes.addressof(without))
            query.filter.exceptCount = 1
        found = self._call("cdFindWorldFirstContact", byref(query), get_workspace())
        check_state(found.contact.state, found.contact.reason)
        return WorldFirstContact(found.body, found.shape, FirstContact.of(found.contact))
