"""The shortest paths between any two configurations, move by move (Hinz; Romik 2006).

The largest disk that differs moves once or twice. Between its moves the smaller disks go from, to
or between perfect towers, and there the path is unique: `next_move` finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hanoi_fsm.hanoi.formulas.distances import (
    check_same_disks,
    first_difference,
    next_move,
    path_lengths,
)
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Move, third


class ShortestPath(NamedTuple):
    """A shortest path: how often its largest disk moves (0, 1 or 2), and all its moves."""

    times: int
    moves: tuple[Move, ...]


def shortest_paths(start: AnyConfiguration, goal: AnyConfiguration) -> list[ShortestPath]:
    """The shortest path from `start` to `goal`, or both of them if there are two.

    All moves are kept, up to 2**n of them: this is for towers small enough to look at. Raises
    `BadConfiguration` for different numbers of disks.

    >>> [len(path.moves) for path in shortest_paths("00", "12")]
    [2]
    >>> [path.times for path in shortest_paths("001", "200")]
    [1, 2]
    """
    start, goal = check_same_disks(start, goal)
    lengths, difference = path_lengths(start, goal), first_difference(start, goal)
    if lengths is None or difference is None:
        return [ShortestPath(0, ())]
    paths = []
    if lengths.once <= lengths.twice:
        paths.append(ShortestPath(1, tuple(_once(start, goal, *difference))))
    if lengths.twice <= lengths.once:
        paths.append(ShortestPath(2, tuple(_twice(start, goal, *difference))))
    return paths


def _once(start: Configuration, goal: Configuration, disk: int, f: int, t: int) -> Iterator[Move]:
    v = third(f, t)
    yield from _to_tower(start.smaller(disk), v)
    yield Move(disk, f, t)
    yield from _backwards(_to_tower(goal.smaller(disk), v))


def _twice(start: Configuration, goal: Configuration, disk: int, f: int, t: int) -> Iterator[Move]:
    v = third(f, t)
    yield from _to_tower(start.smaller(disk), t)
    yield Move(disk, f, v)
    yield from _to_tower(Configuration.tower(disk - 1, t), f)
    yield Move(disk, v, t)
    yield from _backwards(_to_tower(goal.smaller(disk), f))


def _to_tower(now: Configuration, peg: int) -> Iterator[Move]:
    while (move := next_move(now, target=peg)) is not None:
        yield move
        now = now.after(move)


def _backwards(moves: Iterable[Move]) -> Iterator[Move]:
    for disk, source, target in reversed(list(moves)):
        yield Move(disk, target, source)
