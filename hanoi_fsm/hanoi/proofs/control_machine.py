"""The control machine of a solver: when is the machine in which state?

Before step k + 1 of n disks the solver is in one of its states, with values in its registers. Which
these are can be read from the n bits of k, the highest first, by an automaton with finitely many
states: each of its states is what the solver remembers then (a Moore machine).

It comes from the proof. The highest bit says in which half of the tower the step is, 0 in the first
and 1 in the second, the next bit in which half of that half, and so on. In which subtower that is
depends on how many bits are still to come, which is known at the end only. So all possibilities are
kept in mind, finitely many, as the levels of the table repeat. Then states are merged that no
further bits tell apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, count
from math import lcm, pi
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, cut
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.search import MOST_STATES, reachable
from hanoi_fsm.fsm.theory.mealy import partition
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.proofs.abstract import Control
from hanoi_fsm.hanoi.proofs.subtowers import ProvedRuns, Subtower

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

LONGEST = 60
"""The most characters of a state's name."""

APART, WIDER = 58.0, 1.2
"""Between neighbours on the ring of the diagram, and by how much it is wider than high."""

MOST_ON_RING = 40


class _Prefix(NamedTuple):
    """What is known after some bits, an odd number of them or an even one.

    `places` are the subtowers that the step is in if 0, 1, 2, ... bits are still to come.
    """

    is_odd: bool
    places: tuple[Subtower, ...]


@dataclass(frozen=True)
class ControlMachine:
    """An `automaton` that reads bits, and what the solver remembers in each of its states.

    >>> from hanoi_fsm import automata
    >>> found = control_machine(automata.SOLVERS["three-state"])
    >>> found.automaton.sizes, str(found.after(5, disks=3))
    ('6 states, 12 transitions', 'third far=1 near=2 source=0 spare=1 target=2')
    """

    automaton: Automaton
    controls: Mapping[str, Control]

    def after(self, step: int, disks: int) -> Control:
        """What the solver remembers after a step, 0 .. 2^n - 1; `BadInput` for any other."""
        if not 0 <= step < 1 << disks:
            raise BadInput(f"invalid step {step}: expected 0 .. 2^{disks} - 1")
        return self.controls[self.automaton.after(f"{step:0{disks}b}" if disks else "")]

    @cached_property
    def registers(self) -> list[str]:
        """The names of the registers that have more than one value."""
        return _varying(self.controls.values())

    @property
    def diagram(self) -> Diagram:
        """Its state diagram, a ring with the initial state on top; a colour per solver's state."""
        from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
        from hanoi_fsm.fsm.diagrams.palette import CHIPS
        from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

        order = _ring_order(self.automaton)
        places = ring(order, APART * len(order) / pi)
        layout = Layout({state: (x * WIDER, y) for state, (x, y) in places.items()}, start=90)
        meanings = {
            state: str(control._replace(registers=tuple(_kept(control, self.registers))))
            for state, control in self.controls.items()
        }
        states = dict.fromkeys(control.state for control in self.controls.values())
        colours = {state: CHIPS[at % len(CHIPS)] for at, state in enumerate(states)}
        fills = {state: colours[control.state] for state, control in self.controls.items()}
        registers = f", and its registers {', '.join(self.registers)}" if self.registers else ""
        note = (
            "Read the bits of k, the highest first, one per disk: where they end is the state of "
            f"the solver before step k + 1{registers}."
        )
        machine = Machine(self.automaton, meanings=meanings, layout=layout)
        return Diagram.of(machine, fills=fills, notes=[note])


def _ring_order(automaton: Automaton) -> list[str]:
    """The states in the order of a ring with short edges.

    As long as that makes the edges shorter, some neighbours are reversed, or one state moves
    elsewhere. Many states stay in their own order: on a ring their edges could not be followed.
    """
    order = list(automaton.states)
    while len(order) <= MOST_ON_RING:
        tried = [order]
        for at, end in combinations(range(len(order) + 1), 2):
            tried.append(order[:at] + order[at:end][::-1] + order[end:])
            tried.append(order[:at] + order[at + 1 : end] + [order[at]] + order[end:])
        shortest = min(tried, key=lambda one: _length(one, automaton.transitions))
        if shortest == order:
            break
        order = shortest
    first = order.index(automaton.initial)
    return order[first:] + order[:first]


def _length(order: Sequence[str], edges: Iterable[Transition]) -> int:
    """The sum of the squared lengths of the edges, counted along the ring."""
    place = {state: at for at, state in enumerate(order)}
    apart = [abs(place[edge.source] - place[edge.target]) for edge in edges]
    return sum(min(one, len(order) - one) ** 2 for one in apart)


def control_machine(machine: Solver, source: int = 0, target: int = 2) -> ControlMachine:
    """The smallest control machine of a solver for a task with any number of disks from 1 on.

    Raises `NotProved` where the solver is not proved for this task, and `TooManyStates`.
    """
    runs = {is_odd: ProvedRuns(machine, source, target, is_odd) for is_odd in (False, True)}
    again = max(one.again for one in runs.values())
    top = again + lcm(*(one.period for one in runs.values()))

    @cache
    def after(prefix: _Prefix) -> dict[str, _Prefix]:
        """What is known after one more bit, by that bit."""
        is_odd = not prefix.is_odd
        splits = [
            runs[is_odd ^ (left % 2 == 1)].split(left + 1, prefix.places[above])
            for left, above in enumerate([*range(1, top), again])
        ]
        firsts, _, seconds = zip(*splits, strict=True)
        return {"0": _Prefix(is_odd, firsts), "1": _Prefix(is_odd, seconds)}

    start = _Prefix(is_odd=False, places=tuple(runs[left % 2 == 1].whole for left in range(top)))
    states = reachable([start], lambda prefix: after(prefix).values(), MOST_STATES)
    blocks = partition(states, _control, after)
    controls = [_control(block[0]) for block in blocks]
    names = dict(zip(map(id, blocks), _names(controls), strict=True))
    name_of = {state: names[id(block)] for block in blocks for state in block}
    transitions = tuple(
        Transition(name_of[block[0]], name_of[later], Label(bit))
        for block in blocks
        for bit, later in after(block[0]).items()
    )
    title = cut(f"control of {machine.name}", LONGEST)
    all_names = tuple(names.values())
    automaton = Automaton(title, all_names, name_of[start], frozenset(), transitions, title)
    return ControlMachine(automaton, dict(zip(all_names, controls, strict=True)))


def _control(prefix: _Prefix) -> Control:
    """What the solver remembers if no more bits come."""
    return prefix.places[0].control


def _varying(controls: Iterable[Control]) -> list[str]:
    """The names of the registers that have more than one value."""
    values = Counter(name for name, _ in {pair for one in controls for pair in one.registers})
    return sorted(name for name, several in values.items() if several > 1)


def _kept(control: Control, registers: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in control.registers if name in registers]


def _names(controls: Sequence[Control]) -> Iterator[str]:
    """A short name for each: the state, and the registers that have more than one value."""
    registers = _varying(controls)
    taken: set[str] = set()
    for control in controls:
        values = [value for _, value in _kept(control, registers)]
        name = first = cut(" ".join([control.state, *values]), LONGEST)
        for number in count(2):
            if name not in taken:
                break
            name = f"{first} ({number})"
        taken.add(name)
        yield name
