"""Changes written into a DOT or JSON text: read back, it shows the changed automaton."""

from collections.abc import Callable
from itertools import product

import pytest

from hanoi_fsm import Automaton, Diagram
from hanoi_fsm.fsm.changes import Changes
from hanoi_fsm.fsm.diagrams import dot_edit
from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.formats import ExportContext, json_edit, json_format
from hanoi_fsm.fsm.formats.json_reader import read_json
from hanoi_fsm.fsm.notation import Transition, parse_transition

TABLE = "off -> on : press \n on -> off : press \n on -> on : hold"
LAMP = Automaton.from_table("lamp", initial="off", table=TABLE)
NEW = tuple(
    parse_transition(f"on -> off : {label}") for label in ("hold", "kick [far]", "wait / go")
)


def with_dot(text: str, changes: Changes) -> tuple[str, Automaton]:
    new = dot_edit.rewritten(text, changes)
    return new, read(new).automaton


def with_json(text: str, changes: Changes) -> tuple[str, Automaton]:
    new = json_edit.rewritten(text, changes)
    return new, read_json(new).automaton


def dot(automaton: Automaton) -> str:
    return Diagram(automaton).dot


def json(automaton: Automaton) -> str:
    return json_format.export(automaton, ExportContext())


Writes = Callable[[Automaton], str]
Rewrites = Callable[[str, Changes], tuple[str, Automaton]]
FORMATS = pytest.mark.parametrize(("writes", "rewrites"), [(dot, with_dot), (json, with_json)])


@FORMATS
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.one_in(4)
def test_any_transitions_can_be_removed_replaced_and_added_at_once(
    newline: str, writes: Writes, rewrites: Rewrites
) -> None:
    text = writes(LAMP).replace("\n", newline)
    for fates in product(["keep", "remove", "replace"], repeat=3):
        new: dict[int, Transition | None] = {}
        for at, fate in enumerate(fates):
            old = LAMP.transitions[at]
            if fate != "keep":
                other = parse_transition(f"{old.target} -> {old.source} : {old.event}s")
                new[at] = other if fate == "replace" else None
        for number in range(4):
            changes = Changes(new, added=NEW[:number])
            written, automaton = rewrites(text, changes)
            expected = changes.on(LAMP)
            assert sorted(map(str, automaton.transitions)) == sorted(map(str, expected.transitions))
            assert not {"\r", "\n"} & set(written.replace(newline, ""))
            assert "" not in [line.strip() for line in written.strip().split(newline)]


@FORMATS
@pytest.mark.parametrize("kept", [0, 1, 3])
def test_added_transitions_come_in_their_order(
    kept: int, writes: Writes, rewrites: Rewrites
) -> None:
    few = Changes(dict.fromkeys(range(kept, 3))).on(LAMP)
    _, automaton = rewrites(writes(few), Changes(added=NEW))
    assert [one for one in automaton.transitions if one in NEW] == list(NEW)


@FORMATS
def test_a_state_that_goes_takes_its_mark_along(writes: Writes, rewrites: Rewrites) -> None:
    on = frozenset({"on"})
    new = {0: parse_transition("off -> off : press"), 1: None, 2: None}
    text = writes(Changes(marks=on).on(LAMP))
    written, automaton = rewrites(text, Changes(new, marks=on, removed=on))
    assert (automaton.states, automaton.final) == (("off",), frozenset()), written
