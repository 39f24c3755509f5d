"""An interpreter of charts as they are written, after the algorithm of SCXML, and random charts.

It shares no code with what makes a flat automaton of a chart, and knows no flat states: it has a
set of active states, and takes each step by asking the guards that hold.
"""

from collections.abc import Sequence
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.chart import Tree
from hanoi_fsm.fsm.notation import Guard, Row

MOST_STATES = 16
EVENTS, GUARDS = ("e", "f", "g"), ("p", "q")


class Outcome(NamedTuple):
    """The active leaves after an event, and the actions in their order."""

    leaves: frozenset[str]
    actions: tuple[str, ...]


class Interpreter:
    """A chart while it runs."""

    def __init__(self, chart: Automaton) -> None:
        self.chart = chart
        self.active = self._with_defaults(self._ancestors(chart.initial) | {chart.initial})

    @property
    def leaves(self) -> frozenset[str]:
        return frozenset(state for state in self.active if not self._children(state))

    def send(self, event: str, true: set[str]) -> list[Outcome]:
        """The outcomes that an event may have where these guards are true; one of them is taken."""
        ways = []
        for leaf in self._in_order(self.leaves):
            for state in [leaf, *self._upwards(leaf)]:
                rows = [row for row in self.chart.rows if self._is_enabled(row, state, event, true)]
                if rows:
                    ways.append(rows[:1] if self.chart.ordered else rows)
                    break
        found: dict[Outcome, set[str]] = {}
        for chosen in product(*ways):
            rows = list(dict.fromkeys(chosen))
            if not self.chart.ordered:
                rows = [row for row in rows if not any(self._beats(other, row) for other in rows)]
            clash = any(self._left(a) & self._left(b) for a, b in combinations(rows, 2))
            firsts = rows if clash and not self.chart.ordered else rows[:1]
            orders = ([first, *(row for row in rows if row != first)] for first in firsts)
            for order in orders:
                active, actions = self._taken([row for row in rows if row in self._kept(order)])
                leaves = frozenset(state for state in active if not self._children(state))
                found[Outcome(leaves, actions)] = active
        if ways:
            self.active = next(iter(found.values()))
        return list(found) if ways else []

    def _is_enabled(self, row: Row, state: str, event: str, true: set[str]) -> bool:
        if row.source != state or event not in row.events:
            return False
        if Guard("else") in row.guards:
            rivals = [
                other
                for other in self.chart.rows
                if other.source == state and event in other.events and other.guards != row.guards
            ]
            return not any(self._is_enabled(other, state, event, true) for other in rivals)
        for guard in row.guards:
            name = guard.name
            holds = name[3:-1] in self.active if name.startswith("in(") else name in true
            if holds == guard.negated:
                return False
        return True

    def _kept(self, order: Sequence[Row]) -> list[Row]:
        kept: list[Row] = []
        for row in order:
            rivals = [other for other in kept if self._left(row) & self._left(other)]
            if all(other.source in self._ancestors(row.source) for other in rivals):
                kept = [other for other in kept if other not in rivals] + [row]
        return kept

    def _beats(self, inner: Row, outer: Row) -> bool:
        is_conflict = self._left(inner) & self._left(outer)
        return bool(is_conflict) and self._is_in(inner.source, outer.source)

    def _left(self, row: Row) -> set[str]:
        domain = self._domain(row)
        return {state for state in self.active if domain is None or self._is_in(state, domain)}

    def _domain(self, row: Row) -> str | None:
        for state in self._upwards(row.source):
            if state in self._ancestors(row.target) and state not in self.chart.tree.parallel:
                return state
        return None

    def _taken(self, rows: list[Row]) -> tuple[set[str], tuple[str, ...]]:
        left: set[str] = set()
        entered: set[str] = set()
        for row in rows:
            left |= self._left(row)
            entered |= {row.target} | self._ancestors(row.target)
        after = self._with_defaults((self.active - left) | entered)
        actions: list[str] = []
        for state in reversed(self._in_order(left)):
            actions += self.chart.exit.get(state, ())
        for row in rows:
            actions += row.actions
        for state in self._in_order(after - (self.active - left)):
            actions += self.chart.entry.get(state, ())
        return after, tuple(actions)

    def _with_defaults(self, states: set[str]) -> set[str]:
        grown = set(states)
        while True:
            more: set[str] = set()
            for state in grown:
                children = self._children(state)
                if state in self.chart.tree.parallel:
                    more |= set(children)
                elif children and not grown & set(children):
                    more.add(self.chart.tree.initial.get(state, children[0]))
            if more <= grown:
                return grown
            grown |= more

    def _children(self, state: str) -> list[str]:
        return [name for name in self.chart.states if self.chart.tree.parent.get(name) == state]

    def _upwards(self, state: str) -> list[str]:
        outer = self.chart.tree.parent.get(state)
        return [outer, *self._upwards(outer)] if outer else []

    def _ancestors(self, state: str) -> set[str]:
        return set(self._upwards(state))

    def _is_in(self, state: str, outer: str) -> bool:
        return outer in self._ancestors(state)

    def _in_order(self, states: frozenset[str] | set[str]) -> list[str]:
        """States as the document has them: parents first, siblings in their order."""
        place = self.chart.states.index

        def path(state: str) -> list[int]:
            return [place(name) for name in reversed([state, *self._upwards(state)])]

        return sorted(states, key=path)


def random_chart(random: Random) -> Automaton:
    """A chart with some composites and regions in each other, whose rows may lead anywhere."""
    while len((chart := _random_chart(random)).states) > MOST_STATES:
        pass
    return chart


def _random_chart(random: Random) -> Automaton:
    parent: dict[str, str] = {}
    parallel: set[str] = set()
    states: list[str] = []

    def grow(around: str, depth: int) -> None:
        for _ in range(random.randint(2, 3 if depth < 2 else 2)):
            state = f"s{len(states)}"
            states.append(state)
            if around:
                parent[state] = around
            kind = random.choice(("leaf", "leaf", "composite", "parallel")) if depth < 3 else "leaf"
            if around in parallel:
                kind = random.choice(("composite", "composite", "parallel"))
            if kind == "parallel" and depth < 2:
                parallel.add(state)
            if kind != "leaf" or around in parallel:
                grow(state, depth + 1)

    grow("", 0)
    children = {state: [c for c in states if parent.get(c) == state] for state in parent.values()}
    initial = {
        state: random.choice(inner)
        for state, inner in children.items()
        if state not in parallel and random.random() < 0.5
    }
    rows: dict[tuple[object, ...], Row] = {}
    for number in range(random.randint(1, 2) * len(states)):
        names = [*GUARDS, f"in({random.choice(states)})"]
        guards = tuple(
            Guard(name, random.random() < 0.5)
            for name in random.sample(names, random.choice((0, 0, 1, 1, 2)))
        )
        source, events = random.choice(states), tuple(random.sample(EVENTS, random.choice((1, 2))))
        beside = [state for state in states if parent.get(state) == parent.get(source)]
        target = random.choice(random.choice((beside, beside, states)))
        row = Row(source, target, events, guards, (f"t{number}",))
        rows.setdefault((row.source, row.events, row.guards), row)
        if random.random() < 0.2:
            row = Row(source, random.choice(states), events[:1], (Guard("else"),), (f"u{number}",))
            rows.setdefault((row.source, row.events, row.guards), row)
    entry = {state: (f"in_{state}",) for state in states if random.random() < 0.6}
    exit = {state: (f"out_{state}",) for state in states if random.random() < 0.6}
    return Automaton(
        "chart",
        tuple(states),
        random.choice(states),
        frozenset(),
        tuple(rows.values()),
        "chart",
        random.random() < 0.5,
        entry,
        exit,
        tree=Tree(parent, initial, frozenset(parallel)),
    )
