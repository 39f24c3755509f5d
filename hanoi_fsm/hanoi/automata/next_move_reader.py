"""next-move-reader: from any configuration to the next optimal move towards peg 2 (Hinz).

It reads the pegs of disk n, ..., 1. A state is the pending move, at first none: a disk that is not
on its target has to move, but before that the smaller disks have to go to the third peg. Each
answer is right if the word ends there.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.machines import Moves, Reader
from hanoi_fsm.hanoi.pegs import third


def meaning(state: str) -> str:
    """The meaning of a state, whose name is the pending move, or none."""
    if state == "none":
        return "no move is pending: every disk so far is on peg 2"
    source, target = map(int, state)
    wanted = third(source, target)
    return f"the move {source} to {target} is pending; the smaller disks are wanted on peg {wanted}"


MACHINE = Reader.from_table(
    "next-move-reader",
    Moves,
    layout=Layout(
        {
            **ring(["01", "12", "20"], 380),
            **ring(["02", "10", "21"], 130),
            "none": (300, 240),
        },
        start=0,
    ),
    idea="Hinz",
    summary="configuration to the next move towards peg 2",
    see="`none` is where every tower on peg 2 ends; the other six states are the possible moves. "
    "The loops are disks that are where they are wanted and change nothing. Any other disk "
    "has to move itself, and its own move becomes the answer.",
    meaning=meaning,
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
