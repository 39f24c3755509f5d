"""Learning a reader from its formula alone, or the machine of a user's function.

That the machine found for a formula is one of the readers of this package is not taken from the
questions, which are finitely many: the product of the two decides it for every word.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadAnswer, BadInput, UnknownName, counted, shortened
from hanoi_fsm.fsm.finding import Progress, Proof, Result, Verdict, no_progress
from hanoi_fsm.fsm.infer import Answer, Bounds, Function, Inferred, asking, learner, spelt
from hanoi_fsm.fsm.infer import infer as infer_function
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import RESERVED, NoMemory
from hanoi_fsm.fsm.notation import Label, Transition, Word, foreign_words, quoted
from hanoi_fsm.fsm.theory.compare import compare_mealy_machines
from hanoi_fsm.fsm.theory.mealy import MealyMachine, access_words
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.machines import Reader
from hanoi_fsm.hanoi.resolver import is_python
from hanoi_fsm.hanoi.rules import RULES

LONGEST_SYMBOL = 20
DEFAULT = Bounds()
SLOW = 1.0
"""Seconds for one word: a rule that takes longer searches, and would never answer longer words."""


@dataclass(frozen=True)
class Lesson(Result):
    """The `machine` that was inferred, and what it took.

    For a reader of this package, the `proof` says whether the machine is equal to it for every
    word; its counterexample is a shortest word that they answer differently.
    """

    machine: Machine
    inferred: Inferred
    proof: Proof | None = None

    def __str__(self) -> str:
        automaton, found = self.machine.automaton, self.inferred
        asked = (
            f"{counted(found.membership, 'membership question')} and "
            f"{counted(found.equivalence, 'equivalence question')}, for which "
            f"{counted(found.tried, 'more word')} were tried; {counted(found.symbols, 'symbol')}"
        )
        if self.proof is None:
            least = counted(found.least_states, "state")
            verdict = f"not proved: if this machine is wrong, the right one has more than {least}"
        else:
            verdict = self.proof.text if self.proof.holds else str(self.proof)
        return (
            f"{automaton.name}: inferred from its answers alone: {automaton.sizes}\n"
            f"asked: {asked} in all (seed {found.seed})\n{verdict}"
        )


def infer(
    subject: str | Callable[[Any], object],
    alphabet: str | Sequence[str] | None = None,
    *,
    depth: int | None = None,
    seed: int = DEFAULT.seed,
    most_states: int = DEFAULT.most_states,
    longest: int = DEFAULT.longest,
    progress: Progress = no_progress,
) -> Lesson:
    """Find the Mealy machine of a function by asking it about words.

    The `subject` is the name of a reader, whose formula is asked, or a function over an `alphabet`
    of symbols: characters, or separated by commas. The function takes a word that is not empty, a
    string, or a list if some symbol has several characters; it returns the answer after the last
    symbol, whose text counts, or None for a refusal. It must depend on the word alone.

    Raises `NotInferred` where no machine with up to `most_states` answers like the function,
    `BadAnswer` for a function that raises, takes too long or changes its answers, `BadInput` for an
    invalid alphabet or bound, and `NotInstalled` without AALpy, which the extra `infer` installs.

    >>> def odd_number_of_ones(word):
    ...     return word.count("1") % 2 == 1
    >>> print(infer(odd_number_of_ones, "01").machine.automaton)
    start -> start : 0 / "False"
    start -> 1     : 1 / "True"
    1     -> 1     : 0 / "True"
    1     -> start : 1 / "False"
    """
    learner()
    bounds = Bounds(depth, seed, most_states, longest)
    for name, least in (("depth", 0), ("most_states", 1), ("longest", 1)):
        value = getattr(bounds, name)
        if value is not None and value < least:
            raise BadInput(f"invalid {name} {shortened(value)}: expected {least} or more")
    if callable(subject) and not isinstance(subject, type):
        name = str(getattr(subject, "__name__", "") or shortened(subject))
        symbols = symbols_of(alphabet, name)
        asked = asking(subject, name)
        inferred = infer_function(asked, name, symbols, bounds, again=True, progress=progress)
        return Lesson(machine_of(inferred.automaton, symbols), inferred)
    own = reader_named(subject)
    if alphabet is not None:
        raise BadInput(f"{own.name} has an alphabet of its own: leave yours out")
    symbols = own.automaton.events
    inferred = infer_function(formula_of(own), own.name, symbols, bounds, progress=progress)
    return compared(inferred, own)


def formula_of(reader: Reader) -> Function:
    """The last symbol of what a reader should answer to a word, by its rule alone.

    Raises `UnknownName` for a reader without a rule. The function raises `BadAnswer` where the
    symbols before the last one are not the answer to the word before, and for a rule that takes too
    long; it is asked about each length in turn, so that this is seen while words are short.

    >>> asked = formula_of(automata.READERS["distance-reader"])
    >>> asked(("0",)), asked(("0", "1")), asked(("0", "1", "1"))
    ('1', '0', '0')
    """
    name, longest = reader.name, 0
    if name not in RULES:
        where = "add its rule to hanoi_fsm/hanoi/rules.py"
        raise UnknownName(f"nothing says what {name} should answer: {where}")
    rule, each = RULES[name]

    def last(word: Word) -> Answer:
        nonlocal longest
        for length in range(longest + 1, len(word) + 1):
            begin = process_time()
            rule(word[:length], 0, 2)
            longest, taken = length, process_time() - begin
            if taken > SLOW:
                raise BadAnswer(
                    f"the rule of {name} takes {taken:.1f} s for a word of {length} symbols, and "
                    "longer ones are asked about: let it compute its answer without a search"
                )
        answer = rule(word, 0, 2)
        if each or answer is None:
            return answer
        before = rule(word[:-1], 0, 2)
        if before is None or answer[: len(before)] != before:
            raise BadAnswer(
                f"the answer to {spelt(word)} is {spelt(answer)}, which does not begin with that "
                "to the word before: no machine that answers symbol by symbol can give it"
            )
        return answer[len(before) :]

    return last


def load(name: str) -> Callable[[Any], object]:
    """The function of a name such as `my.py:f`; `BadInput` for anything else."""
    from hanoi_fsm.fsm.load import load

    found = load(name)
    if isinstance(found, type | Machine | Automaton) or not callable(found):
        expected = "expected a function from a word to the answer after its last symbol"
        raise BadInput(f"{name} is {shortened(found)}: {expected}")
    return found  # type: ignore[no-any-return]  # of a user


def reader_named(name: object) -> Reader:
    """The reader of that name; `UnknownName` where its formula cannot be asked."""
    if isinstance(name, str) and name in automata.READERS:
        return automata.READERS[name]
    expected = "infer takes a reader or a function FILE.py:NAME"
    if isinstance(name, str) and automata.knows(name):
        raise UnknownName(f"{name} reads no words and answers none: {expected}")
    if isinstance(name, str) and not is_python(name):
        raise UnknownName.among("reader", name, list(automata.READERS))
    raise UnknownName(f"{shortened(name)} cannot be inferred: {expected}")


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
        is_text = isinstance(symbol, str) and 0 < len(symbol) <= LONGEST_SYMBOL
        known = not is_text or symbol in RESERVED or hasattr(NoMemory, symbol)
        if known or [*foreign_words(Label(symbol))]:
            raise BadInput(
                f"invalid symbol {shortened(symbol)} in the alphabet: expected 1 to "
                f"{LONGEST_SYMBOL} printable characters other than blanks and []&!/:, and no name "
                "that each memory has; choose another"
            )
    if not found or len(set(found)) < len(found):
        what = "is empty" if not found else "names a symbol twice"
        raise BadInput(f"the alphabet {shortened(alphabet)} {what}: give each symbol once")
    return found


def machine_of(automaton: Automaton, symbols: Sequence[str]) -> Machine:
    """An inferred automaton as a machine, which may refuse words."""
    return Machine(
        automaton,
        summary="inferred from a function, as a black box",
        partial=len(automaton.transitions) < len(automaton.states) * len(symbols),
    )


def compared(inferred: Inferred, own: Reader) -> Lesson:
    """An inferred machine, by its product with the reader for which it was inferred.

    Where they are equal its states get the names that the reader has for them.
    """
    names = {quoted(output): action for action, output in own.outputs.items()} | {'""': ""}
    found = replace(renamed(inferred.automaton, actions=names), memory=own.automaton.memory)
    one, other = (MealyMachine(each, own.outputs, each.final) for each in (found, own.automaton))
    both = "the inferred machine", own.name
    same = compare_mealy_machines(both, (one, other), own.kind.reading)
    if same.holds:
        led_to = {state: own.automaton.after(word) for state, word in access_words(found).items()}
        if len(set(led_to.values())) == len(found.states):
            found = renamed(found, led_to)
    verdict = Verdict.PROVED if same.holds else Verdict.REFUTED
    text = f"equal to {own.name}: proved for every word" if same.holds else str(same)
    return Lesson(own.with_automaton(found), inferred, Proof(own.name, verdict, text))


def renamed(
    automaton: Automaton,
    states: Mapping[str, str] | None = None,
    actions: Mapping[str, str] | None = None,
) -> Automaton:
    """The same with other names for all its `states`, in their order, or for some `actions`."""
    states, actions = states or {state: state for state in automaton.states}, actions or {}
    return replace(
        automaton,
        states=tuple(states.values()),
        initial=states[automaton.initial],
        final=frozenset(states[state] for state in automaton.final),
        transitions=tuple(
            Transition(
                name,
                states[one.target],
                one.label._replace(action=actions.get(answer, answer) or None),
            )
            for state, name in states.items()
            for one in automaton.leaving(state)
            for answer in [one.action or ""]
        ),
    )
