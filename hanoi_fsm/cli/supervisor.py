"""A command that runs a user's file is a child process, and its parent reports how it ended.

A file may end Python in ways that no exception handling sees: a segmentation fault, `os._exit`,
all memory eaten. The child reports over a pipe when it loads a file and with which code the command
ends; where the last report is missing, the file ended it. Only the loading of a file has a time
limit here: it is for code that catches what the limit within Python raises.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, NoReturn

from hanoi_fsm.cli import INTERRUPTED, answer, bad_input
from hanoi_fsm.cli.output import Streams, prepare_streams
from hanoi_fsm.cli.signals import ENDING, end_by, handle, leave_at_once, raised

if TYPE_CHECKING:
    from hanoi_fsm.fsm.workers.limits import Parent

MORE_SECONDS = 5.0
"""For loading one file, on top of the limit within Python, which can name the line."""
MEMORY = 4 << 30
"""The bytes that a user's file can have, or half of the physical memory if that is less."""
TICK = 0.1
"""Seconds between two looks at a child that reports nothing."""

LOADING, LOADED, FINISHED = b"L", b"l", b"F"


def can_supervise() -> bool:
    """Whether processes can be forked here."""
    from hanoi_fsm.fsm.workers.pipes import can_fork

    return can_fork()


def supervised(words: Sequence[str]) -> int:
    """Run the command in a child process and return its exit code; signals end both."""
    from hanoi_fsm.fsm.loading import SECONDS
    from hanoi_fsm.fsm.workers.limits import Parent

    prepare_streams()  # first, or else a pipe could get the number of a closed stream
    reports, tell = os.pipe()
    parent = Parent.here()
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    child = os.fork()
    if child == 0:
        os.close(reports)
        _be_the_child(words, tell, parent)
    os.close(tell)
    return _Supervisor(child, reports, _files(words), SECONDS + MORE_SECONDS).wait()


def _files(words: Sequence[str]) -> str:
    named = (word.rpartition(":")[0].rpartition("=")[2] for word in words if ".py:" in word)
    return ", ".join(dict.fromkeys(named))


class _Supervisor:
    """Waits for the `child`, passes signals on, and says what the child cannot say."""

    def __init__(self, child: int, reports: int, files: str, loading_seconds: float) -> None:
        self.child, self.reports, self.files = child, reports, files
        self.loading_seconds = loading_seconds
        self.unread = b""
        self.code: int | None = None
        self.loading = ""
        self.deadline = float("inf")
        self.signals: list[int] = []
        self.passed_on = 0
        for number in ENDING:
            handle(number, lambda number, frame: self.signals.append(number))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)

    def wait(self) -> int:
        """The child's exit code, or that of the message about how it ended."""
        from hanoi_fsm.fsm.workers.limits import CLEANUP_SECONDS

        while True:
            ended, status = os.waitpid(self.child, os.WNOHANG if self.code is None else 0)
            self._listen()
            if ended:
                return self._verdict(os.waitstatus_to_exitcode(status))
            for number in self.signals[self.passed_on :]:
                os.kill(self.child, number)
                self.passed_on += 1
                self.deadline = min(self.deadline, monotonic() + CLEANUP_SECONDS)
            if monotonic() > self.deadline:
                os.kill(self.child, signal.SIGKILL)

    def _listen(self) -> None:
        """Take in what the child reports, or wait for a moment if it reports nothing."""
        from hanoi_fsm.fsm.workers.pipes import poll

        if not poll([self.reports], 0 if self.code is not None else TICK):
            return
        heard = os.read(self.reports, 65536)
        if not heard and self.code is None:
            sleep(TICK)  # the child is about to end, or its file has closed the pipe
        *lines, self.unread = (self.unread + heard).split(b"\n")
        for line in lines:
            kind, text = line[:1], os.fsdecode(line[1:])
            if kind == FINISHED and text.isdecimal():
                self.code = int(text)
            elif kind in (LOADING, LOADED) and not self.signals:
                self.loading = text
                seconds = self.loading_seconds if kind == LOADING else float("inf")
                self.deadline = monotonic() + seconds

    def _verdict(self, code: int) -> int:
        if self.code is not None:
            return self.code
        if self.signals or code == INTERRUPTED or -code in ENDING:
            end_by(self.signals[0] if self.signals else max(-code, signal.SIGINT))
        if monotonic() > self.deadline:
            from hanoi_fsm.fsm.time_limit import in_seconds

            what = f"still runs after {in_seconds(self.loading_seconds)}"
            return bad_input(f"{self.loading} {what}: keep only definitions at module level")
        if code >= 0:
            return bad_input(f"{self.files} ended Python by os._exit({code}): return instead")
        name = signal.Signals(-code).name
        if name == "SIGKILL":
            return bad_input(f"{self.files} was killed ({name}): it may have taken all memory")
        return bad_input(f"{self.files} crashed Python ({name}): look for a recursion without end")


def _be_the_child(words: Sequence[str], tell: int, parent: "Parent") -> NoReturn:
    """Run the command and leave at once: no thread and no `atexit` of the file comes after it."""
    from hanoi_fsm.fsm.workers.limits import end_with, limit_memory

    code = 1
    try:
        leave_at_once()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        end_with(parent, signal.SIGTERM)
        half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
        code = _answer(words, tell, limit_memory(min(MEMORY, half)))
    except SystemExit as end:  # of the parser of arguments
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # a bug: reported as Python does it
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        _report(tell, FINISHED, str(code))
        os._exit(code)


def _answer(words: Sequence[str], tell: int, more_memory: Callable[[], None]) -> int:
    from hanoi_fsm.fsm import loading
    from hanoi_fsm.fsm.errors import LoadError
    from hanoi_fsm.fsm.exception_origin import shown
    from hanoi_fsm.fsm.time_limit import CALL_LIMIT

    streams, child = Streams(), os.getpid()
    relief = f"look for what grows in {_files(words)}"
    fault = "closed or replaced {}: leave it as it is"

    @contextmanager
    def watched(path: Path) -> Iterator[None]:
        if os.getpid() != child:  # a worker of this process, which has limits of its own
            yield
            return
        _report(tell, LOADING, shown(path))
        try:
            yield
        except MemoryError:
            more_memory()
            raise
        finally:
            _report(tell, LOADED, "")
            changed = streams.restore()
        if changed:
            raise LoadError(f"{shown(path)} {fault.format(changed)}")

    loading.watched = watched
    try:
        with CALL_LIMIT.ticking():
            code = answer(words, raised(), relief)
    except SystemExit:
        raise
    except MemoryError:  # not even a line could be written
        more_memory()
        return bad_input(f"out of memory: {relief}")
    except BaseException:
        if changed := streams.restore():
            return bad_input(f"{_files(words)} {fault.format(changed)}")
        raise
    changed = streams.restore()
    return bad_input(f"{_files(words)} {fault.format(changed)}") if changed else code


def _report(tell: int, kind: bytes, text: str) -> None:
    with suppress(OSError):  # a file may have closed every descriptor
        os.write(tell, kind + os.fsencode(" ".join(text.split())) + b"\n")
