"""Long runs of a solver, checked in segments: on all cores, on a cluster, over several sessions.

Each segment is set up by the change of shift, as when one shift of monks takes over from another.
Its moves must be those of the formula, and it must end where the next segment is set up, in the
same state with an equal memory: so when every segment holds, the whole run does.

The work is done by child processes, or by any `Executor` of `concurrent.futures`. A file of JSON
lines records which segments hold: a process that is killed at any moment loses only the segments
that were running.
"""

import json
import os
import re
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import filterfalse, islice, takewhile
from math import inf
from pathlib import Path
from random import Random
from typing import IO, TYPE_CHECKING, Any

from hanoi_fsm.fsm.errors import BadInput, HanoiError, counted, one_line, shortened
from hanoi_fsm.fsm.errors import cut as shorter
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, Report, no_progress
from hanoi_fsm.fsm.isolate import Failure, How, Limits, cores, isolated, spread
from hanoi_fsm.fsm.memory import Memory, contents_of
from hanoi_fsm.fsm.stepping import key_of
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.formulas.blocks import move_blocks
from hanoi_fsm.hanoi.judge import Tower, defined, judge, until
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Move, Task, whole
from hanoi_fsm.hanoi.resolver import resolve

if TYPE_CHECKING:  # it is slow to import
    from concurrent.futures import Executor

SEGMENTS = 64
"""The number of segments by default."""
WINDOW = 10_000
"""The number of moves in a random window; a shorter segment is checked as a whole."""
MOST_DISKS = 64
"""The largest tower whose whole run may be asked for: that of the legend."""
MOST = (1 << 64) - 1
"""The largest number of segments, windows or jobs, and the largest seed: they are printed."""
MOST_PENDING = 256
"""How many segments are submitted at a time, by default, to an executor of the caller's."""
POLL_SECONDS = 0.5
"""The longest wait without a chance for Ctrl-C, where waiting for a future blocks signals."""
MOST_LOSSES = 5
"""A segment that is lost this often is an error."""
LOST = "see whether the machine can be pickled, or ends its process"
UNLIKE = "another, but not when it was run again"
LIMITS = Limits(calls=True)
"""However long a segment takes: only a single call of a user's code is limited."""
WORTH_A_PROCESS = 20_000
"""At least this many moves are made by a process: to start one takes about as long."""

RECORDED = re.compile(rb'((?:{"segment": -?[0-9]{1,20}}\n)*+)(.*)', re.DOTALL)
"""What a file has after its first line, and what is not of this form."""
_open: set[str] = set()
"""The files that this process records in: the system's lock is against other processes only."""


class SegmentLost(HanoiError):
    """A segment was lost repeatedly: whatever runs it ends its process."""


def check_segments(
    subject: Any,
    disks: int,
    *,
    segments: int | None = None,
    sample: int | None = None,
    seed: int = 1,
    source: int = 0,
    target: int = 2,
    jobs: int | None = None,
    executor: "Executor | None" = None,
    resume: str | os.PathLike[str] | None = None,
    engine: str | None = None,
    progress: Progress = no_progress,
) -> Report:
    """Check a solver in one long run that is cut into `segments` (by default 64).

    The `subject` is a name, a path, or a value, as for `check`. With a `sample` only that number of
    random windows of 10,000 moves is checked, spread evenly over the segments: then `disks` may be
    100,000 and more, otherwise at most 64. The work is done by `jobs` processes, by default one per
    core, or by any `executor` of `concurrent.futures`, such as `Client.get_executor()` of Dask,
    with `jobs` segments submitted at a time. `resume` names a file that records which segments are
    done: a later call skips these. `engine` names the engine, by default "generated". `progress`
    receives the number of moves in the segments that are done.

    The finding, if any, is the first in the run (of a sample, that of the first window). Raises as
    `resolve` does; `BadInput` for numbers out of range, a subject that is not a solver, and a file
    that belongs to another check; `SegmentLost` for a segment that is lost repeatedly, as all are
    where the executor cannot pickle the machine; and `OSError`.

    >>> print(check_segments("monk", 10, segments=4))
    monk: holds in all 4 segments of the 2^10 - 1 moves of 10 disks from 0 to 2
    """
    cut = Cut.of(Task(disks, source, target), segments, sample, seed)
    with segmented(subject, cut, resume, engine=engine) as check:
        for _ in check.results(jobs, executor, progress):
            pass
        return check.report()


@dataclass(frozen=True)
class Cut:
    """The run of a `task` in `parts` of nearly equal length, or a `sample` of windows in them.

    A segment follows from its number alone, so that a million of them take no memory. The windows
    are spread evenly over the parts; where each begins in its part is random and follows from the
    `seed`. Parts no longer than a window are checked as a whole.

    >>> cut = Cut(Task(4), parts=4)
    >>> cut.bounds(1), cut.bounds(4)
    ((1, 4), (12, 16))
    >>> print(cut)
    all 4 segments of the 2^4 - 1 moves of 4 disks from 0 to 2
    >>> print(Cut(Task(100), sample=3, seed=5))
    3 random windows of 10000 moves (seed 5) of the 2^100 - 1 moves of 100 disks from 0 to 2
    """

    task: Task
    parts: int = 1
    sample: int | None = None
    seed: int = 1

    @classmethod
    def of(cls, task: Task, segments: int | None, sample: int | None, seed: int) -> "Cut":
        """A cut into at most as many segments as there are moves; raises `BadInput`."""
        check_number("number of segments", segments)
        check_number("sample", sample)
        check_number("seed", seed, least=0)
        if sample is None and task.disks > MOST_DISKS:
            most = f"expected at most {MOST_DISKS} for the whole run; give a sample for more"
            raise BadDisks(f"invalid number of disks {task.disks}: {most}")
        parts = segments or (SEGMENTS if sample is None else 1)
        parts = min(parts, max(1, task.last_step))
        is_whole = sample is not None and sample >= parts and task.last_step <= parts * WINDOW
        return cls(task, parts, None if is_whole else sample, seed)

    @property
    def count(self) -> int:
        """The number of segments or windows to check."""
        return self.sample or self.parts

    @property
    def moves(self) -> int:
        """The number of moves in all of them."""
        every = range(1, self.count + 1)
        return sum(map(self.length, every)) if self.sample else self.task.last_step

    def bounds(self, number: int) -> tuple[int, int]:
        """The first step of the segment of this number, 1 .. `count`, and the step after it."""
        part = (number - 1) * self.parts // self.count
        first, stop = (self.task.last_step * one // self.parts + 1 for one in (part, part + 1))
        if self.sample and stop - first > WINDOW:
            first = Random(f"{self.seed}/{number}").randrange(first, stop - WINDOW + 1)
            stop = first + WINDOW
        return first, stop

    def length(self, number: int) -> int:
        """How many moves the segment or window of this number has."""
        first, stop = self.bounds(number)
        return stop - first

    def name(self, number: int) -> str:
        """A segment or window in words."""
        seed = f" (seed {self.seed})" if self.sample else ""
        return f"{self.noun} {number} of {self.count}{seed}"

    @property
    def noun(self) -> str:
        return "window" if self.sample else "segment"

    def __str__(self) -> str:
        run = f"the 2^{self.task.disks} - 1 moves of {self.task}"
        if self.sample is None:
            return f"all {self.count} segments of {run}" if self.count > 1 else f"all of {run}"
        length = min(WINDOW, self.task.last_step // self.parts)
        windows = f"{counted(self.count, 'random window')} of {counted(length, 'move')}"
        return f"{windows} (seed {self.seed}) of {run}"


def check_number(what: str, number: int | None, least: int = 1) -> None:
    """Raise `BadInput` for a number that is given, but is out of range."""
    found = least if number is None else whole(number)
    if found is None or not least <= found <= MOST:
        raise BadInput(f"invalid {what} {shortened(number)}: expected {least} .. 2**64 - 1")


def check_segment(machine: Solver, cut: Cut, number: int) -> list[Any]:
    """What is wrong with a segment, or None; and in words what kept it from being checked.

    It is plain data, which any process can send: the fields of a `Finding` are in a dict.
    """
    try:
        finding = _finding(machine, cut, number)
    except HanoiError as error:
        return [None, str(error)]
    except (Exception, SystemExit) as error:  # of a user's machine
        return [None, f"{machine.shown} raised {one_line(error)}"]
    return [finding and finding.plain(), ""]


def _finding(machine: Solver, cut: Cut, number: int) -> Finding | None:
    """What is wrong with a segment, or None.

    Many moves are compared at a time, and made again event by event where they are wrong.
    """
    task, (first, stop) = cut.task, cut.bounds(number)

    def begun(moves: int) -> tuple[Memory, Iterator[Any]]:
        state, memory = machine.set_up(task, first)
        memory.state = state
        return memory, machine.moves_made(task.disks, state, memory, moves)

    def placed(found: Finding, step: int) -> Finding:
        place = f"move {step - first + 1} of" if step < stop else "what follows"
        return replace(found, text=f"{place} {cut.name(number)}")

    step = first
    memory, made = begun(stop - first)
    for block in move_blocks(first, stop, task):
        outputs: list[Any] = []
        with suppress(Exception):
            outputs.extend(islice(made, len(block)))
        if outputs != block or not {Move}.issuperset(map(type, outputs)):
            memory, made = begun(step - first)
            deque(islice(made, step - first), maxlen=0)
            course = Tower(task, machine, step, stop)
            course.state = memory.state
            run = until(defined(machine, task.disks, memory.state, memory), stop - step)
            again = judge(run, course) or course.wrong(UNLIKE, str(block[0]))
            return placed(again, again.step or step)
        step += len(block)
    course = Tower(task, machine, stop, stop)
    course.state = memory.state
    if stop > task.last_step:
        wrong = judge(defined(machine, task.disks, memory.state, memory), course)
        return wrong and placed(wrong, stop)
    wanted = machine.set_up(task, stop)
    differs = _difference(wanted, (memory.state, memory))
    for late in islice(
        defined(machine, task.disks, memory.state, memory), machine.idle_limit(task.disks)
    ):
        if not differs or late.error or late.output is not None:
            break
        differs = _difference(wanted, (memory.state, memory))
    if not differs:
        return None
    other = placed(course.wrong(differs[1], differs[0], kind="handover", state=""), stop)
    return replace(other, text=f"{other.text} begins otherwise")


def _difference(one: tuple[str, Memory], other: tuple[str, Memory]) -> tuple[str, ...]:
    """The first part in which two states with their memories differ, in words for both; or ()."""
    (state, memory), (other_state, another) = one, other
    same_kind = type(memory) is type(another) and state == other_state
    if same_kind and key_of(memory) == key_of(another):
        return ()
    ours, theirs = (
        {"state": at, "memory": type(held).__name__, **contents_of(held), "key": key_of(held)}
        for at, held in (one, other)
    )
    name = next((name for name in ours if ours[name] != theirs.get(name)), "memory")
    return shorter(f"{name} {ours[name]}", 120), shorter(f"{name} {theirs.get(name)}", 120)


@contextmanager
def segmented(
    subject: Any,
    cut: Cut,
    resume: str | os.PathLike[str] | None = None,
    *,
    memory: str | None = None,
    engine: str | None = None,
) -> "Iterator[SegmentedCheck]":
    """A check of a solver that is cut, with the file of `resume` open; raises as `resolve` does.

    And `BadInput` for a subject that is not a solver and for a file that cannot be resumed from.
    """
    machine = resolve(subject, memory=memory)
    if not isinstance(machine, Solver):
        known = [*automata.SOLVERS, "a version of one in a DOT or JSON file, or a Solver"]
        what = "cannot be set up in the middle of a run"
        raise BadInput(f"{machine.shown} {what}: choose from {', '.join(known)}")
    machine = machine.on(engine)
    check = SegmentedCheck(machine, cut, tuple(machine.faults()))
    if resume is None or check.findings:
        yield check
    else:
        kept = _journal(os.fspath(resume), _job(machine, cut), cut.count)
        with kept as (check.earlier, check.keep):
            yield check


def _job(machine: Solver, cut: Cut) -> dict[str, object]:
    """What a file to resume from belongs to."""
    return {
        "machine": machine.name,
        "definition": digest(machine),
        "engine": machine.engine,
        "disks": cut.task.disks,
        "from": cut.task.source,
        "to": cut.task.target,
        "segments": cut.parts,
        "sample": cut.sample,
        "seed": cut.seed if cut.sample else None,
    }


def digest(machine: Solver) -> str:
    """Sixteen hexadecimal digits that change with the definition and with its memory's code."""
    from inspect import getsource

    automaton = machine.automaton
    text = f"{automaton.initial}, {sorted(automaton.final)}\n{automaton}\n{machine.vocabulary}"
    for code in (machine.memory, machine.resume):
        with suppress(OSError, TypeError):  # it has no source file, or is not a function or class
            text += getsource(code)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass
class SegmentedCheck:
    """The check of a machine in segments, and the first finding in the run.

    `earlier` has the numbers of the segments that an earlier run has done; `keep` records another
    one. `done` counts those that hold since then. None after the one that is `wrong` matters.
    """

    machine: Solver
    cut: Cut
    findings: tuple[Finding, ...]
    earlier: frozenset[int] = frozenset()
    keep: Callable[[int], object] = no_progress
    done: int = 0
    wrong: float = inf

    @property
    def moves_left(self) -> int:
        """How many moves an earlier run has left to be made."""
        return self.cut.moves - sum(map(self.cut.length, self.earlier))

    def results(
        self,
        jobs: int | None = None,
        executor: "Executor | None" = None,
        progress: Progress = no_progress,
    ) -> Generator[tuple[int, Finding | None]]:
        """Check what is not done yet; yield the number of each segment with what is wrong with it.

        After one that does not hold, only earlier segments follow. The arguments are those of
        `check_segments`. Raises `BadInput` for a machine that cannot be set up, and `SegmentLost`.
        """
        if self.findings:
            return
        check_number("number of jobs", jobs)
        if executor is not None and not hasattr(executor, "submit"):
            given = f"invalid executor {shortened(executor)}"
            raise BadInput(f"{given}: expected an Executor of concurrent.futures")
        every = filterfalse(self.earlier.__contains__, range(1, self.cut.count + 1))
        numbers = takewhile(lambda number: number < self.wrong, every)
        by = self._here(numbers, jobs) if executor is None else self._on(executor, numbers, jobs)
        moves = 0
        with closing(by):
            for number, (found, error) in by:
                if number > self.wrong:
                    continue
                if error:
                    raise BadInput(f"{self.cut.name(number)}: {error}")
                finding = found and Finding(**found)
                if finding:
                    self.wrong, self.findings = number, (finding,)
                else:
                    self.keep(number)
                    self.done += 1
                moves += self.cut.length(number)
                progress(moves)
                yield number, finding

    def _here(self, numbers: Iterator[int], jobs: int | None) -> Generator[tuple[int, list[Any]]]:
        """What child processes say of segments: short ones share a process.

        One that is killed, perhaps because memory ran out, is checked once more.
        """
        judge = partial(check_segment, self.machine, self.cut)
        together = max(1, WORTH_A_PROCESS * self.cut.count // max(1, self.cut.moves))
        jobs = min(jobs or cores(), cores())
        with closing(spread(judge, numbers, LIMITS, jobs, together, ordered=False)) as found:
            for number, told in found:
                killed = isinstance(told, Failure) and told.how is How.SIGNAL
                last = isolated(partial(judge, number), LIMITS) if killed else told
                failed = isinstance(last, Failure)
                yield number, [None, f"{self.machine.shown} {last}"] if failed else last

    def _on(
        self, executor: "Executor", numbers: Iterator[int], jobs: int | None
    ) -> Generator[tuple[int, list[Any]]]:
        """What the processes of an executor say of segments, of which some are pending at a time.

        What is wrong with a machine is in the results: a future that raises was lost, because a
        process was killed or the network failed, and its segment is submitted again.
        """
        from concurrent.futures import FIRST_COMPLETED, Future, wait

        machine = replace(self.machine, drawing=None, layout=None, closed=None)
        sent = replace(machine, lines=dict(machine.lines))  # what is left can be pickled
        pending: dict[Future[list[Any]], int] = {}
        losses: Counter[int] = Counter()

        def submit(number: int) -> None:
            try:
                future = executor.submit(check_segment, sent, self.cut, number)
            except Exception as error:  # it is broken, or was shut down
                future = Future()
                future.set_exception(error)
            pending[future] = number

        try:
            while True:
                for number in islice(numbers, (jobs or MOST_PENDING) - len(pending)):
                    submit(number)
                if min(pending.values(), default=inf) >= self.wrong:
                    return
                for future in wait(pending, POLL_SECONDS, FIRST_COMPLETED).done:
                    number = pending.pop(future)
                    try:
                        found, error = future.result(timeout=0)
                    except Exception as lost:
                        losses[number] += 1
                        if losses[number] == MOST_LOSSES:
                            why = shorter(one_line(lost).rstrip(".:"), 150)
                            said = f"segment {number} was lost {MOST_LOSSES} times ({why})"
                            raise SegmentLost(f"{said}: {LOST}") from lost
                        submit(number)
                    else:
                        yield number, [found, error]
        finally:
            for future in pending:
                future.cancel()

    def report(self) -> Report:
        """The verdict, after all results have been yielded."""
        earlier = f" ({counted(len(self.earlier), self.cut.noun)} in an earlier run)"
        checked = f"in {self.cut}{earlier if self.earlier else ''}"
        outcome = Outcome("" if self.findings else checked, self.findings, compared=True)
        return Report(self.machine.shown, (outcome,))


@contextmanager
def _journal(
    path: str, job: Mapping[str, object], count: int
) -> Iterator[tuple[frozenset[int], Callable[[int], None]]]:
    """The numbers that a file has, up to a `count`, and a function that records another one.

    Its first line describes the `job`, each further one a segment that holds, synced as soon as it
    is done: so a process that is killed at any moment leaves at most a torn last line, which is
    dropped. Only one check at a time may have the file; it must belong to the same job.
    """
    place = os.path.realpath(path)
    if place in _open:  # closing it would lose the other's lock
        raise _refused(path, "is in use by this process")
    if Path(path).exists() and not Path(path).is_file():
        raise _refused(path, "is a directory, a pipe or a device")
    with Path(path).open("a+b") as file:
        with suppress(ImportError):  # Windows
            import fcntl

            try:
                # Not `flock`, which worker processes inherit: it would outlive a process killed.
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):  # systems differ in what they say
                raise _refused(path, "is in use by another process") from None
        _open.add(place)
        try:
            done = _read(path, file, job, count)
            yield done, lambda number: _append(path, file, {"segment": number})
        finally:
            _open.discard(place)


def _read(path: str, file: IO[bytes], job: Mapping[str, object], count: int) -> frozenset[int]:
    """The numbers of the segments that are done; a torn last line is cut off."""
    header = json.dumps(job).encode() + b"\n"
    file.seek(0)
    first = file.readline(len(header) + 4096)
    if not first.endswith(b"\n") and header.startswith(first):
        file.truncate(0)
        _append(path, file, job)
        first = header
        with suppress(OSError):  # the entry of a new file is synced where the system can
            folder = os.open(Path(path).absolute().parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)
    found: Any = None
    with suppress(ValueError, RecursionError):
        found = json.loads(first)
    if not isinstance(found, dict) or found.keys() != job.keys():
        raise _refused(path, "is not a file of --resume")
    for name, value in job.items():
        if found[name] != value:
            both = f"{name} {shortened(found[name], 24)}, not {shortened(value, 24)}"
            raise _refused(path, f"belongs to another check ({both})")
    good, rest = re.findall(RECORDED, file.read())[0]
    done = frozenset(map(int, re.findall(rb"-?[0-9]+", good)))
    if b"\n" in rest[:-1] or not all(1 <= number <= count for number in done):
        raise _refused(path, "has a line that is not of this check")
    file.truncate(len(first) + len(good))
    return done


def _append(path: str, file: IO[bytes], values: Mapping[str, object]) -> None:
    """Add a line: when this returns, it is on the disk."""
    try:
        file.write(json.dumps(values).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    except OSError as error:
        error.filename = path
        raise


def _refused(path: str, why: str) -> BadInput:
    advice = "wait until it ends" if "another process" in why else "name another file"
    return BadInput(f"{shortened(path, 60)} {why}: {advice}")
