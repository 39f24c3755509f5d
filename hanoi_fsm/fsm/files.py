"""Files are written as a whole or not at all."""

import os
from contextlib import suppress

from hanoi_fsm.fsm.errors import FileError


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
