"""Learning a reader from its formula alone, or the machine of a user's function.

That the machine found for a formula is one of the readers of this package is not taken from the
questions, which are finitely many: the product of the two decides it for every word.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.black_box import BlackBox, Function, asking
from hanoi_fsm.fsm.checking.characterizing_words import access_words
from hanoi_fsm.fsm.checking.product import MealyMachine, Product
from hanoi_fsm.fsm.errors import BadInput, UnknownName, shortened
from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.learning import (
    LONGEST,
    MOST_STATES,
    SEED,
    Learned,
    check_installed,
    renamed,
)
from hanoi_fsm.fsm.learning import learn as learn_box
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import RESERVED
from hanoi_fsm.fsm.notation import Label, Word, foreign_words
from hanoi_fsm.fsm.proof import Proof, Verdict
from hanoi_fsm.hanoi import automata, black_boxes
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.machines.tapes import Tape, writes
from hanoi_fsm.hanoi.resolver import is_python

LONGEST_SYMBOL = 20


@dataclass(frozen=True)
class Lesson:
    """The `machine` that was learned, and what it took.

    For a reader of this package, the `proof` says whether the machine is equal to it for every
    word; its counterexample is a shortest word that they answer differently.
    """

    machine: Reader
    learned: Learned
    proof: Proof | None = None

    def __str__(self) -> str:
        automaton = self.machine.automaton
        said = f"{automaton.name}: learned from its answers alone: {automaton.sizes}"
        return f"{said}; {self.proof.text}" if self.proof else said


def learn(
    subject: str | Callable[[Any], object],
    alphabet: str | Sequence[str] | None = None,
    *,
    depth: int | None = None,
    seed: int = SEED,
    most_states: int = MOST_STATES,
    longest: int = LONGEST,
    progress: Progress = no_progress,
) -> Lesson:
    """Find the Mealy machine of a function by asking it about words.

    The `subject` is the name of a reader, whose formula is asked, or a function over an `alphabet`
    of symbols: characters, or separated by commas. The function takes a word that is not empty, a
    string, or a list if some symbol has several characters; it returns the answer after the last
    symbol, whose text counts, or None for a refusal. It must depend on the word alone.

    Raises `NotLearned` where no machine with up to `most_states` answers like the function,
    `BadAnswer` for a function that raises, takes too long or changes its answers, `BadInput` for an
    invalid alphabet or bound, and `NotInstalled` without AALpy, which the extra `learn` installs.

    >>> def odd_number_of_ones(word):
    ...     return word.count("1") % 2 == 1
    >>> print(learn(odd_number_of_ones, "01").machine.automaton)
    start -> start : 0 / answer_False
    start -> 1     : 1 / answer_True
    1     -> 1     : 0 / answer_True
    1     -> start : 1 / answer_False
    """
    check_installed()
    for name, value, least in (
        ("depth", depth, 0),
        ("most_states", most_states, 1),
        ("longest", longest, 1),
    ):
        if value is not None and value < least:
            raise BadInput(f"invalid {name} {shortened(value)}: expected {least} or more")
    bounded = partial(learn_box, depth=depth, seed=seed, most_states=most_states, longest=longest)
    if callable(subject) and not isinstance(subject, type):
        name = str(getattr(subject, "__name__", "") or shortened(subject))
        symbols = symbols_of(alphabet, name)
        box = BlackBox(asking(subject, name), name, progress=progress)
        learned = bounded(box, symbols, again=True)
        return Lesson(machine_of(learned.automaton, symbols), learned)
    own = reader_named(subject)
    if alphabet is not None:
        raise BadInput(f"{own.name} has an alphabet of its own: leave yours out")
    symbols = own.automaton.events
    box = BlackBox(black_boxes.of_reader(own.name, symbols), own.name, progress=progress)
    return compared(bounded(box, symbols), own, box.function)


def load(name: str) -> Callable[[Any], object]:
    """The function of a name such as `my.py:f`; `BadInput` for anything else."""
    from hanoi_fsm.fsm.loading import load

    found = load(name)
    if isinstance(found, type | Machine | Automaton) or not callable(found):
        expected = "expected a function from a word to the answer after its last symbol"
        raise BadInput(f"{name} is {shortened(found)}: {expected}")
    return found  # type: ignore[no-any-return]  # of a user


def reader_named(name: object) -> Reader:
    """The reader that a name stands for; `UnknownName` where its formula cannot be asked."""
    if isinstance(name, str) and name in automata.READERS:
        return automata.READERS[name]
    expected = "learn takes a reader or a function FILE.py:NAME"
    if isinstance(name, str) and name in automata.names():
        raise UnknownName(f"{name} reads no words and answers none: {expected}")
    if isinstance(name, str) and not is_python(name):
        raise UnknownName.among("reader", name, list(automata.READERS))
    raise UnknownName(f"{shortened(name)} cannot be learned: {expected}")


def symbols_of(alphabet: str | Sequence[str] | None, name: str) -> tuple[str, ...]:
    """The symbols of an alphabet; `BadInput` for one that no machine reads.

    >>> symbols_of("01", "f"), symbols_of("up,down", "f")
    (('0', '1'), ('up', 'down'))
    """
    if alphabet is None:
        raise BadInput(f"{name} needs the alphabet of its words: as in --alphabet 01, or a,b,c")
    listed = isinstance(alphabet, str) and "," in alphabet
    found = tuple(str(alphabet).split(",") if listed else alphabet)
    for symbol in found:
        valid = isinstance(symbol, str) and 0 < len(symbol) <= LONGEST_SYMBOL
        expected = ""
        if not valid or [*foreign_words(Label(symbol))]:
            most = f"1 to {LONGEST_SYMBOL} printable characters"
            expected = f"expected {most} other than blanks and []&!/:,"
        elif symbol in RESERVED or hasattr(Tape, symbol):
            expected = "each memory has something of this name, choose another"
        if expected:
            raise BadInput(f"invalid symbol {shortened(symbol)} in the alphabet: {expected}")
    if not found or len(set(found)) < len(found):
        what = "is empty" if not found else "names a symbol twice"
        raise BadInput(f"the alphabet {shortened(alphabet)} {what}: give each symbol once")
    return found


def machine_of(automaton: Automaton, symbols: Sequence[str]) -> Reader:
    """A learned automaton as a machine: the answers become the actions of a tape."""
    actions: dict[str, str] = {}
    for answer in automaton.actions:
        letters = (one if f"_{one}".isidentifier() else "_" for one in answer)
        name = wanted = f"answer_{''.join(letters)}"
        for number in count(2):
            if name not in actions.values():
                break
            name = f"{wanted}_{number}"
        actions[answer] = name
    words = {name: writes(answer, f"answer {answer}") for answer, name in actions.items()}
    tape = type("Answers", (Tape,), {**words, "answers_last": True})
    return Reader(
        replace(with_actions(automaton, actions), memory="answers"),
        tape,
        reads=f"words over {' '.join(symbols)}",
        summary="learned from a function, as a black box",
        partial=len(automaton.transitions) < len(automaton.states) * len(symbols),
    )


def with_actions(automaton: Automaton, actions: dict[str, str]) -> Automaton:
    """The same with its answers replaced by the actions that write them, where there are such."""
    transitions = tuple(
        replace(one, label=one.label._replace(action=actions.get(answer, answer) or None))
        for one in automaton.transitions
        for answer in [one.action or ""]
    )
    return replace(automaton, transitions=transitions)


def compared(learned: Learned, own: Reader, function: Function) -> Lesson:
    """A learned machine, by its product with the reader for which it was learned.

    Where they are equal its states get the names that the reader has for them.
    """
    names = {output: action for action, output in own.outputs.items()}
    found = replace(with_actions(learned.automaton, names), memory=own.automaton.memory)
    both = (MealyMachine(each, own.outputs, each.final) for each in (found, own.automaton))
    product = Product(*both)
    word = product.difference()
    machine = own.with_automaton(found)
    if word is not None:
        return Lesson(machine, learned, _refuted(word, product, own, function))
    led_to = {state: own.automaton.after(word) for state, word in access_words(found).items()}
    if len(set(led_to.values())) == len(found.states):
        machine = own.with_automaton(renamed(found, led_to))
    text = f"equal to {own.name}: proved for every word"
    return Lesson(machine, learned, Proof(own.name, Verdict.PROVED, text))


def _refuted(word: Word, product: Product, own: Reader, function: Function) -> Proof:
    right = [function(word[:length]) for length in range(1, len(word) + 1)]
    formula = None if right[-1] is None else list(filter(None, right))
    answers = product.one.answer(word), product.other.answer(word)
    expected, found, ours = own.answers(formula, *answers)
    text = f"the learned machine is not equal to {own.name}"
    got = f"{found} from the learned machine and {ours} from {own.name}"
    finding = Finding(
        "output", text, context=own.reading(word), size=len(word), expected=expected, got=got
    )
    return Proof(own.name, Verdict.REFUTED, text, finding=finding)
