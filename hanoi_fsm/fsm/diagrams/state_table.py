"""The state table of an automaton: one row per state, one column per event, in a cell what is next.

It shows what a state diagram with too many edges hides. The rows may be grouped under headings that
the machine declares. Where whatever leads to a state puts out the same, as in a Moore machine, that
is a column beside the states, and the cells are free of it. As text, an arrow marks the initial
state and an asterisk the final ones, as in textbooks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from hanoi_fsm.fsm.automaton import Automaton, automaton_of
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.meanings import check_lines

MOST_CELLS = 2_000
OUTPUT = "output"
"""The heading of the column with what is put out on the way to a state."""


class Cell(NamedTuple):
    """One transition in a cell: where it leads, under which guards, and what it puts out.

    `decides` says that the next state is never left again.
    """

    next: str
    guards: str
    output: str
    decides: bool

    def __str__(self) -> str:
        return self.target + (f" / {self.output}" if self.output else "")

    @property
    def target(self) -> str:
        return (f"[{self.guards}] " if self.guards else "") + self.next


class Row(NamedTuple):
    """A state with its heading, what marks it, and its cells by event."""

    state: str
    group: str
    initial: bool
    final: bool
    cells: Mapping[str, tuple[Cell, ...]]


class Described(Protocol):
    """A machine, as far as a table asks."""

    @property
    def automaton(self) -> Automaton: ...
    @property
    def groups(self) -> Mapping[str, str]: ...
    @property
    def outputs(self) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class StateTable(Picture):
    """The table of an automaton with several events, or of a machine.

    `groups` are the headings of states, whose rows come in this order, and `outputs` says what an
    action puts out where that is always the same; a machine brings both. Raises `BadInput` for an
    automaton with fewer than two events, and as a picture for one with too many cells.

    >>> table = StateTable(Automaton.from_table("gate", initial="locked", final=None, table='''
    ...     locked -> open   : coin
    ...     open   -> locked : push / bell
    ... '''))
    >>> print(table.text())
       state   coin  push
    -> locked  open  -
       open    -     locked / bell
    """

    subject: Automaton | Described
    groups: Mapping[str, str] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        subject = self.subject
        if not isinstance(subject, Automaton):
            automaton_of(subject)
            object.__setattr__(self, "groups", {**subject.groups, **self.groups})
            object.__setattr__(self, "outputs", {**subject.outputs, **self.outputs})
        check_lines("groups", self.groups, self.automaton.states)
        events = self.automaton.events
        if len(events) < 2:
            what = f"only one event, {shortened(events[0])}" if events else "no event"
            raise BadInput(
                f"{shortened(self.automaton.name)} has {what}: a state table has a column for each "
                "of several, draw the state diagram instead"
            )

    @property
    def automaton(self) -> Automaton:
        return self.subject if isinstance(self.subject, Automaton) else self.subject.automaton

    def __repr__(self) -> str:
        return repr(self.automaton).replace("Automaton", "StateTable", 1)

    @property
    def events(self) -> tuple[str, ...]:
        """The columns: symbols that are numbers are sorted."""
        events = self.automaton.events
        return tuple(sorted(events)) if all(map(str.isdecimal, events)) else events

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """One row per state, those with a heading first."""
        automaton = self.automaton
        headed = [state for state in self.groups if state in automaton.states]
        headings = list(dict.fromkeys(self.groups[state] for state in headed))
        headed.sort(key=lambda state: headings.index(self.groups[state]))
        return tuple(
            Row(
                state,
                self.groups.get(state, ""),
                state == automaton.initial,
                state in automaton.final,
                {event: self._cells(state, event) for event in self.events},
            )
            for state in dict.fromkeys([*headed, *automaton.states])
        )

    @property
    def grouped(self) -> Iterator[tuple[str, tuple[Row, ...]]]:
        """The rows under their headings, the last of which may be empty."""
        for heading, rows in groupby(self.rows, key=lambda row: row.group):
            yield heading, tuple(rows)

    @property
    def all_final(self) -> bool:
        """Whether marks of final states would say nothing."""
        return self.automaton.final.issuperset(self.automaton.states)

    @cached_property
    def entering(self) -> Mapping[str, str]:
        """What is put out on the way to each state, if that depends on the state alone; or empty.

        Only known outputs count: an action may depend on the memory.
        """
        cells = [one for row in self.rows for found in row.cells.values() for one in found]
        outputs = {one.next: one.output for one in cells if one.output}
        alike = all(outputs.get(one.next, "") == one.output for one in cells)
        return outputs if self.outputs and alike else {}

    def lines(self, cell: Cell) -> list[str]:
        """What is written for a transition: the next state, and the output if it belongs here."""
        return [cell.target] + ([f"/ {cell.output}"] if cell.output and not self.entering else [])

    def _cells(self, state: str, event: str) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                one.target,
                " & ".join(map(str, one.guards)),
                self.outputs.get(one.action or "", one.action or ""),
                one.target in self._kept,
            )
            for one in self.automaton.transitions_for(state, event)
        )

    @cached_property
    def _kept(self) -> frozenset[str]:
        """The states with transitions that all lead back to them."""
        left = {one.source for one in self.automaton.transitions if one.source != one.target}
        return frozenset(one.source for one in self.automaton.transitions) - left

    @property
    def legend(self) -> str:
        """What is in a cell, in words."""
        cells = [one for row in self.rows for found in row.cells.values() for one in found]
        guards = "[guards] " if any(one.guards for one in cells) else ""
        shown = any(one.output for one in cells) and not self.entering
        output = (" / the output" if self.outputs else " / the action") if shown else ""
        return f"{guards}the next state{output}"

    # as text

    def text(self, columns: int = 80) -> str:
        """The table as aligned lines; the columns that do not fit beside the states come below."""
        from hanoi_fsm.fsm.diagrams.state_table_text import text

        return text(self, columns)

    def markdown(self) -> str:
        """The table in Markdown, as GitHub shows it."""
        from hanoi_fsm.fsm.diagrams.state_table_text import markdown

        return markdown(self)

    def grid(self) -> Iterator[list[str]]:
        """The table as texts for a spreadsheet: a header, then one list per state."""
        yield ["group", "state", "initial", "final", *self.events]
        for row in self.rows:
            marks = ["yes" if mark else "no" for mark in (row.initial, row.final)]
            cells = ("; ".join(map(str, cells)) for cells in row.cells.values())
            yield [row.group, row.state, *marks, *cells]

    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows as objects for JSON; a cell is a list of transitions."""
        for row in self.rows:
            cells = {
                event: [
                    {"next": one.next, "guards": one.guards, "output": one.output} for one in cells
                ]
                for event, cells in row.cells.items()
            }
            yield {**row._asdict(), "cells": cells}

    # as a picture

    @property
    def title(self) -> str:
        return f"The state table of {self.automaton.name}"

    @property
    def description(self) -> str:
        return self.text()

    def _graph(self) -> Any:
        from hanoi_fsm.fsm.diagrams.state_table_picture import Sheet

        if len(self.automaton.states) * len(self.events) > MOST_CELLS:
            raise BadInput(
                f"the state table of {shortened(self.automaton.name)} has more than {MOST_CELLS} "
                "cells, too many for a picture: print it by `describe NAME --table`"
            )
        return Sheet(self).filled()
