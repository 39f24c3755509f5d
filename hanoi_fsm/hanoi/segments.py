"""Long runs of a solver, checked in segments: on all cores, on a cluster, over several sessions.

Each segment is set up by the change of shift, as when one shift of monks takes over from another.
Its moves must agree with the formula, and it must end where the next segment is set up, in a state
that does the same with an equal memory: so when every segment holds, the whole run does. One that
ends otherwise is not wrong, but nothing is known of the run behind it.

The work is done by child processes, or by any `Executor` of `concurrent.futures`. A file of JSON
lines records which segments hold: a process that is killed at any moment loses only the segments
that were running.
"""

import json
import os
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import chain, filterfalse, islice, takewhile
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import BadInput, FileError, FsmError, counted, one_line, shortened
from hanoi_fsm.fsm.errors import cut as shorter
from hanoi_fsm.fsm.finding import Finding, Outcome, Plain, Progress, Report, no_progress
from hanoi_fsm.fsm.isolate import Failure, Limits, is_users, isolated, spread
from hanoi_fsm.fsm.load import with_neighbours
from hanoi_fsm.fsm.machine import Begun
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.stepping import key_of
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.formulas.blocks import blocks_of
from hanoi_fsm.hanoi.judge import Tower, judge
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import BadDisks, Move, Task, whole
from hanoi_fsm.hanoi.resolver import resolve

if TYPE_CHECKING:  # it is slow to import
    from concurrent.futures import Executor

SEGMENTS = 64
"""The number of segments by default."""
MOST_DISKS = 64
"""The largest tower whose run may be asked for, as in the legend."""
MOST_PENDING = 256
"""How many segments are submitted at a time, by default, to an executor of the caller's."""
UNLIKE = "another, but not when it was run again"
LIMITS = Limits(calls=True)
"""However long a segment takes: only a single call of a user's code is limited."""
RUN_ON = 1_000
"""So many events are judged where a run goes on otherwise than the next segment is set up."""
WORTH_A_PROCESS = 20_000
"""At least this many moves are made by a process: to start one takes about as long."""

RECORDED = re.compile(rb'{"segment": (-?[0-9]{1,20})}\n')
"""A line of a file of segments that are done, after its first line."""


Told = tuple[Plain | None, str]
"""What is wrong with a segment, the fields of a finding, and what kept it from being checked."""


class SegmentLost(FsmError):
    """An executor has not run a segment: it cannot send the machine, or the process is lost."""


@checked
def check_segments(
    subject: object,
    disks: int,
    *,
    segments: int | None = None,
    source: int = 0,
    target: int = 2,
    jobs: int | None = None,
    executor: "Executor | None" = None,
    resume: str | os.PathLike[str] | None = None,
    engine: str | None = None,
    progress: Progress = no_progress,
) -> Report:
    """Check a solver in one long run that is cut into `segments` (by default 64).

    The `subject` is a name, a path, or a value, as for `check`, and `disks` are at most 64. The
    work is done by `jobs` processes, by default one per core, or by any `executor` of
    `concurrent.futures`, such as `Client.get_executor()` of Dask, with `jobs` segments submitted at
    a time. `resume` names a file that records which segments are done: a later call skips these.
    `engine` names the engine, by default "generated". `progress` receives the number of moves in
    the segments that are done, also in earlier calls.

    The finding, if any, is the first in the run. Raises as `resolve` does; `BadInput` for numbers
    out of range, a subject that is not a solver or cannot be set up where a segment ends, and a
    file that belongs to another check; `SegmentLost` where the executor cannot run a segment, as
    where it cannot pickle the machine; and `OSError`.

    >>> print(check_segments("monk", 10, segments=4))
    monk: holds in all 4 segments of the 2^10 - 1 moves of 10 disks from 0 to 2
    """
    task = Task(disks, source, target)
    for what, number in (("segments", segments), ("jobs", jobs)):
        if number is not None and (whole(number) or 0) < 1:
            raise BadInput(f"invalid number of {what} {shortened(number)}: expected 1, 2, 3, ...")
    if executor is not None and not hasattr(executor, "submit"):
        expected = "expected an Executor of concurrent.futures"
        raise BadInput(f"invalid executor {shortened(executor)}: {expected}")
    if disks > MOST_DISKS:
        most = f"expected at most {MOST_DISKS} for a whole run"
        raise BadDisks(f"invalid number of disks {disks}: {most}")
    cut = Cut(task, min(segments or SEGMENTS, max(1, task.last_step)))
    resolved = resolve(subject)
    if not isinstance(resolved.machine, Solver):
        known = [*automata.SOLVERS, "a diagram of one, or a Solver"]
        what = "cannot be set up in the middle of a run"
        raise BadInput(f"{resolved.shown} {what}: choose from {', '.join(known)}")
    machine = resolved.machine.on(engine)
    findings = tuple(machine.faults())
    first_wrong = 0 if findings else cut.parts + 1  # none after it matters
    error = ""

    def matters(number: int) -> bool:
        return number < first_wrong

    with _journal(None if findings else resume, machine, cut) as (earlier, keep):
        left = filterfalse(earlier.__contains__, range(1, cut.parts + 1))
        numbers = takewhile(matters, left)
        moves = sum(stop - first for first, stop in map(cut.bounds, earlier))
        if executor is None:
            by = _here(machine, cut, numbers, jobs)
        else:
            by = _on(executor, machine, cut, numbers, jobs or MOST_PENDING, matters)
        with closing(by):
            for number, (wrong, why) in by:
                if not matters(number):
                    continue
                if wrong or why:
                    first_wrong, error = number, why
                    findings = (Finding(**wrong),) if wrong else ()
                else:
                    keep(number)
                first, stop = cut.bounds(number)
                moves += stop - first
                progress(moves)
    if error:
        raise BadInput(f"segment {first_wrong} of {cut.parts}: {error}")
    every = f"all {cut.parts} segments of" if cut.parts > 1 else "all of"
    before = f" ({counted(len(earlier), 'segment')} in an earlier run)" if earlier else ""
    checked = f"in {every} the 2^{disks} - 1 moves of {task}{before}"
    outcome = Outcome("" if findings else checked, findings, compared=True)
    return Report(machine.shown, (outcome,))


class Cut(NamedTuple):
    """The run of a `task`, cut into as many `parts` of nearly equal length, the segments.

    A segment follows from its number alone, so that a million of them take no memory.

    >>> cut = Cut(Task(4), 4)
    >>> cut.bounds(1), cut.bounds(4)
    ((1, 4), (12, 16))
    """

    task: Task
    parts: int

    def bounds(self, number: int) -> tuple[int, int]:
        """The first step of the segment of this number, 1 .. `parts`, and the step after it."""
        last_step = self.task.last_step
        return last_step * (number - 1) // self.parts + 1, last_step * number // self.parts + 1


def check_segment(machine: Solver, cut: Cut, number: int) -> Told:
    """What is wrong with a segment, or None; and in words what kept it from being checked.

    It is plain data, which any process can send: the fields of a `Finding` are in a dict.
    """
    try:
        finding = _finding(machine, cut, number)
    except FsmError as error:
        return None, str(error)
    except (Exception, SystemExit) as error:  # of a user's machine
        return None, f"{machine.shown} raised {one_line(error)}"
    return (finding.plain() if finding else None), ""


def _finding(machine: Solver, cut: Cut, number: int) -> Finding | None:
    """What is wrong with a segment, or None.

    Many moves are compared at a time, and made again event by event where they are wrong.
    """
    task, (first, stop) = cut.task, cut.bounds(number)
    now = machine.set_up(task, start=first)._replace(most=stop - first)
    now.memory.__state__, step = now.state, first
    made = machine.moves_from(now)

    def placed(finding: Finding) -> Finding:
        at = finding.step or step
        place = f"move {at - first + 1} of" if at < stop else "what follows"
        return replace(finding, text=f"{place} segment {number} of {cut.parts}")

    for block in blocks_of(first, stop, task):
        now = now._replace(state=now.memory.__state__)
        before, outputs = now._replace(memory=now.memory.copy()), list[Move]()
        with suppress(Exception):
            outputs.extend(islice(made, len(block)))
        if outputs != block or not {Move}.issuperset(map(type, outputs)):
            course = Tower(task, machine, step, stop, now.state)
            return placed(judge(machine.steps_from(before), course) or course.wrong(UNLIKE))
        step += len(block)
    now = now._replace(state=now.memory.__state__)
    course = Tower(task, machine, stop, stop, now.state)
    if stop > task.last_step:
        finding = judge(machine.steps_from(now), course)
        return finding and placed(finding)
    wanted = machine.set_up(task, start=stop)
    onward = now._replace(memory=now.memory.copy())
    run = islice(machine.steps_from(now), now.idle)
    idle = takewhile(lambda step: not step.error and step.output is None, run)
    for _ in chain([None], idle):
        if _is_alike(machine, wanted, now.memory):
            return None
    course = Tower(task, machine, stop, None, now.state)
    wrong = map(course.after, islice(machine.steps_from(onward), RUN_ON))
    if finding := next(filter(None, wrong), None):
        return placed(finding)
    otherwise = "it ends in another state or memory than the next one is set up with"
    raise BadInput(f"{otherwise}: check {machine.shown} in 1 segment")


def _is_alike(machine: Solver, wanted: Begun, memory: Memory) -> bool:
    """Whether a run does the same from here as from where it is set up."""
    is_same = memory.__state__ in (wanted.state, *machine.alike[0, wanted.state])
    is_same = is_same and type(wanted.memory) is type(memory)
    return is_same and key_of(wanted.memory) == key_of(memory)


def digest(machine: Solver) -> str:
    """Sixteen hexadecimal digits that change with the definition and with its memory's code."""
    from inspect import getfile, getsource

    automaton, files = machine.automaton, set[str]()
    text = f"{automaton.initial}, {sorted(automaton.final)}\n{automaton}\n{machine.vocabulary}"
    # The function comes first: Python finds a class by its module, which may be set aside before.
    for code in (getattr(machine.resume, "func", machine.resume), *machine.vocabulary.__mro__):
        with suppress(OSError, TypeError):  # it has no source file, or is not a function or class
            file = getfile(code)
            files |= with_neighbours(file) if is_users(file) else set()
            text += getsource(code)
    for file in sorted(files):
        with suppress(OSError):  # the cells of a notebook are in no file
            text += Path(file).read_text("utf-8", "surrogateescape")
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _here(
    machine: Solver, cut: Cut, numbers: Iterator[int], jobs: int | None
) -> Generator[tuple[int, Told]]:
    """The verdicts of child processes on segments; short segments share a process.

    One that is killed, perhaps because memory ran out, is checked once more.
    """
    judge = partial(check_segment, machine, cut)
    together = max(1, WORTH_A_PROCESS * cut.parts // max(1, cut.task.last_step))
    with closing(spread(judge, numbers, LIMITS, jobs, together, ordered=False)) as judged:
        for number, told in judged:
            killed = isinstance(told, Failure) and told.how == "killed"
            last = isolated(partial(judge, number), LIMITS) if killed else told
            failed = isinstance(last, Failure)
            yield number, (None, f"{machine.shown} {last}") if failed else last


def _on(
    executor: "Executor",
    machine: Solver,
    cut: Cut,
    numbers: Iterator[int],
    most: int,
    matters: Callable[[int], bool],
) -> Generator[tuple[int, Told]]:
    """The verdicts of an executor's processes on segments, of which `most` are pending at a time.

    What is wrong with a machine is in the results: a future that raises was lost. A segment that is
    lost is submitted once more, as a cluster may lose it together with a worker.
    """
    from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

    # What is left of the machine can be pickled.
    sent = replace(machine, layout=None, lines=dict(machine.lines))
    pending: dict[Future[Told], int] = {}
    repeated: set[int] = set()

    def submit(number: int) -> None:
        pending[executor.submit(check_segment, sent, cut, number)] = number

    try:
        while True:
            for number in islice(numbers, most - len(pending)):
                submit(number)
            if not any(map(matters, pending.values())):
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                number = pending.pop(future)
                if lost := future.exception():
                    if number not in repeated:
                        repeated.add(number)
                        with suppress(BrokenExecutor):
                            submit(number)
                            continue
                    why = shorter(one_line(lost).rstrip(".:"), 150)
                    raise SegmentLost(
                        f"segment {number} of {cut.parts} was lost ({why}): see whether the "
                        "machine can be pickled, and what became of its process"
                    )
                yield number, future.result()
    finally:
        for future in pending:
            future.cancel()


@contextmanager
def _journal(
    named: str | os.PathLike[str] | None, machine: Solver, cut: Cut
) -> Iterator[tuple[frozenset[int], Callable[[int], object]]]:
    """The numbers of the segments in a file, and a function that records another one.

    Without a file there are none. Its first line describes the check, each further one a segment
    that holds, synced as soon as it is done: so a process that is killed at any moment leaves at
    most a torn last line, which is dropped. Only one process at a time may have the file; it must
    belong to the same check.
    """
    if named is None:
        yield frozenset(), no_progress
        return
    path = os.fspath(named)
    if Path(path).exists() and not Path(path).is_file():
        raise _refused(path, "is not a regular file")
    with Path(path).open("a+b") as file:
        with suppress(ImportError):  # Windows
            import fcntl

            try:
                # Not `flock`, which worker processes inherit: it would outlive a process killed.
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):  # systems raise different errors
                raise _refused(path, "is in use by another process") from None
        job = {
            "machine": machine.name,
            "definition": digest(machine),
            "engine": machine.engine,
            "disks": cut.task.disks,
            "from": cut.task.source,
            "to": cut.task.target,
            "segments": cut.parts,
        }
        done = _read(path, file, job, cut.parts)
        yield done, lambda number: _append(file, {"segment": number})


def _read(path: str, file: IO[bytes], job: Mapping[str, object], count: int) -> frozenset[int]:
    """The numbers of the segments that are done; a torn last line is cut off."""
    header = json.dumps(job).encode() + b"\n"
    file.seek(0)
    first = file.readline(len(header))
    if not first.endswith(b"\n") and header.startswith(first):
        file.truncate(0)
        _append(file, job)
        first = header
    if first != header:
        raise _refused(path, f"is of another check or machine ({shortened(first)})")
    recorded = [RECORDED.fullmatch(line) for line in file]
    if recorded and not recorded[-1]:
        recorded.pop()
    done = frozenset(int(line[1]) if line else 0 for line in recorded)  # segments count from 1
    if not all(1 <= number <= count for number in done):
        raise _refused(path, "has a line that is not of this check")
    file.truncate(len(first) + sum(len(line[0]) for line in recorded if line))
    return done


def _append(file: IO[bytes], values: Mapping[str, object]) -> None:
    """Add a line: when this returns, it is on the disk."""
    try:
        file.write(json.dumps(values).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    except OSError as error:
        raise FileError(error.errno, error.strerror, file.name) from None


def _refused(path: str, why: str) -> BadInput:
    advice = "wait until it ends" if "another process" in why else "name another file"
    return BadInput(f"{shortened(path, 60)} {why}: {advice}")
