"""Everything that the library allocates is freed, and Python's memory does not grow."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCENE = Path(__file__).with_name("leak_scene.py")


@pytest.mark.skipif(sys.platform == "win32", reason="the C library's malloc")
def test_nothing_is_left() -> None:
    """Red if a mesh, a world or a workspace is not destroyed, also after errors, threads and interrupts.

    Python's memory grows by a block or more for each object that is kept: six rounds make more than a thousand.
    """
    done = subprocess.run([sys.executable, SCENE, "12"], capture_output=True, text=True, check=True)
    left, grown = map(int, done.stdout.split())
    assert left == 0 and grown < 500
