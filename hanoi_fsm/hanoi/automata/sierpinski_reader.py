"""sierpinski-reader: from a configuration to its address in the Sierpinski triangle.

It reads the pegs of disk n, ..., 1 and writes a digit each: into which of the three subtriangles to
go on. A state says in which corner of the present triangle the tower of the smaller disks on peg
0, 1, 2 lies; inside the subtriangle of peg x the two other corners are exchanged.
"""

from __future__ import annotations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.hanoi.automata.output_tapes import Digits
from hanoi_fsm.hanoi.machines import Reader

AUTOMATON = Automaton.from_table(
    "sierpinski-reader",
    initial="012",
    final=None,
    memory="digits",
    table="""
        012 -> 021 : 0 / write_0
        012 -> 210 : 1 / write_1
        012 -> 102 : 2 / write_2
        021 -> 012 : 0 / write_0
        021 -> 120 : 1 / write_2
        021 -> 201 : 2 / write_1
        102 -> 120 : 0 / write_1
        102 -> 201 : 1 / write_0
        102 -> 012 : 2 / write_2
        120 -> 102 : 0 / write_1
        120 -> 021 : 1 / write_2
        120 -> 210 : 2 / write_0
        201 -> 210 : 0 / write_2
        201 -> 102 : 1 / write_0
        201 -> 021 : 2 / write_1
        210 -> 201 : 0 / write_2
        210 -> 012 : 1 / write_1
        210 -> 120 : 2 / write_0
    """,
)

MACHINE = Reader(
    AUTOMATON,
    Digits,
    idea="Fingers; Hinz",
    summary="configuration to address in the Sierpinski triangle",
    reads="the pegs of a configuration, largest disk first",
)
