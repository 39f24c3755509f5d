"""Hostile diagrams: nothing in them is shown as more than text, and nothing in them is run."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from notation_strategies import TIMES

from hanoi_fsm import find
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import DefinitionError, HanoiError, UnknownName
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi import automata, checking

pytestmark = pytest.mark.usefixtures("no_hang")

TWO_STOREY = automata.SOLVERS["two-storey"]
DOT = Diagram(TWO_STOREY.automaton).dot

# What is shown of it

NASTY = [
    *("<script>alert(1)</script>", "<b>&amp;</b>", '"><img src=x onerror=alert(1)>', "]]>"),
    *("'; DROP TABLE states; --", "&lt;script&gt;", r"\N\G\T", "$(reboot)", "%s%n"),
]


@pytest.mark.parametrize("name", NASTY)
def test_labels_are_shown_as_text_and_as_nothing_else(name: str) -> None:
    automaton = Automaton(name, (name, "end"), name, frozenset(["end"]), (), name)
    root = ET.fromstring(Diagram(automaton).render("svg", "wasm"))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    shapes = {"svg", "g", "text", "path", "polygon", "polyline", "ellipse"}
    assert tags <= shapes | {"title", "desc", "style"}
    texts = [" ".join("".join(text.itertext()).split()) for text in root.iter()]
    assert texts.count(name) >= 4  # label and title, of the state and of the automaton


def test_looks_are_passed_over_and_do_not_come_back() -> None:
    looks = 'URL="javascript:alert(1)" image="/etc/passwd" shapefile="/etc/passwd" class=evil'
    drawing = read(
        f'digraph x {{ imagepath="/etc" stylesheet="evil" {looks.replace(" ", ";")}\n'
        f"node [{looks}]; edge [{looks}]; s [shape=point]; s -> a [{looks}];"
        f'a -> b [{looks} label="step"]; b [{looks} shape=doublecircle] }}'
    )
    again = Diagram(drawing.automaton).dot
    assert read(again).automaton == drawing.automaton
    assert [word for word in ("javascript", "passwd", "evil") if word in again] == []


WORDS = [
    *("__import__", "__class__", "__del__", "_declare", "copy", "key", "state", "output", "pegs"),
    *("trigger", "target", "eval", "built_"),
]
REFUSED = [
    *((f"step [{word}]", "two-storey", f"line 2: .*no guard '{word}'") for word in WORDS),
    *((f"step / {word}", "two-storey", f"line 2: .*no action '{word}'") for word in WORDS),
    ("step / built", "two-storey", "line 2: .*no action 'built'.* guard"),
    ("step [carry]", "two-storey", "line 2: .*no guard 'carry'.* action"),
    *(
        (event, "two-storey", f"line 2: .*'{event}' is an attr")
        for event in ("__class__", "trigger")
    ),
    ("built", "two-storey", r"line 2: .*is a guard: write `step \[built\]`"),
    *(("step / go", name, "no known memory") for name in ("os", "hanoi_fsm.cli", "two-store")),
]


@pytest.mark.parametrize(("label", "memory", "words"), REFUSED)
def test_only_declared_words_are_run(label: str, memory: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "x.dot"
    head = f'digraph x {{ label="x over {memory}"; s [shape=point]; s -> a; b [peripheries=2];\n'
    file.write_text(f'{head}a -> b [label="{label}"]; }}')
    with pytest.raises((DefinitionError, UnknownName), match=words):
        list(find(str(file)).run(3))


PUNCTUATION = [*'{}[]=;,"\\#<>:\0\ufeff\n ', "->", "/*", "*/", "//"]
WORDS_OF_DOT = ["digraph", "node", "edge", "graph", "label", "shape", "point", "peripheries"]
OTHERS = ["a", "b", "2", "-1", ".5", '"step [!built] / carry"', f'"{TIMES} 3"', '"&lt;"', r'"\N"']
TOKENS = st.sampled_from([*PUNCTUATION, *WORDS_OF_DOT, *OTHERS])


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The DOT of two-storey with some spans deleted, doubled, moved or overwritten."""
    text = DOT
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 12) | st.integers(0, 200))
        span, swapped = text[start:end], text[end : end + 9] + text[start:end]
        other = draw(st.sampled_from(["", span * 2, swapped]) | TOKENS | st.text())
        text = text[:start] + other + text[end:]
    return text


def drawing_or_none(dot: str | bytes) -> Drawing | None:
    try:
        return read(dot)
    except HanoiError as error:
        assert str(error).isprintable()
        return None


@given(st.text(st.characters()) | st.lists(TOKENS, max_size=40).map(" ".join), st.binary())
@example("digraph \ud800 {}", b"\xff")
def test_any_text_and_any_bytes_are_a_diagram_or_are_refused(text: str, data: bytes) -> None:
    for dot in (text, text.encode(errors="surrogatepass"), data):
        drawing_or_none(dot)


def a_change_is_a_diagram_or_is_refused(dot: str) -> None:
    if (drawing := drawing_or_none(dot)) is None:
        return
    automaton = drawing.automaton
    found = faults(automaton, TWO_STOREY.vocabulary)
    assert all(fault.text.isprintable() for fault in found)
    if not found:
        again = read(Diagram(automaton, counts=drawing.counts).dot)
        assert (again.automaton, again.counts) == (automaton, drawing.counts)
        report = checking.check(TWO_STOREY.with_automaton(automaton, lines=drawing.lines), 3)
        assert report.holds == (report.finding is None)
        assert str(report).isprintable()


@pytest.mark.parametrize("examples", [10, pytest.param(1000, marks=pytest.mark.sweep)])
def test_any_change_of_a_diagram_is_a_diagram_or_is_refused(examples: int) -> None:
    settings(max_examples=examples)(given(mutated())(a_change_is_a_diagram_or_is_refused))()
