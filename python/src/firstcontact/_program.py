"""Finds the program `firstcontact` and runs its commands.

The program is found by the environment variable FIRSTCONTACT_PROGRAM, else on PATH.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

VARIABLE = "FIRSTCONTACT_PROGRAM"
NAME = "firstcontact"
FAILED, WRONG_CALL = 1, 2  # exit codes


class ProgramError(RuntimeError):
    """The program `firstcontact` is not installed, cannot be started, or ended unexpectedly."""


def find_program() -> Path | None:
    """Returns the file of the program; None: not installed.

    Errors: ProgramError if FIRSTCONTACT_PROGRAM is not a program.
    """
    chosen = os.environ.get(VARIABLE)
    found = shutil.which(chosen or NAME)
    if chosen and found is None:
        raise ProgramError(f"{VARIABLE} is not a program: {chosen}")
    return Path(found).absolute() if found else None


def require_program(purpose: str) -> Path:
    """Returns the file of the program. Errors: ProgramError that names the purpose if it is not installed."""
    program = find_program()
    if program is None:
        raise ProgramError(f"{purpose} needs the program '{NAME}'; install it, or name its file in {VARIABLE}")
    return program


def start_program(purpose: str, *arguments: str | os.PathLike[str]) -> subprocess.Popen[str]:
    """Starts the program and does not wait for it. Its messages go to the standard error of this process."""
    command = [str(require_program(purpose)), *[os.fspath(argument) for argument in arguments]]
    try:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, text=True)
    except OSError as error:
        raise ProgramError(f"cannot start {command[0]}: {error.strerror}") from error


def run_program(purpose: str, *arguments: str | os.PathLike[str], ends: tuple[int, ...] = (0,)) -> str:
    """Runs a command and returns its output, if its exit code is one of `ends`.

    Errors: ValueError with the program's message; ProgramError.
    """
    command = [str(require_program(purpose)), *[os.fspath(argument) for argument in arguments]]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
    except OSError as error:
        raise ProgramError(f"cannot start {command[0]}: {error.strerror}") from error
    if done.returncode in ends:
        return done.stdout
    message = done.stderr.strip().removeprefix(f"{NAME}: ") or f"exit code {done.returncode}"
    if done.returncode in (FAILED, WRONG_CALL):
        raise ValueError(message)
    raise ProgramError(f"{' '.join(command)}: {message}")
