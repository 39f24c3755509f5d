"""What the runs of all machines that move disks have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record


def until_idle(trace: Iterable[Record], limit: int) -> Iterator[Record]:
    """The records of a `trace`; `MachineStopped` after `limit` of them in a row without a move."""
    idle = 0
    for record in trace:
        idle = 0 if record.output is not None else idle + 1
        yield record
        if idle >= limit:
            raise MachineStopped(f"no move in {limit} events: the machine goes in circles")


def tally(machine: Machine, records: Iterable[Record]) -> dict[Transition, int]:
    """How often each transition is in the `records`, those that never are included."""
    passed = dict.fromkeys(machine.automaton.transitions, 0)
    for record in records:
        passed[record.transition] += 1
    return passed
