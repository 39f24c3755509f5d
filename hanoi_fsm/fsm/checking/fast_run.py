"""A whole run of a machine, for checks in which only the outputs and the counts matter.

It is several times as fast as one step after the other, and says only that all is well. Whatever
is not, or may not be, raises `InDoubt`: then a run straight from the definition finds out what is
wrong and where. So a check accepts quickly and explains slowly, and its verdicts are those of the
definition.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.time_limit import OutOfTime
from hanoi_fsm.fsm.trace import GENERATED

BLOCK = 4096
"""The most outputs that are kept before they are compared."""


class InDoubt(Exception):
    """The careful run has to decide."""


class FastRuns:
    """The runs of a machine that needs no events: on its only one it goes on to a final state.

    An engine that the machine names runs it; otherwise whatever is fast.
    """

    def __init__(self, machine: Machine) -> None:
        self.automaton, self.event, self.engine = (
            machine.automaton,
            machine.alphabet[0],
            machine.engine,
        )
        self.sound = not machine.faults()
        one_event = self.automaton.autonomous and self.automaton.events[0] == self.event
        self.generated = one_event and asks_alike(self.automaton)

    def blocks(
        self, state: str, memory: Memory, idle_limit: int, outputs: int
    ) -> Iterator[tuple[list[int], list[Any]]]:
        """The numbers of the transitions taken, and meanwhile at most so many `outputs` at a time.

        Raises `InDoubt` after `idle_limit` events in a row without an output, and where a guard or
        an action raises or takes too long.
        """
        numbers: list[int] = []
        found: list[Any] = []
        most, idle = min(outputs, BLOCK), 0
        try:
            for number in self._taken(memory, state):
                numbers.append(number)
                if (output := memory.output) is None:
                    idle += 1
                    if idle >= idle_limit:
                        raise InDoubt
                    continue
                idle = 0
                found.append(output)
                if len(found) == most:
                    yield numbers, found
                    numbers, found = [], []
        except (Exception, OutOfTime) as error:
            raise InDoubt from error
        yield numbers, found

    def _taken(self, memory: Memory, state: str) -> Iterator[int]:
        from hanoi_fsm.fsm.engines.generated import Engine, compiled, limited

        if not self.sound:
            raise InDoubt
        memory.state = state
        if self.engine == GENERATED:
            return Engine(self.automaton, memory).taken(state=state)
        if self.engine is not None:
            return self._recorded(memory, state, self.engine)
        if self.generated:
            return limited(compiled(self.automaton, False)(memory, state))
        return limited(self._stepped(memory, state))

    def _recorded(self, memory: Memory, state: str, engine: str) -> Iterator[int]:
        numbers = {id(one): number for number, one in enumerate(self.automaton.transitions)}
        records = run(self.automaton, memory, state=state, engine=engine)
        return (numbers[id(record.transition)] for record in records)

    def _stepped(self, memory: Memory, state: str) -> Iterator[int]:
        """The same from the definition, for an automaton whose guards may overlap."""
        automaton, event = self.automaton, self.event
        numbers = {id(one): number for number, one in enumerate(automaton.transitions)}
        while state not in automaton.final:
            found = automaton.enabled(state, event, memory)
            if len(found) != 1:
                raise InDoubt
            memory.output = None
            if found[0].action:
                getattr(memory, found[0].action)()
            memory.state = state = found[0].target
            yield numbers[id(found[0])]


def asks_alike(automaton: Automaton) -> bool:
    """Whether the generated function asks the same guards as the definition does in every state.

    A step from the definition asks the guards of each transition up to the first that fails; the
    generated function goes no further than the transition that it takes. A guard that it leaves out
    could raise an exception.
    """
    return not automaton.overlapping and all(
        _asks_no_more(later, taken)
        for state in automaton.states
        for taken, later in combinations(automaton.leaving(state), 2)
        if taken.event == later.event
    )


def _asks_no_more(later: Transition, taken: Transition) -> bool:
    """Whether after the guards of `taken`, which hold, those of `later` need not be asked."""
    answers = {guard.name: guard.negated for guard in taken.guards}
    for guard in later.guards:
        if guard.name not in answers:
            return False
        if answers[guard.name] != guard.negated:
            return True
    return False
