"""distance-reader: from a configuration to the number of moves left (Hinz).

It reads the pegs of disk n, ..., 1 and writes the bits of the distance to the perfect tower on the
target. A state is the target of the next disk: a disk that is there costs nothing; for any other,
all smaller disks must first go to the third peg.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.machines import Digits, Reader
from hanoi_fsm.hanoi.pegs import PAIRS

MACHINE = Reader.from_table(
    "distance-reader",
    Digits,
    layout=Layout(ring(["0", "1", "2"], 125), loops={"0": 90, "1": 300, "2": 240}, start=180),
    idea="Hinz",
    summary="configuration to its distance from the perfect tower",
    see="A state is the peg where the next disk is wanted. A disk that is there costs nothing, as "
    "each loop says: it writes 0. Any other disk writes 1, and the smaller ones are then "
    "wanted on the third peg, out of its way.",
    meaning=lambda peg: f"the next disk is wanted on peg {peg}",
    reads="the pegs of a configuration, largest disk first",
    task="every target, by default 2",
    begins={(source, target): str(target) for source, target in PAIRS},
    initial="2",
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
