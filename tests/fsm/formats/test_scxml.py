"""What an SCXML document says is all that the automaton is, whatever its names are."""

import re
from xml.etree import ElementTree

import pytest
from export_subjects import SAID, SUBJECTS, exported, outputs_of
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.formats import ExportContext, export
from hanoi_fsm.fsm.formats.scxml import WHO_RUNS_SCRIPTS
from hanoi_fsm.fsm.notation import Guard, Label, Transition, parse_title

FSM = "{urn:hanoi-fsm:automaton}"
SCXML = "{http://www.w3.org/2005/07/scxml}"
every_subject = pytest.mark.parametrize("name", SUBJECTS)


def read_scxml(text: str, outputs: dict[str, str]) -> Automaton:
    """The automaton that an SCXML document of ours shows."""
    root = ElementTree.fromstring(text)
    said = {put: action for action, put in outputs.items()}
    states = [state for state in root if state.tag in {f"{SCXML}state", f"{SCXML}final"}]
    named = {each.attrib["id"]: each.get(f"{FSM}label", each.attrib["id"]) for each in states}
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
    ids = {end.attrib["id"] for end in root.iter(f"{SCXML}final")}
    final |= {named[id] for id in ids - {"stopped"}}
    name, memory = parse_title(root.attrib[f"{FSM}title"])
    initial, all_states = named[root.attrib["initial"]], tuple(named.values())
    return Automaton(name, all_states, initial, frozenset(final), tuple(rows), memory)


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
    assert read_scxml(exported(name, "scxml"), outputs_of(name)) == SUBJECTS[name]


@every_subject
def test_names_in_scxml_are_those_that_the_recommendation_allows(name: str) -> None:
    root = ElementTree.fromstring(exported(name, "scxml"))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", id) for id in ids)
    events = {element.attrib["event"] for element in root.iter(f"{SCXML}transition")}
    assert all(re.fullmatch(r"[\w-]+|\*", event) for event in events)
    assert not events & {"error", "done"}
    assert len(events - {"*"}) == len(SUBJECTS[name].events)
    every = {key for element in root.iter() for key in element.attrib}
    ours = {key.removeprefix(FSM) for key in every if key.startswith(FSM)}
    assert ours <= {"title", "label", "symbol", "accepting"}
    assert not ours & every, "attributes of ours are called as none of SCXML is"


@every_subject
def test_the_initial_state_comes_first_since_some_interpreters_ignore_the_attribute(
    name: str,
) -> None:
    root = ElementTree.fromstring(exported(name, "scxml"))
    first = next(root.iter(f"{SCXML}state"))
    assert first.attrib["id"] == root.attrib["initial"]
    assert first.get(f"{FSM}label", first.attrib["id"]) == SUBJECTS[name].initial


def test_guards_are_asked_in_the_order_of_the_label() -> None:
    table = "a -> a : e [!second & first & third]"
    automaton = Automaton.from_table("x", initial="a", table=table)
    calls = re.findall(r"memory\.(\w+)\(\)", export(automaton, "scxml"))
    assert calls == ["second", "first", "third"]


def test_a_solver_calls_its_memory_in_scxml_and_a_reader_needs_none() -> None:
    solver = exported("two-storey", "scxml")
    assert "memory.move_back()" in solver
    assert WHO_RUNS_SCRIPTS in solver
    reader = exported("rank-reader", "scxml")
    assert WHO_RUNS_SCRIPTS not in reader
    assert "memory." not in reader
    assert '<data id="output"' in reader


TEXTS = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=8
).filter(lambda text: text == text.strip())


@given(st.lists(TEXTS, min_size=1, max_size=5, unique=True))
def test_any_names_go_through_scxml(names: list[str]) -> None:
    pairs = zip(names, [*names[1:], names[0]], strict=True)
    rows = tuple(Transition(a, b, Label("e", (), "say")) for a, b in pairs)
    automaton = Automaton("x", tuple(names), names[0], frozenset(names), rows, "x")
    text = export(automaton, "scxml", ExportContext(SAID))
    assert read_scxml(text, SAID) == automaton
