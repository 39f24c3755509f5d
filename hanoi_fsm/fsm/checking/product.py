"""The synchronous product of two automata without guards: do they answer every word alike?

Both are Mealy machines with final marks: the answer to a word is what is written for each of its
symbols, or a refusal where no transition is left or the word ends where it may not. A breadth-first
search visits every pair of states that a word leads to, so that the first pair that answers
differently gives a shortest word for it (Moore 1956). The work is linear in the pairs times the
symbols.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.reachability import MOST_STATES, Reached, reach
from hanoi_fsm.fsm.notation import Word

MOST_PARTNERS = 64
"""Of large automata, the pairs per state after which the search gives up."""


class MealyMachine(NamedTuple):
    """An automaton that does nothing but read words and answer them.

    `outputs` is what each of its actions writes, and `accepting` are the states in which a word may
    end.
    """

    automaton: Automaton
    outputs: Mapping[str, str]
    accepting: frozenset[str]

    def step(self, state: str | None, symbol: str) -> tuple[str | None, str | None, bool]:
        """The next state and what is written, None for none, and whether there is only one way."""
        found = self.automaton.transitions_for(state, symbol) if state is not None else ()
        if not found:
            return None, None, True
        return found[0].target, self.written(found[0].action), len(found) == 1

    def written(self, action: str | None) -> str | None:
        """What an action writes; the action itself where that is not known."""
        return self.outputs.get(action, action) if action else None

    def answer(self, word: Sequence[str]) -> tuple[str, ...] | None:
        """The answer to a word; None for a refusal."""
        state: str | None = self.automaton.initial
        written: list[str] = []
        for symbol in word:
            state, output, _ = self.step(state, symbol)
            written += [] if output is None else [output]
        if state not in self.accepting:
            return None
        return tuple(written)


class Pair(NamedTuple):
    """The states to which a word leads in both automata, None for one that has refused it.

    `alike` says whether they have written the same so far, and `clear` that neither had two
    transitions for a symbol.
    """

    one: str | None
    other: str | None
    alike: bool = True
    clear: bool = True


class Product(NamedTuple):
    """Two automata that read the same words."""

    one: MealyMachine
    other: MealyMachine

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.one.automaton.events, *self.other.automaton.events)))

    def difference(self) -> Word | None:
        r"""A shortest word that is answered differently from the initial states on, or None.

        A symbol for which one of them has two transitions is a difference too. Raises
        `TooManyStates` where there are too many pairs.

        >>> lamp, dark = (
        ...     Automaton.from_table("lamp", initial="off", final=None, table=table)
        ...     for table in ("off -> on : press / click \n on -> off : press / click",
        ...                   "off -> on : press / click \n on -> off : press")
        ... )
        >>> one, other = (MealyMachine(each, {"click": "!"}, each.final) for each in (lamp, dark))
        >>> Product(one, other).difference()
        ('press', 'press')
        """
        return self.search(self._differs).word

    def partner(self, state: str) -> str | None:
        """A state of the one to which a word leads that leads the other to this `state`."""
        found = self.search(lambda pair: pair.other == state and pair.one is not None)
        return None if found.wrong is None else found.wrong.one

    def search(self, wanted: Callable[[Pair], bool]) -> Reached[Pair, str]:
        """The first pair that is `wanted`, of those to which words lead from the initial states."""
        first = Pair(self.one.automaton.initial, self.other.automaton.initial)
        symbols = self.symbols

        def steps(pair: Pair) -> Iterator[tuple[str, Pair]]:
            for symbol in symbols:
                after = self._after(pair, symbol)
                if after.one is not None or after.other is not None:
                    yield symbol, after

        sizes = len(self.one.automaton.states) + len(self.other.automaton.states)
        return reach([first], steps, wanted, max(MOST_STATES, MOST_PARTNERS * sizes))

    def _differs(self, pair: Pair) -> bool:
        ends = pair.one in self.one.accepting, pair.other in self.other.accepting
        return not pair.clear or ends[0] != ends[1] or (all(ends) and not pair.alike)

    def _after(self, pair: Pair, symbol: str) -> Pair:
        one, writes, clear = self.one.step(pair.one, symbol)
        other, writes_too, clear_too = self.other.step(pair.other, symbol)
        both = one is not None and other is not None  # else what they write no longer matters
        alike = not both or (pair.alike and writes == writes_too)
        return Pair(one, other, alike, clear and clear_too)
