"""A check in segments: what to do, what an earlier run has done, and the verdict."""

import os
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Self

from hanoi_fsm.fsm.errors import BadInput, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, Report, no_progress
from hanoi_fsm.fsm.isolate import Failure, How, Limits, cores, spread
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Task, whole
from hanoi_fsm.hanoi.resolver import resolve
from hanoi_fsm.hanoi.segments.cutting import Cut
from hanoi_fsm.hanoi.segments.journal import Journal
from hanoi_fsm.hanoi.segments.running import Result, check_segment
from hanoi_fsm.hanoi.segments.sending import digest, sent

if TYPE_CHECKING:  # it is slow to import
    from concurrent.futures import Executor

SEGMENTS = 64
"""The number of segments by default."""

MOST_DISKS = 64
"""The largest tower whose whole run may be asked for: that of the legend."""

MOST = (1 << 64) - 1
"""The largest number of segments, windows or processes, and the largest seed: they are printed."""

MOST_PENDING = 256
"""How many segments are submitted at a time, by default, to an executor of the caller's."""

KILLED = 9
"""The number of the signal that kills, as by a system that runs out of memory."""
MOST_LOSSES = 5
"""A segment whose process is killed this often is an error."""

LIMITS = Limits(calls=True)
"""However long a segment takes: only a single call of a user's code is limited."""

WORTH_A_PROCESS = 20_000
"""Fewer moves than this are made in this process: to start another would take longer."""


class SegmentedCheck:
    """A solver and how its run is cut; a context manager, which closes the file of `resume`.

    `done` counts the segments that hold so far, those of earlier runs included, and `moves` the
    moves of this run. Raises as `resolve` does, `BadInput` for a subject that is not a solver and
    for numbers out of range, and `OSError`.
    """

    def __init__(
        self,
        subject: Any,
        disks: int,
        *,
        segments: int | None = None,
        sample: int | None = None,
        seed: int = 1,
        source: int = 0,
        target: int = 2,
        resume: str | os.PathLike[str] | None = None,
        memory: str | None = None,
        engine: str | None = None,
    ) -> None:
        self.cut = _cut(Task(disks, source, target), segments, sample, seed)
        self.machine = _solver(subject, memory).on(engine)
        self.faults = tuple(self.machine.faults())
        self.journal = None
        if resume is not None and not self.faults:
            self.journal = Journal(resume, self._job(), self.cut.count)
        self.earlier = frozenset(self.journal.done if self.journal else ())
        self.done, self.moves = len(self.earlier), 0
        self.worst: Result | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self.journal is not None:
            self.journal.close()

    @property
    def moves_left(self) -> int:
        """How many moves are still to be made."""
        earlier = sum(self.cut.segment(number).length for number in self.earlier)
        return self.cut.moves - earlier - self.moves

    def results(
        self,
        *,
        jobs: int | None = None,
        executor: "Executor | None" = None,
        progress: Progress = no_progress,
    ) -> Generator[Result]:
        """Check what is not done yet, and yield each result as it arrives.

        The work is done by `jobs` processes, by default one per core, or by the `executor`, with
        `jobs` segments submitted at a time. After a result that does not hold, only results of
        earlier segments follow. `progress` receives the number of moves in the segments that this
        run has finished. Raises `BadInput` for a machine that cannot be set up, and `SegmentLost`,
        also where the executor cannot pickle the machine.
        """
        if self.faults:
            return
        with closing(self._unchecked(jobs, executor)) as found:
            for result in found:
                if result.error:
                    raise BadInput(f"{self.cut.name(result.number)}: {result.error}")
                self.moves += result.moves
                progress(self.moves)
                if result.holds:
                    self.done += 1
                    if self.journal is not None:
                        self.journal.add(result.number)
                elif self.worst is None or result.number < self.worst.number:
                    self.worst = result
                yield result

    def _unchecked(self, jobs: int | None, executor: "Executor | None") -> Generator[Result]:
        every = range(1, self.cut.count + 1)
        numbers = (number for number in every if number not in self.earlier)
        if executor is None:
            return self._here(numbers, _positive("number of jobs", jobs) or cores())
        from hanoi_fsm.hanoi.segments.executors import results, submitter

        if not callable(getattr(executor, "submit", None)):
            expected = "expected an Executor of concurrent.futures"
            raise BadInput(f"invalid executor {shortened(executor)}: {expected}")
        most_pending = _positive("number of jobs", jobs) or MOST_PENDING
        submit = submitter(executor, sent(self.machine), self.cut)
        return results(submit, numbers, most_pending)

    def _here(self, numbers: Iterator[int], jobs: int) -> Generator[Result]:
        """The results by child processes, or by this process where that is sooner."""
        jobs = min(jobs, cores(), self.cut.count - len(self.earlier))
        if jobs < 2 or self.moves_left < WORTH_A_PROCESS:
            for number in self._wanted(numbers):
                yield check_segment(self.machine, self.cut, number)
            return
        together = max(1, WORTH_A_PROCESS * self.cut.count // max(1, self.cut.moves))
        judged = partial(_told, self.machine, self.cut)
        for _ in range(MOST_LOSSES):
            lost = []
            found = spread(judged, self._wanted(numbers), LIMITS, jobs, together, ordered=False)
            with closing(found):
                for number, told in found:
                    if not isinstance(told, Failure):
                        _, moves, plain, error = told
                        result = Result(number, moves, plain and Finding(**plain), error)
                    elif told.how is How.SIGNAL and told.code == KILLED:
                        lost.append(number)
                        continue
                    else:
                        result = Result(number, 0, error=f"{self.machine.shown} {told}")
                    if self.worst is None or number <= self.worst.number:
                        yield result
            if not lost:
                return
            numbers = iter(sorted(lost))
        why = f"segment {lost[0]} was killed {MOST_LOSSES} times"
        raise BadInput(f"{why}: see whether there is enough memory")

    def _wanted(self, numbers: Iterator[int]) -> Iterator[int]:
        """The numbers, as long as nothing wrong was found before them."""
        return takewhile(lambda number: self.worst is None or number < self.worst.number, numbers)

    def report(self) -> Report:
        """The verdict, after all results have been yielded."""
        findings = self.faults
        if self.worst is not None and self.worst.finding is not None:
            findings = (self.worst.finding.placed(self.machine.lines),)
        earlier = f" ({counted(len(self.earlier), self.cut.noun)} in an earlier run)"
        checked = f"in {self.cut}{earlier if self.earlier else ''}"
        outcome = Outcome("" if findings else checked, findings, compared=True)
        return Report(self.machine.shown, (outcome,))

    def _job(self) -> dict[str, object]:
        cut, task = self.cut, self.cut.task
        return {
            "machine": self.machine.name,
            "definition": digest(self.machine),
            "engine": self.machine.engine,
            "disks": task.disks,
            "from": task.source,
            "to": task.target,
            "segments": cut.parts,
            "sample": cut.sample,
            "seed": cut.seed if cut.sample is not None else None,
        }


def _told(machine: Solver, cut: Cut, number: int) -> list[Any]:
    """In a child: the result of a segment as JSON."""
    result = check_segment(machine, cut, number)
    finding = result.finding and result.finding.placed(machine.lines).plain()
    return [number, result.moves, finding, result.error]


def _cut(task: Task, segments: int | None, sample: int | None, seed: int) -> Cut:
    _positive("number of segments", segments)
    _positive("sample", sample)
    if sample is None and task.disks > MOST_DISKS:
        raise BadDisks(
            f"invalid number of disks {task.disks}: expected at most {MOST_DISKS} for the whole "
            "run; give a sample for more"
        )
    number = whole(seed)
    if number is None or abs(number) > MOST:
        expected = "expected a whole number of at most 64 bits"
        raise BadInput(f"invalid seed {shortened(seed)}: {expected}")
    return Cut(task, segments or (SEGMENTS if sample is None else 1), sample, number)


def _positive(what: str, number: int | None) -> int | None:
    if number is not None and not 1 <= (whole(number) or 0) <= MOST:
        raise BadInput(f"invalid {what} {shortened(number)}: expected 1 .. 2**64 - 1")
    return number


def _solver(subject: Any, memory: str | None) -> Solver:
    machine = resolve(subject, memory=memory)
    if not isinstance(machine, Solver):
        known = ", ".join(
            [*automata.SOLVERS, "a version of one in a DOT or JSON file, or a Solver"]
        )
        what = "cannot be set up in the middle of a run"
        raise BadInput(f"{machine.shown} {what}: choose from {known}")
    return machine
