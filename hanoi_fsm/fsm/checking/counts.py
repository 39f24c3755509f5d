"""How often each transition is taken.

The words of one length are not read one by one: after each event the number of words per state and
memory is updated.
"""

from collections import Counter

from hanoi_fsm.fsm.errors import BadInput, MachineStopped, counted, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Refused
from hanoi_fsm.fsm.theory.compare import At

MOST_PAIRS = 100_000  # the most (state, memory) pairs at a time


def counts(machine: Machine, length: int) -> dict[Transition, int]:
    """The count of every transition when all words of a length are read; a refused one is dropped.

    Raises `BadInput` for a negative length or more than `MOST_PAIRS` pairs of state and memory, and
    `MachineStopped` for two transitions that are enabled at once and an action that fails.
    """
    if length < 0:
        raise BadInput(f"invalid length of words {shortened(length)}: expected 0 or more")
    automaton = machine.automaton
    passed = dict.fromkeys(automaton.transitions, 0)
    first = next(machine.kind.starts(length))
    letters = len(automaton.events) or 1
    words = Counter({At(first.state, first.make()): letters**length})
    for _ in range(length):
        after = Counter[At]()
        for at, number in words.items():
            each = number // letters  # as many continue with each of the events
            for event in automaton.events:
                made = at.step(automaton, event)
                if isinstance(made.error, Refused):
                    continue
                if made.error is not None:
                    text = f"{machine.shown} cannot be counted: {made.placed_failure}"
                    raise MachineStopped(text) from made.error
                passed[made.taken] += each
                after[At(made.taken.target, made.memory)] += each
        if len(after) > MOST_PAIRS:
            what = f"lead to more than {MOST_PAIRS:,} memories"
            raise BadInput(f"words of {length} events {what}: count shorter ones")
        words = after
    return passed


def counts_caption(machine: Machine, size: int) -> str:
    """The line below a drawing's title that says for which `size` its counts are."""
    return f"counts for {machine.kind.sized(size) or counted(size, 'event')}"
