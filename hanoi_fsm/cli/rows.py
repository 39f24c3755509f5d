"""The rows of a trace in each format: an event, the figures behind it, what the memory holds."""

from hanoi_fsm.cli.tables import MOVE
from hanoi_fsm.fsm.errors import cut
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
    texts = {name: str(value) for name, value in figures.items()}
    long = {
        name: cut(text, DIGITS_SHOWN) for name, text in texts.items() if len(text) > DIGITS_SHOWN
    }
    return {name: row[name] for name in others} | figures | long | {last: row[last]}


def with_memory(parts: Parts) -> Row:
    """The row for people with what the memory holds in place of its view."""
    row = {name: value for name, value in parts[0].items() if name in BESIDE_MEMORY}
    return row | held(parts)


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
