"""Where text goes: standard output or a file, and never half of it into a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import IO

BATCH = 256
"""So many lines are written at once: soon enough for a reader, seldom enough for speed."""


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
    with replacing(Path(file)) as part, part.open("w", encoding="utf-8") as stream:
        _pour(lines, stream)


def _pour(lines: Iterable[str], stream: IO[str]) -> None:
    rest = iter(lines)
    for first in rest:
        stream.write(f"{first}\n")  # the first line of a batch is not kept waiting
        batch = list(islice(rest, BATCH))
        if batch:
            stream.write("\n".join(batch) + "\n")


def write_bytes(content: bytes, path: Path) -> None:
    """Write `content` into a file, as a whole or not at all."""
    with replacing(path) as part:
        part.write_bytes(content)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to; it takes the place of `path` when all went well."""
    path = path.resolve()
    if path.exists() and not path.is_file():  # a device or a pipe is written to as it is
        yield path
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        if error.filename == str(part):  # the caller knows nothing of the part
            error.filename = str(path)
        raise
    finally:
        with suppress(OSError):  # there is none where it could not be opened
            part.unlink()


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows of cells as lines with their columns below one another."""
    width = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(wide) for cell, wide in zip(row, width, strict=True)).rstrip()
        for row in rows
    ]


def one_line(message: str) -> str:
    """A text as one line that can be read at a glance, however long it was."""
    text = " ".join(message.split())
    return text if len(text) <= 400 else text[:300] + "..." + text[-60:]
