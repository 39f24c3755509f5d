"""Breadth-first search: which states can be reached, and by which shortest word?

A claim about words of any length becomes a claim about finitely many states as soon as a machine
with finitely many states reads the words. If the search ends without a wrong state, the claim holds
for every word. Otherwise the path to the first wrong state is a shortest counterexample.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

from hanoi_fsm.fsm.errors import FsmError

State = TypeVar("State", bound=Hashable)
Letter = TypeVar("Letter")
Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)

MOST_STATES = 200_000
"""The number of states at which a search gives up."""
BOUND, REACTIVE_BOUND, FIRED_BOUND = 200_000, 20_000, 2_000
"""The same for (state, memory) pairs, for machines that end, for others, and for others on which
the library fires each event."""


class TooManyStates(FsmError):
    """A search that was given up."""


@dataclass(frozen=True)
class Reached(Generic[State, Letter]):
    """The `states` reached, nearest first, and a shortest `word` to a `wrong` state, if any.

    Each state maps to its predecessor on a shortest path and the letter in between; a start maps to
    None.
    """

    states: Mapping[State, tuple[State, Letter] | None]
    word: tuple[Letter, ...] | None = None
    wrong: State | None = None

    @property
    def holds(self) -> bool:
        return self.word is None

    def word_to(self, state: State) -> tuple[Letter, ...]:
        """A shortest word that leads from a start to a state that was reached."""
        word = []
        while (step := self.states[state]) is not None:
            state, letter = step
            word.append(letter)
        return tuple(reversed(word))


def reach(
    starts: Iterable[State],
    steps: Callable[[State], Iterable[tuple[Letter, State]]],
    is_wrong: Callable[[State], bool] = lambda state: False,
    most: float = MOST_STATES,
) -> Reached[State, Letter]:
    """Search breadth first from the `starts` for a state that is wrong.

    `steps(state)` yields each letter that can be read in a state, with the state after it. Raises
    `TooManyStates` if there are more than `most`.

    >>> doubled = lambda number: [(bit, (2 * number + int(bit)) % 5) for bit in "01"]
    >>> reached = reach([1], doubled, lambda number: number == 4)
    >>> reached.word, reached.wrong, list(reached.states), reached.word_to(0)
    (('0', '0'), 4, [1, 2, 3, 4, 0], ('0', '1'))
    >>> reach([1], doubled, lambda number: number == 5).holds
    True
    """
    before: dict[State, tuple[State, Letter] | None] = dict.fromkeys(starts)
    queue = deque(before)
    while queue:
        state = queue.popleft()
        if is_wrong(state):
            return Reached(before, Reached(before).word_to(state), state)
        for letter, after in steps(state):
            if after not in before:
                before[after] = state, letter
                queue.append(after)
        if len(before) > most:
            raise TooManyStates(f"gave up after {most:,} states")
    return Reached(before)


def reachable(starts: Iterable[State], after: Callable[[State], Iterable[State]]) -> list[State]:
    """All states that can be reached from the `starts`, nearest first, including the starts.

    >>> reachable([3], lambda number: [number // 2, number // 3])
    [3, 1, 0]
    """
    reached = reach(starts, lambda state: ((None, other) for other in after(state)), most=inf)
    return list(reached.states)


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """The items grouped by their keys, both in order of appearance.

    >>> grouped(["press", "pull", "turn"], lambda word: word[0])
    {'p': ['press', 'pull'], 't': ['turn']}
    """
    groups: dict[Key, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
