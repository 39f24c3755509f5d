"""Where text goes: standard output, or a file."""

import os
import sys
from collections.abc import Iterable
from itertools import islice
from typing import IO

from hanoi_fsm.fsm.errors import cut

LONGEST = 300
"""The most characters of a line that tells what is wrong."""

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
            stream.reconfigure(errors="backslashreplace")


def write_lines(lines: Iterable[str], file: str | None = None) -> None:
    """Write `lines` to standard output or, as a whole or not at all, into a `file`."""
    if file is None:
        _pour(lines, sys.stdout)
        return
    from hanoi_fsm.cli.files import writing

    with writing(file) as stream:
        _pour(lines, stream)


def _pour(lines: Iterable[str], stream: IO[str]) -> None:
    rest = iter(lines)
    for first in rest:
        stream.write(f"{first}\n")  # the first line of a batch is not kept waiting
        batch: list[str] = []
        try:
            batch.extend(islice(rest, BATCH))
        finally:  # what was right before an error is written, too
            stream.write("\n".join([*batch, ""]))


def one_line(message: str) -> str:
    """A text as one line of at most `LONGEST` characters: what is in its middle can be missed."""
    return cut(" ".join(message.split()), LONGEST)
