"""configuration-reader: from a step number to the configuration after it (Fingers).

It reads the n bits of the number, highest first, and writes the pegs of disk n, ..., 1. A state is
the task of the remaining subtower: from, via, to. After a bit 0 the disk stays on the source of the
subtower and the smaller disks go to the via peg; after a bit 1 the disk is on the target, and the
smaller disks come from the via peg.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.automata.subtowers import ORDERS, from_via_to, task_to_come
from hanoi_fsm.hanoi.formulas.derivations import halvings
from hanoi_fsm.hanoi.machines import Digits, Reader
from hanoi_fsm.hanoi.pegs import PAIRS

MACHINE = Reader.from_table(
    "configuration-reader",
    Digits,
    layout=Layout(ring(ORDERS, 180)),
    idea="Fingers",
    summary="step number to configuration, bit by bit",
    see="A ring of six states, one per task: 021 stands for disks that go from peg 0 over peg 2 "
    "to peg 1. A bit 0 exchanges the last two pegs of the name, a bit 1 the first two; the "
    "same bit twice leads back. The output of an edge is the peg of the next disk.",
    meaning=task_to_come,
    reads="the n bits of a step number, highest first",
    task="every task, by default 0 -> 2",
    begins={pair: from_via_to(*pair) for pair in PAIRS},
    derive=halvings,
    initial="012",
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
