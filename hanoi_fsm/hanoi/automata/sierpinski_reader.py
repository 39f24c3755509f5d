"""sierpinski-reader: from a configuration to its address in the Sierpinski triangle.

It reads the pegs of disk n, ..., 1 and writes one digit for each: the subtriangle to descend into.
A state lists the corners of the current triangle for the towers of the smaller disks on pegs 0, 1
and 2; inside the subtriangle of peg x the two other corners are exchanged.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.automata.subtowers import ORDERS
from hanoi_fsm.hanoi.machines import Digits, Reader

MACHINE = Reader.from_table(
    "sierpinski-reader",
    Digits,
    layout=Layout(ring(ORDERS, 190)),
    idea="Fingers; Hinz",
    summary="configuration to address in the Sierpinski triangle",
    see="Even and odd orders of the three corners alternate around the ring. A symbol exchanges "
    "two of them, so that every edge leads from an even state to an odd one or back, and each "
    "state has an edge to all three of the other kind: the graph K3,3. The same symbol twice "
    "leads back.",
    meaning=lambda corners: (
        f"towers of the smaller disks on pegs 0, 1, 2 are in the corners {', '.join(corners)}"
    ),
    reads="the pegs of a configuration, largest disk first",
    task="every task: an address depends on none",
    initial="012",
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
