"""Conformance: words are read, shortest first, and their outputs compared with a specification.

All words up to some length are read, then longer ones: the characterizing words of an automaton
without guards, or random ones.
"""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from random import Random

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadMemory, BadSpecification, MachineStopped, one_line, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.kind import Specification, Start
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition, Word
from hanoi_fsm.fsm.stepping import Refused, follow, key_of
from hanoi_fsm.fsm.theory.compare import At, runs_on_memory
from hanoi_fsm.fsm.theory.mealy import characterizing_words
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.fsm.values import alike

MOST_WORDS = 3_000  # the longest words of which all are read are at most this many
NOTHING = ()  # the key of a memory that nothing is remembered in
RANDOM_WORDS, RANDOM_LENGTH, SEED = 200, 60, 1
Outputs = tuple[object, ...]
Answer = Outputs | None  # the outputs of a word, or None if it is refused


def conform(machine: Machine, size: int, progress: Progress) -> Outcome:
    """Compare the runs from every start that has a specification; a remark if there is none."""
    read, descriptions = 0, []
    for start in machine.kind.starts(size):
        if start.specification is None:
            continue
        words = words_for(machine, start, size)
        finding = first_difference(machine, start, words) or _disagreement(machine, start, words)
        if finding:
            return Outcome("", (finding.placed(machine.lines),))
        read += len(words.answers)
        descriptions.append(words.description)
        progress(read)
    if not descriptions:
        text = f"nothing says what it should do: {machine.kind.how_to_specify}"
        return Outcome("", remarks=(Finding("unspecified", text),))
    first, *others = descriptions
    more = f", {others[-1]} from {len(others)} other starts" if others else ""
    return Outcome(f"for {first}{more}: {read} answers are right", compared=True)


@dataclass
class Words:
    """Words, shortest first, with the correct answers.

    They are all up to the `longest` and some longer ones, among them the `random` ones.
    """

    specification: Specification
    longest: int
    description: str
    answers: dict[Word, Answer] = field(default_factory=dict)
    random: list[Word] = field(default_factory=list)

    def add(self, word: Word) -> None:
        if word not in self.answers:
            self.answers[word] = answer_to(self.specification, word)


def words_for(machine: Machine, start: Start, size: int) -> Words:
    """All words of up to `size` events for a start, and longer ones.

    Characterizing words are never left out: without one of them a wrong edge may go unnoticed.
    """
    assert start.specification is not None  # the caller asks for specified starts only
    reference, alphabet = machine.published, machine.alphabet
    remembers = bool(reference.guards) or key_of(start.make()) != NOTHING
    asked = min(size, start.longest or size)
    longest = longest_within(len(alphabet), asked)
    longer: tuple[Word, ...] = ()
    if not reference.guards and start.longest is None and size:
        longer = tuple(word for word in characterizing_words(reference) if len(word) > longest)
    random = RANDOM_WORDS if remembers and size else 0
    try:
        return _words(start.specification, alphabet, longest, longest < asked, longer, random)
    except TypeError:  # a specification that cannot be hashed is asked each time
        return _words.__wrapped__(
            start.specification, alphabet, longest, longest < asked, longer, random
        )


@lru_cache(maxsize=64)
def _words(
    specification: Specification,
    alphabet: tuple[str, ...],
    longest: int,
    cut: bool,
    longer: tuple[Word, ...],
    random: int,
) -> Words:
    words = Words(specification, longest, f"every word of 0 .. {longest} events")
    for length in range(longest + 1):
        for word in product(alphabet, repeat=length):
            words.add(word)
    for word in sorted(longer, key=len):
        words.add(word)
    chance = Random(SEED)  # words to try, not a secret
    tried = (random_word(specification, alphabet, chance) for _ in range(random))
    words.random = [word for word in dict.fromkeys(tried) if word]
    for word in sorted(words.random, key=len):
        words.add(word)
    words.description += f" (those of {longest + 1} are too many)" if cut else ""
    words.description += f" and {len(longer)} longer ones" if longer else ""
    number = len(words.random)
    words.description += f" and {number} random ones (seed {SEED})" if number else ""
    return words


def random_word(specification: Specification, alphabet: tuple[str, ...], chance: Random) -> Word:
    """A random word, or else as much of one as is not refused."""
    word = tuple(chance.choices(alphabet, k=RANDOM_LENGTH)) if alphabet else ()
    if answer_to(specification, word) is not None:
        return word
    found: Word = ()
    while len(found) < RANDOM_LENGTH:
        longer = ((*found, event) for event in chance.sample(alphabet, len(alphabet)))
        accepted = (one for one in longer if answer_to(specification, one) is not None)
        if (one := next(accepted, None)) is None:
            break
        found = one
    return found or word


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
        answer = specification(list(word))
        return None if answer is None else tuple(answer)
    except (Exception, SystemExit) as error:
        events = shortened(" ".join(word), 80) if word else "no events"
        why = f"the specification raised {one_line(error)} for {events}"
        raise BadSpecification(f"{why}: let it return the list of outputs, or None") from error


class _Reader:
    """Reads words with beginnings in common; each event in each state and memory is taken once."""

    def __init__(self, machine: Machine, start: Start) -> None:
        runs = runs_on_memory(machine, start)
        self.step = cache(runs.step)
        self.read: dict[Word, tuple[At | None, Outputs]] = {(): (runs.start, ())}

    def after(self, word: Word) -> tuple[At | None, Outputs]:
        """Where a word leads to, or None where it is stopped, and its outputs."""
        read = self.read
        known = len(word) - 1  # most words follow one without their last event
        while word[:known] not in read:
            known -= 1
        at, outputs = read[word[:known]]
        for number in range(known, len(word)):
            if at is not None:
                made = self.step(at, word[number])
                at = made.after
                outputs = outputs if made.output is None else (*outputs, made.output)
            read[word[: number + 1]] = at, outputs
        return at, outputs


def first_difference(machine: Machine, start: Start, words: Words) -> Finding | None:
    """The shortest word that the machine answers wrongly, or None."""
    reader = _Reader(machine, start)
    for word, answer in words.answers.items():
        at, outputs = reader.after(word) if word else reader.read[word]
        if at is not None:
            wrong = not _is_right(machine, answer, at.state, outputs)
        else:  # it is stopped: only a run of it can tell, once for all that begin with it
            stopped_before = bool(word) and reader.read[word[:-1]][0] is None
            wrong = not stopped_before and _differs(machine, start, words, word)
        if wrong:
            return _shortest(machine, start, words, word)
    for word in words.random:  # once more, on a memory of its own: its key() may be wrong
        if _differs(machine, start, words, word):
            return _shortest(machine, start, words, word)
    return None


def _differs(machine: Machine, start: Start, words: Words, word: Word) -> bool:
    return difference_on(machine, start, words.specification, word) is not None


def _disagreement(machine: Machine, start: Start, words: Words) -> Finding | None:
    """The first word that the engine named by the machine answers otherwise than its definition."""
    if machine.engine is None:
        return None
    beginnings = {word[:-1] for word in words.answers if word}
    for word, expected in words.answers.items():
        if word in beginnings:
            continue
        outputs, state, refused = [], start.state, False
        try:
            memory, engine = start.make(), machine.engine
            for record in run(machine.automaton, memory, word, state=start.state, engine=engine):
                state = record.next_state
                outputs += [] if record.output is None else [record.output]
        except MachineStopped:
            refused = True
        if not _is_right(machine, expected, state, tuple(outputs), refused):
            text = f"the engine {machine.engine} does not do what the definition says"
            return Finding("output", text, context=machine.kind.reading(word), size=len(word))
    return None


def _is_right(
    machine: Machine, expected: Answer, state: str, outputs: Outputs, refused: bool = False
) -> bool:
    """Whether the outputs of a word that ends in `state`, read or refused, are as expected.

    A final state may refuse what follows the end of a run, unless a refusal is an answer.
    """
    if refused:
        ended = not machine.partial and machine.kind.may_refuse(state)
        return expected is None or (ended and alike(outputs, expected))
    if machine.kind.rejects(state):
        return expected is None
    return expected is not None and alike(expected, outputs)


def difference_on(
    machine: Machine, start: Start, specification: Specification, word: Word
) -> Finding | None:
    """What is wrong with the answer to one word from a start, or None.

    It is about the transition taken last or the one that stopped it, or the state that refused.
    """
    expected, kind = answer_to(specification, word), machine.kind
    state, memory, refused, stopped = start.state, start.make(), False, ""
    records: list[Record] = []
    about: Transition | str = state
    for made in follow(machine.automaton, state, memory, word):
        if made.error is not None:
            refused, stopped = isinstance(made.error, Refused), made.placed_failure
            about = made.transition or state
        else:
            about, state = made.taken, made.taken.target
            records.append(Record(len(records) + 1, about, made.output, memory.show()))
    outputs = tuple(record.output for record in records if record.output is not None)
    if (refused or not stopped) and _is_right(machine, expected, state, outputs, refused):
        return None
    correct, got = kind.answers(expected, None if kind.rejects(state) else outputs)
    return Finding(
        "output",
        about=about,
        context=" ".join(filter(None, (kind.reading(word), start.name))),
        size=len(word),
        step=len(word),
        expected=correct,
        got=stopped or got,
        path=tuple(records),
    )


def _shortest(machine: Machine, start: Start, words: Words, word: Word) -> Finding:
    """The finding of a wrong word after unnecessary events are removed from it."""
    finding = difference_on(machine, start, words.specification, word)
    if finding is None:  # the search took two memories for one, or the answers changed
        twice = f"{machine.kind.reading(word)} differently when it is read again"
        raise BadMemory(
            f"{machine.shown} answers {twice}: "
            "define a key() that tells its memories apart, and a specification that only computes"
        )
    chunk = len(word) // 2
    while chunk and len(word) > words.longest:  # all shorter words are right
        for index in range(0, len(word), chunk):
            shorter = (*word[:index], *word[index + chunk :])
            found = difference_on(machine, start, words.specification, shorter)
            if found:
                word, finding = shorter, found
                break
        else:
            chunk //= 2
    return finding
