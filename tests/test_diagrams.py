"""State diagrams: what is drawn is read back, and the picture shows what is read."""

from __future__ import annotations

import re
import stat
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams import render
from hanoi_fsm.fsm.diagrams.dot_reader import read, read_file
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import RenderError, UnknownName
from hanoi_fsm.fsm.notation import Guard, Label, Transition, parse_labels, parse_row, parse_title
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi import automata, solving

TWO_STOREY = automata.SOLVERS["two-storey"].automaton
TIMES = "\N{MULTIPLICATION SIGN}"
FAR_TOO_MANY = 10**30 - 1

ODD_NAMES = [
    '"',
    'say "a"',
    r"back\slash",
    "\\",
    "\\\\",
    r"ends in \ ".strip(),
    r"\N",
    r"\n",
    r"\"",
    "a:b",
    ":",
    "a:n",
    'a:"b"',
    "a:\\",
    "<b>bold</b>",
    "<a:b>",
    "<",
    "a -> b",
    "a:b -> c",
    "&lt;",
    "&amp;lt;",
    "&#98;ase",
    "&#92;n",
    "&eacute",
    "&unknown;",
    "a & b",
    "{a|b}",
    "[a]",
    "a;b,c=d",
    "%",
    "%7",
    "// no comment",
    "/* no comment */",
    "# no comment",
    "two  blanks",
    "2",
    "-1.5",
    "1.",
    "1a",
    "é",
    "état",
    "\N{GREEK SMALL LETTER OMEGA}",
    "\N{GRINNING FACE}",
    f"{TIMES} 16",
    "node",
    "Node",
    "graph",
    "edge",
    "digraph",
    "subgraph",
    "strict",
    "initial",
    "initial'",
    "state-1",
    "edge-1",
    "__import__('os')",
    "a" * 200,
]


def drawable(name: str) -> bool:
    """Whether validation would let that name pass, for a state as for an automaton."""
    automaton = Automaton(name, (name,), name, frozenset([name]), (), name)
    return not faults(automaton)


SIGNS = st.characters(codec="utf-8", exclude_categories=["C", "Z"])
TEXTS = st.text(SIGNS | st.just(" "), min_size=1, max_size=12) | st.text(
    "\\\":<>&;#%nN0a /*-é'{}", min_size=1, max_size=8
)
NAMES = st.sampled_from(ODD_NAMES) | TEXTS.map(str.strip).filter(bool).filter(drawable)
WORDS = st.from_regex(r"[a-zA-Z_é][a-zA-Z0-9_é]{0,8}", fullmatch=True)
ODD_EVENTS = ["step", "0", "1", "->", "<b>", '"', "\\", r"\n", TIMES, f"{TIMES}5", "#", "{"]
EVENTS = st.sampled_from(ODD_EVENTS) | st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="[]&!/:,"),
    min_size=1,
    max_size=12,
)
GUARDS = st.builds(Guard, WORDS, st.booleans())
LABELS = st.builds(Label, EVENTS, st.lists(GUARDS, max_size=3).map(tuple), st.none() | WORDS)


@st.composite
def an_automaton(draw: st.DrawFn) -> Automaton:
    """Any automaton that a picture can show, sound as a machine or not."""
    states = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    ends = st.sampled_from(states)
    rows = draw(st.lists(st.builds(Transition, ends, ends, LABELS), max_size=8, unique=True))
    final = draw(st.frozensets(ends))
    name = draw(NAMES)
    memory = draw(st.just(name) | NAMES)
    return Automaton(name, tuple(states), draw(ends), final, tuple(rows), memory)


def drawn_together(
    automaton: Automaton, counts: Mapping[Transition, int] | None = None
) -> list[list[Transition]]:
    """The transitions that share an edge, edge by edge; each is alone where there are counts.

    Without counts and guards those share one that differ only in the event.
    """
    if counts or automaton.guards:
        return [[row] for row in automaton.transitions]
    edges: dict[tuple[str, str], dict[str | None, list[Transition]]] = {}
    for row in automaton.transitions:
        edges.setdefault((row.source, row.target), {}).setdefault(row.action, []).append(row)
    return [rows for actions in edges.values() for rows in actions.values()]


def chain(*states: str, event: str = "step") -> Automaton:
    """A machine that goes through the `states` one after the other."""
    label = Label(event, (Guard("built", negated=True), Guard("ahead_smaller")), "carry")
    rows = [Transition(a, b, label) for a, b in pairwise(states)]
    return Automaton("chain", states, states[0], frozenset(states[-1:]), tuple(rows), "chain")


# The round trip


def test_two_storey_is_read_back_as_it_was_drawn() -> None:
    drawing = read(Diagram(TWO_STOREY).dot)
    assert drawing.automaton == TWO_STOREY
    assert drawing.automaton.transitions == TWO_STOREY.transitions
    assert drawing.automaton.states == TWO_STOREY.states
    assert drawing.counts == {}


@pytest.mark.parametrize("name", automata.names())
def test_every_automaton_is_read_back_with_its_counts(name: str) -> None:
    automaton = automata.get(name).automaton
    counts = solving.counts(solving.find(name), 3 if name in automata.PATHFINDERS else 5)
    drawing = read(Diagram(automaton, counts=counts).dot)
    assert (drawing.automaton, drawing.counts) == (automaton, counts)
    assert any(counts.values())


@pytest.mark.parametrize("name", automata.names())
def test_every_automaton_is_read_back_without_counts(name: str) -> None:
    automaton = automata.get(name).automaton
    drawing = read(Diagram(automaton).dot)
    assert (drawing.automaton, drawing.counts) == (automaton, {})


def test_closed_counts_stand_beside_and_are_not_read_for_the_counts() -> None:
    counts = dict(zip(TWO_STOREY.transitions, [16, 16, 16, 10, 5, 0, 0, 1], strict=True))
    closed = {row: count + 1 for row, count in counts.items()}
    dot = Diagram(TWO_STOREY, counts=counts, closed=closed).dot
    assert dot.count(f"{TIMES} 16 (17)") == 3
    assert read(dot).counts == counts


def test_the_counts_of_six_disks_are_read_back() -> None:
    counts = dict(zip(TWO_STOREY.transitions, [16, 16, 16, 10, 5, 0, 0, 1], strict=True))
    assert read(Diagram(TWO_STOREY, counts=counts).dot).counts == counts


def test_a_state_may_be_passed_more_often_than_an_edge_can_count() -> None:
    rows = (Transition("a", "a", Label("go")), Transition("a", "a", Label("step")))
    automaton = Automaton("x", ("a",), "a", frozenset("a"), rows, "x")
    counts = dict.fromkeys(rows, FAR_TOO_MANY)
    dot = Diagram(automaton, counts=counts).dot
    assert f"{TIMES} {2 * FAR_TOO_MANY}" in dot
    drawing = read(dot)
    assert (drawing.automaton, drawing.counts) == (automaton, counts)


@given(an_automaton(), st.data())
def test_any_automaton_is_read_back_with_its_counts(
    automaton: Automaton, data: st.DataObject
) -> None:
    rows = st.sampled_from(automaton.transitions) if automaton.transitions else st.nothing()
    counts = data.draw(st.dictionaries(rows, st.integers(0, FAR_TOO_MANY)))
    drawing = read(Diagram(automaton, counts=counts).dot)
    assert drawing.automaton == automaton
    assert drawing.automaton.states == automaton.states
    together = drawn_together(automaton, counts)
    assert drawing.automaton.transitions == tuple(row for rows in together for row in rows)
    assert drawing.counts == counts


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_read_back(name: str) -> None:
    for automaton in (chain(name, "end"), chain("begin", name), chain("begin", name, "end")):
        assert read(Diagram(automaton).dot).automaton == automaton
    named = Automaton(name, ("a",), "a", frozenset("a"), (), memory="two-storey")
    assert read(Diagram(named).dot).automaton == named


@pytest.mark.parametrize("event", ODD_EVENTS)
def test_odd_events_are_read_back(event: str) -> None:
    rows = (Transition("a", "b", Label(event)), Transition("b", "a", Label(event, (), "go")))
    automaton = Automaton("x", ("a", "b"), "a", frozenset("b"), rows, "x")
    assert read(Diagram(automaton).dot).automaton == automaton


@pytest.mark.parametrize("event", ODD_EVENTS)
@pytest.mark.parametrize("others", range(9))
def test_odd_events_are_read_back_from_an_edge_that_others_share(event: str, others: int) -> None:
    """The last of them may stand in a line of its own, and is no count there."""
    labels = [*(Label(f"other-{number}") for number in range(others)), Label(event)]
    rows = tuple(Transition("a", "b", label) for label in labels)
    automaton = Automaton("x", ("a", "b"), "a", frozenset("b"), rows, "x")
    drawing = read(Diagram(automaton).dot)
    assert (drawing.automaton.transitions, drawing.counts) == (rows, {})


def test_an_edge_that_many_long_events_would_share_is_several() -> None:
    events = [f"{number:03}{'e' * 150}" for number in range(3)]
    events += [f"{number:03}{'e' * 60}" for number in range(3, 9)]
    rows = tuple(Transition("a", "b", Label(event, (), "go")) for event in events)
    automaton = Automaton("x", ("a", "b"), "a", frozenset("b"), rows, "x")
    dot = Diagram(automaton).dot
    assert dot.count("a -> b") == 5
    assert read(dot).automaton.transitions == rows


def test_a_borrowed_memory_is_said_in_the_title() -> None:
    mine = Automaton("mine", ("a",), "a", frozenset("a"), (), memory="two-storey")
    assert 'label="mine over two-storey"' in Diagram(mine).dot
    assert read(Diagram(mine).dot).automaton.memory == "two-storey"


@pytest.mark.parametrize("name", ["a over b", "a over", "over over over"])
def test_a_name_that_would_make_the_title_ambiguous_is_a_fault(name: str) -> None:
    title = Automaton(name, ("a",), "a", frozenset("a"), (), memory="m").title
    assert parse_title(title) != (name, "m")
    assert not drawable(name)


# What is drawn


def test_every_transition_is_one_edge_of_its_own() -> None:
    dot = Diagram(TWO_STOREY).dot
    assert dot.count("foundation -> dismantle") == 2
    assert dot.count(" -> ") == len(TWO_STOREY.transitions) + 1


def test_a_point_leads_to_the_initial_state() -> None:
    dot = Diagram(TWO_STOREY).dot
    assert re.search(r'^\s*initial \[label="" .*shape=point', dot, re.MULTILINE)
    assert re.search(r"^\s*initial -> dismantle$", dot, re.MULTILINE)


def test_final_states_and_no_others_have_a_double_border() -> None:
    lines = Diagram(TWO_STOREY).dot.splitlines()
    assert [line.split()[0] for line in lines if "peripheries=2" in line] == ["done"]


def test_a_lit_state_looks_different_and_is_read_back_the_same() -> None:
    plain, lit = Diagram(TWO_STOREY), Diagram(TWO_STOREY, lit=["crown"])
    changed = [b for a, b in zip(plain.dot.split("\n"), lit.dot.split("\n"), strict=True) if a != b]
    assert [line.split()[0] for line in changed] == ["crown"]
    assert read(lit.dot).automaton == TWO_STOREY


def test_an_unknown_state_cannot_be_lit_and_the_nearest_is_suggested() -> None:
    with pytest.raises(UnknownName, match="no state 'crwn': did you mean 'crown'"):
        Diagram(TWO_STOREY, lit=["crwn"])


def test_a_notebook_is_shown_the_picture_and_the_dot() -> None:
    diagram = Diagram(TWO_STOREY)
    bundle = diagram._repr_mimebundle_()
    assert bundle["text/plain"] == diagram.dot
    assert pictured(bundle["image/svg+xml"].encode()).keys() >= {"initial", "state-1", "edge-8"}


@pytest.mark.parametrize(
    ("include", "exclude", "kinds"),
    [
        (None, None, ["image/svg+xml", "text/plain"]),
        (["text/plain"], None, ["text/plain"]),
        (["image/svg+xml"], None, ["image/svg+xml"]),
        (["image/png"], None, []),
        (None, ["image/svg+xml"], ["text/plain"]),
        (None, ["text/plain", "image/svg+xml"], []),
        (["text/plain"], ["text/plain"], []),
    ],
)
def test_a_notebook_is_shown_what_it_asks_for(
    include: list[str] | None, exclude: list[str] | None, kinds: list[str]
) -> None:
    assert list(Diagram(TWO_STOREY)._repr_mimebundle_(include, exclude)) == kinds


# What a person writes by hand is read as Graphviz shows it


START = "s [shape=point]; s -> a;"
END = "b [peripheries=2];"
LF = "\n"

# The states in their order, the first of them initial and the last final, and the rows.
AB = ("a b", ["a -> b : step"])
ACB = ("a c b", ["a -> c : go", "c -> b : step"])

BY_HAND = [
    ("the plainest text", r"s [shape=point] s -> a a -> b [label=step] b [peripheries=2]", AB),
    ("a point named last", r"s -> a; a -> b [label=step]; b [peripheries=2]; s [shape=point]", AB),
    ("nodes known from edges", rf"{START} a -> c [label=go]; c -> b [label=step]; {END}", ACB),
    ("defaults for later nodes", rf"{START} node [shape=doublecircle] b; a -> b [label=step]", AB),
    (
        "defaults for no earlier node",
        rf"{START} a -> c [label=go]; node [shape=doublecircle]; c -> b [label=step]",
        ACB,
    ),
    (
        "a node's own look before the default",
        rf"{START} node [peripheries=2]; c [peripheries=1]; a -> c [label=go]; c -> b [label=step]",
        ACB,
    ),
    ("defaults for edges", rf"edge [label=step]; {START} {END} a -> b", AB),
    (
        "an edge's own label before the default",
        rf'edge [label="go / x"]; {START} {END} a -> b [label=step]',
        AB,
    ),
    (
        "comments of three kinds",
        rf"# one }}{LF} // two }}{LF} /* three {LF} }} ** / */ {START} {END} a -> b "
        "[label=step /* four */] # end",
        AB,
    ),
    (
        "commas and semicolons between attributes",
        rf"{START} {END} a -> b [color=red, label=step; style=bold]",
        AB,
    ),
    (
        "several attribute lists",
        rf"{START} {END} a -> b [color=red] [label=go][label=step] []",
        AB,
    ),
    (
        "the last of two looks",
        rf"{START} b [shape=box]; b [shape=doublecircle] a -> b [label=step]",
        AB,
    ),
    ("any double shape", rf"{START} b [shape=doubleoctagon] a -> b [label=step]", AB),
    ("a number in quotes", rf'{START} b [peripheries="2"] a -> b [label=step]', AB),
    (
        "keywords in capitals",
        rf"NODE [color=red] Edge [color=red] {START} {END} a->b[label=step]",
        AB,
    ),
    ("no blanks where none are needed", r"s[shape=point]s->a;b[peripheries=2]a->b[label=step]", AB),
    (
        "keywords in quotes are names",
        r's [shape=point] s -> "node" "node" -> "edge" [label=step] "edge" [peripheries=2]',
        ("node edge", ["node -> edge : step"]),
    ),
    (
        "names that begin like keywords",
        r"s [shape=point] s -> node1 node1 -> edge_ [label=step] edge_ [peripheries=2]",
        ("node1 edge_", ["node1 -> edge_ : step"]),
    ),
    (
        "names from any alphabet",
        r"s [shape=point] s -> état état -> Ω [label=step] Ω [peripheries=2]",
        ("état Ω", ["état -> Ω : step"]),
    ),
    (
        "states shown by their labels",
        r's [shape=point] s -> 0 0 [label="a"] 1 [label=b peripheries=2] 0 -> 1 [label=step]',
        AB,
    ),
    (
        "a label that is the name",
        rf'{START} node [label="\N"] a -> b [label=step] {END}',
        AB,
    ),
    (
        "a label that has the name in it",
        r's [shape=point] node [label="q\N"] s -> 0 0 -> 1 [label=step] 1 [peripheries=2]',
        ("q0 q1", ["q0 -> q1 : step"]),
    ),
    (
        "lines in any adjustment",
        rf'{START} {END} a -> b [label="step\n[ !built\l& x ]\r/ carry\l"]',
        ("a b", ["a -> b : step [!built & x] / carry"]),
    ),
    (
        "a line break as it is",
        rf'{START} {END} a -> b [label="step{LF}/ carry"]',
        ("a b", ["a -> b : step / carry"]),
    ),
    ("a string over two lines", rf'{START} {END} a -> b [label="st\{LF}ep"]', AB),
    (
        "quotes and backslashes",
        r's [shape=point] s -> q q [label="\"a\"\\n"] q -> b [label=step] b [peripheries=2]',
        (r'"a"\n b', [r'"a"\n -> b : step']),
    ),
    (
        "a backslash before a line break",
        rf's [shape=point] s -> q q [label="a\\{LF}"] q -> b [label=step] {END}',
        (r"a\ b", [r"a\ -> b : step"]),
    ),
    (
        "escapes in a name without a label",
        r's [shape=point] s -> "\"a\"\n" "\"a\"\n" -> b [label=step] b [peripheries=2]',
        ('"a" b', ['"a" -> b : step']),
    ),
    (
        "characters written as entities",
        r's [shape=point] s -> q q [label="&#97;&lt;&eacute;&#x41;"] q -> b [label="st&#101;p"] '
        + END,
        ("a<éA b", ["a<éA -> b : step"]),
    ),
    (
        "what looks like an entity and is none",
        r's [shape=point] s -> q q [label="&lt&foo;&#;&#x;&notit;&;"] q -> b [label=step] ' + END,
        ("&lt&foo;&#;&#x;&notit;&; b", ["&lt&foo;&#;&#x;&notit;&; -> b : step"]),
    ),
    (
        "a transition to its own state",
        rf"{START} {END} a -> a [label=go] a -> b [label=step]",
        ("a b", ["a -> a : go", "a -> b : step"]),
    ),
    (
        "several events on one edge",
        rf'{START} {END} a -> b [label="go, step,\nhop / carry"]',
        ("a b", [f"a -> b : {event} / carry" for event in ("go", "step", "hop")]),
    ),
    (
        "settings of the graph, which are looks",
        rf'rankdir=LR; graph [bgcolor=white]; "rank" = 2 {START} {END} a -> b [label=step]',
        AB,
    ),
]


def digraph(body: str) -> str:
    """The text of a diagram named x."""
    return f"digraph x {{ {body}\n}}"


@pytest.mark.parametrize(
    ("body", "shown"), [pytest.param(*case, id=what) for what, *case in BY_HAND]
)
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_dot_written_by_hand_is_read_as_it_is_shown(
    body: str, shown: tuple[str, list[str]], mark: str, line_end: str
) -> None:
    states, rows = shown[0].split(), shown[1]
    text = mark + digraph(body).replace("\n", line_end)
    for dot in (text, text.encode()):
        automaton = read(dot).automaton
        assert automaton.states == tuple(states)
        assert automaton.initial == states[0]
        assert automaton.final == {states[-1]}
        assert [str(row) for row in automaton.transitions] == rows


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("digraph x {", ("x", "x")),
        ('digraph "a b" {', ("a b", "a b")),
        ('digraph x { label="y"', ("y", "y")),
        ('digraph x { graph [label="y over two-storey"]', ("y", "two-storey")),
        ('digraph { label="y\\lwith a second line\\l"', ("y", "y")),
        ("digraph 7 {", ("7", "7")),
        ("DiGraph x {", ("x", "x")),
        ('digraph "x over y" {', ("x", "y")),
    ],
)
def test_the_title_names_the_automaton_and_the_memory(head: str, title: tuple[str, str]) -> None:
    automaton = read(f"{head} {START} {END} a -> b [label=step] }}").automaton
    assert (automaton.name, automaton.memory) == title


@pytest.mark.parametrize(
    ("label", "row", "count"),
    [
        (f"step\\n{TIMES} 16", "a -> b : step", 16),
        (f"step\\n{TIMES}16", "a -> b : step", 16),
        (f" step [!x] \\l / y \\l {TIMES} 0 \\l", "a -> b : step [!x] / y", 0),
        (f"{TIMES}16", f"a -> b : {TIMES}16", None),
        ("step", "a -> b : step", None),
    ],
)
def test_a_last_line_with_a_number_of_times_is_a_count(
    label: str, row: str, count: int | None
) -> None:
    drawing = read(f'digraph x {{ {START} {END} a -> b [label="{label}"] }}')
    assert [str(row) for row in drawing.automaton.transitions] == [row]
    assert drawing.counts == ({} if count is None else {parse_row(row): count})


def test_the_lines_of_states_and_transitions_are_kept() -> None:
    drawing = read(
        "digraph x {\n"  # 1
        "s [shape=point]; s -> a\n"  # 2
        "a -> b [label=step]\n"  # 3
        "\n"
        "a -> c [\n"  # 5
        "  label=go\n"
        "]\n"
        "b [peripheries=2]\n"  # 8
        "}\n"
    )
    row = {
        name: Transition("a", *end)
        for name, end in {
            "step": ("b", Label("step")),
            "go": ("c", Label("go")),
        }.items()
    }
    assert drawing.lines == {"a": 2, "b": 8, "c": 5, row["step"]: 3, row["go"]: 5}


def test_a_state_that_is_only_led_to_is_no_state_and_validation_says_where() -> None:
    drawing = read(f"digraph x {{ {START} {END}\na -> b [label=step];\na -> bb [label=go] }}")
    assert drawing.automaton.states == ("a", "b")
    (fault,) = faults(drawing.automaton)
    assert "unknown state 'bb': did you mean 'b'?" in fault.text
    assert fault.about is not None
    assert drawing.lines[fault.about] == 3


def test_a_file_is_read_like_its_text(tmp_path: Path) -> None:
    file = tmp_path / "two-storey.dot"
    file.write_text(Diagram(TWO_STOREY).dot, encoding="utf-8")
    assert read_file(file) == read(Diagram(TWO_STOREY).dot)


# The picture

SVG = "{http://www.w3.org/2000/svg}"


class Shape(NamedTuple):
    """What a picture shows of one node or edge."""

    title: str
    texts: list[str]
    borders: int
    fill: str | None


def blanks_joined(text: str) -> str:
    """A text with single blanks: renderers write two in ways of their own."""
    return " ".join(text.split())


def pictured(svg: bytes) -> dict[str, Shape]:
    """The nodes and edges of a picture by their ids."""
    root = ET.fromstring(svg)
    return {
        group.attrib["id"]: Shape(
            blanks_joined(group.findtext(f"{SVG}title", "")),
            [blanks_joined("".join(text.itertext())) for text in group.iter(f"{SVG}text")],
            sum(1 for sign in group.iter() if sign.tag in (f"{SVG}path", f"{SVG}polygon")),
            next((sign.attrib["fill"] for sign in group.iter() if "fill" in sign.attrib), None),
        )
        for group in root.iter(f"{SVG}g")
        if group.get("class") in ("graph", "node", "edge")
    }


def shows_the_definition(svg: bytes, automaton: Automaton) -> None:
    """Assert that titles and texts are those of the definition, and that there are no others."""
    shapes = pictured(svg)
    nodes = [shapes.pop(f"state-{i}") for i in range(1, len(automaton.states) + 1)]
    states = [blanks_joined(state) for state in automaton.states]
    assert [node.title for node in nodes] == states
    assert [node.texts for node in nodes] == [[state] for state in states]
    together = drawn_together(automaton)
    edges = [shapes.pop(f"edge-{i}") for i in range(1, len(together) + 1)]
    for edge, rows in zip(edges, together, strict=True):
        source, target = rows[0].source, rows[0].target
        sides = ["", ":w", ":e", ":n", ":s"] if source == target else [""]
        ends = [blanks_joined(f"{source}{side}->{target}{side}") for side in sides]
        assert edge.title in ends
    labels = [[row.label for row in rows] for rows in together]
    assert [parse_labels(" ".join(edge.texts)) for edge in edges] == labels
    assert shapes.pop("initial").texts == []
    graph = shapes.pop("graph0")
    assert graph.title == blanks_joined(automaton.name)
    assert blanks_joined(automaton.title) in graph.texts
    (start,) = shapes.values()
    assert start.title.endswith(blanks_joined(f"->{automaton.initial}"))
    assert start.texts == []


def test_the_embedded_renderer_shows_the_definition() -> None:
    shows_the_definition(Diagram(TWO_STOREY).render("svg", "wasm"), TWO_STOREY)


def test_the_embedded_renderer_shows_odd_names_as_they_are() -> None:
    automaton = chain(*(name for name in ODD_NAMES if len(name) < 50))
    shows_the_definition(Diagram(automaton).render("svg", "wasm"), automaton)


@settings(max_examples=20)
@given(an_automaton())
def test_the_embedded_renderer_shows_any_definition(automaton: Automaton) -> None:
    shows_the_definition(Diagram(automaton).render("svg", "wasm"), automaton)


def test_the_picture_marks_final_states_and_lit_ones() -> None:
    shapes = pictured(Diagram(TWO_STOREY, lit=["crown"]).render("svg", "wasm"))
    states = {s: shapes[f"state-{i}"] for i, s in enumerate(TWO_STOREY.states, 1)}
    assert {name: shape.borders for name, shape in states.items()} == {
        "dismantle": 1,
        "base": 1,
        "crown": 1,
        "foundation": 1,
        "done": 2,
    }
    fills = Counter(shape.fill for shape in states.values())
    assert fills[states["crown"].fill] == 1


def test_the_picture_shows_the_counts() -> None:
    counts = solving.counts(solving.find("two-storey"), 6)
    shapes = pictured(Diagram(TWO_STOREY, counts=counts).render("svg", "wasm"))
    texts = [shapes[f"edge-{i}"].texts[-1] for i in range(1, 9)]
    assert texts == [f"{TIMES} {counts[row]}" for row in TWO_STOREY.transitions]
    passed = [shapes[f"state-{i}"].texts for i in range(1, 6)]
    times = [16, 16, 16, 16, 1]
    assert passed == [[s, f"{TIMES} {n}"] for s, n in zip(TWO_STOREY.states, times, strict=True)]


def test_the_picture_shows_the_closed_counts_beside() -> None:
    counts = solving.counts(solving.find("two-storey"), 6)
    closed = solving.closed_counts(solving.find("two-storey"), 6)
    diagram = Diagram(TWO_STOREY, counts=counts, closed=closed)
    shapes = pictured(diagram.render("svg", "wasm"))
    texts = [shapes[f"edge-{i}"].texts[-1] for i in range(1, 9)]
    assert texts == [f"{TIMES} {n} ({n})" for n in (16, 16, 16, 10, 5, 0, 0, 1)]


@pytest.mark.parametrize("name", automata.READERS)
def test_the_picture_of_a_reader_shows_its_definition(name: str) -> None:
    automaton = automata.READERS[name].automaton
    shows_the_definition(Diagram(automaton).render("svg", "wasm"), automaton)


@pytest.mark.dot
def test_dot_shows_the_definition() -> None:
    shows_the_definition(Diagram(TWO_STOREY).render("svg", "dot"), TWO_STOREY)
    automaton = chain(*(name for name in ODD_NAMES if len(name) < 50))
    shows_the_definition(Diagram(automaton).render("svg", "dot"), automaton)


@pytest.mark.dot
@pytest.mark.parametrize(
    ("format", "begin"), [("svg", b"<?xml"), ("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-")]
)
@pytest.mark.parametrize("renderer", ["dot", "auto"])
def test_dot_makes_every_format(format: str, begin: bytes, renderer: str) -> None:
    assert Diagram(TWO_STOREY).render(format, renderer).startswith(begin)


@pytest.mark.dot
@pytest.mark.parametrize("format", ["png", "pdf"])
def test_the_embedded_renderer_makes_svg_only(format: str) -> None:
    with pytest.raises(RenderError, match=f"{format} needs Graphviz's dot, .* or ask for svg"):
        render("digraph x {}", format, "wasm")


@pytest.fixture
def bin_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The only folder on PATH, with nothing in it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("bin_folder")
class TestWithoutDot:
    """What a machine without Graphviz can do."""

    @pytest.mark.parametrize("format", ["png", "pdf"])
    @pytest.mark.parametrize("renderer", ["auto", "wasm"])
    def test_png_and_pdf_ask_for_graphviz(self, format: str, renderer: str) -> None:
        expected = f"{format} needs Graphviz's dot, .* not on PATH: install Graphviz, or ask"
        with pytest.raises(RenderError, match=expected):
            Diagram(TWO_STOREY).render(format, renderer)

    def test_the_renderer_dot_is_missed(self) -> None:
        with pytest.raises(RenderError, match="not on PATH: install Graphviz, or take"):
            Diagram(TWO_STOREY).render("svg", "dot")

    def test_svg_comes_from_the_embedded_renderer(self) -> None:
        shows_the_definition(Diagram(TWO_STOREY).render(), TWO_STOREY)


def test_what_dot_says_against_a_text_is_told_in_one_line(bin_folder: Path) -> None:
    fake = bin_folder / "dot"
    fake.write_text("#!/bin/sh\necho 'Error: no\nsuch thing' >&2\nexit 1\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(RenderError, match="dot could not draw the diagram: ") as error:
        render("digraph x {}", "png")
    assert "such thing" in str(error.value)
    assert "\n" not in str(error.value)


def test_what_the_embedded_renderer_refuses_is_told_and_it_goes_on() -> None:
    with pytest.raises(RenderError, match="the embedded renderer failed: "):
        render("digraph x {", "svg", "wasm")
    assert pictured(render("digraph x { a }", "svg", "wasm"))["node1"].title == "a"


@pytest.mark.parametrize(
    ("format", "renderer", "message"),
    [
        ("gif", "auto", "no picture format 'gif': take one of .svg, png, pdf."),
        ("SVG", "auto", "no picture format 'SVG'"),
        ("pgn", "auto", "did you mean 'png'"),
        ("svg", "wsam", "no renderer 'wsam': did you mean 'wasm'"),
        ("svg", "xyz", "no renderer 'xyz': take one of .auto, dot, wasm."),
        ("", "auto", "no picture format ''"),
    ],
)
def test_unknown_formats_and_renderers_are_named(format: str, renderer: str, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        render("digraph x {}", format, renderer)
