"""What went wrong, in one line on standard error, with what to do about it; and the exit codes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import ENOENT

from hanoi_fsm.fsm.errors import HanoiError, cut, nearest, printable
from hanoi_fsm.fsm.errors import one_line as described

NAME = "hanoi-fsm"
FINE, FAILED, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
LONGEST, LONGEST_NAME = 300, 150
"""The most characters of an error line, and of a file's name in it."""


def one_line(message: str) -> str:
    """A text as one printable line of at most `LONGEST` characters: its middle can be missed."""
    return cut(printable(" ".join(message.split())), LONGEST)


def let_go() -> None:
    """Send what is still buffered nowhere: nobody reads it, and Python flushes it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """Print one line on standard error; where that is full, nothing can be said."""
    with suppress(OSError):
        print(one_line(message), file=sys.stderr, flush=True)


def bad_input(message: str) -> int:
    """Say in one line what is wrong; the exit code of bad input comes back."""
    complain(f"{NAME}: {message}")
    return BAD_INPUT


def is_of_a_file(error: BaseException) -> bool:
    """Whether a user's file is to blame: it cannot be had, holds a mistake, or its code raises."""
    return isinstance(error, HanoiError | OSError) or bool(_place(error))


def why_unreadable(error: BaseException) -> str:
    """Why a user's file cannot be read, or another piece of work cannot be done."""
    if isinstance(error, OSError):
        return _of_the_system(error)
    return str(error) if isinstance(error, HanoiError) else f"{described(error)}{_place(error)}"


def _place(error: BaseException) -> str:
    from hanoi_fsm.fsm.isolate import place

    return place(error)


def _of_the_system(error: OSError) -> str:
    """What the system says of a file, and of a missing one which may be meant."""
    said = error.strerror or str(error)
    if error.filename is None:
        let_go()  # standard output is full
        return said
    name = str(error.filename)
    folder, slash, last = name.rpartition("/")
    if error.errno == ENOENT:
        with suppress(OSError, ValueError):
            meant = nearest(last, os.listdir(folder or "."))  # noqa: PTH208
            said += f": did you mean {folder + slash + meant!r}?" if meant else ""
    return f"{cut(printable(name), LONGEST_NAME)}: {said}"
