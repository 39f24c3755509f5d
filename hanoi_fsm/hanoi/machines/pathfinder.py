"""Pathfinders: automata that lead from any configuration to any other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from hanoi_fsm.fsm.errors import BadInput, counted
from hanoi_fsm.fsm.finding import Outcome, Progress, no_progress
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.proof import Proof, Verdict
from hanoi_fsm.fsm.start import Run, Start
from hanoi_fsm.fsm.trace import Views
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.machines.disk_machine import DiskMachine
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Move, Task


@dataclass(frozen=True, repr=False)
class Pathfinder(DiskMachine):
    """A machine that moves disks from any configuration to any other.

    `memory(start, goal)` sets it up.
    """

    kind: ClassVar[str] = "pathfinder"
    how_to_specify: ClassVar[str] = "add its length to hanoi_fsm/hanoi/specifications.py"

    def starts_up_to(self, size: int) -> Iterator[Start]:
        from hanoi_fsm.hanoi.checking.pathfinder_check import between, pairs

        for start, goal in pairs(size):
            yield Start(
                between(start, goal),
                self.automaton.initial,
                partial(self.memory, Configuration(start), Configuration(goal)),
                bound=1000 + (256 << len(start)),
                size=len(start),
            )

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        if len(words) != 2:
            raise BadInput(
                f"{self.shown} goes from one configuration to another: give both, got {len(words)}"
            )
        return tuple(words)

    def go(
        self,
        start: AnyConfiguration,
        goal: AnyConfiguration,
        *,
        views: Views = False,
        engine: str | None = None,
    ) -> Run:
        """The trace of the path from `start` to `goal`.

        Raises `BadConfiguration` at the call where they have different numbers of disks.
        """
        start, goal = formulas.check_same_disks(start, goal)
        memory, moves = self.memory(start, goal), 2 << len(start)
        return self.records(len(start), self.automaton.initial, memory, views, moves, engine)

    run = go

    def moves(
        self, start: AnyConfiguration, goal: AnyConfiguration, engine: str | None = None
    ) -> Iterator[Move]:
        """The moves of the path alone; raises as `go` does."""
        start, goal = formulas.check_same_disks(start, goal)
        memory, most = self.memory(start, goal), 2 << len(start)
        return self.moves_made(len(start), self.automaton.initial, memory, most, engine)

    def set_up(self, task: Task) -> tuple[str, Memory]:
        return self.automaton.initial, self.memory(task.start, task.goal)

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        from hanoi_fsm.hanoi.checking.pathfinder_check import conform

        return conform(self, size, progress)

    def prove(self, progress: Progress = no_progress) -> Proof:
        text = "paths between any two configurations are checked, not proved"
        return Proof(self.shown, Verdict.OPEN, text)

    def work(self, size: int) -> int:
        from hanoi_fsm.hanoi.checking.pathfinder_check import tried_pairs

        return sum(1 for _ in tried_pairs(size))

    def covered(self, size: int) -> str:
        from hanoi_fsm.hanoi.checking.pathfinder_check import ALL_PAIRS

        some = f" and some of {ALL_PAIRS + 1}" if size > ALL_PAIRS else ""
        return f"all pairs of 0 .. {min(size, ALL_PAIRS)} disks{some}"

    def counts(self, size: int, **options: Any) -> dict[Transition, int]:
        """How often each transition is taken on all paths between any two configurations."""
        from hanoi_fsm.hanoi.checking.pathfinder_check import all_pairs

        counts = Counter(dict.fromkeys(self.automaton.transitions, 0))
        for start, goal in all_pairs(size):
            memory = self.memory(start, goal)
            state, most = self.automaton.initial, 2 << len(start)
            counts.update(self.counts_of_run(len(start), state, memory, most))
        return dict(counts)

    def counted_over(self, size: int) -> str:
        return f"on the paths between any two configurations of {counted(size, 'disk')}"
