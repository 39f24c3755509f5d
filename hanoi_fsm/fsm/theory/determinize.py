"""The subset construction: a deterministic acceptor for a nondeterministic one (Rabin, Scott 1959).

Its states are the sets of states in which the acceptor may be after a word. The set that follows on
a symbol has all states that a transition leads to from one of the set, and those to which ε leads
on from there. The empty set rejects whatever follows, so that the result is complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, listed
from hanoi_fsm.fsm.finding import Result
from hanoi_fsm.fsm.notation import EPSILON, Label, Transition, in_order, in_rows
from hanoi_fsm.fsm.search import TooManyStates, reach, reachable
from hanoi_fsm.fsm.trace import Row

MOST_SETS = 20_000
CLAIMS_LEFT_OUT = "its claims are left out, as they are about the states that it had"
LONGEST_NAME = 60
"""The most characters of a set that names its state; a longer one has a number."""
_Set = frozenset[str]


@dataclass(frozen=True)
class Determinized(Result):
    """The acceptor `was`, and the deterministic and complete `automaton` of its `sets` of states.

    These are in the order in which they are found, each by the name of its state.
    """

    automaton: Automaton
    was: Automaton
    sets: Mapping[str, tuple[str, ...]]

    def steps(self) -> Iterator[Row]:
        """The table of the construction: a row for each set, with what is new in it."""
        automaton, known = self.automaton, {self.automaton.initial}
        for name in automaton.states:
            after = {row.event: row.target for row in automaton.leaving(name)}
            new = [target for target in dict.fromkeys(after.values()) if target not in known]
            known.update(new)
            mark = "->" * (name == automaton.initial) + "*" * (name in automaton.final)
            onward = {f"on {symbol}": after[symbol] for symbol in in_order(after)}
            yield {"": mark, "set": name, **onward, "new": " ".join(new) or "-"}

    def __str__(self) -> str:
        """The sizes before and after, in lines, and the sets that are called by a number."""
        become = f"{self.was.name}: {self.was.sizes} become {self.automaton.sizes}"
        if not self.was.is_nondeterministic:
            become += ", as it is deterministic"
        numbered = {name: states for name, states in self.sets.items() if name.startswith("set ")}
        lines = [f"  {name}: {listed(states, 200)}" for name, states in numbered.items()]
        lines += [f"{self.was.name}: {CLAIMS_LEFT_OUT}"] * bool(self.was.claims)
        return "\n".join([become, *lines])


def determinize(automaton: Automaton) -> Determinized:
    r"""The subset construction of an acceptor; one that is deterministic becomes complete.

    Claims are about the states of the acceptor, so that the result has none.
    Raises `BadInput` for what is not an acceptor, for one with guards, actions or outputs, and for
    more than 20,000 sets.

    >>> table = "a -> a : 0, 1 \n a -> b : 1"
    >>> ends = Automaton.from_table("it", initial="a", final="b", table=table, acceptor=True)
    >>> print(determinize(ends).automaton)
    {a}    -> {a}    : 0
    {a}    -> {a, b} : 1
    {a, b} -> {a}    : 0
    {a, b} -> {a, b} : 1
    """
    if not automaton.acceptor:
        advice = "write the line `acceptor` below its title, or read it with `acceptor=`"
        raise BadInput(f"{automaton.name} is not declared to be an acceptor: {advice}")
    if automaton.guards or automaton.actions:
        word = (*automaton.guards, *automaton.actions)[0]
        raise BadInput(f"{automaton.name} has {word}: only an acceptor of symbols is determinized")
    onward = {
        key: [row.target for row in rows] for key, rows in automaton.by_state_and_event.items()
    }
    symbols = in_order(automaton.symbols)

    def closed(states: Iterable[str]) -> _Set:
        return _Set(reachable(states, lambda state: onward.get((state, EPSILON), ())))

    def steps(states: _Set) -> Iterator[tuple[str, _Set]]:
        for symbol in symbols:
            yield symbol, closed(end for at in states for end in onward.get((at, symbol), ()))

    start = closed([automaton.initial])
    try:
        found = reach([start], steps, most=MOST_SETS)
    except TooManyStates as error:
        raise BadInput(f"{automaton.name} has too many sets of states: {error}") from None
    names: dict[_Set, str] = {}
    taken: set[str] = set()
    place = {state: number for number, state in enumerate(automaton.states)}
    for states in found.states:
        listing = ", ".join(sorted(states, key=place.__getitem__))
        name = f"{{{listing}}}" if automaton.is_nondeterministic or not states else listing
        is_clear = len(name) <= LONGEST_NAME and name not in taken
        names[states] = name if is_clear else f"set {len(names)}"
        taken.add(names[states])
    edges = [
        Transition(name, names[target], Label(symbol))
        for states, name in names.items()
        for symbol, target in steps(states)
    ]
    made = replace(
        automaton,
        states=tuple(names.values()),
        initial=names[start],
        final=frozenset(names[states] for states in names if states & automaton.final),
        rows=in_rows(edges),
        claims=(),
    )
    sets = {name: tuple(sorted(states, key=place.__getitem__)) for states, name in names.items()}
    return Determinized(made, automaton, sets)
