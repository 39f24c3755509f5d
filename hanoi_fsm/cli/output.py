"""Where text and bytes go: standard output, or a file."""

import os
import re
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from math import inf
from time import monotonic
from typing import IO, TypeVar

from hanoi_fsm.cli.streams import standard_error, standard_output
from hanoi_fsm.fsm.errors import BadInput, cut, printable

_Item = TypeVar("_Item")
_Part = TypeVar("_Part", str, bytes | memoryview)

LONGEST = 300
"""The most characters of an error line."""

COLUMNS = 80
"""What a terminal has at least: the text and the tables for people fit into it."""
LEAST_COLUMNS, MOST_COLUMNS = 40, 10_000
KEPT = "\N{NO-BREAK SPACE}"
"""Stands for a blank at which a line is not to be broken."""
LONGEST_QUOTED = 72
"""Words between backquotes stay on one line if they are not longer."""
QUOTED = rf"`[^`]{{1,{LONGEST_QUOTED}}}`"

ESCAPED = "backslashreplace"
UNWATCHED = 0.5
"""The seconds for which a file is written before a bar is shown."""
BATCH = 256
"""The most lines written at once: soon enough for a reader, seldom enough for speed."""


def prepare_streams() -> None:
    """Make any text printable and any number convertible, whatever the terminal's encoding is."""
    sys.set_int_max_str_digits(0)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: there is nobody to write for
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123  # kept for good
    for stream in (standard_output(), standard_error()):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=ESCAPED)


def complain(message: str) -> None:
    """Print one line on standard error; where it cannot be written, nothing can be said."""
    try:
        print(message, file=standard_error(), flush=True)
    except (OSError, ValueError):  # it is full; or a user's file has closed it
        let_go(standard_error())


def let_go(stream: IO[str]) -> None:
    """Send what is still buffered nowhere: nobody reads it, and Python flushes it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def write_lines(lines: Iterable[str], file: str | None = None) -> None:
    """Write `lines` to standard output or into a `file`: as a whole or not at all."""
    write_text(("\n".join([*batch, ""]) for batch in batches(lines)), file)


def write_text(parts: Iterable[str], file: str | None = None) -> None:
    """Write a text, as `write_lines` does; each of its parts is many lines."""
    _write(parts, file, lambda stream: stream.write)


def write_bytes(parts: Iterable[bytes | memoryview], file: str | None = None) -> None:
    """Write bytes, as `write_lines` does; raises `BadInput` where they would go to a terminal."""
    _write(parts, file, _bytes_writer)


def batches(items: Iterable[_Item], most: int = BATCH) -> Iterator[list[_Item]]:
    """The items in lists of up to `most`, of which the first has one and each next twice as many.

    So nothing waits longer for those after it than has been waited for those before it. What came
    before an error is given before the error.
    """
    rest, size = iter(items), 1
    while True:
        batch: list[_Item] = []
        try:
            batch.extend(islice(rest, size))
        except BaseException:
            yield batch
            raise
        if not batch:
            return
        yield batch
        size = min(2 * size, most)


def _write(
    parts: Iterable[_Part], file: str | None, writer: Callable[[IO[str]], Callable[[_Part], object]]
) -> None:
    if file is None:
        deque(map(writer(standard_output()), parts), maxlen=0)
        return
    from hanoi_fsm.cli.files import writing

    with writing(file) as stream, closing(_watched(parts, file)) as watched:
        deque(map(writer(stream), watched), maxlen=0)


def _bytes_writer(stream: IO[str]) -> Callable[[bytes | memoryview], object]:
    if stream.isatty() or not hasattr(stream, "buffer"):
        raise BadInput(
            "raw bytes would go to a terminal: name a file with -o FILE, or pipe them to a program"
        )
    stream.flush()
    write: Callable[[bytes | memoryview], int] = stream.buffer.write

    def write_whole(part: bytes | memoryview) -> None:
        rest = part
        # A stream without a buffer, as under `python -u`, may take less than it is given.
        while rest:
            rest = memoryview(rest)[write(rest) :]

    return write_whole


def _watched(parts: Iterable[_Part], file: str) -> Generator[_Part, None, None]:
    """The parts; where writing them takes long, a bar on a terminal shows that it goes on."""
    from hanoi_fsm.cli.files import is_standard_output

    rest = iter(parts)
    bar_from = inf if is_standard_output(file) else monotonic() + UNWATCHED
    for part in rest:
        yield part
        if monotonic() > bar_from:
            break
    else:
        return
    from hanoi_fsm.cli.progress import progress_bar

    with progress_bar(f"writing {file}", None):
        yield from rest


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
    whole = "COLUMNS" not in os.environ and not standard_output().isatty()
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
