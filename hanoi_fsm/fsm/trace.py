"""The trace: what a run leaves behind, one record per event, whatever engine ran it.

Everything above reads traces and none reaches into an engine: the moves, the counts on the edges,
the tables and the checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, NamedTuple

from hanoi_fsm.fsm.notation import Transition


class Record(NamedTuple):
    """One event of a run: the transition that was taken, and what it put out.

    `number` counts the events from 1. `output` is what the action put out (of a solver: its move)
    or None. `view` shows the memory after the event where the run was asked for views.
    """

    number: int
    transition: Transition
    output: Any = None
    view: str | None = None

    @property
    def state(self) -> str:
        """The state in which the event happened."""
        return self.transition.source

    @property
    def event(self) -> str:
        """The event."""
        return self.transition.event

    @property
    def answers(self) -> dict[str, bool]:
        """The guards that the transition asked, with their answers."""
        return {guard.name: guard.answer for guard in self.transition.guards}

    @property
    def action(self) -> str | None:
        """The name of the action that was carried out, or None."""
        return self.transition.action

    @property
    def next_state(self) -> str:
        """The state that the transition led to."""
        return self.transition.target


class Trace(list[Record]):
    """A whole run, kept: what a notebook shows as a table."""

    def __str__(self) -> str:
        """One line per event: the transition, and what it put out."""
        return "\n".join(
            f"{record.number}. {record.transition}"
            + ("" if record.output is None else f"  ({record.output})")
            for record in self
        )

    def _repr_html_(self) -> str:
        head = ("", "state", "event", "guards", "action", "output", "next", "memory")
        rows = [
            (
                record.number,
                record.state,
                record.event,
                " & ".join(map(str, record.transition.guards)),
                record.action or "",
                "" if record.output is None else record.output,
                record.next_state,
                record.view or "",
            )
            for record in self
        ]
        return html_table(head, rows)


def html_table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A table for a notebook, with everything in it escaped.

    >>> html_table(["a"], [["<b>"]])
    '<table><tr><th>a</th></tr><tr><td>&lt;b&gt;</td></tr></table>'
    """
    cells = [
        "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in row)
        for tag, row in [("th", head), *(("td", row) for row in rows)]
    ]
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


Row = dict[str, object]
"""One row of a table: a value under each column's name, None where there is none."""


def event_rows(records: Iterable[Record], *, full: bool = False) -> Iterator[Row]:
    """One row per event; a `full` one has the guards with their answers, for programs."""
    for record in records:
        guards = " & ".join(map(str, record.transition.guards)) or None
        yield {
            "number": record.number,
            "state": record.state,
            "event": record.event,
            "guards": record.answers if full else guards,
            "action": record.action,
            "output": record.output,
            "next": record.next_state,
            "memory": record.view or None,
        }


def outputs(trace: Iterable[Record]) -> Iterator[Any]:
    """What the actions of a run put out, one after the other: of a solver its moves."""
    return (record.output for record in trace if record.output is not None)
