"""Files that are written as a whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


def write_bytes(content: bytes, path: Path) -> None:
    """Write `content` into a file, as a whole or not at all; its folder is made if missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _replacing(path) as part:
        part.write_bytes(content)


@contextmanager
def writing(file: str) -> Iterator[IO[str]]:
    """A stream of text that becomes the `file` when all went well."""
    with _replacing(Path(file)) as part, part.open("w", encoding="utf-8", newline="\n") as stream:
        yield stream


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
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
