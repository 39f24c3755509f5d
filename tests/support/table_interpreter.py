"""Runs of a table by its text alone: no code is shared with the package that it judges.

A memory is only asked for what its own methods answer.
"""

import copy
import re
from collections.abc import Iterable
from itertools import repeat
from typing import Any, NamedTuple

ROW = re.compile(
    r"(?P<source>.+?) *-> *(?P<target>.+?) +: *(?P<events>[^/[]+?)"
    r" *(?:\[(?P<guards>[^]]*)\])? *(?:/ *(?P<actions>.+))?"
)
Course = tuple[list[tuple[object, ...]], str, object, str]
"""A run: its records, the state and the memory's key at its end, and the error that stopped it."""


class Row(NamedTuple):
    """A line of a table; `asked` has the answers that its guards must give."""

    text: str
    source: str
    target: str
    event: str
    asked: dict[str, bool]
    actions: list[str]


class MachineStopped(Exception):
    """A run that cannot go on, with the words that say why."""


class Overlap(MachineStopped):
    """The same, where the table leaves open how."""


def rows(table: str) -> list[Row]:
    """The rows of a table, one per event, each with its text evenly spaced."""
    parsed = []
    for line in table.splitlines():
        text = " ".join(line.split())
        match = ROW.fullmatch(text)
        assert match, line
        source, target, events, guards, actions = match.groups()
        done = actions.split(", ") if actions else []
        words = guards.split(" & ") if guards else []
        asked = {word.lstrip("!"): word[0] != "!" for word in words}
        for event in events.split(", "):
            single = text.replace(f": {events}", f": {event}", 1)
            parsed.append(Row(single, source, target, event, asked, done))
    return parsed


def interpret(
    table: str, memory: Any, state: str, events: Iterable[str] | None, final: str, most: int
) -> tuple[Course, list[str]]:
    """A run of a table on a memory, for at most some events, and what its error must say.

    Without events the first one is repeated until the final state is reached.
    """
    every, error, said = rows(table), "", list[str]()
    records: list[tuple[object, ...]] = []
    memory.__state__ = state
    try:
        for event in repeat(every[0].event) if events is None else events:
            if len(records) == most or (events is None and memory.__state__ == final):
                break
            memory.output = None
            row = _chosen(every, memory, event)
            for action in row.actions:
                _called(memory, action)
            memory.__state__ = row.target
            output = copy.deepcopy(memory.output)
            shown = memory.show(), dict(memory.contents())
            records.append((len(records) + 1, row.text, output, *shown))
    except Exception as raised:
        error, said = type(raised).__name__, [*map(str, raised.args)]
    return (records, memory.__state__, memory.key(), error), said


def _chosen(every: list[Row], memory: Any, event: str) -> Row:
    """The only row that is enabled, or why there is none."""
    at = f"state {memory.__state__!r}", f"event {event!r}"
    leaving = [row for row in every if (row.source, row.event) == (memory.__state__, event)]
    if not leaving:
        raise MachineStopped("no transition starts", *at)
    try:
        enabled = [row for row in leaving if _is_enabled(row, memory)]
    except Exception:
        enabled = []  # an earlier row may be taken before that guard is asked
    if len(enabled) > 1:
        raise Overlap("two transitions are enabled", *at, *(row.text for row in enabled[:2]))
    for row in leaving:
        if _is_enabled(row, memory):
            return row
    names = dict.fromkeys(name for row in leaving for name in row.asked)
    raise MachineStopped(
        "no transition is enabled", *at, *(_answer(memory, name) for name in names)
    )


def _is_enabled(row: Row, memory: Any) -> bool:
    return all(_called(memory, name) is wanted for name, wanted in row.asked.items())


def _answer(memory: Any, name: str) -> str:
    try:
        answer = getattr(memory, name)()
    except Exception as raised:
        return f"{name} raises {type(raised).__name__}"
    spelt = f"is {str(answer).lower()}" if isinstance(answer, bool) else f"answered {answer!r}"
    return f"{name} {spelt}"


def _called(memory: Any, name: str) -> object:
    try:
        return getattr(memory, name)()
    except StopIteration as error:
        raise RuntimeError("generator raised StopIteration") from error  # as Python does
