"""What each reader and pathfinder must do, by the closed formulas and by breadth-first search.

One entry per automaton; none of them uses a machine. The specification of a reader gives the output
for a word, one item per symbol, or None where the word must be refused; that of a pathfinder gives
the length of its paths.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import product

from hanoi_fsm.fsm.machine import Specification
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.hanoi import bfs, formulas
from hanoi_fsm.hanoi.pegs import Task

Rule = Callable[[Word, int, int], str | None]
"""(word, source, target) to the right answer; None where there is none."""

_RULES: dict[str, Callable[[int, int, Sequence[str]], Sequence[str] | None]] = {}


def answers(name: str, each: bool = False) -> Callable[[Rule], Rule]:
    """Register a rule for the reader of that name.

    The answer of a rule is the output symbol by symbol; with `each` it is the last output symbol,
    and those before it are the answers to the shorter words.
    """

    def register(rule: Rule) -> Rule:
        known = cache(rule)

        def written(source: int, target: int, word: Sequence[str]) -> Sequence[str] | None:
            if not each:
                return known(tuple(word), source, target)
            parts = (tuple(word[:length]) for length in range(1, len(word) + 1))
            found = (known(part, source, target) for part in parts)
            return [answer for answer in found if answer is not None]

        _RULES[name] = written
        return rule

    return register


@cache
def specification(
    name: str, symbols: tuple[str, ...], source: int = 0, target: int = 2
) -> Specification | None:
    """What the reader of that name must write for a task; None where no rule is known.

    Words of other symbols than these, which a drawing may have, must be refused.
    """
    return partial(_within, frozenset(symbols), source, target, name) if name in _RULES else None


def _within(
    symbols: frozenset[str], source: int, target: int, name: str, word: Sequence[str]
) -> Sequence[str] | None:
    return _RULES[name](source, target, word) if symbols.issuperset(word) else None


def _bits(number: int, width: int) -> str:
    return f"{number:0{width}b}" if width else ""


def _number(word: Word) -> int:
    return int("".join(word) or "0", 2)


@answers("move-reader", each=True)
def move_of_step(word: Word, source: int, target: int) -> str:
    """The move of a step in n bits."""
    step = _number(word)
    if step == 0:
        return "none"
    move = formulas.move(step, Task(len(word), source, target))
    return f"{move.source}{move.target}"


@answers("move-reader-small", each=True)
def move_after_step(word: Word, source: int, target: int) -> str:
    """The move after a step, for an odd tower of more disks that goes from 0 to 1."""
    move = formulas.move(_number(word) + 1, Task(2 * len(word) + 1, 0, 1))
    return f"{move.source}{move.target}"


@answers("configuration-reader")
def configuration(word: Word, source: int, target: int) -> str:
    """The configuration after a step."""
    return str(formulas.configuration(_number(word), Task(len(word), source, target)))


@cache
def _steps(task: Task) -> dict[str, int]:
    return {str(formulas.configuration(step, task)): step for step in range(task.last_step + 1)}


@answers("rank-reader")
def rank(word: Word, source: int, target: int) -> str | None:
    """The step of a configuration, refused where none has it."""
    step = _steps(Task(len(word), source, target)).get("".join(word))
    return None if step is None else _bits(step, len(word))


@answers("path-reader")
def on_path(word: Word, source: int, target: int) -> str | None:
    """Nothing, refused where no step has the configuration."""
    return "" if "".join(word) in _steps(Task(len(word), source, target)) else None


@answers("distance-reader")
def distance(word: Word, source: int, target: int) -> str:
    """The distance of a configuration from the tower on the target."""
    return _bits(bfs.to_tower("".join(word), target), len(word))


@answers("next-move-reader", each=True)
def next_move(word: Word, source: int, target: int) -> str:
    """The first move of a shortest path to the tower on the target."""
    here = "".join(word)
    left = bfs.distances(str(target) * len(here))
    for there in bfs.neighbours(here):
        if left[there] < left[here]:
            return next(a + b for a, b in zip(here, there, strict=True) if a != b)
    return "none"


@answers("sierpinski-reader")
def address(word: Word, source: int = 0, target: int = 2) -> str:
    """The address in the Sierpinski triangle.

    The distance to a corner has a 0 bit where the address has that corner.
    """
    here = "".join(word)
    far = [_bits(bfs.to_tower(here, peg), len(here)) for peg in range(3)]
    return "".join(str(bits.index("0")) for bits in zip(*far, strict=True))


def _both(word: Word) -> tuple[str, str]:
    """The two words of a word of pairs, each after its first difference, 0 or 2."""
    return "0" + "".join(pair[0] for pair in word), "2" + "".join(pair[1] for pair in word)


def _kind(start: str, goal: str) -> str:
    once, twice = bfs.once_and_twice(start, goal)
    return "tie" if once == twice else "once" if once < twice else "twice"


@answers("twice-reader", each=True)
def verdict(word: Word, source: int, target: int) -> str:
    """How often the largest disk moves on a shortest path between two configurations."""
    return _kind(*_both(word))


@cache
def _configuration_at(disks: int) -> dict[str, str]:
    words = product("012", repeat=disks)
    return {str(address(word, 0, 2)): "".join(word) for word in words}


@answers("twice-reader-small", each=True)
def verdict_on_addresses(word: Word, source: int, target: int) -> str:
    """The same for two addresses in the Sierpinski triangle."""
    at = _configuration_at(len(word) + 1)
    start, goal = _both(word)
    return _kind(at[start], at[goal])


SEARCHED = 7
"""Up to this many disks the lengths of paths are searched for; beyond that they are formulas."""


def length_with_one_move(start: str, goal: str) -> int:
    """The length of a shortest path on which the largest differing disk moves only once."""
    if len(start) <= SEARCHED:
        return bfs.length_with_one_move(start, goal)
    lengths = formulas.path_lengths(start, goal)
    return lengths.once if lengths else 0


def length_of_shortest(start: str, goal: str) -> int:
    """The distance; it is searched for from the start, once for all goals that follow."""
    if len(start) <= SEARCHED:
        return bfs.length_of_shortest(goal, start)
    return formulas.distance(start, goal)


_LENGTHS: dict[str, Callable[[str, str], int]] = {
    "any-to-any": length_with_one_move,
    "shortest": length_of_shortest,
}


def path_length(name: str, start: str, goal: str) -> int | None:
    """How many moves the pathfinder of that name must make; None where that is not known."""
    return _LENGTHS[name](start, goal) if name in _LENGTHS else None
