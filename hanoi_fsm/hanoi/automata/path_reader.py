"""path-reader: whether a configuration is on the optimal path, in three states.

It is rank-reader with nothing to write. A state is the one peg that the next disk must not lie on;
where it does, there is no transition, and the reader stops. It accepts 2**n of the 3**n words.
"""

from __future__ import annotations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.hanoi.automata.output_tapes import Digits
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.pegs import third

AUTOMATON = Automaton.from_table(
    "path-reader",
    initial="1",
    final=None,
    memory="digits",
    table="""
        0 -> 2 : 1
        0 -> 1 : 2
        1 -> 2 : 0
        1 -> 0 : 2
        2 -> 1 : 0
        2 -> 0 : 1
    """,
)

MACHINE = Reader(
    AUTOMATON,
    Digits,
    idea="Fingers, inverted",
    summary="whether any step has a configuration; stops where none has",
    reads="the pegs of a configuration, largest disk first",
    state_of=third,
    partial=True,
)
