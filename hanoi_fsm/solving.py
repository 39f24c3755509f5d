"""Solve the puzzle by any name: an automaton, a formula, or a state diagram in a DOT file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from hanoi_fsm import automata, formula
from hanoi_fsm.automaton import Memory, Transition, faults
from hanoi_fsm.engines import Record, outputs
from hanoi_fsm.errors import (
    BadInput,
    BadStep,
    DefinitionError,
    MachineStopped,
    UnknownName,
    shortened,
)
from hanoi_fsm.puzzle import Configuration, Move, check_task, is_whole

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Machine:
    """A solver that is ready to be started, and where its definition stands if that is a file."""

    solver: automata.Solver
    origin: str
    lines: Mapping[Transition | str, int] = field(default_factory=dict)

    def set_up(
        self, disks: int, source: int = 0, target: int = 2, step: int = 1
    ) -> tuple[str, Memory]:
        """The state and the memory with which it makes `step` next.

        At a later step than the first it is set up from the configuration before that step, as
        when one shift of monks takes over from another.
        """
        before = formula.configuration(step - 1, disks, source, target)
        state, memory = self.solver.take_up(before, step, source, target)
        if step == 1:
            state = self.solver.automaton.initial
        elif state not in self.solver.automaton.states:
            raise BadInput(f"{self.origin} has no state {state!r} to take up in: start at step 1")
        return state, memory

    def run(
        self,
        disks: int,
        source: int = 0,
        target: int = 2,
        step: int = 1,
        views: bool = False,
    ) -> Iterator[Record]:
        """The trace of a run that begins with `step`; arguments are checked at the call."""
        from hanoi_fsm.engines.library import run

        check_task(disks, source, target)
        check_start(step, disks)
        state, memory = self.set_up(disks, source, target, step)
        records = run(self.solver.automaton, memory, state=state, views=views)
        return moving(records, self.patience(disks))

    def patience(self, disks: int) -> int:
        """So many events in a row without a move are too many: the machine goes in circles."""
        return 100 * (disks + 2) * len(self.solver.automaton.states)


def moving(trace: Iterable[Record], patience: int) -> Iterator[Record]:
    """The records of a `trace`; `MachineStopped` after `patience` of them without a move."""
    idle = 0
    for record in trace:
        idle = 0 if record.output is not None else idle + 1
        yield record
        if idle >= patience:
            raise MachineStopped(f"no move in {patience} events: the machine goes in circles")


def check_start(step: int, disks: int) -> None:
    """Raise `BadStep` unless a run can begin with `step`: 1, or any step that the solution has."""
    if not is_whole(step) or step != 1:
        formula.check_step(step, disks, first=1)


def find(name: str) -> Machine:
    """The machine of that `name`, or the one that a file `name` ending in `.dot` shows.

    Raises `UnknownName`, and for a file `DotError`, `DefinitionError` with the lines of its faults
    where it is not a sound definition, and `OSError`.
    """
    if not name.endswith(".dot"):
        return Machine(automata.get(name), name)
    from hanoi_fsm.diagrams import read_file

    drawing = read_file(Path(name))
    memory = drawing.automaton.memory
    if memory not in automata.names():
        raise UnknownName(
            f"the title of the diagram names no known memory ({shortened(memory)}): "
            'write label="NAME over MEMORY" with one of ' + ", ".join(automata.names())
        )
    solver = automata.get(memory)
    found = [
        f"line {drawing.lines[fault.about]}: {fault.text}"
        if fault.about is not None and fault.about in drawing.lines
        else fault.text
        for fault in faults(drawing.automaton, solver.memory)
    ]
    if found:
        raise DefinitionError(drawing.automaton.name, found)
    return Machine(replace(solver, automaton=drawing.automaton), name, drawing.lines)


def solve(
    disks: int,
    by: str = "two-storey",
    source: int = 0,
    target: int = 2,
    *,
    start: int = 1,
    count: int | None = None,
) -> Iterator[Move]:
    """The moves that bring `disks` disks from `source` to `target`, one after the other.

    `by` names an automaton, a formula or a DOT file; `start` is the first step that is wanted and
    `count` how many (all of them unless told). Memory does not grow with the number of moves.
    Raises `UnknownName`, `BadDisks`, `BadPeg` and `BadStep` at the call.

    >>> [str(move) for move in solve(2)]
    ['disk 1: 0 -> 1', 'disk 2: 0 -> 2', 'disk 1: 1 -> 2']
    >>> next(solve(64, start=10**18))
    Move(disk=19, source=0, target=1)
    """
    check_task(disks, source, target)
    check_start(start, disks)
    check_count(count)
    if by in formula.FAMILIES:
        stop = formula.last_step(disks) + 1
        if count is not None:
            stop = min(stop, start + count)
        return formula.moves(start, stop, disks, source, target, formula.FAMILIES[by])
    if not by.endswith(".dot") and by not in automata.names():
        raise UnknownName.among("solver", by, [*automata.names(), *formula.FAMILIES])
    moves: Iterator[Move] = outputs(find(by).run(disks, source, target, start))
    return first(moves, count)


def check_count(count: int | None) -> None:
    """Raise `BadStep` unless `count` is a whole number from 0 on, or None for all."""
    if count is not None and (not is_whole(count) or count < 0):
        raise BadStep(f"the count is {shortened(count)}: give a whole number from 0 on")


def first(items: Iterator[_Item], count: int | None) -> Iterator[_Item]:
    """At most the first `count` of the `items`, however large `count` is; all of them for None."""
    check_count(count)
    return islice(items, count) if count is not None and count < 1 << 62 else items


def counts(machine: Machine, disks: int, source: int = 0, target: int = 2) -> dict[Transition, int]:
    """How often a run takes each transition, those that it never takes included.

    >>> sum(counts(find("two-storey"), disks=6).values())
    64
    """
    passed = Counter(record.transition for record in machine.run(disks, source, target))
    return {row: passed[row] for row in machine.solver.automaton.transitions}


def configuration(step: int, disks: int, source: int = 0, target: int = 2) -> Configuration:
    """Where the disks stand after `step` steps, 0 .. 2**disks - 1; see `formula.configuration`.

    >>> print(configuration(15, disks=4))
    2222
    """
    return formula.configuration(step, disks, source, target)
