"""Closed formulas for any configuration: its step, its distance, the next move, shortest paths.

All of them read the digits once, from the largest disk down, and are linear in the disks. The
distance to a perfect tower is Hinz's; that a shortest path moves the largest differing disk once or
twice, and the lengths of both paths, are Hinz's and Romik's (2006).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.errors import BadConfiguration, NotOnPath
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Move, Task, check_peg, third

FEW = 12
"""Distances of so few disks are asked for again and again, and are kept."""


def step_of(configuration: AnyConfiguration, *, source: int = 0, target: int = 2) -> int:
    """The step after which the solution reaches `configuration`: 0 .. 2**n - 1.

    Raises `NotOnPath` if it never does; the error's `disk` is the largest one off the path.

    >>> step_of("2222"), step_of("0021")
    (15, 2)
    """
    configuration = Configuration.of(configuration)
    task = Task(len(configuration), source, target)
    done = misplaced(configuration, task.source)[0]
    left = misplaced(configuration, task.target)[0]
    # On the path each disk is in place for exactly one of the two towers.
    if off := done ^ left ^ task.last_step:
        disk = off.bit_length()
        raise NotOnPath(
            f"not on the optimal path from {task.source} to {task.target}: "
            f"disk {disk} is on peg {configuration.peg(disk)}",
            disk,
        )
    return done


def distance_to_tower(configuration: AnyConfiguration, *, target: int = 2) -> int:
    """The least number of moves to the perfect tower on `target`: 0 .. 2**n - 1.

    >>> distance_to_tower("0101")
    11
    """
    return misplaced(Configuration.of(configuration), check_peg(target))[0]


def misplaced(configuration: Configuration, target: int) -> tuple[int, int]:
    """The disks that are not in place for a tower on `target`, as bits, and one more peg.

    The largest disk is in place on `target`. Where the place of a disk is t, and it is on p, the
    next smaller disk has its place on the third peg, or on t if p is t: on -(p + t) modulo 3 either
    way. The peg that this gives after disk 1 is the second result. Read the configuration in base
    8, where 8 is -1 modulo 3: the remainders that are carried from digit to digit in a long
    division by 3 give all places, and each digit of the quotient determines its remainder (2 and 3
    come from 1, 5 and 6 from 2). The bits as a number are the distance to the tower.
    """
    digits = str(configuration)
    return (_misplaced_few if len(digits) <= FEW else _misplaced)(digits, target)


def _misplaced(digits: str, target: int) -> tuple[int, int]:
    disks = len(digits)
    word = int(f"{-target % 3}{digits}", 8)
    quotient = word // 3
    two = quotient >> 2
    one = (quotient >> 1 | two) ^ two
    differing = (word ^ two) | (word >> 1 ^ one)  # the place is 2 for the remainder 1, and 1 for 2
    lowest = int.from_bytes(b"\x24\x92\x49" * (disks // 8 + 1), "big")  # of each digit
    return int(f"{differing & lowest >> 3 * (8 - disks % 8):o}", 2), -word % 3


_misplaced_few = lru_cache(maxsize=1 << 12)(_misplaced)


def next_move(configuration: AnyConfiguration, *, target: int = 2) -> Move | None:
    """The first move of the shortest path to the tower on `target`; None if it is there already.

    >>> print(next_move("0101"))
    disk 1: 1 -> 2
    """
    configuration = Configuration.of(configuration)
    bits, last = misplaced(configuration, check_peg(target))
    if not bits:
        return None
    disk = (bits & -bits).bit_length()
    peg = configuration.peg(disk)
    return Move(disk, peg, third(peg, last))  # where all smaller disks are


class Lengths(NamedTuple):
    """The lengths of the shortest paths that move the largest differing disk once, and twice."""

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
    return (_lengths_of_few if len(start) <= FEW else _lengths)(start, goal)


def _lengths(start: Configuration, goal: Configuration) -> Lengths | None:
    differing = first_difference(start, goal)
    if differing is None:
        return None
    disk, f, t = differing
    v, s, g = third(f, t), start.smaller(disk), goal.smaller(disk)
    once = misplaced(s, v)[0] + 1 + misplaced(g, v)[0]
    across = 1 << (disk - 1)  # the tower of the smaller disks from t to f, and one move more
    twice = misplaced(s, t)[0] + 1 + across + misplaced(g, f)[0]
    return Lengths(once, twice)


_lengths_of_few = lru_cache(maxsize=1 << 14)(_lengths)


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
            f"the start has {counted(len(start), 'disk')} and the goal {len(goal)}: "
            "expected as many digits in both"
        )
    return start, goal


def first_difference(start: Configuration, goal: Configuration) -> tuple[int, int, int] | None:
    """The largest disk that is on different pegs, with its peg in `start` and in `goal`."""
    disk = ((int(f"0{start}", 4) ^ int(f"0{goal}", 4)).bit_length() + 1) // 2
    return (disk, start.peg(disk), goal.peg(disk)) if disk else None


class ShortestPath(NamedTuple):
    """A shortest path: how often its largest disk moves (0, 1 or 2), and all its moves."""

    times: int
    moves: tuple[Move, ...]


def shortest_paths(start: AnyConfiguration, goal: AnyConfiguration) -> list[ShortestPath]:
    """The shortest path from `start` to `goal`, or both of them if there are two.

    All moves are kept, up to 2**n of them: this is for small towers. Between the moves of the
    largest disk the smaller ones go from, to or between perfect towers, where `next_move` finds the
    only shortest path. Raises `BadConfiguration` for different numbers of disks.

    >>> [path.times for path in shortest_paths("001", "200")]
    [1, 2]
    """
    start, goal = check_same_disks(start, goal)
    lengths, differing = path_lengths(start, goal), first_difference(start, goal)
    if lengths is None or differing is None:
        return [ShortestPath(0, ())]
    disk, f, t = differing
    v, s, g = third(f, t), start.smaller(disk), goal.smaller(disk)
    paths = []
    if lengths.once <= lengths.twice:
        once = *_to_tower(s, v), Move(disk, f, t), *_from_tower(v, g)
        paths.append(ShortestPath(1, once))
    if lengths.twice <= lengths.once:
        across = _to_tower(Configuration.tower(disk - 1, t), f)
        twice = *_to_tower(s, t), Move(disk, f, v), *across, Move(disk, v, t), *_from_tower(f, g)
        paths.append(ShortestPath(2, twice))
    return paths


def _to_tower(now: Configuration, peg: int) -> Iterator[Move]:
    while (move := next_move(now, target=peg)) is not None:
        yield move
        now = now.after(move)


def _from_tower(peg: int, goal: Configuration) -> Iterator[Move]:
    for disk, source, target in reversed(list(_to_tower(goal, peg))):
        yield Move(disk, target, source)
