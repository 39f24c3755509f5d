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
"""The line below the title of a machine that is partial."""

ORDERED = "ordered"
"""The line below the title of an automaton whose first enabled row is taken."""

ACCEPTOR = "acceptor"
"""The line below the title of an automaton that accepts words, or rejects them."""

MOST_DIGITS = 20
"""The most digits of a count that is written out: enough for the 64 disks of the legend."""


class Drawing(NamedTuple):
    """An automaton, and the lines of its states and transitions.

    `meanings` says of some states what they stand for, `keys` what the file calls them beside their
    names. Captions say whether it is `partial`, and
    which inputs come `together`. The `layout` has the places of the states, if the file has them.
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
        """Raise `BadInput` for claims, inputs that come together and meanings that are none."""
        for claim in self.automaton.claims:
            parse_claim(claim)
        for line in self.together:
            related(line, self.automaton.guards)
        check_lines("meanings", self.meanings, self.automaton.states)


def visits(counts: Mapping[Transition, int]) -> dict[str, int]:
    """How often a run was in each state, which may be its first or its last."""
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
