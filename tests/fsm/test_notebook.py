"""In a notebook an automaton and a trace show themselves as tables."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from small_machine import TURNSTILE, Gate

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.trace import Trace
from hanoi_fsm.hanoi import automata


def cells(html: str) -> list[list[str]]:
    """The texts in the cells of a table, row by row."""
    table = ElementTree.fromstring(html[html.index("<table>") :])
    return [[cell.text or "" for cell in row] for row in table.iter("tr")]


@pytest.mark.parametrize("name", automata.names())
def test_an_automaton_shows_one_row_per_transition(name: str) -> None:
    automaton = automata.get(name).automaton
    assert [row[:3] for row in cells(automaton._repr_html_())[1:]] == [
        [row.source, row.target, row.event] for row in automaton.transitions
    ]


def test_what_an_automaton_shows_is_escaped() -> None:
    odd = Automaton("<b>", ("<i>",), "<i>", frozenset({"<i>"}), (), "<b>")
    assert "<b>&lt;b&gt;</b>" in odd._repr_html_()
    assert "<i>" not in odd._repr_html_()


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
