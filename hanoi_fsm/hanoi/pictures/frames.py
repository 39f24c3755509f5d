"""A run followed event by event: what each frame of a film shows."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, counted
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
    start: Configuration | None, records: Iterable[Record], memory: Memory | None = None
) -> Iterator[Frame]:
    """The start, and each event of a run; `memory` is the one that the run changes.

    Without a start there are no pegs: then nothing is moved, and all frames are at step 0.
    """
    now, step = Configuration("") if start is None else start, 0
    yield Frame(0, 0, None, now, _contents(memory))
    number, coming = 0, iter(records)
    while True:
        compared = comparisons(memory)
        record = next(coming, None)
        if record is None:
            return
        number += 1
        if start is not None and isinstance(record.output, Move):
            now, step = now.after(record.output), step + 1
        words = [*record.answers, record.action or ""]
        pegs = tuple(dict.fromkeys(peg for word in words for peg in compared.get(word, ())))
        yield Frame(number, step, record, now, _contents(memory), pegs)


def _contents(memory: Memory | None) -> Mapping[str, object] | None:
    return None if memory is None else contents_of(memory)


def comparisons(memory: Memory | None) -> dict[str, tuple[int, ...]]:
    """For each word of a memory the pegs whose tops it would compare now."""
    if not isinstance(memory, PegMemory):
        return {}
    return {word: memory.compared(word) for word in (*memory.guards(), *memory.actions())}


def in_steps(frames: Iterable[Frame], steps: range | None, name: str) -> list[Frame]:
    """The frames of some `steps`: the configuration before them, then all events up to the last.

    The events before a move lead to it; those after the last move are drawn with it. Raises
    `BadInput` where there are too many, or the run ends before these steps.
    """
    found: list[Frame] = []
    first, last = (1, None) if steps is None else (steps[0], steps[-1])
    for frame in frames:
        if last is not None and frame.step > last:
            return _up_to_a_move(found)
        if frame.step < first and frame.move is not None:
            found = [frame._replace(record=None, compared=())]
        else:
            found.append(frame)
        if len(found) > MOST_FRAMES:
            raise BadInput(
                f"the film of {name} would have more than {MOST_FRAMES} frames: draw fewer steps "
                "with --steps, or fewer disks"
            )
    if steps is not None and found[-1].step < first:
        ends = counted(found[-1].step, "move")
        raise BadInput(f"the run of {name} ends after {ends}: it has no step {first}")
    return found


def _up_to_a_move(frames: list[Frame]) -> list[Frame]:
    last = max(at for at, frame in enumerate(frames) if frame.move is not None)
    return frames[: last + 1]


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
