"""A machine: an automaton with its memory, where runs begin, and what it must do.

Anybody's machine is one of these, and every command takes it. A kind of machine that knows more
(how many disks, which pegs) is a subclass that answers the same questions in its own way; no
command asks which kind it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, UnknownName, shortened
from hanoi_fsm.fsm.finding import Finding, Lines, Outcome, Progress, no_progress
from hanoi_fsm.fsm.memory import Memory, NoMemory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record, Row, event_rows

if TYPE_CHECKING:
    import transitions

Specification = Callable[[Sequence[str]], Sequence[object] | None]
"""Events to the outputs that they should lead to; None where they must be refused."""

BOUND = 200_000
"""More different memories than this, from one start, are taken for a memory that only grows."""
REACTIVE_BOUND = 20_000
"""So many (state, memory) pairs of a machine that never ends are explored from one start."""


class Start(NamedTuple):
    """One place where runs begin: in words, the state, how a fresh memory is made.

    `specification` says what runs from here should lead to; all words of up to `longest` events are
    compared with it. Exploration visits at most `bound` pairs of state and memory.
    """

    name: str
    state: str
    make: Callable[[], Memory]
    specification: Specification | None = None
    longest: int | None = None
    bound: int = BOUND
    size: int | None = None


def in_words(outputs: Sequence[object] | None, start: int = 0) -> str:
    """The outputs from place `start` on, in words.

    >>> in_words(["07:30", "07:31"], 1), in_words([]), in_words(None)
    ('07:31', 'nothing', 'a refusal')
    """
    if outputs is None:
        return "a refusal"
    return ", ".join(map(str, outputs[start:])) or "nothing"


@dataclass(frozen=True, repr=False)
class Machine:
    """An `automaton` on a memory that `memory` makes afresh: a class, or a function.

    `starts` are named memories (or functions that make them) to begin with instead. `specification`
    gives the outputs that some events should lead to from the first start, or None where they must
    be refused; it is written without any automaton. `partial` says that a state may have no
    transition for an event.

    >>> lamp = Machine(Automaton.from_table("lamp", initial="off", table='''
    ...     off -> on  : press
    ...     on  -> off : press
    ... '''))
    >>> lamp, [record.next_state for record in lamp.run("press", "press")]
    (<Machine lamp: 2 states, 2 transitions>, ['on', 'off'])
    """

    automaton: Automaton
    memory: Callable[..., Memory] = NoMemory
    _: KW_ONLY
    starts: Mapping[str, Memory | Callable[[], Memory]] | None = None
    specification: Specification | None = None
    partial: bool = False
    summary: str = "a machine of your own"
    idea: str = ""
    origin: str = ""
    lines: Lines = field(default_factory=dict)
    reference: Automaton | None = None

    kind: ClassVar[str] = "machine"
    must_end: ClassVar[bool] = False
    options: ClassVar[frozenset[str]] = frozenset()
    """What `run` takes beside its operands and `views`."""
    explored_size: ClassVar[int] = 0
    """The size that shows every transition at work; what `check` explores."""
    how_to_specify: ClassVar[str] = "give its Machine a specification"
    """Where to say what it should do, for a machine without a specification."""

    def __post_init__(self) -> None:
        if not isinstance(self.automaton, Automaton):
            raise BadInput(
                f"a Machine needs an Automaton, got {shortened(self.automaton)}: make one with "
                "Automaton.from_table"
            )
        if not callable(self.memory):
            raise BadInput(
                f"the memory is {shortened(self.memory)}: give a Memory class, or a function "
                "without arguments that makes a fresh one"
            )
        if self.reference is None:
            object.__setattr__(self, "reference", self.automaton)

    @classmethod
    def from_transitions(
        cls,
        machine: transitions.Machine,
        *,
        specification: Specification | None = None,
        observe: Callable[[Any], object] | None = None,
    ) -> Machine:
        """A machine of the `transitions` library as one of ours; its model becomes the memory.

        Its output after each event is what `observe(model)` gives, by default the model's state.
        Where the library goes by the order of transitions, exploration reports an overlap. Raises
        `DefinitionError` that names whatever has no place here, and `BadMemory` for odd data.
        """
        from hanoi_fsm.fsm.from_transitions import from_transitions

        automaton, memory = from_transitions(machine, observe=observe)
        summary = "taken from the transitions library"
        return Machine(
            automaton, memory, specification=specification, partial=True, summary=summary
        )

    @property
    def name(self) -> str:
        """The name of its automaton."""
        return self.automaton.name

    @property
    def shown(self) -> str:
        """How reports call it: by the file that it came from, or its name."""
        return self.origin or self.name

    @property
    def vocabulary(self) -> type[Memory]:
        """The class of its memory, which declares guards and actions."""
        return self.memory if isinstance(self.memory, type) else type(self._first().make())

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The events that it should take, whatever a drawing of it has lost or added."""
        assert self.reference is not None  # set when it was made
        return tuple(dict.fromkeys((*self.reference.events, *self.automaton.events)))

    @property
    def reference_name(self) -> str:
        """The name of the automaton that it is a version of: its own, unless it was drawn anew."""
        assert self.reference is not None  # set when it was made
        return self.reference.name

    @property
    def outputs(self) -> Mapping[str, str]:
        """What each action puts out, where that depends on nothing else; else empty."""
        return {}

    def with_automaton(self, automaton: Automaton, **changes: Any) -> Self:
        """The same machine with another version of its automaton."""
        return replace(self, automaton=automaton, **changes)

    def faults(self) -> list[Finding]:
        """What is wrong with the definition, each fault with its line; empty where it is sound."""
        from hanoi_fsm.fsm.validation import faults

        found = faults(self.automaton, self.vocabulary, must_end=self.must_end)
        return [fault.placed(self.lines) for fault in found]

    # where runs begin

    def starts_up_to(self, size: int) -> Iterator[Start]:
        """Everywhere a run of at most some `size` begins; the size means nothing to most machines.

        What it means to a subclass is said there: disks, for what moves them.
        """
        single = len(self.automaton.events) == 1 and bool(self.automaton.final)
        bound = BOUND if single else REACTIVE_BOUND
        named = self.starts or {"": self.memory}
        for number, (name, start) in enumerate(named.items()):
            make = start.copy if isinstance(start, Memory) else start
            specification = self.specification if number == 0 else None
            yield Start(name, self.automaton.initial, make, specification, bound=bound)

    def _first(self) -> Start:
        return next(self.starts_up_to(0))

    def rejects(self, state: str) -> bool:
        """Whether a word that ends in `state` is refused."""
        return False

    def may_refuse(self, state: str) -> bool:
        """Whether `state` may have no transition for an event: a final one may."""
        return self.partial or state in self.automaton.final

    # runs

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The operands of `run` out of the `words` of a command line: events here."""
        for word in words:
            if word not in self.automaton.events:
                raise UnknownName.among("event", word, self.automaton.events)
        return tuple(words)

    def run(self, *inputs: Any, **options: Any) -> Iterator[Record]:
        """Run and yield one record per event.

        The `inputs` are events, each an argument of its own or all of them one list; a machine with
        one event and a final state runs to its end without any. `start` names a start other than
        the first, `views` asks for a picture of the memory in each record. Raises `UnknownName`,
        `BadInput` and `DefinitionError` at the call, `MachineStopped` where it cannot go on.
        """
        return self._fire(*inputs, **options)

    def _fire(
        self, *inputs: Any, start: str | None = None, views: bool = False
    ) -> Iterator[Record]:
        from hanoi_fsm.fsm.engines import run

        listed = len(inputs) == 1 and not isinstance(inputs[0], str)
        events = inputs[0] if listed else inputs
        starts = {one.name: one for one in self.starts_up_to(self.explored_size)}
        if start is not None and start not in starts:
            raise UnknownName.among("start", start, list(starts))
        chosen = self._first() if start is None else starts[start]
        return run(self.automaton, chosen.make(), events or None, state=chosen.state, views=views)

    def rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """The table of a run, one row per event, for people."""
        return event_rows(records)

    def full_rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """The same for programs: all that is known, nested where it is."""
        return event_rows(records, full=True)

    # what it must do

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        """Compare what it does with its specification, where there is one."""
        from hanoi_fsm.fsm.checking.conformance import conform

        return conform(self, size, progress)

    def work(self, size: int) -> int | None:
        """How much `conform` will have reported as done in the end; None where nobody can say."""
        return None

    def covered(self, size: int) -> str:
        """What an exploration up to `size` goes through, in words."""
        return ""

    def counts(self, size: int, **options: Any) -> dict[Transition, int]:
        """How often each transition is taken while all words of `size` events are read."""
        from hanoi_fsm.fsm.checking.counts import counts

        return counts(self, size)

    def closed_counts(self, size: int) -> Mapping[Transition, int]:
        """How often each transition must be taken, by a formula; empty where none is known."""
        return {}

    # what it is

    def facts(self) -> Iterator[tuple[str, str]]:
        """What `describe` prints of it beside its automaton, each with a heading."""
        yield "kind", self.kind
        if self.idea:
            yield "idea", self.idea

    def answers(self, *outputs: Sequence[object] | None) -> list[str]:
        """What a word should have led to and what it did, in words: all after what they share."""
        known = [answer for answer in outputs if answer is not None]
        shared = 0
        if len(known) == len(outputs):
            alike = takewhile(lambda pair: pair[0] == pair[1], zip(*known, strict=False))
            shared = sum(1 for _ in alike)
        return [in_words(answer, shared) for answer in outputs]

    def reading(self, word: Sequence[str]) -> str:
        """How a `word` of events is named in a finding."""
        return f"reading {' '.join(word)}" if word else "at the beginning"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """What a notebook shows: its diagram."""
        from hanoi_fsm.fsm.diagrams import Diagram

        return Diagram(self.automaton)._repr_mimebundle_()

    def __repr__(self) -> str:
        automaton = self.automaton
        sizes = f"{len(automaton.states)} states, {len(automaton.transitions)} transitions"
        return f"<{type(self).__name__} {shortened(self.shown, 60).strip(chr(39))}: {sizes}>"
