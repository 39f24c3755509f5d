"""What is said about states: which lines are refused, and which machines keep them."""

from dataclasses import replace
from pathlib import Path

import pytest

from hanoi_fsm import Automaton, Machine, automata
from hanoi_fsm.fsm.changes import Changes
from hanoi_fsm.fsm.errors import BadInput, JsonError, UnknownName
from hanoi_fsm.fsm.formats import ExportContext, export
from hanoi_fsm.fsm.formats.json_edit import rewritten
from hanoi_fsm.fsm.formats.json_reader import read_json
from hanoi_fsm.hanoi.resolver import find

TABLE = """
    off -> on  : press
    on  -> off : press
"""
LAMP = Automaton.from_table("lamp", initial="off", table=TABLE)
MEANINGS = {"off": "it is dark", "on": "the lamp shines"}
BAD: list[tuple[object, str]] = [
    (3, "invalid {}"),
    (["on"], "invalid {}"),
    (None, "invalid {}"),
    ({"on": ""}, "state 'on'"),
    ({"on": " bright"}, "state 'on'"),
    ({"on": "two\nlines"}, "state 'on'"),
    ({"on": "\x1b[2J"}, "state 'on'"),
    ({"on": 1}, "state 'on'"),
    ({"on": "x" * 201}, "at most 200"),
]
UNKNOWN = ["of", "", 0, None, ("on",)]


@pytest.mark.parametrize("what", ["meanings", "groups"])
@pytest.mark.parametrize(("given", "said"), BAD)
def test_what_is_not_a_line_for_a_state_is_refused(what: str, given: object, said: str) -> None:
    with pytest.raises(BadInput) as error:
        Machine(LAMP, **{what: given})  # type: ignore[arg-type]  # on purpose
    assert said.format(what) in str(error.value)
    assert what in str(error.value)
    assert len(str(error.value)) <= 300


@pytest.mark.parametrize("what", ["meanings", "groups"])
@pytest.mark.parametrize("state", UNKNOWN)
def test_an_unknown_state_is_refused(what: str, state: object) -> None:
    with pytest.raises(UnknownName, match=what):
        Machine(LAMP, **{what: {state: "a line"}})  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("name", automata.names())
def test_every_state_of_every_automaton_has_a_meaning_of_its_own(name: str) -> None:
    machine = automata.get(name)
    assert set(machine.meanings) == set(machine.automaton.states)
    assert len(set(machine.meanings.values())) == len(machine.automaton.states)


@pytest.mark.parametrize("name", automata.names())
def test_every_automaton_says_what_to_see_in_its_picture(name: str) -> None:
    see = automata.get(name).see
    assert (see[:1].isupper() or see[:1] == "`", see[-1:]) == (True, ".")
    assert 2 <= see.count(". ") + 1 <= 4


def test_another_automaton_keeps_what_is_said_of_the_states_of_the_same_name() -> None:
    table = "off -> blue : press\nblue -> off : press"
    other = Machine(LAMP, meanings=MEANINGS, groups={"on": "bright"}).with_automaton(
        Automaton.from_table("lamp", initial="off", table=table)
    )
    assert (other.meanings, other.groups) == ({"off": "it is dark"}, {})
    assert replace(Machine(LAMP), meanings=MEANINGS).meanings == MEANINGS


def test_a_diagram_of_a_published_automaton_keeps_its_meanings(tmp_path: Path) -> None:
    monk = automata.get("monk")
    file = tmp_path / "monk.dot"
    file.write_text(export(monk.automaton, "dot").replace("pray", "look"))
    assert find(file).meanings == {"done": monk.meanings["done"]}


def test_json_has_the_meanings_and_a_file_may_say_its_own(tmp_path: Path) -> None:
    monk = automata.get("monk")
    text = export(monk.automaton, "json", ExportContext(meanings={"pray": "it prays", "x": "y"}))
    assert read_json(text).meanings == {"pray": "it prays"}
    file = tmp_path / "monk.json"
    file.write_text(text)
    assert find(file).meanings == {"pray": "it prays", "done": monk.meanings["done"]}
    assert "meanings" not in export(monk.automaton, "json")


@pytest.mark.parametrize(
    ("meanings", "said"),
    [
        ('["pray"]', "meanings: found a list"),
        ('{"pray": 3}', "meanings['pray']: found 3"),
        ('{"pray": ["x"]}', "meanings['pray']: found a list"),
        ('{"pry": "x"}', "did you mean 'pray'?"),
        ('{"pray": ""}', "state 'pray'"),
        ('{"pray": "x", "pray": "y"}', "'pray' is given twice"),
        ('{"pray": "' + "x" * 201 + '"}', "201 characters"),
    ],
)
def test_json_with_other_meanings_is_refused(meanings: str, said: str) -> None:
    text = export(automata.get("monk").automaton, "json")
    with pytest.raises(JsonError) as error:
        read_json(text[:-2] + f',"meanings": {meanings}}}')
    assert said in str(error.value)


def test_a_state_that_is_removed_from_a_json_text_loses_its_meaning() -> None:
    text = export(LAMP, "json", ExportContext(meanings=MEANINGS))
    loop = replace(LAMP.transitions[0], target="off")
    changes = Changes(replaced={0: loop, 1: None}, removed=frozenset({"on"}))
    assert read_json(rewritten(text, changes)).meanings == {"off": "it is dark"}


def test_a_state_that_is_renamed_in_a_json_text_keeps_its_meaning() -> None:
    text = export(LAMP, "json", ExportContext(meanings=MEANINGS))
    there, back = LAMP.transitions
    renamed = {0: replace(there, target="lit"), 1: replace(back, source="lit")}
    changes = Changes(replaced=renamed, renamed={"on": "lit"})
    kept = {"off": "it is dark", "lit": "the lamp shines"}
    assert read_json(rewritten(text, changes)).meanings == kept
