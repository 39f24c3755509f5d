"""Does a pathfinder arrive? Every pair of configurations is tried, up to some number of disks.

Every move must be legal and the goal reached; how long the way is, is compared with breadth-first
search: `shortest` with the distance, `any-to-any` with the shortest way on which the largest
differing disk moves only once.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, product
from typing import NamedTuple

from hanoi_fsm.checks.report import Report, Told, nobody
from hanoi_fsm.checks.search import distances, once_and_twice
from hanoi_fsm.errors import HanoiError
from hanoi_fsm.puzzle import Configuration
from hanoi_fsm.solving import PathMachine

MOST_DISKS = 3
PATIENCE = 20
"""An event more for each move, each disk and each state, so many times over, is waited for."""


class PathDifference(NamedTuple):
    """The first pair of configurations between which a pathfinder goes wrong."""

    start: str
    goal: str
    step: int
    pegs: str
    expected: str
    came: str

    def __str__(self) -> str:
        return (
            f"from {self.start} to {self.goal}, step {self.step}, at {self.pegs}: "
            f"expected {self.expected}, came: {self.came}"
        )


def check_pathfinder(machine: PathMachine, disks: int = 10, told: Told = nobody) -> Report:
    """Go from everywhere to everywhere, for 0 .. `disks` disks, at most three."""
    most = min(disks, MOST_DISKS)
    tried = 0
    for n in range(most + 1):
        words = ["".join(word) for word in product("012", repeat=n)]
        for start, goal in product(words, words):
            difference = compare_path(machine, start, goal)
            tried += 1
            if difference:
                return Report(machine.origin, "", difference)
            told(tried)
    return Report(
        machine.origin,
        f"every pair of configurations of 0 .. {most} disks: {tried} paths are legal, "
        "arrive, and are as long as they must be",
    )


def pairs_up_to(disks: int) -> int:
    """How many pairs a check tries."""
    return sum(9**n for n in range(min(disks, MOST_DISKS) + 1))


def compare_path(machine: PathMachine, start: str, goal: str) -> PathDifference | None:
    """The first thing wrong with one path, or None."""
    length = LENGTHS[machine.pathfinder.name](start, goal)
    now = Configuration(start)
    step = 0
    events = PATIENCE * (length + len(start) + len(machine.automaton.states))
    try:
        for record in islice(machine.go(now, Configuration(goal)), events):
            if record.output is not None:
                now = now.after(record.output)
                step += 1
            events -= 1
    except HanoiError as error:
        return PathDifference(start, goal, step, str(now), "a legal move", str(error))
    if events == 0:
        return PathDifference(start, goal, step, str(now), f"{length} moves", "no end")
    if str(now) != goal:
        return PathDifference(start, goal, step, str(now), f"the goal {goal}", "the end")
    if step != length:
        return PathDifference(start, goal, step, str(now), f"{length} moves", f"{step} moves")
    return None


def once(start: str, goal: str) -> int:
    """The shortest way on which the largest differing disk moves only once."""
    for place, (f, t) in enumerate(zip(start, goal, strict=True)):
        if f != t:
            return once_and_twice(start[place:], goal[place:])[0]
    return 0


def shortest(start: str, goal: str) -> int:
    """The distance."""
    return distances(goal)[start]


LENGTHS: dict[str, Callable[[str, str], int]] = {"any-to-any": once, "shortest": shortest}
