"""The definition of an automaton: an immutable value that knows no library and no puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape

from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import OVER, Transition, parse_rows
from hanoi_fsm.fsm.trace import html_table


@dataclass(frozen=True)
class Automaton:
    """States, transitions, an initial state and the final ones.

    `memory` is the name of the vocabulary that its guards and actions are words of: the automaton's
    own name, unless it borrows another's. Two automata are equal when all of this is; the order of
    the transitions counts for the eye only, and so does not count here.

    >>> lamp = Automaton.from_table("lamp", initial="off", final="broken", table='''
    ...     off -> on     : press
    ...     on  -> off    : press [!worn]
    ...     on  -> broken : press [worn] / spark
    ... ''')
    >>> lamp.states, lamp.events
    (('off', 'on', 'broken'), ('press',))
    """

    name: str
    states: tuple[str, ...]
    initial: str
    final: frozenset[str]
    transitions: tuple[Transition, ...]
    memory: str

    @classmethod
    def from_table(
        cls,
        name: str,
        *,
        initial: str,
        final: str | Iterable[str] | None = (),
        table: str,
        memory: str = "",
    ) -> Automaton:
        """Read the rows of a `table`, each `state -> next : event [guards] / action`.

        The states are those that a row starts from, and the final ones; without any the machine
        never ends, and `final=None` makes all of them final, as of a reader whose word may end
        anywhere. `NotationError` names a line that is not such a row.
        """
        lines = [line for line in table.splitlines() if line.strip()]
        rows = tuple(row for line in lines for row in parse_rows(line))
        if final is None:
            final = [row.source for row in rows]
        finals = [final] if isinstance(final, str) else list(final)
        states = dict.fromkeys([*(row.source for row in rows), *finals])
        return cls(name, tuple(states), initial, frozenset(finals), rows, memory or name)

    @property
    def title(self) -> str:
        """What stands above its diagram: its name, and whose memory it borrows."""
        return self.name if self.memory == self.name else self.name + OVER + self.memory

    @cached_property
    def events(self) -> tuple[str, ...]:
        """All events, in the order in which the table names them."""
        return tuple(dict.fromkeys(row.event for row in self.transitions))

    @cached_property
    def guards(self) -> tuple[str, ...]:
        """The names of all guards, in the order in which the table names them."""
        return tuple(dict.fromkeys(guard.name for row in self.transitions for guard in row.guards))

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The names of all actions, in the order in which the table names them."""
        return tuple(dict.fromkeys(row.action for row in self.transitions if row.action))

    @cached_property
    def _rows(self) -> dict[tuple[str, str], tuple[Transition, ...]]:
        rows: dict[tuple[str, str], list[Transition]] = {}
        for row in self.transitions:
            rows.setdefault((row.source, row.event), []).append(row)
        return {key: tuple(found) for key, found in rows.items()}

    def leaving(self, state: str) -> tuple[Transition, ...]:
        """The transitions that start in `state`."""
        return tuple(row for row in self.transitions if row.source == state)

    def transitions_for(self, state: str, event: str) -> tuple[Transition, ...]:
        """The transitions that start in `state` on `event`."""
        return self._rows.get((state, event), ())

    def read(self, word: Iterable[str]) -> Iterator[Transition]:
        """The transitions that a `word` of events takes, for an automaton without guards.

        Raises `MachineStopped` at the first event that has no transition.
        """
        state = self.initial
        for event in word:
            rows = self.transitions_for(state, event)
            if not rows:
                raise MachineStopped(f"{self.name}: state {state!r} does not take {event!r}")
            yield rows[0]
            state = rows[0].target

    def enabled(self, state: str, event: str, memory: Memory) -> list[Transition]:
        """The transitions that `memory` allows now, all of them, whatever order they stand in."""
        return [
            row
            for row in self.transitions_for(state, event)
            if all(getattr(memory, guard.name)() is guard.answer for guard in row.guards)
        ]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Automaton) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[object, ...]:
        rows = tuple(sorted(self.transitions, key=str))
        return (self.name, self.memory, self.initial, self.final, frozenset(self.states), rows)

    def _repr_html_(self) -> str:
        """What a notebook shows: title, states and the table."""
        states = ", ".join(escape(_marked(self, state)) for state in self.states)
        head = ("state", "next", "event", "guards", "action")
        rows = [
            (row.source, row.target, row.event, " & ".join(map(str, row.guards)), row.action or "")
            for row in self.transitions
        ]
        return f"<b>{escape(self.title)}</b><br>{states}" + html_table(head, rows)

    def __str__(self) -> str:
        """The table, aligned; `from_table` reads it back."""
        return "\n".join(table_rows(self.transitions))


def _marked(automaton: Automaton, state: str) -> str:
    marks = ["initial"] * (state == automaton.initial) + ["final"] * (state in automaton.final)
    return f"{state} ({', '.join(marks)})" if marks else state


def table_rows(rows: Iterable[Transition]) -> list[str]:
    """The rows of a table, with states, events, guards and actions below one another."""
    cells = []
    for row in rows:
        event_and_guards, slash, action = str(row.label).partition(" / ")
        event, bracket, guards = event_and_guards.partition(" [")
        cells.append((row.source, row.target, event, bracket.strip() + guards, slash + action))
    width = [max((len(row[column]) for row in cells), default=0) for column in range(5)]
    layout = f"{{:{width[0]}}} -> {{:{width[1]}}} : {{:{width[2]}}} {{:{width[3]}}}{{}}"
    return [layout.format(*row).rstrip() for row in cells]
