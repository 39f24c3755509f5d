"""Reachability: can a machine that reads letters get into a state where a claim is wrong?

A claim about words of any length becomes a claim about finitely many states as soon as a machine
with finitely many states reads the words. If the search ends without a wrong state, the claim holds
for every word. Otherwise the way to the first wrong state is a shortest counterexample.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from math import inf
from typing import Generic, NamedTuple, TypeVar

from hanoi_fsm.fsm.errors import HanoiError

State = TypeVar("State", bound=Hashable)
Letter = TypeVar("Letter")

MOST_STATES = 200_000
"""A search that has reached this many states gives up."""


class TooManyStates(HanoiError):
    """A search that was given up."""


class Reached(NamedTuple, Generic[State, Letter]):
    """How many `states` were reached, and a shortest `word` that leads to a `wrong` one, if any."""

    states: int
    word: tuple[Letter, ...] | None = None
    wrong: State | None = None

    @property
    def holds(self) -> bool:
        return self.word is None


def reach(
    starts: Iterable[State],
    steps: Callable[[State], Iterable[tuple[Letter, State]]],
    is_wrong: Callable[[State], bool],
    most: int = MOST_STATES,
) -> Reached[State, Letter]:
    """Search breadth first from the `starts` for a state that is wrong.

    `steps(state)` yields each letter that can be read in a state, with the state after it. Raises
    `TooManyStates` where there are more than `most`.

    >>> doubled = lambda number: [(bit, (2 * number + int(bit)) % 5) for bit in "01"]
    >>> reach([1], doubled, lambda number: number == 4)
    Reached(states=5, word=('0', '0'), wrong=4)
    >>> reach([1], doubled, lambda number: number == 5).holds
    True
    """
    before: dict[State, tuple[State, Letter] | None] = dict.fromkeys(starts)
    queue = deque(before)
    while queue:
        state = queue.popleft()
        if is_wrong(state):
            return Reached(len(before), _way_to(state, before), state)
        for letter, after in steps(state):
            if after not in before:
                before[after] = state, letter
                queue.append(after)
        if len(before) > most:
            raise TooManyStates(f"gave up after {most:,} states")
    return Reached(len(before))


def reachable(
    starts: Iterable[State],
    after: Callable[[State], Iterable[State]],
    most: float = inf,
) -> list[State]:
    """All states that can be reached from the `starts`, nearest first; the starts are among them.

    Raises `TooManyStates` where there are more than `most`.

    >>> reachable([3], lambda number: [number // 2, number // 3])
    [3, 1, 0]
    """
    found = dict.fromkeys(starts)
    states = list(found)
    for state in states:
        fresh = [each for each in dict.fromkeys(after(state)) if each not in found]
        found.update(dict.fromkeys(fresh))
        states += fresh
        if len(states) > most:
            raise TooManyStates(f"gave up after {most:,} states")
    return states


def _way_to(state: State, before: dict[State, tuple[State, Letter] | None]) -> tuple[Letter, ...]:
    word = []
    while (step := before[state]) is not None:
        state, letter = step
        word.append(letter)
    return tuple(reversed(word))
