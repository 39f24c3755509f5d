"""First-order claims about words of any length, decided by automata (Büchi 1960).

A claim is about words of equal length: "if v is the number after w, then the machine's outputs for
the two are neighbours". It is both an expression and an automaton that reads its words side by
side, one letter of each at a time:

    words        `Variable("01")` may be any word; `read(w)` is the output of a `Transducer` for w
    relations    a `Relation` between words is a deterministic automaton that reads them all
    connectives  `a & b`, `a | b`, `~a`, and `a >> b` for "a implies b" (`>>` binds before `&`)
    quantifiers  `exists(v, a)`; a claim is about all words that no quantifier binds

The states of `a & b` are pairs of states. `~a` holds where `a` does not. `exists(v, a)` tries all
letters of v together, so its states are sets of states. All of these are finite, so `decide`
terminates: either no word leads to a state where the claim is false, and it is proved for words of
every length; or the path to the first such state is a shortest counterexample.

>>> opposite = Relation(lambda _, bit, other: None if bit != other else NEVER)
>>> w, v = Variable("01"), Variable("01")
>>> decide(exists(v, opposite(w, v))).holds
True
>>> decide(opposite(w, v)).word
(('0', '0'),)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, Protocol

from hanoi_fsm.fsm.search import MOST_STATES, Reached, reach
from hanoi_fsm.fsm.theory.mealy import MealyMachine

State = Any  # each term and formula has its own kind of states, all hashable
Letter = Hashable


class Decided(str):
    """A state of a formula that no more letters change."""


ALWAYS, NEVER = Decided("ALWAYS"), Decided("NEVER")


class Variable:
    """Any word over an alphabet: a term whose only variable is itself."""

    start: State = None

    def __init__(self, alphabet: Sequence[Letter]) -> None:
        self.alphabet, self.variables = alphabet, (self,)

    def step(self, state: State, letters: Letters) -> tuple[Letter, State]:
        """The next letter, and the state after it; `letters` has each variable's next letter."""
        return letters[self], None


Letters = Mapping[Variable, Letter]


class Transducer(Protocol):
    """Anything that reads letters and writes one for each: a Mealy machine."""

    start: State

    def step(self, state: State, letter: Any) -> tuple[Letter, State]:  # or a tuple of letters
        """The output for a letter, and the state after it."""


class Output:
    """The output of a transducer that reads terms: one letter of a term, or a tuple of letters."""

    def __init__(self, transducer: Transducer, *terms: Term) -> None:
        self.transducer, self.terms, self.variables = transducer, terms, variables_of(terms)
        self.start: State = (transducer.start, tuple(term.start for term in terms))

    def step(self, state: State, letters: Letters) -> tuple[Letter, State]:
        """The next letter, and the state after it, as for a variable."""
        own, inner = state
        read, after = _read(self.terms, inner, letters)
        written, own = self.transducer.step(own, read[0] if len(read) == 1 else read)
        return written, (own, after)


Term = Variable | Output
"""A word made letter by letter from the letters of some `variables`."""


def _read(
    terms: Sequence[Term], states: Sequence[State], letters: Letters
) -> tuple[tuple[Letter, ...], tuple[State, ...]]:
    """The next letter of each term, and the term's state after it."""
    steps = [term.step(state, letters) for term, state in zip(terms, states, strict=True)]
    return tuple([letter for letter, _ in steps]), tuple([state for _, state in steps])


class MealyTransducer:
    """A Mealy machine as a transducer, starting from one of its states.

    It writes None for a symbol without output. After a symbol without a transition, or with
    several, its state is "", and it can read nothing more.
    """

    def __init__(self, machine: MealyMachine, start: State) -> None:
        self.start, self.automaton, self.step = start, machine.automaton, cache(machine.step)

    def __call__(self, word: Term) -> Output:
        return Output(self, word)

    def accepts(self, word: Term) -> Formula:
        """The claim that the machine reads a word to its end, and may end there."""
        read = Relation(
            lambda state, letter: self.step(state, letter)[1] or NEVER,
            self.start,
            self.automaton.accepting.__contains__,
        )
        return read(word)


@dataclass(frozen=True, eq=False)
class Formula:
    """A claim about some `variables`, and the automaton that decides it.

    `step(state, letters)` is the state after the next letters, and `accepts(state)` says whether
    the claim is true of words that end there. Neither is asked about a state that is decided.
    """

    variables: tuple[Variable, ...]
    start: State
    step: Callable[[State, Letters], State]
    accepts: Callable[[State], bool]

    def after(self, state: State, letters: Letters) -> State:
        return state if isinstance(state, Decided) else self.step(state, letters)

    def holds(self, state: State) -> bool:
        return state is ALWAYS if isinstance(state, Decided) else self.accepts(state)

    def __and__(self, other: Formula) -> Formula:
        def step(state: State, letters: Letters) -> State:
            if (left := self.after(state[0], letters)) is NEVER:
                return NEVER
            if (right := other.after(state[1], letters)) is NEVER:
                return NEVER
            return ALWAYS if left is right is ALWAYS else (left, right)

        def accepts(state: State) -> bool:
            return self.holds(state[0]) and other.holds(state[1])

        return Formula(variables_of((self, other)), (self.start, other.start), step, accepts)

    def __invert__(self) -> Formula:
        def step(state: State, letters: Letters) -> State:
            after = self.step(state, letters)
            if isinstance(after, Decided):
                return NEVER if after is ALWAYS else ALWAYS
            return after

        return replace(self, step=step, accepts=lambda state: not self.accepts(state))

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
        def step(state: State, letters: Letters) -> State:
            read, after = _read(terms, state[1], letters)
            own = self.after(state[0], *read)
            return own if isinstance(own, Decided) else (own, after)

        start = self.start, tuple(term.start for term in terms)
        return Formula(variables_of(terms), start, step, lambda state: self.holds(state[0]))


def relation(
    start: State = None, holds: Callable[[State], bool] = lambda state: True
) -> Callable[[Callable[..., State]], Relation]:
    """A decorator that turns the function `after` into a relation."""
    return lambda after: Relation(after, start, holds)


def exists(variable: Variable, claim: Formula) -> Formula:
    """The claim that some word in place of `variable` makes `claim` true."""
    variables = tuple(other for other in claim.variables if other is not variable)

    @cache
    def onward(state: State, read: tuple[Letter, ...]) -> frozenset[State]:
        letters = dict(zip(variables, read, strict=True))
        choices = [{**letters, variable: letter} for letter in variable.alphabet]
        return frozenset(claim.after(state, choice) for choice in choices) - {NEVER}

    def step(states: State, letters: Letters) -> State:
        read = tuple([letters[other] for other in variables])
        after = frozenset().union(*[onward(state, read) for state in states])
        return ALWAYS if ALWAYS in after else after or NEVER

    def accepts(states: State) -> bool:
        return any(map(claim.holds, states))

    return Formula(variables, frozenset([claim.start]), step, accepts)


def variables_of(parts: Sequence[Term | Formula]) -> tuple[Variable, ...]:
    """The distinct variables of terms or formulas."""
    return tuple(dict.fromkeys(variable for part in parts for variable in part.variables))


def decide(claim: Formula, most: int = MOST_STATES) -> Reached[State, tuple[Letter, ...]]:
    """Decide whether a claim is true of all words; if not, return letters that refute it.

    Raises `TooManyStates` if more than `most` states would have to be visited.
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
