"""The generated layer agrees with the C compiler, for every member of every public struct."""

from __future__ import annotations

import ctypes
import subprocess
from types import SimpleNamespace

import pytest

from conftest import get_program
from firstcontact import _layer, _library


@pytest.fixture(scope="module")
def lines() -> list[list[str]]:
    output = subprocess.run([get_program("python_layout")], check=True, capture_output=True, text=True).stdout
    return [line.split() for line in output.splitlines()]


def test_sizes_and_offsets(lines: list[list[str]]) -> None:
    """Red if a member has another type, another place or another order."""
    members = 0
    for kind, name, *rest in lines:
        if kind == "struct":
            assert ctypes.sizeof(getattr(_layer, name)) == int(rest[0]), name
        elif kind == "member":
            member = getattr(getattr(_layer, name), rest[0])
            assert (member.offset, member.size) == (int(rest[1]), int(rest[2])), f"{name}.{rest[0]}"
            members += 1
    assert members == sum(len(struct._fields_) for struct in _layer.PUBLIC_STRUCTS) > 800


def test_constants(lines: list[list[str]]) -> None:
    """Red if an enumerator has another value."""
    values = {name: int(rest[0]) for kind, name, *rest in lines if kind == "constant"}
    assert len(values) > 200
    assert {name: getattr(_layer, name) for name in values} == values


def test_every_struct_is_listed(lines: list[list[str]]) -> None:
    """Red if the layer omits a struct of CD_PUBLIC_STRUCTS, or has one that the size check omits."""
    names = {name for kind, name, *_ in lines if kind == "struct"}
    assert names == {struct.__name__ for struct in _layer.PUBLIC_STRUCTS}


def test_pose_is_seven_doubles() -> None:
    """Red if the order of position and quaternion changes, on which arrays of poses rely."""
    pose = _layer.cdPose((1.0, 2.0, 3.0), (4.0, 5.0, 6.0, 7.0))
    assert list((ctypes.c_double * 7).from_buffer_copy(pose)) == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    assert (pose.q.w, pose.q.x, pose.q.y, pose.q.z) == (4.0, 5.0, 6.0, 7.0)


def test_refuses_another_library() -> None:
    """Red if a library of another version, or with other sizes, is used."""
    version = _layer.cdVersion(_layer.CD_VERSION_MAJOR, _layer.CD_VERSION_MINOR, 0)
    other = SimpleNamespace(cdGetVersion=lambda: _layer.cdVersion(99, 0, 0), cdHasStructSizes=lambda *_: True)
    with pytest.raises(ImportError, match="version 99"):
        _library.check_compatible(other)
    other = SimpleNamespace(cdGetVersion=lambda: version, cdHasStructSizes=lambda *_: False)
    with pytest.raises(ImportError, match="sizes"):
        _library.check_compatible(other)
