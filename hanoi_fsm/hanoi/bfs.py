"""Breadth-first search over all 3**n configurations: slow, but it uses nothing but the rules.

Readers and pathfinders are compared with it. Configurations are plain words here, one peg digit per
disk, largest disk first.
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import product


def neighbours(word: str) -> Iterator[str]:
    """The configurations one legal move away."""
    seen: set[str] = set()  # the pegs with a smaller disk on them
    for place in range(len(word) - 1, -1, -1):
        peg = word[place]
        if peg not in seen:
            for other in "012":
                if other != peg and other not in seen:
                    yield word[:place] + other + word[place + 1 :]
            seen.add(peg)


@lru_cache(maxsize=64)
def distances(goal: str) -> dict[str, int]:
    """How many moves every configuration is away from `goal`."""
    graph = _graph(len(goal))
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        word = queue.popleft()
        further = found[word] + 1
        for other in graph[word]:
            if other not in found:
                found[other] = further
                queue.append(other)
    return found


@lru_cache(maxsize=8)
def _graph(disks: int) -> dict[str, list[str]]:
    """Every configuration with its neighbours."""
    words = {word: word for word in map("".join, product("012", repeat=disks))}
    return {word: [words[other] for other in neighbours(word)] for word in words}


def to_tower(word: str, peg: int | str) -> int:
    """How many moves a configuration is away from the tower on `peg`."""
    return distances(str(peg) * len(word))[word]


def once_and_twice(start: str, goal: str) -> tuple[int, int]:
    """The lengths of the shortest paths on which the largest disk moves once, and twice.

    Between its moves the smaller disks must be on one peg; all the rest is searched for.
    """
    f, t = start[0], goal[0]
    v = str(3 - int(f) - int(t))
    s, g = start[1:], goal[1:]
    across = (1 << len(s)) - 1
    once = to_tower(s, v) + 1 + to_tower(g, v)
    twice = to_tower(s, t) + 1 + across + 1 + to_tower(g, f)
    return once, twice


def length_with_one_move(start: str, goal: str) -> int:
    """The length of a shortest path on which the largest differing disk moves only once."""
    for place, (f, t) in enumerate(zip(start, goal, strict=True)):
        if f != t:
            return once_and_twice(start[place:], goal[place:])[0]
    return 0


def length_of_shortest(start: str, goal: str) -> int:
    """The distance between two configurations."""
    return distances(goal)[start]
