"""Exploration of the machines of the puzzle: where each kind of them can begin."""

from __future__ import annotations

from collections.abc import Iterator

from hanoi_fsm.fsm.checking.exploration import BOUND, Exploration, Fault, Start, explore
from hanoi_fsm.fsm.checking.report import Told, nobody
from hanoi_fsm.hanoi.checking.pathfinder_check import pairs
from hanoi_fsm.hanoi.checking.solver_check import tasks_up_to
from hanoi_fsm.hanoi.pegs import Configuration
from hanoi_fsm.hanoi.solving import AnyMachine, Machine, ReaderMachine

MOST_DISKS = 14
"""More than these take too long to explore."""

ALL_USED = 5
"""From so many disks on every transition of every automaton of this package is taken."""


def soundness(machine: AnyMachine, disks: int = ALL_USED, told: Told = nobody) -> Exploration:
    """Explore a machine from everywhere it can begin, for 0 .. `disks` disks."""
    if isinstance(machine, Machine):
        return explore(machine.automaton, _tasks(machine, disks), told=told)
    if isinstance(machine, ReaderMachine):
        start = [Start("", machine.reader.memory())]
        return explore(machine.automaton, start, partial=machine.reader.stops, told=told)
    return explore(machine.automaton, _pairs(machine, disks), told=told)


def _tasks(machine: Machine, disks: int) -> Iterator[Start]:
    for n, source, target in tasks_up_to(disks):
        memory = machine.solver.memory(Configuration.tower(n, source), source, target)
        name = f"with {n} disk{'s' * (n != 1)} from {source} to {target}"
        yield Start(name, memory, min(BOUND, 1000 + (64 << n)))


def _pairs(machine: AnyMachine, disks: int) -> Iterator[Start]:
    assert not isinstance(machine, Machine | ReaderMachine)
    for start, goal in pairs(disks):
        memory = machine.pathfinder.memory(Configuration(start), Configuration(goal))
        yield Start(f"from {start} to {goal}", memory, 1000 + (256 << len(start)))


def placed(machine: AnyMachine, fault: Fault) -> str:
    """A fault with the line of the diagram that it is about."""
    line = machine.lines.get(fault.about)
    return f"line {line}: {fault}" if line else str(fault)
