"""The one boundary: work in a child process with a timer and limits, whose end the parent reports.

A Python file is a program that the user chose to run. This protects from its mistakes, not from
malice: code that loops, crashes, exhausts memory or exits costs only its own child process. The
child is forked, so that everything is loaded and nothing has to be sent; it has no terminal, its
output is discarded, and it dies with its parent. It reports JSON, one value per line; other lines
in its pipe are tracebacks of `faulthandler`, which show where it hung or crashed. Its timer is the
system's, and a thread resets it as long as work goes on.

Without `fork`, as on Windows, the work is done in this process, without limits: only Ctrl-C can end
code that hangs.
"""

import faulthandler
import gc
import json
import os
import re
import select
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import IO, Any, Literal, NoReturn, TypeVar

from hanoi_fsm.fsm.errors import BadInput, one_line, printable, shortened

Item = TypeVar("Item")
Value = Any  # any JSON value that work returns
Work = Callable[[], Iterable[Value]]
"""The work of a child, which yields JSON values."""

GIB = 1 << 30
TICK = 0.05
"""Seconds between a child's checks of its work and its parent."""
LEAVE_SECONDS = 3.0
"""Seconds for cleaning up after a signal, before the process is killed."""
FRAME = re.compile(r'^  File "(.*)", line (\d+) in ', re.MULTILINE)
OURS = (f"{Path(__file__).parent.parent}{os.sep}", f"{Path(os.__file__).parent}{os.sep}")
CAN_FORK = hasattr(os, "fork") and hasattr(os, "setsid")
if CAN_FORK:
    import resource


@dataclass(frozen=True)
class Failure:
    """The reason for a missing value: the work raised, was killed or ended, with a message.

    `file` and `line` are the place, if known.

    >>> print(Failure("raised", "IndexError", "mine.py", 7))
    IndexError (line 7 of mine.py)
    """

    how: Literal["raised", "killed", "ended"]
    text: str
    file: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        """The line and file in brackets, or "" if unknown."""
        return f" (line {self.line} of {shown(self.file)})" if self.file else ""

    def __str__(self) -> str:
        return f"{self.text}{self.place}"


@dataclass(frozen=True)
class Limits:
    """The most `seconds` without a value, and the most bytes of `memory`.

    With `calls`, the time of each single call of a user's code is limited, not of the whole work.
    The memory is counted from the start of the process, and limited only on Linux.
    """

    seconds: float = 10.0
    memory: int = GIB
    calls: bool = False


OF_A_COMMAND = Limits(memory=4 * GIB, calls=True)
"""The limits of a command, which may take long: they apply to single calls of a user's code."""


def place(error: BaseException) -> str:
    """The user's line that raised an exception, in brackets; "" if no user code was running."""
    return Failure("raised", "", *spot(error)).place


def spot(error: BaseException) -> tuple[str, int]:
    """The user's file and line that raised an exception, or ("", 0)."""
    cause = error.__cause__  # Python replaces a `StopIteration` in a generator
    trace = (cause if isinstance(cause, StopIteration) else error).__traceback__
    return innermost([(frame.f_code.co_filename, line) for frame, line in walk_tb(trace)])


def innermost(frames: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """The last frame in the first user file that was entered, or ("", 0).

    A frame is the file and line of a call; the outermost comes first. A failure further inside, in
    a library, is attributed to that line.
    """
    users = [frame for frame in frames if is_users(frame[0])]
    return [frame for frame in users if frame[0] == users[0][0]][-1] if users else ("", 0)


def is_users(file: str) -> bool:
    """Whether a file is a user's: not part of this package, of Python, or of a library."""
    ours = file.startswith((*OURS, "<frozen ", "<generated: "))
    return not ours and "-packages" not in file


def shown(file: str) -> str:
    """A file's path, relative if it is inside the current folder."""
    return file.removeprefix(f"{Path.cwd()}{os.sep}")


def cores() -> int:
    """The number of processor cores that this process may use."""
    is_known = hasattr(os, "sched_getaffinity")  # missing on macOS and Windows
    return len(os.sched_getaffinity(0)) if is_known else os.cpu_count() or 1


def isolated(work: Callable[[], Value], limits: Limits | None = None) -> Value:
    """Run `work` in a child process, and return its value or a `Failure`.

    >>> isolated(lambda: {"moves": 3})
    {'moves': 3}
    >>> print(isolated(lambda: os._exit(3)).text)
    exited with code 3
    """
    [(_, value)] = spread(lambda item: work(), [None], limits)
    return value


def spread(
    judge: Callable[[Item], Value],
    items: Iterable[Item],
    limits: Limits | None = None,
    jobs: int | None = None,
    together: int = 1,
) -> Generator[tuple[Item, Value]]:
    """Judge items in child processes, and yield each with the judge's value or a `Failure`.

    Items are yielded in order. At most `jobs` children run at a time, and one per core. Items are
    read lazily, and each child gets this many `together`; if it fails, each of the remaining items
    gets its own child, and few are started ahead. Close the generator to end the children.

    >>> [value for _, value in spread(lambda item: item * 2, range(3))]
    [0, 2, 4]
    """
    if jobs is not None and not (isinstance(jobs, int) and jobs > 0):
        raise BadInput(f"invalid number of processes {shortened(jobs)}: expected 1, 2, 3, ...")
    source, jobs = iter(items), min(jobs or cores(), cores())
    running: list[tuple[list[Item], Child]] = []

    try:
        while True:
            while len(running) < 2 * jobs and sum(child.runs for _, child in running) < jobs:
                if not (chunk := list(islice(source, together))):
                    break
                running.append((chunk, Child(partial(map, judge, chunk), limits)))
            if not running:
                return
            chunk, child = running[0]
            while child.values:
                yield chunk.pop(0), child.values.popleft()
            if not child.runs:
                del running[0]
                if child.failure and chunk:  # it may have failed after its last value
                    yield chunk.pop(0), child.failure
                for item in chunk:
                    yield item, isolated(partial(judge, item), limits)
            read_some([child for _, child in running if child.runs])
    finally:
        for _, child in running:
            child.close()


class Child:
    """A process that does some `work`; an iterator over its values, to be closed in the end.

    After the last value, `failure` is the reason for its end, or None if the work is done. An
    `attached` child has the standard streams of this process; any other child reads and prints
    nothing.
    """

    def __init__(self, work: Work, limits: Limits | None = None, *, attached: bool = False) -> None:
        self.work, self.limits = work, limits or Limits()
        self.values: deque[Value] = deque()
        self.failure: Failure | None = None
        self.runs, self.dump, self.unread = CAN_FORK, "", b""
        if not CAN_FORK:
            self.failure = _failure(lambda kind, value: self.values.append(value), self.work)
            return
        self.reports, tell = os.pipe()
        parent = os.getpid()
        self.pid = os.fork()  # a child waits for no lock that another thread may hold
        if self.pid == 0:
            _serve(self, attached, tell, parent)
        os.close(tell)

    def __iter__(self) -> Iterator[Value]:
        while self.values or self.runs:
            if self.values:
                yield self.values.popleft()
            else:
                self.read()

    def fileno(self) -> int:
        """The file descriptor of its reports, for `select`."""
        return self.reports

    def read(self) -> None:
        """Wait for a report and store it; at the end, determine why it ended."""
        part = os.read(self.reports, 1 << 16)
        *lines, self.unread = (self.unread + part).split(b"\n")
        for line in lines:
            if not line.startswith(b"["):
                self.dump += line.decode("utf-8", "replace") + "\n"
                continue
            kind, value = json.loads(line)
            if kind == "value":
                self.values.append(value)
            else:
                self.failure = Failure(**value) if value else None
                self.close()
        if not part and self.runs:
            self.failure = self._ended(self.close())

    def _ended(self, code: int) -> Failure:
        """The failure for an exit code, or for a signal if it is negative."""
        inside = self.dump.partition(f'"{__file__}"')[0]  # the innermost frame comes first
        frames = [(file, int(line)) for file, line in FRAME.findall(inside)]
        where = innermost(frames[::-1])
        if code == -signal.SIGALRM:
            text = f"was still running after {self.limits.seconds:g} seconds"
            return Failure("ended", text, *where)
        if code < 0:
            return Failure("killed", f"was killed by {signal.Signals(-code).name}", *where)
        return Failure("ended", f"exited with code {code}", *where)

    def leave(self, number: int) -> None:
        """Send it a signal to clean up, and kill it unless it exits soon."""
        if self.runs:
            os.kill(self.pid, number)
            select.select([self], [], [], LEAVE_SECONDS)
            self.close()

    def close(self) -> int:
        """Kill it with all its processes; return its exit code, or minus the signal."""
        if not self.runs:
            return 0
        self.runs = False
        for kill in (os.killpg, os.kill):  # it may not have a process group yet
            with suppress(OSError):
                kill(self.pid, signal.SIGKILL)
        os.close(self.reports)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def read_some(children: list[Child]) -> None:
    """Wait until some of the children report, and store their reports."""
    if children:
        for child in select.select(children, [], [])[0]:
            child.read()


class _Process:
    """The pipe of this process, if it is a child, and the number of its signs of life."""

    tell: IO[str] | None = None
    told = 0


def is_child() -> bool:
    """Whether this process is a child, which exits after its work."""
    return _Process.tell is not None


def beat() -> None:
    """Signal that the work goes on."""
    _Process.told += 1


def lift_limit() -> None:
    """Give a child that ran out of memory the little more it needs to report that."""
    if is_child():
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _report(kind: str, value: Value) -> None:
    if _Process.tell is not None:
        print(json.dumps([kind, value]), file=_Process.tell, flush=True)
        beat()


def _serve(child: Child, attached: bool, tell: int, parent: int) -> NoReturn:
    """Run the child, from the fork until it exits."""
    try:
        _detach(attached, tell)
        _limit(child.limits.memory)
        _Process.tell = open(tell, "w", encoding="ascii")  # noqa: SIM115  # kept until the exit
        thread = threading.get_ident()
        signs = partial(_entered, thread) if child.limits.calls else lambda: _Process.told
        seconds = child.limits.seconds
        signal.setitimer(signal.ITIMER_REAL, seconds)
        threading.Thread(target=_watch, args=(parent, signs, seconds), daemon=True).start()
        failure = _failure(_report, child.work)
        _report("end", failure and asdict(failure))
    finally:  # reached without a report if that failed
        os._exit(1)


def _failure(report: Callable[[str, Value], object], work: Work) -> Failure | None:
    """Report the values of the work; return its failure, if any."""
    try:
        for value in work():
            report("value", value)
    except MemoryError as error:
        lift_limit()
        return Failure("ended", "ran out of memory", *spot(error))
    except BaseException as error:  # also SystemExit and KeyboardInterrupt of a user's code
        if not is_child() and not isinstance(error, Exception):
            raise
        return Failure("raised", printable(one_line(error)), *spot(error))
    return None


def _detach(attached: bool, tell: int) -> None:
    """Detach the process from its parent's terminal, output and signals."""
    gc.freeze()  # a collection would copy all memory pages of the parent
    if not is_child():  # a child's processes end with it
        os.setsid()
    if not attached:
        for number in range(3):
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
        null = partial(Path(os.devnull).open, encoding="utf-8", errors="replace")
        sys.stdin, sys.stdout, sys.stderr = null("r"), null("w"), null("w")
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    faulthandler.enable(tell, all_threads=False)
    faulthandler.register(signal.SIGALRM, tell, all_threads=False, chain=True)


def _limit(memory: int) -> None:
    """Limit core dumps and memory."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, ValueError):  # not every system supports or allows it
        used = int(Path("/proc/self/statm").read_text("ascii").split()[5]) * resource.getpagesize()
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (used + memory, most))


def _watch(parent: int, signs: Callable[[], object], seconds: float) -> None:
    """Reset the timer at each sign of life; kill this process if its parent has ended."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    before: object = None
    while os.getppid() == parent:
        now = signs()
        if now is None or now != before:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        before = now
        time.sleep(TICK)
    os.kill(0, signal.SIGKILL)


def _entered(thread: int) -> tuple[FrameType, int] | None:
    """The outermost call of a user's code that is running in a thread, if any.

    A generator has one frame for all its items, so each item is a beat.
    """
    entered, frame = None, sys._current_frames().get(thread)
    while frame is not None and frame.f_code.co_filename != __file__:
        if is_users(frame.f_code.co_filename):
            entered = frame
        frame = frame.f_back
    return None if entered is None else (entered, _Process.told)
