"""Machines: an automaton of the registry, or one that a file shows, ready to be started.

A machine is found by name; it sets up the memory, hands it to the engine, and yields the trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, DefinitionError, MachineStopped, UnknownName, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.pegs import Configuration, check_task, is_whole

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.dot_reader import Drawing

FILES = (".dot", ".json")
"""How the names of files end that an automaton is read from."""

Lines = Mapping[Transition | str, int]
"""The line of a transition, or of a state by its name, in the file of a diagram."""

PLAIN = ["recursion", *formulas.FAMILIES]
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
        before = formulas.configuration(step - 1, disks, source, target)
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
        from hanoi_fsm.fsm.engines.pytransitions import run

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
        from hanoi_fsm.fsm.engines.pytransitions import run

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
        from hanoi_fsm.fsm.engines.pytransitions import run

        formulas.check_same_disks(start, goal)
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
        formulas.check_step(step, disks, first=1)


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
        from hanoi_fsm.fsm.formats import read_json_file

        return read_json_file(file)
    from hanoi_fsm.fsm.diagrams.dot_reader import read_file

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


def find_pathfinder(name: str) -> PathMachine:
    """The pathfinder of that name or in that file; raises as `find` does."""
    if not name.endswith(FILES) and name not in automata.PATHFINDERS:
        raise UnknownName.among("pathfinder", name, list(automata.PATHFINDERS))
    machine = find(name)
    if not isinstance(machine, PathMachine):
        raise UnknownName(f"{name} shows no pathfinder: give one whose memory is that of one")
    return machine
