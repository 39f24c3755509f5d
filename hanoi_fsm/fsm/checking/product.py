"""The synchronous product of two automata without guards: do they answer every word alike?

Both are Mealy machines with final marks: the answer to a word is what is written for each of its
symbols, or a refusal where no transition is left or the word ends in a state that is not final. A
breadth-first search visits every pair of states that a word leads to, so that the first pair that
answers differently gives a shortest word for it (Moore 1956). The work is linear in the pairs times
the symbols.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.characterizing_words import Word


class Pair(NamedTuple):
    """The states to which a word leads in both automata, None for one that has refused it.

    `alike` says whether they have written the same so far, and `clear` that neither had two
    transitions for a symbol. The word is that of the pair `before`, and then the `symbol`.
    """

    one: str | None
    other: str | None
    alike: bool = True
    clear: bool = True
    symbol: str = ""
    before: "Pair | None" = None

    def word(self) -> Word:
        symbols, pair = [], self
        while pair.before is not None:
            symbols.append(pair.symbol)
            pair = pair.before
        return tuple(reversed(symbols))


class Product(NamedTuple):
    """Two automata that read the same `symbols`; `outputs` is what each of their actions writes."""

    one: Automaton
    other: Automaton
    symbols: Sequence[str]
    outputs: Mapping[str, str]

    def difference(self, one: str, other: str) -> Word | None:
        r"""A shortest word that is answered differently from these states, or None.

        A symbol for which one of them has two transitions is a difference too.

        >>> lamp, dark = (
        ...     Automaton.from_table("lamp", initial="off", final=None, table=table)
        ...     for table in ("off -> on : press / click \n on -> off : press / click",
        ...                   "off -> on : press / click \n on -> off : press")
        ... )
        >>> Product(lamp, dark, lamp.events, {"click": "!"}).difference("off", "off")
        ('press', 'press')
        """
        for pair in self.pairs(one, other):
            ends = pair.one in self.one.final, pair.other in self.other.final
            if not pair.clear or ends[0] != ends[1] or (all(ends) and not pair.alike):
                return pair.word()
        return None

    def pairs(self, one: str, other: str) -> Iterator[Pair]:
        """Every pair that a word leads to from these states, those of shorter words first."""
        first = Pair(one, other)
        queue, seen = deque([first]), {first[:4]}
        while queue:
            pair = queue.popleft()
            yield pair
            for symbol in self.symbols:
                after = self._after(pair, symbol)
                if after[:4] not in seen and (after.one is not None or after.other is not None):
                    seen.add(after[:4])
                    queue.append(after)

    def _after(self, pair: Pair, symbol: str) -> Pair:
        one, writes, clear = self._step(self.one, pair.one, symbol)
        other, writes_too, clear_too = self._step(self.other, pair.other, symbol)
        alike = pair.alike and writes == writes_too
        return Pair(one, other, alike, clear and clear_too, symbol, pair)

    def _step(
        self, automaton: Automaton, state: str | None, symbol: str
    ) -> tuple[str | None, str | None, bool]:
        """The next state and what is written, None for none, and whether there is only one way."""
        found = automaton.transitions_for(state, symbol) if state is not None else ()
        if not found:
            return None, None, True
        action = found[0].action
        output = self.outputs.get(action, action) if action else None
        return found[0].target, output, len(found) == 1
