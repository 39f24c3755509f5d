"""Pathfinders: automata that lead from any configuration to any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.finding import Outcome, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine, Start
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record, Row
from hanoi_fsm.hanoi import formulas, tables
from hanoi_fsm.hanoi.machines.runs import tally, until_idle
from hanoi_fsm.hanoi.pegs import (
    AnyConfiguration,
    Configuration,
)


@dataclass(frozen=True, repr=False)
class Pathfinder(Machine):
    """An automaton that moves disks on its only event from any configuration to any other.

    `memory(start, goal)` sets it up.
    """

    kind: ClassVar[str] = "path"
    must_end: ClassVar[bool] = True
    how_to_specify: ClassVar[str] = "add its length to hanoi_fsm/hanoi/specifications.py"
    explored_size: ClassVar[int] = 5

    @property
    def vocabulary(self) -> type[Memory]:
        """The class of its memory."""
        assert isinstance(self.memory, type)  # those of pathfinders are
        return self.memory

    def starts_up_to(self, size: int) -> Iterator[Start]:
        """The pairs of configurations of up to `size` disks that a check tries."""
        from hanoi_fsm.hanoi.checking.pathfinder_check import pairs

        for start, goal in pairs(size):
            yield Start(
                f"from {start} to {goal}",
                self.automaton.initial,
                partial(self.memory, Configuration(start), Configuration(goal)),
                bound=1000 + (256 << len(start)),
                size=len(start),
            )

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The two configurations."""
        if len(words) != 2:
            raise BadInput(
                f"{self.shown} goes from one configuration to another: give both, got {len(words)}"
            )
        return tuple(words)

    def run(self, *inputs: Any, **options: Any) -> Iterator[Record]:
        """The trace of a path; arguments are `start`, `goal` and `views`."""
        return self.go(*inputs, **options)

    def go(
        self, start: AnyConfiguration, goal: AnyConfiguration, *, views: bool = False
    ) -> Iterator[Record]:
        """The trace of the path from `start` to `goal`.

        Raises `BadConfiguration` at the call where they have different numbers of disks.
        """
        from hanoi_fsm.fsm.engines import run

        here, there = Configuration.of(start), Configuration.of(goal)
        formulas.check_same_disks(here, there)
        records = run(self.automaton, self.memory(here, there), views=views)
        return until_idle(records, 100 * (len(here) + 2) * len(self.automaton.states))

    def rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """One row per event, with the number of the step where it makes a move."""
        return tables.move_rows(records, first_step)

    def full_rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """The same for programs."""
        return tables.full_move_rows(records, first_step)

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        """Try every pair of configurations, as far as that is feasible."""
        from hanoi_fsm.hanoi.checking.pathfinder_check import conform

        return conform(self, size, progress)

    def work(self, size: int) -> int:
        """The pairs that are tried."""
        from hanoi_fsm.hanoi.checking.pathfinder_check import pairs

        return sum(1 for _ in pairs(size))

    def covered(self, size: int) -> str:
        """The pairs that a search begins at."""
        from hanoi_fsm.hanoi.checking.pathfinder_check import ALL_PAIRS

        some = f" and some of {ALL_PAIRS + 1}" if size > ALL_PAIRS else ""
        return f"all pairs of 0 .. {min(size, ALL_PAIRS)} disks{some}"

    def counts(self, size: int, **options: Any) -> dict[Transition, int]:
        """How often each transition is taken on all paths between any two configurations."""
        from hanoi_fsm.hanoi.checking.pathfinder_check import all_pairs

        paths = (self.go(*ends) for ends in all_pairs(size))
        return tally(self, (record for path in paths for record in path))
