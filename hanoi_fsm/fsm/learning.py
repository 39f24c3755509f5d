"""Active learning: the Mealy machine of a black box is found by asking it (Angluin 1987).

A learner asks two kinds of questions. A membership question is what the box answers to a word; from
the answers a machine is built in which two words lead to the same state unless some continuation
tells them apart (Nerode). An equivalence question is whether that machine is right; a word that it
answers wrongly reveals a state that was overlooked. The learner is that of Kearns and Vazirani in
AALpy. The box cannot be opened, so an equivalence question is answered by more words: random
ones, then those of the W-method (Vasilevskii 1973, Chow 1978), which finds every difference from a
box with up to `depth` states more than the machine.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from random import Random
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.black_box import BlackBox
from hanoi_fsm.fsm.checking.characterizing_words import access_words, characterizing_set
from hanoi_fsm.fsm.checking.reachability import reachable
from hanoi_fsm.fsm.errors import NotInstalled, NotLearned, counted
from hanoi_fsm.fsm.notation import Label, Transition, Word, word_text

MISSING = "learning needs AALpy, which is not installed: pip install hanoi-fsm[learn]"
SEED, MOST_STATES, LONGEST = 1, 50, 100
SHORT_WORDS, SHORT = 100, 30
LONG_WORDS = 5
"""How many random words of up to `SHORT` symbols are tried, and of as many as there may be."""
MOST_TESTS, DEEPEST = 8_000, 8
"""The words of the W-method, if no depth is given, and the largest depth then chosen."""
START = "start"
LONGEST_NAME = 30


@dataclass(frozen=True)
class Learned:
    """The machine of a black box, and what it took to find it.

    An action of the `automaton` is the answer itself. A state is named by a shortest word to it. A
    refused word ends in a state that is not final; if all longer words are refused too, there is no
    transition. The box was asked about `membership` words to build machines, and about `tried` more
    to answer the `equivalence` questions; these words have `symbols` together. Any other
    machine that answers like the box has more than `least_states`.
    """

    automaton: Automaton
    membership: int
    equivalence: int
    tried: int
    symbols: int
    least_states: int
    seed: int


def learn(
    box: BlackBox,
    alphabet: Sequence[str],
    *,
    depth: int | None = None,
    seed: int = SEED,
    most_states: int = MOST_STATES,
    longest: int = LONGEST,
    again: bool = False,
) -> Learned:
    """The Mealy machine that answers as the `box` does.

    Without a `depth` it is chosen so that some thousands of words are enough. Random words have up
    to `longest` symbols. With `again` the box is asked about the words once more in the end, and
    `BadAnswer` is raised for an answer that has changed. Raises `NotLearned` where no machine has
    at most `most_states`, `NotInstalled` without AALpy, and what the box does.

    >>> ends_in_two_ones = BlackBox(lambda word: str(word[-2:] == ("1", "1")), "11")
    >>> print(learn(ends_in_two_ones, "01").automaton)
    start -> start : 0 / False
    start -> 1     : 1 / False
    1     -> start : 0 / False
    1     -> 1     : 1 / True
    """
    run = _learner()
    teacher = _Teacher(box, alphabet, depth, Random(seed), most_states, longest)
    box.most_answers = most_states * len(alphabet)
    try:
        run(
            list(alphabet),
            teacher,
            teacher,
            "mealy",
            cache_and_non_det_check=False,
            print_level=0,
        )
    except NotLearned as error:
        if again:
            box.ask_again()
        what = f"no machine with up to {counted(most_states, 'state')} was found for {box.name}"
        raise NotLearned(f"{what}: {error}") from None
    if again:
        box.ask_again()
    automaton = teacher.automaton
    return Learned(
        named_by_words(with_refusals(automaton)),
        box.asked - teacher.tried,
        teacher.questions,
        teacher.tried,
        box.symbols,
        len(automaton.states) + teacher.reached,
        seed,
    )


def check_installed() -> None:
    """Raise `NotInstalled` where AALpy is missing, without loading it."""
    from importlib.util import find_spec

    try:
        found = find_spec("aalpy")
    except ValueError:  # it has been set to None among the modules
        found = None
    if found is None:
        raise NotInstalled(MISSING)


def _learner() -> Callable[..., object]:
    try:
        from aalpy import run_KV
    except ImportError:
        raise NotInstalled(MISSING) from None
    learner: Callable[..., object] = run_KV
    return learner


class _Teacher:
    """Answers the questions of AALpy, which calls it both a system and an oracle."""

    num_queries = num_steps = num_cached_queries = 0
    """AALpy counts here what it asks for, which is not what the box is asked."""

    def __init__(
        self,
        box: BlackBox,
        alphabet: Sequence[str],
        depth: int | None,
        random: Random,
        most_states: int,
        longest: int,
    ) -> None:
        self.box, self.alphabet, self.depth = box, alphabet, depth
        self.random, self.most_states, self.longest = random, most_states, longest
        self.questions = self.tried = self.reached = 0
        self.automaton: Automaton

    def query(self, word: Word) -> list[str | None]:
        """A membership question; of the answers to all symbols the learner reads the last only."""
        return [self.box.answer(word)]

    def find_cex(self, hypothesis: Any) -> Word | None:
        """An equivalence question: a word whose last symbol is answered wrongly, or None."""
        self.questions += 1
        self.automaton = _as_automaton(hypothesis, self.alphabet, self.box.name)
        self.transitions = {
            (one.source, one.event): (one.target, one.action) for one in self.automaton.transitions
        }
        if len(self.automaton.states) > self.most_states:
            raise NotLearned("it needs more of them, if finitely many are enough at all")
        before = self.box.asked
        try:
            return next(filter(None, map(self._difference, self._words())), None)
        finally:
            self.tried += self.box.asked - before

    def _words(self) -> Iterator[Word]:
        yield from self._random_words()
        accesses = access_words(self.automaton).values()
        endings = characterizing_set(self.automaton)
        self.reached = self.depth if self.depth is not None else self._affordable(len(endings))
        for length in range(1, self.reached + 2):
            for middle in product(self.alphabet, repeat=length):
                for access in accesses:
                    for ending in endings:
                        yield (*access, *middle, *ending)

    def _random_words(self) -> Iterator[Word]:
        """Short and long ones, and some made of runs, by which counters are found."""
        choices, longest = self.random.choices, self.longest
        for _ in range(SHORT_WORDS):
            yield tuple(choices(self.alphabet, k=self.random.randint(1, min(SHORT, longest))))
        for _ in range(LONG_WORDS):
            yield tuple(choices(self.alphabet, k=longest))
            runs = ((one,) * self.random.randint(1, longest) for one in choices(self.alphabet, k=9))
            yield tuple(chain.from_iterable(runs))[:longest]

    def _affordable(self, endings: int) -> int:
        letters, depth = len(self.alphabet), 1
        words = len(self.automaton.states) * letters**2 * endings
        while depth < DEEPEST and words * letters <= MOST_TESTS:
            words *= letters
            depth += 1
        return depth

    def _difference(self, word: Word) -> Word | None:
        state, transitions = self.automaton.initial, self.transitions
        pairs = zip(word, self.box.answers(word), strict=True)
        for length, (symbol, expected) in enumerate(pairs, 1):
            state, answer = transitions[state, symbol]
            if answer != expected:
                return word[:length]
        return None


def _as_automaton(hypothesis: Any, alphabet: Sequence[str], name: str) -> Automaton:
    """A machine of AALpy, whose transitions are in the order of the alphabet."""
    transitions = [
        Transition(
            state.state_id,
            state.transitions[symbol].state_id,
            Label(symbol, (), state.output_fun[symbol]),
        )
        for state in hypothesis.states
        for symbol in alphabet
    ]
    states = tuple(state.state_id for state in hypothesis.states)
    initial = hypothesis.initial_state.state_id
    return Automaton(name, states, initial, frozenset(states), tuple(transitions), name)


def with_refusals(automaton: Automaton) -> Automaton:
    """The same where a refused word ends in a state that is not final, or has no transition.

    A state that is entered both by refused words and by others becomes two.
    """

    def after(entry: tuple[str, bool]) -> list[tuple[str, bool]]:
        return [(one.target, one.action is None) for one in automaton.leaving(entry[0])]

    def is_alive(entry: tuple[str, bool]) -> bool:
        return not all(refused for _, refused in reachable([entry], after))

    first = automaton.initial, False
    alive = list(filter(is_alive, reachable([first], after)))
    names = {(state, refused): state + " refused" * refused for state, refused in alive}
    return replace(
        automaton,
        states=tuple(names.values()),
        initial=names[first],
        final=frozenset(name for (_, refused), name in names.items() if not refused),
        transitions=tuple(
            Transition(names[entry], names[onward], one.label)
            for entry in alive
            for one, onward in zip(automaton.leaving(entry[0]), after(entry), strict=True)
            if onward in names
        ),
    )


def named_by_words(automaton: Automaton) -> Automaton:
    """The same with each state named by a shortest word to it, and sorted by these words."""
    names: dict[str, str] = {}
    for state, word in access_words(automaton).items():
        name = word_text(word) or START
        if len(name) > LONGEST_NAME or "->" in name or name in names.values():
            name = f"state {len(names)}"
        names[state] = name
    return renamed(automaton, names)


def renamed(automaton: Automaton, names: dict[str, str]) -> Automaton:
    """The same with other `names` for its states, in their order."""
    return replace(
        automaton,
        states=tuple(names.values()),
        initial=names[automaton.initial],
        final=frozenset(names[state] for state in automaton.final),
        transitions=tuple(
            Transition(name, names[one.target], one.label)
            for state, name in names.items()
            for one in automaton.leaving(state)
        ),
    )
