"""Pathfinders: automata that lead from any configuration to any other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from hanoi_fsm.fsm.errors import BadInput, counted
from hanoi_fsm.fsm.finding import Outcome, Progress, Proof, Verdict
from hanoi_fsm.fsm.machine import Kind, Start
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Run, Views
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.machines.disk_machine import DiskKind, DiskMachine
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Move, Task


class PathfinderKind(DiskKind["Pathfinder"]):
    """Pathfinders: what is right are legal paths that arrive, as long as their rule says."""

    name: ClassVar[str] = "pathfinder"
    how_to_specify: ClassVar[str] = "add its length to hanoi_fsm/hanoi/specifications.py"

    def starts(self, size: int) -> Iterator[Start]:
        from hanoi_fsm.hanoi.checking.pathfinder_check import between, pairs

        for start, goal in pairs(size):
            yield Start(
                between(start, goal),
                self.machine.automaton.initial,
                partial(self.machine.memory, Configuration(start), Configuration(goal)),
                bound=1000 + (256 << len(start)),
                size=len(start),
            )

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        if len(words) != 2:
            goes = f"{self.machine.shown} goes from one configuration to another"
            raise BadInput(f"{goes}: give both, got {len(words)}")
        return tuple(words)

    def conform(self, size: int, progress: Progress) -> Outcome:
        from hanoi_fsm.hanoi.checking.pathfinder_check import conform

        return conform(self.machine, size, progress)

    def prove(self, progress: Progress) -> Proof:
        text = "paths between any two configurations are checked, not proved"
        return Proof(self.machine.shown, Verdict.OPEN, text)

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

        counts = Counter(dict.fromkeys(self.machine.automaton.transitions, 0))
        for start, goal in all_pairs(size):
            memory = self.machine.memory(start, goal)
            state, most = self.machine.automaton.initial, 2 << len(start)
            counts.update(self.machine.counts_of_run(len(start), state, memory, most))
        return dict(counts)

    def counted_over(self, size: int) -> str:
        return f"on the paths between any two configurations of {counted(size, 'disk')}"


@dataclass(frozen=True, repr=False)
class Pathfinder(DiskMachine):
    """A machine that moves disks from any configuration to any other.

    `memory(start, goal)` sets it up.
    """

    can_answer: tuple[str, ...] = ("any-pegs",)

    of_kind: ClassVar[type[Kind[Any]]] = PathfinderKind

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
