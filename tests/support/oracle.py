"""The oracle of the tests: the puzzle from its rules alone, solved by trying every move.

It imports nothing of the package that it judges. A configuration is a word with one peg digit per
disk, largest disk first; a move is (disk, source, target).
"""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

Step = tuple[int, int, int]
TASKS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))


def words(disks: int) -> list[str]:
    """All 3**disks configurations.

    >>> words(1), len(words(4))
    (['0', '1', '2'], 81)
    """
    return ["".join(digits) for digits in product("012", repeat=disks)]


def pairs(disks: int) -> list[tuple[str, str]]:
    """Every start with every goal."""
    return [(start, goal) for start in words(disks) for goal in words(disks)]


def textbook(disks: int, source: int = 0, target: int = 2) -> Iterator[Step]:
    """The moves of the textbook recursion.

    >>> list(textbook(2))
    [(1, 0, 1), (2, 0, 2), (1, 1, 2)]
    >>> list(textbook(3, 2, 1))[3:]
    [(3, 2, 1), (1, 0, 2), (2, 0, 1), (1, 2, 1)]
    """
    if disks:
        spare = 3 - source - target
        yield from textbook(disks - 1, source, spare)
        yield disks, source, target
        yield from textbook(disks - 1, spare, target)


@cache
def neighbours(word: str) -> tuple[tuple[Step, str], ...]:
    """Every legal move from a configuration, with the configuration after it.

    >>> neighbours("00")
    (((1, 0, 1), '01'), ((1, 0, 2), '02'))
    >>> [after for _, after in neighbours("01")], neighbours("")
    (['21', '00', '02'], ())
    """
    reached = []
    for place, peg in enumerate(word):
        larger, smaller = word[:place], word[place + 1 :]
        if peg not in smaller:
            reached += [
                ((len(word) - place, int(peg), int(to)), larger + to + smaller)
                for to in "012"
                if to != peg and to not in smaller
            ]
    return tuple(reached)


def replay(word: str, steps: Iterable[Step]) -> Iterator[str]:
    """Each configuration on a path, the first one included; every move must be legal.

    >>> list(replay("00", [(1, 0, 1), (2, 0, 2)]))
    ['00', '01', '21']
    """
    yield word
    for step in steps:
        legal = dict(neighbours(word))
        assert step in legal, f"{step} is illegal at {word}"
        word = legal[step]
        yield word


@cache
def solution(disks: int, source: int = 0, target: int = 2) -> list[str]:
    """The configuration after each step of the textbook recursion, from step 0 on."""
    return list(replay(str(source) * disks, textbook(disks, source, target)))


@cache
def distances(goal: str) -> dict[str, int]:
    """How many moves every configuration is away from `goal`, by breadth-first search.

    >>> distances("22")["00"], distances("011")["100"], len(distances("000"))
    (3, 5, 27)
    """
    distances = {goal: 0}
    queue = deque([goal])
    while queue:
        here = queue.popleft()
        for _, there in neighbours(here):
            if there not in distances:
                distances[there] = distances[here] + 1
                queue.append(there)
    return distances


def shortest_paths(start: str, goal: str) -> set[tuple[str, ...]]:
    """All shortest paths, each as the configurations from `start` to `goal`.

    >>> sorted(shortest_paths("02", "20"))
    [('02', '01', '21', '20'), ('02', '12', '10', '20')]
    """
    if start == goal:
        return {(start,)}
    left = distances(goal)
    nearer = [there for _, there in neighbours(start) if left[there] < left[start]]
    return {(start, *rest) for there in nearer for rest in shortest_paths(there, goal)}


@cache
def by_moves_of_the_largest(start: str) -> dict[tuple[str, int], int]:
    """The shortest paths from `start` on which the largest disk moves 0, 1 or 2 times.

    Breadth-first search in the graph of (configuration, how often the largest disk has moved).
    """
    distances = {(start, 0): 0}
    queue = deque([(start, 0)])
    while queue:
        here, times = queue.popleft()
        for (disk, _, _), there in neighbours(here):
            state = there, times + (disk == len(start))
            if state not in distances and state[1] <= 2:
                distances[state] = distances[here, times] + 1
                queue.append(state)
    return distances


def once_and_twice(start: str, goal: str) -> tuple[int, int] | None:
    """The lengths of the paths that move the largest differing disk once and twice.

    None where start and goal are the same.

    >>> once_and_twice("100", "011"), once_and_twice("01", "01")
    ((7, 5), None)
    """
    for place, (f, t) in enumerate(zip(start, goal, strict=True)):
        if f != t:
            lengths = by_moves_of_the_largest(start[place:])
            return lengths[goal[place:], 1], lengths[goal[place:], 2]
    return None


def kind(start: str, goal: str) -> str:
    """Does the largest differing disk move once or twice on a shortest path?

    >>> [kind(start, goal) for start, goal in [("0", "0"), ("0", "2"), ("100", "011")]]
    ['same', 'once', 'twice']
    """
    once, twice = once_and_twice(start, goal) or (0, 0)
    return "same" if start == goal else "tie" if once == twice else ("once", "twice")[once > twice]
