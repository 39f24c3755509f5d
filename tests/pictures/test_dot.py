"""DOT as a program: what a diagram says is read back, and what says nothing clear is refused."""

import re
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.cases import ids, sweep_if
from support.drawable_automata import ODD_NAMES, as_somebody_writes, chain
from support.notation_strategies import (
    ODD_EVENTS,
    TIMES,
    parse_transition,
)

from hanoi_fsm import (
    Automaton,
    Diagram,
    FsmError,
    Label,
    Transition,
    automata,
    find,
    read,
)
from hanoi_fsm.fsm.errors import DotError
from hanoi_fsm.fsm.notation import in_rows, parse_title

TWO_STOREY = find("two-storey")

# what is drawn is read back

FAR_TOO_MANY = 10**30 - 1


def between(*labels: Label) -> Automaton:
    """A machine with two states and all the labels on the way from one to the other."""
    rows = in_rows(Transition("a", "b", label) for label in labels)
    return Automaton("x", ("a", "b"), "a", frozenset("b"), rows, "x")


def any_is_read_back(automaton: Automaton, data: st.DataObject) -> None:
    rows = st.sampled_from(automaton.transitions) if automaton.transitions else st.nothing()
    counts = data.draw(st.dictionaries(rows, st.integers(0, FAR_TOO_MANY)))
    drawing = read(Diagram(automaton, counts=counts).dot)
    assert drawing.automaton == automaton
    assert drawing.automaton.states == automaton.states


@pytest.mark.parametrize("examples", [6, pytest.param(100, marks=pytest.mark.sweep)])
def test_any_automaton_is_read_back_with_its_counts(examples: int) -> None:
    settings(max_examples=examples)(given(as_somebody_writes(), st.data())(any_is_read_back))()


@pytest.mark.sweep
def test_odd_names_and_every_registered_automaton_are_read_back() -> None:
    every = [automata.get(name).automaton for name in automata.names()]
    for name in ODD_NAMES:
        named = Automaton(name, ("a",), "a", frozenset("a"), (), memory="two-storey")
        every += [chain(name, "end"), chain("begin", name), chain("a", name, "b"), named]
    assert [
        automaton for automaton in every if read(Diagram(automaton).dot).automaton != automaton
    ] == []


@pytest.mark.sweep
def test_odd_events_are_read_back_however_many_others_share_their_edge() -> None:
    """A label may end with a line that looks like a count."""
    for event, others in product(ODD_EVENTS, range(9)):
        labels = [*(Label(f"other-{number}") for number in range(others)), Label(event)]
        for automaton in (between(*labels), between(*labels, Label(event, (), ("go", "on")))):
            drawing = read(Diagram(automaton).dot)
            assert drawing.automaton.transitions == automaton.transitions


def test_an_edge_that_many_long_events_would_share_is_several() -> None:
    events = [f"{number:03}{'e' * (150 if number < 3 else 60)}" for number in range(9)]
    automaton = between(*(Label(event, (), ("go",)) for event in events))
    dot = Diagram(automaton).dot
    assert dot.count("a -> b") == 5
    assert read(dot).automaton.transitions == automaton.transitions


# what people write

LF = "\n"
START, END = "s [shape=point]; s -> a;", "b [peripheries=2];"
ENDS, STEP = f"{START} {END}", "a -> b [label=step]"
TO_Q, FROM_Q = "s [shape=point] s -> q;", f"q -> b [label=step] {END}"

BY_HAND = {
    "a -> b : step": [
        f"s [shape=point] s -> a {STEP} b [peripheries=2]",
        f"s -> a; {STEP}; b [peripheries=2]; s [shape=point]",
        "s[shape=point]s->a;b[peripheries=2]a->b[label=step]",
        f"{START} node [shape=doublecircle] b; {STEP}",
        f"edge [label=step]; {ENDS} a -> b",
        f"# one }}{LF} // two }}{LF} /* three {LF} }} ** / */ {ENDS} "
        "a -> b [label=step /* four */] # end",
        f"{ENDS} a -> b [color=red, label=step; style=bold]",
        f"{ENDS} a -> b [color=red] [label=go][label=step] []",
        f"{START} b [shape=box]; b [shape=doublecircle] {STEP}",
        f"{START} b [shape=doubleoctagon] {STEP}",
        f"{START} b [shape=tripleoctagon peripheries=2] {STEP}",
        f'{START} b [peripheries="2"] {STEP}',
        f"NODE [color=red] Edge [color=red] {ENDS} {STEP}",
        's [shape=point] s -> 0 0 [label="a"] 1 [label=b peripheries=2] 0 -> 1 [label=step]',
        rf'{START} node [label="\N"] {STEP} {END}',
        f'{ENDS} a -> b [label="st\\{LF}ep"]',
        f'rankdir=LR; graph [bgcolor=white]; "rank" = 2 {ENDS} {STEP}',
        f"{START} b [peripheries=2 xlabel=x] {STEP}",
        f"s [shape=point style=invis]; s -> a {END} {STEP}",
    ],
    "a -> c : go | c -> b : step": [
        f"{START} a -> c [label=go]; c -> b [label=step]; {END}",
        f"{START} a -> c [label=go]; node [shape=doublecircle]; c -> b [label=step]",
        f"{START} node [peripheries=2]; c [peripheries=1]; a -> c [label=go]; c -> b [label=step]",
        f"{START} node [shape=doublecircle]; c [peripheries=1]; a -> c [label=go]; "
        "c -> b [label=step]",
        f"{START} c [shape=doublecircle peripheries=1]; a -> c [label=go]; c -> b [label=step]; "
        f"{END}",
    ],
    "a -> b : go / x": [f'edge [label=step]; {ENDS} a -> b [label="go / x"]'],
    "node -> edge : step": [
        's [shape=point] s -> "node" "node" -> "edge" [label=step] "edge" [peripheries=2]'
    ],
    "node1 -> edge_ : step": [
        "s [shape=point] s -> node1 node1 -> edge_ [label=step] edge_ [peripheries=2]"
    ],
    "état -> Ω : step": ["s [shape=point] s -> état état -> Ω [label=step] Ω [peripheries=2]"],
    "a -> b : step [!x & y] / z": [rf'{ENDS} a -> b [label="step\n[ !x\l& y ]\r/ z\l"]'],
    r'"a"\n -> b : step': [rf'{TO_Q} q [label="\"a\"\\n"] {FROM_Q}'],
    '"a" -> b : step': [rf's [shape=point] s -> "\"a\"\n" "\"a\"\n" -> b [label=step] {END}'],
    "a<éA -> b : step": [
        f'{TO_Q} q [label="&#97;&lt;&eacute;&#x41;"] q -> b [label="st&#101;p"] {END}'
    ],
    "&lt&foo;&#;&#x;&; -> b : step": [f'{TO_Q} q [label="&lt&foo;&#;&#x;&;"] {FROM_Q}'],
    "a -> a : go | a -> b : step": [f"{ENDS} a -> a [label=go] {STEP}"],
    "a -> b : go / x | a -> b : step / x": [rf'{ENDS} a -> b [label="go,\nstep / x"]'],
}
"""The first state is initial, and the last one is final."""


@pytest.mark.parametrize("shown", BY_HAND)
def test_dot_written_by_hand_is_read_as_graphviz_shows_it(shown: str) -> None:
    """A byte order mark and CRLF change nothing."""
    expected = [parse_transition(row) for row in shown.split(" | ")]
    for body, mark, line_end in product(BY_HAND[shown], ["", "\ufeff"], ["\n", "\r\n"]):
        text = mark + f"digraph x {{ {body}\n}}".replace("\n", line_end)
        for dot in (text, text.encode()):
            automaton = read(dot).automaton
            assert list(automaton.transitions) == expected, body
            assert automaton.initial == expected[0].source
            assert automaton.final == {expected[-1].target}
            assert set(automaton.states) == {row.source for row in expected} | automaton.final


def test_the_title_names_the_automaton_and_the_memory() -> None:
    for head, title in {
        'digraph "a b" {': "a b",
        'digraph x { label="y"': "y",
        'digraph x { graph [label="y over two-storey"]': "y over two-storey",
        'digraph { label="y\\lwith a second line\\l"': "y",
        "DiGraph 7 {": "7",
        'digraph "x over y" {': "x over y",
    }.items():
        automaton = read(f"{head} {ENDS} {STEP} }}").automaton
        assert (automaton.name, automaton.memory, automaton.title) == (*parse_title(title), title)


def test_a_last_line_with_a_number_is_a_count() -> None:
    for label, shown in (
        (f"step\\n{TIMES}16", "a -> b : step"),
        (f" step [!x] \\l / y \\l {TIMES} 0 \\l", "a -> b : step [!x] / y"),
        (f"{TIMES}16", f"a -> b : {TIMES}16"),
        ("step", "a -> b : step"),
    ):
        drawing = read(f'digraph x {{ {ENDS} a -> b [label="{label}"] }}')
        assert [str(row) for row in drawing.automaton.transitions] == [shown]


def test_states_and_lines_are_kept_in_the_order_of_the_text() -> None:
    drawing = read(
        f"digraph x {{\n {START}\n a -> b [label=step]\n\n a -> c [\n  label=go\n]\n c\n {END} }}"
    )
    step, go = parse_transition("a -> b : step"), parse_transition("a -> c : go")
    assert drawing.automaton.states == ("a", "b", "c")
    first, second = drawing.automaton.rows
    assert drawing.lines == {"a": 2, "b": 9, "c": 8, step: 3, go: 5, first: 3, second: 5}


def test_a_state_that_is_only_led_to_is_one() -> None:
    automaton = read(f"digraph x {{ {ENDS} {STEP}; a -> bb [label=go] }}").automaton
    assert automaton.states == ("a", "b", "bb")


def test_looks_are_passed_over_and_do_not_come_back() -> None:
    looks = 'URL="javascript:alert(1)" image="/etc/passwd" shapefile="/etc/passwd" class=evil'
    drawing = read(
        f'digraph x {{ imagepath="/etc" stylesheet="evil" {looks.replace(" ", ";")}\n'
        f"node [{looks}]; edge [{looks}]; s [shape=point]; s -> a [{looks}];"
        f'a -> b [{looks} label="step"]; b [{looks} shape=doublecircle] }}'
    )
    assert [str(row) for row in drawing.automaton.transitions] == ["a -> b : step"]
    again = Diagram(drawing.automaton).dot
    assert not re.search("javascript|passwd|evil", again)


# what is refused

LIMIT = 2 << 20
X = "digraph x {\n"
"""The first line of most of them, so that the fault is in the second."""


def an_edge(label: str) -> str:
    """A diagram with that label in its second line, column 16."""
    return f'{X} a -> b [label="{label}"]\n}}'


FIFTY = f'edge [label="{",".join(f"e{number}" for number in range(50))}"]'
NODES = " ".join(f"n{number}" for number in range(500))
ALL_TO_ALL = f"{X} {{{NODES}}} -> {{{NODES}}} [label=x] }}"
MALFORMED: list[tuple[str | bytes, str, int, int]] = [
    ("", "the text is empty: write `digraph NAME { ... }`", 0, 0),
    (b"\xef\xbb\xbf", "empty", 0, 0),
    ("// digraph x {}\n", "ends too early", 2, 1),
    (b"\x89PNG\r\n\x1a\n", "not UTF-8", 1, 1),
    ("\n\0", "NUL", 2, 1),
    (f"{X}  é }}".encode("latin-1"), "not UTF-8", 2, 3),
    ("\ud800", r"found '\ud800', expected `digraph`", 1, 1),
    ("def digraph(x): pass", "found 'def', expected `digraph`", 1, 1),
    (f'{X}  a [label="b\n}}', "string never ends", 2, 12),
    (f'{X} "a\\" }}', "string never ends", 2, 2),
    (f"{X}/* }}", "comment never ends", 2, 1),
    ("digraph x", "ends too early", 1, 10),
    (X, "ends too early", 2, 1),
    (f"{X} a [b=c\n}}", "never closed, write `]`", 3, 1),
    (f'{X} a->b [label="c]"; // [\n b -> c [label=d]; }}', "never closed, write `]`", 3, 4),
    (f"{X}}}}}", "found '}', expected the end", 2, 2),
    ("digraph x {}\ndigraph y {}", "'digraph', expected the end", 2, 1),
    (ALL_TO_ALL, "more than 100000 transitions", 2, 3),
    (f"{X} a -- b }}", "write `->`", 2, 4),
    ("graph x { a -- b }", "found 'graph', expected `digraph`", 1, 1),
    ('graph "state-of-things" { a -- b }', "expected `digraph`", 1, 1),
    (f"{X} a @ b }}", "found '@'", 2, 4),
    (f"{X} a -> }}", "found '}', expected `{` or a name", 2, 7),
    (f"{X} a [b] }}", "found ']', expected `=`", 2, 6),
    (f"{X} a [b=c,,d=e] }}", "found ',', expected a name or `]`", 2, 9),
    (f"{X} node }}", "found '}', expected `[`", 2, 7),
    ("digraph { a }", "no name", 1, 1),
    (f"{X} s [shape=point]\n s -> a\n s -> b\n}}", "'a'", 4, 2),
    (f"{X} node [shape=point] s t node [shape=box]\n s -> a\n t -> a\n}}", "'a'", 4, 2),
    (f"{X} a -> b\n}}", "'a' -> 'b' has no label", 2, 2),
    (f'{X} a [label="q"]\n b [label="q"]\n}}', "two nodes show 'q'", 3, 2),
    (an_edge(""), "'a' -> 'b' has no label", 2, 16),
    (an_edge("a [__import__('os')]"), "expected a guard", 2, 16),
    (an_edge("b" * 201), "201 characters", 2, 16),
    (an_edge(rf"a\n{TIMES} " + "9" * 100), f"found `{TIMES}`", 2, 16),
    (an_edge(rf"a / go\n{TIMES} 1.5"), f"found `{TIMES}`", 2, 16),
    ("digraph x {}".ljust(LIMIT + 1), f"{LIMIT} bytes", 0, 0),
    (an_edge("b" * 200_000), "200000 characters", 2, 16),
    (X + "{" * 100_000 + "}" * 100_000, "braces inside each other", 2, 20),
    (f"{X} a" + "[" * 100_000, "found '[', expected a name", 2, 4),
    (X + "a->" * 10_000, "found the end, expected `{` or a name", 2, 30_001),
    (f'{X} "' + "\\" * 200_000, "string never ends", 2, 2),
    (X + "".join(f"n{i}\n" for i in range(20_002)) + "}", "20001 nodes", 20_003, 1),
    (f"{X} {FIFTY}" + "a -> b;" * 2001 + "}", "more than 100000 transitions", 2, 14_206),
]


def refused(dot: str | bytes) -> DotError:
    """The error of a text that is not a diagram, which must fit into a line."""
    with pytest.raises(DotError) as caught:
        read(dot)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400
    return caught.value


@pytest.mark.parametrize(
    ("dot", "words", "line", "column"),
    [pytest.param(*case, marks=sweep_if(len(case[0]) > 3_000)) for case in MALFORMED],
    ids=ids(MALFORMED, 1),
)
def test_what_is_not_in_our_subset_of_dot_is_refused_with_line_and_column(
    dot: str | bytes, words: str, line: int, column: int
) -> None:
    error = refused(dot)
    assert (error.line, error.column) == (line, column)
    assert str(error).startswith(f"line {line}, column {column}: " if line else "")
    assert words in str(error)


INTO_QUOTES = 'into quotes, as in `[label="event [guard] / action"]`'
MISTAKES = {
    INTO_QUOTES: """a -> b [label=go [built]] | a -> b [label=go / carry] | a -> b [label=go & go]
        | a -> b [label=!go] | a -> b [label=go, carry] | a -> b [label=go carry] | a -> b [go]
        | a -> b [go / carry] | a -> b ["go"]""",
    "write `event [guard] / action`": 'a -> b label="go" | a -> b : go | a -> b [lable="step"]',
    'write `"..."`': """a -> b [label=\u201cgo\u201d] | a -> b [label=\u201cgo [built]\u201d]
        | a -> b [label=\u201ego / carry\u201c] | a -> b [label=\u2018go\u2019]
        | a -> b [label='go'] | a -> b [label=`go`] | \u201ca\u201d -> b""",
    "write `->`": """a \u2192 b [label=go] | a => b [label=go] | a \u2013> b [label=go]
        | a -- b [label=go] | a > b""",
    "draw it from a start mark": "start -> a",
}
"""The advice, and the mistaken lines that need it, with bars between them."""

HEAD = "digraph x {\n    s [shape=point]; s -> a; b [peripheries=2];\n"
REST = '    a -> a [label="go"];\n    b -> b [label="go"]\n}\n'


@pytest.mark.parametrize(
    ("mistake", "advice"),
    [(line.strip(), advice) for advice, text in MISTAKES.items() for line in text.split("|")],
)
def test_a_mistake_is_reported_in_its_line_with_what_to_write(mistake: str, advice: str) -> None:
    error = refused(f"{HEAD}    {mistake};\n{REST}")
    assert (error.line, advice in str(error)) == (3, True)


UNCLOSED = {
    '    a -> b [label="go];\n': 3,
    '    a -> b [label="go];\n    c [label=""];\n': 3,
    '    "c [shape=box];\n': 3,
    '    a -> b [label="go" color="red];\n': 3,
    '    a -> b [label="go""];\n': 3,
    '    a -> b [label="go\n"]; a -> b [label="on];\n': 3,
    '    // 5" disks\n    a -> b [label="go];\n': 4,
    '    a -> b [label="go];\r\n': 3,
}


@pytest.mark.parametrize(("text", "line"), UNCLOSED.items(), ids=UNCLOSED)
def test_a_quote_that_is_not_closed_is_reported_where_it_is(text: str, line: int) -> None:
    error = refused(f"{HEAD}{text}{REST}")
    assert ("close" in str(error), error.line) == (True, line), text


def test_a_string_may_run_on_after_a_backslash() -> None:
    error = refused(f'{HEAD}a -> b [label="go\\\n on"]; @\n}}')
    assert ("'@'" in str(error), error.line) == (True, 4), "a string may run on after a backslash"


@pytest.mark.sweep
def test_as_many_bytes_nodes_and_edges_as_are_allowed_are_read() -> None:
    nodes = "".join(f"n{i}\n" for i in range(19_998))
    edges = "".join(f"a->b[label={i}]\n" for i in range(50_000))
    automaton = read(f"digraph x {{ a b {nodes} {edges} }}".ljust(LIMIT)).automaton
    assert (len(automaton.states), len(automaton.transitions)) == (20_000, 50_000)


WORDS = ["__import__", "__class__", "_declare", "copy", "key", "state", "pegs", "eval", "built_"]


@pytest.mark.parametrize("label", ["step [{}]", "step / {}"])
@pytest.mark.parametrize("word", WORDS)
def test_only_declared_words_are_run(word: str, label: str) -> None:
    edge = f'a -> b [label="{label.format(word)}"]'
    drawing = read(f'digraph "x over two-storey" {{ {ENDS} {edge} }}')
    with pytest.raises(FsmError, match=f"no (guard|action) '{word}'"):
        list(TWO_STOREY.with_automaton(drawing.automaton).run(3))


# texts at random

PUNCTUATION = [*'{}[]=;,"\\#<>:\0\ufeff\n ', "->", "/*", "*/", "//"]
WORDS_OF_DOT = ["digraph", "node", "edge", "graph", "label", "shape", "point", "peripheries"]
OTHERS = ["a", "b", "2", "-1", ".5", '"step [!built] / carry"', f'"{TIMES} 3"', '"&lt;"', r'"\N"']
TOKENS = st.sampled_from([*PUNCTUATION, *WORDS_OF_DOT, *OTHERS])


def automaton_or_none(dot: str | bytes) -> Automaton | None:
    try:
        return read(dot).automaton
    except FsmError as error:
        assert all(map(str.isprintable, str(error).split("\n"))), "a line for each fault"
        return None


@given(st.text(st.characters()) | st.lists(TOKENS, max_size=40).map(" ".join), st.binary())
@example("digraph \ud800 {}", b"\xff")
def test_any_text_and_any_bytes_are_a_diagram_or_are_refused(text: str, data: bytes) -> None:
    for dot in (text, text.encode(errors="surrogatepass"), data):
        automaton_or_none(dot)
