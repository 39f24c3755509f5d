"""Do two machines answer alike, whatever they are given? If not, what tells them apart?

There are three ways to decide it. Automata that only write are compared by their product. Two that
are drawn alike but for the names of their states (bisimilar: Park 1981) are equal on any memory.
Otherwise `paired_runs` visits all pairs of (state, memory) that the same events lead to, as long as
there are not too many of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from sys import modules

from hanoi_fsm.fsm.checking.minimization import equivalent_states
from hanoi_fsm.fsm.checking.paired_runs import PairedRuns, accepting
from hanoi_fsm.fsm.checking.product import MealyMachine, Product
from hanoi_fsm.fsm.checking.reachability import TooManyStates
from hanoi_fsm.fsm.errors import counted, cut
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Word
from hanoi_fsm.fsm.start import Start
from hanoi_fsm.fsm.stepping import key_of

LONGEST_NAME, LONGEST_ANSWER = 60, 200
AS_DRAWN = "they are drawn alike, but for the names of their states"
EVERY_WORD = "every word is answered alike"


class Comparison(Enum):
    """Equal for whatever they are given, different on a witness, or neither is known."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Witness:
    """What tells two machines apart: where it happens, and what each of them does there.

    The `context` is what both were given: the `word` of events, or in words a task of `size` disks,
    at whose `step` their moves are different.
    """

    context: str
    answers: tuple[str, str]
    word: Word = ()
    size: int | None = None
    step: int | None = None


@dataclass(frozen=True)
class Equivalence:
    """Whether `one` and the `other` are equal; `text` says for what, or how far it was tried.

    >>> print(Equivalence("lamp", "my.dot", Comparison.EQUAL, "every word is answered alike"))
    lamp equals my.dot: every word is answered alike
    """

    one: str
    other: str
    verdict: Comparison
    text: str = ""
    witness: Witness | None = None

    @property
    def holds(self) -> bool:
        return self.verdict is Comparison.EQUAL

    def __str__(self) -> str:
        one, other = cut(self.one, LONGEST_NAME), cut(self.other, LONGEST_NAME)
        if self.witness is None:
            equal = f"{one} equals {other}: {self.text}"
            return equal if self.holds else f"{one} and {other}: {self.text}, not proved"
        if one == other:
            one, other = f"{one} (the first)", f"{other} (the second)"
        first, second = (cut(answer, LONGEST_ANSWER) for answer in self.witness.answers)
        context = cut(self.witness.context, LONGEST_ANSWER)
        return f"{one} differs from {other}: {context}: {one} {first}, {other} {second}"


def drawn_alike(one: MealyMachine, other: MealyMachine) -> bool:
    """Whether both are the same but for the names of their states, and for states that are equal.

    An event with its guards counts as a letter. False does not prove that they are different.

    >>> from hanoi_fsm.fsm.automaton import Automaton
    >>> lamp = Automaton.from_table("lamp", initial="off", table='''
    ...     off -> on  : press
    ...     on  -> off : press
    ... ''')
    >>> smaller = Automaton.from_table("it", initial="x", table="x -> x : press")
    >>> drawn_alike(*(MealyMachine(one, {}, one.final) for one in (lamp, smaller)))
    True
    """
    initial = {(0, one.automaton.initial), (1, other.automaton.initial)}
    blocks = equivalent_states([one, other])
    return any(initial <= {*block} for block in blocks)


def equal_as_drawn(one: Machine, other: Machine) -> bool:
    """Whether they begin on the same memories, and are drawn alike."""
    drawn = (MealyMachine(each.automaton, {}, each.automaton.final) for each in (one, other))
    return same_memory(one, other) and drawn_alike(*drawn)


def same_memory(one: Machine, other: Machine) -> bool:
    """Whether both begin on equal memories of the same class, from starts of the same names."""
    if one.memory is other.memory and one.starts == other.starts:
        return True
    if not (type(one) is type(other) is Machine) or list(one.starts or ()) != list(
        other.starts or ()
    ):
        return False
    return _source(one.vocabulary) == _source(other.vocabulary) and all(
        key_of(start.make()) == key_of(start_too.make()) for start, start_too in _starts(one, other)
    )


def _starts(one: Machine, other: Machine) -> list[tuple[Start, Start]]:
    """The starts of the same name; the first of each, unless both have the same names."""
    starts = {start.name: start for start in one.starts_up_to(one.explored_size)}
    others = {start.name: start for start in other.starts_up_to(other.explored_size)}
    if starts.keys() == others.keys():
        return [(start, others[name]) for name, start in starts.items()]
    return [(next(iter(starts.values())), next(iter(others.values())))]


def _source(kind: type[Memory]) -> object:
    """What is the same of a class whose file was loaded twice."""
    file = getattr(modules.get(kind.__module__), "__file__", None)
    return (file, kind.__qualname__) if file and "<locals>" not in kind.__qualname__ else kind


def mealy_machine_of(
    machine: Machine, outputs: Mapping[str, str] | None = None
) -> MealyMachine | None:
    """The machine as one that only writes; None if it has guards, or actions that do more."""
    automaton = machine.automaton
    known = machine.outputs if outputs is None else outputs
    if automaton.guards or not known.keys() >= set(automaton.actions):
        return None
    return MealyMachine(automaton, known, accepting(machine))


def compare_mealy_machines(
    names: tuple[str, str],
    machines: tuple[MealyMachine, MealyMachine],
    shown: Callable[[Sequence[str]], str],
) -> Equivalence:
    """Compare two Mealy machines by their product; `shown` puts a word into words."""
    if drawn_alike(*machines):  # which is known at once, however many states they have
        return Equivalence(*names, Comparison.EQUAL, EVERY_WORD)
    try:
        word = Product(*machines).difference()
    except TooManyStates as error:
        return Equivalence(*names, Comparison.UNDECIDED, f"no difference was found, {error}")
    if word is None:
        return Equivalence(*names, Comparison.EQUAL, EVERY_WORD)
    one, other = (_in_words(each.answer(word)) for each in machines)
    witness = Witness(shown(word), (one, other), word, len(word))
    return Equivalence(*names, Comparison.DIFFERENT, witness=witness)


def _in_words(answer: Sequence[str] | None) -> str:
    return "refuses it" if answer is None else f"answers {''.join(answer) or 'nothing'}"


def compare_machines(
    names: tuple[str, str],
    machines: tuple[Machine, Machine],
    progress: Progress = no_progress,
) -> Equivalence:
    """Compare two machines on their memories: as drawn, then by all pairs that are reached.

    Raises `BadMemory` where a memory has a `key` that does not tell its contents apart.
    """
    one, other = machines
    as_drawn = equal_as_drawn(one, other)
    visited = 0
    for starts in _starts(one, other):
        runs = PairedRuns(machines, starts, progress)
        try:
            found = runs.random_difference() if as_drawn else runs.difference()
        except TooManyStates:
            pairs = counted(runs.visited, "pair")
            text = f"no difference was found in the first {pairs} of states and memories"
            return Equivalence(*names, Comparison.UNDECIDED, text)
        if found is not None:
            word, answers = found
            context = " ".join(filter(None, (one.reading(word), starts[0].name)))
            witness = Witness(context, answers, word, len(word))
            return Equivalence(*names, Comparison.DIFFERENT, witness=witness)
        visited += runs.visited
    pairs = counted(visited, "pair")
    text = AS_DRAWN if as_drawn else f"no events tell them apart ({pairs} of states and memories)"
    return Equivalence(*names, Comparison.EQUAL, text)
