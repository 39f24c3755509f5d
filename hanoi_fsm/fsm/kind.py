"""What depends on the kind of a machine: where runs begin, what is right, the words for sizes.

A `Machine` is data; everything that depends on what it is for is asked of its `kind`. The answers
of `Kind` are those of the reactive kind, of any machine that reads events. A kind that knows disks
or pegs is a class of its own, which answers otherwise where that matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat, takewhile
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted, one_line, shortened
from hanoi_fsm.fsm.finding import Outcome, Progress, Proof
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.rooms import door
from hanoi_fsm.fsm.trace import Record, Row, event_rows

if TYPE_CHECKING:
    from hanoi_fsm.fsm.codegen.c import Parts
    from hanoi_fsm.fsm.machine import Machine

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


def fresh(make: Callable[[], object]) -> Memory:
    """The memory that a class or function makes; `BadInput` if the result is not a Memory."""
    try:
        memory = make()
    except Exception as error:
        expected = "expected a Memory class or a function that needs no arguments"
        raise BadInput(f"{shortened(make)} raised {one_line(error)}: {expected}") from error
    if not isinstance(memory, Memory):
        raise BadInput(f"{shortened(make)} made {shortened(memory)}: expected a Memory")
    return memory


OfKind = TypeVar("OfKind", bound="Machine")


class Kind(Generic[OfKind]):
    """The answers for one `machine`; a size is the length of words, or a number of disks.

    >>> from hanoi_fsm import automata
    >>> automata.get("monk").kind.name, automata.get("monk").kind.sized(3)
    ('solver', '3 disks')
    """

    name: ClassVar[str] = "machine"
    must_end: ClassVar[bool] = False
    fixed_alphabet: ClassVar[bool] = False  # whether a version of it may have no other events
    options: ClassVar[frozenset[str]] = frozenset()
    """The keyword arguments of `run` besides `views` and `engine`."""
    explored_size: ClassVar[int] = 0  # every transition is taken within it
    may_be_partial: ClassVar[str] = " (if it may refuse events: Machine(..., partial=True))"
    how_to_specify: ClassVar[str] = "pass specification=... to its Machine"

    def __init__(self, machine: OfKind) -> None:
        self.machine = machine

    def starts(self, size: int) -> Iterator[Start]:
        """The starts of all runs up to a `size`, if the size matters; each knows what is right."""
        machine = self.machine
        bound = BOUND if machine.autonomous else REACTIVE_BOUND
        for number, (name, start) in enumerate((machine.starts or {"": machine.memory}).items()):
            make = start.copy if isinstance(start, Memory) else partial(fresh, start)
            right = machine.specification if number == 0 else None
            yield Start(name, machine.automaton.initial, make, right, bound=bound)

    def rejects(self, state: str) -> bool:
        """Whether a word that ends in a state is refused."""
        return False

    def may_refuse(self, state: str) -> bool:
        """Whether a state may lack a transition for an event."""
        return self.machine.partial or state in self.machine.automaton.final

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The arguments of `run` from the `words` of a command line."""
        known = frozenset(self.machine.alphabet)
        for word in words:
            if word not in known:
                raise UnknownName.among("event", str(word), self.machine.alphabet)
        return tuple(words)

    def note(self, *inputs: Any) -> str:
        """How these inputs are read, if that is not what they say."""
        return ""

    def rows(
        self, records: Iterator[Record], first_step: int = 1, *, full: bool = False
    ) -> Iterator[Row]:
        """One row of a table per event; for programs `full` ones, with all details."""
        return event_rows(records, full=full)

    def derivation(self, *inputs: Any, **options: Any) -> Iterator[Row]:
        """The figures that lead to each row of a run, where a formula knows them."""
        return repeat({})

    def conform(self, size: int, progress: Progress) -> Outcome:
        """Compare the runs up to a `size` with what is right."""
        found: Outcome = door("compare")(self.machine, size, progress)
        return found

    def prove(self, progress: Progress) -> Proof:
        """Try to prove it right for inputs of any size."""
        return Proof.unknown(self.machine.shown)

    def counts(self, size: int, **options: Any) -> dict[Transition, int]:
        """How often each transition is taken: of all words of `size` events, or in a run."""
        found: dict[Transition, int] = door("count")(self.machine, size)
        return found

    def counted_over(self, size: int) -> str:
        """Which runs `counts` counts, in words."""
        return f"when all words of {counted(size, 'event')} are read"

    def closed_counts(self, size: int) -> Mapping[Transition, int]:
        """How often each transition must be taken by a formula; empty if none is known."""
        return {}

    def counts_without_run(self) -> Callable[[int], Mapping[Transition, int]]:
        """What gives the `counts` of any size at once; empty ones where only a run can tell."""
        return self.closed_counts

    def work(self, size: int) -> int | None:
        """The total that `conform` will report as progress; None if unknown."""
        return None

    def covered(self, size: int) -> str:
        """What an exploration up to `size` covers, in words."""
        return ""

    def sized(self, size: int) -> str:
        """A `size` in words, such as "5 disks"; empty if larger ones reach nothing more."""
        return ""

    def facts(self) -> Iterator[tuple[str, str]]:
        """What `describe` prints besides the automaton, each fact with a heading."""
        yield "kind", self.name
        yield from [("idea", self.machine.idea)] * bool(self.machine.idea)

    def answers(self, *outputs: Sequence[object] | None) -> list[str]:
        """The expected and the actual outputs in words, without their common beginning."""
        known = [answer for answer in outputs if answer is not None]
        rows = zip(*known, strict=False) if len(known) == len(outputs) else ()
        shared = sum(1 for _ in takewhile(lambda row: row[0] == row[-1], rows))
        return [
            "a refusal" if answer is None else ", ".join(map(str, answer[shared:])) or "nothing"
            for answer in outputs
        ]

    def reading(self, word: Sequence[str]) -> str:
        """The reading of a word, in words."""
        return f"reading {' '.join(word)}" if word else "at the beginning"

    def in_c(self) -> Parts:
        """The C texts of its memory and its program; `ExportError` where there are none."""
        machine = self.machine
        found: Parts = door("write C")(
            machine.automaton, None if machine.starts else machine.memory
        )
        return found
