"""The machines of this package are proved once per process, however often they are asked for."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from hanoi_fsm.fsm.finding import Progress, Proof, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import automata

Decide = Callable[[Any, Progress], Proof]
"""The function that decides about a kind of machines."""


def decided(decide: Decide, machine: Machine, progress: Progress) -> Proof:
    """What `decide` says of a machine, remembered for one of this package and drawings of it."""
    if not is_published(machine):
        return decide(machine, progress)
    return replace(of_published(decide, machine.published.name), name=machine.shown)


@cache
def of_published(decide: Decide, name: str) -> Proof:
    """What `decide` says of the machine of that name."""
    return decide(automata.get(name), no_progress)


def is_published(machine: Machine) -> bool:
    """Whether a machine has the automaton and the memory of one of this package."""
    if machine.published.name not in automata.names():
        return False
    published = automata.get(machine.published.name)
    return machine.automaton == published.automaton and machine.memory is published.memory
