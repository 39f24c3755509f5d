"""Atomic writing of files, and reading of untrusted texts up to a limit."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.errors import FileError, TextError, position, shortened

if TYPE_CHECKING:
    from pathlib import Path

DIAGRAM = re.compile(
    r"(?P<name>.*\.(?:dot|gv|jff|json|mmd|mermaid|scxml)"
    r"|(?:(?P<file>.*\.(?:md|markdown|puml|plantuml)|-)(?:#(?P<number>[0-9]+))?))(?:@(?P<memory>.*))?",
    re.IGNORECASE | re.DOTALL,
)
"""The name of a diagram in a file or on standard input, and perhaps that of its memory after `@`.

The name of a `file` that may hold several diagrams is followed by the `number` of one of them.
"""
MOST_BYTES = 2 << 20
"""The most bytes of a drawing, or of a page with drawings."""


def write(content: str | bytes, file: str | os.PathLike[str]) -> None:
    """Write a `file` as a whole or not at all, and create its folder if missing.

    Raises `FileError` if that fails.
    """
    from pathlib import Path  # this is slow to import

    path = Path(os.path.realpath(file))  # a link remains a link
    part = path.parent / f".{os.urandom(8).hex()}.part"
    data = content if isinstance(content, bytes) else content.encode(errors="backslashreplace")
    try:
        if path.exists() and not path.is_file():  # a device or a pipe
            path.write_bytes(data)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise FileError(error.errno, error.strerror, str(file)) from None
    finally:
        with suppress(OSError):  # it is gone if all went well
            part.unlink()


def read_text(
    data: str | bytes | Path, most: int, what: str, error: type[TextError] = TextError
) -> str:
    """Read an untrusted text, given itself or by its path, without a byte order mark.

    Raises the `error` for a text that has more than `most` bytes, is not UTF-8, contains a NUL, or
    is empty, where it suggests `what` to write; `FileError` for a missing file.
    """
    if not isinstance(data, str | bytes):
        if not hasattr(data, "open"):
            raise error(f"cannot read {shortened(data)}: expected a text or a Path")
        if data.is_fifo():  # reading it could block forever
            raise error("it is a named pipe, which may have no end: save it as a file")
        try:
            with data.open("rb") as file:
                data = file.read(most + 1)
        except OSError as why:
            raise FileError(why.errno, why.strerror, str(data)) from None
    if len(data) > most:
        raise error(f"the text is longer than {most} bytes: give a smaller one")
    text = data if isinstance(data, str) else data.decode(errors="surrogateescape")
    text = text.removeprefix("\ufeff")
    if found := re.search("[\0\udc80-\udcff]", text):
        wrong = "found a NUL byte" if found[0] == "\0" else "this is not UTF-8"
        raise error(f"{wrong}: save the file as UTF-8 text", *position(text, found.start()))
    if not text.strip():
        raise error(f"the text is empty: write {what}")
    return text
