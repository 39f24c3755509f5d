"""Runs of a machine to their end, for checks in which only the outputs and the counts matter.

They are several times as fast as runs step by step, but can only confirm that all is well. Where
something is wrong, or may be, they raise `Inconclusive`, and a run straight from the definition
finds out what and where. So a check accepts quickly, explains slowly, and its verdicts are those
of the definition.
"""

from collections.abc import Iterator
from typing import Any

from hanoi_fsm.fsm.engines import taken
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import GENERATED

BLOCK = 4096
"""The most outputs that are collected before they are compared."""


class Inconclusive(Exception):
    """Only a run step by step can give the verdict."""


class FastRuns:
    """The runs of a machine with one event, which is fired until a final state is reached.

    They are made by generated code. Of guards that it never asks, as another transition is taken,
    only exploration tells whether they raise.
    """

    def __init__(self, machine: Machine) -> None:
        automaton = self.automaton = machine.automaton
        meant = automaton.autonomous and automaton.events[0] == machine.alphabet[0]
        generated = machine.engine in (None, GENERATED)
        self.can_tell = generated and meant and not machine.faults()

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
        if not self.can_tell:
            raise Inconclusive
        try:
            for number in taken(self.automaton, memory, state=state):
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
        except (Exception, SystemExit) as error:
            raise Inconclusive from error
        yield numbers, found
