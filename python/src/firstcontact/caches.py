"""Caches of queries that repeat with small changes: kept separating vectors, nearest features, near triangles.

A cache never changes a result, bit for bit. It serves one query at a time, and best always the same meshes.
"""

from __future__ import annotations

import ctypes
import threading
from contextlib import contextmanager
from typing import Any, Iterator

from . import _layer
from ._convert import COUNT_MAX, read_count


class Cache:
    """Caches of a number of queries. Empty at first."""

    __slots__ = ("_items", "_lock", "__weakref__")
    _type: Any = None

    def __init__(self, count: int = 1) -> None:
        """count: number of queries of a batch, 1 for single queries."""
        self._items = (self._type * read_count(count, "count", 1, COUNT_MAX))()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (len(self),)  # a copy is empty, and as good

    def clear(self) -> None:
        """Empties the cache."""
        with self._lock:
            ctypes.memset(self._items, 0, ctypes.sizeof(self._items))


class PairCache(Cache):
    """Cache of two meshes for first_contact, distance, overlap and contact_regions, or of each pair of a batch."""

    __slots__ = ()
    _type = _layer.cdPairCache


class TriangleCache(Cache):
    """Cache of the triangle that cast_ray or closest_point found last, or of those of a batch."""

    __slots__ = ()
    _type = _layer.cdTriangleCache


class SlideCache:
    """Cache of the slides of one mesh along a number of obstacles. Empty at first."""

    __slots__ = ("_items", "_pairs", "_lock", "__weakref__")

    def __init__(self, obstacles: int = 1) -> None:
        self._pairs = (_layer.cdPairCache * read_count(obstacles, "obstacles", 1, COUNT_MAX))()
        self._items = (_layer.cdSlideCache * 1)()
        self._items[0].pairs = ctypes.addressof(self._pairs)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._pairs)

    def __repr__(self) -> str:
        return f"SlideCache({len(self)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return SlideCache, (len(self),)

    def clear(self) -> None:
        """Empties the cache."""
        with self._lock:
            ctypes.memset(self._pairs, 0, ctypes.sizeof(self._pairs))
            ctypes.memset(self._items, 0, ctypes.sizeof(self._items))
            self._items[0].pairs = ctypes.addressof(self._pairs)


@contextmanager
def use_cache(cache: Any, kind: Any, count: int) -> Iterator[int | None]:
    """Gives the address of a cache to one query or batch; None: no cache. Errors: ValueError, TypeError."""
    if cache is None:
        yield None
        return
    if not isinstance(cache, kind):
        raise TypeError(f"cache must be a {kind.__name__}, not {type(cache).__name__}")
    if len(cache) != count:
        raise ValueError(f"the cache has room for {len(cache)}, and {count} are necessary")
    if not cache._lock.acquire(blocking=False):
        raise ValueError("another thread uses the cache")
    try:
        yield ctypes.addressof(cache._items)
    finally:
        cache._lock.release()
