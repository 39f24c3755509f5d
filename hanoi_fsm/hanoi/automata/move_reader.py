"""move-reader: from a step number to its move (Allouche and Dress 1990).

It reads the n bits of the step, highest first. A state is the task of the remaining subtower (from,
via, to) and the latest answer: each bit 1 passes a disk's move, and the lowest bit 1 belongs to the
disk that moves. Each answer is right if the word ends there.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.automata.subtowers import task_to_come
from hanoi_fsm.hanoi.machines import Moves, Reader


def meaning(state: str) -> str:
    """The meaning of a state, whose name is a task and the latest answer."""
    task, _, move = state.partition(" ")
    return f"{task_to_come(task)}; the answer so far is {move or 'none'}"


MACHINE = Reader.from_table(
    "move-reader",
    Moves,
    layout=Layout(
        {
            **ring(["012 12", "021 12", "201 01", "210 01", "120 20", "102 20"], 365),
            **ring(["102 02", "012 21", "021 21", "201 10", "210 10", "120 02"], 165),
            "012": (205, 175),
            "021": (250, 70),
        },
        start=45,
    ),
    idea="Allouche-Dress 1990",
    summary="step number to move, bit by bit",
    see="The name of a state is a task, such as 012 for disks that go from peg 0 over peg 1 to "
    "peg 2, and the latest answer. A bit 0 repeats that answer and leads back and forth "
    "between two states; a bit 1 gives a new answer. The two states without an answer are "
    "left for good at the first bit 1.",
    meaning=meaning,
    reads="the n bits of a step number, highest first",
    task="the tasks 0 -> 2 and 0 -> 1",
    begins={(0, 1): "021"},
    empty_word_answer="none",
    initial="012",
    table="""
        012    -> 021    : 0 / no_move
        012    -> 102 02 : 1 / move_02
        021    -> 012    : 0 / no_move
        021    -> 201 01 : 1 / move_01
        012 12 -> 021 12 : 0 / move_12
        012 12 -> 102 02 : 1 / move_02
        012 21 -> 021 21 : 0 / move_21
        012 21 -> 102 02 : 1 / move_02
        021 12 -> 012 12 : 0 / move_12
        021 12 -> 201 01 : 1 / move_01
        021 21 -> 012 21 : 0 / move_21
        021 21 -> 201 01 : 1 / move_01
        102 02 -> 120 02 : 0 / move_02
        102 02 -> 012 12 : 1 / move_12
        102 20 -> 120 20 : 0 / move_20
        102 20 -> 012 12 : 1 / move_12
        120 02 -> 102 02 : 0 / move_02
        120 02 -> 210 10 : 1 / move_10
        120 20 -> 102 20 : 0 / move_20
        120 20 -> 210 10 : 1 / move_10
        201 01 -> 210 01 : 0 / move_01
        201 01 -> 021 21 : 1 / move_21
        201 10 -> 210 10 : 0 / move_10
        201 10 -> 021 21 : 1 / move_21
        210 01 -> 201 01 : 0 / move_01
        210 01 -> 120 20 : 1 / move_20
        210 10 -> 201 10 : 0 / move_10
        210 10 -> 120 20 : 1 / move_20
    """,
)
