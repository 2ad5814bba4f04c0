"""Fixtures of all tests, and the folder of the examples."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import firstcontact as fc
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
