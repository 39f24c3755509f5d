"""The puzzle told once more, from its rules alone: what the tests judge the package by.

Nothing here comes from the package. Moves are plain (disk, source, target), a configuration is a
word of peg digits, largest disk first, and distances are found by trying every move.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import product

TASKS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))


def textbook(disks: int, source: int, target: int) -> Iterator[tuple[int, int, int]]:
    """The moves that bring `disks` disks from `source` to `target`, as every textbook has them.

    >>> list(textbook(2, 0, 2))
    [(1, 0, 1), (2, 0, 2), (1, 1, 2)]
    >>> list(textbook(3, 2, 1))[3:]
    [(3, 2, 1), (1, 0, 2), (2, 0, 1), (1, 2, 1)]
    """
    if disks == 0:
        return
    (spare,) = {0, 1, 2} - {source, target}
    yield from textbook(disks - 1, source, spare)
    yield disks, source, target
    yield from textbook(disks - 1, spare, target)


def configurations(disks: int) -> list[str]:
    """All 3**disks configurations.

    >>> configurations(1), len(configurations(4))
    (['0', '1', '2'], 81)
    """
    return ["".join(digits) for digits in product("012", repeat=disks)]


def replay(start: str, moves: Iterable[tuple[int, int, int]]) -> Iterator[str]:
    """The `start`, and the configuration after each of the `moves`; the rules are not looked at.

    >>> list(replay("00", [(1, 0, 1), (2, 0, 2)]))
    ['00', '01', '21']
    """
    digits = list(start)
    yield start
    for disk, _, target in moves:
        digits[-disk] = str(target)
        yield "".join(digits)


def neighbours(configuration: str) -> list[str]:
    """The configurations that one legal move leads to.

    >>> neighbours("00"), neighbours("01"), neighbours("")
    (['01', '02'], ['21', '00', '02'], [])
    """
    found = []
    for place, peg in enumerate(configuration):
        larger, smaller = configuration[:place], configuration[place + 1 :]
        if peg not in smaller:
            found += [larger + to + smaller for to in "012" if to != peg and to not in smaller]
    return found


def distances(goal: str) -> dict[str, int]:
    """How many moves every configuration is away from `goal`, by breadth-first search.

    >>> distances("22")["00"], distances("011")["100"], len(distances("000"))
    (3, 5, 27)
    """
    away = {goal: 0}
    queue = deque([goal])
    while queue:
        here = queue.popleft()
        for there in neighbours(here):
            if there not in away:
                away[there] = away[here] + 1
                queue.append(there)
    return away
