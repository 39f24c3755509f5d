"""The programs of the puzzle's machines in other languages: their beginning, and their `main`.

Here the values of the puzzle are in the plain subset of Python, and made of numbers that have been
checked already; only `pegs` defines the operations of a memory on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanoi_fsm.fsm.codegen.programs import Use
from hanoi_fsm.hanoi import pegs
from hanoi_fsm.hanoi.pegs import MOST_DISKS, third

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.machines import Pathfinder, Reader, Solver

TASK = "[--from P] [--to P]"
ABOUT_SOLVER = """
Print the moves of N disks from peg P (0) to peg P (2) as csv.

Exit code: 0, 1 for a run that stops before a final state, 2 for bad arguments.
"""
ABOUT_PATHFINDER = """
Print the moves from START to GOAL as csv; both have one peg digit per disk, largest disk first.

Exit code: 0, 1 for a run that stops before a final state, 2 for bad arguments.
"""
ABOUT_READER = """
Print the answer to WORD, which may be - for standard input; --from and --to name another task, if
the reader has a state for it. Blanks and commas may separate the symbols.

Exit code: 0, 1 for a word that is refused, 2 for bad arguments.
"""


class Configuration:
    """An arrangement of disks: the peg of each, the largest first."""

    def __init__(self, where: list[int]) -> None:
        self.where = list(where)

    def __len__(self) -> int:
        return len(self.where)

    def peg(self, disk: int) -> int:
        return self.where[len(self.where) - disk]

    def on_pegs(self) -> PegMatrix:
        return PegMatrix(self.where)


class PegMatrix(pegs.PegMatrix):
    """The matrix of three pegs, made of the peg of each disk."""

    def __init__(self, where: list[int]) -> None:
        disks = len(where)
        self.disks = disks
        self.heights = [0, 0, 0]
        empty = [0] * (disks + 1)
        empty[0] = disks + 1
        self.cells = [list(empty), list(empty), list(empty)]
        for peg in where:
            self.heights[peg] += 1
            self.cells[peg][self.heights[peg]] = disks
            disks -= 1


class Task:
    """A tower of disks, and the pegs that it goes from and to."""

    def __init__(self, disks: int, source: int, target: int) -> None:
        self.disks = disks
        self.source, self.target = source, target
        self.spare = third(source, target)


def of_solver(machine: Solver) -> Use:
    """The program of a solver: it begins with a tower."""
    memory = machine.memory

    def begin(disks: int, source: int, target: int) -> object:
        start = Configuration([source] * disks)
        task = Task(disks, source, target)
        return memory(start, task)

    return Use(
        __package__,
        ("task", "moves", "tower"),
        begin,
        f"N {TASK}",
        ABOUT_SOLVER,
        {"EXTRA": 0, "MOST_DISKS": MOST_DISKS},
        moves=True,
    )


def of_pathfinder(machine: Pathfinder) -> Use:
    """The program of a pathfinder: it begins with two configurations."""
    memory = machine.memory

    def begin(start: list[int], goal: list[int]) -> object:
        here = Configuration(start)
        there = Configuration(goal)
        return memory(here, there)

    return Use(
        __package__,
        ("moves", "path"),
        begin,
        "START GOAL",
        ABOUT_PATHFINDER,
        {"EXTRA": 1},
        moves=True,
    )


def of_reader(machine: Reader) -> Use:
    """The program of a reader, which has a state to start in for each of its tasks."""
    memory = machine.memory

    def begin() -> object:
        return memory()

    constants: dict[str, str | int] = {
        "ANSWERS_LAST": machine.memory.answers_last,
        "MAY_REJECT": machine.automaton.acceptor,
        "EMPTY_WORD_ANSWER": machine.empty_word_answer,
        "WIDTH": len(machine.alphabet[0]) if machine.alphabet else 1,
    }
    starts = {start.name: start.state for start in machine.starts_up_to(0)}
    names = ("task", "word")
    return Use(__package__, names, begin, f"WORD {TASK}", ABOUT_READER, constants, starts)
