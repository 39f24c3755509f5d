"""The contents of a diagram's file, and how counts are written in it."""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.claims import parse_claim
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.finding import Assumption, Lines
from hanoi_fsm.fsm.inputs import related
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.validation import check_lines

PARTIAL = "it may refuse events"
"""The line below the title of a partial machine."""

ORDERED = "ordered"
"""The line below the title of an automaton that takes its first enabled row."""

ACCEPTOR = "acceptor"
"""The line below the title of an automaton that accepts or rejects words."""

MOST_DIGITS = 20
"""The most digits of a count written in full: enough for the 64 disks of the legend."""


class Drawing(NamedTuple):
    """An automaton, and the lines of its states and transitions.

    `meanings` explains some states, and `keys` has their identifiers in the file besides their
    names. Captions tell whether it is `partial`, and
    which inputs come `together`. The `layout` has the places of the states, if the file has any.
    """

    automaton: Automaton
    lines: Lines
    meanings: Mapping[str, str] = MappingProxyType({})
    keys: Mapping[str, str] = MappingProxyType({})
    partial: bool = False
    together: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    layout: Layout | None = None

    def check(self) -> None:
        """Raise `BadInput` for invalid claims, relations of inputs and meanings."""
        for claim in self.automaton.claims:
            parse_claim(claim)
        for line in self.together:
            related(line, self.automaton.guards)
        check_lines("meanings", self.meanings, self.automaton.states)


def visits(counts: Mapping[Transition, int]) -> dict[str, int]:
    """The number of visits to each state in a run, including its first and last state."""
    into: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for transition, count in counts.items():
        into[transition.target] += count
        out[transition.source] += count
    return dict(into | out)  # the larger of the two


def count_text(count: int) -> str:
    """A count, rounded to three digits if it has more than are written out.

    >>> count_text(2**64 - 1), count_text(2**1000 // 4)
    ('18446744073709551615', '2.68e300')
    """
    text = number_text(count)
    return text if len(text) <= MOST_DIGITS else f"{Decimal(count):.2e}".replace("+", "")
