"""First-order claims about words of any length, decided by automata (Büchi 1960).

A claim says something of words of equal length: "if v is the number after w, then what the machine
writes for the two are neighbours". It is an expression here, and at the same time an automaton that
reads its words side by side, one letter of each at a time:

    words        `Variable("01")` may be any word; `read(w)` is what a `Transducer` writes for w
    relations    a `Relation` between words is a deterministic automaton that reads them all
    connectives  `a & b`, `a | b`, `~a`, and `a >> b` for "a implies b" (`>>` binds before `&`)
    quantifiers  `exists(v, a)`; a claim is meant for all words that no quantifier binds

The states of `a & b` are pairs of states. `~a` holds where `a` does not. `exists(v, a)` tries all
letters of v at once, so that its states are sets of states. All of these are finite, so that
`decide` comes to an end: either no word leads to a state where the claim is false, and it is proved
for words of every length; or the way to the first such state is a shortest counterexample.

>>> opposite = Relation(lambda _, bit, other: None if bit != other else NEVER)
>>> w, v = Variable("01"), Variable("01")
>>> decide(exists(v, opposite(w, v))).holds
True
>>> decide(opposite(w, v)).word
(('0', '0'),)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Protocol

from hanoi_fsm.fsm.search import MOST_STATES, Reached, reach
from hanoi_fsm.fsm.theory.mealy import MealyMachine

State = Any  # each term and formula has states of its own kind, all of them hashable
Letter = Hashable


class Decided(str):
    """A state of a formula that no further letter changes."""


ALWAYS, NEVER = Decided("ALWAYS"), Decided("NEVER")


class Term(ABC):
    """A word that is made letter by letter of the letters of some `variables`."""

    variables: tuple[Variable, ...]
    start: State

    @abstractmethod
    def step(self, state: State, letters: Letters) -> tuple[Letter, State]:
        """The next letter, and the state after it; `letters` has the next one of each variable."""


class Variable(Term):
    """Any word over an alphabet."""

    def __init__(self, alphabet: Sequence[Letter]) -> None:
        self.alphabet, self.variables, self.start = alphabet, (self,), None

    def step(self, state: State, letters: Letters) -> tuple[Letter, State]:
        return letters[self], None


Letters = Mapping[Variable, Letter]


class Transducer(Protocol):
    """Whatever reads letters and writes one for each: a Mealy machine."""

    start: State

    def step(self, state: State, letter: Any) -> tuple[Letter, State]:
        """What is written for a letter, and the state after it."""


class Output(Term):
    """The output of a transducer that reads terms: a letter of one, or a tuple of letters."""

    def __init__(self, transducer: Transducer, *terms: Term) -> None:
        self.transducer, self.terms, self.variables = transducer, terms, variables_of(terms)
        self.start = transducer.start, tuple(term.start for term in terms)

    def step(self, state: State, letters: Letters) -> tuple[Letter, State]:
        own, inner = state
        read = [term.step(at, letters) for term, at in zip(self.terms, inner, strict=True)]
        letter = read[0][0] if len(read) == 1 else tuple([letter for letter, _ in read])
        written, own = self.transducer.step(own, letter)
        return written, (own, tuple([at for _, at in read]))


class MealyTransducer:
    """A Mealy machine as a transducer, from one of its states on.

    It writes None for a symbol without output. After a symbol that has no transition its state is
    None, and it can read nothing more.
    """

    def __init__(self, machine: MealyMachine, start: State) -> None:
        self.start, self.accepting = start, machine.automaton.accepting
        self._steps: dict[tuple[State, Letter], tuple[Letter, State]] = {
            (one.source, one.event): (machine.written(one.actions), one.target)
            for one in machine.automaton.transitions
        }

    def step(self, state: State, letter: Letter) -> tuple[Letter, State]:
        return self._steps.get((state, letter), (None, None))

    def __call__(self, word: Term) -> Output:
        return Output(self, word)

    def accepts(self, word: Term) -> Formula:
        """It reads the word to its end, which is in an accepting state."""
        return Relation(
            lambda state, letter: self.step(state, letter)[1] or NEVER,
            self.start,
            lambda state: state in self.accepting,
        )(word)


class Formula(ABC):
    """A claim about some `variables`, and the automaton that decides it."""

    variables: tuple[Variable, ...]
    start: State

    @abstractmethod
    def step(self, state: State, letters: Letters) -> State:
        """The state after the next letters, where that is not yet decided."""

    @abstractmethod
    def accepts(self, state: State) -> bool:
        """Whether the claim is true of words that end here, where that is not decided."""

    def after(self, state: State, letters: Letters) -> State:
        return state if isinstance(state, Decided) else self.step(state, letters)

    def holds(self, state: State) -> bool:
        return state is ALWAYS if isinstance(state, Decided) else self.accepts(state)

    def __and__(self, other: Formula) -> Formula:
        return _And(self, other)

    def __invert__(self) -> Formula:
        return _Not(self)

    def __or__(self, other: Formula) -> Formula:
        return ~(~self & ~other)

    def __rshift__(self, other: Formula) -> Formula:
        return ~(self & ~other)


class Relation:
    """A deterministic automaton that reads words side by side.

    `after(state, letter, ...)` is the state after a letter of each word, ALWAYS or NEVER where the
    letters to come do not matter. The words are related where they end in a state that `holds`.
    """

    def __init__(
        self,
        after: Callable[..., State],
        start: State = None,
        holds: Callable[[State], bool] = lambda state: True,
    ) -> None:
        self.after, self.start, self.holds = cache(after), start, holds

    def __call__(self, *terms: Term) -> Formula:
        return _Related(self, terms)


class _Related(Formula):
    def __init__(self, relation: Relation, terms: tuple[Term, ...]) -> None:
        self.relation, self.terms, self.variables = relation, terms, variables_of(terms)
        self.start = relation.start, tuple(term.start for term in terms)

    def step(self, state: State, letters: Letters) -> State:
        own, inner = state
        read = [term.step(at, letters) for term, at in zip(self.terms, inner, strict=True)]
        own = self.relation.after(own, *[letter for letter, _ in read])
        return own if isinstance(own, Decided) else (own, tuple([at for _, at in read]))

    def accepts(self, state: State) -> bool:
        return self.relation.holds(state[0])


class _And(Formula):
    def __init__(self, one: Formula, other: Formula) -> None:
        self.one, self.other, self.variables = one, other, variables_of((one, other))
        self.start = one.start, other.start

    def step(self, state: State, letters: Letters) -> State:
        if (one := self.one.after(state[0], letters)) is NEVER:
            return NEVER
        if (other := self.other.after(state[1], letters)) is NEVER:
            return NEVER
        return ALWAYS if one is other is ALWAYS else (one, other)

    def accepts(self, state: State) -> bool:
        return self.one.holds(state[0]) and self.other.holds(state[1])


class _Not(Formula):
    def __init__(self, one: Formula) -> None:
        self.one, self.variables, self.start = one, one.variables, one.start

    def step(self, state: State, letters: Letters) -> State:
        state = self.one.step(state, letters)
        return NEVER if state is ALWAYS else ALWAYS if state is NEVER else state

    def accepts(self, state: State) -> bool:
        return not self.one.accepts(state)


class _Exists(Formula):
    def __init__(self, variable: Variable, one: Formula) -> None:
        self.variable, self.one = variable, one
        self.variables = tuple(other for other in one.variables if other is not variable)
        self.start = frozenset([one.start])
        self._onward = cache(self._every_way_on)

    def step(self, state: State, letters: Letters) -> State:
        read = tuple([letters[each] for each in self.variables])
        states = frozenset().union(*[self._onward(each, read) for each in state])
        return ALWAYS if ALWAYS in states else states or NEVER

    def _every_way_on(self, state: State, read: tuple[Letter, ...]) -> frozenset[State]:
        letters = dict(zip(self.variables, read, strict=True))
        choices = [{**letters, self.variable: letter} for letter in self.variable.alphabet]
        return frozenset(self.one.after(state, choice) for choice in choices) - {NEVER}

    def accepts(self, state: State) -> bool:
        return any(self.one.holds(each) for each in state)


def exists(variable: Variable, claim: Formula) -> Formula:
    """For some word in place of that variable the claim is true."""
    return _Exists(variable, claim)


def variables_of(parts: Sequence[Term | Formula]) -> tuple[Variable, ...]:
    """The variables of terms or formulas, each once."""
    return tuple(dict.fromkeys(each for part in parts for each in part.variables))


def decide(claim: Formula, most: int = MOST_STATES) -> Reached[State, tuple[Letter, ...]]:
    """Whether a claim is true of all words; else the letters of its `variables` where it is not.

    Raises `TooManyStates` where more than `most` would have to be visited.
    """
    choices = [
        (letters, dict(zip(claim.variables, letters, strict=True)))
        for letters in product(*(variable.alphabet for variable in claim.variables))
    ]

    def steps(state: State) -> Iterator[tuple[tuple[Letter, ...], State]]:
        for letters, choice in choices:
            if (after := claim.after(state, choice)) is not ALWAYS:
                yield letters, after

    return reach([claim.start], steps, lambda state: not claim.holds(state), most)
