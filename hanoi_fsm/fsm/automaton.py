"""The definition of an automaton, an immutable value independent of library and puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, product
from math import inf
from typing import Any

from hanoi_fsm.fsm.chart import FLAT, TOP, Chart, Tree
from hanoi_fsm.fsm.claims import CLAIM, parse_claim
from hanoi_fsm.fsm.errors import (
    BadInput,
    MachineStopped,
    NotationError,
    counted,
    near,
    shortened,
)
from hanoi_fsm.fsm.flat import Actions, flat
from hanoi_fsm.fsm.notation import (
    ENTRY,
    EPSILON,
    EXIT,
    OVER,
    Row,
    Transition,
    contradict,
    in_rows,
    is_output,
    output_of,
    parse_inside,
    parse_line,
)
from hanoi_fsm.fsm.search import Reached, grouped, reach
from hanoi_fsm.fsm.trace import escaped


@dataclass(frozen=True)
class Automaton:
    """States, rows of transitions, an initial state and final states.

    Its `rows` are kept as they were written, for drawings, findings and edits; a run takes the
    `transitions`, which are derived from the rows and never changed. If the rows are `ordered`,
    the first enabled one is taken. States may have `entry` and `exit` actions. An `acceptor`
    accepts the words that end in a final state, and rejects all others. `claims` state what must
    always or never hold. `memory` names the memory that declares its guards and actions: the
    automaton's own name, unless it borrows another's. Two automata are equal if they have the
    same transitions, in any order.

    A chart has nested states, described by its `tree`. The chart is kept as it was written; the
    `flattened` automaton runs, and its `origin` maps each of its parts to parts of the chart.

    >>> lamp = Automaton.from_table("lamp", initial="off", final="broken", table='''
    ...     off -> on     : press
    ...     on  -> off    : press [!worn]
    ...     on  -> broken : press [worn] / spark
    ... ''')
    >>> lamp.states, lamp.events
    (('off', 'on', 'broken'), ('press',))
    """

    name: str
    states: tuple[str, ...]
    initial: str
    final: frozenset[str]
    rows: tuple[Row, ...]
    memory: str
    ordered: bool = False
    entry: Actions = field(default_factory=dict)
    exit: Actions = field(default_factory=dict)
    acceptor: bool = False
    claims: tuple[str, ...] = ()
    tree: Tree = FLAT
    origin: Origin | None = None

    @classmethod
    def from_table(
        cls,
        name: str,
        *,
        initial: str,
        final: str | Iterable[str] | None = (),
        table: str,
        memory: str = "",
        ordered: bool = False,
        acceptor: bool = False,
    ) -> Automaton:
        """Read the lines of a `table`, each `state -> next : event [guards] / actions`.

        A line may also be `state : entry / actions` or `state : exit / actions`, or a claim such as
        `claim: never [!paid] -> open`. The states in a composite are enclosed in braces: after
        `working {`, `-> first` names its default state, a line `--` separates regions, and `}` ends
        it. Every name in the table is a state, even without outgoing transitions. An acceptor
        without final states rejects all words; any other run may then end anywhere, as if all
        states were final (`final=None` makes them so). Raises `NotationError` for a line that is
        not a transition, and `BadInput` for an invalid claim.
        """
        if not isinstance(table, str):
            raise BadInput(f"invalid table {shortened(table)}: expected lines of transitions")
        inside: dict[str, dict[str, tuple[str, ...]]] = {ENTRY: {}, EXIT: {}}
        rows, claims, around = list[Row](), list[str](), [TOP]
        parent, begins, parallel = dict[str, str](), dict[str, str](), set[str]()
        for written in filter(str.strip, table.splitlines()):
            state, colon, label = written.partition(" :")
            line, outer, named = written.strip(), around[-1], list[str]()
            if line.startswith(CLAIM):
                claims.append(parse_claim(line).text)
            elif line.endswith("{") and not colon:  # an event may have such a name
                named = [line[:-1].strip()]
                around += named
            elif outer and line.startswith("->"):
                begins[outer] = line[2:].strip()
            elif outer and line == "--":
                parallel.add(outer)
            elif outer and line == "}":
                around.pop()
            elif outer and not colon:
                named = [line]
            elif "->" in state or label.split("/")[0].strip() not in inside:
                rows.append(parse_line(written))
                named = [rows[-1].source, rows[-1].target]
            else:
                kind, actions = parse_inside(label)
                known = inside[kind].get(state.strip(), ())
                inside[kind][state.strip()] = (*known, *actions)
            for inner in named:
                parent.setdefault(inner, outer)
        if around[-1]:
            raise NotationError(f"{shortened(around[-1])} is never closed: write `}}`")
        ends = [*(row.source for row in rows), *(row.target for row in rows)]
        finals = ends if final is None else [final] if isinstance(final, str) else list(final)
        nested = {inner: outer for inner, outer in parent.items() if outer}
        states = tuple(dict.fromkeys([*(parent if nested else ()), *ends, *finals]))
        return cls(
            name,
            states,
            initial,
            frozenset(finals),
            tuple(rows),
            memory or name,
            ordered,
            inside[ENTRY],
            inside[EXIT],
            acceptor,
            tuple(claims),
            Tree(nested, begins, frozenset(parallel)),
        )

    @cached_property
    def flat(self) -> tuple[tuple[Transition, ...], ...]:
        """The transitions of each row."""
        return flat(self.rows, self.ordered, self.entry, self.exit)

    @property
    def chart(self) -> Automaton:
        """The chart from which it was flattened, or itself: the automaton as it was written."""
        return self.origin.chart if self.origin else self

    @cached_property
    def flattened(self) -> Automaton:
        """The flat automaton of a chart, or itself: the automaton that runs.

        Raises `BadInput` if its tree is invalid, or if the chart has too many flat states.

        >>> lamp = Automaton.from_table("lamp", initial="working", table='''
        ...     working {
        ...         off -> on : press
        ...     }
        ...     working -> broken : drop
        ... ''')
        >>> print(lamp.flattened)
        off -> on     : press
        off -> broken : drop
        on  -> broken : drop
        """
        if not (self.tree.parent or any(guard.state for row in self.rows for guard in row.guards)):
            return self
        for _, text in self.tree.faults(self.states):
            raise BadInput(text)
        for name in self.unknown:
            raise BadInput(f"{shortened(name)} is not a state: {near(name, self.states)}")
        chart = Chart(self)
        active, parts = chart.flattened()
        final = (state for state in active if self.final.issuperset(chart.leaves(active[state])))
        rows = [Row(one.source, one.target, (one.event,), *one.label[1:]) for one in parts]
        return Automaton(
            self.name,
            tuple(active),
            next(iter(active)),
            frozenset(final),
            tuple(rows),
            self.memory,
            acceptor=self.acceptor,
            claims=self.claims,
            origin=Origin(self, parts, active),
        )

    @property
    def unknown(self) -> list[str]:
        """The names of undefined states at which it begins, or which its rows lead from or to."""
        ends = chain.from_iterable((row.source, row.target) for row in self.rows)
        return [name for name in dict.fromkeys((self.initial, *ends)) if name not in self.states]

    def active(self, state: str) -> tuple[str, ...]:
        """The states of the chart that are active in a flat state."""
        return self.origin.active.get(state, ()) if self.origin else (state,)

    def written(self, transition: Transition) -> tuple[Transition, ...]:
        """The transitions of the chart that make up a flat transition."""
        alone = (transition.as_written,)
        return self.origin.parts.get(transition, alone) if self.origin else alone

    def unseen(self, entered: Iterable[str], taken: Iterable[Transition]) -> list[str | Transition]:
        """The states and transitions, as written, to which none of these belongs."""
        seen = {part for name in entered for part in self.active(name)}
        parts = {part for transition in taken for part in self.written(transition)}
        written = dict.fromkeys(row.as_written for row in self.chart.transitions)
        states = [state for state in self.chart.states if state not in seen]
        return [*states, *(part for part in written if part not in parts)]

    def inside(self, state: str) -> list[str]:
        """The lines for a state's actions, such as `entry / light_on`."""
        actions = {ENTRY: self.entry.get(state), EXIT: self.exit.get(state)}
        return [f"{kind} / {', '.join(words)}" for kind, words in actions.items() if words]

    def of_transitions(self, transitions: Iterable[Transition], **changes: Any) -> Automaton:
        """A copy of this automaton with these transitions, one row for each."""
        rows = in_rows(transitions)
        changes |= {"entry": {}, "exit": {}, "tree": FLAT, "origin": None}
        return replace(self, rows=rows, ordered=False, **changes)

    @property
    def captions(self) -> list[str]:
        """Its claims as lines."""
        return [f"{CLAIM} {claim}" for claim in self.claims]

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The prefix of each row's label, such as `1: `; empty if the order does not matter."""
        rivals = Counter((row.source, event) for row in self.rows for event in row.events)
        counts: Counter[str] = Counter()
        numbers = []
        for row in self.rows:
            competes = any(rivals[row.source, event] > 1 for event in row.events)
            counts[row.source] += competes
            numbers.append(f"{counts[row.source]}: " if self.ordered and competes else "")
        return tuple(numbers)

    @cached_property
    def transitions(self) -> tuple[Transition, ...]:
        """The transitions of a run, in the order of the rows."""
        return tuple(chain.from_iterable(self.flat))

    @property
    def sizes(self) -> str:
        """The numbers of its states and transitions, in words."""
        states, transitions = len(self.states), len(self.transitions)
        return f"{counted(states, 'state')}, {counted(transitions, 'transition')}"

    @property
    def title(self) -> str:
        """Its name, followed by the memory that it borrows, if any."""
        return self.name if self.memory == self.name else self.name + OVER + self.memory

    @cached_property
    def events(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(transition.event for transition in self.transitions))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The events that are read, which excludes ε in an acceptor."""
        return tuple(event for event in self.events if not (self.acceptor and event == EPSILON))

    @cached_property
    def guards(self) -> tuple[str, ...]:
        guards = chain.from_iterable(transition.guards for transition in self.transitions)
        return tuple(dict.fromkeys(guard.name for guard in guards if not guard.state))

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """Its inputs if it has no memory: its guards, and those named only in its claims.

        Claims about paths add none, as an input has a value only during an event.
        """
        claims = [claim for claim in map(parse_claim, self.claims) if not claim.is_way]
        atoms = [atom for claim in claims for atom in claim.atoms]
        states = self.chart.states
        claimed = [name for name, in_state in atoms if not in_state and name not in states]
        return tuple(dict.fromkeys((*self.guards, *claimed)))

    @cached_property
    def actions(self) -> tuple[str, ...]:
        actions = (transition.actions for transition in self.transitions)
        return tuple(dict.fromkeys(chain.from_iterable(actions)))

    @cached_property
    def outputs(self) -> dict[str, str]:
        """The text of each of its quoted outputs."""
        return {action: output_of(action) for action in self.actions if is_output(action)}

    @cached_property
    def accepting(self) -> frozenset[str]:
        """The states in which a run may end: the final ones, or all if none is final.

        An acceptor accepts only in its final states.
        """
        return self.final if self.acceptor else self.final or frozenset(self.states)

    @cached_property
    def ends(self) -> frozenset[str]:
        """The final states without outgoing transitions, where a run ends."""
        return frozenset(state for state in self.final if not self.leaving(state))

    @cached_property
    def is_complete(self) -> bool:
        """Whether each reachable state has a transition for every event."""
        pairs = product(self.reached, self.events)
        return all(map(self.by_state_and_event.__contains__, pairs))

    def only_writes(self, outputs: Container[str]) -> bool:
        """Whether it has no guards, and each of its actions is one of the `outputs`."""
        return not self.guards and all(action in outputs for action in self.actions)

    @cached_property
    def paths(self) -> Reached[str, Transition]:
        """The reachable states, each with a shortest path of transitions that leads to it."""
        return reach(
            [self.initial],
            lambda state: [(row, row.target) for row in self.leaving(state)],
            most=inf,
        )

    @cached_property
    def reached(self) -> frozenset[str]:
        """The states reachable from the initial one, which is included."""
        return frozenset(self.paths.states)

    @cached_property
    def autonomous(self) -> bool:
        """Whether it needs no events: its only event is repeated until it ends in a final state."""
        ends = bool(self.final) and self.ends == self.final
        return ends and len(self.events) == 1 and not self.acceptor

    @cached_property
    def by_state(self) -> dict[str, list[Transition]]:
        """The outgoing transitions of each state, in order."""
        return grouped(self.transitions, lambda transition: transition.source)

    @cached_property
    def by_state_and_event(self) -> dict[tuple[str, str], list[Transition]]:
        return grouped(self.transitions, lambda row: (row.source, row.event))

    @cached_property
    def overlapping(self) -> tuple[tuple[str, str], ...]:
        """The (state, event) pairs whose transitions have guards that may hold together.

        >>> Automaton.from_table("lamp", initial="on", table='''
        ...     on -> on : press [worn]
        ...     on -> on : press [!worn & dark]
        ...     on -> on : pull [worn]
        ...     on -> on : pull [dark]
        ... ''').overlapping
        (('on', 'pull'),)
        """
        return tuple(
            key
            for key, rows in self.by_state_and_event.items()
            if any(not contradict(row.guards, other.guards) for row, other in combinations(rows, 2))
        )

    @cached_property
    def is_nondeterministic(self) -> bool:
        """Whether it is an acceptor with several transitions for a symbol, or with ε transitions.

        Automata with guards or actions must be deterministic.
        """
        if not self.acceptor or self.guards or self.actions:
            return False
        return EPSILON in self.events or len(self.transitions) > len(self.by_state_and_event)

    def leaving(self, state: str) -> Sequence[Transition]:
        return self.by_state.get(state, ())

    def transitions_for(self, state: str, event: str) -> Sequence[Transition]:
        return self.by_state_and_event.get((state, event), ())

    def read(self, word: Iterable[str]) -> Iterator[Transition]:
        """The transitions taken on a `word` of events, for an automaton without guards.

        Raises `MachineStopped` at the first event that has no transition.
        """
        state = self.initial
        for event in word:
            transitions = self.transitions_for(state, event)
            if not transitions:
                why = f"no transition leaves state {state!r} on event {event!r}"
                raise MachineStopped(f"{self.name}: {why}")
            yield transitions[0]
            state = transitions[0].target

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Automaton) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[object, ...]:
        transitions = frozenset(Counter(self.transitions).items())
        ends = self.final, self.acceptor
        own = self.name, self.memory, self.initial, ends, frozenset(self.states), transitions
        if not self.tree.parent:
            return own
        maps = (self.tree.parent, self.tree.initial, self.entry, self.exit)
        return *own, self.tree.parallel, *(frozenset(part.items()) for part in maps)

    def _repr_html_(self) -> str:
        states = ", ".join(marked(self, state) for state in self.states)
        return f"<b>{escaped(self.title)}</b><br>{escaped(states)}<pre>{escaped(self)}</pre>"

    def __repr__(self) -> str:
        return f"<Automaton {shortened(self.title, 60).strip(chr(39))}: {self.sizes}>"

    def __str__(self) -> str:
        """The aligned table, which `from_table` reads back."""
        return "\n".join(self.table)

    @property
    def table(self) -> list[str]:
        """Its rows as lines of a table with aligned columns."""
        lines = []
        for row in self.rows:
            guards = f"[{row.label.condition}]" if row.guards else ""
            effect = f"/ {row.label.effect}" if row.actions else ""
            lines.append((row.source, "->", row.target, ":", row.label.event, guards, effect))
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [" ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
        inside = (f"{name} : {line}" for name in self.states for line in self.inside(name))
        return [*self.tree.table(self.states), *table, *inside, *self.captions]


@dataclass(frozen=True, eq=False)
class Origin:
    """The chart that a flat automaton is made from.

    `parts` maps each transition to the chart's transitions that make it up, and `active` maps each
    state to the active states of the chart.
    """

    chart: Automaton
    parts: Mapping[Transition, tuple[Transition, ...]]
    active: Mapping[str, tuple[str, ...]]


def automaton_of(subject: object) -> Automaton:
    """An automaton itself, or the automaton of a machine; raises `BadInput` for anything else."""
    automaton = getattr(subject, "automaton", subject)
    if not isinstance(automaton, Automaton):
        expected = "expected an Automaton or a Machine, for a name find(NAME)"
        raise BadInput(f"invalid automaton {shortened(subject)}: {expected}")
    return automaton.flattened


def marked(automaton: Automaton, state: str) -> str:
    """A state, marked as initial or final."""
    marks = ["initial"] * (state == automaton.initial) + ["final"] * (state in automaton.final)
    return f"{state} ({', '.join(marks)})" if marks else state
