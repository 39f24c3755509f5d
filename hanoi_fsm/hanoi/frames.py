"""A run with the pegs and the memory after each event, for films and the player."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.picture import ARROW
from hanoi_fsm.fsm.memory import Memory, contents_of
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.pegs import Configuration, Move


class Frame(NamedTuple):
    """An event of a run, or its start, whose `record` is None, and the configuration after it.

    `number` counts the events of the whole run, `step` the moves up to this one; `contents` are the
    contents of the memory after it.
    """

    number: int
    step: int
    record: Record | None
    configuration: Configuration
    contents: Mapping[str, object] | None = None

    @property
    def move(self) -> Move | None:
        output = None if self.record is None else self.record.output
        return output if isinstance(output, Move) else None

    @property
    def state(self) -> str:
        """The state in which the event began."""
        return self.record.state if self.record else "start"

    @property
    def effect(self) -> str:
        """The actions of an event; if there are none, its guards and its target."""
        record = self.record
        if record is None:
            return ""
        if record.actions or record.state == record.next_state:
            return record.transition.label.effect
        guards = record.transition.label.condition
        return f"{f'[{guards}] ' if guards else ''}{ARROW} {record.next_state}"


def followed(
    start: Configuration | None, records: Iterable[Record], memory: Memory | None = None
) -> Iterator[Frame]:
    """Yield the start, then each event of a run, which changes the `memory`.

    Without a start no disks move, and all frames are at step 0.
    """
    now, step = Configuration("") if start is None else start, 0
    yield Frame(0, 0, None, now, None if memory is None else contents_of(memory))
    for number, record in enumerate(records, 1):
        if start is not None and isinstance(record.output, Move):
            now, step = now.after(record.output), step + 1
        contents = None if memory is None else contents_of(memory)
        yield Frame(number, step, record, now, contents)
