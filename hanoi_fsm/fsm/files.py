"""Files are written as a whole or not at all; texts from anybody are read up to a limit."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.errors import FileError, TextError, position, shortened

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 2 << 20
"""The most bytes of a drawing, or of a page with drawings."""


def write(content: str | bytes, file: str | os.PathLike[str]) -> None:
    """Write a `file` as a whole or not at all, and make a missing folder.

    Raises `FileError` where that cannot be done.
    """
    from pathlib import Path  # this is slow to import

    path = Path(os.path.realpath(file))  # a link stays one
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
        with suppress(OSError):  # there is none where all went well
            part.unlink()


def read_text(
    data: str | bytes | Path, most: int, what: str, error: type[TextError] = TextError
) -> str:
    """The text of a file from anybody, perhaps given by its path, without a byte order mark.

    Raises the `error` for a text of more than `most` bytes, one that is not UTF-8 or has a NUL,
    and for an empty one, where it says `what` to write; `FileError` for a file that is missing.
    """
    if not isinstance(data, str | bytes):
        if not hasattr(data, "open"):
            raise error(f"cannot read {shortened(data)}: expected a text or a Path")
        if data.is_fifo():  # which could be waited for without end
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
