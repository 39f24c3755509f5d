"""The automata of the puzzle, one file each: its table, then its working memory."""

from hanoi_fsm.automata import two_storey
from hanoi_fsm.automata.registry import Solver
from hanoi_fsm.errors import UnknownName

SOLVERS: dict[str, Solver] = {module.SOLVER.name: module.SOLVER for module in (two_storey,)}
"""All solvers by name."""


def names() -> list[str]:
    """The names of all automata, in the order in which they are told.

    >>> "two-storey" in names()
    True
    """
    return list(SOLVERS)


def get(name: str) -> Solver:
    """The automaton of that `name`; `UnknownName` where there is none."""
    if name not in SOLVERS:
        raise UnknownName.among("automaton", name, names())
    return SOLVERS[name]


__all__ = ["SOLVERS", "Solver", "get", "names"]
