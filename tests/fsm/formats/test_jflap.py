"""A JFLAP file says all that a reader is; what JFLAP has no place for is refused."""

import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest
from export_subjects import SAID, SUBJECTS, TASKED, exported, outputs_of

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats import ExportContext, export
from hanoi_fsm.hanoi import automata


@pytest.mark.parametrize("name", [*automata.READERS, "hanoi-graph-2", "hostile"])
def test_a_jflap_file_says_all_that_a_reader_is(name: str) -> None:
    automaton, outputs = SUBJECTS[name], outputs_of(name)
    root = ElementTree.fromstring(exported(name, "jflap"))
    assert root.tag == "structure"
    assert root.findtext("type") == ("mealy" if automaton.actions else "fa")
    (canvas,) = root.findall("automaton")
    names = {state.attrib["id"]: state.attrib["name"] for state in canvas.findall("state")}
    assert all(id.isdigit() for id in names)
    assert list(names.values()) == list(automaton.states)
    initial, final = (
        {state.attrib["name"] for state in canvas.findall(f"state[{mark}]")}
        for mark in ("initial", "final")
    )
    assert initial == {automaton.initial}
    assert final == automaton.final
    symbols = dict(re.findall(r"(\w) = (.+?)(?:, |$)", canvas.findtext("note/text") or ""))
    read = set()
    for row in canvas.findall("transition"):
        source, target, symbol = (row.findtext(key) or "" for key in ("from", "to", "read"))
        assert len(symbol) == 1
        event = symbols.get(symbol, symbol)
        read.add((names[source], names[target], event, row.findtext("transout")))
    silent = "" if automaton.actions else None
    assert read == {
        (row.source, row.target, row.event, outputs[row.action] if row.action else silent)
        for row in automaton.transitions
    }


def letters(name: str) -> str | None:
    return ElementTree.fromstring(exported(name, "jflap")).findtext("automaton/note/text")


def test_readers_of_the_same_symbols_use_the_same_letters() -> None:
    assert letters("twice-reader") == letters("twice-reader-small")
    assert str(letters("twice-reader")).startswith("a = 00, b = 01, c = 02, d = 10")


def test_a_symbol_that_java_counts_as_two_characters_becomes_a_letter() -> None:
    text = export(a_loop("a -> a : \N{MATHEMATICAL DOUBLE-STRUCK CAPITAL A}"), "jflap")
    assert ElementTree.fromstring(text).findtext("automaton/transition/read") == "a"


def a_loop(table: str) -> Automaton:
    return Automaton.from_table("x", initial="a", final="a", table=table)


MANY = "\n".join(f"a -> a : {number}" for number in range(100, 160))
REFUSED = [(SUBJECTS[name], r"guards \(\w+\)") for name in TASKED]
REFUSED += [(a_loop("a -> a : 0 [ask] / say"), r"guards \(ask\)")]
REFUSED += [(a_loop("a -> a : 0 / do"), r"actions \(do\)"), (a_loop(MANY), "60 symbols.* 52")]


@pytest.mark.parametrize(("automaton", "words"), REFUSED)
def test_jflap_refuses_a_memory_and_too_many_symbols(automaton: Automaton, words: str) -> None:
    with pytest.raises(ExportError, match=words):
        export(automaton, "jflap", ExportContext(SAID))


@pytest.mark.parametrize("name", automata.READERS)
def test_states_stand_apart_on_the_canvas(name: str) -> None:
    root = ElementTree.fromstring(exported(name, "jflap"))
    spots = [[float(state.findtext(x) or 0) for x in "xy"] for state in root.iter("state")]
    assert min(map(min, spots)) > 0
    assert min((dist(a, b) for a, b in combinations(spots, 2)), default=99) > 60
