"""The streams of a process: a command's lines on standard output or in a file, and error lines."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Generator, Mapping
from contextlib import closing, redirect_stdout, suppress
from errno import ENOENT

from hanoi_fsm.fsm.errors import (
    FsmError,
    cut,
    listed,
    nearest,
    printable,
)
from hanoi_fsm.fsm.errors import one_line as described
from hanoi_fsm.fsm.files import write

NAME = "hanoi-fsm"
FINE, FAILED, BAD_INPUT, UNDECIDED = 0, 1, 2, 3
LONGEST, LONGEST_NAME = 300, 150
"""The most characters of an error line, and of a file's name in it."""

STANDARD = (None, "-")
"""The names of standard output."""
COLUMNS, LEAST_COLUMNS = 80, 40
"""The default width of text for people, and its minimum."""
KEPT = "\N{NO-BREAK SPACE}"
"""A placeholder for a blank at which lines must not be broken."""


def prepare_streams() -> None:
    """Make any text printable, any number convertible, and each warning a single line."""
    sys.set_int_max_str_digits(0)
    warnings.formatwarning = lambda message, *_: f"{one_line(f'{NAME}: {message}')}\n"
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller, so that nobody reads it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123  # kept for good
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)


def print_lines(
    lines: Generator[str, None, int | None], file: str | None, apart: bool = False
) -> int:
    """Print the lines of a command, or write them to a `file`; return the exit code.

    With `apart`, the output of a user's file goes to standard error.
    """
    out, code = sys.stdout, FINE

    def coded() -> Generator[str, None, None]:
        nonlocal code
        code = (yield from lines) or FINE

    with closing(lines), redirect_stdout(sys.stderr if apart else out):
        if file in STANDARD:
            for line in coded():
                print(line, file=out)
        else:
            write("".join(f"{line}\n" for line in coded()), str(file))
    return code


def columns() -> int:
    """The width of text for people: `COLUMNS` from the environment, or 80; at least 40.

    The terminal's own width is ignored, so that pipes and files get the same lines.
    """
    given = os.environ.get("COLUMNS", "")
    return max(LEAST_COLUMNS, int(given)) if given.isdecimal() else COLUMNS


# errors, each in one line on standard error


def one_line(message: str) -> str:
    r"""Turn a text into one printable line: the lines that fit, or a line cut in the middle.

    >>> one_line("line 2: no state\nline 3:  no event")
    'line 2: no state; line 3: no event'
    """
    lines = [printable(" ".join(line.split())) for line in message.splitlines() if line.strip()]
    return listed(lines, LONGEST - len("; and 100000 more"), "; ")


def let_go() -> None:
    """Discard the buffered output, which Python would flush at exit though nobody reads it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """Print one line on standard error, if that can be written."""
    with suppress(OSError):
        print(one_line(message), file=sys.stderr, flush=True)


def bad_input(message: str) -> int:
    """Report an error in one line, and return the exit code for bad input."""
    complain(f"{NAME}: {message}")
    return BAD_INPUT


def is_of_a_file(error: BaseException) -> bool:
    """Whether a user's file is to blame: it cannot be read, has a mistake, or its code raises."""
    return isinstance(error, FsmError | OSError) or bool(_place(error))


def why_unreadable(error: BaseException) -> str:
    """The reason why a user's file cannot be read, or other work cannot be done."""
    if isinstance(error, OSError):
        return _of_the_system(error)
    return str(error) if isinstance(error, FsmError) else f"{described(error)}{_place(error)}"


def _place(error: BaseException) -> str:
    from hanoi_fsm.fsm.isolate import place

    return place(error)


def _of_the_system(error: OSError) -> str:
    """The system's message about a file, with the most similar name if it is missing."""
    said = error.strerror or str(error)
    if error.filename is None:
        let_go()  # standard output is full
        return said
    name = str(error.filename)
    folder, slash, last = name.rpartition("/")
    if error.errno == ENOENT:
        with suppress(OSError, ValueError):
            meant = nearest(last, os.listdir(folder or "."))  # noqa: PTH208  # pathlib is slow to import
            said += f": did you mean {folder + slash + meant!r}?" if meant else ""
    return f"{cut(printable(name), LONGEST_NAME)}: {said}"


def in_options(text: str, flags: Mapping[str, str]) -> str:
    """Replace the parameters in an error of the library by a command's options, its `flags`.

    >>> in_options("leave out `source=`, or write `alphabet='01'`", {"source": "--from"})
    "leave out `--from`, or write `alphabet='01'`"
    """

    def option(match: re.Match[str]) -> str:
        name, value = match.groups()
        given = "" if value == "True" else value
        return f"`{f'{flags[name]} {given}'.strip()}`" if name in flags else match[0]

    return re.sub(r"`(\w+)='?([^`]*?)'?`", option, text)
