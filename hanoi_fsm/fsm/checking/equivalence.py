"""Do two machines answer alike, whatever they are given? If not, what tells them apart?

There are three ways to decide it. Automata that only write are compared by their product. Two that
are drawn alike but for the names of their states (bisimilar: Park 1981) are equal on any memory.
Otherwise `paired_runs` visits all pairs of (state, memory) that the same events lead to, as long as
there are not too many of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from sys import modules
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.characterizing_words import Word
from hanoi_fsm.fsm.checking.paired_runs import PairedRuns, accepting
from hanoi_fsm.fsm.checking.product import Product, Reading
from hanoi_fsm.fsm.checking.reachability import TooManyStates, reach
from hanoi_fsm.fsm.errors import counted, cut
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard
from hanoi_fsm.fsm.start import Start
from hanoi_fsm.fsm.stepping import key_of

LONGEST_NAME, LONGEST_ANSWER = 60, 120
AS_DRAWN = "they are drawn alike, but for the names of their states"


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
        if one == other:
            one, other = f"{one} (the first)", f"{other} (the second)"
        if self.witness is None:
            equal = f"{one} equals {other}: {self.text}"
            return equal if self.holds else f"{one} and {other}: {self.text}, not proved"
        first, second = (cut(answer, LONGEST_ANSWER) for answer in self.witness.answers)
        context = cut(self.witness.context, LONGEST_ANSWER)
        return f"{one} differs from {other}: {context}: {one} {first}, {other} {second}"


class Letter(NamedTuple):
    """What a transition of a drawing reads: an event, and the guards that must hold."""

    event: str
    guards: frozenset[Guard]


Edges = Mapping[str, Mapping[Letter, tuple[str, str | None]]]
"""By state and letter the target and the action."""


def edges_of(automaton: Automaton) -> Edges:
    """The transitions as drawn: where guards and actions are words like any others."""
    edges: dict[str, dict[Letter, tuple[str, str | None]]] = {one: {} for one in automaton.states}
    for one in automaton.transitions:
        letter = Letter(one.event, frozenset(one.guards))
        edges.setdefault(one.source, {})[letter] = one.target, one.action
    return edges


def drawn_alike(one: Automaton, other: Automaton) -> bool:
    """Whether both are the same but for the names of their states, and for states that are equal.

    False is no proof that they are different. Both have a sound definition: no state has two
    transitions for one letter.

    >>> lamp = Automaton.from_table("lamp", initial="off", table='''
    ...     off -> on  : press
    ...     on  -> off : press
    ... ''')
    >>> drawn_alike(lamp, Automaton.from_table("it", initial="x", table="x -> x : press"))
    True
    """
    edges, others = edges_of(one), edges_of(other)

    def steps(pair: tuple[str, str]) -> Iterator[tuple[Letter, tuple[str, str]]]:
        for letter, (target, _) in edges[pair[0]].items():
            yield letter, (target, others[pair[1]][letter][0])

    def differ(pair: tuple[str, str]) -> bool:
        labels = [
            (state in automaton.final, {letter: action for letter, (_, action) in known.items()})
            for automaton, state, known in (
                (one, pair[0], edges[pair[0]]),
                (other, pair[1], others[pair[1]]),
            )
        ]
        return labels[0] != labels[1]

    try:
        return reach([(one.initial, other.initial)], steps, differ).holds
    except TooManyStates:
        return False


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


def reading_of(
    machine: Machine, outputs: Mapping[str, str] | None = None, *, answers_last: bool = False
) -> Reading | None:
    """The machine as one that only writes; None if it has guards, or actions that do more."""
    automaton = machine.automaton
    known = machine.outputs if outputs is None else outputs
    if automaton.guards or not known.keys() >= set(automaton.actions):
        return None
    return Reading(automaton, known, accepting(machine), answers_last)


def compare_readings(
    names: tuple[str, str],
    readings: tuple[Reading, Reading],
    shown: Callable[[Sequence[str]], str],
) -> Equivalence:
    """Compare two automata that only write, by their product; `shown` puts a word into words."""
    try:
        word = Product(*readings).difference()
    except TooManyStates as error:
        return Equivalence(*names, Comparison.UNDECIDED, f"no difference was found, {error}")
    if word is None:
        return Equivalence(*names, Comparison.EQUAL, "every word is answered alike")
    one, other = (_in_words(each.answer(word)) for each in readings)
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
    as_drawn = same_memory(one, other) and drawn_alike(one.automaton, other.automaton)
    visited = 0
    for starts in _starts(one, other):
        runs = PairedRuns(machines, starts, progress)
        try:
            found = runs.random_difference() if as_drawn else runs.difference()
        except TooManyStates as error:
            return Equivalence(*names, Comparison.UNDECIDED, f"no difference was found, {error}")
        if found is not None:
            word, answers = found
            context = " ".join(filter(None, (one.reading(word), starts[0].name)))
            witness = Witness(context, answers, word, len(word))
            return Equivalence(*names, Comparison.DIFFERENT, witness=witness)
        visited += runs.visited
    pairs = counted(visited, "pair")
    text = AS_DRAWN if as_drawn else f"no events tell them apart ({pairs} of states and memories)"
    return Equivalence(*names, Comparison.EQUAL, text)
