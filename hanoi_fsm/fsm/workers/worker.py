"""The parent's end of a worker process: requests, answers, and the clock."""

import os
import pickle
import signal
import time
import warnings
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple, Self

from hanoi_fsm.fsm.workers import child, frames
from hanoi_fsm.fsm.workers.child import Work
from hanoi_fsm.fsm.workers.dump import entered
from hanoi_fsm.fsm.workers.failure import Failure, How, Limits, of_exit, of_signal
from hanoi_fsm.fsm.workers.pipes import pipe, poll
from hanoi_fsm.fsm.workers.tail import Tail

TELLING = 0.3
"""Seconds that a stuck process has to write where it is."""

SILENCE = 0.02
"""Seconds without another part after which a traceback is taken to be complete."""

PATIENCE = 60.0
"""Seconds that a new process may take to report for the first time, however busy the machine."""

FAREWELL = 1.0
"""Seconds that a process may take to leave before it is killed."""

Reply = Generator[Sequence[int], None, Any]


class Done(NamedTuple):
    """The end of a reply: the answer or a `Failure`, and the numbers that were on their way."""

    value: Any
    left: Sequence[int] = ()


Message = Sequence[int] | Done


class Worker:
    """A process that does the `work` on one request after the other; a context manager.

    `work(request)` returns an answer, or it is a generator of 64-bit numbers that returns one. Both
    are plain data, or values of this package. The work itself is inherited, never sent. Raises
    `OSError` where no process can be had.

    >>> with Worker(lambda request: request * 2) as worker:
    ...     worker.answer(21)
    42
    """

    pid = 0
    status: int | None = None

    def __init__(self, work: Work, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.ready = self.busy = False
        self.waited, self.got = 0.0, 0
        self.inbox, self.trace = frames.Inbox(), b""
        self.owner = os.getpid()
        self.tail, self.seen = Tail(), 0
        child.process_control()
        self._fork(work)

    def _fork(self, work: Work) -> None:
        pipes = [pipe() for _ in range(3)]
        (requests, self.requests), (self.answers, answers), (self.traces, traces) = pipes
        ends = child.Ends(requests, answers, traces, self.tail)
        # A signal may arrive now: it waits until the process is known here, or settled there.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            with warnings.catch_warnings():
                # Since Python 3.12. A worker waits for no lock that another thread may hold.
                warnings.filterwarnings("ignore", ".* is multi-threaded", DeprecationWarning)
                self.pid = os.fork()
            if not self.pid:
                child.serve(work, ends, self.limits, self.owner)
        finally:
            for end in (requests, answers, traces):
                os.close(end)
            if not self.pid:
                self._close_ends()
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Whether it can take another request."""
        return self.pid != 0

    @property
    def patience(self) -> float:
        """Seconds without a message after which it is overdue."""
        if not self.ready:
            return PATIENCE
        return inf if self.limits.seconds is None else self.limits.seconds + self.limits.beat

    def answer(self, request: Any) -> Any:
        """The answer to a request, without the numbers that come before it, or a `Failure`."""
        return exhausted(self.ask(request))

    def ask(self, request: Any) -> Reply:
        """Yield the numbers that the work yields, many at a time; return its answer or a `Failure`.

        After any failure but an exception the process is gone, as it is where the reply is closed
        before its end.
        """
        self.send(request)
        try:
            while True:
                for _, message in messages([self]):
                    if not isinstance(message, Done):
                        yield message
                        continue
                    yield message.left
                    return message.value
        finally:
            if self.busy:
                self.kill()

    def send(self, request: Any) -> None:
        """Begin with a request; `messages` has what comes of it."""
        self.busy, self.waited = True, 0.0
        data = pickle.dumps(request)
        with suppress(BrokenPipeError):  # the reason why it is gone is found when it is waited for
            frames.write_frame(os.write, self.requests, frames.REQUEST, data)

    def receive(self) -> list[Message]:
        """The messages in what there is to read."""
        self.waited = 0.0
        try:
            data = os.read(self.answers, 1 << 16)
            if not data:
                return [self._gone()]
            self.inbox.data += data
            return list(self._messages())
        except frames.BadFrame:
            self.kill()
            return [Done(Failure(How.GARBAGE, "wrote into the pipe of its answers"))]

    def _messages(self) -> Iterator[Message]:
        while (frame := self.inbox.next()) is not None:
            kind, data = frame
            if kind == frames.READY:
                self.ready = True
            elif kind == frames.NUMBERS:
                fresh = frames.numbers_in(data, self.got)
                self.got += len(fresh)
                yield fresh
            else:
                yield self._done(kind, data)

    def _done(self, kind: bytes, data: bytes) -> Done:
        value = frames.unpickled(data)
        if isinstance(value, Failure) != (kind == frames.FAILURE) or not self.busy:
            raise frames.BadFrame
        self.busy = False
        if isinstance(value, Failure) and value.how is not How.RAISED:
            self.kill()
        return Done(value)

    def waits(self, seconds: float) -> Message | None:
        """Count these seconds without a message; what that means, if it means anything."""
        fresh, self.seen = self._unsent(self.seen), self.tail.end  # what was there a turn ago
        if fresh:
            self.waited = 0.0
            return fresh
        self.waited += seconds
        if self.waited >= self.patience:
            return self._overdue()
        return None if self._ended(wait=False) is None else self._gone()

    def _overdue(self) -> Done:
        """Ask a stuck process where it is, and kill it."""
        if child.TELL is not None and self.ready:
            with suppress(OSError):
                os.kill(self.pid, child.TELL)
                self._listen(TELLING)
        file, line = self._place()
        self.kill()
        text = f"no answer in {self.limits.time}" if self.ready else "its process does not begin"
        return Done(Failure(How.TIME, text, file, line), self._unsent(self.tail.end))

    def _gone(self) -> Done:
        """Why the process is gone, or has closed the pipe of its answers."""
        status = self._ended(wait=True)
        file, line = self._place()
        self.kill()
        if status is None:
            failure = Failure(How.GARBAGE, "closed the pipe of its answers")
        else:
            failure = of_exit(status) if status >= 0 else of_signal(-status)
        return Done(replace(failure, file=file, line=line), self._unsent(self.tail.end))

    def _ended(self, wait: bool) -> int | None:
        """The exit code of the process, or the negative number of the signal that ended it.

        None while it runs, for which it has a moment to `wait`.
        """
        until = time.monotonic() + FAREWELL * wait
        while self.status is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # somebody else has waited for it
                pid, status = self.pid, 0
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() >= until:
                return None
            else:
                time.sleep(0.001)
        return self.status

    def _listen(self, seconds: float) -> None:
        """Read a traceback, which comes in many small parts, until there is silence."""
        while poll([self.traces], seconds) and (part := os.read(self.traces, 1 << 16)):
            self.trace += part
            seconds = SILENCE

    def _place(self) -> tuple[str, int]:
        self._listen(0)
        return entered(self.trace.decode("utf-8", "replace"))

    def _unsent(self, end: int) -> list[int]:
        numbers = self.tail.after(self.got, end)
        self.got += len(numbers)
        return numbers

    def close(self) -> None:
        """End the process: one that waits for a request may leave, any other is killed."""
        if self.pid and self.owner == os.getpid() and self.ready and not self.busy:
            with suppress(OSError):
                frames.write_frame(os.write, self.requests, frames.LEAVE, b"")
                poll([self.answers], FAREWELL)
        self.kill()

    def kill(self) -> None:
        """End the process, and those that it has begun, at once."""
        pid, self.pid = self.pid, 0
        if not pid or self.owner != os.getpid():  # a forked copy of this object has no say
            return
        self.busy = False
        for end in (os.kill, os.killpg):
            if end is os.killpg or self.status is None:
                with suppress(OSError):
                    end(pid, signal.SIGKILL)
        if self.status is None:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        self._close_ends()

    def _close_ends(self) -> None:
        for end in (self.requests, self.answers, self.traces):
            os.close(end)


def exhausted(reply: Reply) -> Any:
    """What a reply returns, without what it yields."""
    while True:
        try:
            next(reply)
        except StopIteration as end:
            return end.value


def messages(workers: Sequence[Worker]) -> list[tuple[Worker, Message]]:
    """Wait for the next messages of any of these busy workers, each of them within its time.

    Waiting is counted in short turns: the time for which this process is stopped is nobody's fault.
    """
    turn = max(0.001, min(0.05, *(worker.patience / 20 for worker in workers)))
    found: list[tuple[Worker, Message]] = []
    while not found:
        began = time.monotonic()
        readable = poll([worker.answers for worker in workers], turn)
        spent = min(time.monotonic() - began, 2 * turn)
        for worker in workers:
            if worker.answers in readable:
                found += [(worker, message) for message in worker.receive()]
            elif (message := worker.waits(spent)) is not None:
                found.append((worker, message))
    return found
