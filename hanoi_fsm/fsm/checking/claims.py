"""Claims on what an exploration visits: whether a formula holds there, and where ways lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.claims import Atom, Formula, parse_claim
from hanoi_fsm.fsm.inputs import Valuation
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.search import grouped, reachable
from hanoi_fsm.fsm.stepping import At, GuardFailed, answer_of

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

Onward = dict[At, list[tuple[Transition, At]]]
"""The steps from each visit."""


class Claims:
    """The claims of a machine, by what they are about, and the free inputs that they ask for."""

    def __init__(self, machine: Machine) -> None:
        self.known_states, self.active = machine.known_states, machine.automaton.active
        claims = [parse_claim(text) for text in machine.automaton.claims]
        self.of_states = [claim for claim in claims if claim.kind == "state"]
        self.of_steps = [claim for claim in claims if claim.kind == "step"]
        self.of_ways = [claim for claim in claims if claim.is_way]
        free = machine.free if claims else ()
        asked = {atom.name for claim in claims for atom in claim.atoms if not self.is_state(atom)}
        self.inputs = tuple(name for name in free if name in asked)

    def is_state(self, atom: Atom) -> bool:
        return atom.in_state or atom.name in self.known_states

    def holds(
        self, formula: Formula, state: str, make: Callable[[], Memory], values: Valuation = ()
    ) -> bool:
        """Whether it holds in a state, with a memory of its own; `GuardFailed` for no answer."""
        inputs = {guard.name: guard.answer for guard in values}
        memory: Memory | None = None

        def ask(atom: Atom) -> bool:
            nonlocal memory
            if self.is_state(atom):
                return atom.name in self.active(state)
            if atom.name in inputs:
                return inputs[atom.name]
            if memory is None:
                memory = make()
                memory.__state__ = state
            answer = answer_of(memory, atom.name)
            if isinstance(answer, str):
                raise GuardFailed(f"{atom.name} {answer}")
            return answer

        return formula.holds(ask)


def before(onward: Onward, visits: Iterable[At]) -> frozenset[At]:
    """The visits from which one of these is reached, themselves included."""
    steps = ((visit, after) for visit, taken in onward.items() for _, after in taken)
    into = grouped(steps, lambda step: step[1])
    return frozenset(reachable(visits, lambda after: [visit for visit, _ in into.get(after, ())]))


def unseen(onward: Onward) -> list[At]:
    """Where a search stopped that was given up: the visits whose steps are not all known."""
    edge = [after for taken in onward.values() for _, after in taken if after not in onward]
    return [*edge, next(reversed(onward))]


def to_the_end(onward: Onward, visit: At) -> tuple[list[Transition], str]:
    """The only way on from a visit up to its end, or until a state recurs, and which it is."""
    run: list[Transition] = []
    met: set[At] = set()
    while visit not in met and onward[visit]:
        met.add(visit)
        transition, visit = onward[visit][0]
        run.append(transition)
    return run, f": state {visit.state} {'recurs' if visit in met else 'is the last'}"
