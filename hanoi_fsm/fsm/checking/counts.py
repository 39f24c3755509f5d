"""How often each transition is taken while all words of one length are read.

The words are not read one by one: how many of them are in which state, with which memory, is
carried along from event to event.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import enabled, take

MOST_PAIRS = 100_000
"""More pairs of state and memory than this at once are not counted."""


class _Crowd(NamedTuple):
    """Words that are in one state with one memory, and how many they are."""

    state: str
    memory: Memory
    words: int


def counts(machine: Machine, length: int) -> dict[Transition, int]:
    """The count of every transition; words are dropped where they are refused.

    Raises `BadInput` for a negative length, or where too many memories would have to be told apart.
    """
    if length < 0:
        raise BadInput(f"words of length {shortened(length)} cannot be counted: give 0 or more")
    automaton = machine.automaton
    passed = dict.fromkeys(automaton.transitions, 0)
    first = next(machine.starts_up_to(length))
    letters = len(automaton.events) or 1
    crowds = [_Crowd(first.state, first.make(), letters**length)]
    for _ in range(length):
        after: dict[Hashable, _Crowd] = {}
        for crowd in crowds:
            words = crowd.words // letters  # as many go on with each of the events
            for event in automaton.events:
                for transition in enabled(automaton, crowd.state, crowd.memory, event):
                    memory = take(transition, crowd.memory.copy()).memory
                    passed[transition] += words
                    key = transition.target, memory.key()
                    known = after[key].words if key in after else 0
                    after[key] = _Crowd(transition.target, memory, known + words)
        if len(after) > MOST_PAIRS:
            raise BadInput(
                f"words of {length} events lead to more than {MOST_PAIRS:,} memories: "
                "count shorter ones"
            )
        crowds = list(after.values())
    return passed
