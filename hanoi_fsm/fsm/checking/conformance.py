"""Conformance: read words, shortest first, and compare their outputs with a specification.

All words up to some length come first, then longer ones: the characterizing words of an automaton
without guards, or random words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache, lru_cache, partial
from itertools import chain, product
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.errors import (
    BadMemory,
    BadSpecification,
    Undecided,
    counted,
    one_line,
    shortened,
)
from hanoi_fsm.fsm.finding import END, UNDECIDED, UNSPECIFIED, Finding, Outcome, Progress
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.fsm.stepping import At, Refused, Step, follow, key_of
from hanoi_fsm.fsm.theory.mealy import characterizing_words
from hanoi_fsm.fsm.trace import Record

if TYPE_CHECKING:
    from hanoi_fsm.fsm.automaton import Automaton
    from hanoi_fsm.fsm.machine import Machine, Specification, Start

MOST_WORDS = 3_000  # all words of a length are read if there are at most this many
RANDOM_WORDS, RANDOM_LENGTH, SEED = 200, 60, 1
MOST_JUDGED = 200
"""The most events to judge one by one: for each, the word is read again from the start."""
Outputs = tuple[object, ...]
Answer = Outputs | None  # the outputs of a word, or None if it is refused


def conform(machine: Machine, size: int, progress: Progress) -> Outcome:
    """Compare the runs from every specified start; return a remark if there is none."""
    read, descriptions = 0, []
    for start in machine.starts_up_to(size):
        if start.specification is None:
            continue
        words = words_for(machine, start, size)
        finding = first_difference(machine, start, words)
        if finding is not None:
            return Outcome("", (finding.placed(machine.lines),))
        read += len(words.answers)
        descriptions.append(words.description)
        progress(read)
    if not descriptions:
        return Outcome("", remarks=(Finding(UNSPECIFIED, machine.unspecified),))
    first, *others = descriptions
    more = f", {others[-1]} from {counted(len(others), 'other start')}" if others else ""
    return Outcome(f"for {first}{more}: {read} answers are right", compared=True)


class Words(NamedTuple):
    """Words, shortest first, with the correct answers.

    All words up to the length `longest`, and some `longer` ones.
    """

    longest: int
    description: str
    answers: dict[Word, Answer]
    longer: list[Word]


def words_for(machine: Machine, start: Start, size: int) -> Words:
    """All words of up to `size` events for a start, and some longer ones.

    Characterizing words are never omitted, as a wrong edge might then go unnoticed.
    """
    assert start.specification is not None  # the caller asks for specified starts only
    reference, alphabet = machine.published, machine.given_events
    asked = min(size, start.longest or size)
    longest = longest_within(len(alphabet), asked)
    longer: tuple[Word, ...] = ()
    if not reference.guards and start.longest is None and size:
        longer = tuple(word for word in characterizing_words(reference) if len(word) > longest)
    remembers = reference.guards or key_of(start.make()) != ()
    random = RANDOM_WORDS if remembers and size else 0
    return _words(start.specification, alphabet, longest, longest < asked, longer, random)


@lru_cache(maxsize=64)
def _words(
    specification: Specification,
    alphabet: tuple[str, ...],
    longest: int,
    cut: bool,
    longer: tuple[Word, ...],
    random: int,
) -> Words:
    chance = Random(SEED)  # words to try, not a secret
    tried = {random_word(specification, alphabet, chance) for _ in range(random)}
    some = sorted(tried - {()}, key=lambda word: (len(word), word))
    short = (product(alphabet, repeat=length) for length in range(longest + 1))
    every = dict.fromkeys(chain(*short, longer, some))
    answers = {word: answer_to(specification, word) for word in every}
    said = f"every word of 0 .. {longest} events"
    said += f" (there are too many of {longest + 1})" * cut
    said += f" and {len(longer)} longer ones" * bool(longer)
    said += f" and {len(some)} random ones (seed {SEED})" * bool(some)
    return Words(longest, said, answers, [*longer, *some])


def random_word(specification: Specification, alphabet: tuple[str, ...], chance: Random) -> Word:
    """A random word, cut off before it is refused."""
    word = tuple(chance.choices(alphabet, k=RANDOM_LENGTH)) if alphabet else ()
    if answer_to(specification, word) is not None:
        return word
    word = ()
    while len(word) < RANDOM_LENGTH:
        for event in chance.sample(alphabet, len(alphabet)):
            if answer_to(specification, (*word, event)) is not None:
                word = (*word, event)
                break
        else:
            break
    return word


def longest_within(letters: int, most: int) -> int:
    """The length, at most `most`, up to which all words are read; see `MOST_WORDS`.

    >>> longest_within(letters=3, most=10), longest_within(letters=1, most=10)
    (7, 10)
    """
    longest, words = 0, 1
    while longest < most and words * letters <= MOST_WORDS:
        words *= letters
        longest += 1
    return longest


def answer_to(specification: Specification, word: Word) -> Answer:
    """A specification's answer; raises `BadSpecification` if it raises or returns no list."""
    try:
        answer = specification(list(word))
        if answer is None or isinstance(answer, Iterable):
            return None if answer is None else tuple(answer)
        why, cause = f"returned {shortened(answer)}", None
    except (Exception, SystemExit) as error:
        why, cause = f"raised {one_line(error)}", error
    events = shortened(" ".join(word), 80) if word else "no events"
    wrong = f"the specification {why} for {events}"
    raise BadSpecification(f"{wrong}: let it return the list of outputs, or None") from cause


class _Reading(NamedTuple):
    """The end of some events and their outputs; or the place and the cause of a stop."""

    at: At
    outputs: Outputs = ()
    error: BaseException | None = None


def _read(automaton: Automaton, at: At, event: str) -> _Reading:
    """The state and memory after an event, and its output."""
    made = at.step(automaton, event)
    outputs = () if made.output is None else (made.output,)
    return _Reading(at.after(made), outputs, made.error)


def first_difference(machine: Machine, start: Start, words: Words) -> Finding | None:
    """The shortest word that the machine answers wrongly, or None.

    Once a word is stopped, its remaining events are not read.
    """
    step, events = cache(partial(_read, machine.automaton)), machine.given_events
    waiting = deque[tuple[Word, _Reading]]([((), _Reading(start.first))])
    while waiting:
        word, reading = waiting.popleft()
        if not _is_right(machine, words.answers[word], reading):
            return _shortest(machine, start, words, word)
        following = events if len(word) < words.longest and reading.error is None else ()
        for event in following:
            made = step(reading.at, event)
            outputs = reading.outputs + made.outputs
            waiting.append(((*word, event), made._replace(outputs=outputs)))
    known = start._replace(specification=lambda word: words.answers[tuple(word)])
    for word in words.longer:  # each with its own memory, as key() may be wrong
        if difference_on(machine, known, word) is not None:
            return _shortest(machine, start, words, word)
    return None


def _is_right(machine: Machine, expected: Answer, reading: _Reading) -> bool:
    """Whether a word that was read, or stopped, has the expected outputs.

    A final state may refuse further events, unless a refusal counts as an answer.
    """
    at, outputs, error = reading
    if isinstance(error, Refused):
        refuses = machine.partial or machine.automaton.acceptor
        ended = not refuses and machine.may_refuse(at.state)
        return expected is None or (ended and outputs == expected)
    if error is not None:
        return False
    return expected == (None if machine.rejects(at.state) else outputs)


def difference_on(machine: Machine, start: Start, word: Word) -> Finding | None:
    """The finding about the answer to one word from a specified start, or None.

    It concerns the last transition, whether taken or stopped, or else the state that refused.
    """
    assert start.specification is not None  # the caller asks for specified starts only
    expected = answer_to(start.specification, word)
    automaton, memory = machine.automaton, start.make()
    made = list(follow(automaton, start.state, memory, word))
    stop = made.pop() if made and made[-1].error is not None else None
    outputs = tuple(step.output for step in made if step.output is not None)
    state = made[-1].taken.target if made else start.state
    reading = _Reading(At(state, memory), outputs, stop and stop.error)
    if _is_right(machine, expected, reading):
        return None
    latest = stop.transition if stop else made[-1].taken if made else None
    again = follow(automaton, start.state, start.make(), word)  # showing the memory is slow
    path = tuple(
        Record(number, step.taken, step.output, step.memory.show())
        for number, step in enumerate(again, 1)
        if step.error is None
    )
    correct, got = machine.answers(expected, None if machine.rejects(state) else outputs)
    return Finding(
        UNDECIDED if stop and isinstance(stop.error, Undecided) else "output",
        about=latest or state,
        context=f"{machine.reading(word)} {start.name}".strip(),
        size=len(word),
        step=len(word),
        expected=correct,
        got=stop.placed_failure if stop else got,
        is_stopped=stop is not None,
        path=path,
    )


class ReadWord:
    """A word that was read, with the answer that its start specifies."""

    def __init__(self, machine: Machine, start: Start | None, word: tuple[str, ...]) -> None:
        self.machine, self.start, self.word = machine, start, word
        self.read: list[str] = []

    def after(self, step: Step) -> Finding | None:
        self.read.append(step.taken.event)
        return self._difference() if len(self.read) <= MOST_JUDGED else None

    def at_end(self, stopped: str = END) -> Finding | None:
        if stopped != END:
            self.read += self.word[len(self.read) :][:1]
        return self._difference()

    def _difference(self) -> Finding | None:
        if self.start is None or self.start.specification is None:
            return None
        finding = difference_on(self.machine, self.start, tuple(self.read))
        return finding and finding.placed(self.machine.lines)


def _shortest(machine: Machine, start: Start, words: Words, word: Word) -> Finding:
    """The finding for a wrong word after its unnecessary events are removed."""
    finding = difference_on(machine, start, word)
    if finding is None:  # the search confused two memories, or the answers changed
        twice = f"{machine.reading(word)} differently when it is read again"
        raise BadMemory(
            f"{machine.shown} answers {twice}: "
            "define a key() that tells its memories apart, and a specification that only computes"
        )
    chunk = len(word) // 2
    while chunk and len(word) > words.longest:  # all shorter words are correct
        for index in range(0, len(word), chunk):
            shorter = (*word[:index], *word[index + chunk :])
            if wrong := difference_on(machine, start, shorter):
                word, finding = shorter, wrong
                break
        else:
            chunk //= 2
    return finding
