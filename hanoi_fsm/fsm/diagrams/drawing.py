"""What a file of a diagram shows, in DOT or JSON."""

from collections.abc import Mapping
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.finding import Lines
from hanoi_fsm.fsm.notation import Transition


class Drawing(NamedTuple):
    """An automaton, the lines of its states and transitions, and the counts on its edges."""

    automaton: Automaton
    lines: Lines
    counts: Mapping[Transition, int]
