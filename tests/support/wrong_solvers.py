"""Solvers that are wrong, or right in their own way, to be run and checked."""

import os
from dataclasses import replace
from typing import Any

from hanoi_fsm import SOLVERS, Configuration, Memory, Task, action, guard
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from support.checked_machines import changed

SOLVER = SOLVERS["two-storey"]
STATES = SOLVER.automaton.states[:-1]
LATE = 1024
"""The first step of disk 11, at which `late` and what is `failing` make their first mistake."""


class Late(TwoStorey):
    """Wrong where a large disk is to move."""

    mistake = "carry"

    def _is_early(self, peg: int) -> bool:
        return self.pegs.top(peg) <= 10

    @action
    def move_ahead(self) -> None:
        """the top disk behind disk 1 goes to the peg ahead of it, but a large one does not"""
        if self._is_early(self.behind):
            super().move_ahead()
        else:
            getattr(self, self.mistake)()

    @action
    def move_back(self) -> None:
        """the top disk ahead of disk 1 goes to the peg behind it, but a large one does not"""
        if self._is_early(self.ahead):
            super().move_back()
        else:
            getattr(self, self.mistake)()

    def illegal(self) -> None:
        self.pegs.move(self.small, self.small)

    def stop(self) -> None:
        raise StopIteration

    def fail(self) -> None:
        raise ZeroDivisionError

    def leave(self) -> None:
        raise SystemExit(3)

    def crash(self) -> None:
        os._exit(7)

    def hang(self) -> None:
        while True:
            pass


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


class Twin(TwoStorey):
    """Equal to the published memory as long as only what it holds is compared."""


def over(memory: Any) -> Any:
    """The four steps on another memory."""

    def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, Memory]:
        return STATES[(step - 1) % 4], memory(configuration, task)

    return replace(SOLVER, memory=memory, resume=resume)


def failing(how: str) -> Any:
    """The four steps until disk 11 is to move, and then something else."""
    return over(type(how, (Late,), {"mistake": how}))


def redrawn(*changes: tuple[str, str]) -> Any:
    """The four steps with changed lines in their table."""
    return changed(SOLVER, *changes)


late, counting, early, tuples = map(over, (Late, Counting, Early, Tuples))
twin = replace(SOLVER, memory=Twin)
"""It takes over on the published memory, whatever it has begun on."""
