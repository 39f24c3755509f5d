"""Does a pathfinder arrive? Every pair of configurations is tried, up to some number of disks.

Every move must be legal and the goal reached; how long the way is, is compared with breadth-first
search: `shortest` with the distance, `any-to-any` with the shortest way on which the largest
differing disk moves only once. Beyond three disks some pairs of four are tried: their largest disk
stands right already while the next one has to move twice, and three disks are too few for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from typing import NamedTuple

from hanoi_fsm.fsm.checking.report import Report, Told, nobody
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.hanoi.checking.bfs import distances, once_and_twice
from hanoi_fsm.hanoi.pegs import Configuration
from hanoi_fsm.hanoi.solving import PathMachine

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
    """Go from everywhere to everywhere, for 0 .. `disks` disks, at most three, and some of four."""
    tried = 0
    for start, goal in pairs(disks):
        difference = compare_path(machine, start, goal)
        tried += 1
        if difference:
            return Report(machine.origin, "", difference)
        told(tried)
    some = f", and {len(twice_below())} of 4" if disks > MOST_DISKS else ""
    return Report(
        machine.origin,
        f"every pair of configurations of 0 .. {min(disks, MOST_DISKS)} disks{some}: "
        f"{tried} paths are legal, arrive, and are as long as they must be",
    )


def pairs(disks: int) -> Iterator[tuple[str, str]]:
    """The pairs of configurations that are tried, smallest towers first."""
    for n in range(min(disks, MOST_DISKS) + 1):
        words = ["".join(word) for word in product("012", repeat=n)]
        yield from product(words, words)
    if disks > MOST_DISKS:
        yield from twice_below()


@cache
def twice_below() -> list[tuple[str, str]]:
    """The pairs of four disks whose largest stands on peg 0, while the next has to move twice."""
    words = ["".join(word) for word in product("012", repeat=MOST_DISKS)]
    return [
        ("0" + start, "0" + goal)
        for start, goal in product(words, words)
        if shortest(start, goal) < once(start, goal)
    ]


def pairs_up_to(disks: int) -> int:
    """How many pairs a check tries."""
    return sum(1 for _ in pairs(disks))


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
