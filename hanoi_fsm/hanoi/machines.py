"""The machines that know the puzzle: solvers and pathfinders, which move disks, and readers.

Each kind implements the interface of a machine in terms of disks, pegs and configurations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

from hanoi_fsm.fsm import engines
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import (
    MOST_SHOWN,
    BadInput,
    MachineStopped,
    counted,
    listed,
    one_line,
    shortened,
    window,
)
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, Proof, Verdict, no_progress
from hanoi_fsm.fsm.machine import Begun, Course, Engine, Machine, RunArguments, Start
from hanoi_fsm.fsm.memory import Memory, action
from hanoi_fsm.fsm.notation import Transition, word_text
from hanoi_fsm.fsm.search import BOUND
from hanoi_fsm.fsm.trace import Record, Row, event_rows
from hanoi_fsm.hanoi import formulas, judge
from hanoi_fsm.hanoi.pegs import (
    PAIRS,
    AnyConfiguration,
    Configuration,
    Move,
    Task,
    check_runnable,
    parse_whole,
    whole,
)
from hanoi_fsm.hanoi.rules import (
    LENGTHS,
    between,
    path_length,
    specification,
    tasks_of,
    tried_pairs,
)

if TYPE_CHECKING:
    from hanoi_fsm.fsm.codegen.programs import Use

_Taken = TypeVar("_Taken")
Resume = Callable[[Configuration, int, Task], tuple[str, Memory]]
"""(configuration before a step, the step, the task) to the state and memory that make it next."""

MOST_IDLE = 20
"""A run is given up after this multiple of its `idle_limit`."""
MOST_EXPLORED = 3
"""Up to this many disks all pairs are explored."""
COLUMNS = ("step", "state", "guards", "action", "move", "pegs")
ALL_COLUMNS = (
    "number",
    "step",
    "state",
    "event",
    "guards",
    "action",
    "next",
    *Move._fields,
    "pegs",
)


class PuzzleMachine(Machine):
    """Base of all three kinds."""

    fixed_alphabet: ClassVar[bool] = True
    may_be_partial: ClassVar[str] = ""
    explored_size: ClassVar[int] = 5

    @classmethod
    def from_table(
        cls,
        name: str,
        memory: type[Memory],
        *,
        initial: str,
        final: str | None = None,
        table: str,
        meaning: Callable[[str], str] | None = None,
        acceptor: bool = False,
        **about: Any,  # the other fields of the kind
    ) -> Self:
        """Make the machine of a table; without a `final` state, a word may end in any state.

        In that case it is a reader, and the title names the tape, which readers share. `meaning`
        derives the `meanings` from the names of the states.
        """
        tape = memory.__name__.lower() if final is None else ""
        automaton = Automaton.from_table(
            name, initial=initial, final=final, table=table, memory=tape, acceptor=acceptor
        )
        if meaning is not None:
            about["meanings"] = {state: meaning(state) for state in automaton.states}
        return cls(automaton, memory, **about)


class DiskMover:
    """Base class of everything that moves disks, usually a tower; its size counts the disks."""

    kind: ClassVar[str] = "solver"
    must_end: ClassVar[bool] = True
    unit: ClassVar[str] = "moves"
    pairs: Sequence[tuple[int, int]] = PAIRS
    """The pairs of pegs between which it can move a tower."""

    def sized(self, size: int) -> str:
        return counted(size, "disk")

    def parse(self, words: Sequence[str]) -> RunArguments:
        if len(words) != 1:
            advice = "as in `trace 3`; for other machines, name one as `by=NAME`"
            raise BadInput(f"expected one number of disks, got {len(words)} words: {advice}")
        return (parse_whole(words[0]),)


class DiskMachine(DiskMover, PuzzleMachine):
    """An automaton that moves disks on its only event until it reaches a final state.

    `asks_for` uses the words of `comparing.KNOWLEDGE`.
    """

    def idle_limit(self, disks: int) -> int:
        """The number of events without a move after which a run is watched for a recurrence."""
        return 50 * (disks + 2) * len(self.automaton.states)

    def moves(self, *inputs: object, engine: Engine = None, **options: object) -> Iterator[Move]:
        """Yield only the moves of a run; takes the inputs of `set_up`, raises like `watched`."""
        begun = self.begun(*inputs, **options)
        memory = begun.memory
        return (memory.output for _ in self.taken(begun, engine) if memory.output is not None)

    def watched(self, taken: Iterator[_Taken], begun: Begun) -> Iterator[_Taken]:
        """Yield each item that is `taken` while the run makes progress.

        Raises `MachineStopped` if the machine will never make a move again, and before an event
        that makes one more move than needed; `Undecided` if it makes none for too long.
        """
        _, memory, _, _, most, limit = begun
        idle = made = 0  # moves are counted up: the number left has a bit per disk
        for item in taken:
            output = memory.output
            if output is None:
                idle += 1
                yield item
                if idle == limit:
                    watch = engines.Watch(memory, limit, "move", MOST_IDLE * limit)
                if idle >= limit:
                    watch.after(idle)
            elif made != most:
                made += 1
                idle = 0
                yield item
            else:
                raise MachineStopped(f"one more move than the {most} needed")

    def rows(
        self, records: Iterator[Record], first_step: int = 1, *, full: bool = False
    ) -> Iterator[Row]:
        """Yield one row per event, with the number of the step if it makes a move."""
        step = first_step
        columns = ALL_COLUMNS if full else COLUMNS
        for row in event_rows(records):
            move = cast("Move | None", row["output"])
            more: Row = {"step": None, "move": move, "pegs": row["memory"]}
            if move is not None:
                more |= {"step": step, **(move._asdict() if full else {})}
                step += 1
            yield {name: (row | more).get(name) for name in columns}


RESUME = (
    "resume=... a function of (configuration, step, task) that returns the state and the memory in "
    "which it makes that step next"
)


@dataclass(frozen=True, repr=False)
class Solver(DiskMachine):
    """A machine that moves the disks from one perfect tower to another, as the formula says.

    `memory(configuration, task)` sets it up for a whole task; `resume(configuration, step, task)`
    gives the state and the memory with which it makes `step` next, as when one shift of monks takes
    over from another. The `glued` smallest disks move as the smallest one of two-state does. Raises
    `BadInput` without `resume`.
    """

    _: KW_ONLY
    resume: Resume = None  # type: ignore[assignment]  # None is refused
    glued: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not callable(self.resume):
            raise BadInput(f"a Solver needs {RESUME}")

    def faults(self) -> list[Finding]:
        """The faults of its definition, or the error of setting it up, tried with 2 disks."""
        task, wrong = Task(2), ""
        try:
            self.memory(task.start, task)
            for step in range(1, task.last_step + 1):
                state, _ = self.resume(formulas.configuration(step - 1, task), step, task)
                if state not in self.published.states:
                    wrong = f"resume gives {shortened(state)}, which is not a state"
        except Exception as error:  # whatever a user's code raises
            wrong = (
                f"{one_line(error)}: expected a memory that is derived from TowerMemory and is "
                f"made of (configuration, task), and {RESUME}"
            )
        return [Finding("definition", wrong)] if wrong else super().faults()

    @checked
    def set_up(  # type: ignore[override]  # each kind has its own inputs
        self, disks: int | Task, *, source: int = 0, target: int = 2, start: int = 1
    ) -> Begun:
        """Begin a run whose next step is `start`; a task may replace the number of disks.

        Raises `BadDisks`, `BadPeg`, `BadStep` for a step that the solution does not have, and
        `BadInput` if a drawing of it lacks the state in which it resumes.
        """
        task = disks if isinstance(disks, Task) else Task(disks, source, target)
        if whole(start) == 1:
            state, memory = self.automaton.initial, self.memory(task.start, task)
        else:
            formulas.check_step(start, task, first=1)
            before = formulas.configuration(start - 1, task)
            state, memory = self.resume(before, start, task)
            if state not in self.automaton.states:
                wrong = f"{self.shown} has no state {state!r} to resume in"
                raise BadInput(f"{wrong}: start at step 1")
        left = task.last_step - start + 1
        return Begun(state, memory, None, left, left, self.idle_limit(task.disks))

    def course(self, disks: int, *, source: int = 0, target: int = 2, start: int = 1) -> Course:
        task = Task(disks, source, target)
        subject = f"moves {counted(task.disks, 'disk')} from peg {source} to peg {target}"
        towers, roles = formulas.configuration(start - 1, task), {source: "from", target: "to"}
        right = judge.Tower(task, self, start)
        return Course(subject, right, towers, start - 1, task.last_step, roles)

    def starts_up_to(self, size: int) -> Iterator[Start]:
        for task in tasks_of(range(size + 1)):
            yield Start(
                f"with {task}",
                self.automaton.initial,
                partial(self.memory, task.start, task),
                {"disks": task.disks, "source": task.source, "target": task.target},
                bound=min(BOUND, 1000 + (64 << task.disks) + 2 * len(self.automaton.states)),
                size=task.disks,
            )

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        return judge.conform_solver(self, size, progress)

    def prove(self, progress: Progress = no_progress) -> Proof:
        from hanoi_fsm.hanoi.proofs.solvers import prove

        return prove(self, progress)

    def use(self) -> Use:
        from hanoi_fsm.hanoi.programs import of_solver

        return of_solver(self)

    def counts(self, size: int) -> dict[Transition, int]:
        """Count how often each transition is taken; raise `BadDisks` for too many disks."""
        taken = Counter(self.taken(self.set_up(check_runnable(size))))
        return {row: taken[number] for number, row in enumerate(self.automaton.transitions)}


class Pathfinder(DiskMachine):
    """A machine that moves disks from any configuration to any other, as long as its rule says.

    `memory(start, goal)` sets it up.
    """

    kind: ClassVar[str] = "pathfinder"

    @checked
    def set_up(  # type: ignore[override]  # each kind has its own inputs
        self, start: AnyConfiguration | Task, goal: AnyConfiguration | None = None, /
    ) -> Begun:
        """Begin the path from `start` to `goal`, or from tower to tower of a task.

        Raises `BadConfiguration` if they have different numbers of disks.
        """
        ends = (start.start, start.goal) if isinstance(start, Task) else (start, goal or "")
        start, goal = formulas.check_same_disks(*ends)
        disks, name, memory = len(start), self.published.name, self.memory(start, goal)
        least = path_length(name, start, goal) if name in LENGTHS else 0
        idle = self.idle_limit(disks)
        return Begun(self.automaton.initial, memory, None, least, 2 << disks, idle)

    def starts_up_to(self, size: int) -> Iterator[Start]:
        for start, goal in tried_pairs(min(size, MOST_EXPLORED)):
            yield Start(
                between(start, goal),
                self.automaton.initial,
                partial(self.memory, Configuration(start), Configuration(goal)),
                {"start": start, "goal": goal},
                bound=1000 + (256 << len(start)),
                size=len(start),
            )

    def parse(self, words: Sequence[str]) -> RunArguments:
        if len(words) != 2:
            goes = f"{self.shown} goes from one configuration to another"
            raise BadInput(f"{goes}: give both, got {len(words)}")
        return tuple(words)

    def course(self, start: AnyConfiguration, goal: AnyConfiguration) -> Course:
        path = judge.Path(*formulas.check_same_disks(start, goal), self)
        return Course(f"goes {path.context}", path, path.ends[0])

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        return judge.conform_pathfinder(self, size, progress)

    def use(self) -> Use:
        from hanoi_fsm.hanoi.programs import of_pathfinder

        return of_pathfinder(self)

    def prove(self, progress: Progress = no_progress) -> Proof:
        text = "paths between any two configurations are checked, not proved"
        return Proof(self.shown, Verdict.OPEN, text)


class Tape(Memory):
    """The symbols written so far; each is the output of the event that wrote it.

    With `answers_last`, the answer is the last symbol, otherwise all of them together.
    """

    UNKEYED = ("answers_last", "written")
    answers_last: ClassVar[bool] = False

    def __init__(self) -> None:
        self.written: list[str] = []

    @classmethod
    def symbols(cls) -> dict[str, str]:
        """The output of each of its actions, by the name of the action."""
        tape = cls()
        for name in cls.actions():
            getattr(tape, name)()
        return dict(zip(cls.actions(), tape.written, strict=True))

    def contents(self) -> dict[str, object]:
        return {"tape": window(self.written)}

    def show(self) -> str:
        if self.answers_last:
            return self.written[-1] if self.written else ""
        return "".join(map(str, window(self.written)))


def writes(symbol: str, text: str) -> Callable[[Tape], None]:
    """Make an action that writes a `symbol`; `text` describes it."""

    def write(tape: Tape) -> None:
        tape.written.append(symbol)
        tape.output = symbol

    write.__doc__ = text
    return action(write)


class Digits(Tape):
    """A tape for bits, pegs and the digits of an address."""

    write_0 = writes("0", "write a 0")
    write_1 = writes("1", "write a 1")
    write_2 = writes("2", "write a 2")


class Moves(Tape):
    """A tape for moves, each written as its source and its target; the last one is the answer."""

    answers_last = True

    no_move = writes("none", "answer none: no disk moves")
    move_01 = writes("01", "answer 01: a disk goes from peg 0 to peg 1")
    move_02 = writes("02", "answer 02: a disk goes from peg 0 to peg 2")
    move_10 = writes("10", "answer 10: a disk goes from peg 1 to peg 0")
    move_12 = writes("12", "answer 12: a disk goes from peg 1 to peg 2")
    move_20 = writes("20", "answer 20: a disk goes from peg 2 to peg 0")
    move_21 = writes("21", "answer 21: a disk goes from peg 2 to peg 1")


class Verdicts(Tape):
    """A tape for how often the largest differing disk moves; the last verdict is the answer."""

    answers_last = True

    once = writes("once", "answer once: all shortest paths move the largest differing disk once")
    twice = writes(
        "twice", "answer twice: all shortest paths move the largest differing disk twice"
    )
    tie = writes("tie", "answer tie: moving it once and moving it twice are equally short")


@dataclass(frozen=True, repr=False)
class Reader(PuzzleMachine):
    """A Mealy machine: it reads a word, one event per symbol, and writes an answer.

    `reads` describes the word, and `task` the tasks for which it answers. `begins` maps the pegs of
    each task other than 0 -> 2 to the initial state of the `reference`. A word that does not end in
    a final state is refused. `empty_word_answer` is the answer to the empty word. A reader with
    `pairs_of` compares two configurations and takes these as well. `derive` yields the figures from
    which each of its answers to a word follows.
    """

    memory: type[Tape]
    _: KW_ONLY
    reads: str
    task: str = "the task 0 -> 2"
    begins: Mapping[tuple[int, int], str] = field(default_factory=dict)
    pairs_of: Callable[[AnyConfiguration, AnyConfiguration], Iterator[str]] | None = None
    empty_word_answer: str = ""
    derive: Callable[[Sequence[str]], Iterator[Row]] | None = None

    kind: ClassVar[str] = "reader"
    how_to_specify: ClassVar[str] = (
        "nothing says what is right: add its rule to hanoi_fsm/hanoi/rules.py"
    )
    unit: ClassVar[str] = "symbols"

    @property
    def outputs(self) -> Mapping[str, str]:
        return self.memory.symbols()

    @property
    def tasks(self) -> list[tuple[int, int]]:
        """The tasks for which it has an initial state, as pairs of pegs, 0 -> 2 first."""
        return [PAIRS[0], *(pair for pair in PAIRS[1:] if pair in self.begins)]

    def state_for(self, source: int, target: int) -> str:
        """The initial state for a task; `BadInput` if it has none."""
        Task(0, source, target)  # refuses invalid pegs
        states = {**self.begins, PAIRS[0]: self.automaton.initial}
        if (source, target) not in states:
            advice = "choose one of them" if self.tasks[1:] else "leave out `source=` and `target=`"
            wrong = f"{self.shown} has no start for {source} -> {target}"
            raise BadInput(f"{wrong}, only for {self.task}: {advice}")
        return states[source, target]

    def symbols(self, word: AnyConfiguration, goal: AnyConfiguration | None = None) -> list[str]:
        """Split a `word`, perhaps at blanks and commas, or pair the symbols of two configurations.

        Raises `BadInput` for a symbol that it does not read, and for two words if it reads only
        one; `BadConfiguration` for different numbers of disks.
        """
        if goal is not None:
            if self.pairs_of is None:
                raise BadInput(f"{self.shown} reads one word, got two: put them together")
            return list(self.pairs_of(word, goal))
        if not isinstance(word, str | Configuration):
            raise BadInput(f"{self.shown} reads a word, got {shortened(word)}: give a string")
        events = self.alphabet
        width = max(1, len(events[0])) if events else 1
        text = "".join(str(word).replace(",", " ").split())
        parts = list(text)
        if width > 1:
            parts = [text[at : at + width] for at in range(0, len(text), width)]
        if not frozenset(events).issuperset(parts):
            place, symbol = next(part for part in enumerate(parts, 1) if part[1] not in events)
            raise BadInput(
                f"{self.shown} cannot read {shortened(word)}: symbol {place} is "
                f"{shortened(symbol)}, expected one of {listed(events)}"
            )
        return parts

    @checked
    def set_up(  # type: ignore[override]  # each kind has its own inputs
        self,
        word: str | Configuration,
        goal: AnyConfiguration | None = None,
        *,
        source: int = 0,
        target: int = 2,
    ) -> Begun:
        """Begin a run that reads a `word`, or the pairs of two configurations.

        Raises `BadInput` for an unknown symbol, and for a task without an initial state.
        """
        symbols = self.symbols(word, goal)
        return Begun(self.state_for(source, target), self.memory(), symbols, len(symbols))

    def starts_up_to(self, size: int) -> Iterator[Start]:
        read = self.published
        is_drawn = self.automaton is not read  # all its states can be reached from the first start
        longest = None
        for source, target in self.tasks[: 1 if is_drawn else None]:
            name, state = f"from {source} to {target}", self.state_for(source, target)
            right = specification(read.name, read.events, source, target)
            yield Start(name, state, self.memory, {"begin": name}, right, longest)
            longest = 5  # short words suffice for other tasks

    def course(
        self,
        word: AnyConfiguration,
        goal: AnyConfiguration | None = None,
        *,
        source: int = 0,
        target: int = 2,
    ) -> Course:
        begin = f"from {source} to {target}"
        return super().course(*self.symbols(word, goal), begin=begin)

    def parse(self, words: Sequence[str]) -> RunArguments:
        """Parse a word, whose symbols may be separate arguments, or two configurations."""
        parts = words[0].split() if len(words) == 1 else words
        is_pair = self.pairs_of is not None and len(parts) == 2
        return tuple(parts) if is_pair else (" ".join(words),)

    def rows(
        self, records: Iterator[Record], first_step: int = 1, *, full: bool = False
    ) -> Iterator[Row]:
        for record in records:
            yield {
                "number": record.number,
                "symbol": record.event,
                "state": record.state,
                "writes": record.output,
                "next": record.next_state,
                "answer": record.view,
            }

    def derivation(self, *inputs: object, **options: object) -> Iterator[Row]:
        symbols = [*(self.begun(*inputs, **options).events or ())]
        if self.derive is None or len(symbols) > MOST_SHOWN:  # the figures grow with it
            return repeat({})
        return self.derive(symbols)

    def facts(self) -> Iterator[tuple[str, str]]:
        yield "kind", "reader (a Mealy machine)"
        yield "idea", self.idea
        yield "reads", self.reads
        yield "answers for", self.task

    def prove(self, progress: Progress = no_progress) -> Proof:
        from hanoi_fsm.hanoi.proofs.readers import prove

        return prove(self, progress)

    def use(self) -> Use:
        from hanoi_fsm.hanoi.programs import of_reader

        return of_reader(self)

    def reading(self, word: Sequence[str]) -> str:
        return f"reading {word_text(word) or 'the empty word'}"
