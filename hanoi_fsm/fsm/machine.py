"""A machine: an automaton with its memory, the starts of its runs, and its specification.

Every command accepts any machine. A kind that knows more, of disks or pegs, is a subclass of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Lines, Outcome, Progress, no_progress
from hanoi_fsm.fsm.meanings import check_lines, lines_of
from hanoi_fsm.fsm.memory import Memory, NoMemory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.proof import Proof
from hanoi_fsm.fsm.start import A_MEMORY, BOUND, REACTIVE_BOUND, Run, Specification, Start, fresh
from hanoi_fsm.fsm.trace import Record, Row, Views, check_engine, differing, event_rows

if TYPE_CHECKING:
    import transitions

    from hanoi_fsm.fsm.codegen.c import Parts
    from hanoi_fsm.fsm.diagrams.drawing import Drawing
    from hanoi_fsm.fsm.diagrams.geometry.layout import Layout

AN_AUTOMATON = "an Automaton, as Automaton.from_table makes"


@dataclass(frozen=True, repr=False)
class Machine:
    """An `automaton` on a fresh memory from `memory`, a class or a function.

    `starts` maps names to memories, or functions that make them, in place of `memory`.
    `specification` gives the outputs that events should lead to from the first start, or None if
    they must be refused; it is independent of any automaton. With `partial` a state may lack a
    transition for an event. `meanings` says in a line what a state stands for, `groups` gives the
    states headings, in the order of a table, `see` says what to see in the diagram, and `layout`
    has the places of the states. `engine` names the engine that runs it where none is named later;
    by default it is "transitions" for a trace, and "generated" where only the result counts.

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
    see: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    idea: str = ""
    origin: str = ""
    lines: Lines = field(default_factory=dict)
    reference: Automaton | None = None
    drawing: Drawing | None = None
    layout: Layout | None = None
    engine: str | None = None

    kind: ClassVar[str] = "machine"
    must_end: ClassVar[bool] = False
    fixed_alphabet: ClassVar[bool] = False  # whether a version of it may have no other events
    options: ClassVar[frozenset[str]] = frozenset()
    """The keyword arguments of `run` besides `views` and `engine`."""
    explored_size: ClassVar[int] = 0  # every transition is taken within it
    may_be_partial: ClassVar[str] = " (if it may refuse events: Machine(..., partial=True))"
    how_to_specify: ClassVar[str] = "pass specification=... to its Machine"

    def __post_init__(self) -> None:
        starts, spec = self.starts, self.specification
        for what, value, suits, expected in (
            ("automaton", self.automaton, isinstance(self.automaton, Automaton), AN_AUTOMATON),
            ("starts", starts, isinstance(starts, Mapping | None), "names with their memories"),
            ("specification", spec, spec is None or callable(spec), "a function of the events"),
            ("memory", self.memory, callable(self.memory), A_MEMORY),
        ):
            if not suits:
                raise BadInput(f"invalid {what} {shortened(value)}: expected {expected}")
        if self.engine is not None:
            check_engine(self.engine)
        check_lines("meanings", self.meanings, self.automaton.states)
        check_lines("groups", self.groups, self.automaton.states)
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
        """Convert a machine of the `transitions` library; its model becomes the memory.

        The output after each event is `observe(model)`, by default the model's state. Where the
        order of transitions matters, exploration reports an overlap. Raises `DefinitionError` with
        one fault per feature that cannot be converted, and `BadMemory` for unsuitable data.
        """
        from hanoi_fsm.fsm.from_transitions import from_transitions

        converted = Machine(*from_transitions(machine, observe=observe), partial=True)
        summary = "converted from the transitions library"
        return replace(converted, specification=specification, summary=summary)

    @property
    def name(self) -> str:
        return self.automaton.name

    @property
    def shown(self) -> str:
        """Its name in reports: the file that it was read from, or the automaton's name."""
        return self.origin or self.name

    @property
    def vocabulary(self) -> type[Memory]:
        if isinstance(self.memory, type) and issubclass(self.memory, Memory) and not self.starts:
            return self.memory
        return type(next(self.starts_up_to(0)).make())

    @property
    def autonomous(self) -> bool:
        """Whether its runs need no events: then every one of them must end."""
        return self.must_end or self.automaton.autonomous

    @property
    def alphabet(self) -> tuple[str, ...]:
        reference = self.reference or self.automaton
        return tuple(dict.fromkeys((*reference.events, *self.automaton.events)))

    @property
    def reference_name(self) -> str:
        return (self.reference or self.automaton).name

    @property
    def outputs(self) -> Mapping[str, str]:
        """The output of each action, if it depends on nothing else; otherwise empty."""
        return {}

    def with_automaton(self, automaton: Automaton, **changes: Any) -> Self:
        """The same with another automaton, which no drawing shows; states stay explained."""
        lines = {"meanings": self.meanings, "groups": self.groups}
        kept = {what: lines_of(automaton.states, every) for what, every in lines.items()}
        return replace(self, automaton=automaton, **{"drawing": None, **kept, **changes})

    def on(self, engine: str | None) -> Self:
        """The same with an engine named; raises `UnknownName` if there is none of that name."""
        return self if engine is None else replace(self, engine=engine)

    def faults(self) -> list[Finding]:
        from hanoi_fsm.fsm.validation import faults

        events = self.reference.events if self.fixed_alphabet and self.reference else ()
        found = faults(self.automaton, self.vocabulary, must_end=self.must_end, events=events)
        return [fault.placed(self.lines) for fault in found]

    def starts_up_to(self, size: int) -> Iterator[Start]:
        """The starts of all runs up to a `size`, if the size matters to the machine."""
        bound = BOUND if self.autonomous else REACTIVE_BOUND
        for number, (name, start) in enumerate((self.starts or {"": self.memory}).items()):
            make = start.copy if isinstance(start, Memory) else partial(fresh, start)
            specification = self.specification if number == 0 else None
            yield Start(name, self.automaton.initial, make, specification, bound=bound)

    def rejects(self, state: str) -> bool:
        return False

    def may_refuse(self, state: str) -> bool:
        return self.partial or state in self.automaton.final

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The arguments of `run` from the `words` of a command line."""
        for word in words:
            if word not in self.alphabet:
                raise UnknownName.among("event", str(word), self.alphabet)
        return tuple(words)

    def note(self, *inputs: Any) -> str:
        """How these inputs are read, if that is not what they say."""
        return ""

    def run(self, *inputs: Any, **options: Any) -> Run:
        """Run and yield one record per event.

        The `inputs` are events or one list of them; a machine with one event and a final state runs
        to its end without any. The option `start` names a start other than the first, `views` adds
        views of the memory or its "contents", `engine` names another than "transitions". Raises
        `UnknownName`, `BadInput` and `DefinitionError` at the call, `MachineStopped` in a dead end.
        """
        return self._fire(inputs, **options)

    def _fire(
        self,
        inputs: Sequence[Any],
        *,
        start: str | None = None,
        views: Views = False,
        engine: str | None = None,
    ) -> Run:
        from hanoi_fsm.fsm.engines import run
        from hanoi_fsm.fsm.engines.endless import unless_endless

        listed = len(inputs) == 1 and not isinstance(inputs[0], str | int)
        events = inputs[0] if listed else self.parse(inputs) or None
        starts = {one.name: one for one in self.starts_up_to(self.explored_size)}
        if start is not None and start not in starts:
            raise UnknownName.among("start", start, list(starts))
        chosen = next(iter(starts.values())) if start is None else starts[start]
        memory, engine = chosen.make(), engine or self.engine
        trace = run(self.automaton, memory, events, state=chosen.state, views=views, engine=engine)
        return Run(memory, trace if events is not None else unless_endless(trace, memory))

    def rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        return event_rows(records)

    def full_rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """The same for programs, with all details, possibly nested."""
        return event_rows(records, full=True)

    def derivation(self, *inputs: Any, **options: Any) -> Iterator[Row]:
        """The figures that lead to each row of a run, where a formula knows them."""
        return repeat({})

    def in_c(self) -> Parts:
        """The C texts of its memory and its program; `ExportError` where there are none."""
        from hanoi_fsm.fsm.codegen.c_events import parts_of

        return parts_of(self.automaton, None if self.starts else self.memory)

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        from hanoi_fsm.fsm.checking.conformance import conform

        return conform(self, size, progress)

    def prove(self, progress: Progress = no_progress) -> Proof:
        """Try to prove it right for inputs of any size."""
        return Proof.unknown(self.shown)

    def work(self, size: int) -> int | None:
        """The total that `conform` will report as progress; None if unknown."""
        return None

    def covered(self, size: int) -> str:
        """What an exploration up to `size` covers, in words."""
        return ""

    def sized(self, size: int) -> str:
        """A `size` in words, such as "5 disks"; empty if larger ones reach nothing more."""
        return ""

    def counts(self, size: int, **options: Any) -> dict[Transition, int]:
        """How often each transition is taken when all words of `size` events are read."""
        from hanoi_fsm.fsm.checking.counts import counts

        return counts(self, size)

    def counted_over(self, size: int) -> str:
        """Which runs `counts` counts, in words."""
        return f"when all words of {counted(size, 'event')} are read"

    def closed_counts(self, size: int) -> Mapping[Transition, int]:
        """How often each transition must be taken by a formula; empty if none is known."""
        return {}

    def counts_without_run(self) -> Callable[[int], Mapping[Transition, int]]:
        """What gives the `counts` of any size at once; empty ones where only a run can tell."""
        return self.closed_counts

    def facts(self) -> Iterator[tuple[str, str]]:
        """What `describe` prints besides the automaton, each fact with a heading."""
        yield "kind", self.kind
        yield from [("idea", self.idea)] * bool(self.idea)

    def answers(self, *outputs: Sequence[object] | None) -> list[str]:
        """The expected and the actual outputs in words, without their common beginning."""
        return differing(outputs)

    def reading(self, word: Sequence[str]) -> str:
        return f"reading {' '.join(word)}" if word else "at the beginning"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

        return Diagram.of(self)._repr_mimebundle_()

    def __repr__(self) -> str:
        name = shortened(self.shown, 60).strip(chr(39))
        return f"<{type(self).__name__} {name}: {self.automaton.sizes}>"
