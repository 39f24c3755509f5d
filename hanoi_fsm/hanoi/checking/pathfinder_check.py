"""Does a pathfinder arrive? All pairs of configurations of a few disks are tried, then larger ones.

Every move must be legal, the goal reached, and the path as long as its specification says. Where
all pairs are too many, there are those whose larger disks are in place already (some machine may
treat the first disk out of place differently when others precede it), and random ones.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from hanoi_fsm.fsm.errors import HanoiError, MachineStopped, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Overlap, next_step
from hanoi_fsm.hanoi.checking.fast_run import FastRuns, Inconclusive
from hanoi_fsm.hanoi.checking.solver_check import (
    STEPWISE_DISKS,
    are_plain_moves,
    engine_finding,
    plain_move,
)
from hanoi_fsm.hanoi.machines.pathfinder import (
    ALL_PAIRS,
    MOST_DISKS,
    RANDOM_PAIRS,
    SEED,
    Pathfinder,
    all_pairs_up_to,
    between,
    tried_pairs,
)
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move
from hanoi_fsm.hanoi.rules import path_length

EVENTS_PER_MOVE = 20
"""A path may take this many events per move, disk and state."""


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


def pairs_in_words(disks: int) -> str:
    """Which pairs are tried, in words."""
    every, largest = all_pairs_up_to(disks), min(disks, MOST_DISKS)
    said = f"every pair of configurations of 0 .. {every} disks"
    if disks == every:
        return said
    larger = f"{every + 1} .. {largest} disks" if largest > every + 1 else f"{largest} disks"
    below = f"all of {ALL_PAIRS} below others that are in place"
    return f"{said}, and of {larger} {below} and {RANDOM_PAIRS} random ones (seed {SEED})"


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
