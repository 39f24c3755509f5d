"""A run followed event by event: what each frame of a film shows."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.memory import Memory, contents_of
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.pegs import Configuration, Move

MOST_FRAMES = 256
"""A longer film is refused: a machine may go through many events without a move."""

LONGEST_TURN = 4


class Frame(NamedTuple):
    """An event of a run, or its start, whose `record` is None, and the configuration after it.

    `number` counts the events of the whole run, `step` the moves up to this one. `compared` are
    the pegs whose tops the event compared, `contents` what the memory holds after it.
    """

    number: int
    step: int
    record: Record | None
    configuration: Configuration
    contents: Mapping[str, object] | None = None
    compared: tuple[int, ...] = ()

    @property
    def move(self) -> Move | None:
        output = None if self.record is None else self.record.output
        return output if isinstance(output, Move) else None


def followed(
    start: Configuration, records: Iterable[Record], memory: Memory | None = None
) -> Iterator[Frame]:
    """The start, and each event of a run; `memory` is the one that the run changes."""
    now, step = start, 0
    yield Frame(0, 0, None, now, _contents(memory))
    number, coming = 0, iter(records)
    while True:
        compared = _comparisons(memory)
        record = next(coming, None)
        if record is None:
            return
        number += 1
        if isinstance(record.output, Move):
            now, step = now.after(record.output), step + 1
        words = [*record.answers, record.action or ""]
        pegs = tuple(dict.fromkeys(peg for word in words for peg in compared.get(word, ())))
        yield Frame(number, step, record, now, _contents(memory), pegs)


def _contents(memory: Memory | None) -> Mapping[str, object] | None:
    return None if memory is None else contents_of(memory)


def _comparisons(memory: Memory | None) -> dict[str, tuple[int, ...]]:
    """For each word of a memory the pegs whose tops it would compare now."""
    if not isinstance(memory, PegMemory):
        return {}
    return {word: memory.compared(word) for word in (*memory.guards(), *memory.actions())}


def in_steps(frames: Iterable[Frame], steps: range | None, name: str) -> list[Frame]:
    """The frames of some `steps`: the configuration before them, then all events up to the last.

    With the last step of the solution the events after it belong to them, too. Raises `BadInput`
    where there are too many, or the run ends before them.
    """
    found: list[Frame] = []
    for frame in frames:
        if steps is not None and frame.step < steps[0]:
            if frame.move is not None or frame.record is None:
                found = []  # the events without a move after it lead to the next step
            found.append(frame)
            continue
        if steps is not None and frame.step > steps[-1]:
            return found
        found.append(frame)
        if len(found) > MOST_FRAMES:
            raise BadInput(
                f"the film of {name} would have more than {MOST_FRAMES} frames: draw fewer steps "
                "with --steps, or fewer disks"
            )
    if steps is not None and (not found or found[-1].step < steps[0]):
        last = found[-1].step if found else 0
        raise BadInput(f"the run of {name} ends after {last} moves: it has no step {steps[0]}")
    return found


def cycle_of(automaton: Automaton) -> tuple[str, ...]:
    """The states that every run goes round in turn until it ends, from the initial one on.

    Empty if there is a choice between two that are not final, or fewer than two of them.

    >>> from hanoi_fsm.hanoi import automata
    >>> cycle_of(automata.get("two-storey").automaton)
    ('dismantle', 'base', 'crown', 'foundation')
    >>> cycle_of(automata.get("call-stack").automaton)
    ()
    """
    found, state = [automaton.initial], automaton.initial
    while len(found) <= len(automaton.states):
        leaving = [one for one in automaton.transitions if one.source == state]
        onward = {one.target for one in leaving} - automaton.final
        if len(onward) != 1:
            return ()
        [state] = onward
        if state == automaton.initial:
            return tuple(found) if 1 < len(found) <= LONGEST_TURN else ()
        found.append(state)
    return ()
