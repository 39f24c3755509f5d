"""path-reader: is a configuration on the optimal path? Three states decide.

It is rank-reader without output. A state is the one peg that the next disk must not be on: it has
no transition for that peg, and the reader stops. It accepts 2**n of the 3**n words.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.machines import Digits, Reader
from hanoi_fsm.hanoi.pegs import PAIRS, third

MACHINE = Reader.from_table(
    "path-reader",
    Digits,
    layout=Layout(ring(["0", "1", "2"], 110), start=0),
    idea="Fingers, inverted",
    summary="is a configuration on the optimal path? stops where it is not",
    see="A state is the peg where the next disk must not be, and no edge leaves it for that peg. "
    "A disk on one of the two others makes the third peg the next one to avoid. Nothing is "
    "written: a word that can be read to its end is on the path.",
    meaning=lambda peg: f"on the optimal path, the next disk is not on peg {peg}",
    reads="the pegs of a configuration, largest disk first",
    task="every task, by default 0 -> 2",
    begins={pair: str(third(*pair)) for pair in PAIRS},
    partial=True,
    acceptor=True,
    initial="1",
    table="""
        0 -> 2 : 1
        0 -> 1 : 2
        1 -> 2 : 0
        1 -> 0 : 2
        2 -> 1 : 0
        2 -> 0 : 1
    """,
)
