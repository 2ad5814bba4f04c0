"""Contact regions of two bodies of a world, and the forces of the last step that act through them."""

from __future__ import annotations

import ctypes
import threading
from ctypes import byref
from dataclasses import dataclass

import numpy as np

from . import _layer
from ._convert import Floats, read_count, to_array
from ._library import call, get_workspace
from .bodies import Body, read_body
from .queries import read_tests
from .results import State, check_state, get_reason
from .solids import ROOM_FIRST, ContactRegion, to_region


@dataclass(frozen=True)
class RegionLoad:
    """The load of a region. Forces: mass times length / s^2.

    area: of a polygon, else 0. centroid: of the region, shape (3,). normal: mean of its normals, unit, from B to A.
    contacts: number of contact points of the last step in it. force: sum along the normals. friction: sum on A,
    shape (3,). center: centre of pressure, shape (3,). pressure: force / area; 0 without an area.
    """

    area: float
    centroid: Floats
    normal: Floats
    contacts: int
    force: float
    friction: Floats
    center: Floats
    pressure: float

    @classmethod
    def of(cls, value: _layer.cdRegionLoad) -> RegionLoad:
        return cls(
            value.area, to_array(value.centroid), to_array(value.normal), value.contactCount, value.force,
            to_array(value.friction), to_array(value.center), value.pressure,
        )  # fmt: skip


@dataclass(frozen=True)
class BodyRegions:
    """Result of World.get_contact_regions. state: FREE, CONTACT, or UNDECIDED if a limit was reached.

    regions: those in which the bodies touch now. loads: one for each region. force_elsewhere: sum of the forces along the
    normals of the pair's contact points in no region.
    """

    state: State
    reason: str
    regions: tuple[ContactRegion, ...]
    loads: tuple[RegionLoad, ...]
    force_elsewhere: float


class WorldRegions:
    """Contact regions of a world."""

    _handle: int
    _lock: threading.RLock

    def get_contact_regions(
        self, a: Body, b: Body, *, shape_a: int = 0, shape_b: int = 0, max_tests: int = 0
    ) -> BodyRegions:
        """Finds the regions of the sufficient subset in which two bodies touch, and the loads of the last step there.

        a, b: different bodies. shape_a, shape_b: indices of their shapes. max_tests: limit on the work; 0: none.
        How forces are shared among regions is one of many possibilities; sums that equilibrium determines are not.
        """
        query = _layer.cdBodyRegionsInput()
        query.shapeA, query.shapeB = read_count(shape_a, "shape_a"), read_count(shape_b, "shape_b")
        query.budget.maxPairTests = read_tests(max_tests)
        query.regionCapacity = query.pointCapacity = ROOM_FIRST
        with self._lock:
            query.bodyA, query.bodyB = read_body(self, a, "a"), read_body(self, b, "b")
            while True:
                regions = (_layer.cdContactRegion * query.regionCapacity)()
                points = (_layer.cdVec3 * query.pointCapacity)()
                query.regions, query.points = ctypes.addressof(regions), ctypes.addressof(points)
                found = call("cdFindBodyContactRegions", self._handle, byref(query), get_workspace())
                check_state(found.state, found.reason)
                if found.neededRegions <= len(regions) and found.neededPoints <= len(points):
                    return self._find_loads(query, found)
                query.regionCapacity = max(found.neededRegions, len(regions))
                query.pointCapacity = max(found.neededPoints, len(points))

    def _find_loads(self, query: _layer.cdBodyRegionsInput, found: _layer.cdContactRegions) -> BodyRegions:
        """Returns the regions with their loads."""
        count = found.regionCount
        loads = (_layer.cdRegionLoad * max(count, 1))()
        elsewhere = call("cdFindRegionLoads", self._handle, byref(query), byref(found), loads)
        rows: Floats = np.empty((0, 3))
        items: tuple[ContactRegion, ...] = ()
        if count:
            points = (_layer.cdVec3 * found.pointCount).from_address(found.points)
            rows = np.frombuffer(points, dtype=np.float64).reshape(-1, 3)
            regions = (_layer.cdContactRegion * count).from_address(found.regions)
            items = tuple(to_region(regions[index], rows) for index in range(count))
        every = tuple(RegionLoad.of(loads[index]) for index in range(count))
        return BodyRegions(State(found.state), get_reason(found.reason), items, every, elsewhere)
