"""The oracle of the tests: textbook recursion, and search through all 3**n words.

It imports nothing from the package that it judges. A configuration is a word, one peg digit a disk,
largest disk first; a move is (disk, source, target).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

Step = tuple[int, int, int]
TASKS = [(a, b) for a in range(3) for b in range(3) if a != b]


def words(length: int) -> list[str]:
    """All configurations of so many disks."""
    return ["".join(digits) for digits in product("012", repeat=length)]


def recursion(disks: int, source: int = 0, target: int = 2) -> Iterator[Step]:
    """The solution as every textbook has it."""
    if disks:
        spare = ({0, 1, 2} - {source, target}).pop()
        yield from recursion(disks - 1, source, spare)
        yield disks, source, target
        yield from recursion(disks - 1, spare, target)


def neighbours(word: str) -> Iterator[tuple[Step, str]]:
    """Every legal move from a configuration, with the configuration after it."""
    for disk in range(1, len(word) + 1):
        smaller, peg = word[len(word) - disk + 1 :], word[-disk]
        for other in set("012") - {peg}:
            if peg not in smaller and other not in smaller:
                yield (
                    (disk, int(peg), int(other)),
                    word[: len(word) - disk] + other + smaller,
                )


def after(word: str, step: Step) -> str:
    """The configuration after a move, which must be legal."""
    legal = dict(neighbours(word))
    assert step in legal, f"{step} is illegal at {word}"
    return legal[step]


def walk(word: str, steps: Iterable[Step]) -> Iterator[str]:
    """Every configuration on the way, the first one included; each move must be legal."""
    yield word
    for step in steps:
        word = after(word, step)
        yield word


@cache
def solution(disks: int, source: int = 0, target: int = 2) -> list[str]:
    """The configuration after each step of the textbook recursion, from step 0 on."""
    return list(walk(str(source) * disks, recursion(disks, source, target)))


@cache
def distances(goal: str) -> dict[str, int]:
    """How many moves every configuration is away from `goal`, by breadth-first search."""
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        here = queue.popleft()
        for _, there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def shortest_paths(goal: str) -> dict[str, int]:
    """How many shortest paths lead from every configuration to `goal`."""
    left = distances(goal)
    found = {goal: 1}
    for here in sorted(left, key=lambda word: left[word])[1:]:
        found[here] = sum(found[w] for _, w in neighbours(here) if left[w] < left[here])
    return found


@cache
def by_moves_of_the_largest(start: str) -> dict[tuple[str, int], int]:
    """The shortest ways from `start` on which the largest disk moves 0, 1 or 2 times.

    Breadth-first search in the graph of (configuration, how often the largest disk has moved).
    """
    found = {(start, 0): 0}
    queue = deque([(start, 0)])
    while queue:
        here, times = queue.popleft()
        for (disk, _, _), there in neighbours(here):
            state = there, times + (disk == len(start))
            if state not in found and state[1] <= 2:
                found[state] = found[here, times] + 1
                queue.append(state)
    return found


def once_and_twice(start: str, goal: str) -> tuple[int, int] | None:
    """How long the ways are that move the largest differing disk once, and twice; None if same."""
    for place, (f, t) in enumerate(zip(start, goal, strict=True)):
        if f != t:
            ways = by_moves_of_the_largest(start[place:])
            return ways[goal[place:], 1], ways[goal[place:], 2]
    return None


def kind(start: str, goal: str) -> str:
    """Does the largest differing disk move once or twice on a shortest path?"""
    ways = once_and_twice(start, goal)
    if ways is None:
        return "same"
    once, twice = ways
    return "tie" if once == twice else "once" if once < twice else "twice"
