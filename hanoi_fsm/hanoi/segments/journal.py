"""The file from which a check in segments is resumed: which check it is, and which segments hold.

The first line describes the check, each further one a segment that holds, written and synced as
soon as it is done. So a process that is killed at any moment leaves a record of all that it has
finished, and at most a torn last line, which is dropped. One process at a time writes to it.
"""

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from hanoi_fsm.fsm.errors import BadInput, shortened

_open: set[tuple[int, int]] = set()
"""The files that this process writes to: the system's lock is against other processes only."""


class Journal:
    """The numbers of a `job` that are `done`, in a file that is created if it does not exist.

    Raises `BadInput` for a file that belongs to another job, is not a journal, or is in use, and
    `OSError`.
    """

    def __init__(self, path: str | os.PathLike[str], job: Mapping[str, object], count: int) -> None:
        self.path, self.job, self.count = os.fspath(path), dict(job), count
        self.done: set[int] = set()
        self.identity: tuple[int, int] | None = None
        with suppress(OSError):  # it does not exist yet
            status = Path(self.path).stat()
            if (status.st_dev, status.st_ino) in _open:  # closing it would lose the other's lock
                raise self._refused("is in use by this process", "name another file")
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        self.file = os.open(self.path, flags, 0o666)
        try:
            self._lock()
            self._read()
        except OSError as error:
            error.filename = error.filename or self.path
            self.close()
            raise
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        if self.identity is not None:
            _open.discard(self.identity)
            self.identity = None
        if self.file >= 0:
            file, self.file = self.file, -1
            os.close(file)

    def add(self, number: int) -> None:
        """Record that a segment holds: when this returns, it is on the disk."""
        self._append({"segment": number})
        self.done.add(number)

    def _lock(self) -> None:
        status = os.fstat(self.file)
        if not stat.S_ISREG(status.st_mode):
            raise self._refused("is not an ordinary file", "name another file")
        identity = status.st_dev, status.st_ino
        try:
            import fcntl
        except ImportError:  # Windows
            pass
        else:
            try:
                # Not `flock`, which worker processes inherit: it would outlive a process killed.
                fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):  # systems differ in what they say
                raise self._refused("is in use by another process", "wait until it ends") from None
        _open.add(identity)
        self.identity = identity

    def _read(self) -> None:
        """Read which numbers are done, and cut off a torn last line."""
        size = os.fstat(self.file).st_size
        with open(self.file, "rb", closefd=False) as stream:
            header = self._header
            first = stream.readline(len(header) + 4096)
            if not first.endswith(b"\n"):
                if not header.startswith(first):
                    raise self._not_ours(1)
                self._cut_off(0)
                self._append(self.job)
                self._sync_folder()
                return
            self._compare(first)
            good = len(first)
            for number, line in enumerate(stream, 2):
                done = _number(line)
                if done is None:
                    if good + len(line) < size:
                        raise self._not_ours(number)
                    break
                if not 1 <= done <= self.count:
                    raise self._not_ours(number)
                self.done.add(done)
                good += len(line)
        self._cut_off(good)

    def _cut_off(self, size: int) -> None:
        os.ftruncate(self.file, size)
        os.lseek(self.file, size, os.SEEK_SET)

    @property
    def _header(self) -> bytes:
        return json.dumps(self.job).encode() + b"\n"

    def _compare(self, line: bytes) -> None:
        found = _parsed(line)
        if not isinstance(found, dict) or found.keys() != self.job.keys():
            raise self._not_ours(1)
        for name, value in self.job.items():
            if found[name] != value:
                both = f"{name} {shortened(found[name], 24)}, not {shortened(value, 24)}"
                raise self._refused(f"belongs to another check ({both})", "name another file")

    def _append(self, values: Mapping[str, object]) -> None:
        line = memoryview(json.dumps(values).encode() + b"\n")
        try:
            while line:
                line = line[os.write(self.file, line) :]
            os.fsync(self.file)
        except OSError as error:
            error.filename = self.path
            raise

    def _sync_folder(self) -> None:
        """Sync the directory entry of a new file, where the system can."""
        with suppress(OSError):
            folder = os.open(Path(self.path).absolute().parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _not_ours(self, line: int) -> BadInput:
        return self._refused(f"is not a file of --resume (line {line})", "name another file")

    def _refused(self, why: str, advice: str) -> BadInput:
        return BadInput(f"{shortened(self.path, 60)} {why}: {advice}")


def _number(line: bytes) -> int | None:
    """The number of a segment in a line; None for a torn one."""
    value = _parsed(line) if line.endswith(b"\n") else None
    number = value.get("segment") if isinstance(value, dict) else None
    return number if type(number) is int else None


def _parsed(line: bytes) -> Any:
    """The value in a line of JSON; None where it is none, or nested too deeply."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
