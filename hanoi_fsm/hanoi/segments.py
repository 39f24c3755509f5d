"""Long runs of a solver, checked in segments: on all cores, and over several sessions.

Each segment is set up by the change of shift, as when one shift of monks takes over from another.
Its moves must agree with the formula, and it must end where the next segment is set up, in a state
that does the same with an equal memory: so when every segment holds, the whole run does. One that
ends otherwise is not wrong, but nothing is known of the run behind it.

The work is done by child processes. A file of JSON lines records which segments hold: a process
that is killed at any moment loses only the segments that were running.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import IO, NamedTuple

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import BadInput, FileError, FsmError, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Plain, Progress, Report, no_progress
from hanoi_fsm.fsm.isolate import Failure, Limits, is_users, spread
from hanoi_fsm.fsm.load import with_neighbours
from hanoi_fsm.fsm.machine import Begun
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.stepping import key_of
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.formulas.blocks import blocks_of
from hanoi_fsm.hanoi.judge import Tower, judge
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Move, Task, check_disks, whole
from hanoi_fsm.hanoi.resolver import resolve

SEGMENTS = 64
"""The number of segments by default."""
MOST_DISKS = 64
"""The largest tower whose run may be asked for, as in the legend."""
LIMITS = Limits(calls=True)
"""However long a segment takes: only a single call of a user's code is limited."""
RUN_ON = 1_000
"""So many events are judged where a run goes on otherwise than the next segment is set up."""
WORTH_A_PROCESS = 20_000
"""At least this many moves are made by a process: to start one takes about as long."""

RECORDED = re.compile(rb'{"segment": ([0-9]{1,20})}')
"""A line of a file of segments that are done, after its first line."""


@checked
def check_segments(
    subject: object,
    disks: int,
    *,
    segments: int = SEGMENTS,
    source: int = 0,
    target: int = 2,
    jobs: int | None = None,
    resume: str | os.PathLike[str] | None = None,
    engine: str | None = None,
    progress: Progress = no_progress,
) -> Report:
    """Check a solver in one long run that is cut into `segments`.

    The `subject` is a name, a path, or a value, as for `check`, and `disks` are at most 64. The
    work is done by `jobs` processes, by default one per core. `resume` names a file that records
    which segments are done: a later call skips these. `engine` names the engine, by default
    "generated". `progress` receives the number of moves in the segments that are done, also in
    earlier calls.

    The finding, if any, is the first in the run. Raises as `resolve` does; `BadInput` for numbers
    out of range, a subject that is not a solver or cannot be set up where a segment ends, and a
    file that belongs to another check; and `OSError`.

    >>> print(check_segments("monk", 10, segments=4))
    monk: holds in all 4 segments of the 2^10 - 1 moves of 10 disks from 0 to 2
    """
    task = Task(check_disks(disks, MOST_DISKS, "can be run as a whole"), source, target)
    if (whole(segments) or 0) < 1:
        wrong = f"invalid number of segments {shortened(segments)}"
        raise BadInput(f"{wrong}: expected 1, 2, 3, ...")
    cut = Cut(task, min(segments, max(1, task.last_step)))
    machine = resolve(subject).machine
    if not isinstance(machine, Solver):
        known = [*automata.SOLVERS, "a diagram of one, or a Solver"]
        what = f"{resolve(subject).shown} cannot be set up in the middle of a run"
        raise BadInput(f"{what}: choose from {', '.join(known)}")
    machine = machine.on(engine)
    if findings := tuple(machine.faults()):
        return Report(machine.shown, (Outcome("", findings, compared=True),))
    judge = partial(check_segment, machine, cut)
    # Short segments share a process.
    together = max(1, WORTH_A_PROCESS * cut.parts // max(1, task.last_step))
    with _journal(resume, machine, cut) as (earlier, keep):
        moves = sum(stop - first for first, stop in map(cut.bounds, earlier))
        left = (number for number in range(1, cut.parts + 1) if number not in earlier)
        with closing(spread(judge, left, LIMITS, jobs, together)) as judged:
            for number, told in judged:
                if isinstance(told, Failure):
                    how = "raised " if told.how == "raised" else ""
                    raise BadInput(f"segment {number} of {cut.parts}: {machine.shown} {how}{told}")
                if isinstance(told, str):
                    raise BadInput(f"segment {number} of {cut.parts}: {told}")
                if told:
                    outcome = Outcome("", (Finding(**told),), compared=True)
                    return Report(machine.shown, (outcome,))
                keep(number)
                first, stop = cut.bounds(number)
                moves += stop - first
                progress(moves)
    every = f"all {cut.parts} segments of" if cut.parts > 1 else "all of"
    before = f" ({counted(len(earlier), 'segment')} in an earlier run)" if earlier else ""
    text = f"in {every} the 2^{disks} - 1 moves of {task}{before}"
    return Report(machine.shown, (Outcome(text, compared=True),))


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


def check_segment(machine: Solver, cut: Cut, number: int) -> Plain | str | None:
    """The fields of a finding about a segment, or in words why it cannot be checked."""
    first, stop = cut.bounds(number)
    try:
        finding = _finding(machine, cut.task, first, stop)
    except FsmError as error:
        return str(error)
    if finding is None:
        return None
    at = finding.step or stop
    place = f"move {at - first + 1} of" if at < stop else "what follows"
    return replace(finding, text=f"{place} segment {number} of {cut.parts}").plain()


def _finding(machine: Solver, task: Task, first: int, stop: int) -> Finding | None:
    """The finding about the steps from the `first` one on, before the step `stop`, or None.

    Many moves are compared at a time, and made again event by event where they are wrong.
    """
    now, step = machine.set_up(task, start=first)._replace(most=stop - first), first
    now.memory.__state__ = now.state
    made = machine.moves_from(now)
    for block in blocks_of(first, stop, task):
        before = now._replace(state=now.memory.__state__, memory=now.memory.copy())
        outputs = list[Move]()
        with suppress(Exception):
            outputs.extend(islice(made, len(block)))
        if outputs != block or not {Move}.issuperset(map(type, outputs)):
            course = Tower(task, machine, step, stop, before.state)
            return judge(machine.steps_from(before), course) or course.wrong(
                "another, but not in a second run"
            )
        step += len(block)
    now = now._replace(state=now.memory.__state__)
    course = Tower(task, machine, stop, None, now.state)
    run = machine.steps_from(now)
    if stop > task.last_step:
        return judge(run, course)
    wanted = machine.set_up(task, start=stop)
    for taken in chain([None], islice(run, max(now.idle, RUN_ON))):
        if taken and (finding := course.after(taken)):
            return finding
        if course.step == stop and _is_alike(machine, wanted, now.memory):
            return None
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


@contextmanager
def _journal(
    named: str | os.PathLike[str] | None, machine: Solver, cut: Cut
) -> Iterator[tuple[frozenset[int], Callable[[int], object]]]:
    """The numbers of the segments in a file, and a function that records another one.

    Without a file there are none. Its first line describes the check, each further one a segment
    that holds, synced as soon as it is done: so a process that is killed at any moment leaves at
    most a torn last line, which is dropped. The file must belong to the same check. Two processes
    that have it together only do some segments twice.
    """
    if named is None:
        yield frozenset(), no_progress
        return
    path = Path(named)
    if path.exists() and not path.is_file():
        raise _refused(path, "is not a regular file")
    with path.open("a+b") as file:
        job = {
            "machine": machine.name,
            "definition": digest(machine),
            "engine": machine.engine,
            "disks": cut.task.disks,
            "from": cut.task.source,
            "to": cut.task.target,
            "segments": cut.parts,
        }
        yield _read(path, file, job, cut.parts), lambda number: _append(file, {"segment": number})


def _read(path: Path, file: IO[bytes], job: Mapping[str, object], parts: int) -> frozenset[int]:
    """The numbers of the segments that are done; a torn last line is cut off."""
    header = json.dumps(job).encode() + b"\n"
    file.seek(0)
    start = file.read(len(header))
    if not header.startswith(start):
        raise _refused(path, f"is of another check or machine ({shortened(start)})")
    if start != header:
        file.truncate(0)
        _append(file, job)
    *lines, torn = file.read().split(b"\n")
    recorded = [RECORDED.fullmatch(line) for line in lines]
    done = frozenset(int(line[1]) if line else 0 for line in recorded)  # segments count from 1
    if not all(1 <= number <= parts for number in done):
        raise _refused(path, "has a line that is not of this check")
    file.truncate(file.tell() - len(torn))
    return done


def _append(file: IO[bytes], values: Mapping[str, object]) -> None:
    """Add a line: when this returns, it is on the disk."""
    try:
        file.write(json.dumps(values).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    except OSError as error:
        raise FileError(error.errno, error.strerror, file.name) from None


def _refused(path: Path, why: str) -> BadInput:
    return BadInput(f"{shortened(str(path), 60)} {why}: name another file")
