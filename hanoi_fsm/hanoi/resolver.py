"""Resolve a caller's names, files and values to machines that can be run, checked and drawn.

A name stands for an automaton or a plain solver of this package, a diagram or JSON file, `-` for
standard input, or `FILE.py:NAME`, which runs that file (`FILE.py` if it has one machine). A file of
data never runs code: its guards and actions are looked up in the memory that its title names, or in
MEMORY if its name is followed by `@MEMORY`: an automaton of this package, or FILE.py:NAME.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import replace
from types import FunctionType
from typing import TYPE_CHECKING, TypeVar, cast

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    TextError,
    UnknownName,
    cut,
    near,
    one_line,
    shortened,
)
from hanoi_fsm.fsm.files import DIAGRAM
from hanoi_fsm.fsm.machine import Machine, Subject, fresh
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.pegs import check_runnable

if TYPE_CHECKING:
    from collections.abc import Callable

    import transitions

    from hanoi_fsm.fsm.diagrams.drawing import Drawing
    from hanoi_fsm.fsm.memory import Memory
    from hanoi_fsm.hanoi.machines import Pathfinder, Solver
    from hanoi_fsm.hanoi.plain import Source

_Subject = TypeVar("_Subject", bound=Subject)

FILES = (".dot", ".gv", ".mmd", ".md", ".json", ".jff", ".puml", ".scxml")
"""The suffixes of the files that an automaton is read from, in any letter case."""

STANDARD_INPUT = "-"
"""The name of a text that comes from standard input."""

PLAIN_NAMES = ("recursion", "four-step", "formula", "hbits", "itinerary")


def names() -> list[str]:
    """All names of this package: automata, then plain solvers."""
    return [*automata.names(), *PLAIN_NAMES]


def is_name(text: str) -> bool:
    """Return whether a text is a name of this package, including those that `names` omits."""
    return text in PLAIN_NAMES or automata.knows(text)


def resolve(subject: object) -> Subject:
    """Resolve a name, a path or a value to a machine or source, whose definition may have faults.

    Raises `UnknownName`, `BadInput`, and for files `DotError`, `JsonError`, `LoadError` and
    `OSError`.
    """
    if not isinstance(subject, str | os.PathLike):
        return _adopted(subject)
    name = os.fspath(subject)
    if is_data(name):
        return drawn(name)
    if is_python(name):
        from hanoi_fsm.fsm.load import load

        return _adopted(_made(load(name)), name)
    if name in PLAIN_NAMES:
        from hanoi_fsm.hanoi.plain import PLAIN

        return PLAIN[name]
    if not automata.knows(name):
        raise _unknown(name)
    return automata.get(name)


def machine_of(subject: object) -> Machine:
    """The machine that a name, a path or a value stands for.

    It raises the errors of `resolve`, and `UnknownName` for another kind; so do the next two.
    """
    resolved = resolve(subject)
    if resolved.machine is None:
        what = f"{resolved.shown} is a {resolved.family}, which is not an automaton"
        raise UnknownName(f"{what}: `check`, `equal`, `solve`, `trace` and `compare` take it")
    return resolved.machine


def solver_of(subject: object) -> Solver | Source:
    """The solver that a subject stands for: a machine, a formula, a program or a function."""
    return cast("Solver | Source", _of_kind("solver", subject))


def pathfinder_of(subject: object) -> Pathfinder:
    """The pathfinder that a subject stands for."""
    return cast("Pathfinder", _of_kind("pathfinder", subject))


def _of_kind(kind: str, subject: object) -> Subject:
    resolved = resolve(subject)
    if resolved.kind != kind:
        ours = [*automata.SOLVERS, *PLAIN_NAMES] if kind == "solver" else automata.PATHFINDERS
        choice = f'choose from {", ".join(ours)}, or a drawing with the title "NAME over MEMORY"'
        if isinstance(resolved, Machine) and resolved.no_memory:
            choice = resolved.no_memory
        raise UnknownName(f"{resolved.shown} is not a {kind}: {choice}")
    return resolved


def sound(subject: _Subject) -> _Subject:
    """Return the subject; raise `DefinitionError` with a line per fault of its definition."""
    if faults := subject.faults():
        raise DefinitionError(subject.shown, [str(fault) for fault in faults])
    return subject


def find(
    subject: object,
    *,
    initial: str = "",
    labels: str = "",
    acceptor: bool = False,
    run: bool = False,
) -> Machine:
    """The machine that a name, a path or a value stands for, with a sound definition.

    For a diagram that leaves it open, `initial` names the state where runs begin; `labels` says
    whether labels are "events" as they stand, or in the "notation"; `acceptor` declares it to be
    one. A machine of `transitions` is `run`, not only read. Raises the errors of `machine_of` and
    `sound`, and `UnknownName` for an unknown state.
    """
    if not (initial or labels or acceptor or run):
        return sound(machine_of(subject))
    from hanoi_fsm.fsm.read import OPTIONS
    from hanoi_fsm.fsm.read.sketch import Reading

    token = OPTIONS.set(Reading(initial, labels, acceptor=acceptor, run=run))
    try:
        return sound(machine_of(subject))
    finally:
        OPTIONS.reset(token)


def parted(name: str) -> tuple[str, str | None]:
    """Split a name into a file, a folder or `-`, and the memory after its last `@`, if any.

    >>> parted("lamp.dot@lamp.py:Lamp"), parted("a@b.dot")
    (('lamp.dot', 'lamp.py:Lamp'), ('a@b.dot', None))
    """
    if match := DIAGRAM.fullmatch(name):
        return match["name"], match["memory"]
    before, at, memory = name.rpartition("@")
    is_dir = os.path.isdir  # pathlib is slow to import
    return (before, memory) if at and is_dir(before) and not is_dir(name) else (name, None)


def is_data(name: str) -> bool:
    """Return whether `name` names a file of data or standard input, by its extension."""
    return DIAGRAM.fullmatch(name) is not None


def is_standard_input(file: str) -> bool:
    """Return whether it is standard input, or a numbered diagram in its Markdown text."""
    return file.partition("#")[0] == STANDARD_INPUT


def diagrams(name: str) -> list[str]:
    """The names of the diagrams in a file of data, each by its number if there are several."""
    file, memory = parted(name)
    if "#" in file or is_standard_input(file) or not is_data(file):
        return [name]
    from hanoi_fsm.fsm.read import diagrams_in

    return [diagram if memory is None else f"{diagram}@{memory}" for diagram in diagrams_in(file)]


def _unknown(name: str) -> BadInput:
    if os.path.exists(name):  # noqa: PTH110  # a name of any length
        endings = ", ".join(FILES)
        expected = f"name a file that ends in {endings}, or FILE.py:NAME"
        return BadInput(f"{shortened(name)} is not a diagram by its extension: {expected}")
    return automata.unknown("automaton, formula or file", name, names())


def is_python(name: str) -> bool:
    """Return whether `name` refers to a Python file, correctly or not."""
    return ".py:" in name or name.endswith(".py")


def _adopted(value: object, name: str = "") -> Subject:
    """Convert a caller's `value` to a machine or source; `name` is its origin.

    An `Automaton` gets the memory that it names, if any; a `Machine` of the `transitions` library
    is converted, also one that an object has as an attribute; a function is a solver, from a number
    of disks to moves.
    """
    value = _converted(value)
    if isinstance(value, Machine):
        return replace(value, origin=name or value.origin)
    if isinstance(value, Automaton):
        return replace(_over_its_memory(value), origin=name)
    from hanoi_fsm.hanoi.functions import source_of
    from hanoi_fsm.hanoi.plain import Source

    if isinstance(value, Source):
        return value
    if callable(value) and not isinstance(value, type):
        return source_of(value, name)
    raise BadInput(
        f"{name or 'this'} is {shortened(value)}: expected a Machine, an Automaton, a Machine of "
        "transitions, or a function of the number of disks"
    )


def _converted(value: object) -> object:
    """Convert a machine of the `transitions` library; return any other value as it is."""
    machine = library_machine(value)
    if machine is None:
        return value
    from hanoi_fsm.fsm.read import OPTIONS

    return Machine.from_transitions(machine, run=OPTIONS.get().run)


def library_machine(value: object) -> transitions.Machine | None:
    """The machine of the `transitions` library that a value is or stands for.

    An object stands for the machine among its attributes, and a model for its machine.
    """
    library = sys.modules.get("transitions")  # not loaded: then nothing can be one of its machines
    if library is None:
        return None
    having = dict(getattr(value, "__dict__", {}))
    if isinstance(value, library.Machine) and "events" in having:  # it has been set up
        having = {"": value}
    trigger = getattr(having.get("trigger"), "func", None)  # a method of the machine
    having.setdefault("machine", getattr(trigger, "__self__", None))
    machines = {name: part for name, part in having.items() if isinstance(part, library.Machine)}
    if len({id(machine) for machine in machines.values()}) > 1:
        names = " and ".join(f"NAME.{name}" for name in machines)
        raise BadInput(f"{shortened(value)} has several machines: name one of them, {names}")
    found = next(iter(machines.values()), None)
    return cast("transitions.Machine | None", found)


def _made(value: object) -> object:
    """Call a class or function that may make a machine of `transitions`; return other values."""
    if not isinstance(value, type | FunctionType) or "transitions" not in sys.modules:
        return value
    from hanoi_fsm.hanoi.functions import parameters_of

    if isinstance(value, FunctionType):
        parameters = parameters_of(value).values()
        if any(parameter.default is parameter.empty for parameter in parameters):
            return value
        if parameters:  # a solver may have a number of disks as its default
            with suppress(Exception):
                made = value()
                return value if library_machine(made) is None else made
            return value
    try:
        return value()
    except Exception as error:
        expected = "expected a class or function that needs no arguments"
        raise BadInput(f"{value.__name__}() raised {one_line(error)}: {expected}") from error


def _over_its_memory(automaton: Automaton) -> Machine:
    """Make an automaton a version of the machine that its title names.

    That machine has the name of its memory, or its own name if the memory is a reader's tape. Any
    other automaton has no memory: its guards are inputs, and its actions output their names.
    """
    name, memory = automaton.name, automaton.memory
    needs_none = automaton.outputs and not automaton.guards
    if automata.knows(memory) and not needs_none:
        return automata.get(memory).with_automaton(automaton)
    if name in automata.READERS and memory == automata.get(name).automaton.memory:
        return automata.get(name).with_automaton(automaton)
    advice = (
        f"{shortened(automaton.title)} names no known memory: {near(memory, automata.names())}; "
        'write the title as "NAME over MEMORY" (in JSON "memory": "MEMORY"), or name a memory of '
        "your own after the file, as FILE@MEMORY"
    )
    return Machine(automaton, no_memory="" if memory == name else advice)


def drawn(name: str, given: Machine | None = None) -> Machine:
    """The machine in the file of a diagram, as a version of a `given` one if there is one.

    In that case its title does not matter.
    """
    file, memory = parted(name)
    try:
        drawing = _read(file, is_strict=given is not None or memory is not None)
        if given is not None:
            automaton = replace(drawing.automaton, memory=given.automaton.memory)
            machine = given.with_automaton(automaton)
        elif memory is None:
            machine = _over_its_memory(drawing.automaton)
        else:
            machine = _over_own_memory(drawing.automaton, memory)
    except (TextError, UnknownName) as error:
        error.args = (f"{cut(file, 60)}: {error}",)  # which of several files it is
        raise
    machine = replace(
        machine,
        origin=name,
        lines=drawing.lines,
        partial=machine.partial or drawing.partial,
        together=drawing.together or machine.together,
        meanings={**machine.meanings, **drawing.meanings},
        keys=drawing.keys,
        assumptions=drawing.assumptions,
        layout=drawing.layout or machine.layout,
    )
    if machine.name != machine.published.name:  # only its memory is known
        about = f"a machine of your own over the memory of {machine.automaton.memory}"
        machine = replace(machine, summary=about, idea="", see="")
    return machine


def _over_own_memory(automaton: Automaton, name: str) -> Machine:
    if automata.knows(name):
        return automata.get(name).with_automaton(replace(automaton, memory=name))
    check_memory(name)
    from hanoi_fsm.fsm.load import load

    value = _converted(load(name))
    if isinstance(value, Machine):
        return value.with_automaton(automaton)
    try:
        machine = Machine(automaton, cast("Callable[..., Memory]", value))  # Machine checks it
        fresh(machine.memory)
    except BadInput as error:
        raise BadInput(f"@{name}: {error}; or a Machine") from error
    return machine


def check_memory(name: str) -> None:
    """Raise `UnknownName` unless `name` may be the name of a memory."""
    if not automata.knows(name) and not is_python(name):
        raise automata.unknown("memory", name, automata.names())


def _read(file: str, *, is_strict: bool) -> Drawing:
    """Read the definition in a file of data, or on standard input.

    `is_strict` is meant for a memory that is named, or is one of this package: then anything that
    the drawing leaves open is an error.
    """
    from hanoi_fsm.fsm.read import MOST_BYTES, OPTIONS, STRICTLY, read

    reading = STRICTLY if is_strict else OPTIONS.get()
    if reading.known is None:
        reading = reading._replace(known=automata.knows)
    if not is_standard_input(file):
        return read(file, reading)
    if sys.stdin is None:
        raise BadInput("standard input is closed: name a file in place of `-`")
    return read(file, reading, sys.stdin.buffer.read(MOST_BYTES + 1))  # one too many is refused


def runnable(subject: Subject, size: int) -> int:
    """Return the `size` if a machine can be run up to it; raise `BadInput` otherwise."""
    if subject.sized(1):
        return check_runnable(size)
    if size < 0:
        raise BadInput(f"invalid size {shortened(size)}: expected 0, 1, 2, ...")
    return size
