"""Walks that tell a mutant apart: shortest ones after which it behaves differently."""

from dataclasses import dataclass

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.finding import no_progress
from hanoi_fsm.fsm.inputs import NO_EVENTS, given
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.search import TooManyStates
from hanoi_fsm.fsm.stepping import At, Step
from hanoi_fsm.fsm.theory.compare import PairedRuns

MOST_PAIRS = 2_000
"""The most pairs of places visited to tell a mutant apart."""
SAME = "no events tell it apart"


@dataclass(frozen=True)
class Walk:
    """A start and the events after it; with `calls`, a test must look at the actions, too.

    If it `is_run`, the machine needs no events, and the `start` determines the walk.
    """

    start: str
    events: tuple[str, ...]
    calls: bool = False
    is_run: bool = False

    def __str__(self) -> str:
        word = "" if self.is_run else ", ".join(str(given(event)) for event in self.events)
        return ": ".join(filter(None, (self.start, word))) or NO_EVENTS


class Apart(PairedRuns):
    """The runs of a machine and a mutant, compared by states, outputs and refusals.

    With `calls`, their actions are compared, too.
    """

    def __init__(self, machine: Machine, mutant: Machine, *, calls: bool) -> None:
        super().__init__(machine, mutant, no_progress)
        self.calls = calls

    def seen(self, made: Step) -> tuple[object, ...]:
        calls = made.taken.actions if self.calls and made.error is None else ()
        return (*super().seen(made), calls)

    def stands(self, automaton: Automaton, at: At) -> str:
        return at.state


def telling(machine: Machine, mutant: Machine) -> tuple[Walk | None, str]:
    """A shortest walk that tells a mutant apart, or None; and how far the search went."""
    why = SAME
    for calls in (False, True):
        runs = Apart(machine, mutant, calls=calls)
        starts = zip(
            machine.starts_up_to(machine.explored_size),
            mutant.starts_up_to(machine.explored_size),
            strict=True,
        )
        for start, other in starts:
            try:
                word = runs.difference(start, other, MOST_PAIRS).word
            except TooManyStates:
                why = f"not told apart in the nearest {counted(runs.visited, 'pair')} of places"
                continue
            if word is not None:
                return Walk(start.name, tuple(map(str, word)), calls, is_run=machine.autonomous), ""
    return None, why
