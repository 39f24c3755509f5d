"""What people write instead of our subset of DOT is reported by its line, with what to write."""

import re

import pytest

from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.errors import DotError

X = """digraph x {
    s [shape=point]; s -> a; b [peripheries=2];
"""
NEXT = """    a -> a [label="go"];
    b -> b [label="go"]
}
"""
QUOTE_IT = 'into quotes, as in `[label="event [guard] / action"]`'
STRAIGHT = 'write `"..."`'
START = "`start [shape=point]; start -> a`"

MISTAKES = {
    # No quotes
    "a -> b [label=go [built]]": QUOTE_IT,
    "a -> b [label=go / carry]": QUOTE_IT,
    "a -> b [label=go & go]": QUOTE_IT,
    "a -> b [label=!go]": QUOTE_IT,
    "a -> b [label=go, carry]": QUOTE_IT,
    "a -> b [label=go carry]": QUOTE_IT,
    "a -> b [go]": QUOTE_IT,
    "a -> b [go / carry]": QUOTE_IT,
    'a -> b ["go"]': QUOTE_IT,
    "a -> b : go": 'into `[label="..."]`',
    'a -> b label="go"': 'write `[label="event [guard] / action"]`',
    # Other quotes
    "a -> b [label=\u201cgo\u201d]": STRAIGHT,
    "a -> b [label=\u201cgo [built]\u201d]": STRAIGHT,
    "a -> b [label=\u201ego / carry\u201c]": STRAIGHT,
    "a -> b [label=\u2018go\u2019]": STRAIGHT,
    "a -> b [label='go']": STRAIGHT,
    "a -> b [label=`go`]": STRAIGHT,
    "\u201ca\u201d -> b": STRAIGHT,
    # Other arrows
    "a \u2192 b [label=go]": "write `->`",
    "a => b [label=go]": "write `->`",
    "a \u2013> b [label=go]": "write `->`",
    "a -- b [label=go]": "write `->`",
    "a > b": "write `->`",
    # Other starts
    '"" [shape=none]; "" -> a': START,
    "start [shape=none]; start -> a": START,
    "start [shape=plaintext]; start -> a": START,
    'start [label="", width=0]; start -> a': START,
    "start -> a": START,
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_reported_with_what_to_write(line: str) -> None:
    with pytest.raises(DotError, match=re.escape(MISTAKES[line])) as caught:
        read(f"{X}    {line};\n{NEXT}")
    assert caught.value.line == 3
    assert len(str(caught.value)) <= 250


UNCLOSED = {
    "the label of an edge": '    a -> b [label="go];\n',
    "the label before an empty one": '    a -> b [label="go];\n    c [label=""];\n',
    "the name of a node": '    "c [shape=box];\n',
    "a label in the middle of others": '    a -> b [label="go" color="red];\n',
    "a quote too many": '    a -> b [label="go""];\n',
    "after a string over two lines": '    a -> b [label="go\n"]; a -> b [label="on];\n',
    "after a comment with a quote": '    // 5" disks\n    a -> b [label="go];\n',
    "with Windows line ends": '    a -> b [label="go];\r\n',
}


@pytest.mark.parametrize("text", UNCLOSED.values(), ids=UNCLOSED)
def test_a_quote_that_is_not_closed_is_reported_where_it_is(text: str) -> None:
    with pytest.raises(DotError, match="close") as caught:
        read(f"{X}{text}{NEXT}")
    lines = text.splitlines()
    expected = 3 + max(number for number, line in enumerate(lines) if line.count('"') % 2)
    assert caught.value.line == (3 if "c [label" in text else expected)


@pytest.mark.parametrize(
    ("text", "line"),
    [('a -> b [label="go\n/ on"];\n @', 5), ('a -> b [label="go\\\n on"]; @', 4)],
)
def test_a_string_may_run_on_and_is_not_blamed_for_what_is_wrong_later(
    text: str, line: int
) -> None:
    with pytest.raises(DotError, match="'@'") as caught:
        read(f"{X}{text}\n}}")
    assert caught.value.line == line


def test_a_name_of_more_than_200_characters_is_refused_where_it_stands() -> None:
    node = f'c [label="{"c" * 201}"]'
    with pytest.raises(DotError, match="201 characters, expected at most 200") as caught:
        read(f"{X}{node}\n{NEXT}")
    assert caught.value.line == 3


def test_the_events_of_all_edges_are_limited() -> None:
    events = ",".join(["go"] * 60)
    with pytest.raises(DotError, match="more than 5000 transitions"):
        read(f'{X} edge [label="{events}"]' + "a -> b;" * 100 + "}")


MISSPELT = [
    ("b [shape=doublecircel]", "shape `doublecircel`|`doublecircle`"),
    ("b [shape=DoubleCircle]", "`doublecircle`"),
    ("b [periferies=2]", "attribute `periferies`|`peripheries`"),
    ('a -> b [lable="step"]', "attribute `lable`|`label`"),
    ('graph [Label="x"]', "`label`"),
]


@pytest.mark.parametrize(("statement", "said"), MISSPELT)
def test_what_almost_has_a_meaning_is_refused(statement: str, said: str) -> None:
    with pytest.raises(DotError) as refused:
        read(f'digraph x {{\n s [shape=point] s -> a\n {statement}\n a -> b [label="step"] }}')
    assert refused.value.line == 3
    assert [part for part in said.split("|") if part not in str(refused.value)] == []


@pytest.mark.parametrize("attribute", ['xlabel="x"', "shape=tripleoctagon", "shape=doubleoctagon"])
def test_what_graphviz_knows_is_not_a_misspelling(attribute: str) -> None:
    text = f'digraph x {{ s [shape=point] s -> a b [{attribute}] a -> b [label="step"] }}'
    assert read(text).automaton.final == (
        frozenset({"b"}) if "doubleo" in attribute else frozenset()
    )


DISGUISED = ["dir=back", "dir=none", "dir=both", "style=invis", 'style="bold,invis"', "xlabel=go"]
DISGUISED += ["headlabel=go", "taillabel=go"]


@pytest.mark.parametrize("attribute", DISGUISED)
@pytest.mark.parametrize("statement", ["a -> b [label=step, {}]", "edge [{}] a -> b [label=step]"])
def test_an_edge_that_would_look_like_another_is_refused(statement: str, attribute: str) -> None:
    text = "digraph x {\n s [shape=point] s -> a\n b [peripheries=2]\n EDGE }"
    fine, disguised = statement.format("style=bold"), statement.format(attribute)
    assert read(text.replace("EDGE", fine)).automaton.transitions
    with pytest.raises(DotError, match=attribute.partition("=")[0]) as refused:
        read(text.replace("EDGE", disguised))
    assert refused.value.line == 4


def test_a_state_must_be_seen_and_a_start_need_not() -> None:
    states = 's [shape=point {}] "edge" [peripheries=2 {}]'
    text = f'digraph x {{{{ {states} s -> a a -> "edge" [label=go] }}}}'
    assert read(text.format("style=invis", "dir=back")).automaton.final == frozenset({"edge"})
    with pytest.raises(DotError, match="invisible node"):
        read(text.format("", "style=invis"))
