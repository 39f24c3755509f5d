"""The parent's end of a worker process: requests, answers, and the clock."""

import os
import pickle
import signal
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Any, Self

from hanoi_fsm.fsm.workers import child, frames
from hanoi_fsm.fsm.workers.child import Work
from hanoi_fsm.fsm.workers.dump import Traces
from hanoi_fsm.fsm.workers.failure import Failure, How, Limits, of_exit, of_signal
from hanoi_fsm.fsm.workers.limits import Parent
from hanoi_fsm.fsm.workers.pipes import pipe, poll
from hanoi_fsm.fsm.workers.reply import Done, Message, Reply, exhausted
from hanoi_fsm.fsm.workers.shared_buffer import SharedBuffer

DUMP_SECONDS = 0.3
"""Seconds that a stuck process has to write where it is."""

START_SECONDS = 60.0
"""Seconds that a new process may take to report for the first time, however busy the machine."""

EXIT_SECONDS = 1.0
"""Seconds that a process may take to leave before it is killed."""


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
        self.inbox, self.outbox = frames.Inbox(), memoryview(b"")
        self.owner = os.getpid()
        self.buffer, self.seen = SharedBuffer(), 0
        self._fork(work, Parent.here())

    def _fork(self, work: Work, parent: Parent) -> None:
        pipes = [pipe() for _ in range(3)]
        (requests, self.requests), (self.answers, answers), (dumps, traces) = pipes
        self.traces = Traces(dumps)
        os.set_blocking(self.requests, False)
        ends = child.Ends(requests, answers, traces, self.buffer)
        # A signal may arrive now: it waits until the process is known here, or detached there.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            with warnings.catch_warnings():
                # Since Python 3.12. A worker waits for no lock that another thread may hold.
                warnings.filterwarnings("ignore", ".* is multi-threaded", DeprecationWarning)
                self.pid = os.fork()
            if not self.pid:
                child.serve(work, ends, self.limits, parent)
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
    def longest_silence(self) -> float:
        """Seconds without a message after which it is overdue."""
        if not self.ready:
            return START_SECONDS
        seconds = self.limits.seconds
        return inf if seconds is None else seconds + self.limits.flush_seconds

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
        """Send a request; `messages` writes it and returns what it leads to.

        Raises what `pickle.dumps` raises for a request that cannot be pickled, and `ValueError`
        where the process has ended.
        """
        if not self.alive:
            raise ValueError("the process of this worker has ended")
        self.outbox = memoryview(frames.framed(frames.REQUEST, pickle.dumps(request)))
        self.busy, self.waited = True, 0.0

    def write(self) -> None:
        """Write as much of the request as the pipe takes now."""
        try:
            self.outbox = self.outbox[os.write(self.requests, self.outbox) :]
        except BrokenPipeError:  # the reason why it is gone is found when it is waited for
            self.outbox = memoryview(b"")

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
        elif self.outbox:  # it cannot know the request
            raise frames.BadFrame
        return Done(value)

    def tick(self, seconds: float) -> Message | None:
        """Count these seconds without a message; what that means, if it means anything."""
        fresh, self.seen = self._unsent(self.seen), self.buffer.end  # what was there a turn ago
        if fresh:
            self.waited = 0.0
            return fresh
        self.waited += seconds
        if self.waited >= self.longest_silence:
            return self._overdue()
        return None if self._ended(wait=False) is None else self._gone()

    def _overdue(self) -> Done:
        """Ask a stuck process where it is, and kill it."""
        seconds = 0.0
        if child.DUMP_SIGNAL is not None and self.ready:
            with suppress(OSError):
                os.kill(self.pid, child.DUMP_SIGNAL)
                seconds = DUMP_SECONDS
        file, line = self.traces.place(seconds)
        self.kill()
        text = f"no answer in {self.limits.time}" if self.ready else "its process does not begin"
        return Done(Failure(How.TIME, text, file, line), self._unsent(self.buffer.end))

    def _gone(self) -> Done:
        """Why the process is gone, or has closed the pipe of its answers."""
        status = self._ended(wait=True)
        file, line = self.traces.place()
        self.kill()
        if status is None:
            failure = Failure(How.GARBAGE, "closed the pipe of its answers")
        else:
            failure = of_exit(status) if status >= 0 else of_signal(-status)
        return Done(replace(failure, file=file, line=line), self._unsent(self.buffer.end))

    def _ended(self, wait: bool) -> int | None:
        """The exit code of the process, or the negative number of the signal that ended it.

        None while it runs, for which it has a moment to `wait`.
        """
        until = time.monotonic() + EXIT_SECONDS * wait
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

    def _unsent(self, end: int) -> list[int]:
        numbers = self.buffer.after(self.got, end)
        self.got += len(numbers)
        return numbers

    def close(self) -> None:
        """End the process: one that waits for a request may leave, any other is killed."""
        if self.pid and self.owner == os.getpid() and self.ready and not self.busy:
            with suppress(OSError):
                frames.write_frame(os.write, self.requests, frames.LEAVE, b"")
                poll([self.answers], EXIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the process, and those that it has begun, at once."""
        pid, self.pid = self.pid, 0
        if not pid or self.owner != os.getpid():  # only the process that started it may end it
            return
        self.busy = False
        with suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
        if self.status is None:
            with suppress(OSError):  # it may not have had the time to found its group
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        self._close_ends()

    def _close_ends(self) -> None:
        for end in (self.requests, self.answers, self.traces.file):
            os.close(end)


def messages(workers: Sequence[Worker]) -> list[tuple[Worker, Message]]:
    """Wait for the next messages of any of these busy workers, each of them within its time.

    What is left to write to them is written meanwhile.

    Waiting is counted in short turns: the time for which this process is stopped is nobody's fault.
    """
    turn = max(0.001, min(0.05, *(worker.longest_silence / 20 for worker in workers)))
    found: list[tuple[Worker, Message]] = []
    while not found:
        began = time.monotonic()
        unsent = [worker.requests for worker in workers if worker.outbox]
        ready = poll([worker.answers for worker in workers], turn, writing=unsent)
        spent = min(time.monotonic() - began, 2 * turn)
        for worker in workers:
            if worker.requests in ready:
                worker.write()
            if worker.answers in ready:
                found += [(worker, message) for message in worker.receive()]
            elif (message := worker.tick(spent)) is not None:
                found.append((worker, message))
    return found
