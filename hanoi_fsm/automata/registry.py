"""What the automata have in common, so that any of them can be named and started."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hanoi_fsm.automaton import Automaton, Memory, Transition
from hanoi_fsm.puzzle import Configuration

TakeUp = Callable[[Configuration, int, int, int], tuple[str, Memory]]
"""(configuration before the step, step, source, target) to the state and memory before it."""


@dataclass(frozen=True)
class Solver:
    """An automaton that moves disks on the event `step`, and how it is set up.

    `take_up(configuration, step, source, target)` gives the state and the memory with which it
    makes `step` next: where a new shift of monks begins, and for step 1 the start of the task.
    """

    automaton: Automaton
    memory: type[Memory]
    take_up: TakeUp
    idea: str
    summary: str
    closed_counts: Callable[[int], Mapping[Transition, int]] | None = None

    @property
    def name(self) -> str:
        """What the command line calls it."""
        return self.automaton.name
