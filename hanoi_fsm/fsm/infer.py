"""Active learning: find the Mealy machine of a function by asking it questions (Angluin 1987).

A learner asks two kinds of questions. A membership question asks for the function's answer to a
word; from the answers a machine is built in which two words lead to the same state unless some
continuation tells them apart (Nerode). An equivalence question asks if that machine is correct; a
word that it answers wrongly reveals an overlooked state. The learner is Kearns and Vazirani's, in
AALpy. Nothing is known about the function but its answers, so more words settle an equivalence
question: random ones, then AALpy's W-method (Vasilevskii 1973, Chow 1978), which finds every
difference from a function with up to `depth` states more than the machine.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadAnswer,
    NotInferred,
    NotInstalled,
    counted,
    cut,
    one_line,
    shortened,
)
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import place
from hanoi_fsm.fsm.notation import Label, Transition, Word, in_rows, quoted, word_text
from hanoi_fsm.fsm.search import reach
from hanoi_fsm.fsm.theory.mealy import characterizing_set

Answer = str | None
Hypothesis = Any  # from AALpy, which has no types
Function = Callable[[Word], Answer]
"""The answer to a nonempty word, or None if the word is refused."""

MISSING = "inferring an automaton needs AALpy, which is not installed: pip install hanoi-fsm[infer]"
RANDOM_WORDS, LONGEST_WORD, SEED = 40, 100, 1
"""The number of random words to try, their greatest length, and the seed that draws them."""
MOST_TESTS, DEEPEST = 8_000, 8
"""The words of the W-method if no depth is given, and the largest depth chosen then."""
MOST_WORDS, MOST_AGAIN = 500_000, 20_000
"""The most words to ask a function about, and the most to ask about again."""
SHOWN_EACH = 64
"""The number of questions between updates of the progress."""
START, LONGEST_NAME, LONGEST_ANSWER = "start", 30, 100


@dataclass(frozen=True)
class Inferred:
    """The machine of a function, and the effort to find it.

    An action of the `automaton` is the answer in quotes. A state is named by
    a shortest word to it. A refused word ends in a state that is not final; if all longer words are
    refused too, there is no transition. The function was asked about `membership` words to build
    machines, and about `tried` more to answer the `equivalence` questions; these words have
    `symbols` together. Any other machine that answers like the function has more than
    `least_states`.
    """

    automaton: Automaton
    membership: int
    equivalence: int
    tried: int
    symbols: int
    least_states: int


def infer(
    function: Function,
    name: str,
    alphabet: Sequence[str],
    *,
    most_states: int,
    depth: int | None = None,
    again: bool = False,
    accepts_empty: bool | None = None,
    progress: Progress = no_progress,
) -> Inferred:
    """The Mealy machine that answers like the `function`, which errors refer to by its `name`.

    The function is only asked about nonempty words. For an acceptor, whose answers are not outputs,
    `accepts_empty` says whether it accepts the empty word.
    The W-method finds a difference from any machine with up to `depth` states more; by default, as
    many more as a few thousand words allow. With `again` the function is asked about the words once
    more at the end, and `BadAnswer` is raised if an answer has changed. Raises `NotInferred` if no
    machine with up to `most_states` gives these answers, `NotInstalled` without AALpy, and whatever
    the function raises.

    >>> ends_in_11 = lambda word: str(word[-2:] == ("1", "1"))
    >>> print(infer(ends_in_11, "11", "01", most_states=9).automaton)
    start -> start : 0 / "False"
    start -> 1     : 1 / "False"
    1     -> start : 0 / "False"
    1     -> 1     : 1 / "True"
    """
    try:
        from aalpy import run_KV
    except ImportError:
        raise NotInstalled(MISSING) from None
    teacher = _Teacher(function, list(alphabet), most_states, depth, progress)
    quietly: dict[str, object] = {"cache_and_non_det_check": False, "print_level": 0}
    failure = None
    try:
        hypothesis = run_KV(teacher.alphabet, teacher, teacher, "mealy", **quietly)
    except NotInferred as error:
        states = counted(most_states, "state")
        failure = f"no machine with up to {states} was found for {name}: {error}"
    if again and (changed := teacher.changed_answer()):
        raise BadAnswer(f"{name} answers {changed}: let it depend on the word alone")
    if failure:
        raise NotInferred(failure)
    return Inferred(
        _automaton_of(hypothesis, name, alphabet, accepts_empty),
        len(teacher.known) - teacher.tried,
        teacher.questions,
        teacher.tried,
        sum(map(len, teacher.known)),
        len(hypothesis.states) + teacher.depth,
    )


class _Teacher:
    """Answers AALpy's questions, both as the system under learning and as the oracle."""

    num_queries = num_steps = num_cached_queries = 0
    """AALpy counts its own questions here, not the questions to the function."""

    def __init__(
        self,
        function: Function,
        alphabet: list[str],
        most_states: int,
        chosen_depth: int | None,
        progress: Progress,
    ) -> None:
        self.function, self.alphabet, self.progress = function, alphabet, progress
        self.most_states, self.chosen_depth = most_states, chosen_depth
        random.seed(SEED)  # AALpy draws from it
        self.known: dict[Word, Answer] = {}
        self.different: set[Answer] = set()
        self.word: Word = ()
        self.questions = self.tried = self.depth = 0

    def answer(self, word: Word) -> Answer:
        """The answer to a word; the function is asked about each word once."""
        if word not in self.known:
            if len(self.known) >= MOST_WORDS:
                many = f"more than {MOST_WORDS} words would have to be asked about"
                raise NotInferred(f"{many}: give a smaller depth")
            self.known[word] = answer = self.function(word)
            self.different.add(answer)
            if len(self.different) > self.most_states * len(self.alphabet):
                answers = counted(len(self.different), "different answer")
                raise NotInferred(f"it gives {answers}, too many for so few states")
            if len(self.known) % SHOWN_EACH == 0:
                self.progress(len(self.known))
        return self.known[word]

    def changed_answer(self) -> str:
        """A word that is answered differently when asked about again, with both answers."""
        for word in sorted(self.known, key=len)[:MOST_AGAIN]:
            before, now = self.known[word], self.function(word)
            if now != before:
                return f"{spelt(word)} with first {cut(str(before), 40)}, then {cut(str(now), 40)}"
        return ""

    def query(self, word: Word) -> list[Answer]:
        """Answer a membership question; the learner only reads the answer to the last symbol."""
        return [self.answer(word)]

    def pre(self) -> None:
        """Start a word."""
        self.word = ()

    def step(self, symbol: str) -> Answer:
        """Read its next symbol."""
        self.word = (*self.word, symbol)
        return self.answer(self.word)

    def post(self) -> None:
        """End a word."""

    def find_cex(self, hypothesis: Hypothesis) -> Word | None:
        """Answer an equivalence question: a word whose last symbol is answered wrongly, or None."""
        from aalpy.oracles import RandomWordEqOracle, WMethodEqOracle

        states = len(hypothesis.states)
        if states > self.most_states:
            raise NotInferred("it needs more states, perhaps infinitely many")
        self.questions += 1
        before = len(self.known)
        endings = characterizing_set(_automaton_of(hypothesis, "", self.alphabet))
        hypothesis.characterization_set = endings  # AALpy's own has fewer words, and finds less
        affordable = self._affordable(states * len(endings))
        self.depth = affordable if self.chosen_depth is None else self.chosen_depth
        thorough = WMethodEqOracle(self.alphabet, self, states + self.depth)
        lengths = {"min_walk_len": 1, "max_walk_len": LONGEST_WORD}
        some = RandomWordEqOracle(self.alphabet, self, RANDOM_WORDS, **lengths)
        word: Word | None = some.find_cex(hypothesis) or thorough.find_cex(hypothesis)
        self.tried += len(self.known) - before
        return word

    def _affordable(self, words: int) -> int:
        """The depth at which the W-method, with this many words per symbol, is affordable."""
        letters, depth = len(self.alphabet), 1
        while depth < DEEPEST and words * letters ** (depth + 2) <= MOST_TESTS:
            depth += 1
        return depth


_Entry = tuple[Hypothesis, bool]
"""A state of AALpy, and whether the word that led there is refused."""


def _automaton_of(
    hypothesis: Hypothesis, name: str, alphabet: Sequence[str], accepts_empty: bool | None = None
) -> Automaton:
    """AALpy's machine as an automaton; a state that refused words enter too is split in two."""

    def steps(entry: _Entry) -> Iterator[tuple[str, _Entry]]:
        for symbol in alphabet:
            yield symbol, (entry[0].transitions[symbol], entry[0].output_fun[symbol] is None)

    reached = reach([(hypothesis.initial_state, accepts_empty is False)], steps)
    names: dict[_Entry, str] = {}
    for entry in reached.states:
        if names and reach([entry], steps, lambda onward: not onward[1]).holds:
            continue  # all longer words are refused
        state = word_text(reached.word_to(entry)) or START
        if len(state) > LONGEST_NAME or "->" in state or state in names.values():
            state = f"state {len(names)}"
        names[entry] = state
    transitions = []
    for entry, state in names.items():
        for symbol, after in steps(entry):
            if after in names:
                is_written = accepts_empty is None and not after[1]
                actions = (quoted(entry[0].output_fun[symbol]),) if is_written else ()
                label = Label(symbol, (), actions)
                transitions.append(Transition(state, names[after], label))
    final = frozenset(state for (_, refused), state in names.items() if not refused)
    states, rows = tuple(names.values()), in_rows(transitions)
    answers = [entry[0].output_fun[symbol] for entry in names for symbol in alphabet]
    refuses = accepts_empty is False or None in answers
    return Automaton(name, states, START, final, rows, name, acceptor=refuses)


def spelt(word: Sequence[str]) -> str:
    """A word as one line of text.

    >>> spelt("011"), spelt(["00", "12"])
    ("'011'", "'00 12'")
    """
    return shortened(word_text(word), 60)


def asking(function: Callable[..., object], name: str) -> Function:
    """Wrap a user's `function` to answer with text; None is a refusal, and is passed on.

    The function receives the word as a string, or as a list of symbols if any has several
    characters. Raises `BadAnswer` if it raises, or returns a value without a text of its own.
    """

    def answer(word: Word) -> Answer:
        long = any(len(symbol) > 1 for symbol in word)
        try:
            value = function(list(word) if long else "".join(word))
            text = str(value)
        except Exception as error:
            what = f"raised {one_line(error)} for {spelt(word)}{place(error)}"
            raise BadAnswer(f"{name} {what}") from error
        if value is None:
            return None
        if " at 0x" in text or len(quoted(text)) > LONGEST_ANSWER + len('""'):
            expected = f"expected a string of up to {LONGEST_ANSWER} characters, or a number"
            raise BadAnswer(f"{name} returned {shortened(value)} for {spelt(word)}: {expected}")
        return text

    return answer
