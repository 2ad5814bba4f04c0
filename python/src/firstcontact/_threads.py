"""Runs the parts of a batch in threads, and stops them when the caller is interrupted.

The calling thread waits where Python handles signals. An exception there, such as KeyboardInterrupt, sets a flag: the
queries end at their next test of it, and the exception continues after the threads have ended.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import threading
from ctypes import c_char
from typing import Any, Callable

from . import _layer
from ._library import find_address

CHUNK = 256  # most queries of one part; between parts a thread tests the flag
CHUNKS_PER_JOB = 8  # parts for each thread, so that all end together
IS_FLAG_SET = find_address("cdIsFlagSet")
WAIT = 0.2  # seconds after which the waiting thread tests for signals, where locks do not

Run = Callable[[int, int], None]


class Flag:
    """A byte that the library reads during queries. Not 0: they stop."""

    __slots__ = ("byte",)

    def __init__(self) -> None:
        self.byte = c_char(b"\0")

    def set(self) -> None:
        self.byte.value = b"\1"

    @property
    def is_set(self) -> bool:
        return self.byte.value != b"\0"

    @property
    def address(self) -> int:
        return ctypes.addressof(self.byte)


def run_chunks(run: Run, count: int, jobs: int, flag: Flag, chunk: int = CHUNK) -> None:
    """Calls run(first, end) for parts of range(count), in `jobs` threads; 0: one for each processor.

    chunk: largest size of a part.
    """
    workers = max(1, min(jobs or os.cpu_count() or 1, count))
    if workers == 1 and (count <= 1 or threading.current_thread() is not threading.main_thread()):
        for first in range(0, count, chunk):
            run(first, min(first + chunk, count))
        return
    size = max(1, min(chunk, -(-count // (workers * CHUNKS_PER_JOB))))
    Crew(run, count, size, flag).work(workers)


def run_alone(find: Callable[[], Any], flag: Flag) -> Any:
    """Returns the result of one long query, in a thread of its own where the caller can be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        return find()
    found: list[Any] = []
    Crew(lambda first, end: found.append(find()), 1, 1, flag).work(1)
    return found[0]


class Tasks:
    """A task system of `jobs` threads for calls of the library that divide their work; 0: one for each processor."""

    def __init__(self, jobs: int) -> None:
        self.workers = max(1, jobs or os.cpu_count() or 1)
        run = dict(_layer.cdTasks._fields_)["run"](self.run)
        self.struct = _layer.cdTasks(run, self.workers, None)

    @property
    def address(self) -> int:
        """Address of the struct, or 0 for a single thread."""
        return ctypes.addressof(self.struct) if self.workers > 1 else 0

    def run(self, task: int, context: int, count: int, user: int) -> None:
        """Runs the tasks in this thread and others, and waits for them."""
        function, indices = _layer.cdTaskFunction(task), itertools.count()

        def work(worker: int) -> None:
            for index in indices:  # each number is taken by one thread only
                if index >= count:
                    return
                function(context, index, worker)

        threads: list[threading.Thread] = []
        try:
            for worker in range(1, min(self.workers, count)):
                threads.append(threading.Thread(target=work, args=(worker,), daemon=True))
                threads[-1].start()
        except RuntimeError:  # the system has no more threads
            threads.pop()
        work(0)
        for thread in threads:
            thread.join()


class Crew:
    """Threads that share the parts of a batch."""

    def __init__(self, run: Run, count: int, size: int, flag: Flag) -> None:
        self.run, self.count, self.size, self.flag = run, count, size, flag
        self.firsts = itertools.count(0, size)  # each number is taken by one thread only
        self.errors: list[BaseException] = []
        self.ended: list[int] = []
        self.wake = threading.Semaphore(0)

    def work(self, workers: int) -> None:
        """Runs all parts and waits for them. Errors: the first of a thread, or the waiting thread's."""
        started = 0
        try:
            for _ in range(workers):
                threading.Thread(target=self.take_parts, daemon=True).start()
                started += 1
            while len(self.ended) < started:
                self.wake.acquire(timeout=WAIT)
        except BaseException:
            self.flag.set()
            self.drain(started)
            raise
        if self.errors:
            raise self.errors[0]

    def take_parts(self) -> None:
        """Runs parts until there are no more, in one thread. `run` keeps all that the library reads alive."""
        try:
            for first in self.firsts:
                if first >= self.count or self.flag.is_set:
                    return
                self.run(first, min(first + self.size, self.count))
        except BaseException as error:
            self.errors.append(error)
            self.flag.set()
        finally:
            self.ended.append(1)
            self.wake.release()

    def drain(self, started: int) -> None:
        """Waits for the threads, in spite of more signals."""
        while len(self.ended) < started:
            try:
                self.wake.acquire(timeout=WAIT)
            except KeyboardInterrupt:
                continue
