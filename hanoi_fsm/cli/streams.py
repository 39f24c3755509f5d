"""Where a command prints: what somebody's own file prints is not part of it."""

import sys
from typing import IO

apart: dict[str, IO[str]] = {}
"""The streams of a command that runs somebody's file, apart from those that the file sees."""


def standard_output() -> IO[str]:
    """Where a command prints; what somebody's own file prints goes to `sys.stdout`."""
    return apart.get("stdout") or sys.stdout


def standard_error() -> IO[str]:
    """Where a command complains."""
    return apart.get("stderr") or sys.stderr


def say(text: object) -> None:
    """Print one line, at once."""
    print(text, file=standard_output(), flush=True)
