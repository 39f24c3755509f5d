"""distance-reader: from a configuration to the number of moves left (Hinz).

It reads the pegs of disk n, ..., 1 and writes the bits of the distance to the perfect tower on the
target. A state is the peg on which the next disk is wanted: where it lies there already it costs
nothing, else all smaller disks are wanted on the third peg first.
"""

from __future__ import annotations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.hanoi.automata.output_tapes import Digits
from hanoi_fsm.hanoi.machines import Reader

AUTOMATON = Automaton.from_table(
    "distance-reader",
    initial="2",
    final=None,
    memory="digits",
    table="""
        0 -> 0 : 0 / write_0
        0 -> 2 : 1 / write_1
        0 -> 1 : 2 / write_1
        1 -> 2 : 0 / write_1
        1 -> 1 : 1 / write_0
        1 -> 0 : 2 / write_1
        2 -> 1 : 0 / write_1
        2 -> 0 : 1 / write_1
        2 -> 2 : 2 / write_0
    """,
)


def wanted(source: int, target: int) -> int:
    """The peg on which the largest disk is wanted, wherever it comes from."""
    return target


MACHINE = Reader(
    AUTOMATON,
    Digits,
    idea="Hinz",
    summary="configuration to distance from the perfect tower",
    reads="the pegs of a configuration, largest disk first",
    state_of=wanted,
)
