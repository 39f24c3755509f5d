"""next-move-reader: from any configuration to the next optimal move towards peg 2 (Hinz).

It reads the pegs of disk n, ..., 1. A state is the pending move, at first none: a disk that is not
on its target has to move, but before that the smaller disks have to go to the third peg. Each
answer is right if the word ends there.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.machines import Moves, Reader

LAYOUT = Layout(
    {
        **ring(["01", "12", "20"], 270),
        **ring(["02", "10", "21"], 120),
        "none": (150, 120),
    },
    start=30,
)

MACHINE = Reader.from_table(
    "next-move-reader",
    Moves,
    layout=LAYOUT,
    idea="Hinz",
    summary="configuration to the next move towards peg 2",
    reads="the pegs of a configuration, largest disk first",
    task="the target 2",
    empty_word_answer="none",
    initial="none",
    table="""
        none -> 02   : 0 / move_02
        none -> 12   : 1 / move_12
        none -> none : 2 / no_move
        01   -> 02   : 0 / move_02
        01   -> 12   : 1 / move_12
        01   -> 01   : 2 / move_01
        02   -> 01   : 0 / move_01
        02   -> 02   : 1 / move_02
        02   -> 21   : 2 / move_21
        10   -> 02   : 0 / move_02
        10   -> 12   : 1 / move_12
        10   -> 10   : 2 / move_10
        12   -> 12   : 0 / move_12
        12   -> 10   : 1 / move_10
        12   -> 20   : 2 / move_20
        20   -> 01   : 0 / move_01
        20   -> 20   : 1 / move_20
        20   -> 21   : 2 / move_21
        21   -> 21   : 0 / move_21
        21   -> 10   : 1 / move_10
        21   -> 20   : 2 / move_20
    """,
)
