"""Fixtures of all tests, and the folder of the examples."""

from __future__ import annotations

import os
import weakref
from pathlib import Path

import pytest

import firstcontact as fc
from firstcontact import _library
from shapes import make_ball, make_box


@pytest.fixture(scope="session")
def box() -> fc.Mesh:
    return fc.Mesh(*make_box())


@pytest.fixture(scope="session")
def ball() -> fc.Mesh:
    return fc.Mesh(*make_ball())


DATA = Path(__file__).resolve().parents[2] / "tests" / "data"  # of the source tree


@pytest.fixture(scope="session")
def program() -> Path:
    """The program `firstcontact`. Without it the test is skipped."""
    from firstcontact._program import find_program

    found = find_program()
    if found is None:
        pytest.skip("the program firstcontact is not installed")
    return found


def get_program(name: str) -> Path:
    """Returns a program that the build made for the tests. Without the build's folder the test is skipped."""
    folder = os.environ.get("FC_PYTHON_PROGRAMS")
    if not folder:
        pytest.skip("FC_PYTHON_PROGRAMS is not set")
    return Path(folder) / name


def pytest_unconfigure() -> None:
    """With FC_PYTHON_LEAKS destroys what still lives, such as fixtures: all that is left then is a leak."""
    if not os.environ.get("FC_PYTHON_LEAKS"):
        return
    living = [finalizer for finalizer in weakref.finalize._registry if finalizer.peek()[1] is _library.release]
    for finalizer in sorted(living, key=lambda item: "cdDestroyWorld" not in item.peek()[2]):
        finalizer()  # worlds first: they read their meshes
    _library._state.workspace = _library._state.handle = None
