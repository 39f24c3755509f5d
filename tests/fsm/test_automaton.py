"""Automata as data: tables, equality, what is enabled, reading a word, and in notebooks."""

from dataclasses import FrozenInstanceError, replace
from textwrap import dedent
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation_strategies import NAMES, STATES, TRANSITIONS
from small_machine import TABLE, TURNSTILE, Gate, turnstile

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.notation import Transition, parse_transition
from hanoi_fsm.fsm.trace import Trace


def test_a_table_lists_states_events_guards_and_actions_in_its_own_order() -> None:
    automaton = turnstile("open -> open : shake [full & !last_coin] / rattle")
    assert automaton.states == ("locked", "open", "closed")
    assert automaton.events == ("coin", "push", "lock", "shake")
    assert automaton.guards == ("last_coin", "full")
    assert automaton.actions == ("take", "give_back", "let_in", "rattle")
    assert (automaton.initial, automaton.final) == ("locked", frozenset({"closed"}))
    assert automaton.memory == "turnstile"


def test_a_printed_table_is_aligned() -> None:
    assert str(TURNSTILE) == dedent(TABLE).strip()


@settings(max_examples=20)
@given(st.lists(TRANSITIONS, min_size=1, max_size=8), st.lists(STATES, max_size=3), NAMES)
def test_a_printed_table_is_read_back(rows: list[Transition], final: list[str], name: str) -> None:
    table = "\n".join(map(str, rows))
    written = Automaton.from_table(name, initial=rows[0].source, final=final, table=table)
    assert written.transitions == tuple(rows)
    again = Automaton.from_table(name, initial=written.initial, final=final, table=str(written))
    assert (again, again.states) == (written, written.states)


@given(st.permutations(TURNSTILE.transitions), st.permutations(TURNSTILE.states))
def test_the_order_of_the_parts_does_not_count(rows: list[Transition], states: list[str]) -> None:
    assert {replace(TURNSTILE, transitions=tuple(rows), states=tuple(states))} == {TURNSTILE}


ROWS = TURNSTILE.transitions
ALMOST = ["closed : lock", "open : lock [full]", "closed : push [full]"]


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "gate"},
        {"memory": "gate"},
        {"initial": "open"},
        {"final": frozenset({"open"})},
        {"final": frozenset({"closed", "open"})},
        {"states": ("locked", "open", "closed", "dark")},
        {"transitions": ROWS[:-1]},
        {"transitions": ROWS * 2},
        *({"transitions": (*ROWS[:-1], parse_transition(f"locked -> {row}"))} for row in ALMOST),
    ],
)
def test_anything_else_that_differs_makes_another_automaton(changes: dict[str, Any]) -> None:
    assert replace(TURNSTILE, **changes) not in (TURNSTILE, str(TURNSTILE), None)


@pytest.mark.parametrize(("whole", "part"), [(TURNSTILE, "initial"), (ROWS[0], "target")])
def test_a_definition_cannot_be_changed(whole: object, part: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(whole, part, "on")


@pytest.mark.parametrize(
    ("state", "event", "coins", "people", "targets"),
    [
        ("locked", "coin", 0, 0, ["locked"]),
        ("locked", "coin", 1, 0, ["open", "closed"]),
        ("locked", "coin", 0, 3, []),
        ("locked", "lock", 1, 3, ["closed"]),
        ("open", "coin", 1, 3, ["open"]),
        ("open", "shake", 0, 0, []),
    ],
)
def test_what_the_memory_allows_is_enabled_and_nothing_else(
    state: str, event: str, coins: int, people: int, targets: list[str]
) -> None:
    automaton, gate = turnstile("locked -> closed : coin [last_coin]"), Gate(2)
    gate.coins, gate.people = coins, people
    assert [row.target for row in automaton.enabled(state, event, gate)] == targets


def test_a_word_is_read_from_state_to_state_up_to_the_first_event_that_is_not_taken() -> None:
    table = "even -> even : 0 \n even -> odd : 1 / carry \n odd -> even : 1"
    parity = Automaton.from_table("parity", initial="even", final=None, table=table)
    assert parity.final == frozenset(parity.states) == {"even", "odd"}, "it may end anywhere"
    assert [row.target for row in parity.read("0110")] == ["even", "odd", "even", "even"]
    assert [row.action for row in parity.read("01")] == [None, "carry"]
    assert list(parity.read("")) == []
    rows = parity.read("10")
    assert next(rows).target == "odd"
    with pytest.raises(MachineStopped, match=r"parity: .*'odd'.*'0'"):
        next(rows)


def cells(html: str) -> list[list[str]]:
    table = ElementTree.fromstring(html[html.index("<table>") :])
    return [[cell.text or "" for cell in row] for row in table.iter("tr")]


def test_an_automaton_shows_one_row_per_transition_and_escapes_it() -> None:
    shown = [row[:3] for row in cells(TURNSTILE._repr_html_())[1:]]
    assert shown == [[row.source, row.target, row.event] for row in ROWS]
    odd = Automaton("<b>", ("<i>",), "<i>", frozenset({"<i>"}), (), "<b>")
    assert "<b>&lt;b&gt;</b>" in odd._repr_html_()
    assert "<i>" not in odd._repr_html_()


def test_no_line_is_broken_within_a_cell_of_a_notebook() -> None:
    html = TURNSTILE._repr_html_()
    rows = ElementTree.fromstring(html[html.index("<table>") :]).findall("tr")
    assert {row.get("style") for row in rows} == {"white-space: nowrap"}


def test_a_trace_shows_one_row_per_event() -> None:
    trace = Trace(run(TURNSTILE, Gate(1), ["coin", "push"], views=True))
    assert cells(trace._repr_html_()) == [
        ["", "state", "event", "guards", "action", "output", "next", "memory"],
        ["1", "locked", "coin", "last_coin & !full", "take", "coin 1", "open", "(1, 0)"],
        ["2", "open", "push", "", "let_in", "", "locked", "(0, 1)"],
    ]
    assert str(trace).splitlines() == [
        "1. locked -> open : coin [last_coin & !full] / take  (coin 1)",
        "2. open -> locked : push / let_in",
    ]
