"""Solve the puzzle by any name: an automaton, a formula, or a file that shows an automaton."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice, product
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hanoi_fsm import automata, formula
from hanoi_fsm.automaton import Automaton, Memory, Record, Trace, Transition, faults, outputs
from hanoi_fsm.errors import (
    BadDisks,
    BadInput,
    BadStep,
    DefinitionError,
    MachineStopped,
    UnknownName,
    shortened,
)
from hanoi_fsm.puzzle import Configuration, Move, check_disks, check_task, is_whole
from hanoi_fsm.recursion import recursion

if TYPE_CHECKING:
    from hanoi_fsm.diagrams import Drawing

FILES = (".dot", ".json")
"""How the names of files end that an automaton is read from."""

_Item = TypeVar("_Item")
Lines = Mapping[Transition | str, int]
"""The line of a transition, or of a state by its name, in the file of a diagram."""

FORMULAS = list(formula.FAMILIES)
PLAIN = ["recursion", *FORMULAS]
"""The solvers that are no automata."""


@dataclass(frozen=True)
class Machine:
    """A solver, ready to be started; `origin` is its name, or the file that it was read from."""

    solver: automata.Solver
    origin: str
    lines: Lines = field(default_factory=dict)

    @property
    def automaton(self) -> Automaton:
        """Its definition."""
        return self.solver.automaton

    def set_up(
        self, disks: int, source: int = 0, target: int = 2, step: int = 1
    ) -> tuple[str, Memory]:
        """The state and the memory with which it makes `step` next.

        At a later step than the first it is set up from the configuration before that step, as
        when one shift of monks takes over from another.
        """
        before = formula.configuration(step - 1, disks, source, target)
        if step == 1:
            return self.automaton.initial, self.solver.memory(before, source, target)
        state, memory = self.solver.take_up(before, step, source, target)
        if state not in self.automaton.states:
            raise BadInput(f"{self.origin} has no state {state!r} to take up in: start at step 1")
        return state, memory

    def run(
        self,
        disks: int,
        source: int = 0,
        target: int = 2,
        step: int = 1,
        views: bool = False,
    ) -> Iterator[Record]:
        """The trace of a run that begins with `step`; arguments are checked at the call."""
        from hanoi_fsm.engines.library import run

        check_task(disks, source, target)
        check_start(step, disks)
        state, memory = self.set_up(disks, source, target, step)
        records = run(self.automaton, memory, state=state, views=views)
        return moving(records, self.patience(disks))

    def patience(self, disks: int) -> int:
        """So many events in a row without a move are too many: the machine goes in circles."""
        return 100 * (disks + 2) * len(self.automaton.states)


@dataclass(frozen=True)
class ReaderMachine:
    """A reader, ready to read a word."""

    reader: automata.Reader
    origin: str
    lines: Lines = field(default_factory=dict)

    @property
    def automaton(self) -> Automaton:
        """Its definition."""
        return self.reader.automaton

    def read(
        self, word: str, source: int = 0, target: int = 2, views: bool = False
    ) -> Iterator[Record]:
        """The trace of reading a `word`, a record a symbol.

        Raises `BadInput` at the call for a word that is not of its symbols, and `MachineStopped`
        at a symbol that its state does not take.
        """
        from hanoi_fsm.engines.library import run

        check_task(0, source, target)
        symbols = self.reader.symbols(word)
        state = self.reader.state_for(source, target)
        return run(self.automaton, self.reader.memory(), symbols, state=state, views=views)


@dataclass(frozen=True)
class PathMachine:
    """A pathfinder, ready to go from one configuration to another."""

    pathfinder: automata.Pathfinder
    origin: str
    lines: Lines = field(default_factory=dict)

    @property
    def automaton(self) -> Automaton:
        """Its definition."""
        return self.pathfinder.automaton

    def go(
        self, start: Configuration, goal: Configuration, views: bool = False
    ) -> Iterator[Record]:
        """The trace of the way from `start` to `goal`.

        Raises `BadConfiguration` at the call where they have different numbers of disks.
        """
        from hanoi_fsm.engines.library import run

        formula.check_same_disks(start, goal)
        records = run(self.automaton, self.pathfinder.memory(start, goal), views=views)
        return moving(records, 100 * (len(start) + 2) * len(self.automaton.states))


AnyMachine = Machine | ReaderMachine | PathMachine


def subject_of(machine: AnyMachine) -> automata.Subject:
    """The entry of the registry that a machine was made of."""
    if isinstance(machine, Machine):
        return machine.solver
    return machine.reader if isinstance(machine, ReaderMachine) else machine.pathfinder


def moving(trace: Iterable[Record], patience: int) -> Iterator[Record]:
    """The records of a `trace`; `MachineStopped` after `patience` of them without a move."""
    idle = 0
    for record in trace:
        idle = 0 if record.output is not None else idle + 1
        yield record
        if idle >= patience:
            raise MachineStopped(f"no move in {patience} events: the machine goes in circles")


def check_start(step: int, disks: int) -> None:
    """Raise `BadStep` unless a run can begin with `step`: 1, or any step that the solution has."""
    if not is_whole(step) or step != 1:
        formula.check_step(step, disks, first=1)


def find(name: str) -> AnyMachine:
    """The machine of that `name`, or the one that a file shows whose `name` ends as `FILES` do.

    Raises `UnknownName`, and for a file `DotError` or `JsonError`, `DefinitionError` with the lines
    of its faults where it is not a sound definition, and `OSError`.
    """
    machine = find_unchecked(name)
    found = faults_of(machine)
    if found:
        raise DefinitionError(machine.automaton.name, found)
    return machine


def find_unchecked(name: str) -> AnyMachine:
    """What `find` finds, also where the definition in a file has faults."""
    if not name.endswith(FILES):
        return _machine(automata.get(name), name, {})
    drawing = _drawing(Path(name))
    subject = _subject_of(drawing.automaton)
    return _machine(replace(subject, automaton=drawing.automaton), name, drawing.lines)


def faults_of(machine: AnyMachine) -> list[str]:
    """The faults of a machine's definition, each with its line."""
    return [
        f"line {machine.lines[fault.about]}: {fault.text}"
        if fault.about is not None and fault.about in machine.lines
        else fault.text
        for fault in faults(machine.automaton, subject_of(machine).memory)
    ]


def _drawing(file: Path) -> Drawing:
    if file.suffix == ".json":
        from hanoi_fsm.exports import read_json_file

        return read_json_file(file)
    from hanoi_fsm.diagrams import read_file

    return read_file(file)


def _machine(subject: automata.Subject, origin: str, lines: Lines) -> AnyMachine:
    if isinstance(subject, automata.Solver):
        return Machine(subject, origin, lines)
    if isinstance(subject, automata.Reader):
        return ReaderMachine(subject, origin, lines)
    return PathMachine(subject, origin, lines)


def _subject_of(automaton: Automaton) -> automata.Subject:
    """What a drawn automaton is a version of: the one whose memory, or name, its title has."""
    if automaton.memory in (*automata.SOLVERS, *automata.PATHFINDERS):
        return automata.get(automaton.memory)
    if automaton.name in automata.READERS:
        return automata.get(automaton.name)
    known = ", ".join([*automata.SOLVERS, *automata.PATHFINDERS])
    raise UnknownName(
        f"the title of the diagram names no known memory ({shortened(automaton.title)}): write "
        f'label="NAME over MEMORY" (in JSON "memory": "MEMORY") with one of {known}; '
        "a reader keeps its own title"
    )


def find_solver(name: str) -> Machine:
    """The solver of that name or in that file; raises as `find` does."""
    if not name.endswith(FILES) and name not in automata.SOLVERS:
        raise UnknownName.among("solver", name, [*automata.SOLVERS, *PLAIN])
    machine = find(name)
    if not isinstance(machine, Machine):
        raise UnknownName(f"{name} shows no solver: give one whose memory is that of a solver")
    return machine


def solve(
    disks: int,
    by: str = "two-storey",
    source: int = 0,
    target: int = 2,
    *,
    start: int = 1,
    count: int | None = None,
) -> Iterator[Move]:
    """The moves that bring `disks` disks from `source` to `target`, one after the other.

    `by` names an automaton, a formula, the plain `recursion` or a file; `start` is the first
    step that is wanted and `count` how many (all of them unless told). Memory does not grow with
    the number of moves. Raises `UnknownName`, `BadDisks`, `BadPeg` and `BadStep` at the call.

    >>> [str(move) for move in solve(2)]
    ['disk 1: 0 -> 1', 'disk 2: 0 -> 2', 'disk 1: 1 -> 2']
    >>> next(solve(64, start=10**18))
    Move(disk=19, source=0, target=1)
    """
    check_task(disks, source, target)
    check_start(start, disks)
    check_count(count)
    if by in formula.FAMILIES:
        stop = formula.last_step(disks) + 1
        if count is not None:
            stop = min(stop, start + count)
        return formula.moves(start, stop, disks, source, target, formula.FAMILIES[by])
    moves: Iterator[Move]
    if by == "recursion":
        if start > 1:
            raise BadStep(
                "the recursion cannot begin in the middle: leave out the start, or take call-stack"
            )
        moves = recursion(disks, source, target)
    else:
        moves = outputs(find_solver(by).run(disks, source, target, start))
    return first(moves, count)


def trace(disks: int, by: str = "two-storey", source: int = 0, target: int = 2) -> Trace:
    """The whole run of a solver, kept: a list of records that shows itself as a table.

    >>> print(trace(1))
    1. dismantle -> base : step [!built] / carry  (disk 1: 0 -> 2)
    2. base -> done : step [built]
    """
    return Trace(find_solver(by).run(disks, source, target, views=True))


def check_count(count: int | None) -> None:
    """Raise `BadStep` unless `count` is a whole number from 0 on, or None for all."""
    if count is not None and (not is_whole(count) or count < 0):
        raise BadStep(f"the count is {shortened(count)}: give a whole number from 0 on")


def first(items: Iterator[_Item], count: int | None) -> Iterator[_Item]:
    """At most the first `count` of the `items`, however large `count` is; all of them for None."""
    check_count(count)
    return islice(items, count) if count is not None and count < 1 << 62 else items


def counts(
    machine: AnyMachine, disks: int, source: int = 0, target: int = 2
) -> dict[Transition, int]:
    """How often each transition is taken, those that never are included.

    Of a solver in one run; of a reader by all words of `disks` symbols; of a pathfinder between all
    pairs of configurations, for at most 3 disks (`BadDisks`).

    >>> sum(counts(find("two-storey"), disks=6).values())
    64
    >>> sum(counts(find("distance-reader"), disks=2).values())
    18
    """
    if isinstance(machine, ReaderMachine):
        return counts_of_words(machine.automaton, disks)
    if isinstance(machine, Machine):
        records = machine.run(disks, source, target)
    else:
        records = chain.from_iterable(machine.go(*ends) for ends in all_pairs(disks))
    passed = Counter(record.transition for record in records)
    return {row: passed[row] for row in machine.automaton.transitions}


def counts_of_words(automaton: Automaton, length: int) -> dict[Transition, int]:
    """How often each transition is taken while all words of one length are read, one by one.

    They are not read: how many words are in which state is carried from symbol to symbol.
    """
    check_disks(length)
    letters = len(automaton.events)
    words = {automaton.initial: letters**length}
    passed: dict[Transition, int] = dict.fromkeys(automaton.transitions, 0)
    for _ in range(length):
        after: Counter[str] = Counter()
        for row in automaton.transitions:
            share = words.get(row.source, 0) // letters
            passed[row] += share
            after[row.target] += share
        words = after
    return passed


def all_pairs(disks: int) -> Iterator[tuple[Configuration, Configuration]]:
    """Every pair of configurations; `BadDisks` beyond 3 disks, where there are too many."""
    check_disks(disks)
    if disks > 3:
        raise BadDisks(f"{disks} disks have {9 ** min(disks, 9)} pairs or more: give at most 3")
    words = [Configuration(word) for word in product((0, 1, 2), repeat=disks)]
    return product(words, words)


def closed_counts(machine: AnyMachine, disks: int) -> Mapping[Transition, int]:
    """How often each transition must be taken, by a formula; nothing where none is known.

    It is known of the automata of this package. A diagram that bears the title of one is held to
    it, as far as their transitions are the same; one with a name of its own is not.
    """
    if not isinstance(machine, Machine) or machine.solver.closed_counts is None:
        return {}
    if machine.automaton.name != machine.automaton.memory:
        return {}
    rows = set(machine.automaton.transitions)
    known = machine.solver.closed_counts(disks)
    return {row: count for row, count in known.items() if row in rows}


def configuration(step: int, disks: int, source: int = 0, target: int = 2) -> Configuration:
    """Where the disks stand after `step` steps, 0 .. 2**disks - 1; see `formula.configuration`.

    >>> print(configuration(15, disks=4))
    2222
    """
    return formula.configuration(step, disks, source, target)


def path(start: Configuration, goal: Configuration, by: str = "shortest") -> Iterator[Move]:
    """The moves from one configuration to another, by `shortest` or `any-to-any`.

    Raises `UnknownName` and `BadConfiguration` at the call.

    >>> goal = Configuration("011")
    >>> [len(list(path(Configuration("100"), goal, by))) for by in ("shortest", "any-to-any")]
    [5, 7]
    """
    return outputs(find_pathfinder(by).go(start, goal))


def find_pathfinder(name: str) -> PathMachine:
    """The pathfinder of that name or in that file; raises as `find` does."""
    if not name.endswith(FILES) and name not in automata.PATHFINDERS:
        raise UnknownName.among("pathfinder", name, list(automata.PATHFINDERS))
    machine = find(name)
    if not isinstance(machine, PathMachine):
        raise UnknownName(f"{name} shows no pathfinder: give one whose memory is that of one")
    return machine
