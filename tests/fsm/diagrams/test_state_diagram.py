"""State diagrams: what is drawn is read back, and the picture shows what is read."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation_strategies import LABELS, NAMES, ODD_EVENTS, TIMES, UNPRINTED
from svg_shapes import assert_shows, drawn_together, shapes_of

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.diagrams.geometry.layout import circle
from hanoi_fsm.fsm.diagrams.geometry.placement import MOST_STATES
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import BadInput, UnknownName
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi import automata

TWO_STOREY = automata.get("two-storey").automaton
COUNTS = dict(zip(TWO_STOREY.transitions, [16, 16, 16, 10, 5, 0, 0, 1], strict=True))
PASSED = [16, 16, 16, 16, 1]
FAR_TOO_MANY = 10**30 - 1

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
    rows = draw(st.lists(st.builds(Transition, ends, ends, LABELS), max_size=8, unique=True))
    final = draw(st.frozensets(ends))
    name = draw(ALL_NAMES)
    memory = draw(st.just(name) | ALL_NAMES)
    return Automaton(name, tuple(states), draw(ends), final, tuple(rows), memory)


def chain(*states: str) -> Automaton:
    """A machine that goes through the `states` one after the other."""
    label = Label("step", (Guard("built", negated=True), Guard("ahead_smaller")), "carry")
    rows = [Transition(a, b, label) for a, b in pairwise(states)]
    return Automaton("chain", states, states[0], frozenset(states[-1:]), tuple(rows), "chain")


def between(*labels: Label) -> Automaton:
    """A machine with two states and all the labels on the way from one to the other."""
    rows = tuple(Transition("a", "b", label) for label in labels)
    return Automaton("x", ("a", "b"), "a", frozenset("b"), rows, "x")


@settings(max_examples=30)
@given(an_automaton(), st.data())
@pytest.mark.sweep
def test_any_is_read_back_with_its_counts(automaton: Automaton, data: st.DataObject) -> None:
    rows = st.sampled_from(automaton.transitions) if automaton.transitions else st.nothing()
    counts = data.draw(st.dictionaries(rows, st.integers(0, FAR_TOO_MANY)))
    drawing = read(Diagram(automaton, counts=counts).dot)
    assert drawing.automaton == automaton
    assert drawing.automaton.states == automaton.states
    together = drawn_together(automaton, counted=bool(counts))
    assert drawing.automaton.transitions == tuple(row for rows in together for row in rows)
    assert drawing.counts == counts


def test_a_state_may_be_visited_more_often_than_an_edge_can_count() -> None:
    automaton = between(Label("go"), Label("step"))
    counts = dict.fromkeys(automaton.transitions, FAR_TOO_MANY)
    diagram = Diagram(automaton, counts=counts)
    assert f"{TIMES} {2 * FAR_TOO_MANY}" in diagram.dot
    drawing = read(diagram.dot)
    assert (drawing.automaton, drawing.counts) == (diagram.automaton, counts)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_read_back(name: str) -> None:
    named = Automaton(name, ("a",), "a", frozenset("a"), (), memory="two-storey")
    for automaton in (chain(name, "end"), chain("begin", name), chain("a", name, "b"), named):
        assert read(Diagram(automaton).dot).automaton == automaton


@pytest.mark.parametrize("event", ODD_EVENTS)
def test_odd_events_are_read_back_however_many_others_share_their_edge(event: str) -> None:
    """A label may end with a line in parentheses that is not a count."""
    for others in range(9):
        labels = [*(Label(f"other-{number}") for number in range(others)), Label(event)]
        for automaton in (between(*labels), between(*labels, Label(event, (), "go"))):
            drawing = read(Diagram(automaton).dot)
            assert drawing.automaton.transitions == automaton.transitions
            assert drawing.counts == {}


def test_an_edge_that_many_long_events_would_share_is_several() -> None:
    events = [f"{number:03}{'e' * 150}" for number in range(3)]
    events += [f"{number:03}{'e' * 60}" for number in range(3, 9)]
    automaton = between(*(Label(event, (), "go") for event in events))
    dot = Diagram(automaton).dot
    assert dot.count("a -> b") == 5
    assert read(dot).automaton.transitions == automaton.transitions


LARGE = automata.get("twice-reader").automaton
ODD = chain(*(name for name in ODD_NAMES if len(name) < 50))


@pytest.mark.parametrize("renderer", ["wasm", pytest.param("dot", marks=pytest.mark.dot)])
@pytest.mark.parametrize(
    "automaton", [TWO_STOREY, ODD, pytest.param(LARGE, marks=pytest.mark.sweep)], ids=str
)
@pytest.mark.one_in(2)
def test_the_picture_shows_the_definition(renderer: str, automaton: Automaton) -> None:
    assert_shows(Diagram(automaton).render("svg", renderer), automaton)


@settings(max_examples=20)
@given(an_automaton())
def test_the_picture_shows_any_definition(automaton: Automaton) -> None:
    assert_shows(Diagram(automaton).render("svg", "wasm"), automaton)


def test_the_picture_marks_final_states_and_lit_ones_which_are_read_back_the_same() -> None:
    diagram = Diagram(TWO_STOREY, lit=["crown"])
    assert read(diagram.dot).automaton == TWO_STOREY
    shapes = shapes_of(diagram.render("svg", "wasm"))
    states = {s: shapes[f"state-{i}"] for i, s in enumerate(TWO_STOREY.states, 1)}
    assert {name for name, shape in states.items() if shape.borders == 2} == {"done"}
    assert [states[name].borders for name in ("base", "crown")] == [1, 1]
    fills = Counter(shape.fill for shape in states.values())
    assert (fills[states["crown"].fill], len(fills)) == (1, 2)


def test_an_unknown_state_cannot_be_lit_and_the_nearest_is_suggested() -> None:
    with pytest.raises(UnknownName, match=r"'crwn'.*'crown'"):
        Diagram(TWO_STOREY, lit=["crwn"])


def test_the_picture_shows_the_counts_and_beside_them_the_closed_ones_which_are_not_read() -> None:
    closed = {row: count + 1 for row, count in COUNTS.items()}
    for beside in ({}, closed):
        diagram = Diagram(TWO_STOREY, counts=COUNTS, closed=beside)
        shapes = shapes_of(diagram.render("svg", "wasm"))
        texts = [shapes[f"edge-{i}"].texts[-1] for i in range(1, 9)]
        behind = [f" ({beside[row]})" if beside else "" for row in COUNTS]
        assert texts == [f"{TIMES} {n}{b}" for n, b in zip(COUNTS.values(), behind, strict=True)]
        states = [shapes[f"state-{i}"].texts for i in range(1, 6)]
        passed = zip(TWO_STOREY.states, PASSED, strict=True)
        assert states == [[state, f"{TIMES} {times}"] for state, times in passed]
        assert read(diagram.dot).counts == COUNTS


PICTURE, TEXT = "image/svg+xml", "text/plain"


def test_a_notebook_is_shown_the_picture_and_the_dot_as_it_asks() -> None:
    diagram = Diagram(TWO_STOREY)
    bundle = diagram._repr_mimebundle_()
    assert list(bundle) == [PICTURE, TEXT]
    assert bundle[TEXT] == diagram.dot
    assert_shows(bundle[PICTURE].encode(), TWO_STOREY)
    assert list(diagram._repr_mimebundle_([TEXT, "image/png"])) == [TEXT]
    assert list(diagram._repr_mimebundle_(None, [TEXT])) == [PICTURE]
    assert diagram._repr_mimebundle_([TEXT], [TEXT]) == {}


def wheel(spokes: int) -> Automaton:
    """A state from which each other can be reached."""
    states = ("hub", *(f"s{number}" for number in range(spokes)))
    rows = tuple(Transition("hub", state, Label(f"to-{state}")) for state in states[1:])
    return Automaton("wheel", states, "hub", frozenset(), rows, "wheel")


def test_too_many_states_or_edges_are_left_to_dot_and_never_put_on_a_circle() -> None:
    small, large = wheel(MOST_STATES - 1), wheel(MOST_STATES)
    for automaton, places in ((small, True), (large, False)):
        table = circle(automaton.states)
        assert (Diagram(automaton, places=table).fixed() is table) is places
    assert Diagram(small, layout="circle").fixed() is not None
    with pytest.raises(BadInput, match=rf"{MOST_STATES + 1} states .* at most {MOST_STATES}"):
        Diagram(large, layout="circle").render()


def test_a_note_shows_what_no_picture_can_hold_as_an_escape() -> None:
    svg = Diagram(TWO_STOREY, notes=["a \ud800 b \x1b c </style> &lt;"]).render("svg", "wasm")
    texts = shapes_of(svg)["note-below"].texts
    assert texts == [r"a \ud800 b \x1b c </style> &lt;"]
