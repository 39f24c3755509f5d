"""How often each transition is taken when all words of one length are read.

The words are not read one by one: after each event the number of words per state and memory is
updated.
"""

from collections.abc import Hashable
from typing import NamedTuple

from hanoi_fsm.fsm.errors import BadInput, MachineStopped, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Overlap, Refused, key_of, next_step, twin

MOST_PAIRS = 100_000  # the most (state, memory) pairs at a time


class _Group(NamedTuple):
    state: str
    memory: Memory
    words: int


def counts(machine: Machine, length: int) -> dict[Transition, int]:
    """The count of every transition; a refused word is dropped.

    Raises `BadInput` for a negative length or more than `MOST_PAIRS` pairs of state and memory, and
    `MachineStopped` for two transitions that are enabled at once and an action that fails.
    """
    if length < 0:
        raise BadInput(f"invalid length of words {shortened(length)}: expected 0 or more")
    automaton = machine.automaton
    passed = dict.fromkeys(automaton.transitions, 0)
    first = next(machine.kind.starts(length))
    letters = len(automaton.events) or 1
    groups = [_Group(first.state, first.make(), letters**length)]
    for _ in range(length):
        after: dict[Hashable, _Group] = {}
        for group in groups:
            words = group.words // letters  # as many continue with each of the events
            for event in automaton.events:
                made = next_step(automaton, group.state, twin(group.memory), event)
                if isinstance(made.error, Refused):
                    continue
                if isinstance(made.error, Overlap):
                    raise MachineStopped(f"{machine.shown} has {made.failure}: check it first")
                if made.error is not None:
                    what = f"`{made.transition}` cannot be taken: " if made.transition else ""
                    raise MachineStopped(f"{machine.shown}: {what}{made.failure}") from made.error
                passed[made.taken] += words
                state, memory = made.taken.target, made.memory
                key = state, key_of(memory)
                known = after[key].words if key in after else 0
                after[key] = _Group(state, memory, known + words)
        if len(after) > MOST_PAIRS:
            what = f"lead to more than {MOST_PAIRS:,} memories"
            raise BadInput(f"words of {length} events {what}: count shorter ones")
        groups = list(after.values())
    return passed
