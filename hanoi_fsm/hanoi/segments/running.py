"""One segment, set up by the change of shift and compared with the closed formula.

Its moves must be those of the formula, and at its end the machine must be where the next segment
is set up, in the same state with an equal memory, or at its end after the last move. So when every
segment holds, the whole run does.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Any

from hanoi_fsm.fsm.errors import HanoiError, cut, one_line, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.memory import Memory, contents_of
from hanoi_fsm.fsm.stepping import key_of
from hanoi_fsm.hanoi.checking.solver_check import END, SolverRun, plain_move
from hanoi_fsm.hanoi.formulas.blocks import move_blocks
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Move
from hanoi_fsm.hanoi.segments.cutting import Cut, Segment

LONGEST = 120
"""The most characters of a memory or an output in a finding: disks may be many."""


@dataclass(frozen=True)
class Result:
    """The outcome of a segment: it holds, or has a `finding`, or an `error` stopped it.

    It is plain data, which can be sent between processes.
    """

    number: int
    moves: int
    finding: Finding | None = None
    error: str = ""

    @property
    def holds(self) -> bool:
        return self.finding is None and not self.error


def check_segment(machine: Solver, cut: Cut, number: int) -> Result:
    """Run the segment of this number; whatever goes wrong is in the result."""
    segment = cut.segment(number)
    try:
        finding = _SegmentRun(machine, cut, segment).finding()
    except HanoiError as error:
        return Result(number, segment.length, error=str(error))
    except (Exception, SystemExit) as error:  # of a user's machine
        return Result(number, segment.length, error=f"{machine.shown} raised {one_line(error)}")
    return Result(number, segment.length, finding.sendable() if finding else None)


class _SegmentRun:
    """The run of one segment: many moves at a time, and again event by event to explain a fault."""

    def __init__(self, machine: Solver, cut: Cut, segment: Segment) -> None:
        self.machine, self.task, self.segment = machine, cut.task, segment
        self.name = cut.name(segment.number)
        self.begin(segment.length)

    def begin(self, moves: int) -> None:
        """Set the machine up at the first move of the segment, to make this number of moves."""
        self.state, self.memory = self.machine.set_up(self.task, self.segment.first)
        self.moves: Iterator[Any] = self.machine.moves_made(
            self.task.disks, self.state, self.memory, moves
        )

    def finding(self) -> Finding | None:
        """The first thing that is wrong, or None."""
        step = self.segment.first
        for expected in move_blocks(step, self.segment.stop, self.task):
            got = self.chunk(len(expected))
            if not _same(got, expected):
                return self.explained(step, expected, got)
            step += len(expected)
        return self.wrong_end()

    def chunk(self, count: int) -> list[Any]:
        """The next `count` moves, or fewer where the machine stops before."""
        got: list[Any] = []
        with suppress(Exception):  # these moves are then made again, event by event
            got.extend(islice(self.moves, count))
        return got

    def event_by_event(self) -> SolverRun:
        """A run that goes on from where the machine is now."""
        state = getattr(self.memory, "state", self.state)
        return SolverRun(self.machine, self.task, (state, self.memory))

    def explained(self, step: int, expected: list[Move], got: list[Move]) -> Finding:
        """What is wrong with a chunk that begins at a `step`, found event by event."""
        before = step - self.segment.first
        self.begin(before)
        deque(islice(self.moves, before), maxlen=0)
        run = self.event_by_event()
        for number, move in enumerate(expected, step):
            again = run.next_move()
            if again != move:
                return self.found(run, number, str(move), str(again))
        right = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(got, expected)))  # noqa: B905  # `got` may be shorter
        place = min(right, len(expected) - 1)
        what = shortened(got[place]) if place < len(got) else "no move"
        found = self.found(run, step + place, str(expected[place]), what)
        return replace(found, text=f"{found.text}, but not when it was run again")

    def wrong_end(self) -> Finding | None:
        """What is wrong with the state or the memory after the last move, or None."""
        run, stop = self.event_by_event(), self.segment.stop
        if stop > self.task.last_step:
            got = run.next_move()
            return None if got == END else self.found(run, stop, END, str(got))
        state, memory = self.machine.set_up(self.task, stop)
        key, differs = key_of(memory), ("", "")
        for _ in range(self.machine.idle_limit(self.task.disks)):
            if run.state == state:
                if type(run.memory) is not type(memory):
                    differs = type(memory).__name__, type(run.memory).__name__
                elif key_of(run.memory) == key:
                    return None
                else:
                    differs = _difference(memory, run.memory)
            elif not differs[0]:
                differs = f"state {state}", f"state {run.state}"
            if run.event() is not None:
                break
        found = self.found(run, stop, *differs)
        return replace(found, kind="handover", state="", text=f"{found.text} begins otherwise")

    def found(self, run: SolverRun, step: int, expected: str, got: str) -> Finding:
        found = run.finding(step, cut(expected, LONGEST), cut(got, LONGEST))
        number = step - self.segment.first + 1
        text = f"move {number} of" if number <= self.segment.length else "what follows"
        return replace(found, memory=cut(found.memory, LONGEST), text=f"{text} {self.name}")


def _same(got: list[Move], expected: list[Move]) -> bool:
    """Whether they are equal, and moves of plain numbers, whatever a class says of itself."""
    if set(map(type, got)) <= {Move}:
        return got == expected
    return list(map(plain_move, got)) == expected


def _difference(memory: Memory, other: Memory) -> tuple[str, str]:
    """The first part of the contents in which two memories differ, in words, for each of them."""
    one, two = contents_of(memory), contents_of(other)
    for name in one:
        if one[name] != two.get(name):
            return f"{name} {one[name]}", f"{name} {two.get(name)}"
    return f"the memory {key_of(memory)}", f"{key_of(other)}"
