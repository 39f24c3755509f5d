"""Which states does no word tell apart? They are split until all of a block lead alike (Moore)."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

State = TypeVar("State", bound=Hashable)
Letter = TypeVar("Letter", bound=Hashable)


def partition(
    states: Iterable[State],
    label: Callable[[State], Hashable],
    after: Callable[[State], Mapping[Letter, State]],
) -> list[list[State]]:
    """The blocks of equivalent states, each in the order of the states, as are the blocks.

    `label` is what can be seen of a state itself, `after` the states that its letters lead to.

    >>> partition(range(6), lambda n: n % 3 == 0, lambda n: {"+1": (n + 1) % 6})
    [[0, 3], [1, 4], [2, 5]]
    """
    order = list(states)
    block: dict[State, Hashable] = {state: label(state) for state in order}
    while True:
        blocks: dict[Hashable, list[State]] = {}
        for state in order:
            onward = {(letter, block[target]) for letter, target in after(state).items()}
            blocks.setdefault((block[state], frozenset(onward)), []).append(state)
        if len(blocks) == len(set(block.values())):
            return list(blocks.values())
        block = {state: at for at, some in enumerate(blocks.values()) for state in some}
