"""The solvers that are not automata: three closed formulas and the textbook recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hanoi_fsm.fsm.finding import Outcome, Progress, no_progress
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.trace import Record, Row
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadStep
from hanoi_fsm.hanoi.machines.solver import moves_up_to, parse_disks
from hanoi_fsm.hanoi.pegs import Move, PegMatrix, Task
from hanoi_fsm.hanoi.recursion import recursion


@dataclass(frozen=True)
class PlainSolver:
    """A way to solve the puzzle without an automaton; `make(task, start)` gives its moves."""

    name: str
    kind: str
    idea: str
    summary: str
    make: Callable[[Task, int], Iterator[Move]]

    options: ClassVar[frozenset[str]] = frozenset({"source", "target", "start"})

    @property
    def shown(self) -> str:
        """How reports call it."""
        return self.name

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The number of disks."""
        return parse_disks(self.shown, words)

    def moves(self, task: Task, start: int = 1) -> Iterator[Move]:
        """The moves from the step `start` on; `BadStep` where it cannot begin there."""
        if not (start == 1 and task.disks == 0):
            formulas.check_step(start, task, first=1)
        return self.make(task, start)

    def run(
        self, disks: int, *, source: int = 0, target: int = 2, start: int = 1, views: bool = False
    ) -> Iterator[Record]:
        """Its moves as the trace of an automaton with one state, one record per move."""
        task = Task(disks, source, target)
        moves = self.moves(task, start)
        return self._records(moves, task, start, views)

    def _records(
        self, moves: Iterator[Move], task: Task, start: int, views: bool
    ) -> Iterator[Record]:
        itself = Transition(self.name, self.name, Label("step"))
        pegs = PegMatrix.standing(formulas.configuration(start - 1, task)) if views else None
        for number, move in enumerate(moves, 1):
            if pegs:
                pegs.move(move.source, move.target)
            yield Record(number, itself, move, str(pegs) if pegs else None)

    def rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """One row per move; hbits shows its pegs as bit words, too."""
        for row in self.full_rows(records, first_step):
            yield row | {"move": Move(**row["move"])}  # type: ignore[arg-type]  # made below

    def full_rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """The same for programs."""
        for step, record in enumerate(records, first_step):
            words = _bit_words(str(record.view)) if self.name == "hbits" else {}
            yield {"step": step, "move": record.output._asdict(), **words, "pegs": record.view}

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        """Compare it with the rules and the first of the formulas, move by move."""
        from hanoi_fsm.hanoi.checking.solver_check import conform_plain

        return conform_plain(self, size, progress)

    def work(self, size: int) -> int:
        """The moves that are compared."""
        return moves_up_to(size)


def _bit_words(pegs: str) -> dict[str, str]:
    """The pegs as hBits keeps them: bit d - 1 is set where disk d is.

    >>> _bit_words("3 2 | - | 1")
    {'peg 0': '110', 'peg 1': '000', 'peg 2': '001'}
    """
    stacks = [[int(disk) for disk in peg.split() if disk != "-"] for peg in pegs.split(" | ")]
    disks = sum(map(len, stacks))
    words = (sum(1 << (disk - 1) for disk in stack) for stack in stacks)
    return {f"peg {peg}": f"{word:0{disks}b}" for peg, word in enumerate(words)}


def _from_formula(name: str) -> PlainSolver:
    idea, summary = formulas.SOURCES[name]
    family = formulas.FAMILIES[name]

    def moves(task: Task, start: int) -> Iterator[Move]:
        return formulas.moves(start, task.last_step + 1, task, by=family)

    return PlainSolver(name, "formula", idea, summary, moves)


def _by_recursion(task: Task, start: int) -> Iterator[Move]:
    if start > 1:
        raise BadStep(
            "the recursion cannot begin in the middle: leave out the start, or take call-stack"
        )
    return recursion(task)


PLAIN: dict[str, PlainSolver] = {
    "recursion": PlainSolver(
        "recursion",
        "recursion",
        "textbook",
        "the recursion itself, on Python's own stack",
        _by_recursion,
    ),
    **{name: _from_formula(name) for name in formulas.FAMILIES},
}
"""All of them by name."""
