"""Does a pathfinder arrive? All pairs of configurations of a few disks are tried, then larger ones.

Every move must be legal, the goal reached, and the path as long as its specification says. Where
all pairs are too many, there are those whose larger disks are in place already (some machine may
treat the first disk out of place differently when others precede it), and random ones.
"""

from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

from hanoi_fsm.fsm.errors import HanoiError, MachineStopped, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Overlap, next_step
from hanoi_fsm.hanoi.bfs import length_of_shortest, length_with_one_move
from hanoi_fsm.hanoi.checking.fast_run import FastRuns, Inconclusive
from hanoi_fsm.hanoi.checking.solver_check import (
    STEPWISE_DISKS,
    are_plain_moves,
    engine_finding,
    plain_move,
)
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.machines import Pathfinder
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move, check_disks
from hanoi_fsm.hanoi.specifications import path_length

ALL_PAIRS = 3
"""Up to this many disks all pairs are explored and counted, and are tried below larger disks."""
USUAL, MOST_PAIRS = 4, 70_000
"""Of more disks than usual all pairs are tried if there are at most `MOST_PAIRS`."""
RANDOM_PAIRS, MOST_DISKS, SEED = 100, 10, 1
EVENTS_PER_MOVE = 20
"""A path may take this many events per move, disk and state."""

Pair = tuple[str, str]


def conform(machine: Pathfinder, disks: int, progress: Progress) -> Outcome:
    """Try the paths of all `tried_pairs`."""
    tried = 0
    taken: set[Transition] = set()
    fast: _FastPaths | None = None
    for start, goal in tried_pairs(disks):
        if fast is None and (len(start) > STEPWISE_DISKS or machine.engine):
            fast = _FastPaths(machine)
        if fast is None or not fast.holds(start, goal):
            run = _Run(machine, start, goal)
            finding = run.finding() or run.disagreement()
            if finding:
                return Outcome("", (finding,))
            taken.update(run.taken)
        tried += 1
        progress(tried)
    if fast is not None:
        taken.update(machine.automaton.transitions[number] for number in fast.taken)
    checked = f"for {pairs_in_words(disks)}: {tried} paths are legal"
    shown: dict[str, Any] = {"compared": True, "taken": frozenset(taken)}
    if path_length(machine.published.name, "", "") is None:
        text = f"nothing says how long its paths should be: {machine.kind.how_to_specify}"
        return Outcome(f"{checked} and arrive", (), (Finding("unspecified", text),), **shown)
    return Outcome(f"{checked}, arrive, and are as long as they must be", **shown)


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


def pairs_in_words(disks: int) -> str:
    """Which pairs are tried, in words."""
    every, largest = all_pairs_up_to(disks), min(disks, MOST_DISKS)
    said = f"every pair of configurations of 0 .. {every} disks"
    if disks == every:
        return said
    larger = f"{every + 1} .. {largest} disks" if largest > every + 1 else f"{largest} disks"
    below = f"all of {ALL_PAIRS} below others that are in place"
    return f"{said}, and of {larger} {below} and {RANDOM_PAIRS} random ones (seed {SEED})"


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
    return [
        ("0" + start, "0" + goal)
        for start, goal in product(_words(ALL_PAIRS), repeat=2)
        if length_of_shortest(start, goal) < length_with_one_move(start, goal)
    ]


def all_pairs(disks: int) -> Iterator[tuple[Configuration, Configuration]]:
    """Every pair of configurations; `BadDisks` for more than 3 disks, which have too many."""
    if check_disks(disks) > ALL_PAIRS:
        many = f"{9 ** min(disks, 9)} pairs or more"
        raise BadDisks(f"{disks} disks have {many}: give at most {ALL_PAIRS}")
    words = [Configuration(word) for word in _words(disks)]
    return product(words, words)


def difference(machine: Pathfinder, start: str, goal: str) -> Finding | None:
    """The first thing wrong with one path, or None."""
    return _Run(machine, start, goal).finding()


class _FastPaths:
    """Paths by the generated function, and the numbers of the transitions `taken` on right ones."""

    def __init__(self, machine: Pathfinder) -> None:
        self.machine, self.runs = machine, FastRuns(machine)
        self.taken: set[int] = set()

    def holds(self, start: str, goal: str) -> bool:
        """Whether the path is right; where this cannot tell, it is run step by step."""
        machine = self.machine
        length = path_length(machine.published.name, start, goal)
        limit, most = _most_events(machine, start, length), _most_moves(start, length) + 1
        taken: list[int] = []
        moves: list[Move] = []
        try:
            memory = machine.memory(Configuration(start), Configuration(goal))
            for numbers, made in self.runs.blocks(machine.automaton.initial, memory, limit, most):
                taken += numbers
                moves += made
                if len(taken) >= limit or len(moves) == most:
                    return False
            right = length in (None, len(moves)) and are_plain_moves(moves)
            if right and _lead(start, goal, moves):
                self.taken.update(taken)
                return True
        except (Inconclusive, HanoiError):
            pass
        return False


def _lead(start: str, goal: str, moves: Iterable[Move]) -> bool:
    """Whether all moves are legal, and lead from one configuration to the other."""
    pegs: dict[int, list[int]] = {peg: [len(start) + 1] for peg in PEGS}
    for disk, peg in zip(range(len(start), 0, -1), map(int, start), strict=True):
        pegs[peg].append(disk)
    for disk, source, target in moves:
        if source not in pegs or target not in pegs:
            return False
        if pegs[source][-1] != disk or pegs[target][-1] <= disk:
            return False
        pegs[target].append(pegs[source].pop())
    return all(disk in pegs[int(peg)] for disk, peg in enumerate(reversed(goal), 1))


def _most_moves(start: str, length: int | None) -> int:
    """The most moves that a path may have."""
    return (1 << len(start) + 1) if length is None else length


def _most_events(machine: Pathfinder, start: str, length: int | None) -> int:
    """The most events that a path may take."""
    size, states = len(start), len(machine.automaton.states)
    return EVENTS_PER_MOVE * (_most_moves(start, length) + size + states)


class _Run:
    """One path, straight from the definition, and the transitions `taken` on it."""

    def __init__(self, machine: Pathfinder, start: str, goal: str) -> None:
        self.machine, self.start, self.goal = machine, start, goal
        self.event = machine.alphabet[0]  # as published, whatever others a drawing has
        self.length = path_length(machine.published.name, start, goal)
        self.state, self.now = machine.automaton.initial, Configuration(start)
        self.made: list[Move] = []
        self.taken: list[Transition] = []

    def finding(self) -> Finding | None:
        """The first thing wrong with it, or None; it may take `EVENTS_PER_MOVE`."""
        automaton = self.machine.automaton
        try:
            memory = self.machine.memory(self.now, Configuration(self.goal))
            for _ in range(_most_events(self.machine, self.start, self.length)):
                if self.state in automaton.final:
                    return self._end()
                self._step(memory)
        except HanoiError as error:
            return self._found("a legal move", str(error))
        return self._found(counted(_most_moves(self.start, self.length), "move"), "no end")

    def disagreement(self) -> Finding | None:
        """What `engine_finding` says of this path."""
        start, goal = self.start, self.goal
        made = partial(self.machine.moves, start, goal)
        return engine_finding(self.machine, made, self.made, between(start, goal), len(start))

    def _step(self, memory: Memory) -> None:
        """Take one event; raises `HanoiError` where that is not possible, or no legal move."""
        made = next_step(self.machine.automaton, self.state, memory, self.event)
        if made.transition and not isinstance(made.error, Overlap):
            self.taken.append(made.transition)
        if made.error:
            raise MachineStopped(made.failure)
        self.state = made.taken.target
        if made.output is not None:
            move = plain_move(made.output)
            if move is None:
                raise MachineStopped(f"{shortened(made.output)}, which is not a move")
            self.now = self.now.after(move)
            self.made.append(move)

    def _end(self) -> Finding | None:
        if str(self.now) != self.goal:
            return self._found(f"the goal {self.goal}", "the end")
        if self.length not in (None, len(self.made)):
            return self._found(counted(self.length or 0, "move"), counted(len(self.made), "move"))
        return None

    def _found(self, expected: str, got: str) -> Finding:
        return Finding(
            "output",
            about=self.taken[-1] if self.taken else self.state,
            context=between(self.start, self.goal),
            size=len(self.start),
            step=len(self.made),
            run=tuple(self.taken),
            memory=f"at {self.now}" if self.start else "",
            expected=expected,
            got=got,
        ).placed(self.machine.lines)
