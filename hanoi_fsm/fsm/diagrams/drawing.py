"""What a file of a diagram shows, in DOT or JSON, and counts as they are written in it.

A count has as many digits as a third of the disks, and an edge has no room for them all: large ones
are rounded, as `2.68e300` for 2.68 times 10^300.
"""

import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.finding import Lines
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.numerals import number_text, parse_digits

NO_COUNTS: Mapping[Any, int] = MappingProxyType({})

EDGE, STATE = 30, 40
"""The most digits of a count that is written out, on an edge and in a state of a program."""

SHORT = 20
"""The most in a picture for people: enough for the 64 disks of the legend."""

ROUNDED = r"[0-9]\.[0-9]{2}e[0-9]{1,4}"
"""A count that is not written out, as a regular expression."""

CAPTION = re.compile(r"counts for ([0-9]{1,6}) .+")
"""The line below the title that says for which size counts are, as `counts for 6 disks`."""

PARTIAL = "it may refuse events"
"""The line below the title of a machine that is partial."""


class Drawing(NamedTuple):
    """An automaton, the lines of its states and transitions, and the counts in the picture.

    `counts` are those on the edges, `closed` those in brackets behind them, by a formula, and
    `visits` those in the states; large ones are rounded. `size` is the one that they are for, if
    the caption names it, and `partial` what another caption says. `meanings` says of some states
    what they stand for, and `places` has the positions of some, in points, for another picture of
    the same automaton.
    """

    automaton: Automaton
    lines: Lines
    counts: Mapping[Transition, int] = NO_COUNTS
    closed: Mapping[Transition, int] = NO_COUNTS
    visits: Mapping[str, int] = NO_COUNTS
    meanings: Mapping[str, str] = MappingProxyType({})
    places: Mapping[str, tuple[float, float]] = MappingProxyType({})
    size: int | None = None
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


def read_count(text: str) -> int:
    """The number that is meant by digits or by a `ROUNDED` count.

    >>> read_count("2.68e4")
    26800
    """
    digits, rounded, exponent = text.partition("e")
    if not rounded:
        return parse_digits(digits)
    number: int = int(digits.replace(".", "")) * 10 ** int(exponent) // 100
    return number


def is_shown(count: int, drawn: int) -> bool:
    """Whether a diagram with the count `drawn` may show this `count`.

    >>> is_shown(2**1000, read_count(count_text(2**1000))), is_shown(2**1000, 2**1000)
    (True, True)
    """
    return drawn in (count, read_count(count_text(count)))
