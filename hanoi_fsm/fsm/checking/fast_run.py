"""Runs of a machine to their end, for checks in which only the outputs and the counts matter.

They are several times as fast as runs step by step, but can only confirm that all is well. Where
something is wrong, or may be, they raise `Inconclusive`, and a run straight from the definition
finds out what and where. So a check accepts quickly, explains slowly, and its verdicts are those
of the definition.
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
"""The most outputs that are collected before they are compared."""


class Inconclusive(Exception):
    """Only a run step by step can give the verdict."""


class FastRuns:
    """The runs of a machine with one event, which is fired until a final state is reached.

    They are made by the engine that the machine names, or else in the fastest way.
    """

    def __init__(self, machine: Machine) -> None:
        self.automaton, self.engine = machine.automaton, machine.engine
        self.event = machine.alphabet[0]
        self.sound = not machine.faults()
        one_event = self.automaton.autonomous and self.automaton.events[0] == self.event
        self.can_be_generated = one_event and asks_the_same_guards(self.automaton)

    def blocks(
        self, state: str, memory: Memory, idle_limit: int, most_outputs: int
    ) -> Iterator[tuple[list[int], list[Any]]]:
        """The run in blocks: the numbers of the transitions taken, and at most `most_outputs`.

        Raises `Inconclusive` after `idle_limit` events in a row without an output, and where a
        guard or an action raises or takes too long.
        """
        numbers: list[int] = []
        found: list[Any] = []
        most, idle = min(most_outputs, BLOCK), 0
        try:
            for number in self._taken(memory, state):
                numbers.append(number)
                if (output := memory.output) is None:
                    idle += 1
                    if idle >= idle_limit:
                        raise Inconclusive
                    continue
                idle = 0
                found.append(output)
                if len(found) == most:
                    yield numbers, found
                    numbers, found = [], []
        except (Exception, OutOfTime) as error:
            raise Inconclusive from error
        yield numbers, found

    def _taken(self, memory: Memory, state: str) -> Iterator[int]:
        from hanoi_fsm.fsm.engines.generated import Engine, compiled, limited

        if not self.sound:
            raise Inconclusive
        memory.state = state
        if self.engine == GENERATED:
            return Engine(self.automaton, memory).taken(state=state)
        if self.engine is not None:
            return self._recorded(memory, state, self.engine)
        if self.can_be_generated:
            return limited(compiled(self.automaton, False)(memory, state))
        return limited(self._stepped(memory, state))

    def _recorded(self, memory: Memory, state: str, engine: str) -> Iterator[int]:
        numbers = {id(one): number for number, one in enumerate(self.automaton.transitions)}
        records = run(self.automaton, memory, state=state, engine=engine)
        return (numbers[id(record.transition)] for record in records)

    def _stepped(self, memory: Memory, state: str) -> Iterator[int]:
        """The run straight from the definition, for an automaton whose guards may overlap."""
        automaton, event = self.automaton, self.event
        numbers = {id(one): number for number, one in enumerate(automaton.transitions)}
        while state not in automaton.final:
            found = automaton.enabled(state, event, memory)
            if len(found) != 1:
                raise Inconclusive
            memory.output = None
            if found[0].action:
                getattr(memory, found[0].action)()
            memory.state = state = found[0].target
            yield numbers[id(found[0])]


def asks_the_same_guards(automaton: Automaton) -> bool:
    """Whether the generated function asks every guard that a step from the definition asks.

    The definition asks the guards of each transition up to the first that fails; the generated
    function stops at the transition that it takes. A guard that it never asks could raise.
    """
    return not automaton.overlapping and all(
        _is_ruled_out(later, taken)
        for state in automaton.states
        for taken, later in combinations(automaton.leaving(state), 2)
        if taken.event == later.event
    )


def _is_ruled_out(later: Transition, taken: Transition) -> bool:
    """Whether `later` fails at a guard that `taken` has asked, before it comes to any other."""
    answers = {guard.name: guard.negated for guard in taken.guards}
    for guard in later.guards:
        if guard.name not in answers:
            return False
        if answers[guard.name] != guard.negated:
            return True
    return False
