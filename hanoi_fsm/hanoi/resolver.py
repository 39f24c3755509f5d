"""Names, files and values of a caller as something that can be run, checked and drawn.

A name is that of an automaton or a plain solver of this package, a DOT or JSON file, `-` for
standard input, or `FILE.py:NAME`, which runs that file. A file of data never runs code: its guards
and actions are looked up in the memory that its title names, or in one that the caller names
besides.
"""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF8
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    DotError,
    JsonError,
    UnknownName,
    cut,
    nearest,
    shortened,
)
from hanoi_fsm.fsm.machine import Machine, Memoryless, fresh
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.rooms import door

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.drawing import Drawing
    from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
    from hanoi_fsm.hanoi.functions import UserSolver
    from hanoi_fsm.hanoi.plain import PlainSolver

FILES = (".dot", ".gv", ".json")
"""The suffixes of the files that an automaton is read from, in any letter case."""

STANDARD_INPUT = "-"
"""The name of a DOT or JSON text that comes from standard input."""

PLAIN_NAMES = ("recursion", "four-step", "formula", "hbits", "itinerary")


def names() -> list[str]:
    """All names of this package: automata, then plain solvers."""
    return [*automata.names(), *PLAIN_NAMES]


def resolve(subject: Any, *, memory: str | None = None) -> Machine | PlainSolver | UserSolver:
    """The machine, plain solver or function that a name, a path or a value stands for.

    Machines may have a faulty definition; see `find`. Raises `UnknownName`, `BadInput`, and for
    files `DotError`, `JsonError`, `LoadError` and `OSError`.
    """
    name = os.fspath(subject) if isinstance(subject, str | os.PathLike) else ""
    if is_data(name):
        return _drawn(name, memory)
    if memory is not None:
        raise BadInput(f"--memory is for a DOT or JSON file, not for {shortened(subject)}")
    if not isinstance(subject, str | os.PathLike):
        return adopt(subject)
    if is_python(name):
        from hanoi_fsm.fsm.load import load

        return adopt(load(name), name)
    if name in PLAIN_NAMES:
        from hanoi_fsm.hanoi.plain import PLAIN

        return PLAIN[name]
    if name not in automata.names():
        raise _unknown(name)
    return automata.get(name)


def find(subject: Any, *, memory: str | None = None) -> Machine:
    """The machine that a name, a path or a value stands for, with a sound definition.

    Raises as `resolve` does, `UnknownName` for what is not a machine, and `DefinitionError` with
    the lines of its faults.
    """
    return sound(find_unchecked(subject, memory=memory))


def find_unchecked(subject: Any, *, memory: str | None = None) -> Machine:
    """What `find` returns, but the definition may have faults."""
    found = resolve(subject, memory=memory)
    if isinstance(found, Machine):
        return found
    if hasattr(found, "run"):
        known = ", ".join([*automata.names(), "a DOT or JSON file", "FILE.py:NAME"])
        raise UnknownName(f"{found.shown} is not an automaton: choose from {known}")
    takers = "`check`, `equal`, `solve` and `compare` take functions"
    raise UnknownName(f"{found.shown} is a function, which has no states: {takers}")


def find_any(subject: Any, *, memory: str | None = None, kind: str = "") -> Any:
    """What `resolve` returns, of one `kind` if that is named; a machine has a sound definition."""
    found = resolve(subject, memory=memory)
    if isinstance(found, Machine):
        sound(found)
    if kind not in ("", found.kind.name):
        known = [*automata.SOLVERS, *PLAIN_NAMES] if kind == "solver" else automata.PATHFINDERS
        choice = f"choose from {', '.join(known)}, or a drawing of one"
        raise UnknownName(f"{found.shown} is not a {kind}: {choice}")
    return found


def sound(machine: Machine) -> Machine:
    """The machine itself; `DefinitionError` if its definition has faults."""
    found = machine.faults()
    if found:
        raise DefinitionError(machine.shown, [str(fault) for fault in found])
    return machine


def is_data(name: str) -> bool:
    """Whether `name` names a file of data by its suffix, or standard input."""
    return name == STANDARD_INPUT or name.lower().endswith(FILES)


def _unknown(name: str) -> BadInput:
    with suppress(OSError, ValueError):  # no name of a file at all
        if name and Path(name).is_dir():
            return BadInput(f"{shortened(name)} is a folder: name a file in it")
        if name and Path(name).is_file():
            endings = ", ".join(FILES)
            return BadInput(
                f"{shortened(name)} is not a diagram by its ending: name a file that ends in "
                f"{endings}, or FILE.py:NAME"
            )
    return UnknownName.among("automaton or formula", name, names())


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
        function: UserSolver = door("a caller's function")(value, name)
        return function
    raise BadInput(
        f"{name or 'this'} is {shortened(value)}: expected a Machine, an Automaton, a Machine of "
        "transitions, or a function of the number of disks"
    )


def _is_transitions_machine(value: object) -> TypeGuard[Any]:
    library = sys.modules.get("transitions")  # not loaded: then nothing can be one of its machines
    return library is not None and isinstance(value, library.Machine)


def machine_over(automaton: Automaton) -> Machine:
    """An automaton as a version of the machine that its title names.

    That is the one called as its memory, or the reader of its own name if the memory is the tape of
    that reader. One without guards that names none needs none: its actions are what it puts out.
    Raises `UnknownName` for any other.
    """
    name, memory = automaton.name, automaton.memory
    if memory in automata.names():
        return automata.get(memory).with_automaton(automaton)
    if name in automata.READERS and memory == automata.get(name).automaton.memory:
        return automata.get(name).with_automaton(automaton)
    typo = memory != name and nearest(memory, automata.names())
    if not (automaton.guards or automaton.actions or typo or name in automata.READERS):
        return Machine(automaton)
    known = [*automata.SOLVERS, *automata.PATHFINDERS]
    if memory in {reader.automaton.memory for reader in automata.READERS.values()}:
        raise UnknownName(
            f"{shortened(automaton.title)} names a tape, which several readers write to: write the "
            'title as "NAME over READER" with one of the readers of `hanoi-fsm list`, or name a '
            "memory of your own with --memory"
        )
    similar = nearest(automaton.memory, [*known, *automata.READERS])
    is_plain = memory == name and not automaton.guards
    if is_plain and not (similar or _has_known_actions(automaton)):
        return Memoryless.of(automaton)
    choice = f"did you mean {similar!r}?" if similar else f"choose from {', '.join(known)}."
    raise UnknownName(
        f"{shortened(automaton.title)} names no known memory: {choice} Write the title as "
        '"NAME over MEMORY" (in JSON "memory": "MEMORY"), or name one of your own with --memory'
    )


def _has_known_actions(automaton: Automaton) -> bool:
    """Whether an action is one of a memory of this package, which may be missing in the title."""
    memories = (automata.get(name).vocabulary for name in automata.names())
    return any(memory.actions().keys() & set(automaton.actions) for memory in memories)


def _drawn(name: str, memory: str | None) -> Machine:
    try:
        drawing = read_file(Path(name))
        if memory is None:
            machine = machine_over(drawing.automaton)
        else:
            machine = _on_own_memory(drawing.automaton, memory)
    except (DotError, JsonError, UnknownName) as error:
        error.args = (f"{cut(name, 60)}: {error}",)  # of several files, which one it is
        raise
    meanings = {**machine.meanings, **drawing.meanings}
    machine = replace(machine, origin=name, lines=drawing.lines, drawing=drawing)
    if drawing.places:
        machine = replace(machine, layout=_as_drawn(machine, drawing))
    return replace(machine, meanings=meanings) if drawing.meanings else machine


def _as_drawn(machine: Machine, drawing: Drawing) -> Layout | None:
    """The places in the drawing, or those of the automaton that it is a version of."""
    from hanoi_fsm.fsm.diagrams.geometry.layout import Layout

    states = drawing.automaton.states
    if not drawing.places.keys() >= {*states}:
        return machine.layout
    return replace(machine.layout or Layout({}), places=drawing.places)


def _on_own_memory(automaton: Automaton, name: str) -> Machine:
    if name in automata.names():
        return automata.get(name).with_automaton(replace(automaton, memory=name))
    from hanoi_fsm.fsm.load import load

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
    """The automaton that a DOT or JSON file shows; of standard input the content decides."""
    if str(path) == STANDARD_INPUT:
        return _read_standard_input()
    if path.suffix.lower() == ".json":
        from hanoi_fsm.fsm.formats.json_reader import read_json

        return read_json(path)
    from hanoi_fsm.fsm.diagrams.dot_reader import read

    return read(path)


def _read_standard_input() -> Drawing:
    from hanoi_fsm.fsm.diagrams.dot_reader import read
    from hanoi_fsm.fsm.formats.json_reader import MOST_BYTES, read_json

    if sys.stdin is None:
        raise BadInput("standard input is closed: name a file in place of `-`")
    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    is_json = content.removeprefix(BOM_UTF8).lstrip().startswith(b"{")
    return read_json(content) if is_json else read(content)
