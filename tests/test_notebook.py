"""In a notebook automaton, diagram, trace and configuration show themselves."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from hanoi_fsm import Automaton, Configuration, trace
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.trace import Trace
from hanoi_fsm.hanoi import automata


class Cells(HTMLParser):
    """The texts in the cells of a table, row by row."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


@pytest.mark.parametrize("name", automata.names())
def test_an_automaton_shows_a_row_a_transition(name: str) -> None:
    automaton = automata.get(name).automaton
    rows = Cells(automaton._repr_html_()).rows[1:]
    assert [(row[0], row[1], row[2]) for row in rows] == [
        (row.source, row.target, row.event) for row in automaton.transitions
    ]


def test_what_an_automaton_shows_is_escaped() -> None:
    odd = Automaton("<b>", ("<i>",), "<i>", frozenset({"<i>"}), (), "<b>")
    assert "<b>&lt;b&gt;</b>" in odd._repr_html_()
    assert "<i>" not in odd._repr_html_()


def test_a_trace_shows_a_row_an_event_with_the_pegs() -> None:
    rows = Cells(trace(2)._repr_html_()).rows
    assert rows[0][1:] == ["state", "event", "guards", "action", "output", "next", "memory"]
    assert rows[2] == [
        "2", "base", "step", "!built", "move_ahead", "disk 2: 0 -> 2", "crown", "- | 1 | 2",
    ]  # fmt: skip
    assert len(rows) == 1 + 4
    assert isinstance(trace(2), Trace)


@pytest.mark.parametrize("digits", ["", "0", "012", "2" * 40])
def test_a_configuration_shows_a_bar_a_disk(digits: str) -> None:
    bundle = Configuration(digits)._repr_mimebundle_()
    svg = ElementTree.fromstring(bundle["image/svg+xml"])
    assert len([part for part in svg.iter() if part.tag.endswith("rect")]) == len(digits)
    assert bundle["text/plain"] == f"Configuration({digits!r})"


def test_a_configuration_that_fits_no_page_shows_its_digits_only() -> None:
    assert list(Configuration("0" * 41)._repr_mimebundle_()) == ["text/plain"]


def test_a_diagram_shows_its_picture_and_its_dot() -> None:
    bundle = Diagram(automata.get("monk").automaton)._repr_mimebundle_()
    assert set(bundle) == {"image/svg+xml", "text/plain"}
    ElementTree.fromstring(bundle["image/svg+xml"])
