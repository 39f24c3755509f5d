"""Labels and transitions at random, for whatever writes the notation and reads it back."""

from typing import Literal

from hypothesis import strategies as st

from hanoi_fsm import Label, Row, Transition
from hanoi_fsm.fsm.notation import Guard, parse_line, quoted

TIMES = "\N{MULTIPLICATION SIGN}"
ODD_EVENTS = ["step", "0", "->", "<b>", '"', "\\", r"\n", TIMES, f"{TIMES}5", "#", "{"]
"""Events that mean something else to DOT, to XML or to a count."""

UNPRINTED: list[Literal["C", "Z"]] = ["C", "Z"]
NAMES = st.from_regex(r"[a-zA-Z_é][a-zA-Z_0-9é]{0,8}", fullmatch=True)
EVENTS = st.sampled_from(ODD_EVENTS) | st.text(
    st.characters(codec="utf-8", exclude_categories=UNPRINTED, exclude_characters="[]&!/:,"),
    min_size=1,
    max_size=9,
)
GUARDS = st.builds(Guard, NAMES, st.booleans())
OUTPUTS = st.text(max_size=9) | st.sampled_from(['"', "\\", "a, b", " -> b : 0 / x", "  ", r"\n"])
ACTIONS = st.lists(NAMES | OUTPUTS.map(quoted), max_size=3).map(tuple)
LABELS = st.builds(Label, EVENTS, st.lists(GUARDS, max_size=3).map(tuple), ACTIONS)

WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=UNPRINTED), min_size=1, max_size=6
).filter(lambda word: not word.startswith(":") and "->" not in word)


def rows_between(states: st.SearchStrategy[str]) -> st.SearchStrategy[Row]:
    """Edges as somebody may write them."""
    events = st.lists(EVENTS, min_size=1, max_size=3, unique=True).map(tuple)
    guards = st.lists(GUARDS, max_size=3).map(tuple)
    return st.builds(Row, states, states, events, guards, ACTIONS)


STATES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
ROWS = rows_between(STATES)
"""Rows as a table can write them."""


def parse_transition(text: str) -> Transition:
    """The only transition in a row of a table."""
    (transition,) = parse_line(text).transitions
    return transition
