"""What happens in a worker process, from the fork until it leaves by `os._exit`.

The work may be a user's code: it may close or replace files, switch signals off, patch modules,
leave threads or never come back. So all that is needed to report is bound before it runs; the
parent has the clock, and kills.
"""

import faulthandler
import gc
import os
import pickle
import signal
import stat
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from os import _exit, getpid, read, write
from pathlib import Path
from time import monotonic
from types import GeneratorType
from typing import Any, NamedTuple, NoReturn

from hanoi_fsm.fsm.errors import printable
from hanoi_fsm.fsm.exception_origin import one_line, spot
from hanoi_fsm.fsm.workers import frames
from hanoi_fsm.fsm.workers.failure import Failure, How, Limits
from hanoi_fsm.fsm.workers.limits import Parent, end_with, limit_memory
from hanoi_fsm.fsm.workers.shared_buffer import SharedBuffer

Work = Callable[[Any], Any]
"""A function of a request: it returns an answer, or is a generator of numbers that returns one."""

DUMP_SIGNAL = getattr(signal, "SIGUSR1", None)
"""The signal at which a worker writes where it is."""

_kept: list[Any] = []


class Ends(NamedTuple):
    """The child's ends: requests come in, answers go out, and so do tracebacks in an emergency."""

    requests: int
    answers: int
    traces: int
    buffer: SharedBuffer


def serve(work: Work, ends: Ends, limits: Limits, parent: Parent) -> NoReturn:
    """Answer one request after the other, until the parent says to leave or is gone."""
    try:
        _detach(ends)
        end_with(parent)
        _Service(work, ends, limits).run()
    except BaseException:  # whatever it is, nothing of the parent's stack may be unwound here
        _exit(70)
    _exit(0)


def _detach(ends: Ends) -> None:
    """Cut what ties the process to its parent's terminal and signals."""
    import resource  # not on Windows

    gc.freeze()  # a collection would touch, and so copy, every page of the parent
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for number in {0, 1, 2}.union(_open_files()) - {*ends[:3], null}:
        if number < 3 or _can_disturb(number):
            os.dup2(null, number)
    # What is buffered there is the parent's, and must not be written a second time.
    _kept.extend((sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__))
    sys.stdin = sys.__stdin__ = _null("r")  # type: ignore[misc]  # a constant to mypy
    sys.stdout = sys.__stdout__ = _null("w")  # type: ignore[misc]  # a constant to mypy
    sys.stderr = sys.__stderr__ = _null("w")  # type: ignore[misc]  # a constant to mypy
    _reset_signals()
    faulthandler.enable(ends.traces, all_threads=False)
    if DUMP_SIGNAL is not None:
        faulthandler.register(DUMP_SIGNAL, ends.traces, all_threads=False)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _open_files() -> list[int]:
    """The numbers of all files that are open, where the system lists them."""
    try:
        return [int(name) for name in os.listdir("/dev/fd")]  # noqa: PTH208  # names are enough
    except (OSError, ValueError):
        return []


def _can_disturb(number: int) -> bool:
    """Whether somebody else would notice what is read from a file, or written to it."""
    from fcntl import F_GETFL, fcntl  # not on Windows

    try:
        is_plain = stat.S_ISREG(os.fstat(number).st_mode)
        return not is_plain or fcntl(number, F_GETFL) & os.O_ACCMODE != os.O_RDONLY
    except OSError:
        return False


def _null(mode: str) -> Any:
    return Path(os.devnull).open(mode, encoding="utf-8", errors="replace")


def _reset_signals() -> None:
    """Every signal does what it does by default, but Ctrl-C is for the parent."""
    for number in signal.valid_signals():
        with suppress(OSError, ValueError):
            handler = signal.getsignal(number)
            if callable(handler) and not isinstance(handler, signal.Handlers):
                signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.set_wakeup_fd(-1)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


class _Service:
    """The loop of a worker: requests in, numbers and answers out."""

    def __init__(self, work: Work, ends: Ends, limits: Limits) -> None:
        self.work, self.ends, self.limits = work, ends, limits
        self.process = getpid()
        out_of_memory = pickle.dumps(Failure(How.MEMORY, "ran out of memory"))
        self.out_of_memory_frame = frames.framed(frames.FAILURE, out_of_memory)
        self.lift_limit = limit_memory(limits.memory)

    def run(self) -> None:
        try:
            self._serve()
        except MemoryError:  # there was not even enough to describe the first one
            write(self.ends.answers, self.out_of_memory_frame)

    def _serve(self) -> None:
        self._send(frames.READY)
        while True:
            try:
                kind, data = frames.read_frame(read, self.ends.requests)
            except EOFError:
                return
            if kind != frames.REQUEST:
                return
            self._send(*self._reply(data))

    def _reply(self, data: bytes) -> tuple[bytes, bytes]:
        """The last frame for a request: its answer, or why there is none."""
        try:
            return frames.ANSWER, pickle.dumps(self._answer(pickle.loads(data)))
        except BaseException as error:  # a user's code may raise SystemExit and KeyboardInterrupt
            if isinstance(error, MemoryError):
                self.lift_limit()  # the process is at its end, but for the report
            _kept.append(error)  # what it holds is not to be closed or deleted before the report
            return frames.FAILURE, pickle.dumps(described(error))

    def _answer(self, request: Any) -> Any:
        result = self.work(request)
        if not isinstance(result, GeneratorType):
            return result
        answers: list[Any] = []
        self._send_numbers(_with_answer(result, answers))
        return answers[0]

    def _send_numbers(self, numbers: Iterator[int]) -> None:
        """Send them on when there are many of them, or after a while."""
        buffer, seconds = self.ends.buffer, self.limits.flush_seconds
        due = monotonic() + seconds
        try:
            for number in numbers:
                if buffer.add(number) or monotonic() >= due:
                    self._flush()
                    due = monotonic() + seconds
        finally:
            self._flush()

    def _flush(self) -> None:
        if self.ends.buffer.count:
            self._send(frames.NUMBERS, self.ends.buffer.data())
            self.ends.buffer.clear()

    def _send(self, kind: bytes, data: bytes = b"") -> None:
        if getpid() != self.process:  # the work has forked, and both came back
            _exit(0)
        frames.write_frame(write, self.ends.answers, kind, data)


def _with_answer(numbers: Generator[int, None, Any], answers: list[Any]) -> Iterator[int]:
    answers.append((yield from numbers))


def described(error: BaseException) -> Failure:
    """An exception as a failure, in plain words: its own `__str__` may do anything."""
    if isinstance(error, MemoryError):
        return Failure(How.MEMORY, "ran out of memory", *spot(error))
    try:
        return Failure(How.RAISED, printable(one_line(error)), *spot(error))
    except BaseException:
        return Failure(How.RAISED, "an exception that cannot be shown")
