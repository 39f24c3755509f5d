"""Which questions a solver can answer, found by asking it about a small tower.

Legalov asked whether an automaton is worth it where a formula exists; this is the part of the
answer that no clock measures.
"""

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import TypeGuard

from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import Configuration, PegMatrix, Task
from hanoi_fsm.hanoi.plain import PlainSolver

SMALL = Task(3)
"""The tower that is asked about: it has steps of every kind, and few configurations."""

KNOWLEDGE = {
    "sizes": "which of two disks on top is the smaller one",
    "pegs": "which disks are on which peg, or how many",
    "stack": "what has been put off, as many entries as there are levels",
    "path": "one bit for each level",
    "step": "the number of the step",
}
"""What can be asked for, with what that means."""

QUESTIONS = {
    "disk": "which disk moves in a step, from the step number alone",
    "configuration": "where all disks are after a step, from the step number alone",
    "any-step": "the moves from any step on; all but a formula need the pegs there",
    "any-pegs": "the moves from any configuration to the tower, on the path or off it",
}
"""What can be answered, with what that means."""


def asks_for(one: object) -> tuple[str, ...]:
    """What a solver has to know, as it declares; nothing is known of a user's function."""
    return one.asks_for if isinstance(one, Solver | Pathfinder | PlainSolver) else ()


def can_answer(one: object) -> tuple[str, ...]:
    """The `QUESTIONS` that it answers, each answered for all of a `SMALL` tower."""
    found = {
        "disk": _knows_the_step_alone(one) and _answers_any_step(one),
        "configuration": _knows_the_step_alone(one) and _answers_configuration(one),
        "any-step": isinstance(one, PlainSolver | Solver) and _answers_any_step(one),
        "any-pegs": isinstance(one, Solver | Pathfinder) and _answers_any_pegs(one),
    }
    return tuple(question for question in QUESTIONS if found[question])


def _knows_the_step_alone(one: object) -> TypeGuard[PlainSolver]:
    return isinstance(one, PlainSolver) and one.asks_for == ("step",)


def _answers_any_step(one: PlainSolver | Solver) -> bool:
    try:
        return all(
            list(one.moves(SMALL, step)) == list(formulas.moves(step, SMALL.last_step + 1, SMALL))
            for step in range(1, SMALL.last_step + 1)
        )
    except HanoiError:
        return False


def _answers_configuration(one: PlainSolver) -> bool:
    """Whether the last move of each disk, of which only the step is known, tells where it is."""
    try:
        return all(
            _configuration(one, step) == formulas.configuration(step, SMALL)
            for step in range(SMALL.last_step + 1)
        )
    except HanoiError:
        return False


def _configuration(one: PlainSolver, step: int) -> Configuration:
    pegs = []
    for disk in range(SMALL.disks, 0, -1):
        turns = (step + (1 << disk - 1)) >> disk  # how often it has moved
        last = (turns << disk) - (1 << disk - 1)
        pegs.append(next(one.moves(SMALL, last)).target if turns else SMALL.source)
    return Configuration(pegs)


def _answers_any_pegs(one: Solver | Pathfinder) -> bool:
    try:
        return all(map(partial(_arrives, one), product("012", repeat=SMALL.disks)))
    except HanoiError:
        return False


def _arrives(one: Solver | Pathfinder, digits: Sequence[str]) -> bool:
    """Whether it brings the disks from any configuration to the tower, as if it began there."""
    here = Configuration("".join(digits))
    memory = one.memory(here, SMALL if isinstance(one, Solver) else SMALL.goal)
    pegs = PegMatrix.standing(here)
    initial = one.automaton.initial
    for record in one.records(SMALL.disks, initial, memory, views=False, moves=SMALL.last_step):
        if record.output is not None:
            pegs.move(record.output.source, record.output.target)
    return pegs.configuration() == SMALL.goal
