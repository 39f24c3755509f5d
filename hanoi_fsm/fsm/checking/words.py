"""The words on which a machine is compared with its specification, with the correct answers.

All words up to some length, then longer ones: the characterizing words of an automaton without
guards, or random ones. With their prefixes the words form a tree.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from hanoi_fsm.fsm.checking.characterizing_words import characterizing_words
from hanoi_fsm.fsm.errors import BadSpecification, shortened
from hanoi_fsm.fsm.exception_origin import one_line
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.fsm.start import Specification, Start
from hanoi_fsm.fsm.stepping import key_of
from hanoi_fsm.fsm.time_limit import CALL_LIMIT, OutOfTime, too_long

MOST_WORDS = 3_000  # the longest words of which all are read are at most this many
NOTHING = ()  # the key of a memory that nothing is remembered in
RANDOM_WORDS, RANDOM_LENGTH, SEED = 200, 60, 1
Answer = tuple[object, ...] | None  # the outputs of a word, or None if it is refused
UNASKED: Answer = ("the specification was not asked",)


class WordTree:
    """The correct answer to one word, and the trees of the words that continue it.

    The answer is `UNASKED` if only longer words are compared.
    """

    __slots__ = ("answer", "longer")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.longer: dict[str, WordTree] = {}


class Words:
    """All words up to the `longest`, `size` with those added, their answers and a description."""

    def __init__(self, specification: Specification, alphabet: Sequence[str], longest: int) -> None:
        self.specification, self.alphabet, self.longest = specification, alphabet, longest
        self.root = WordTree(answer_to(specification, ()))
        self.random: list[Word] = []
        self.size, self.description = 1, ""
        level: list[tuple[Word, WordTree]] = [((), self.root)]
        for _ in range(longest):
            words = [((*word, event), node) for word, node in level for event in self.alphabet]
            level = [(word, self.add(word, node)) for word, node in words]

    def add(self, word: Word, node: WordTree | None = None) -> WordTree:
        """Add one word; `node` is that of the word without its last event, if known."""
        if node is None:
            node = self.root
            for event in word[:-1]:
                node = node.longer.setdefault(event, WordTree(UNASKED))
        last = node.longer.setdefault(word[-1], WordTree(UNASKED))
        if last.answer is UNASKED:
            last.answer = answer_to(self.specification, word)
            self.size += 1
        return last

    def longest_words(self) -> Iterator[tuple[Word, Answer]]:
        """The words that no other of them continues, with their answers."""
        stack: list[tuple[Word, WordTree]] = [((), self.root)]
        while stack:
            word, node = stack.pop()
            if not node.longer and node.answer is not UNASKED:
                yield word, node.answer
            stack += (((*word, event), longer) for event, longer in node.longer.items())

    def add_random(self, random: Random, length: int) -> None:
        """Add a random word that is not refused, up to some length."""
        word = tuple(random.choice(self.alphabet) for _ in range(length))
        if answer_to(self.specification, word) is None:
            found: Word | None = ()
            while found is not None and len(found) < length:
                word = found
                events = random.sample(self.alphabet, len(self.alphabet))
                longer = ((*word, event) for event in events)
                accepted = (one for one in longer if answer_to(self.specification, one) is not None)
                found = next(accepted, None)
            word = found or word
        if word and word not in self.random:
            self.random.append(word)
            self.add(word)


def words_for(machine: Machine, start: Start, size: int) -> Words:
    """All words of up to `size` events for a start, and longer ones.

    Characterizing words are never left out: without one of them a wrong edge may go unnoticed.
    """
    assert start.specification is not None  # the caller asks for specified starts only
    reference = machine.reference or machine.automaton
    remembers = bool(reference.guards) or key_of(start.make()) != NOTHING
    asked = min(size, start.longest or size)
    longest = longest_within(len(machine.alphabet), asked)
    longer: tuple[Word, ...] = ()
    if not reference.guards and start.longest is None and size:
        longer = tuple(word for word in characterizing_words(reference) if len(word) > longest)
    random = RANDOM_WORDS if remembers and size else 0
    known = _words if _hashable(start.specification) else _words.__wrapped__
    return known(start.specification, machine.alphabet, longest, longest < asked, longer, random)


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


@lru_cache(maxsize=64)
def _words(
    specification: Specification,
    alphabet: tuple[str, ...],
    longest: int,
    cut: bool,
    longer: tuple[Word, ...],
    random: int,
) -> Words:
    words = Words(specification, alphabet, longest)
    for word in longer:
        words.add(word)
    chance = Random(SEED)  # words to try, not a secret
    for _ in range(random):
        words.add_random(chance, RANDOM_LENGTH)
    words.description = f"every word of 0 .. {longest} events"
    words.description += f" (those of {longest + 1} are too many)" if cut else ""
    words.description += f" and {len(longer)} longer ones" if longer else ""
    number = len(words.random)
    words.description += f" and {number} random ones (seed {SEED})" if number else ""
    return words


def longest_within(letters: int, most: int) -> int:
    """The length, at most `most`, up to which all words are read; see `MOST_WORDS`.

    >>> longest_within(letters=3, most=10)
    7
    """
    longest, words = 0, 1
    while longest < most and words * letters <= MOST_WORDS:
        words *= letters
        longest += 1
    return longest


def answer_to(specification: Specification, word: Word) -> Answer:
    """The answer of a specification; `BadSpecification` if it raises or returns no list."""
    try:
        with CALL_LIMIT:
            answer = specification(list(word))
            return None if answer is None else tuple(answer)
    except OutOfTime as error:
        raise BadSpecification(f"the specification {too_long(error)}") from error
    except Exception as error:
        events = shortened(" ".join(word), 80) if word else "no events"
        why = f"the specification raised {one_line(error)} for {events}"
        raise BadSpecification(f"{why}: let it return the list of outputs, or None") from error
