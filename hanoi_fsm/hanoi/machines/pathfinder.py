"""Pathfinders: automata that lead from any configuration to any other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any, ClassVar

from hanoi_fsm.fsm.errors import BadInput, counted
from hanoi_fsm.fsm.finding import Outcome, Progress, Proof, Verdict
from hanoi_fsm.fsm.machine import Kind, Start
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Run, Views
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.machines.disk_machine import DiskKind, DiskMachine
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Move, Task, check_disks
from hanoi_fsm.hanoi.rooms import door

ALL_PAIRS = 3
"""Up to this many disks all pairs are explored and counted, and are tried below larger disks."""
USUAL, MOST_PAIRS = 4, 70_000
"""Of more disks than usual all pairs are tried if there are at most `MOST_PAIRS`."""
RANDOM_PAIRS, MOST_DISKS, SEED = 100, 10, 1

Pair = tuple[str, str]


def all_pairs_up_to(disks: int) -> int:
    """The number of disks up to which all pairs are tried, where up to `disks` are to be tried.

    >>> [all_pairs_up_to(disks) for disks in (3, 4, 5, 6, 10)]
    [3, 4, 5, 4, 4]
    """
    many = sum(9**n for n in range(min(disks, MOST_DISKS) + 1))
    return disks if many <= MOST_PAIRS else USUAL


def tried_pairs(disks: int) -> Iterator[Pair]:
    """The pairs of configurations whose paths are tried, those of few disks first."""
    every = all_pairs_up_to(disks)
    for n in range(every + 1):
        yield from product(_words(n), repeat=2)
    random, larger = Random(SEED), range(every + 1, min(disks, MOST_DISKS) + 1)
    for n in larger:
        placed = _word(random, n - ALL_PAIRS)
        below = product(_words(ALL_PAIRS), repeat=2)
        yield from ((placed + start, placed + goal) for start, goal in below)
    for number in range(RANDOM_PAIRS if larger else 0):
        n = larger[number % len(larger)]
        yield _word(random, n), _word(random, n)


def between(start: str, goal: str) -> str:
    """The two ends of a path, in words."""
    return f"from {start} to {goal}" if start else "without disks"


def _word(random: Random, disks: int) -> str:
    return "".join(random.choices("012", k=disks))


def _words(disks: int) -> list[str]:
    return ["".join(word) for word in product("012", repeat=disks)]


def pairs(disks: int) -> Iterator[Pair]:
    """The pairs that are explored: all of at most three disks, and some of four."""
    for n in range(min(disks, ALL_PAIRS) + 1):
        yield from product(_words(n), repeat=2)
    if disks > ALL_PAIRS:
        yield from two_move_pairs()


@cache
def two_move_pairs() -> list[Pair]:
    """The pairs of four disks whose largest stays on peg 0, while the next has to move twice."""
    lengths = {pair: formulas.path_lengths(*pair) for pair in product(_words(ALL_PAIRS), repeat=2)}
    return [
        ("0" + start, "0" + goal)
        for (start, goal), found in lengths.items()
        if found and found.twice < found.once
    ]


def all_pairs(disks: int) -> Iterator[tuple[Configuration, Configuration]]:
    """Every pair of configurations; `BadDisks` for more than 3 disks, which have too many."""
    if check_disks(disks) > ALL_PAIRS:
        many = f"{9 ** min(disks, 9)} pairs or more"
        raise BadDisks(f"{disks} disks have {many}: give at most {ALL_PAIRS}")
    words = [Configuration(word) for word in _words(disks)]
    return product(words, words)


class PathfinderKind(DiskKind["Pathfinder"]):
    """Pathfinders: what is right are legal paths that arrive, as long as their rule says."""

    name: ClassVar[str] = "pathfinder"
    how_to_specify: ClassVar[str] = "add its length to hanoi_fsm/hanoi/rules.py"

    def starts(self, size: int) -> Iterator[Start]:
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
        outcome: Outcome = door("check a pathfinder")(self.machine, size, progress)
        return outcome

    def prove(self, progress: Progress) -> Proof:
        text = "paths between any two configurations are checked, not proved"
        return Proof(self.machine.shown, Verdict.OPEN, text)

    def work(self, size: int) -> int:
        return sum(1 for _ in tried_pairs(size))

    def covered(self, size: int) -> str:
        some = f" and some of {ALL_PAIRS + 1}" if size > ALL_PAIRS else ""
        return f"all pairs of 0 .. {min(size, ALL_PAIRS)} disks{some}"

    def counts(self, size: int, **options: Any) -> dict[Transition, int]:
        """How often each transition is taken on all paths between any two configurations."""
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
