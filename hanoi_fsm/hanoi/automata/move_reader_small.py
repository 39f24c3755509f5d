"""move-reader-small: from a step number - 1 to its move, in six states (Allouche and Dress 1990).

It reads step - 1 with any number of leading zeros, highest bit first, in the numbering where an odd
tower goes from peg 0 to peg 1 (the task of hBits with the pegs 1 and 2 exchanged). Each state has a
move, which is the answer on entering it: a 01, b 12, c 20, A 10, B 21, C 02. The sequence of all
moves is the fixed point of a -> aC, b -> cB, c -> bA, A -> ac, B -> cb, C -> ba.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.hanoi.machines import Moves, Reader

MEANINGS = {
    "a": "01, from peg 0 forward to peg 1",
    "b": "12, from peg 1 forward to peg 2",
    "c": "20, from peg 2 forward to peg 0",
    "A": "10, from peg 1 backward to peg 0",
    "B": "21, from peg 2 backward to peg 1",
    "C": "02, from peg 0 backward to peg 2",
}


MACHINE = Reader.from_table(
    "move-reader-small",
    Moves,
    layout=Layout({
                         "C": (-90,  120),  "b": (110,  120),
        "a": (-210, 0),                                        "B": (270, 0),
                         "A": (-90, -120),  "c": (110, -120),
    }, loops={"a": 180}, start=270),
    idea="Allouche-Dress 1990",
    summary="step number - 1 to move, the minimal form",
    see="Each state stands for one of the six moves, the answer if the word ends there. Every bit "
    "0 leads to a small letter: then disk 1 moves, which always goes forward round the pegs. "
    "Capitals are the moves backward.",
    meaning=lambda state: f"the answer is {MEANINGS[state]}",
    reads="step - 1 in binary, highest bit first, any width",
    task="odd towers, from 0 to 1",
    empty_word_answer="01",
    initial="a",
    table="""
        a -> a : 0 / move_01
        a -> C : 1 / move_02
        b -> c : 0 / move_20
        b -> B : 1 / move_21
        c -> b : 0 / move_12
        c -> A : 1 / move_10
        A -> a : 0 / move_01
        A -> c : 1 / move_20
        B -> c : 0 / move_20
        B -> b : 1 / move_12
        C -> b : 0 / move_12
        C -> a : 1 / move_01
    """,
)  # fmt: skip
