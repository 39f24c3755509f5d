"""Names, files and values of a caller as something that can be run, checked and drawn.

A name is that of an automaton or a plain solver of this package, a DOT or JSON file, or
`FILE.py:NAME`, which runs that file. A file of data never runs code: its guards and actions are
looked up in the memory that its title names, or in one that the caller names besides.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, DefinitionError, UnknownName, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.start import fresh
from hanoi_fsm.hanoi import automata

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.drawing import Drawing
    from hanoi_fsm.hanoi.checking.user_solvers import UserSolver
    from hanoi_fsm.hanoi.plain import PlainSolver

FILES = (".dot", ".json")
"""The suffixes of the files that an automaton is read from."""

PLAIN_NAMES = ("recursion", "formula", "hbits", "itinerary")


def names() -> list[str]:
    """All names of this package: automata, then plain solvers."""
    return [*automata.names(), *PLAIN_NAMES]


def resolve(subject: Any, *, memory: str | None = None) -> Machine | PlainSolver | UserSolver:
    """The machine, plain solver or function that a name, a path or a value stands for.

    Machines may have a faulty definition; see `find`. Raises `UnknownName`, `BadInput`, and for
    files `DotError`, `JsonError`, `LoadError` and `OSError`.
    """
    name = os.fspath(subject) if isinstance(subject, str | os.PathLike) else ""
    if name.endswith(FILES):
        return _drawn(name, memory)
    if memory is not None:
        raise BadInput(f"--memory is for a DOT or JSON file, not for {shortened(subject)}")
    if not isinstance(subject, str | os.PathLike):
        return adopt(subject)
    if is_python(name):
        from hanoi_fsm.fsm.loading import load

        return adopt(load(name), name)
    if name in PLAIN_NAMES:
        from hanoi_fsm.hanoi.plain import PLAIN

        return PLAIN[name]
    if name not in automata.names():
        raise UnknownName.among("automaton or formula", name, names())
    return automata.get(name)


def find(subject: Any, *, memory: str | None = None) -> Machine:
    """The machine that a name, a path or a value stands for, with a sound definition.

    Raises as `resolve` does, `UnknownName` for what is not a machine, and `DefinitionError` with
    the lines of its faults.
    """
    machine = find_unchecked(subject, memory=memory)
    found = machine.faults()
    if found:
        raise DefinitionError(machine.name, [str(fault) for fault in found])
    return machine


def find_unchecked(subject: Any, *, memory: str | None = None) -> Machine:
    """What `find` returns, but the definition may have faults."""
    machine = resolve(subject, memory=memory)
    if not isinstance(machine, Machine):
        known = ", ".join([*automata.names(), "a DOT or JSON file", "FILE.py:NAME"])
        raise UnknownName(f"{machine.shown} is not an automaton: choose from {known}")
    return machine


def is_python(name: str) -> bool:
    """Whether `name` names something in a Python file, correctly or not."""
    return ".py:" in name or name.endswith(".py")


def adopt(value: object, name: str = "") -> Machine | UserSolver:
    """The machine or solver that a caller's `value` stands for; `name` is its origin.

    An `Automaton` gets the memory that it names, if any; a `Machine` of the `transitions` library
    is converted; a function is a solver, from a number of disks to moves.
    """
    if isinstance(value, Machine):
        return replace(value, origin=name or value.origin)
    if isinstance(value, Automaton):
        return replace(machine_over(value), origin=name)
    if type(value).__module__.startswith("hanoi_fsm.hanoi.") and hasattr(value, "moves"):
        return value  # type: ignore[return-value]  # one of ours, whose class need not be loaded
    if _is_transitions_machine(value):
        return replace(Machine.from_transitions(value), origin=name)
    if callable(value) and not isinstance(value, type):
        from hanoi_fsm.hanoi.checking.user_solvers import UserSolver

        return UserSolver(value, name)
    raise BadInput(
        f"{name or 'this'} is {shortened(value)}: expected a Machine, an Automaton, a Machine of "
        "transitions, or a function of the number of disks"
    )


def _is_transitions_machine(value: object) -> TypeGuard[Any]:
    library = sys.modules.get("transitions")  # not loaded: then nothing can be one of its machines
    return library is not None and isinstance(value, library.Machine)


def machine_over(automaton: Automaton) -> Machine:
    """An automaton as a version of the machine that its title names: by its memory, or its name.

    One without guards and actions needs no memory. Raises `UnknownName` for any other.
    """
    if automaton.memory in (*automata.SOLVERS, *automata.PATHFINDERS):
        return automata.get(automaton.memory).with_automaton(automaton)
    if automaton.name in automata.READERS:
        return automata.get(automaton.name).with_automaton(automaton)
    if not automaton.guards and not automaton.actions:
        return Machine(automaton)
    known = ", ".join([*automata.SOLVERS, *automata.PATHFINDERS])
    raise UnknownName(
        f"{shortened(automaton.title)} names no known memory: write the title as "
        f'"NAME over MEMORY" (in JSON "memory": "MEMORY") with one of {known}, keep the title of '
        "a reader, or name a memory of your own with --memory FILE.py:NAME"
    )


def _drawn(name: str, memory: str | None) -> Machine:
    drawing = read_file(Path(name))
    if memory is None:
        machine = machine_over(drawing.automaton)
    else:
        machine = _on_own_memory(drawing.automaton, memory)
    return replace(machine, origin=name, lines=drawing.lines, drawing=drawing)


def _on_own_memory(automaton: Automaton, name: str) -> Machine:
    from hanoi_fsm.fsm.loading import load

    value = load(name)
    if _is_transitions_machine(value):
        value = Machine.from_transitions(value)
    if isinstance(value, Machine):
        return value.with_automaton(automaton)
    try:
        machine = Machine(automaton, value)
        fresh(value)
    except BadInput as error:
        raise BadInput(f"--memory {name}: {error}; or a Machine") from error
    return machine


def read_file(path: Path) -> Drawing:
    """The automaton that a DOT or JSON file shows."""
    if path.suffix == ".json":
        from hanoi_fsm.fsm.formats.json_reader import read_json_file

        return read_json_file(path)
    from hanoi_fsm.fsm.diagrams.dot_reader import read_file as read_dot_file

    return read_dot_file(path)
