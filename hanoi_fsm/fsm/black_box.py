"""A function as a black box: it is asked for its answer to one word after another.

Nothing is known of it but its answers, which are kept in a tree: each word is asked about once. In
the end they may be asked for again, as a user's function may answer differently then. Answers
that no finite machine within the bounds can give are refused as soon as they are seen.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from hanoi_fsm.fsm.errors import BadAnswer, NotLearned, counted, cut, printable, shortened
from hanoi_fsm.fsm.exception_origin import bracketed, one_line, place
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.notation import Word, word_text
from hanoi_fsm.fsm.time_limit import CALL_LIMIT, OutOfTime, too_long

Answer = str | None
Function = Callable[[Word], Answer]
"""The answer to a word that is not empty, or None where it refuses the word."""

MOST_WORDS = 500_000
"""The most words that a box is asked about."""
MOST_AGAIN = 20_000
"""The most words that it is asked about again."""
LONGEST_ANSWER = 100
SHOWN_EACH = 64
"""Questions after which the progress is shown again."""
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>")


class _Node:
    """The answer to a word, if it is known, and the nodes of the words with one more symbol."""

    __slots__ = ("answer", "known", "longer")

    def __init__(self) -> None:
        self.answer: Answer = None
        self.known = False
        self.longer: dict[str, _Node] = {}


class BlackBox:
    """A `function` of words whose answers may be asked for, called `name` in errors.

    `asked` is how many words it has answered, and `symbols` how many these have together. More than
    `most_answers` different answers raise `NotLearned`.

    >>> box = BlackBox(lambda word: word[-1], "echo")
    >>> box.answer(("a", "b")), box.answers(("a", "b")), box.asked, box.symbols
    ('b', ['a', 'b'], 2, 3)
    """

    def __init__(
        self,
        function: Function,
        name: str,
        *,
        progress: Progress = no_progress,
    ) -> None:
        self.function, self.name, self.progress = function, name, progress
        self.most_answers: int | None = None
        self.asked = self.symbols = 0
        self._root = _Node()
        self._different: set[Answer] = set()

    def answer(self, word: Word) -> Answer:
        """The answer to a word that is not empty."""
        node = self._root
        for symbol in word:
            node = _onward(node, symbol)
        if not node.known:
            node.answer, node.known = self._ask(word), True
        return node.answer

    def answers(self, word: Word) -> list[Answer]:
        """The answers to the word of the first symbol, of the first two, ..., of all of them."""
        node, found = self._root, []
        for length, symbol in enumerate(word, 1):
            node = _onward(node, symbol)
            if not node.known:
                node.answer, node.known = self._ask(word[:length]), True
            found.append(node.answer)
        return found

    def ask_again(self) -> None:
        """Ask about the words once more, short ones first; `BadAnswer` if an answer has changed."""
        words: list[tuple[Word, _Node]] = [((), self._root)]
        for word, node in words:
            if node.known:
                self._check_same(word, node.answer)
            longer = [((*word, symbol), after) for symbol, after in node.longer.items()]
            words += longer[: max(0, MOST_AGAIN - len(words))]

    def _ask(self, word: Word) -> Answer:
        if self.asked >= MOST_WORDS:
            raise NotLearned(
                f"more than {MOST_WORDS} words would have to be asked about: give a smaller depth"
            )
        self.asked += 1
        self.symbols += len(word)
        if self.asked % SHOWN_EACH == 0:
            self.progress(self.asked)
        answer = self.function(word)
        self._different.add(answer)
        if self.most_answers is not None and len(self._different) > self.most_answers:
            answers = counted(len(self._different), "different answer")
            raise NotLearned(f"{self.name} gives {answers}, too many for so few states")
        return answer

    def _check_same(self, word: Word, before: Answer) -> None:
        if (now := self.function(word)) != before:
            both = f"first {cut(str(before), 40)}, then {cut(str(now), 40)}"
            why = f"{self.name} answers {spelt(word)} with {both}"
            raise BadAnswer(f"{why}: let it depend on the word alone")


def _onward(node: _Node, symbol: str) -> _Node:
    longer = node.longer.get(symbol)
    if longer is None:
        longer = node.longer[symbol] = _Node()
    return longer


def spelt(word: Sequence[str]) -> str:
    """A word in a line of text.

    >>> spelt("011"), spelt(["00", "12"])
    ("'011'", "'00 12'")
    """
    return shortened(word_text(word), 60)


def asking(function: Callable[[Any], object], name: str) -> Function:
    """What a user's `function` answers, as text; None stays None, a refusal.

    It gets the word as a string, or as a list of its symbols if one of them has several characters.
    Raises `BadAnswer` where it raises, takes longer than `CALL_LIMIT`, or returns what has no text
    of its own.
    """

    def answer(word: Word) -> Answer:
        long = any(len(symbol) > 1 for symbol in word)
        try:
            with CALL_LIMIT:
                value = function(list(word) if long else "".join(word))
                text = None if value is None else str(value)
        except OutOfTime as error:
            raise BadAnswer(f"{name} {too_long(error)} for {spelt(word)}") from error
        except MemoryError:  # reporting it here would take more
            raise
        except Exception as error:
            where = bracketed(place(error))
            raise BadAnswer(f"{name} raised {one_line(error)} for {spelt(word)}{where}") from error
        if text is None:
            return None
        if not isinstance(value, str) and ADDRESS.search(text):
            kind = type(value).__name__
            expected = "expected a string, a number, or another value with a text of its own"
            raise BadAnswer(f"{name} returned a value of type {kind} for {spelt(word)}: {expected}")
        if len(text) > LONGEST_ANSWER:
            many = f"{len(text)} characters for {spelt(word)}"
            raise BadAnswer(f"{name} returned {many}: expected at most {LONGEST_ANSWER}")
        return printable(text) or "''"

    return answer
