"""What SCXML and JFLAP documents say is all that the automaton is, whatever its names are."""

from __future__ import annotations

import re
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest
from export_subjects import SAID, SUBJECTS, outputs_of
from hypothesis import given, settings
from hypothesis import strategies as st

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats import to_jflap, to_scxml
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pictures.graph_automaton import EDGE, hanoi_graph, places

FSM = "{urn:hanoi-fsm:automaton}"
SCXML = "{http://www.w3.org/2005/07/scxml}"
every_subject = pytest.mark.parametrize("name", SUBJECTS)


# SCXML


def read_scxml(text: str, outputs: dict[str, str]) -> Automaton:
    """The automaton that an SCXML document of ours shows, by a way back written for this test."""
    root = ElementTree.fromstring(text)
    said = {put: action for action, put in outputs.items()}
    named = {
        state.attrib["id"]: state.get(f"{FSM}label", state.attrib["id"])
        for state in root
        if state.tag in {f"{SCXML}state", f"{SCXML}final"}
    }
    named.pop("stopped")
    rows, final = [], set()
    for state in root.iter(f"{SCXML}state"):
        *taken, other = state.findall(f"{SCXML}transition")
        assert other.attrib == {"event": "*", "target": "stopped"}
        final |= {named[state.attrib["id"]]} if state.get(f"{FSM}accepting") else set()
        for element in taken:
            event = element.get(f"{FSM}symbol", element.attrib["event"])
            label = Label(event, tuple(guards(element)), action(element, said))
            ends = named[state.attrib["id"]], named[element.attrib["target"]]
            rows.append(Transition(*ends, label))
    final |= {
        named[end.attrib["id"]] for end in root.iter(f"{SCXML}final") if end.get("id") in named
    }
    name, _, memory = root.attrib[f"{FSM}title"].partition(" over ")
    initial = named[root.attrib["initial"]]
    states = tuple(named.values())
    return Automaton(name, states, initial, frozenset(final), tuple(rows), memory or name)


def guards(element: ElementTree.Element) -> list[Guard]:
    asked = element.get("cond", "").split(" && ") if element.get("cond") else []
    found = [re.fullmatch(r"memory\.(\w+)\(\) === (true|false)", text) for text in asked]
    return [Guard(one[1], one[2] == "false") for one in found if one]


def action(element: ElementTree.Element, said: dict[str, str]) -> str | None:
    script, assign = element.find(f"{SCXML}script"), element.find(f"{SCXML}assign")
    if script is not None:
        return str(script.text).removeprefix("memory.").removesuffix("()")
    if assign is None:
        return None
    text = assign.attrib["expr"][1:-1].replace(r"\'", "'").replace(r"\\", "\\")
    return said.get(text)


@every_subject
def test_an_scxml_document_says_all_that_the_automaton_is(name: str) -> None:
    outputs = outputs_of(name)
    assert read_scxml(to_scxml(SUBJECTS[name], outputs), outputs) == SUBJECTS[name]


@every_subject
def test_identifiers_and_events_in_scxml_are_those_that_the_recommendation_allows(
    name: str,
) -> None:
    root = ElementTree.fromstring(to_scxml(SUBJECTS[name], outputs_of(name)))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", id) for id in ids)
    events = {element.attrib["event"] for element in root.iter(f"{SCXML}transition")}
    assert all(re.fullmatch(r"[\w-]+|\*", event) for event in events)
    assert not events & {"error", "done"}
    assert len(events - {"*"}) == len(SUBJECTS[name].events)


@every_subject
def test_attributes_of_ours_are_called_as_none_of_scxml_is(name: str) -> None:
    root = ElementTree.fromstring(to_scxml(SUBJECTS[name], outputs_of(name)))
    every = {key for element in root.iter() for key in element.attrib}
    ours = {key.removeprefix(FSM) for key in every if key.startswith(FSM)}
    assert ours <= {"title", "label", "symbol", "accepting"}
    assert not ours & every


def test_a_solver_calls_its_memory_in_scxml_and_a_reader_needs_none() -> None:
    assert "memory.move_back()" in to_scxml(SUBJECTS["two-storey"])
    reader = to_scxml(SUBJECTS["rank-reader"], outputs_of("rank-reader"))
    assert "memory." not in reader
    assert '<data id="output"' in reader


texts = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=8
).filter(lambda text: text == text.strip())


@settings(max_examples=50, deadline=None)
@given(st.lists(texts, min_size=1, max_size=5, unique=True))
def test_any_names_go_through_scxml(names: list[str]) -> None:
    pairs = zip(names, [*names[1:], names[0]], strict=True)
    rows = tuple(Transition(a, b, Label("e", (), "say")) for a, b in pairs)
    automaton = Automaton("x", tuple(names), names[0], frozenset(names), rows, "x")
    assert read_scxml(to_scxml(automaton, SAID), SAID) == automaton


# JFLAP


def read_jflap(text: str) -> dict[str, Any]:
    """What a file of JFLAP 7 says, by the element names of its documented format."""
    root = ElementTree.fromstring(text)
    assert root.tag == "structure"
    (canvas,) = root.findall("automaton")
    names = {}
    for state in canvas.findall("state"):
        assert state.attrib["id"].isdigit()
        place = float(state.findtext("x") or ""), float(state.findtext("y") or "")
        assert min(place) > 0
        names[state.attrib["id"]] = state.attrib["name"]
    note = canvas.findtext("note/text") or ""
    symbols = dict(re.findall(r"(\w) = (.+?)(?:, |$)", note))
    rows = set()
    for row in canvas.findall("transition"):
        read = row.findtext("read") or ""
        assert len(read) == 1
        ends = names[row.findtext("from") or ""], names[row.findtext("to") or ""]
        rows.add((*ends, symbols.get(read, read), row.findtext("transout")))
    return {
        "type": root.findtext("type"),
        "names": list(names.values()),
        "initial": [
            s.attrib["name"] for s in canvas.iter("state") if s.find("initial") is not None
        ],
        "final": {s.attrib["name"] for s in canvas.iter("state") if s.find("final") is not None},
        "rows": rows,
        "note": note,
    }


@pytest.mark.parametrize("name", [*automata.READERS, "hanoi-graph-2", "hostile"])
def test_a_jflap_file_says_all_that_a_reader_is(name: str) -> None:
    automaton, outputs = SUBJECTS[name], outputs_of(name)
    read = read_jflap(to_jflap(automaton, outputs))
    assert read["type"] == ("mealy" if automaton.actions else "fa")
    assert read["names"] == list(automaton.states)
    assert read["initial"] == [automaton.initial]
    assert read["final"] == automaton.final
    expected = {
        (row.source, row.target, row.event, outputs[row.action] if row.action else silent)
        for row in automaton.transitions
        for silent in ["" if automaton.actions else None]
    }
    assert read["rows"] == expected


def test_jflap_reads_a_letter_for_a_pair_and_a_note_is_the_legend() -> None:
    read = read_jflap(to_jflap(SUBJECTS["twice-reader-small"], outputs_of("twice-reader-small")))
    assert read["note"] == (
        "a = 00, b = 02, c = 10, d = 20, e = 21, f = 22, g = 01, h = 12, i = 11"
    )


@pytest.mark.parametrize("name", [*automata.SOLVERS, *automata.PATHFINDERS])
def test_jflap_refuses_a_memory_in_one_line(name: str) -> None:
    with pytest.raises(ExportError, match=r"cannot be a JFLAP machine: it has guards \(\w+\) on"):
        to_jflap(SUBJECTS[name])


def test_jflap_refuses_actions_that_put_nothing_out_and_more_symbols_than_letters() -> None:
    asking = Automaton.from_table("x", initial="a", final="a", table="a -> a : 0 [ask] / say")
    with pytest.raises(ExportError, match=r"it has guards \(ask\) on a memory"):
        to_jflap(asking, SAID)
    acting = Automaton.from_table("x", initial="a", final="a", table="a -> a : 0 / do")
    with pytest.raises(ExportError, match=r"it has actions \(do\) on a memory"):
        to_jflap(acting)
    rows = "\n".join(f"a -> a : {number}" for number in range(100, 160))
    babel = Automaton.from_table("x", initial="a", final="a", table=rows)
    with pytest.raises(ExportError, match="reads 60 symbols, and there are 52 letters"):
        to_jflap(babel)


def test_states_stand_apart_on_the_canvas() -> None:
    for name in automata.READERS:
        root = ElementTree.fromstring(to_jflap(SUBJECTS[name], outputs_of(name)))
        spots = [
            (float(state.findtext("x") or 0), float(state.findtext("y") or 0))
            for state in root.iter("state")
        ]
        assert min(dist(a, b) for a in spots for b in spots if a is not b) > 60


# The Hanoi graph


@pytest.mark.parametrize("disks", range(1, 5))
def test_the_hanoi_graph_has_all_configurations_and_all_legal_moves(disks: int) -> None:
    graph = hanoi_graph(disks)
    assert len(graph.states) == 3**disks
    assert len(graph.transitions) == 3 * (3**disks - 1)  # each of 3(3**n - 1)/2 edges, both ways
    where = places(disks)
    for row in graph.transitions:
        assert dist(where[row.source], where[row.target]) == pytest.approx(EDGE)
    assert len({(round(x), round(y)) for x, y in where.values()}) == 3**disks
    top, left, right = (where[str(peg) * disks] for peg in range(3))
    assert top[1] < left[1] == pytest.approx(right[1])
    assert left[0] < top[0] < right[0]


@pytest.mark.parametrize("disks", range(1, 5))
def test_the_hanoi_graph_accepts_the_solution(disks: int) -> None:
    graph = hanoi_graph(disks)
    moves = formulas.moves(1, formulas.last_step(disks) + 1, disks)
    *_, last = graph.read(f"{move.source}{move.target}" for move in moves)
    assert last.target in graph.final


@pytest.mark.parametrize("disks", [0, 5, -1, True, 2.0])
def test_the_hanoi_graph_is_for_one_to_four_disks(disks: Any) -> None:
    with pytest.raises(BadDisks, match="for 1 to 4 disks"):
        hanoi_graph(disks)
