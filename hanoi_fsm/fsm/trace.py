"""The trace of a run: one record per event, the same from every engine.

Tables, films and pages only read traces; none of them depends on an engine.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from hanoi_fsm.fsm.errors import BadInput, UnknownName, printable
from hanoi_fsm.fsm.memory import Memory, Value
from hanoi_fsm.fsm.notation import Transition

MOST_RECORDS = 100_000
"""The most records of a run that are kept, or printed at a time."""

Views = bool | Literal["contents"]
"""Whether the records of a run have views of the memory, or its contents as well."""

HEAD = ("", "state", "event", "guards", "action", "output", "next", "memory")
"""The columns of a trace in a notebook."""
ENGINES = ENGINE, GENERATED = "transitions", "generated"
"""The names of the engines: the default for traces, and the one used for results alone."""


class Record(NamedTuple):
    """One event of a run: the transition that was taken, and its output.

    `number` counts the events from 1. `output` is the last output that its actions
    set (for a solver, its move) or None. `view` shows the memory after the event, if the run was
    asked for views, and `contents` has its values by name, if the run was asked for these.
    """

    number: int
    transition: Transition
    output: Value = None
    view: str | None = None
    contents: Mapping[str, object] | None = None

    @property
    def state(self) -> str:
        return self.transition.source

    @property
    def event(self) -> str:
        return self.transition.event

    @property
    def actions(self) -> tuple[str, ...]:
        return self.transition.actions

    @property
    def next_state(self) -> str:
        return self.transition.target

    def __str__(self) -> str:
        output = "" if self.output is None else f"  ({self.output})"
        return f"{self.number}. {self.transition}{output}"


class Run(Iterator[Record]):
    """The records of a run, which change its `memory` one by one.

    The memory and its `state` are unchanged until the first record is requested, and afterwards
    match the latest record. There are at least `least` records, which is 0 if the number cannot be
    told beforehand.
    """

    def __init__(self, memory: Memory, records: Iterator[Record], least: int = 0) -> None:
        self.memory, self._records, self.least = memory, records, least

    def __iter__(self) -> Iterator[Record]:
        return self._records  # a loop over the run is as fast as one over the records

    def __next__(self) -> Record:
        return next(self._records)

    def at_most(self, most: int, too_many: str) -> Iterator[Record]:
        """The records; raises `BadInput(too_many)` for more than `most`, up front if known."""
        if self.least > most:
            raise BadInput(too_many)
        for number, record in enumerate(self, 1):
            if number > most:
                raise BadInput(too_many)
            yield record


class Trace(list[Record]):
    """A complete run, shown as a table in a notebook."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        lines = []
        for tag, cells in [("th", HEAD), *(("td", row.values()) for row in event_rows(self))]:
            texts = "".join(f"<{tag}>{escaped(cell)}</{tag}>" for cell in cells)
            lines.append(f'<tr style="white-space: nowrap">{texts}</tr>')
        return f"<table>{''.join(lines)}</table>"


def escaped(value: object) -> str:
    """A value in HTML; None is shown as nothing."""
    from html import escape  # slow to import

    return "" if value is None else escape(str(value))


def check_engine(name: object) -> None:
    """Raise `UnknownName` unless it names an engine, or is a function that `code` wrote."""
    if name not in ENGINES and (isinstance(name, type) or not callable(name)):
        raise UnknownName.among("engine", str(name), ENGINES)


Row = dict[str, object]  # one row of a table: the columns' names with their values or None


def event_rows(records: Iterable[Record]) -> Iterator[Row]:
    """One row per event."""
    for record in records:
        yield {
            "number": record.number,
            "state": record.state,
            "event": record.event,
            "guards": record.transition.label.condition or None,
            "action": record.transition.label.effect or None,
            "output": record.output,
            "next": record.next_state,
            "memory": record.view or None,
        }


def spelt(value: object) -> str:
    """A value of a memory as text: numbers side by side, frames separated by bars.

    >>> spelt((4, 3, 0, 0)), spelt(((3, 0, "first"), (2, 0, "second"))), spelt(())
    ('4 3 0 0', '3 0 first | 2 0 second', '-')
    """
    if not isinstance(value, tuple):
        return printable(str(value))
    apart = " | " if any(isinstance(part, tuple) for part in value) else " "
    return apart.join(map(spelt, value)) or "-"


def for_json(value: object) -> object:
    """A value for JSON, where the parts of a move or of a stack frame keep their names.

    Anything but numbers and texts becomes a list of such values, or its text.
    """
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(name): for_json(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [for_json(part) for part in value]
    return value if isinstance(value, str | int | float | None) else str(value)
