"""A JFLAP file says all that a reader is; what JFLAP has no place for is refused."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest
from export_subjects import SAID, SUBJECTS, exported, outputs_of

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats import ExportContext, export
from hanoi_fsm.hanoi import automata


def named(canvas: ElementTree.Element, mark: str) -> list[str]:
    """The names of the states that bear a mark."""
    return [s.attrib["name"] for s in canvas.iter("state") if s.find(mark) is not None]


@pytest.mark.parametrize("name", [*automata.READERS, "hanoi-graph-2", "hostile"])
def test_a_jflap_file_says_all_that_a_reader_is(name: str) -> None:
    """It is read by the element names of its documented format."""
    automaton, outputs = SUBJECTS[name], outputs_of(name)
    root = ElementTree.fromstring(exported(name, "jflap"))
    assert root.tag == "structure"
    assert root.findtext("type") == ("mealy" if automaton.actions else "fa")
    (canvas,) = root.findall("automaton")
    names = {state.attrib["id"]: state.attrib["name"] for state in canvas.findall("state")}
    assert all(id.isdigit() for id in names)
    assert list(names.values()) == list(automaton.states)
    assert named(canvas, "initial") == [automaton.initial]
    assert set(named(canvas, "final")) == automaton.final
    symbols = dict(re.findall(r"(\w) = (.+?)(?:, |$)", canvas.findtext("note/text") or ""))
    read = set()
    for row in canvas.findall("transition"):
        ends = (names[row.findtext("from") or ""], names[row.findtext("to") or ""])
        symbol = row.findtext("read") or ""
        assert len(symbol) == 1
        read.add((*ends, symbols.get(symbol, symbol), row.findtext("transout")))
    silent = "" if automaton.actions else None
    assert read == {
        (row.source, row.target, row.event, outputs[row.action] if row.action else silent)
        for row in automaton.transitions
    }


def a_loop(table: str) -> Automaton:
    return Automaton.from_table("x", initial="a", final="a", table=table)


MANY = a_loop("\n".join(f"a -> a : {number}" for number in range(100, 160)))


@pytest.mark.parametrize(
    ("automaton", "outputs", "words"),
    [
        *((SUBJECTS[name], {}, r"guards \(\w+\)") for name in automata.SOLVERS),
        *((SUBJECTS[name], {}, r"guards \(\w+\)") for name in automata.PATHFINDERS),
        (a_loop("a -> a : 0 [ask] / say"), SAID, r"guards \(ask\)"),
        (a_loop("a -> a : 0 / do"), {}, r"actions \(do\)"),
        (MANY, {}, "60 symbols.* 52"),
    ],
)
def test_jflap_refuses_a_memory_and_more_symbols_than_letters(
    automaton: Automaton, outputs: dict[str, str], words: str
) -> None:
    with pytest.raises(ExportError, match=words):
        export(automaton, "jflap", ExportContext(outputs))


@pytest.mark.parametrize("name", automata.READERS)
def test_states_stand_apart_on_the_canvas(name: str) -> None:
    root = ElementTree.fromstring(exported(name, "jflap"))
    spots = [
        (float(state.findtext("x") or 0), float(state.findtext("y") or 0))
        for state in root.iter("state")
    ]
    assert min(min(spot) for spot in spots) > 0
    assert min((dist(a, b) for a, b in combinations(spots, 2)), default=99) > 60
