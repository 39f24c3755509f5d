"""What a file of a diagram shows, in DOT or JSON."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.finding import Lines
from hanoi_fsm.fsm.notation import Transition

PARTIAL = "it may refuse events"
"""The line below the title of a machine that is partial."""


class Drawing(NamedTuple):
    """An automaton, and the lines of its states and transitions.

    `meanings` says of some states what they stand for, and `partial` is what a caption says.
    """

    automaton: Automaton
    lines: Lines
    meanings: Mapping[str, str] = MappingProxyType({})
    partial: bool = False


def visits(counts: Mapping[Transition, int]) -> dict[str, int]:
    """How often a run was in each state, which may be its first or its last."""
    into: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for one, count in counts.items():
        into[one.target] += count
        out[one.source] += count
    return dict(into | out)  # the larger of the two
