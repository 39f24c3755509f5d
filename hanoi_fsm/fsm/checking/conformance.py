"""Does a machine answer as its specification says? Words of events are read, and compared.

All words up to some length are tried, then longer ones: for an automaton without guards those by
which any other one of its size would differ, else random ones. Every prefix of a word is a word
too, so that all of them together are a tree, and one walk compares a machine, shortest words first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from functools import lru_cache
from random import Random

from hanoi_fsm.fsm.checking.characterizing_words import Word, characterizing_words
from hanoi_fsm.fsm.errors import BadSpecification, shortened
from hanoi_fsm.fsm.exception_origin import one_line
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.machine import Machine, Specification, Start
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Step, steps, take, why_refused
from hanoi_fsm.fsm.trace import Record

MOST_WORDS = 3_000
"""All words are read up to the length of which there are no more than these."""
RANDOM_WORDS, RANDOM_LENGTH, SEED = 200, 60, 1
UNSPECIFIED = "nothing says what it should do: give its Machine a specification"

Answer = tuple[object, ...] | None
"""The outputs that a word leads to, or None where it is refused."""


def conform(machine: Machine, size: int, progress: Progress) -> Outcome:
    """Compare every start that has a specification; that none has one is said as a remark."""
    read = 0
    said = ""
    for start in machine.starts_up_to(size):
        if start.specification is None:
            continue
        tree = words_for(machine, start, size)
        finding = first_difference(machine, start, tree)
        if finding:
            return Outcome("", (finding.placed(machine.lines),))
        read += tree.size
        said = said or f"for {tree.said}"
        progress(read)
    return Outcome(f"{said}: {read} answers are right" if said else "", (), _remarks(said))


def _remarks(said: str) -> tuple[str, ...]:
    return () if said else (UNSPECIFIED,)


# the words


class WordTree:
    """The right answer to one word, and the trees of the words that go on from there."""

    __slots__ = ("answer", "longer")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.longer: dict[str, WordTree] = {}


class Words:
    """A tree of words with their right answers; `said` tells which, and `size` how many."""

    def __init__(self, specification: Specification, alphabet: Sequence[str]) -> None:
        self.specification, self.alphabet = specification, alphabet
        self.root = WordTree(answer_to(specification, ()))
        self.size = 1
        self.said = ""

    def grow(self, node: WordTree, word: Word) -> WordTree:
        """The node of a `word` below the `node` of the word that is one event shorter."""
        if word[-1] not in node.longer:
            node.longer[word[-1]] = WordTree(answer_to(self.specification, word))
            self.size += 1
        return node.longer[word[-1]]

    def add_all(self, longest: int) -> None:
        level: list[tuple[WordTree, Word]] = [(self.root, ())]
        for _ in range(longest):
            level = [
                (self.grow(node, (*word, event)), (*word, event))
                for node, word in level
                for event in self.alphabet
            ]

    def add(self, word: Word) -> None:
        node = self.root
        for length in range(1, len(word) + 1):
            node = self.grow(node, word[:length])

    def add_random(self, random: Random, length: int) -> None:
        """A random word, led past the events that would be refused where there is another."""
        node, word = self.root, Word()
        for _ in range(length):
            events = random.sample(self.alphabet, len(self.alphabet))
            grown = (self.grow(node, (*word, event)) for event in events)
            found = next(
                (pair for pair in zip(events, grown, strict=True) if pair[1].answer is not None),
                None,
            )
            if found is None:
                return
            word, node = (*word, found[0]), found[1]


def words_for(machine: Machine, start: Start, size: int) -> Words:
    """The words of up to `size` events to try from a start; random ones may be longer."""
    assert start.specification is not None  # the caller asks for specified starts only
    reference = machine.reference
    guarded = reference is None or bool(reference.guards)
    longest = longest_within(len(machine.alphabet), min(size, start.longest or size))
    longer: tuple[Word, ...] = ()
    if reference is not None and not guarded and start.longest is None:
        characterizing = characterizing_words(reference)
        longer = tuple(word for word in characterizing if longest < len(word) <= size)
    random = RANDOM_WORDS if guarded and size else 0
    return _words(start.specification, machine.alphabet, longest, longer, random)


@lru_cache(maxsize=64)
def _words(
    specification: Specification,
    alphabet: tuple[str, ...],
    longest: int,
    longer: tuple[Word, ...],
    random: int,
) -> Words:
    words = Words(specification, alphabet)
    words.add_all(longest)
    for word in longer:
        words.add(word)
    chance = Random(SEED)  # words to try, not a secret
    for _ in range(random):
        words.add_random(chance, RANDOM_LENGTH)
    words.said = f"every word of 0 .. {longest} events"
    words.said += f" and {len(longer)} longer ones" if longer else ""
    words.said += f" and {random} random ones (seed {SEED})" if random else ""
    return words


def longest_within(letters: int, most: int) -> int:
    """Up to which length, at most `most`, there are no more than `MOST_WORDS` words.

    >>> longest_within(letters=3, most=10)
    7
    """
    longest, words = 0, 1
    while longest < most and words * letters <= MOST_WORDS:
        words *= letters
        longest += 1
    return longest


def answer_to(specification: Specification, word: Word) -> Answer:
    """What a specification answers; `BadSpecification` where it raises, or gives no list."""
    try:
        answer = specification(list(word))
        return None if answer is None else tuple(answer)
    except Exception as error:
        raise BadSpecification(
            f"the specification raised {one_line(error)} for the events "
            f"{shortened(' '.join(word), 80)}: let it return the list of outputs, or None"
        ) from error


# the comparison


class _Node:
    """A state and a memory of the machine, and what each event leads to from there."""

    __slots__ = ("after", "memory", "state")

    def __init__(self, state: str, memory: Memory) -> None:
        self.state, self.memory = state, memory
        self.after: dict[str, list[tuple[Step, _Node]]] = {}


class _Nodes:
    """The nodes of one machine, each made once."""

    def __init__(self, machine: Machine) -> None:
        self.automaton = machine.automaton
        self.known: dict[tuple[str, Hashable], _Node] = {}

    def node(self, state: str, memory: Memory) -> _Node:
        return self.known.setdefault((state, memory.key()), _Node(state, memory))

    def after(self, node: _Node, event: str) -> list[tuple[Step, _Node]]:
        if event not in node.after:
            taken = steps(self.automaton, node.state, node.memory, event)
            node.after[event] = [
                (step, self.node(step.transition.target, step.memory)) for step in taken
            ]
        return node.after[event]


def first_difference(machine: Machine, start: Start, words: Words) -> Finding | None:
    """The shortest of the words that the machine answers wrongly, or None."""
    nodes = _Nodes(machine)
    first = nodes.node(start.state, start.make())
    queue: deque[tuple[WordTree, _Node, tuple[object, ...], Word]] = deque()
    queue.append((words.root, first, (), ()))
    while queue:
        tree, node, outputs, word = queue.popleft()
        got = None if machine.rejects(node.state) else outputs
        if got != tree.answer:
            return _difference(machine, start, word, tree.answer, got)
        for event, longer in tree.longer.items():
            after = nodes.after(node, event)
            if len(after) != 1 or after[0][0].error is not None:
                over = node.state in machine.automaton.final and longer.answer == outputs
                if after or not (longer.answer is None or over):
                    return _difference(machine, start, (*word, event), longer.answer, None)
                continue
            step, there = after[0]
            more = outputs if step.output is None else (*outputs, step.output)
            queue.append((longer, there, more, (*word, event)))
    return None


def _difference(
    machine: Machine, start: Start, word: Word, expected: Answer, got: Answer
) -> Finding:
    """What is wrong with the answer to a `word`, with the run that leads to it."""
    path, state, why = _replayed(machine, start, word)
    return Finding(
        "output",
        about=path[-1].transition if path else state,
        context=" ".join(filter(None, (machine.reading(word), start.name))),
        size=len(word),
        step=len(word),
        expected=machine.answer(expected),
        got=why or machine.answer(got),
        path=path,
    )


def _replayed(machine: Machine, start: Start, word: Word) -> tuple[tuple[Record, ...], str, str]:
    """The records of reading a `word`, the state after them, and why it went no further."""
    memory, state = start.make(), start.state
    records: list[Record] = []
    for event in word:
        memory.state = state
        enabled = machine.automaton.enabled(state, event, memory)
        if not enabled:
            return tuple(records), state, why_refused(machine.automaton, memory, state, event)
        if len(enabled) > 1:
            return tuple(records), state, _overlap(enabled)
        step = take(enabled[0], memory)
        if step.error is not None:
            return tuple(records), state, f"{step.failure} (in `{enabled[0]}`)"
        state = enabled[0].target
        records.append(Record(len(records) + 1, enabled[0], step.output, memory.show()))
    return tuple(records), state, ""


def _overlap(enabled: list[Transition]) -> str:
    return f"two transitions at once, `{enabled[0]}` and `{enabled[1]}`"


__all__ = ["conform", "first_difference", "longest_within", "words_for"]
