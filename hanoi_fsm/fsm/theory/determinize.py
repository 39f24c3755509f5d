"""The subset construction: a deterministic acceptor for a nondeterministic one (Rabin, Scott 1959).

Its states are the sets of states in which the acceptor may be after a word. On a symbol, a set
leads to the set of its states' targets, together with the states that ε reaches from there.
The empty set, ∅, rejects whatever follows, so that the result is complete.

Several acceptors read a word side by side: a state of their product has one set per acceptor. The
product accepts where all do, or any does; a complement accepts where the acceptor does not.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.finding import Result
from hanoi_fsm.fsm.notation import EPSILON, Label, Transition, in_order, in_rows
from hanoi_fsm.fsm.search import TooManyStates, reach, reachable
from hanoi_fsm.fsm.trace import Row

MOST_SETS = 20_000
EMPTY = "∅"
CLAIMS_LEFT_OUT = "its claims are left out, as they are about its former states"
LONGEST_NAME = 60
"""The most characters in a set that names its state."""
_Set = frozenset[tuple[int, str]]
"""States, each after the number of its acceptor."""
Accepts = Callable[[Sequence[bool]], bool]
"""Whether a word is accepted, by the verdicts of the acceptors that read it."""


@dataclass(frozen=True)
class Determinized(Result):
    """The deterministic and complete `automaton` of some `acceptors`, made of sets of their states.

    Its states are in the order of discovery. A state whose set does not fit into a name is called
    by its number.
    """

    automaton: Automaton
    acceptors: tuple[Automaton, ...]

    def steps(self) -> Iterator[Row]:
        """The table of the construction: a row per set, with the sets that are new in it."""
        automaton, known = self.automaton, {self.automaton.initial}
        for name in automaton.states:
            after = {row.event: row.target for row in automaton.leaving(name)}
            new = [target for target in dict.fromkeys(after.values()) if target not in known]
            known.update(new)
            mark = "->" * (name == automaton.initial) + "*" * (name in automaton.final)
            onward = {f"on {symbol}": after[symbol] for symbol in in_order(after)}
            yield {"": mark, "set": name, **onward, "new": " ".join(new) or "-"}

    def __str__(self) -> str:
        """The sizes before and after, and the omitted claims, one per line."""
        was = " and ".join(acceptor.sizes for acceptor in self.acceptors)
        become = f"{self.automaton.name}: {was} become {self.automaton.sizes}"
        if (
            self.automaton.name == self.acceptors[0].name
            and not self.acceptors[0].is_nondeterministic
        ):
            become += ": it was deterministic"
        lines = [f"{of.name}: {CLAIMS_LEFT_OUT}" for of in self.acceptors if of.claims]
        return "\n".join([become, *lines])


def determinize(*acceptors: Automaton, accepts: Accepts = all, name: str = "") -> Determinized:
    r"""The subset construction of an acceptor; a deterministic acceptor becomes complete.

    Several are combined under a new `name`: the result accepts a word if `accepts` is true of the
    verdicts of all; for a single acceptor it may negate the verdict. Claims are about the states of
    the acceptors, so the result has none. Raises `BadInput` for an automaton that is not an
    acceptor, or that has guards, actions or outputs, and for more than 20,000 sets.

    >>> table = "a -> a : 0, 1 \n a -> b : 1"
    >>> ends = Automaton.from_table("it", initial="a", final="b", table=table, acceptor=True)
    >>> print(determinize(ends).automaton)
    {a}    -> {a}    : 0
    {a}    -> {a, b} : 1
    {a, b} -> {a}    : 0
    {a, b} -> {a, b} : 1
    """
    for automaton in acceptors:
        if not automaton.acceptor:
            advice = "write the line `acceptor` below its title, or read it with `acceptor=`"
            raise BadInput(f"{automaton.name} is not declared to be an acceptor: {advice}")
        if word := next(iter((*automaton.guards, *automaton.actions)), ""):
            raise BadInput(
                f"{automaton.name} has {word}: only an acceptor of symbols is determinized"
            )
    onward = {
        (number, *key): [(number, row.target) for row in rows]
        for number, automaton in enumerate(acceptors)
        for key, rows in automaton.by_state_and_event.items()
    }
    symbols = in_order({symbol for automaton in acceptors for symbol in automaton.symbols})

    def closed(states: Iterable[tuple[int, str]]) -> _Set:
        return _Set(reachable(states, lambda state: onward.get((*state, EPSILON), ())))

    def steps(states: _Set) -> Iterator[tuple[str, _Set]]:
        for symbol in symbols:
            yield symbol, closed(end for at in states for end in onward.get((*at, symbol), ()))

    def is_accepted(states: _Set) -> bool:
        ends = {number for number, state in states if state in acceptors[number].final}
        return accepts([number in ends for number in range(len(acceptors))])

    start = closed((number, automaton.initial) for number, automaton in enumerate(acceptors))
    try:
        reached = reach([start], steps, most=MOST_SETS)
    except TooManyStates as error:
        too_many = f"{name or acceptors[0].name} has too many sets of states"
        raise BadInput(f"{too_many}: {error}") from None
    sets: dict[str, _Set] = {}
    for states in reached.states:
        listing = _listing(states, acceptors)
        is_name = len(listing) <= LONGEST_NAME and listing not in sets
        sets[listing if is_name else f"set {len(sets)}"] = states
    names = {states: name for name, states in sets.items()}
    edges = [
        Transition(name, names[target], Label(symbol))
        for name, states in sets.items()
        for symbol, target in steps(states)
    ]
    automaton = replace(
        acceptors[0],
        states=tuple(sets),
        initial=names[start],
        final=frozenset(name for name, states in sets.items() if is_accepted(states)),
        rows=in_rows(edges),
        claims=(),
    )
    if name:
        automaton = replace(automaton, name=name, memory=name)
    return Determinized(automaton, acceptors)


def _listing(states: _Set, acceptors: Sequence[Automaton]) -> str:
    """The states of a set, or of each acceptor's set, in braces if there may be several."""
    parts = []
    for number, automaton in enumerate(acceptors):
        own = in_order(state for of, state in states if of == number)
        listing = ", ".join(own) or EMPTY
        is_set = automaton.is_nondeterministic and own
        parts.append(f"{{{listing}}}" if is_set else listing)
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
