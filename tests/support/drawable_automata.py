"""Automata that a picture can show: a strategy, and names that mean something else to DOT."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import strategies as st

from hanoi_fsm import Automaton, Label, Transition
from hanoi_fsm.fsm.notation import ELSE, Guard, in_rows
from hanoi_fsm.fsm.validation import faults
from support.notation_strategies import ACTIONS, NAMES, TIMES, UNPRINTED, rows_between

ODD_NAMES = (
    r"""
" | say "a" | back\slash | \ | \\ | ends in \ | \N | \n | \" | <b>bold</b> | <a:b> | < | a -> b
a:b | : | a:n | a:"b" | a:\ | a:b -> c | &lt; | &amp;lt; | &#98;ase | &#92;n | &eacute | &unknown;
a & b | {a|b} | [a] | a;b,c=d | % | %7 | // no comment | /* no comment */ | # no comment
two  blanks | 2 | -1.5 | 1. | 1a | é | état | Ω | node | Node | graph | edge | digraph | subgraph
strict | initial | initial' | state-1 | edge-1 | __import__('os')
""".strip()
    .replace("\n", " | ")
    .split(" | ")
)
ODD_NAMES += [f"{TIMES} 16", "\N{GRINNING FACE}", "a" * 200]


def drawable(name: str) -> bool:
    return not faults(Automaton(name, (name,), name, frozenset([name]), (), name))


SIGNS = st.characters(codec="utf-8", exclude_categories=UNPRINTED) | st.just(" ")
TEXTS = st.text(SIGNS, max_size=12) | st.text("\\\":<>&;#%nN0a /*-é'{}", max_size=8)
ALL_NAMES = st.sampled_from(ODD_NAMES) | TEXTS.map(str.strip).filter(bool).filter(drawable) | NAMES


@st.composite
def an_automaton(draw: st.DrawFn) -> Automaton:
    """Any automaton that a picture can show, sound as a machine or not."""
    states = draw(st.lists(ALL_NAMES, min_size=1, max_size=6, unique=True))
    ends = st.sampled_from(states)
    rows = draw(st.lists(rows_between(ends), max_size=8, unique=True))
    name = draw(ALL_NAMES)
    memory = draw(st.just(name) | ALL_NAMES)
    final = draw(st.frozensets(ends))
    return Automaton(name, tuple(states), draw(ends), final, tuple(rows), memory)


@st.composite
def as_somebody_writes(draw: st.DrawFn) -> Automaton:
    """Any automaton, with all that may be written and has to be read back."""
    automaton = draw(an_automaton())
    inside = st.dictionaries(st.sampled_from(automaton.states), ACTIONS.filter(bool))
    rows = [
        replace(row, guards=draw(st.sampled_from([row.guards, (ELSE,)]))) for row in automaton.rows
    ]
    return replace(
        automaton,
        rows=tuple(dict.fromkeys(rows)),
        ordered=draw(st.booleans()),
        acceptor=draw(st.booleans()),
        entry=draw(inside),
        exit=draw(inside),
    )


def chain(*states: str) -> Automaton:
    """A machine that goes through the `states` one after the other."""
    label = Label("step", (Guard("built", negated=True), Guard("ahead_smaller")), ("carry", "tell"))
    rows = [Transition(a, b, label) for a, b in pairwise(states)]
    return Automaton("chain", states, states[0], frozenset(states[-1:]), in_rows(rows), "chain")
