"""The rows of a trace in each format: an event, the figures behind it, what the memory holds."""

from collections.abc import Iterable, Iterator

from hanoi_fsm.cli.tables import MOVE
from hanoi_fsm.fsm.errors import BadInput, cut, shortened
from hanoi_fsm.fsm.trace import Record, Row, for_json, spelt

Parts = tuple[Row, Row, Record]
"""The row of an event, the figures from which it follows, and its record."""

DIGITS_SHOWN = 24
"""The digits of a figure that are shown in a table for people."""
BESIDE_MEMORY = frozenset({"number", "step", "symbol", "state", "event", "output", "move", "next"})
"""The columns that a table for people has beside what the memory holds, so that it stays narrow."""


def shown(parts: Parts) -> Row:
    """The row for people: the figures come before the last column, and long ones are cut."""
    row, figures, _ = parts
    *others, last = row
    short = {name: _short(value) for name, value in figures.items()}
    return {name: row[name] for name in others} | short | {last: row[last]}


def _short(value: object) -> object:
    text = str(value)
    return value if len(text) <= DIGITS_SHOWN else cut(text, DIGITS_SHOWN)


def with_memory(parts: Parts) -> Row:
    """The row for people with what the memory holds in place of its view."""
    row = {name: value for name, value in parts[0].items() if name in BESIDE_MEMORY}
    return row | held(parts)


def of_same_names(parts: Iterable[Parts]) -> Iterator[Parts]:
    """The parts; raises `BadInput` where a memory holds what had no name in the first row."""
    known: list[str] | None = None
    for one in parts:
        names = list(one[2].contents or ())
        known = names if known is None else known
        if new := [name for name in names if name not in known]:
            raise BadInput(
                f"after event {one[2].number} the memory also holds {shortened(new[0])}, for which "
                "there is no column: ask for --format jsonl"
            )
        yield one


def held(parts: Parts) -> Row:
    """What the memory holds, by name, as a table shows it."""
    row, _, record = parts
    contents = (record.contents or {}).items()
    return {
        f"memory {name}" if name in row else name: value if type(value) is int else spelt(value)
        for name, value in contents
    }


def nested(parts: Parts) -> Row:
    """The row of jsonl; what the memory holds is an object of its own."""
    row, figures, record = parts
    if record.contents is None:
        return row | figures
    return row | figures | {"contents": for_json(record.contents)}


def flat(parts: Parts) -> Row:
    """The row of csv: guards in the notation, a move in three fields, and all else in one field."""
    row, figures, record = parts
    flattened: Row = {}
    for name, value in row.items():
        if name == "guards" and isinstance(value, dict):
            answers = (guard if yes else f"!{guard}" for guard, yes in value.items())
            flattened[name] = " & ".join(answers)
        elif name == "move":
            flattened |= value if isinstance(value, dict) else dict.fromkeys(MOVE)
        else:
            flattened[name] = value
    contents = (record.contents or {}).items()
    return flattened | figures | {f"contents.{name}": spelt(value) for name, value in contents}
