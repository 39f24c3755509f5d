"""Does a reader answer right? Every word is read, up to some length, and the answer compared.

Beyond that length the words are read that tell the reader from any other one of its size. What is
expected comes from the closed formula for steps, and from breadth-first search for everything that
any configuration may be asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.checking.characterizing_words import Word, telling_words
from hanoi_fsm.fsm.checking.report import Report, Told, nobody
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.automata import READERS, Reader
from hanoi_fsm.hanoi.automata.output_tapes import Answer, Tape
from hanoi_fsm.hanoi.checking.bfs import distances, neighbours, once_and_twice, to_tower
from hanoi_fsm.hanoi.pegs import TASKS
from hanoi_fsm.hanoi.solving import ReaderMachine

if TYPE_CHECKING:
    from hanoi_fsm.fsm.engines.pytransitions import Engine

MOST_WORDS = 3_000
"""Words are read up to the length of which there are no more than these."""

STOPS = "no answer: it stops"


class WordDifference(NamedTuple):
    """The first word that a reader answers wrongly."""

    word: str
    source: int
    target: int
    expected: str
    came: str
    line: int | None = None

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        word = self.word or "the empty word"
        return (
            f"{place}reading {word} from {self.source} to {self.target}: "
            f"expected {self.expected}, came: {self.came}"
        )


def check_reader(
    machine: ReaderMachine, disks: int = 10, told: Told = nobody, most_words: int = MOST_WORDS
) -> Report:
    """Read every word of up to `disks` symbols, as far as there are no more than `most_words`.

    Then longer ones, those of `telling_words`, of up to `disks` symbols too.
    """
    name = machine.reader.name
    expected = ORACLES[name]
    longest = _longest(name, disks, most_words)
    read = 0
    tape = machine.reader.memory()
    from hanoi_fsm.fsm.engines.pytransitions import Engine

    engine = Engine(machine.automaton, tape)
    for length in range(longest + 1):
        tasks = TASKS if machine.reader.start and length <= 5 else TASKS[:1]
        words = product(ALPHABETS[name], repeat=length)
        for (source, target), word in product(tasks, words):
            difference = _difference(machine, engine, tape, word, source, target, expected)
            read += 1
            if difference:
                return Report(machine.origin, "", difference)
        told(read)
    longer = [word for word in _telling(name) if longest < len(word) <= disks]
    for word in longer:
        difference = _difference(machine, engine, tape, word, *TASKS[0], expected)
        if difference:
            return Report(machine.origin, "", difference)
    and_longer = f" and {len(longer)} longer ones" if longer else ""
    checked = f"every word of 0 .. {longest} symbols{and_longer}: "
    return Report(machine.origin, checked + f"{read + len(longer)} answers are right")


def _longest(name: str, disks: int, most_words: int = MOST_WORDS) -> int:
    words, letters = 1, len(ALPHABETS[name])
    longest = 0
    while longest < disks and words * letters <= most_words:
        words *= letters
        longest += 1
    return longest


@cache
def _telling(name: str) -> list[Word]:
    """The words that tell the reader of that name from every other one of its size."""
    return telling_words(READERS[name].automaton)


def words_up_to(machine: ReaderMachine, disks: int) -> int:
    """How many words a check reads, about."""
    name = machine.reader.name
    longest = _longest(name, disks)
    longer = sum(longest < len(word) <= disks for word in _telling(name))
    all_of_them: int = sum(len(ALPHABETS[name]) ** n for n in range(longest + 1))
    return all_of_them + longer


def _difference(
    machine: ReaderMachine,
    engine: Engine,
    tape: Tape,
    word: tuple[str, ...],
    source: int,
    target: int,
    expected: Oracle,
) -> WordDifference | None:
    tape.written.clear()
    trace: list[Record] = []
    try:
        trace.extend(engine.run(word, state=machine.reader.state_for(source, target)))
        came = tape.show() if word else machine.reader.silent
    except MachineStopped:
        came = STOPS
    wanted = expected(word, source, target)
    if came == wanted:
        return None
    text = " ".join(word) if word and len(word[0]) > 1 else "".join(word)
    line = machine.lines.get(trace[-1].transition) if trace else None
    return WordDifference(text, source, target, wanted or "nothing", came or "nothing", line)


Oracle = Callable[[tuple[str, ...], int, int], str]
"""(word, source, target) to the right answer; `STOPS` where there is none."""


def _bits(number: int, width: int) -> str:
    return f"{number:0{width}b}" if width else ""


def _move_of_step(word: tuple[str, ...], source: int, target: int) -> str:
    step = int("".join(word) or "0", 2)
    if step == 0:
        return "none"
    move = formulas.move(step, len(word), source, target)
    return f"{move.source}{move.target}"


def _move_after_step(word: tuple[str, ...], source: int, target: int) -> str:
    """In a tower that is odd and large enough, and goes from 0 to 1."""
    step = int("".join(word) or "0", 2) + 1
    move = formulas.move(step, 2 * len(word) + 1, 0, 1)
    return f"{move.source}{move.target}"


def _configuration(word: tuple[str, ...], source: int, target: int) -> str:
    step = int("".join(word) or "0", 2)
    return str(formulas.configuration(step, len(word), source, target))


@cache
def _steps(disks: int, source: int, target: int) -> dict[str, int]:
    """The step of every configuration on the optimal path."""
    steps = range(formulas.last_step(disks) + 1)
    return {str(formulas.configuration(step, disks, source, target)): step for step in steps}


def _rank(word: tuple[str, ...], source: int, target: int) -> str:
    step = _steps(len(word), source, target).get("".join(word))
    return STOPS if step is None else _bits(step, len(word))


def _on_path(word: tuple[str, ...], source: int, target: int) -> str:
    return "" if "".join(word) in _steps(len(word), source, target) else STOPS


def _distance(word: tuple[str, ...], source: int, target: int) -> str:
    return _bits(to_tower("".join(word), target), len(word))


def _next_move(word: tuple[str, ...], source: int, target: int) -> str:
    here = "".join(word)
    left = distances(str(target) * len(here))
    for there in neighbours(here):
        if left[there] < left[here]:
            return next(a + b for a, b in zip(here, there, strict=True) if a != b)
    return "none"


def _address(word: tuple[str, ...], source: int = 0, target: int = 2) -> str:
    """In the Sierpinski triangle the distance to a corner has a 0 bit where the address has it."""
    here = "".join(word)
    far = [_bits(to_tower(here, peg), len(here)) for peg in range(3)]
    return "".join(str(bits.index("0")) for bits in zip(*far, strict=True))


@cache
def _configuration_at(disks: int) -> dict[str, str]:
    """The configuration of every address."""
    return {_address(word): "".join(word) for word in product("012", repeat=disks)}


def _both(word: tuple[str, ...]) -> tuple[str, str]:
    """The two words that pairs were made of, each after its first difference, 0 and 2."""
    return "0" + "".join(pair[0] for pair in word), "2" + "".join(pair[1] for pair in word)


def _kind(start: str, goal: str) -> str:
    once, twice = once_and_twice(start, goal)
    return "tie" if once == twice else "once" if once < twice else "twice"


def _verdict(word: tuple[str, ...], source: int, target: int) -> str:
    return _kind(*_both(word))


def _verdict_on_addresses(word: tuple[str, ...], source: int, target: int) -> str:
    at = _configuration_at(len(word) + 1)
    start, goal = _both(word)
    return _kind(at[start], at[goal])


ORACLES: dict[str, Oracle] = {
    "move-reader": _move_of_step,
    "move-reader-small": _move_after_step,
    "configuration-reader": _configuration,
    "rank-reader": _rank,
    "path-reader": _on_path,
    "distance-reader": _distance,
    "next-move-reader": _next_move,
    "sierpinski-reader": _address,
    "twice-reader": _verdict,
    "twice-reader-small": _verdict_on_addresses,
}

ALPHABETS: dict[str, tuple[str, ...]] = {
    "move-reader": ("0", "1"),
    "move-reader-small": ("0", "1"),
    "configuration-reader": ("0", "1"),
    **dict.fromkeys(
        ("rank-reader", "path-reader", "distance-reader", "next-move-reader", "sierpinski-reader"),
        ("0", "1", "2"),
    ),
    **dict.fromkeys(
        ("twice-reader", "twice-reader-small"),
        tuple(s + t for s, t in product("012", repeat=2)),
    ),
}
"""What each reader must be able to read, whatever a drawing of it has lost."""


@dataclass
class Trie:
    """Words of a reader with their right answers, as a tree of prefixes.

    They are all words up to some length, and the longer ones of `telling_words`. Since each prefix
    is a word itself, a version of the reader is compared by one walk.
    """

    answer: str
    longer: dict[str, Trie]

    @staticmethod
    @cache
    def of(name: str, longest: int) -> Trie:
        """The tree for the reader of that `name`, of words as long as is feasible."""
        alphabet = ALPHABETS[name]
        tree = _grown(ORACLES[name], (), alphabet, min(longest, DEPTHS[len(alphabet)]))
        for word in _telling(name):
            tree.add(ORACLES[name], word[:longest])
        return tree

    def add(self, oracle: Oracle, word: tuple[str, ...]) -> None:
        """Put in a word with all its prefixes."""
        node = self
        for length, symbol in enumerate(word, 1):
            if symbol not in node.longer:
                node.longer[symbol] = Trie(oracle(word[:length], 0, 2), {})
            node = node.longer[symbol]

    def first_difference(self, reader: Reader) -> WordDifference | None:
        """The first word, shortest first, that the reader's table answers wrongly."""
        symbols = {action: _written(reader, action) for action in reader.automaton.actions}
        only_last = issubclass(reader.memory, Answer)
        queue: deque[tuple[Trie, str | None, str, tuple[str, ...]]] = deque()
        queue.append((self, reader.automaton.initial, "", ()))
        while queue:
            node, state, answer, word = queue.popleft()
            came = STOPS if state is None else answer if word else reader.silent
            if came != node.answer:
                text = (" " if word and len(word[0]) > 1 else "").join(word)
                return WordDifference(text, 0, 2, node.answer or "nothing", came or "nothing")
            if state is None:
                continue
            for symbol, longer in node.longer.items():
                rows = reader.automaton.rows_for(state, symbol)
                if not rows:
                    queue.append((longer, None, answer, (*word, symbol)))
                    continue
                row = rows[0]
                new = symbols[row.action] if row.action else ""
                after = new if only_last else answer + new
                queue.append((longer, row.target, after, (*word, symbol)))
        return None


DEPTHS = {2: 10, 3: 8, 9: 3}
"""How long all the words of a tree are, by the number of symbols."""


def _grown(oracle: Oracle, word: tuple[str, ...], alphabet: tuple[str, ...], left: int) -> Trie:
    longer = {s: _grown(oracle, (*word, s), alphabet, left - 1) for s in alphabet} if left else {}
    return Trie(oracle(word, 0, 2), longer)


def _written(reader: Reader, action: str) -> str:
    tape = reader.memory()
    getattr(tape, action)()
    return str(tape.output)
