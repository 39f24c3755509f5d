"""Closed formulas for any configuration: its step, its distance, the next move from it.

All of them read the digits once, from the largest disk down, and are linear in the disks. The
distance to a perfect tower is Hinz's; that a shortest path moves the largest disk once or twice,
and how long both ways are, is Hinz's and Romik's (2006).
"""

from __future__ import annotations

from typing import NamedTuple

from hanoi_fsm.hanoi.errors import BadConfiguration, NotOnPath
from hanoi_fsm.hanoi.pegs import (
    AnyConfiguration,
    Configuration,
    Move,
    Task,
    check_peg,
    counted_disks,
    third,
)


def step_of(configuration: AnyConfiguration, *, source: int = 0, target: int = 2) -> int:
    """The step after which the solution reaches `configuration`: 0 .. 2**n - 1.

    Raises `NotOnPath` if it never does; the error's `disk` is the largest one that is astray.

    >>> step_of("2222"), step_of("0021")
    (15, 2)
    """
    configuration = Configuration.of(configuration)
    task = Task(len(configuration), source, target)
    here, via, there = task.source, task.spare, task.target
    bits = []
    for disk, peg in configuration.from_the_largest():
        if peg == via:
            raise NotOnPath(
                f"not on the optimal path from {task.source} to {task.target}: "
                f"disk {disk} lies on peg {peg}",
                disk,
            )
        bits.append("0" if peg == here else "1")
        here, via, there = (here, there, via) if peg == here else (via, here, there)
    return int("".join(bits) or "0", 2)


def distance_to_tower(configuration: AnyConfiguration, *, target: int = 2) -> int:
    """The least number of moves to the perfect tower on `target`: 0 .. 2**n - 1.

    >>> distance_to_tower("0000"), distance_to_tower("0101")
    (15, 11)
    """
    target = check_peg(target)
    bits = []
    for _, peg in Configuration.of(configuration).from_the_largest():
        bits.append("0" if peg == target else "1")
        if peg != target:
            target = third(peg, target)
    return int("".join(bits) or "0", 2)


def next_move(configuration: AnyConfiguration, *, target: int = 2) -> Move | None:
    """The first move of the shortest path to the tower on `target`; None if it is there already.

    >>> print(next_move("0101"))
    disk 1: 1 -> 2
    """
    target = check_peg(target)
    pending = None
    for disk, peg in Configuration.of(configuration).from_the_largest():
        if peg != target:
            pending = Move(disk, peg, target)
            target = third(peg, target)
    return pending


class Lengths(NamedTuple):
    """The shortest paths that move the largest differing disk once, and twice."""

    once: int
    twice: int


def path_lengths(start: AnyConfiguration, goal: AnyConfiguration) -> Lengths | None:
    """The lengths of the shortest paths with one and with two moves of the largest differing disk.

    None if `start` is `goal`. The smaller one is the distance; if they are equal, there are two
    shortest paths. Raises `BadConfiguration` for different numbers of disks.

    >>> path_lengths("000", "211")
    Lengths(once=4, twice=11)
    """
    start, goal = check_same_disks(start, goal)
    differing = first_difference(start, goal)
    if differing is None:
        return None
    disk, f, t = differing
    v, doubled = third(f, t), 1 << (disk - 1)
    s, g = start.smaller(disk), goal.smaller(disk)
    once = distance_to_tower(s, target=v) + 1 + distance_to_tower(g, target=v)
    twice = distance_to_tower(s, target=t) + 1 + doubled + distance_to_tower(g, target=f)
    return Lengths(once, twice)


def distance(start: AnyConfiguration, goal: AnyConfiguration) -> int:
    """The least number of moves from `start` to `goal`, in time linear in the disks.

    >>> distance("100", "011")
    5
    """
    lengths = path_lengths(start, goal)
    return 0 if lengths is None else min(lengths)


def check_same_disks(
    start: AnyConfiguration, goal: AnyConfiguration
) -> tuple[Configuration, Configuration]:
    """The two configurations; `BadConfiguration` if they have different numbers of disks."""
    start, goal = Configuration.of(start), Configuration.of(goal)
    if len(start) != len(goal):
        raise BadConfiguration(
            f"the start has {counted_disks(len(start))} and the goal {len(goal)}: "
            "expected as many digits in both"
        )
    return start, goal


def first_difference(start: Configuration, goal: Configuration) -> tuple[int, int, int] | None:
    """The largest disk that is on different pegs, with its peg in `start` and in `goal`."""
    for (disk, f), (_, t) in zip(start.from_the_largest(), goal.from_the_largest(), strict=True):
        if f != t:
            return disk, f, t
    return None
