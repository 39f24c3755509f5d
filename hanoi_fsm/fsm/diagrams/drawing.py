"""What a file of a diagram shows, in DOT or JSON, and counts as they are written in it.

A count has as many digits as a third of the disks, and an edge has no room for them all: large ones
are rounded, as `2.68e300` for 2.68 times 10^300.
"""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.finding import Lines
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.numerals import number_text

EDGE, STATE = 30, 40
"""The most digits of a count that is written out, on an edge and in a state of a program."""

SHORT = 20
"""The most in a picture for people: enough for the 64 disks of the legend."""

ROUNDED = r"[0-9]\.[0-9]{2}e[0-9]{1,4}"
"""A count that is not written out, as a regular expression."""

PARTIAL = "it may refuse events"
"""The line below the title of a machine that is partial."""


class Drawing(NamedTuple):
    """An automaton, and the lines of its states and transitions.

    `meanings` says of some states what they stand for, and `places` has the positions of some, in
    points, for another picture of the same automaton. `partial` is what a caption says.
    """

    automaton: Automaton
    lines: Lines
    meanings: Mapping[str, str] = MappingProxyType({})
    places: Mapping[str, tuple[float, float]] = MappingProxyType({})
    partial: bool = False


def visits(counts: Mapping[Transition, int]) -> dict[str, int]:
    """How often a run was in each state, which may be its first or its last."""
    into: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for one, count in counts.items():
        into[one.target] += count
        out[one.source] += count
    return dict(into | out)  # the larger of the two


def count_text(count: int, digits: int = EDGE) -> str:
    """A count, rounded to three digits if it has more than are written out.

    >>> count_text(2**64 - 1), count_text(2**1000 // 4), count_text(2**90, digits=SHORT)
    ('18446744073709551615', '2.68e300', '1.24e27')
    """
    text = number_text(count)
    if len(text) <= digits:
        return text
    return f"{Decimal(count):.2e}".replace("+", "")
