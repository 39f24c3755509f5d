"""Runs without end are noticed, in bounded memory (Brent 1980).

A machine that needs no events runs until it reaches a final state. Where it comes back to a state
with the same memory it never will: the run is compared with one earlier point, which moves on to
the present whenever the run has become twice as long.
"""

from collections.abc import Iterable, Iterator

from hanoi_fsm.fsm.errors import MachineStopped, counted
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import Record

FIRST = 1 << 14  # shorter runs are not watched
MOST_CELLS = 4_000_000  # a memory may grow to this many numbers


def unless_endless(records: Iterable[Record], memory: Memory) -> Iterator[Record]:
    """The records of a run on a `memory`; `MachineStopped` if it repeats, or grows too far."""
    due, state, key = FIRST, None, None
    for record in records:
        yield record
        if record.number < FIRST:
            continue
        if record.next_state == state and memory.key() == key:
            again = f"state {state!r} recurs with the same memory"
            raise MachineStopped(f"it never ends: {again} after {counted(record.number, 'event')}")
        if record.number == due:
            if memory.cells() > MOST_CELLS:
                grown = f"its memory has grown to {memory.cells()} numbers"
                raise MachineStopped(f"{grown} after {due} events without an end")
            due, state, key = 2 * due, record.next_state, memory.key()
