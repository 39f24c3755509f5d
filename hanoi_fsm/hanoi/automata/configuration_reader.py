"""configuration-reader: from a step number to the configuration after it (Fingers).

It reads the n bits of the number, highest first, and writes the pegs of disk n, ..., 1. A state is
the task of the subtower that is still to be placed: from, via, to. A bit 0 leaves the disk where
the subtower starts, and the smaller ones first go to the via peg; after a bit 1 the disk lies where
it shall, and they come on from there.
"""

from __future__ import annotations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.hanoi.automata.output_tapes import Digits
from hanoi_fsm.hanoi.automata.subtowers import from_via_to
from hanoi_fsm.hanoi.machines import Reader

AUTOMATON = Automaton.from_table(
    "configuration-reader",
    initial="012",
    final=None,
    memory="digits",
    table="""
        012 -> 021 : 0 / write_0
        012 -> 102 : 1 / write_2
        021 -> 012 : 0 / write_0
        021 -> 201 : 1 / write_1
        102 -> 120 : 0 / write_1
        102 -> 012 : 1 / write_2
        120 -> 102 : 0 / write_1
        120 -> 210 : 1 / write_0
        201 -> 210 : 0 / write_2
        201 -> 021 : 1 / write_1
        210 -> 201 : 0 / write_2
        210 -> 120 : 1 / write_0
    """,
)

MACHINE = Reader(
    AUTOMATON,
    Digits,
    idea="Fingers",
    summary="step number to configuration, bit by bit",
    reads="the n bits of a step number, highest first",
    state_of=from_via_to,
)
