"""What closed formulas tell of any configuration: its step, its distance, the next move from it.

All of them read the digits once, from the largest disk down, and are linear in the disks. The
distance to a perfect tower is Hinz's; that a shortest path moves the largest disk once or twice,
and how long both ways are, is Hinz's and Romik's (2006).
"""

from __future__ import annotations

from typing import NamedTuple

from hanoi_fsm.hanoi.errors import BadConfiguration, NotOnPath
from hanoi_fsm.hanoi.pegs import Configuration, Move, check_peg, check_task, third


def step_of(configuration: Configuration, source: int = 0, target: int = 2) -> int:
    """The step after which the solution stands in `configuration`: 0 .. 2**n - 1.

    Raises `NotOnPath` where it never does; the error's `disk` is the one that shows it.

    >>> step_of(Configuration("2222")), step_of(Configuration("0021"))
    (15, 2)
    """
    check_task(len(configuration), source, target)
    here, via, there = source, third(source, target), target
    bits = []
    for disk, peg in configuration.from_the_largest():
        if peg == via:
            raise NotOnPath(
                f"not on the optimal path from {source} to {target}: disk {disk} lies on peg {peg}",
                disk,
            )
        bits.append("0" if peg == here else "1")
        here, via, there = (here, there, via) if peg == here else (via, here, there)
    return int("".join(bits) or "0", 2)


def distance_to_tower(configuration: Configuration, target: int = 2) -> int:
    """How few moves lead to the perfect tower on `target`: 0 .. 2**n - 1.

    >>> distance_to_tower(Configuration("0000")), distance_to_tower(Configuration("0101"))
    (15, 11)
    """
    check_peg(target)
    bits = []
    for _, peg in configuration.from_the_largest():
        bits.append("0" if peg == target else "1")
        if peg != target:
            target = third(peg, target)
    return int("".join(bits) or "0", 2)


def next_move(configuration: Configuration, target: int = 2) -> Move | None:
    """The first move of the shortest path to the tower on `target`; None where it stands there.

    >>> print(next_move(Configuration("0101")))
    disk 1: 1 -> 2
    """
    check_peg(target)
    pending = None
    for disk, peg in configuration.from_the_largest():
        if peg != target:
            pending = Move(disk, peg, target)
            target = third(peg, target)
    return pending


class Lengths(NamedTuple):
    """The shortest paths that move the largest differing disk once, and twice."""

    once: int
    twice: int


def path_lengths(start: Configuration, goal: Configuration) -> Lengths | None:
    """How long the shortest ways with one and with two moves of the largest differing disk are.

    None where `start` is `goal`. The shorter one is the distance; where both are equal there are
    two shortest paths. Raises `BadConfiguration` for different numbers of disks.

    >>> path_lengths(Configuration("000"), Configuration("211"))
    Lengths(once=4, twice=11)
    """
    check_same_disks(start, goal)
    differing = first_difference(start, goal)
    if differing is None:
        return None
    disk, f, t = differing
    v, doubled = third(f, t), 1 << (disk - 1)
    s, g = start.smaller(disk), goal.smaller(disk)
    once = distance_to_tower(s, v) + 1 + distance_to_tower(g, v)
    twice = distance_to_tower(s, t) + 1 + doubled + distance_to_tower(g, f)
    return Lengths(once, twice)


def distance(start: Configuration, goal: Configuration) -> int:
    """How few moves lead from `start` to `goal`, in time linear in the disks.

    >>> distance(Configuration("100"), Configuration("011"))
    5
    """
    lengths = path_lengths(start, goal)
    return 0 if lengths is None else min(lengths)


def check_same_disks(start: Configuration, goal: Configuration) -> None:
    """Raise `BadConfiguration` where the two have different numbers of disks."""
    if len(start) != len(goal):
        raise BadConfiguration(
            f"the start has {len(start)} disks and the goal {len(goal)}: give as many digits"
        )


def first_difference(start: Configuration, goal: Configuration) -> tuple[int, int, int] | None:
    """The largest disk that stands on different pegs, with its peg in `start` and in `goal`."""
    for (disk, f), (_, t) in zip(start.from_the_largest(), goal.from_the_largest(), strict=True):
        if f != t:
            return disk, f, t
    return None
