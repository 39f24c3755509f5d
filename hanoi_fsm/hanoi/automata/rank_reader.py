"""rank-reader: from a configuration to its step number, the inverse of configuration-reader.

It reads the pegs of disk n, ..., 1 and writes the bits of the step. A state is the task of the
remaining subtower: from, via, to. On the optimal path no disk is ever on the via peg of its
subtower: the state has no transition for it, and the reader stops.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.automata.subtowers import ORDERS, from_via_to, task_to_come
from hanoi_fsm.hanoi.machines import Digits, Reader
from hanoi_fsm.hanoi.pegs import PAIRS

MACHINE = Reader.from_table(
    "rank-reader",
    Digits,
    layout=Layout(ring(ORDERS, 180)),
    idea="Fingers, inverted",
    summary="configuration to step number; stops off the optimal path",
    see="The ring of configuration-reader with the input and the output exchanged: pegs are read "
    "and bits are written. Each state lacks the edge for the peg in the middle of its name: "
    "no disk on the optimal path is ever there, and the reader stops.",
    meaning=task_to_come,
    reads="the pegs of a configuration, largest disk first",
    task="every task, by default 0 -> 2",
    begins={pair: from_via_to(*pair) for pair in PAIRS},
    partial=True,
    initial="012",
    table="""
        012 -> 021 : 0 / write_0
        012 -> 102 : 2 / write_1
        021 -> 012 : 0 / write_0
        021 -> 201 : 1 / write_1
        102 -> 120 : 1 / write_0
        102 -> 012 : 2 / write_1
        120 -> 102 : 1 / write_0
        120 -> 210 : 0 / write_1
        201 -> 210 : 2 / write_0
        201 -> 021 : 1 / write_1
        210 -> 201 : 2 / write_0
        210 -> 120 : 0 / write_1
    """,
)
