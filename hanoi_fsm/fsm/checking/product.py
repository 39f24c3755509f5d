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

Said = tuple[str, ...]
"""What an answer comes to so far, as far as it can still equal another."""
ALIKE: tuple[Said, Said] = ((), ())
APART: tuple[Said, Said] = ((), ("",))
SEVERAL: Said = ("", "")
"""An answer of several symbols, which equals no answer of one."""


class MealyMachine(NamedTuple):
    """An automaton that does nothing but read words and answer them.

    `outputs` is what each of its actions writes, and `accepting` are the states in which a word may
    end. Where `answers_last`, the answer is only the symbol written last.
    """

    automaton: Automaton
    outputs: Mapping[str, str]
    accepting: frozenset[str]
    answers_last: bool = False

    def step(self, state: str | None, symbol: str) -> tuple[str | None, str | None, bool]:
        """The next state and what is written, None for none, and whether there is only one way."""
        found = self.automaton.transitions_for(state, symbol) if state is not None else ()
        if not found:
            return None, None, True
        return found[0].target, self.written(found[0].action), len(found) == 1

    def written(self, action: str | None) -> str | None:
        """What an action writes; the action itself where that is not known."""
        return self.outputs.get(action, action) if action else None

    def answer(self, word: Sequence[str]) -> Said | None:
        """The answer to a word; None for a refusal."""
        state: str | None = self.automaton.initial
        written: list[str] = []
        for symbol in word:
            state, output, _ = self.step(state, symbol)
            written += [] if output is None else [output]
        if state not in self.accepting:
            return None
        return tuple(written[-1:] if self.answers_last else written)


class Pair(NamedTuple):
    """The states to which a word leads in both automata, None for one that has refused it.

    `said` is what both have answered so far, and `clear` that neither had two transitions for a
    symbol.
    """

    one: str | None
    other: str | None
    said: tuple[Said, Said] = ALIKE
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
        said, said_too = pair.said
        return not pair.clear or ends[0] != ends[1] or (all(ends) and said != said_too)

    def _after(self, pair: Pair, symbol: str) -> Pair:
        one, writes, clear = self.one.step(pair.one, symbol)
        other, writes_too, clear_too = self.other.step(pair.other, symbol)
        said = ALIKE if one is None or other is None else self._said(pair, writes, writes_too)
        return Pair(one, other, said, clear and clear_too)

    def _said(self, pair: Pair, writes: str | None, writes_too: str | None) -> tuple[Said, Said]:
        """What both have answered after one more symbol.

        Where both answer with all that they write, it is enough to know whether it was the same.
        """
        said, said_too = pair.said
        if self.one.answers_last or self.other.answers_last:
            return (
                _said_after(said, writes, self.one.answers_last),
                _said_after(said_too, writes_too, self.other.answers_last),
            )
        return ALIKE if said == said_too and writes == writes_too else APART


def _said_after(said: Said, output: str | None, answers_last: bool) -> Said:
    if output is None:
        return said
    return (output,) if answers_last or not said else SEVERAL
