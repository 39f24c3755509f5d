"""Where text goes: standard output, or a file."""

import os
import re
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from typing import IO, Any

from hanoi_fsm.fsm.errors import cut, printable

LONGEST = 300
"""The most characters of an error line."""

COLUMNS = 80
"""What a terminal has at least: the text and the tables for people fit into it."""
LEAST_COLUMNS, MOST_COLUMNS = 40, 10_000
KEPT = "\N{NO-BREAK SPACE}"
"""Stands for a blank at which a line is not to be broken."""
LONGEST_QUOTED = 72
"""Words between backquotes stay on one line if they are not longer."""
QUOTED = re.compile(rf"`[^`]{{1,{LONGEST_QUOTED}}}`")

ESCAPED = "backslashreplace"
UNWATCHED = 5_000
"""The lines that are written to a file in no time."""
BATCH = 256
"""The number of lines written at once: soon enough for a reader, seldom enough for speed."""


def prepare_streams() -> None:
    """Make any text printable and any number convertible, whatever the terminal's encoding is."""
    sys.set_int_max_str_digits(0)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: there is nobody to write for
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123  # kept for good
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=ESCAPED)


class Streams:
    """Standard output and error as they are now; a user's file may close or replace them."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, int, Any, int]] = []
        self.replacements: list[object] = []
        for name, number in (("stdout", 1), ("stderr", 2)):
            with suppress(OSError):  # it was closed from the beginning
                self.kept.append((name, number, getattr(sys, name), os.dup(number)))

    def restore(self) -> str:
        """Put back what was closed or replaced since, and return its names, or ""."""
        changed = []
        for at, (name, number, stream, copy) in enumerate(self.kept):
            if getattr(sys, name) is stream and _is_open(stream, number):
                continue
            changed.append(f"sys.{name}")
            if not _is_open(stream, number):
                os.dup2(copy, number)
                anew = open(number, "w", encoding="utf-8", errors=ESCAPED, closefd=False)  # noqa: SIM115  # kept for good
                self.kept[at] = (name, number, anew, copy)
            self.replacements.append(getattr(sys, name))  # its end would close the file
            setattr(sys, name, self.kept[at][2])
        return " and ".join(changed)


def _is_open(stream: IO[str], number: int) -> bool:
    try:
        os.fstat(number)
        return not stream.closed
    except (OSError, ValueError):  # a stream that was detached cannot tell
        return False


def complain(message: str) -> None:
    """Print one line on standard error; where it cannot be written, nothing can be said."""
    try:
        print(message, file=sys.stderr, flush=True)
    except (OSError, ValueError):  # it is full; or a user's file has closed it
        let_go(sys.stderr)


def let_go(stream: IO[str]) -> None:
    """Send what is still buffered nowhere: nobody reads it, and Python flushes it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def write_lines(lines: Iterable[str], file: str | None = None) -> None:
    """Write `lines` to standard output or into a `file`: as a whole or not at all."""
    if file is None:
        _pour(lines, sys.stdout)
        return
    from hanoi_fsm.cli.files import writing

    with writing(file) as stream, closing(_watched(lines, file)) as watched_lines:
        _pour(watched_lines, stream)


def _watched(lines: Iterable[str], file: str) -> Generator[str, None, None]:
    """The lines; where they are many, a bar on a terminal shows that they are being written."""
    from hanoi_fsm.cli.files import is_standard_output

    rest = iter(lines)
    yield from islice(rest, None if is_standard_output(file) else UNWATCHED)
    first = next(rest, None)
    if first is not None:
        from hanoi_fsm.cli.progress import progress_bar

        with progress_bar(f"writing {file}", None):
            yield first
            yield from rest


def _pour(lines: Iterable[str], stream: IO[str]) -> None:
    rest = iter(lines)
    for first in rest:
        stream.write(f"{first}\n")  # the first line of a batch is not kept waiting
        batch: list[str] = []
        try:
            batch.extend(islice(rest, BATCH))
        finally:  # what was right before an error is written, too
            stream.write("\n".join([*batch, ""]))


def columns() -> int:
    """How wide text for people may be: `COLUMNS` of the environment, or 80; 40 at least.

    The terminal itself is not asked, so that a pipe and a file get the same lines as it.
    """
    given = os.environ.get("COLUMNS", "")
    known = given.isascii() and given.isdigit() and len(given) <= len(str(MOST_COLUMNS))
    return max(LEAST_COLUMNS, int(given)) if known and int(given) else COLUMNS


def terminal_columns() -> int:
    """The width that `shutil.get_terminal_size` gives; importing that would take longer."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or COLUMNS  # type: ignore[union-attr]  # None is caught
    except (AttributeError, ValueError, OSError):  # it is closed, or not a terminal
        return COLUMNS


def wrapped(lines: Iterable[str], deeper: int = 4) -> Iterator[str]:
    """Lines for people, broken at words where they are too long; what is quoted stays together.

    What is broken off begins `deeper` in than the line did. In a file or a pipe, where a program
    may read them line by line, they stay whole unless `COLUMNS` says how wide they may be.

    >>> for line in wrapped(["it holds", "  " + "few words " * 9]):
    ...     print(line)
    it holds
      few words few words few words few words few words few words few words few
          words few words
    """
    whole = "COLUMNS" not in os.environ and not sys.stdout.isatty()
    width = MOST_COLUMNS if whole else columns()
    for line in lines:
        if len(line) <= width:
            yield line.replace(KEPT, " ")
            continue
        from textwrap import wrap

        indent = " " * (len(line) - len(line.lstrip()) + deeper)
        joined = re.sub(QUOTED, lambda found: found[0].replace(" ", KEPT), line)
        parts = wrap(
            joined,
            width,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        yield from (part.replace(KEPT, " ") for part in parts)


def one_line(message: str) -> str:
    """A text as one printable line of at most `LONGEST` characters: its middle can be missed."""
    return cut(printable(" ".join(message.split())), LONGEST)
