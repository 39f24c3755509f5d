"""The automata of the puzzle, one file each: its table, then its working memory.

Solvers move disks from one perfect tower to another, readers read a word and answer, and
pathfinders move disks from any configuration to any other.
"""

from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.hanoi.automata import (
    action_tree,
    any_to_any,
    call_stack,
    configuration_reader,
    distance_reader,
    monk,
    move_reader,
    move_reader_small,
    next_move_reader,
    path_reader,
    rank_reader,
    shortest,
    sierpinski_reader,
    three_state,
    twice_reader,
    twice_reader_small,
    two_state,
    two_storey,
)
from hanoi_fsm.hanoi.automata.kinds import Pathfinder, Reader, Solver, Subject
from hanoi_fsm.hanoi.automata.twice_reader import Verdict, verdict

SOLVERS: dict[str, Solver] = {
    solver.name: solver
    for solver in (
        two_storey.SOLVER,
        call_stack.SOLVER,
        action_tree.SOLVER,
        two_state.SOLVER,
        three_state.SOLVER,
        monk.SOLVER,
    )
}
"""All solvers by name."""

READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        move_reader.READER,
        move_reader_small.READER,
        configuration_reader.READER,
        rank_reader.READER,
        path_reader.READER,
        distance_reader.READER,
        next_move_reader.READER,
        sierpinski_reader.READER,
        twice_reader.READER,
        twice_reader_small.READER,
    )
}
"""All readers by name."""

PATHFINDERS: dict[str, Pathfinder] = {
    pathfinder.name: pathfinder for pathfinder in (any_to_any.PATHFINDER, shortest.PATHFINDER)
}
"""All pathfinders by name."""


def names() -> list[str]:
    """The names of all automata: solvers, readers, pathfinders.

    >>> "two-storey" in names()
    True
    """
    return [*SOLVERS, *READERS, *PATHFINDERS]


def get(name: str) -> Subject:
    """The automaton of that `name`; `UnknownName` where there is none."""
    every: dict[str, Subject] = {**SOLVERS, **READERS, **PATHFINDERS}
    if name not in every:
        raise UnknownName.among("automaton", name, names())
    return every[name]


__all__ = [
    "PATHFINDERS",
    "READERS",
    "SOLVERS",
    "Pathfinder",
    "Reader",
    "Solver",
    "Subject",
    "Verdict",
    "get",
    "names",
    "verdict",
]
