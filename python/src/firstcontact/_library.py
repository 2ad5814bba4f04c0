"""Loads the C library beside this file, checks that it fits the generated layer, and calls it.

The GIL is released during each call. The library's programmer's errors become ValueError instead of ending the process.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from ctypes import CFUNCTYPE, c_char_p, c_int, c_uint32, c_void_p
from pathlib import Path
from typing import Any, Callable

from . import _layer

_NAMES = {"win32": "firstcontact.dll", "darwin": "libfirstcontact.dylib"}


class _ThreadState(threading.local):
    """State of one thread: the workspace of its queries, and its address."""

    workspace: "Workspace | None" = None
    handle: int | None = None


_state = _ThreadState()
_refusals: dict[int, str] = {}  # by thread: the call that the library has just refused


def _keep_refusal(condition: bytes, file: bytes, line: int, context: int | None) -> None:
    _refusals[threading.get_ident()] = f"{condition.decode()} (line {line} of {Path(file.decode()).name})"


_refusal_callback = CFUNCTYPE(None, c_char_p, c_char_p, c_int, c_void_p)(_keep_refusal)

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
_hooks.assertFailed = ctypes.cast(_refusal_callback, type(_hooks.assertFailed))
_library.cdSetHooks(ctypes.byref(_hooks))


def call(name: str, *arguments: Any) -> Any:
    """Calls a function of the library. Errors: ValueError if the library refuses the arguments."""
    result = getattr(_library, name)(*arguments)
    if _refusals:
        raise_refusal(name)
    return result


def raise_refusal(name: str) -> None:
    """Raises ValueError if the library has refused the call that this thread has just made."""
    refused = _refusals.pop(threading.get_ident(), None)
    if refused is not None:
        raise ValueError(f"{name} refuses its input: {refused}")


def find_address(name: str) -> int:
    """Returns the address of a function of the library, for callbacks."""
    address = ctypes.cast(getattr(_library, name), c_void_p).value
    assert address is not None
    return address


def bind(name: str) -> Callable[..., Any]:
    """Returns a function of the library for queries that are called often. It behaves as call(name, ...)."""
    function = getattr(_library, name)

    def find(*arguments: Any) -> Any:
        result = function(*arguments)
        if _refusals:
            raise_refusal(name)
        return result

    return find


def bind_total(name: str) -> Callable[..., Any]:
    """Returns a function of the library that accepts all arguments of its types, so that no refusal is looked for."""
    return getattr(_library, name)


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
    handle = _state.handle
    if handle is None:
        _state.workspace = Workspace()
        _state.handle = handle = _state.workspace.handle
    return handle


def get_version() -> str:
    """Returns the version of the C library."""
    version = call("cdGetVersion")
    return f"{version.major}.{version.minor}.{version.patch}"
