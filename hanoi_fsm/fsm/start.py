"""Where runs of a machine begin, what they must do, and a run under way."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.exception_origin import one_line
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.time_limit import CALL_LIMIT, OutOfTime, too_long
from hanoi_fsm.fsm.trace import Record

Specification = Callable[[Sequence[str]], Sequence[object] | None]
"""Events to their expected outputs, or to None if the events must be refused."""


BOUND = 200_000  # past this limit of pairs the search for more ends
REACTIVE_BOUND = 20_000  # the limit for machines that never end
A_MEMORY = "a Memory class, or a function without arguments that makes a fresh one"


class Start(NamedTuple):
    """Where runs begin: its name, the state, and a function that makes a fresh memory.

    Words of up to `longest` events are compared with the `specification`. Exploration visits at
    most `bound` pairs of state and memory.
    """

    name: str
    state: str
    make: Callable[[], Memory]
    specification: Specification | None = None
    longest: int | None = None
    bound: int = BOUND
    size: int | None = None


class Run(Iterator[Record]):
    """The records of a run, which change its `memory` one by one.

    The memory is as it was before the first event until that record is asked for, and afterwards
    as it is after the latest record; its `state` too.
    """

    def __init__(self, memory: Memory, records: Iterator[Record]) -> None:
        self.memory, self._records = memory, records

    def __iter__(self) -> Iterator[Record]:
        return self._records  # a loop over it takes no longer than one over them

    def __next__(self) -> Record:
        return next(self._records)


def fresh(make: Callable[[], object]) -> Memory:
    """The memory that a class or function makes; `BadInput` if the result is not a Memory."""
    try:
        with CALL_LIMIT:
            memory = make()
    except OutOfTime as error:
        raise BadInput(f"{shortened(make)} {too_long(error)}: let it make a Memory") from error
    except Exception as error:
        expected = "expected a Memory class or a function that needs no arguments"
        raise BadInput(f"{shortened(make)} raised {one_line(error)}: {expected}") from error
    if not isinstance(memory, Memory):
        raise BadInput(f"{shortened(make)} made {shortened(memory)}: expected a Memory")
    return memory
