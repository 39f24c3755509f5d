"""Notices when a file is saved, however its editor does that.

Some editors write into the file, and it is empty or half written for a moment; others write another
file and rename it, and for a moment there is none. So a change counts once it stays.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import sleep

POLL = 0.25
"""Seconds between two looks."""
SETTLED = 0.1
"""Seconds for which a change has to stay."""
ABSENT = 4
"""The number of looks at which a file must have been missing to be taken as deleted."""
MOST_BYTES = 8 << 20
"""What is compared of a file; none that can be read is as long."""

Contents = tuple[bytes | None, ...]


def saves(files: Sequence[Path], wait: Callable[[float], object] = sleep) -> Iterator[None]:
    """Yield at each change of what is in the files, for ever, and once at the beginning.

    A file is compared with what it was at the last time, so what was saved meanwhile counts, too.
    """
    before, absent = contents(files), 0
    yield
    while True:
        wait(POLL)
        now = contents(files)
        absent = absent + 1 if None in now else 0
        if now == before or 0 < absent < ABSENT:
            continue
        wait(SETTLED)
        if contents(files) == now:
            before = now
            yield


def contents(files: Sequence[Path]) -> Contents:
    """What is in each of the files; None where it cannot be read."""
    return tuple(map(_content, files))


def _content(file: Path) -> bytes | None:
    try:
        if not file.is_file():  # to open a pipe would wait for its writer
            return None
        with file.open("rb") as stream:
            return stream.read(MOST_BYTES)
    except OSError:
        return None
