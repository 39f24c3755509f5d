"""Files that are written as a whole or not at all; streams, devices and pipes as they are."""

import os
import re
import stat
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Literal

from hanoi_fsm.cli.streams import standard_error, standard_output
from hanoi_fsm.fsm.errors import BadInput, shortened

DESCRIPTOR = re.compile(r"(?:/dev/fd|/proc/self/fd)/(\d+)")
STREAMS = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
MOST_LINKS = 40
NAME_KEPT = 40
"""The characters of a file's name that are kept in the name of its part."""
INPUTS = ("names", "name", "by", "memory")
"""The options that may name a file to read or to run."""


def write_bytes(content: bytes, path: Path) -> None:
    """Write `content` into a file; its folder is made if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with writing(str(path)) as stream:
        stream.flush()
        stream.buffer.write(content)  # type: ignore[attr-defined]  # a stream of text has bytes below


@contextmanager
def writing(file: str) -> Iterator[IO[str]]:
    """A stream of text that becomes the `file` when all went well.

    Where the file is a stream of this process, a device or a pipe, it is written to directly; `-`
    is standard output.
    """
    number = _descriptor(file)
    if number in (1, 2):
        yield standard_output() if number == 1 else standard_error()
        return
    mode = _mode(file)
    ordinary = number is None and (mode is None or stat.S_ISREG(mode))
    try:
        if ordinary:
            with _replacing(Path(os.path.realpath(file)), mode) as stream:
                yield stream
        else:
            with _text(_directly(file, number), "w") as stream:
                yield stream
    except OSError as error:  # a write that fails does not know of which file it is
        error.filename = error.filename or file
        raise


def is_standard_output(file: str) -> bool:
    """Whether what is written to `file` goes to standard output."""
    return _descriptor(file) == 1


def _directly(file: str, number: int | None) -> int:
    """A descriptor to write to a file without replacing it."""
    try:
        return os.open(file, os.O_WRONLY) if number is None else os.dup(number)
    except OSError as error:
        error.filename = file
        raise


def _text(
    file: int | Path, how: Literal["w", "x"], opener: Callable[[str, int], int] | None = None
) -> IO[str]:
    return open(file, how, encoding="utf-8", newline="\n", opener=opener)


def refuse_own_input(options: Namespace, *outputs: str | Path | None) -> None:
    """Raise `BadInput` for an output that is a file which the command reads or runs."""
    given = [getattr(options, name, None) for name in INPUTS]
    each = [one for many in given for one in (many if isinstance(many, list) else [many])]
    named = [str(one) for one in each if one is not None]
    for output in outputs:
        for name in named:
            before, python, _ = name.rpartition(".py:")
            if _are_one(before + ".py" if python else name, output):
                what = f"{shortened(str(output))} would replace {shortened(name)}, which is read"
                raise BadInput(f"{what}: write to another file")


def _are_one(file: str, other: str | Path | None) -> bool:
    with suppress(OSError, ValueError):  # there is none, or it cannot be the name of one
        return other is not None and Path(file).is_file() and Path(file).samefile(other)
    return False


def _mode(file: str) -> int | None:
    """What kind of file it is and who may use it; None where there is none."""
    try:
        return os.stat(file).st_mode  # noqa: PTH116  # Path("") would be the folder
    except FileNotFoundError:
        return None


def _descriptor(file: str) -> int | None:
    """The number of the open file of this process that a path stands for, through any links."""
    for _ in range(MOST_LINKS):
        if file in STREAMS:
            return STREAMS[file]
        if found := DESCRIPTOR.fullmatch(file):
            return int(found[1])
        try:
            # A `Path` would make `a/../b` into `b`, which is another file where `a` is a link.
            file = os.path.join(os.path.dirname(file), os.readlink(file))  # noqa: PTH115, PTH118, PTH120  # see above
        except (OSError, ValueError):  # it is not a link
            return None
    return None


@contextmanager
def _replacing(path: Path, mode: int | None) -> Iterator[IO[str]]:
    """A new file beside `path`; it takes the place of `path` when all went well.

    Nobody can foresee its name, and it is opened only if there is nothing of that name: whatever
    somebody may have put there is neither written to nor followed.
    """
    part = path.with_name(f".{path.name[:NAME_KEPT]}.{os.urandom(8).hex()}.part")

    def private(name: str, flags: int) -> int:
        return os.open(name, flags, 0o666 if mode is None else 0o600)

    try:
        with _text(part, "x", private) as stream:
            if mode is not None:
                part.chmod(stat.S_IMODE(mode))
            yield stream
        part.replace(path)
    except OSError as error:
        if error.filename == str(part):  # the caller knows nothing of the part
            error.filename = str(path)
        raise
    finally:
        with suppress(OSError):  # there is none where it could not be opened
            part.unlink()
