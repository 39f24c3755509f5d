"""The rows of a trace in the puzzle's own words: steps, moves and pegs; symbols and answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hanoi_fsm.fsm.trace import Record, Row


def numbered(records: Iterable[Record], first_step: int) -> Iterator[tuple[int | None, Record]]:
    """Each record with the number of the step that it makes, None where it makes no move."""
    step = first_step
    for record in records:
        if record.output is None:
            yield None, record
        else:
            yield step, record
            step += 1


def move_rows(records: Iterable[Record], first_step: int = 1) -> Iterator[Row]:
    """One row per event of a machine that moves disks, for people."""
    for step, record in numbered(records, first_step):
        yield {
            "step": step,
            "state": record.state,
            "guards": " & ".join(map(str, record.transition.guards)) or None,
            "action": record.action,
            "move": record.output,
            "pegs": record.view,
        }


def full_move_rows(records: Iterable[Record], first_step: int = 1) -> Iterator[Row]:
    """One row per event of a machine that moves disks, for programs."""
    for step, record in numbered(records, first_step):
        yield {
            "number": record.number,
            "step": step,
            "state": record.state,
            "event": record.event,
            "guards": record.answers,
            "action": record.action,
            "next": record.next_state,
            "move": None if record.output is None else record.output._asdict(),
            "pegs": record.view,
        }


def reading_rows(records: Iterable[Record]) -> Iterator[Row]:
    """One row per symbol that a reader reads."""
    for record in records:
        yield {
            "number": record.number,
            "symbol": record.event,
            "state": record.state,
            "writes": record.output,
            "next": record.next_state,
            "answer": record.view,
        }
