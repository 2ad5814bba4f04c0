"""Loads the C library beside this file, checks that it fits the generated layer, and calls it.

The GIL is released during each call. The library's programmer's errors become ValueError instead of ending the process.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from ctypes import c_char_p, c_uint32, c_void_p
from pathlib import Path
from typing import Any

from . import _layer

_NAMES = {"win32": "firstcontact.dll", "darwin": "libfirstcontact.dylib"}


class _ThreadState(threading.local):
    """State of one thread: the last refused call, and the workspace of its queries."""

    refused: str | None = None
    workspace: "Workspace | None" = None


_state = _ThreadState()


@_layer.CFUNCTYPE(None, c_char_p, c_char_p, ctypes.c_int, c_void_p)
def _keep_refusal(condition: bytes, file: bytes, line: int, context: int | None) -> None:
    _state.refused = f"{condition.decode()} (line {line} of {Path(file.decode()).name})"


def _load() -> ctypes.CDLL:
    """Loads the library and declares the types of its functions."""
    path = Path(__file__).with_name(_NAMES.get(sys.platform, "libfirstcontact.so"))
    try:
        library = ctypes.CDLL(str(path))
        for name, (result, parameters) in _layer.FUNCTIONS.items():
            function = getattr(library, name)
            function.restype = result
            function.argtypes = parameters
    except (OSError, AttributeError) as error:
        raise ImportError(f"cannot use {path}: {error}") from error
    check_compatible(library)
    return library


def check_compatible(library: ctypes.CDLL) -> None:
    """Refuses a library of another version, or with other sizes of public structs. Errors: ImportError."""
    version = library.cdGetVersion()
    found = (version.major, version.minor)
    if found != (_layer.CD_VERSION_MAJOR, _layer.CD_VERSION_MINOR):
        raise ImportError(f"the C library has version {found[0]}.{found[1]}; reinstall the package")
    sizes = [ctypes.sizeof(struct) for struct in _layer.PUBLIC_STRUCTS]
    if not library.cdHasStructSizes((c_uint32 * len(sizes))(*sizes), len(sizes)):
        raise ImportError("the structs of the C library have other sizes; reinstall the package")


_library = _load()
_hooks = _layer.cdHooks()
_hooks.assertFailed = ctypes.cast(_keep_refusal, type(_hooks.assertFailed))
_library.cdSetHooks(ctypes.byref(_hooks))


def call(name: str, *arguments: Any) -> Any:
    """Calls a function of the library. Errors: ValueError if the library refuses the arguments."""
    _state.refused = None
    result = getattr(_library, name)(*arguments)
    if _state.refused is not None:
        raise ValueError(f"{name} refuses its input: {_state.refused}")
    return result


def release(name: str, handle: int, *kept: object) -> None:
    """Frees an object of the library. `kept`: objects that must live at least as long."""
    getattr(_library, name)(handle)


class Workspace:
    """Working memory of the queries of one thread."""

    def __init__(self) -> None:
        self.handle = call("cdCreateWorkspace")
        if not self.handle:
            raise MemoryError("no memory for a workspace")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            _library.cdDestroyWorkspace(self.handle)


def get_workspace() -> int:
    """Returns the workspace of the calling thread."""
    if _state.workspace is None:
        _state.workspace = Workspace()
    return _state.workspace.handle


def get_version() -> str:
    """Returns the version of the C library."""
    version = call("cdGetVersion")
    return f"{version.major}.{version.minor}.{version.patch}"
