"""Solvers that are wrong, or right in their own way, for checks in segments."""

import os
from dataclasses import replace

from hanoi_fsm import Automaton, Configuration, Task, action, automata, guard
from hanoi_fsm.hanoi.automata.memories import in_turn
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.machines import Solver

SOLVER = automata.SOLVERS["two-storey"]
STATES = SOLVER.automaton.states[:-1]
LATE = 1024
"""The step at which `late` makes its first wrong move: the first one of disk 11."""


class Late(TwoStorey):
    """Wrong where a large disk is to move."""

    @action
    def move_ahead(self) -> None:
        """the top disk behind disk 1 goes to the peg ahead of it, but a large one does not"""
        if self.pegs.top((self.small - self.stride) % 3) > 10:
            self.carry()
        else:
            super().move_ahead()

    @action
    def move_back(self) -> None:
        """the top disk ahead of disk 1 goes to the peg behind it, but a large one does not"""
        if self.pegs.top((self.small + self.stride) % 3) > 10:
            self.carry()
        else:
            super().move_back()


class Counting(TwoStorey):
    """Right in its moves; it also counts them, from wherever it was set up."""

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.moves = 0

    @action
    def carry(self) -> None:
        """disk 1 goes one peg on, and is counted"""
        super().carry()
        self.moves += 1

    def registers(self) -> tuple[int, ...]:
        return (self.small, self.stride, self.moves)


class Early(TwoStorey):
    """It takes half of the tower on the target for the whole."""

    @guard
    def built(self) -> bool:
        """the target peg holds half of the tower"""
        return self.pegs.heights[self.target] >= self.pegs.disks / 2


class Tuples(TwoStorey):
    """Its outputs are equal to moves, but are not moves."""

    @action
    def carry(self) -> None:
        """disk 1 goes one peg on"""
        super().carry()
        self.output = (*self.output,)


class Leaving(TwoStorey):
    """It would end its process."""

    @action
    def carry(self) -> None:
        """disk 1 goes nowhere"""
        raise SystemExit(3)


class Crashing(TwoStorey):
    """It ends its process."""

    @action
    def carry(self) -> None:
        """disk 1 goes one peg on"""
        super().carry()
        if self.pegs.heights[self.target] > 8:
            os._exit(7)


def over(memory: type[TwoStorey]) -> Solver:
    """The four steps on another memory."""
    return replace(SOLVER, memory=memory, resume=in_turn(memory, *STATES))


def redrawn(*changes: tuple[str, str]) -> Solver:
    """The four steps with changed lines in their table."""
    table = "\n".join(map(str, SOLVER.automaton.transitions))
    for old, new in changes:
        assert old in table
        table = table.replace(old, new, 1)
    made = Automaton.from_table(
        "mine", initial="dismantle", final="done", table=table, memory="two-storey"
    )
    return SOLVER.with_automaton(made)


late, counting, early, tuples = map(over, (Late, Counting, Early, Tuples))
leaving, crashing = over(Leaving), over(Crashing)
