"""Hand it on: what stands in each format is the automaton, whatever its names are."""

import json
import re
from typing import Any

import pytest
from export_subjects import HOSTILE, SUBJECTS, exported, outputs_of
from hypothesis import given
from hypothesis import strategies as st
from transitions.extensions.markup import MarkupMachine

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, ExportError, UnknownName
from hanoi_fsm.fsm.formats import FORMATS, export
from hanoi_fsm.fsm.formats.escaping import escaped, identifiers
from hanoi_fsm.fsm.notation import Guard, Label, Transition, join_transitions

every_subject = pytest.mark.parametrize("name", SUBJECTS)


def loop(state: str, event: str, initial: str = "a") -> Automaton:
    rows = (Transition(state, state, Label(event)),)
    return Automaton("x", (state,), initial, frozenset(), rows, "x")


@every_subject
@pytest.mark.parametrize("format", [format for format in FORMATS if format != "dot"])
@pytest.mark.one_in(4)
def test_no_encoding_can_spoil_a_format_since_it_is_ascii(name: str, format: str) -> None:
    if format == "jflap" and set(SUBJECTS[name].actions) - set(outputs_of(name)):
        with pytest.raises(ExportError):
            exported(name, format)
        return
    text = exported(name, format)
    assert re.fullmatch(r"[\n -~]+", text)
    assert not text.endswith("\n")


@pytest.mark.parametrize(
    ("automaton", "format", "error", "words"),
    [
        (HOSTILE, "mermiad", UnknownName, "'mermiad'.*'mermaid'"),
        (loop("a", "e", "b"), "mermaid", DefinitionError, "'b'"),
        (loop("a", "\a"), "scxml", DefinitionError, r"event '\\x07'"),
        (loop("*", "e", "*"), "transitions", ExportError, r"'\*'"),
        (loop("=", "e", "="), "transitions", ExportError, "'='"),
    ],
)
def test_what_cannot_be_handed_on_is_refused(
    automaton: Automaton, format: str, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        export(automaton, format)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("step [!built & !ahead] / move_on", "step [!built & !ahead] / move_on"),
        ("a:b;c", "a#58;b#59;c"),
        ('"#58;"', "#34;#35;58#59;#34;"),
        ("[[x]]", "#91;[x#93;]"),
        ("//", "#47;/"),
        ("_x_ x__y", "#95;x#95; x#95;#95;y"),
        ("a --> b", "a #45;#45;#62; b"),
        ("&lt; a&b & c", "#38;lt#59; a#38;b & c"),
        ("é塔", "#233;#22612;"),
        ("1. x", "1#46; x"),
    ],
)
def test_what_may_be_markup_is_coded_and_the_notation_is_not(text: str, expected: str) -> None:
    assert escaped(text, "#{};".format) == expected


@given(st.lists(st.text(), unique=True), st.lists(st.sampled_from(["stopped", "s", "s1"])))
def test_identifiers_are_safe_and_no_two_alike(names: list[str], reserved: list[str]) -> None:
    found = identifiers(names, "s", reserved=reserved)
    assert list(found) == names
    assert len(set(found.values())) == len(names)
    assert not set(found.values()) & set(reserved)
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", value) for value in found.values())


@every_subject
@pytest.mark.parametrize("format", ["mermaid", "plantuml"])
def test_a_drawing_has_a_line_for_each_state_edge_start_and_end(name: str, format: str) -> None:
    automaton = SUBJECTS[name]
    lines = [line.strip() for line in exported(name, format).splitlines()]
    left = {row.source for row in automaton.transitions}
    arrows = [line for line in lines if re.match(r"(s\d+|\[\*\]) --> ", line)]
    assert len([line for line in lines if line.startswith("state ")]) == len(automaton.states)
    start = f"[*] --> s{automaton.states.index(automaton.initial) + 1}"
    assert [line for line in arrows if line.startswith("[*]")] == [start]
    ends = [f"s{automaton.states.index(state) + 1} --> [*]" for state in automaton.final - left]
    assert sorted(line for line in arrows if line.endswith("[*]")) == sorted(ends)
    labels = [text for line in arrows for text in line.partition(" : ")[2].split("<br/>") if text]
    assert len(labels) == len(list(join_transitions(automaton.transitions)))
    pairs = [line.partition(" : ")[0] for line in arrows]
    loops = [pair for pair in pairs if len(set(pair.split(" --> "))) == 1]
    assert format == "plantuml" or len(set(loops)) == len(loops), "Mermaid draws one loop per state"


def test_final_states_that_go_on_are_marked_and_a_legend_says_how() -> None:
    *_, why, look, states = map(str.strip, export(HOSTILE, "mermaid").splitlines())
    assert (look, states) == ("classDef final stroke-width:4px", "class s3,s5 final")
    assert why.startswith("%% a thick border")
    plantuml = export(HOSTILE, "plantuml").splitlines()
    marked = [line.split(" as ")[1] for line in plantuml if line.endswith("<<final>>")]
    assert marked == ["s3 <<final>>", "s5 <<final>>"]
    assert [plantuml[-4], *plantuml[-2:]] == ["legend", "endlegend", "@enduml"]


@every_subject
def test_markup_machine_loads_all_that_the_automaton_is(name: str) -> None:
    automaton = SUBJECTS[name]
    machine: Any = MarkupMachine(markup=json.loads(exported(name, "transitions")))
    assert "to_" + automaton.initial not in machine.events, "no way may lead past the transitions"
    loaded = machine.markup
    assert (loaded["name"], loaded["initial"]) == (automaton.name, automaton.initial)
    assert [state["name"] for state in loaded["states"]] == list(automaton.states)
    assert {state["name"] for state in loaded["states"] if state.get("final")} == automaton.final
    rows = set()
    for row in loaded["transitions"]:
        guards = {Guard(name) for name in row.get("conditions", [])}
        guards |= {Guard(name, negated=True) for name in row.get("unless", [])}
        [action] = row.get("before", [None])
        rows.add((row["source"], row["dest"], row["trigger"], frozenset(guards), action))
    assert len(loaded["transitions"]) == len(automaton.transitions)
    assert rows == {
        (row.source, row.target, row.event, frozenset(row.guards), row.action)
        for row in automaton.transitions
    }
