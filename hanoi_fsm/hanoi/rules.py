"""The correct answers of readers, and the lengths of the paths of pathfinders, by closed formulas.

One rule per machine, which shares no code with it and takes time linear in the word. Checks compare
a reader with its rule word by word; inference finds an automaton from the rule alone. This module
also lists the tasks and the pairs of configurations that a check tries.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import product
from typing import NamedTuple

from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.machine import Specification
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS, Move, NotOnPath, Task


class Rule(NamedTuple):
    """The right answers of a reader.

    The answer to a word, for a source and a target, is its output symbol by symbol, or None if the
    word must be refused. With `each` it is the last output symbol alone; the symbols before it
    answer the shorter words.
    """

    answer: Callable[[Word, int, int], str | None]
    each: bool


@cache
def specification(
    name: str, symbols: tuple[str, ...], source: int = 0, target: int = 2
) -> Specification | None:
    """The correct answers of the reader of that name for a task; None if no rule is known.

    Words with any other symbols, which a drawing may have, must be refused.
    """
    return partial(_written, name, frozenset(symbols), source, target) if name in RULES else None


def _written(
    name: str, symbols: frozenset[str], source: int, target: int, word: Sequence[str]
) -> Sequence[str] | None:
    if not symbols.issuperset(word):
        return None
    if not RULES[name].each:
        return _answer(name, tuple(word), source, target)
    parts = (tuple(word[:length]) for length in range(1, len(word) + 1))
    answers = (_answer(name, part, source, target) for part in parts)
    return [answer for answer in answers if answer is not None]


@cache
def _answer(name: str, word: Word, source: int, target: int) -> str | None:
    return RULES[name].answer(word, source, target)


def _bits(number: int, width: int) -> str:
    return f"{number:0{width}b}" if width else ""


def _number(word: Word) -> int:
    return int("".join(word) or "0", 2)


def _pegs(move: Move | None) -> str:
    return "none" if move is None else f"{move.source}{move.target}"


def move_of_step(word: Word, source: int, target: int) -> str:
    """The move of a step in n bits."""
    step = _number(word)
    return _pegs(formulas.move(step, Task(len(word), source, target)) if step else None)


def move_after_step(word: Word, source: int, target: int) -> str:
    """The move after a step, for an odd tower of more disks that goes from 0 to 1."""
    return _pegs(formulas.move(_number(word) + 1, Task(2 * len(word) + 1, 0, 1)))


def configuration(word: Word, source: int, target: int) -> str:
    """The configuration after a step."""
    return str(formulas.configuration(_number(word), Task(len(word), source, target)))


def rank(word: Word, source: int, target: int) -> str | None:
    """The step of a configuration; None off the optimal path."""
    try:
        return _bits(formulas.step_of("".join(word), source=source, target=target), len(word))
    except NotOnPath:
        return None


def on_path(word: Word, source: int, target: int) -> str | None:
    """An empty answer; None off the optimal path."""
    return None if rank(word, source, target) is None else ""


def distance(word: Sequence[str], source: int, target: int) -> str:
    """The distance of a configuration from the tower on the target."""
    return _bits(formulas.distance_to_tower("".join(word), target=target), len(word))


def next_move(word: Word, source: int, target: int) -> str:
    """The first move of a shortest path to the tower on the target."""
    return _pegs(formulas.next_move("".join(word), target=target))


def address(word: Sequence[str], source: int = 0, target: int = 2) -> str:
    """The address in the Sierpinski triangle.

    The distance to a corner has a 0 bit where the address has that corner. It is its own inverse:
    the configuration at an address is the address of the same digits.

    >>> address("0121"), address(address("0121"))
    ('0201', '0121')
    """
    far = [distance(word, source, peg) for peg in PEGS]
    return "".join(str(bits.index("0")) for bits in zip(*far, strict=True))


def verdict(configuration: Callable[[str], str], word: Word, source: int, target: int) -> str:
    """Decide how often the largest disk, which goes from 0 to 2, moves on a shortest path.

    The word pairs the pegs of the smaller disks in the start and in the goal, or the symbols from
    which `configuration` makes these, such as the digits of their addresses.
    """
    start, goal = ("02"[at] + "".join(pair[at] for pair in word) for at in range(2))
    once, twice = formulas.path_lengths(configuration(start), configuration(goal))
    if once == twice:
        return "tie"
    return "once" if once < twice else "twice"


RULES = {
    "move-reader": Rule(move_of_step, each=True),
    "move-reader-small": Rule(move_after_step, each=True),
    "configuration-reader": Rule(configuration, each=False),
    "rank-reader": Rule(rank, each=False),
    "path-reader": Rule(on_path, each=False),
    "distance-reader": Rule(distance, each=False),
    "next-move-reader": Rule(next_move, each=True),
    "sierpinski-reader": Rule(address, each=False),
    "twice-reader": Rule(partial(verdict, str), each=True),
    "twice-reader-small": Rule(partial(verdict, address), each=True),
}
"""The rules by the names of their readers."""


LENGTHS: dict[str, Callable[[str, str], int]] = {
    "any-to-any": lambda start, goal: formulas.path_lengths(start, goal).once,
    "shortest": formulas.distance,
}
"""The lengths of the paths of pathfinders: the first moves the largest differing disk only once."""


@lru_cache(maxsize=1 << 14)  # as many as are tried of one pathfinder, for all its mutants
def path_length(name: str, start: str, goal: str) -> int:
    """The number of moves that a pathfinder must make, by name; `UnknownName` without a rule."""
    if name not in LENGTHS:
        raise UnknownName(f"nothing says how long the paths of {name} are: add it to LENGTHS")
    return LENGTHS[name](start, goal)


ALL_TASKS = 6
"""Up to this many disks all six pairs of pegs are tried, beyond that only 0 -> 2."""
USUAL = 4
"""Up to this many disks all pairs of configurations are tried."""


def tasks_of(towers: Iterable[int], pairs: Sequence[tuple[int, int]] = PAIRS) -> Iterator[Task]:
    """Yield the tasks that a check tries for these numbers of disks."""
    for disks in towers:
        tried = pairs if disks <= ALL_TASKS else pairs[:1]
        for source, target in tried:
            yield Task(disks, source, target)


def tried_pairs(disks: int) -> Iterator[tuple[str, str]]:
    """Yield the pairs of configurations whose paths are tried, few disks first."""
    for n in range(min(disks, USUAL) + 1):
        words = ["".join(word) for word in product("012", repeat=n)]
        yield from product(words, repeat=2)


def between(start: str, goal: str) -> str:
    """The two ends of a path, in words."""
    return f"from {start} to {goal}" if start else "without disks"
