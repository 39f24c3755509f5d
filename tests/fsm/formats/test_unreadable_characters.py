"""No name makes a file that its readers cannot read: it is refused before, or it is read back."""

import json
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.errors import DefinitionError, ExportError
from hanoi_fsm.fsm.formats import FORMATS, ExportContext, export
from hanoi_fsm.fsm.formats.json_reader import read_json
from hanoi_fsm.fsm.formats.markup import WILDCARDS
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.validation import faults

UNPRINTABLE = {
    "NUL": "\0",
    "newline": "\n",
    "escape": "\x1b",
    "delete": "\x7f",
    "line separator": "\u2028",
    "right-to-left override": "\u202e",
    "zero-width space": "\u200b",
    "byte order mark": "\ufeff",
    "half of a character": "\ud83d",
    "no character": "\uffff",
}
SAFE = Automaton("x", ("a",), "a", frozenset("a"), (Transition("a", "a", Label("e")),), "x")
Slot = Callable[[str], Automaton]


def with_state(text: str) -> Automaton:
    rows = (Transition(text, text, Label("e")),)
    return replace(SAFE, states=(text,), initial=text, final=frozenset({text}), transitions=rows)


def with_event(text: str) -> Automaton:
    return replace(SAFE, transitions=(Transition("a", "a", Label(text)),))


SLOTS: dict[str, Slot] = {
    "state": with_state,
    "event": with_event,
    "name": lambda text: replace(SAFE, name=text),
    "memory": lambda text: replace(SAFE, memory=text),
}


@pytest.mark.parametrize("character", UNPRINTABLE)
@pytest.mark.parametrize("slot", SLOTS)
def test_what_is_not_printable_is_refused_at_the_definition(slot: str, character: str) -> None:
    automaton = SLOTS[slot](f"a{UNPRINTABLE[character]}b")
    for format in FORMATS:
        with pytest.raises(DefinitionError) as refused:
            export(automaton, format)
        assert str(refused.value).isprintable()


@pytest.mark.parametrize("character", UNPRINTABLE)
def test_an_output_that_is_not_printable_is_refused(character: str) -> None:
    automaton = replace(SAFE, transitions=(Transition("a", "a", Label("e", (), "say")),))
    for format in ("scxml", "jflap"):
        with pytest.raises(ExportError, match=r"the output 'a.*b' of the action say") as refused:
            export(automaton, format, ExportContext({"say": f"a{UNPRINTABLE[character]}b"}))
        assert str(refused.value).isprintable()


LINES = {format: len(export(SAFE, format).splitlines()) for format in ("mermaid", "plantuml")}
TEXTS = st.text(max_size=12) | st.text("<>&;#\"'\\%{}$[]-/:=*!?@`~_ \n\0a", max_size=12)


@pytest.mark.parametrize("slot", SLOTS)
@given(text=TEXTS)
def test_any_text_is_refused_or_every_format_is_read_back(slot: str, text: str) -> None:
    automaton = SLOTS[slot](text)
    if faults(automaton):
        return
    assert read(export(automaton, "dot")).automaton == automaton
    assert read_json(export(automaton, "json")).automaton == automaton
    for format in ("scxml", "jflap"):
        ElementTree.fromstring(export(automaton, format))
    for format, lines in LINES.items():
        assert len(export(automaton, format).splitlines()) == lines, "no name is a line of its own"
    if text not in WILDCARDS or slot != "state":
        assert json.loads(export(automaton, "transitions"))
