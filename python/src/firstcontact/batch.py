"""Many queries at once, in C, shared by threads.

The library releases the GIL, so threads run in parallel. Each has its own workspace. Results have the same bits with
any number of threads. Ctrl-C stops a batch.
"""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Generic, Iterator, Sequence, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _layer
from ._convert import view_member
from ._library import call, get_workspace
from ._threads import IS_FLAG_SET, Flag, run_chunks
from .caches import Cache, use_cache
from .mesh import Mesh
from .pose import POSE_WIDTH, Pose
from .results import Result, check_state

Item = TypeVar("Item", bound=Result)


class Results(Sequence[Item], Generic[Item]):
    """Results of n queries in their order, as arrays; item i is the result of query i. Immutable."""

    __slots__ = ("_items", "_copies")
    _item: Any  # kind of the results

    def __init__(self, items: Any) -> None:
        self._items = items
        self._copies: dict[str, Any] = {}

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        return self._item.of(self._items[range(len(self))[index]])

    def __iter__(self) -> Iterator[Item]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_results, (type(self), bytes(self._items))

    def _view(self, path: str, dtype: Any = np.float64, width: int = 0) -> NDArray[Any]:
        """Returns a member of all results as an array: a copy, made once."""
        if path not in self._copies:
            array = view_member(self._items, path, dtype, width).copy()
            array.flags.writeable = False
            self._copies[path] = array
        return self._copies[path]

    def _view_poses(self, path: str) -> Pose:
        if path not in self._copies:
            self._copies[path] = Pose.from_rows(view_member(self._items, path, np.float64, POSE_WIDTH))
        return self._copies[path]


def restore_results(cls: type[Results[Any]], data: bytes) -> Results[Any]:
    """Returns results again, for pickle and copy."""
    kind = cls._item._type
    return cls((kind * (len(data) // ctypes.sizeof(kind))).from_buffer_copy(data))


def find_count(sizes: list[int]) -> int:
    """Returns the common length of all batches, 1 without any. Errors: ValueError if they differ."""
    if len(set(sizes)) > 1:
        raise ValueError(f"batches of different lengths: {sorted(set(sizes))}")
    return sizes[0] if sizes else 1


def get_sizes(poses: Sequence[Pose | None], meshes: Sequence[list[Mesh]] = ()) -> list[int]:
    """Returns the lengths of all poses and lists of meshes that are batches."""
    sizes = [len(pose) for pose in poses if pose is not None and pose.is_batch]
    return sizes + [len(group) for group in meshes if len(group) > 1]


def fill_member(inputs: Any, path: str, values: Any, dtype: Any = np.float64, width: int = 0) -> None:
    """Writes a member of all inputs: one value for all, or one for each."""
    view_member(inputs, path, dtype, width)[:] = values


Member = tuple[str, Any, Any, int]  # path, value or values, type of a number, numbers in the member (0: one)


def member(path: str, values: Any, dtype: Any = np.float64, width: int = 0) -> Member:
    """Returns a member of inputs: one value for all of them, or one for each."""
    return path, values, dtype, width


def pose_member(path: str, pose: Pose) -> Member:
    return path, pose.rows, np.float64, POSE_WIDTH


def mesh_member(path: str, meshes: list[Mesh]) -> Member:
    return path, [mesh._handle for mesh in meshes], np.uintp, 0


def flag_members(path: str, flag: Flag) -> list[Member]:
    """Returns the interrupt of the budget at `path`."""
    return [member(f"{path}.interrupt", IS_FLAG_SET, np.uintp), member(f"{path}.context", flag.address, np.uintp)]


def make_items(kind: Any, count: int, zero: bool = True) -> Any:
    """Returns an array of structs, with memory that is touched only where it is used. zero: False for uninitialised."""
    size = count * ctypes.sizeof(kind)
    memory = np.zeros(max(size, 1), dtype=np.uint8) if zero else np.empty(max(size, 1), dtype=np.uint8)
    return (kind * count).from_buffer(memory)


def make_inputs(kind: Any, count: int, members: Sequence[Member]) -> Any:
    """Returns an array of inputs. Values for all are written at once: each pass over a long array takes time."""
    template, each = (kind * 1)(), []
    for path, values, dtype, width in members:
        array = np.asarray(values, dtype=dtype)
        if array.ndim == (2 if width else 1) and len(array) != 1:
            each.append((path, array, dtype, width))
        else:
            fill_member(template, path, array, dtype, width)
    inputs = make_items(kind, count, zero=False)
    if count:
        get_rows(inputs)[:] = np.frombuffer(template, dtype=np.uint8)
    for path, array, dtype, width in each:
        fill_member(inputs, path, array, dtype, width)
    return inputs


def get_rows(items: Any) -> NDArray[np.uint8]:
    """Returns the bytes of an array of structs, one row for each."""
    return np.frombuffer(items, dtype=np.uint8).reshape(-1, ctypes.sizeof(items._type_))


class Batch:
    """The inputs of a batch, and what must live as long as its threads."""

    def __init__(self, function: str, batch: Any, inputs: Any, result: Any, *kept: object) -> None:
        """function: takes a struct `batch` with inputs, caches, results and count. result: type of a result."""
        self.function, self.batch, self.inputs = function, batch, inputs
        self.results = make_items(result, len(inputs), zero=False)
        self.kept = kept
        self.caches: int | None = None
        self.cache_size = 0

    def run_part(self, first: int, end: int) -> None:
        """Makes the queries from `first` to before `end`, in the calling thread."""
        part = self.batch()
        for name, items in (("inputs", self.inputs), ("results", self.results)):
            setattr(part, name, ctypes.addressof(items) + first * ctypes.sizeof(items._type_))
        if self.caches is not None:
            part.caches = self.caches + first * self.cache_size
        part.count = end - first
        call(self.function, byref(part), get_workspace(), None)

    def run(self, jobs: int, flag: Flag, cache: Any = None, kind: Any = Cache) -> Any:
        """Makes all queries and returns the array of results. flag: that of the inputs' interrupts, if they have some.

        Errors: KeyboardInterrupt.
        """
        with use_cache(cache, kind, len(self.inputs)) as address:
            if address is not None:
                self.caches, self.cache_size = address, ctypes.sizeof(kind._type)
            run_chunks(self.run_part, len(self.inputs), jobs, flag)
        return self.results


def check_states(results: Any, path: str = "") -> None:
    """Raises an exception for the first result that is undecided, except where a limit was reached."""
    states = view_member(results, path + "state", np.int32)
    for index in np.flatnonzero(states == _layer.CD_UNDECIDED):
        check_state(0, int(view_member(results, path + "reason", np.int32)[index]))
