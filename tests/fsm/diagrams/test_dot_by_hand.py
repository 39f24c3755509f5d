"""DOT written by hand is read as Graphviz shows it."""

from itertools import product

import pytest
from notation_strategies import TIMES

from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.notation import parse_title, parse_transition
from hanoi_fsm.fsm.validation import faults

LF = "\n"
START, END = "s [shape=point]; s -> a;", "b [peripheries=2];"
ENDS, STEP = f"{START} {END}", "a -> b [label=step]"
TO_Q, FROM_Q = "s [shape=point] s -> q;", f"q -> b [label=step] {END}"

BY_HAND = {
    "a -> b : step": {
        "the plainest text": f"s [shape=point] s -> a {STEP} b [peripheries=2]",
        "a point named last": f"s -> a; {STEP}; b [peripheries=2]; s [shape=point]",
        "no blanks where none are needed": "s[shape=point]s->a;b[peripheries=2]a->b[label=step]",
        "defaults for later nodes": f"{START} node [shape=doublecircle] b; {STEP}",
        "defaults for edges": f"edge [label=step]; {ENDS} a -> b",
        "comments of three kinds": f"# one }}{LF} // two }}{LF} /* three {LF} }} ** / */ {ENDS} "
        "a -> b [label=step /* four */] # end",
        "commas and semicolons": f"{ENDS} a -> b [color=red, label=step; style=bold]",
        "several attribute lists": f"{ENDS} a -> b [color=red] [label=go][label=step] []",
        "the last of two looks": f"{START} b [shape=box]; b [shape=doublecircle] {STEP}",
        "any double shape": f"{START} b [shape=doubleoctagon] {STEP}",
        "a number in quotes": f'{START} b [peripheries="2"] {STEP}',
        "keywords in capitals": f"NODE [color=red] Edge [color=red] {ENDS} {STEP}",
        "states shown by their labels": 's [shape=point] s -> 0 0 [label="a"] '
        "1 [label=b peripheries=2] 0 -> 1 [label=step]",
        "a label that is the name": rf'{START} node [label="\N"] {STEP} {END}',
        "a string over two lines": f'{ENDS} a -> b [label="st\\{LF}ep"]',
        "settings of the graph": f'rankdir=LR; graph [bgcolor=white]; "rank" = 2 {ENDS} {STEP}',
    },
    "a -> c : go | c -> b : step": {
        "nodes known from edges": f"{START} a -> c [label=go]; c -> b [label=step]; {END}",
        "defaults for no earlier node": f"{START} a -> c [label=go]; node [shape=doublecircle]; "
        "c -> b [label=step]",
        "a node's own look": f"{START} node [peripheries=2]; c [peripheries=1]; "
        "a -> c [label=go]; c -> b [label=step]",
    },
}
SINGLE = {
    "a -> b : go / x": f'edge [label=step]; {ENDS} a -> b [label="go / x"]',
    "node -> edge : step": 's [shape=point] s -> "node" "node" -> "edge" [label=step] '
    '"edge" [peripheries=2]',
    "node1 -> edge_ : step": "s [shape=point] s -> node1 node1 -> edge_ [label=step] "
    "edge_ [peripheries=2]",
    "état -> Ω : step": "s [shape=point] s -> état état -> Ω [label=step] Ω [peripheries=2]",
    "q0 -> q1 : step": r's [shape=point] node [label="q\N"] s -> 0 '
    "0 -> 1 [label=step] 1 [peripheries=2]",
    "a -> b : step [!x & y] / z": rf'{ENDS} a -> b [label="step\n[ !x\l& y ]\r/ z\l"]',
    "a -> b : step / carry": f'{ENDS} a -> b [label="step{LF}/ carry"]',
    r'"a"\n -> b : step': rf'{TO_Q} q [label="\"a\"\\n"] {FROM_Q}',
    "a\\ -> b : step": rf'{TO_Q} q [label="a\\{LF}"] {FROM_Q}',
    '"a" -> b : step': r's [shape=point] s -> "\"a\"\n" '
    rf'"\"a\"\n" -> b [label=step] {END}',
    "a<éA -> b : step": f'{TO_Q} q [label="&#97;&lt;&eacute;&#x41;"] '
    f'q -> b [label="st&#101;p"] {END}',
    "&lt&foo;&#;&#x;&notit;&; -> b : step": f'{TO_Q} q [label="&lt&foo;&#;&#x;&notit;&;"] {FROM_Q}',
    "a -> a : go | a -> b : step": f"{ENDS} a -> a [label=go] {STEP}",
    "a -> b : go / x | a -> b : step / x": rf'{ENDS} a -> b [label="go,\nstep / x"]',
}
CASES = [
    *((body, rows) for rows, bodies in BY_HAND.items() for body in bodies.values()),
    *((body, rows) for rows, body in SINGLE.items()),
]
NAMES = [*(what for bodies in BY_HAND.values() for what in bodies), *SINGLE]


@pytest.mark.parametrize(("body", "shown"), CASES, ids=NAMES)
def test_dot_written_by_hand_is_read_as_it_is_shown(body: str, shown: str) -> None:
    """The first state is initial, the last final; a byte order mark and CRLF change nothing."""
    expected = [parse_transition(row) for row in shown.split(" | ")]
    for mark, line_end in product(["", "\ufeff"], ["\n", "\r\n"]):
        text = mark + f"digraph x {{ {body}\n}}".replace("\n", line_end)
        for dot in (text, text.encode()):
            automaton = read(dot).automaton
            assert list(automaton.transitions) == expected
            assert automaton.initial == expected[0].source
            assert automaton.final == {expected[-1].target}
            assert set(automaton.states) == {row.source for row in expected} | automaton.final


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ('digraph "a b" {', "a b"),
        ('digraph x { label="y"', "y"),
        ('digraph x { graph [label="y over two-storey"]', "y over two-storey"),
        ('digraph { label="y\\lwith a second line\\l"', "y"),
        ("DiGraph 7 {", "7"),
        ('digraph "x over y" {', "x over y"),
    ],
)
def test_the_title_names_the_automaton_and_the_memory(head: str, title: str) -> None:
    automaton = read(f"{head} {ENDS} {STEP} }}").automaton
    assert (automaton.name, automaton.memory, automaton.title) == (*parse_title(title), title)


@pytest.mark.parametrize(
    ("label", "row", "count"),
    [
        (f"step\\n{TIMES}16", "a -> b : step", 16),
        (f" step [!x] \\l / y \\l {TIMES} 0 \\l", "a -> b : step [!x] / y", 0),
        (f"{TIMES}16", f"a -> b : {TIMES}16", None),
        ("step", "a -> b : step", None),
    ],
)
def test_a_last_line_with_a_number_is_a_count(label: str, row: str, count: int | None) -> None:
    drawing = read(f'digraph x {{ {ENDS} a -> b [label="{label}"] }}')
    assert [str(row) for row in drawing.automaton.transitions] == [row]
    assert drawing.counts == ({} if count is None else {parse_transition(row): count})


def test_states_and_lines_are_kept_in_the_order_of_the_text() -> None:
    drawing = read(
        f"digraph x {{\n {START}\n a -> b [label=step]\n\n a -> c [\n  label=go\n]\n c\n {END} }}"
    )
    step, go = parse_transition("a -> b : step"), parse_transition("a -> c : go")
    assert drawing.automaton.states == ("a", "b", "c")
    assert drawing.lines == {"a": 2, "b": 9, "c": 8, step: 3, go: 5}


def test_a_state_that_is_only_led_to_is_no_state_and_validation_says_where() -> None:
    drawing = read(f"digraph x {{ {ENDS}\n{STEP};\na -> bb [label=go] }}")
    assert drawing.automaton.states == ("a", "b")
    (fault,) = faults(drawing.automaton)
    assert "'bb'" in fault.text
    assert fault.about
    assert drawing.lines[fault.about] == 3
