"""What a file of a diagram shows, in DOT or JSON."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.finding import Lines
from hanoi_fsm.fsm.notation import Transition

NO_COUNTS: Mapping[Any, int] = MappingProxyType({})


class Drawing(NamedTuple):
    """An automaton, the lines of its states and transitions, and the counts in the picture.

    `counts` are those on the edges, `closed` those in brackets behind them, by a formula, and
    `visits` those in the states; large ones are rounded. `meanings` says of some states what they
    stand for, and `places` has the positions of some, in points, for another picture of the same
    automaton.
    """

    automaton: Automaton
    lines: Lines
    counts: Mapping[Transition, int] = NO_COUNTS
    closed: Mapping[Transition, int] = NO_COUNTS
    visits: Mapping[str, int] = NO_COUNTS
    meanings: Mapping[str, str] = MappingProxyType({})
    places: Mapping[str, tuple[float, float]] = MappingProxyType({})


def visits(counts: Mapping[Transition, int]) -> dict[str, int]:
    """How often a run was in each state, which may be its first or its last."""
    into: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for one, count in counts.items():
        into[one.target] += count
        out[one.source] += count
    return dict(into | out)  # the larger of the two
