"""Where text and bytes go: standard output, or a file that is written as a whole or not at all."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from errno import EISDIR
from itertools import product, zip_longest
from stat import S_IMODE, S_ISREG

from hanoi_fsm.fsm.errors import BadInput, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:  # these are slow to import
    from argparse import Namespace
    from pathlib import Path
    from typing import IO

    from hanoi_fsm.fsm.finding import Progress

apart: dict[str, IO[str]] = {}
"""The streams of a command that runs somebody's file, apart from those that the file sees."""

ESCAPED = "backslashreplace"
STANDARD, ERRORS = "-", "/dev/stderr"
"""The names of standard output and standard error."""
COLUMNS, LEAST_COLUMNS, MOST_COLUMNS = 80, 40, 10_000
"""The width of text for people, and how narrow and how wide it may be asked to be."""
KEPT = "\N{NO-BREAK SPACE}"
"""Stands for a blank at which a line is not to be broken."""
QUOTED = "`[^`]{1,72}`"
"""Words that stay on one line."""

Lines = Generator[str, None, int]
"""What a command prints, line by line; it returns its exit code."""
Paint = Callable[[str, str], str]
"""The text of a cell, and of the one above it, to the text as the terminal shows it."""


def standard_output() -> IO[str]:
    """Where a command prints; what somebody's own file prints goes to `sys.stdout`."""
    return apart.get("stdout") or sys.stdout


def standard_error() -> IO[str]:
    """Where a command complains."""
    return apart.get("stderr") or sys.stderr


def prepare_streams() -> None:
    """Make any text printable and any number convertible, whatever the terminal's encoding is."""
    sys.set_int_max_str_digits(0)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: there is nobody to write for
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123  # kept for good
    for stream in (standard_output(), standard_error()):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=ESCAPED, line_buffering=True)


def let_go(stream: IO[str]) -> None:
    """Send what is still buffered nowhere: nobody reads it, and Python flushes it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_lines(lines: Lines, file: str) -> int:
    """Print what a command yields, or write it into a `file`; the exit code that it returns.

    A command whose verdict counts although nobody reads on catches the `BrokenPipeError`.
    """
    with closing(lines), writing(file) as stream:
        try:
            while True:
                line = next(lines)
                try:
                    stream.write(f"{line}\n")
                except BrokenPipeError as error:
                    let_go(stream)
                    lines.throw(error)
        except StopIteration as end:
            return end.value or 0


def write_text(text: str, file: str) -> None:
    """Write a text into a `file`: as a whole or not at all."""
    with writing(file) as stream:
        stream.write(text)


def write_bytes(parts: Iterable[bytes | memoryview], file: str | Path = STANDARD) -> None:
    """Write bytes, and make a missing folder; `BadInput` where they would go to a terminal."""
    with writing(f"{file}", make_folder=True) as stream:
        if stream.isatty() or not hasattr(stream, "buffer"):
            raise BadInput("raw bytes would go to a terminal: write > FILE, or pipe them")
        stream.buffer.writelines(parts)


@contextmanager
def writing(file: str, make_folder: bool = False) -> Iterator[IO[str]]:
    """A stream of text that becomes the `file` when all went well.

    Standard output, a device or a pipe is written to directly. What is half written has a name that
    nobody can foresee, and is opened only if there is nothing of that name.
    """
    streams = {STANDARD: standard_output, "/dev/stdout": standard_output, ERRORS: standard_error}
    if file in streams:
        yield streams[file]()
        return
    from pathlib import Path

    if file.endswith("/"):
        raise OSError(EISDIR, os.strerror(EISDIR), file)
    path, mode = Path(os.path.realpath(file)), 0
    part = path.parent / f".{os.urandom(8).hex()}.part"
    try:
        if make_folder:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            mode = path.stat().st_mode
        if file.startswith(("/dev/", "/proc/")) or (mode and not S_ISREG(mode)):
            with Path(file).open("a", encoding="utf-8", newline="\n") as stream:
                yield stream
            return
        with part.open("x", encoding="utf-8", newline="\n") as stream:
            if mode:
                part.chmod(S_IMODE(mode))
            yield stream
        part.replace(path)
    except OSError as error:  # a write that fails does not know of which file it is
        if error.filename in (None, str(part), str(path)):
            error.filename = file
        raise
    finally:
        with suppress(OSError):  # there is none where it could not be opened
            part.unlink()


def refuse_own_input(options: Namespace, *outputs: str | Path | None) -> None:
    """Raise `BadInput` for an output that is a file which the command reads or runs."""
    given = [getattr(options, name, None) for name in ("names", "name", "by")]
    names = [one for many in given for one in (many if isinstance(many, list) else [many]) if one]
    for name, output in product(names, [one for one in outputs if one]):
        for part in (name, *name.partition("@")[::2], *name.rpartition("@")[::2]):
            source = re.sub(r"\.py:.*", ".py", part)
            with suppress(OSError):  # there is none, or it cannot be the name of one
                if os.path.samefile(source, output):  # noqa: PTH121  # Path("") would be the folder
                    what = f"{shortened(name)} is read, and the output would replace it"
                    raise BadInput(f"{what}: write to another file")


@contextmanager
def progress_bar(name: str, total: int | None) -> Iterator[Progress]:
    """A function to call with how much of `total` is done; it moves a bar if a person is watching.

    Where the total is unknown, it is None and the bar only shows that the work goes on.
    """
    watched = standard_error()
    if not watched or watched.closed or not watched.isatty():  # a user's file may have closed it
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    # Lines go above the bar where both are on the terminal; those for a file stay out of its way.
    together, console = standard_output().isatty(), Console(file=watched)
    with Progress(console=console, transient=True, redirect_stdout=together) as bar:
        task = bar.add_task(name, total=total)
        yield lambda done: bar.update(task, completed=done)


def columns() -> int:
    """How wide text for people may be: `COLUMNS` of the environment, or 80; 40 at least.

    The terminal itself is not asked, so that a pipe and a file get the same lines as it.
    """
    given = os.environ.get("COLUMNS", "")
    known = re.fullmatch("0*[1-9][0-9]{0,4}", given)
    return min(max(LEAST_COLUMNS, int(given)), MOST_COLUMNS) if known else COLUMNS


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
        indent = " " * (len(line) - len(line.lstrip()) + deeper)
        joined = re.sub(QUOTED, lambda found: found[0].replace(" ", KEPT), line)
        for part in broken(joined, width, indent) if len(line) > width else [line]:
            yield part.replace(KEPT, " ")


def broken(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines, broken at its blanks alone; what is broken off is indented."""
    from textwrap import wrap

    return wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def plain(now: str, before: str) -> str:
    """The text of a cell without colours."""
    return now


def painter() -> Paint:
    """How to highlight what has changed in a cell on standard output, and dim the rest.

    In a file or a pipe, on a dumb terminal, and with NO_COLOR it stays plain text.
    """
    dumb = os.environ.get("NO_COLOR") or os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    if dumb or not standard_output().isatty():
        return plain
    from rich.style import Style

    styles = {True: Style.parse("bold magenta"), False: Style.parse("dim")}

    def paint(now: str, before: str) -> str:
        return "".join(
            styles[new].render(text) if text.strip() else text for text, new in changes(now, before)
        )

    return paint


def changes(now: str, before: str) -> Iterator[tuple[str, bool]]:
    """The characters of a text, each with whether it is other than before, bar by bar.

    >>> "".join(one for one, new in changes("3 | 2 1 | -", "3 1 | 2 | -") if new)
    '1 '
    """
    above = before.split("|")
    for number, part in enumerate(now.split("|")):
        old = above[number] if number < len(above) else ""
        yield "|" * (number > 0), False
        pairs = zip_longest(part, old[: len(part)], fillvalue="")
        yield from ((one, one != other) for one, other in pairs)
