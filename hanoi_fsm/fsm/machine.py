"""A machine: an automaton with its memory, the starts of its runs, and its specification.

A machine is data. Its methods (where runs begin, which outputs are right, how sizes are worded)
serve any machine that reads events. Kinds of machines that know disks or pegs are subclasses, which
override them as necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from itertools import chain, repeat, takewhile
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self, TypeVar, cast

from hanoi_fsm.fsm import engines
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.claims import claim_faults, parse_claim
from hanoi_fsm.fsm.engines import unless_endless
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    MachineStopped,
    UnknownName,
    counted,
    one_line,
    shortened,
)
from hanoi_fsm.fsm.finding import (
    END,
    Assumption,
    Finding,
    Lines,
    Outcome,
    Progress,
    Proof,
    no_progress,
)
from hanoi_fsm.fsm.inputs import Inputs, freed, given, related
from hanoi_fsm.fsm.memory import Firing, Memory, NoMemory, Uncalled
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.search import BOUND, FIRED_BOUND, REACTIVE_BOUND, grouped
from hanoi_fsm.fsm.stepping import At, Step, follow
from hanoi_fsm.fsm.theory.determinize import determinize
from hanoi_fsm.fsm.trace import ENGINE, GENERATED, Record, Row, Run, Views, check_engine, event_rows
from hanoi_fsm.fsm.validation import (
    NONDETERMINISTIC,
    check_lines,
    faults,
    lines_of,
    words_for,
)

if TYPE_CHECKING:
    import transitions

    from hanoi_fsm.fsm.codegen.programs import Use
    from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
    from hanoi_fsm.fsm.from_transitions import Arguments

_Taken = TypeVar("_Taken")
Specification = Callable[[Sequence[str]], Sequence[object] | None]
"""Events to their expected outputs, or to None if the events must be refused."""
Engine = str | Callable[..., Iterator[int]] | None
"""The name of an engine, or a function written by `code`."""
RunArguments = tuple[Any, ...]
"""The arguments of a `run`, which depend on the kind of machine."""

EXPECTED: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "automaton": (
        lambda value: isinstance(value, Automaton),
        "an Automaton, as Automaton.from_table makes",
    ),
    "starts": (
        lambda value: isinstance(value, Mapping | None),
        "names with their memories",
    ),
    "specification": (
        lambda value: value is None or (callable(value) and isinstance(value, Hashable)),
        "a function of the events, or a hashable object that is called like one",
    ),
    "memory": (
        callable,
        "a Memory class, or a function without arguments that makes a fresh one",
    ),
    "layout": (
        lambda value: value is None or hasattr(value, "places"),
        "a Layout of the states",
    ),
}
"""The allowed values of a machine's fields: a test, and its description."""

CONVERTED = "converted from the transitions library"
"""The summary of a converted machine."""

DESCRIPTIONS = ("meanings", "does", "groups")
"""The fields that describe states."""


class Start(NamedTuple):
    """A start of runs: its name, the state, and a function that makes a fresh memory.

    Its `inputs` identify a run from it. Words of up to `longest` events are compared with the
    `specification`. Exploration visits at most `bound` pairs of state and memory.
    """

    name: str
    state: str
    make: Callable[[], Memory]
    inputs: Mapping[str, object]
    specification: Specification | None = None
    longest: int | None = None
    bound: int = BOUND
    size: int | None = None

    @property
    def first(self) -> At:
        """Its state with a fresh memory."""
        return At(self.state, self.make())


class Begun(NamedTuple):
    """The beginning of a run: state, memory, and events, or None if it needs no events.

    The run makes at least `least` records or moves, and at most `most` moves. If it makes none for
    `idle` events, it is watched for a recurrence.
    """

    state: str
    memory: Memory
    events: Iterable[str] | None = None
    least: int = 0
    most: float = inf
    idle: int = 0


class Judge(Protocol):
    """A judge of each step of a run, and of its end."""

    def after(self, step: Step) -> Finding | None: ...
    def at_end(self, stopped: str = END) -> Finding | None: ...


class Course(NamedTuple):
    """The facts about a run besides its machine.

    `subject` describes its input in words, and `right` judges its steps. If it moves disks, they
    begin as in `start`, after the moves `before` it; `length` is the number of steps in the whole
    task, if known. `roles` are the roles of pegs in the task of a tower: `from` and `to`.
    """

    subject: str
    right: Judge
    start: str | None = None
    before: int = 0
    length: int | None = None
    roles: Mapping[int, str] = {}


def fresh(make: Callable[[], object]) -> Memory:
    """Make a memory with a class or function; raises `BadInput` if it is not a Memory."""
    try:
        memory = make()
    except Exception as error:
        expected = "expected a Memory class or a function that needs no arguments"
        raise BadInput(f"{shortened(make)} raised {one_line(error)}: {expected}") from error
    if not isinstance(memory, Memory):
        raise BadInput(f"{shortened(make)} made {shortened(memory)}: expected a Memory")
    return memory


class Subject(Protocol):
    """Anything that can be named, run and checked: a machine, formula, program or function.

    `machine` is the machine itself, if it is one, and `family` its kind in a word. Sizes and the
    inputs of `run` depend on the kind.
    """

    @property
    def shown(self) -> str: ...
    @property
    def machine(self) -> Machine | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def idea(self) -> str: ...
    @property
    def asks_for(self) -> Sequence[str]: ...
    @property
    def run(self) -> Callable[..., Run]: ...
    @property
    def steps(self) -> Callable[..., Iterator[Step]]: ...
    @property
    def derivation(self) -> Callable[..., Iterator[Row]]: ...
    def on(self, engine: str | None) -> Subject: ...
    def faults(self) -> list[Finding]: ...
    def sized(self, size: int) -> str: ...
    def parse(self, words: Sequence[str]) -> RunArguments: ...
    def rows(
        self, records: Iterator[Record], first_step: int = 1, *, full: bool = False
    ) -> Iterator[Row]: ...
    def conform(self, size: int, progress: Progress = no_progress) -> Outcome: ...


@dataclass(frozen=True, repr=False)
class Machine:
    """An `automaton` on a fresh memory from `memory`, a class or a function.

    `starts` maps names to memories, or functions that make them, in place of `memory`.
    `specification` returns the expected outputs for events from the first start, or None if the
    events must be refused; it is independent of any automaton. With `partial`, a state may lack a
    transition for an event. `meanings` explains states in a line each, and `does` says in a few
    words what happens in a state, for its box in a diagram. `groups` are headings for states, in
    the order of a table, `see` points out what the diagram shows, `keys` has the identifiers of
    states in a file besides the texts in their boxes, and `layout` has the places of the
    states. `engine` names the engine that runs it unless another is named later;
    by default it is "transitions" for a trace, and "generated" where only the result counts.
    `asks_for` describes what its guards and actions look at. `inputs` names guards that are set
    from outside instead of by a memory, such as sensors: their values come with each event. A line
    in `together` is `exclusive a, b` (never both true) or `independent a, b`. Without a memory all
    guards are such inputs, and actions output their names. `markup` has the arguments that build
    the machine with the `transitions` library, if it was made there. `claims` such as
    `never [!paid] -> open` state what must always or never hold.

    A size is the length of words, or a number of disks.

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
    does: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    idea: str = ""
    origin: str = ""
    lines: Lines = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[Assumption, ...] = ()
    suspects: tuple[Finding, ...] = ()
    markup: Mapping[str, object] = field(default_factory=dict)
    reference: Automaton | None = None
    layout: Layout | None = None
    engine: str | None = None
    inputs: str | tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    claims: str | tuple[str, ...] = ()
    asks_for: tuple[str, ...] = ()
    no_memory: str = ""

    kind: ClassVar[str] = "machine"
    must_end: ClassVar[bool] = False
    unit: ClassVar[str] = "events"
    """The unit in which runs are measured; machines with the same unit do the same work."""
    fixed_alphabet: ClassVar[bool] = False  # whether versions must keep its events
    explored_size: ClassVar[int] = 0  # large enough for every transition to be taken
    how_to_specify: ClassVar[str] = (
        "nothing says what is right: write a `claim: ...`, or a `specification=` (for a drawing, "
        "that of the Machine in FILE@FILE.py:NAME)"
    )
    may_be_partial: ClassVar[str] = (
        " (if it may refuse events, say so: Machine(..., partial=True); in DOT by the line "
        "`it may refuse events` below the title, in Mermaid by a note)"
    )

    def __post_init__(self) -> None:
        for what, (suits, expected) in EXPECTED.items():
            if not suits(value := getattr(self, what)):
                raise BadInput(f"invalid {what} {shortened(value)}: expected {expected}")
        if getattr(getattr(self.memory, "__dataclass_params__", None), "frozen", False):
            frozen = f"{self.memory.__name__} is frozen"
            raise BadInput(f"{frozen}, and a memory changes: leave out frozen=True")
        if self.engine is not None:
            check_engine(self.engine)
        for line in self.together:
            related(line)
        claims = (self.claims,) if isinstance(self.claims, str) else self.claims
        every = [parse_claim(claim).text for claim in (*self.automaton.claims, *claims)]
        if claims:  # an automaton always carries its claims
            claimed = replace(self.automaton.chart, claims=tuple(dict.fromkeys(every)))
            object.__setattr__(self, "automaton", claimed)
        with suppress(BadInput):  # reported as a fault of the definition
            self._flatten()
        if self.inputs and self.kind != "machine":
            raise BadInput(f"{self.name} is a {self.kind}, which has no inputs: leave them out")
        for what in DESCRIPTIONS:
            check_lines(what, getattr(self, what), self.automaton.chart.states)

    def _flatten(self) -> None:
        """Replace a chart by its flat automaton, with each part at its line of the chart."""
        if (flattened := self.automaton.flattened) is self.automaton:
            return
        of: dict[Transition | str, Transition | str] = {}
        of |= {part: flattened.written(part)[0] for part in flattened.transitions}
        of |= {state: flattened.active(state)[-1] for state in flattened.states}
        known = {part: self.lines[there] for part, there in of.items() if there in self.lines}
        object.__setattr__(self, "automaton", flattened)
        object.__setattr__(self, "lines", known | dict(self.lines))

    @classmethod
    def from_transitions(
        cls,
        machine: transitions.Machine,
        *,
        run: bool = False,
        specification: Specification | None = None,
        observe: Callable[[object], object] | None = None,
        arguments: Arguments | None = None,
        inputs: str | tuple[str, ...] = (),
        claims: str | tuple[str, ...] = (),
        automatic: bool = False,
    ) -> Self:
        """Convert a machine of the `transitions` library.

        By default only its form is converted: conditions are inputs, callbacks are names, and none
        of its code runs. With `run`, the library fires each event on the model's current data,
        which are restored afterwards; other threads must not use the model meanwhile. The output is
        `observe(model)`, by default the model's state. `arguments` maps events to lists of
        arguments, each a tuple or a dict, and `inputs` names conditions that are set from outside;
        `claims` are as for a `Machine`.
        The triggers `to_...` are left out unless `automatic`, and so is a transition that is never
        taken, which is reported.

        Raises `DefinitionError` if its nested states do not form a chart, and if a `specification`,
        `observe` or `arguments` ask for callbacks that cannot be run.
        """
        from hanoi_fsm.fsm.from_transitions import convert  # with the library

        converted = convert(
            machine,
            run=run,
            observe=observe,
            must_run=specification is not None,
            arguments=arguments,
            automatic=automatic,
        )
        return cls(
            **converted,
            specification=specification,
            partial=True,
            summary=CONVERTED,
            inputs=inputs,
            claims=claims,
        )

    @property
    def machine(self) -> Self:
        """The machine itself; other subjects have none."""
        return self

    @property
    def family(self) -> str:
        return self.kind

    @property
    def name(self) -> str:
        return self.automaton.name

    @property
    def shown(self) -> str:
        """Its name in reports: its file, or else the automaton's name."""
        return self.origin or self.name

    @property
    def vocabulary(self) -> type[Memory]:
        if isinstance(self.memory, type) and issubclass(self.memory, Memory) and not self.starts:
            return self.memory
        return type(next(self.starts_up_to(0)).make())

    @property
    def is_alone(self) -> bool:
        """Whether it has no memory: guards are free inputs, actions output their names."""
        memory: object = self.memory
        return not self.starts and isinstance(memory, type) and issubclass(memory, NoMemory)

    @property
    def is_drawn(self) -> bool:
        """Whether its guards and actions are known from a drawing alone."""
        return self.is_alone and self.memory is not Uncalled

    @property
    def is_bare(self) -> bool:
        """Whether it is only a form, of a kind that does not judge its outputs."""
        return self.is_alone and self.kind == "machine"

    @property
    def free(self) -> tuple[str, ...]:
        """The guards that are free inputs: their values come with the events."""
        if self.is_alone:
            return self.automaton.inputs
        return tuple(self.inputs.split(",")) if isinstance(self.inputs, str) else self.inputs

    @property
    def tried(self) -> Inputs:
        """The values of the free inputs to try."""
        return Inputs(self.free, self.together, alone=self.is_alone)

    @property
    def autonomous(self) -> bool:
        """Whether its runs need no events, so that all of them must end."""
        return self.must_end or (self.automaton.autonomous and not self.free)

    @property
    def published(self) -> Automaton:
        """The published automaton of which this is a version, or the automaton itself."""
        return self.reference or self.automaton

    @property
    def known_states(self) -> tuple[str, ...]:
        """Its states, and all states of the published automaton."""
        charts = self.published.chart, self.automaton.chart
        return tuple(dict.fromkeys(state for chart in charts for state in chart.states))

    @property
    def alphabet(self) -> tuple[str, ...]:
        automata = self.published, self.automaton, self.automaton.chart
        return tuple(dict.fromkeys(chain.from_iterable(each.events for each in automata)))

    @property
    def given_events(self) -> tuple[str, ...]:
        """The events, each with all values of the inputs on which it depends."""
        asking = grouped(self.automaton.transitions, lambda transition: transition.event)
        events = (self.tried.events(event, asking.get(event, ())) for event in self.alphabet)
        return tuple(chain.from_iterable(events))

    @property
    def outputs(self) -> Mapping[str, str]:
        """The output of each action, if it depends on nothing else."""
        puts_out_one = all(len(row.actions) < 2 for row in self.automaton.transitions)
        names = self.automaton.actions if self.is_alone and puts_out_one else ()
        return {name: name for name in names} | self.automaton.outputs

    def with_automaton(self, automaton: Automaton, **changes: Any) -> Self:  # fields of the kind
        """The same machine with another automaton; states keep their descriptions.

        A version of an acceptor is an acceptor.
        """
        if self.published.acceptor and not automaton.acceptor:
            automaton = replace(automaton.chart, acceptor=True)
        states = automaton.chart.states
        described = {what: lines_of(states, getattr(self, what)) for what in DESCRIPTIONS}
        changes = {"markup": {}, **described, **changes}
        return replace(self, automaton=automaton, reference=self.published, **changes)

    @property
    def deterministic(self) -> Self:
        """The machine itself, or the subset construction of a nondeterministic acceptor.

        Raises `BadInput` for too many sets of states.
        """
        if not self.automaton.is_nondeterministic:
            return self
        return self.with_automaton(determinize(self.automaton).automaton, claims=())

    def on(self, engine: str | None) -> Self:
        """The same machine with an engine; raises `UnknownName` for an unknown engine."""
        return self if engine is None else replace(self, engine=engine)

    def faults(self) -> list[Finding]:
        """The faults of its definition, each with its line in the file."""
        events = self.published.events if self.fixed_alphabet else ()
        wrong = faults(self.automaton, self.vocabulary, must_end=self.must_end, events=events)
        wrong += [Finding("definition", text) for text in self._claim_faults()]
        return [fault.placed(self.lines) for fault in wrong]

    def _claim_faults(self) -> Iterator[str]:
        """The faults of its claims."""
        known = dict.fromkeys(
            (*words_for(self.automaton, self.vocabulary)[0], *self.vocabulary.predicates())
        )
        inputs = None if self.is_alone else self.free
        for claim in map(parse_claim, self.automaton.claims):
            yield from claim_faults(claim, self.known_states, known, inputs)
            if claim.kind == "leads" and (len(self.alphabet) > 1 or self.free):
                advice = "as what happens depends on its inputs, write `from A can reach B`"
                yield f"claim `{claim.text}`: {advice}"

    @checked
    def set_up(self, *inputs: object, begin: str | None = None) -> Begun:
        """The beginning of a run: a machine with one event and a final state needs no events.

        The `inputs` are events or one list of them; `begin` names a start other than the first.
        Raises `UnknownName` and `BadInput`.
        """
        listed = len(inputs) == 1 and not isinstance(inputs[0], str | int)
        words = inputs[0] if listed else inputs
        events: Iterable[str] | None = cast("Iterable[str]", words)
        if isinstance(words, Sequence):
            events = self.parse(words)
        if not listed and not self.automaton.acceptor:
            events = events or None
        start = self.start_named(begin)
        least = len(events) if isinstance(events, Sized) else 0
        return Begun(start.state, start.make(), events, least)

    def start_named(self, name: str | None = None) -> Start:
        """The start with a name, or the first start; raises `UnknownName`."""
        starts = {start.name: start for start in self.starts_up_to(self.explored_size)}
        if name is None:
            return next(iter(starts.values()))
        if name not in starts:
            if starts.keys() == {""}:
                raise BadInput(f"{self.shown} has one start, without a name: leave out `begin=`")
            raise UnknownName.among("start", name, list(starts))
        return starts[name]

    def begun(self, *inputs: object, **options: object) -> Begun:
        """Call `set_up`, whose inputs and options depend on the kind of machine."""
        set_up: Callable[..., Begun] = self.set_up
        return set_up(*inputs, **options)

    def run(
        self,
        *inputs: object,
        views: Views = False,
        engine: Engine = None,
        **options: object,
    ) -> Run:
        """Run and yield one record per event; `set_up` takes the same inputs and options.

        With `views`, records have views of the memory or its "contents"; `engine` replaces
        "transitions". Raises `UnknownName`, `BadInput` and `DefinitionError` at the call, and
        `MachineStopped` in a dead end.
        """
        begun = self.begun(*inputs, **options)
        numbers = self.taken(begun, engine or self.engine or ENGINE)
        records = engines.records(self.automaton, begun.memory, numbers, views)
        return Run(begun.memory, records, begun.least)

    def taken(self, begun: Begun, engine: Engine = None) -> Iterator[int]:
        """Yield the number of each transition in a run; after each, the memory has its output.

        All reports of runs are based on this or on `steps`. Raises the same errors as `run`.
        """
        state, memory, events, *_ = begun
        engine = engine or self.engine or GENERATED
        numbers = engines.taken(self.automaton, memory, events, state=state, engine=engine)
        return self.watched(numbers, begun)

    def watched(self, taken: Iterator[_Taken], begun: Begun) -> Iterator[_Taken]:
        """Yield each transition number or step that is `taken`, until the run stops.

        Raises `MachineStopped` if it never ends, and after a rejected word.
        """
        yield from taken if begun.events is not None else unless_endless(taken, begun.memory)
        if self.rejects(state := begun.memory.__state__):
            raise MachineStopped(f"the word is rejected: it ends in {state!r}, which is not final")

    def steps(self, *inputs: object) -> Iterator[Step]:
        """Yield the steps of a run, directly from the definition; the last one may have stopped it.

        If it needs no events, they come from the published automaton, even if a drawing has others.
        The caller, who judges the steps, counts the moves.
        """
        state, memory, events, *_ = begun = self.set_up(*inputs)
        memory.__state__, step = state, None
        if events is None:
            events = engines.until_final(self.automaton, memory, self.alphabet[0])
        try:
            followed = follow(self.automaton, state, memory, events)
            for step in self.watched(followed, begun._replace(most=inf)):
                yield step
        except MachineStopped as error:
            yield Step(step and step.transition, memory, error=error)

    def course(self, *inputs: Any, **options: Any) -> Course:  # depend on the kind
        """The facts about the run on these inputs, which are as for `run`."""
        from hanoi_fsm.fsm.checking.conformance import ReadWord

        begin = options.get("begin")
        starts = self.starts_up_to(self.explored_size)
        start = next((start for start in starts if begin in (None, start.name)), None)
        right = ReadWord(self, start, inputs)
        if self.autonomous and not inputs:
            return Course("", right)
        unit = self.unit.removesuffix("s")
        what = "" if unit == "event" else "a word of "
        return Course(f"reads {what}{counted(len(inputs), unit)}", right, length=len(inputs))

    def starts_up_to(self, size: int) -> Iterator[Start]:
        """Yield the starts of all runs up to a `size`, if it matters; each can judge its run."""
        if self.automaton.is_nondeterministic:
            raise DefinitionError(self.shown, [NONDETERMINISTIC])
        if self.inputs and self.is_alone:
            raise BadInput(f"{self.shown}: its guards are inputs already: leave out `inputs=`")
        bound = BOUND if self.autonomous else REACTIVE_BOUND
        if isinstance(getattr(self.memory, "__self__", None), Firing):
            bound = FIRED_BOUND
        for number, (name, start) in enumerate((self.starts or {"": self.memory}).items()):
            make = start.copy if isinstance(start, Memory) else partial(fresh, start)
            make = partial(freed, make, self.free) if self.inputs else make
            right = self.specification if number == 0 else None
            yield Start(name, self.automaton.initial, make, {"begin": name}, right, bound=bound)

    @property
    def unspecified(self) -> str:
        """The hint for a machine without a specification of its outputs."""
        claimed = "only its claims say what is right" if self.automaton.claims else ""
        return self.no_memory or claimed or self.how_to_specify

    @property
    def shows_partial(self) -> bool:
        """Whether a drawing must state that it is partial, as nothing else does."""
        return self.partial and bool(self.may_be_partial)

    def rejects(self, state: str) -> bool:
        """Whether a word that ends in a state is rejected, as only an acceptor may do."""
        return self.automaton.acceptor and state not in self.automaton.final

    def may_refuse(self, state: str) -> bool:
        """Whether a state may lack a transition for an event: a final state without any.

        Any state of an acceptor may lack one, as it rejects words.
        """
        return self.partial or self.automaton.acceptor or state in self.automaton.ends

    def parse(self, words: Sequence[str]) -> RunArguments:
        """The arguments of `run` from the `words` of a command line."""
        known = frozenset(self.alphabet)
        if len(words) == 1 and words[0] not in known and known.issuperset(str(words[0]) or " "):
            words = str(words[0])  # events of one character each
        for word in words:
            if word not in known:
                self.check_event(word)
        return tuple(words)

    @property
    def asked(self) -> frozenset[str]:
        """The guards that it asks itself, unlike free inputs."""
        return frozenset(self.automaton.guards) - frozenset(self.free)

    def check_event(self, word: str) -> None:
        """Raise `UnknownName` unless the machine knows the event and the inputs that come with it.

        A state may still refuse the event.
        """
        is_label = self.free and word not in self.alphabet
        label = given(word) if is_label else Label(str(word))
        for guard in label.guards:
            if guard.name not in self.free:
                raise UnknownName.among("input", guard.name, self.free)
        if label.event not in self.alphabet:
            raise UnknownName.among("event", label.event, self.alphabet)

    def rows(
        self, records: Iterator[Record], first_step: int = 1, *, full: bool = False
    ) -> Iterator[Row]:
        """One table row per event; `full` rows, with all details, are for programs."""
        return event_rows(records)

    def derivation(self, *inputs: object, **options: object) -> Iterator[Row]:
        """The figures behind each row of a run, if a formula has any."""
        return repeat({})

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        """Compare its runs up to a `size` with the expected ones."""
        from hanoi_fsm.fsm.checking.conformance import conform

        return conform(self, size, progress)

    def prove(self, progress: Progress = no_progress) -> Proof:
        """Try to prove it right for inputs of any size."""
        return Proof.unknown(self.shown)

    def counts(self, size: int) -> dict[Transition, int]:
        """The counts of transitions in a run of some `size`; raises `BadInput` if it has none."""
        raise BadInput(f"the transitions of {self.shown} are not counted: name a solver")

    def sized(self, size: int) -> str:
        """A `size` in words, such as "5 disks"; empty if larger sizes reach nothing new."""
        return ""

    def facts(self) -> Iterator[tuple[str, str]]:
        """The facts that `describe` prints besides the automaton, each with a heading."""
        acceptor = (
            ", a nondeterministic acceptor"
            if self.automaton.is_nondeterministic
            else ", an acceptor"
        )
        yield "kind", self.kind + acceptor * self.automaton.acceptor
        if self.idea:
            yield "idea", self.idea

    def answers(self, *outputs: Sequence[object] | None) -> list[str]:
        """The expected and the actual outputs in words, without their common beginning."""
        known = [answer for answer in outputs if answer is not None]
        rows = zip(*known, strict=False) if len(known) == len(outputs) else ()
        shared = sum(1 for _ in takewhile(lambda row: row[0] == row[-1], rows))
        refused, silent = (
            ("rejection", "acceptance") if self.automaton.acceptor else ("a refusal", "nothing")
        )
        return [
            refused if answer is None else ", ".join(map(str, answer[shared:])) or silent
            for answer in outputs
        ]

    def reading(self, word: Sequence[str]) -> str:
        """Describe the reading of a word."""
        between = ", " if any(" " in event for event in word) else " "
        return f"reading {between.join(word)}" if word else "at the beginning"

    def use(self) -> Use:
        """Its use in generated programs; raises `ExportError` if none can be written."""
        from hanoi_fsm.fsm.codegen.programs import with_events

        return with_events(self)

    def _repr_svg_(self) -> str:
        from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

        return Diagram.of(self)._repr_svg_()

    def __repr__(self) -> str:
        name = shortened(self.shown, 60).strip(chr(39))
        return f"<{type(self).__name__} {name}: {self.automaton.sizes}>"
