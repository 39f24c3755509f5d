"""A machine as it is sent to another process, and a digest of its definition.

A solver of this package, drawn or changed, is sent as its name and its definition: plain data that
runs no code when it is unpickled. Any other is sent as it is, as its executor pickles it.
"""

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.machines import Solver


class Published(NamedTuple):
    """The solver of this package of that `name`, with a version's automaton and engine."""

    name: str
    automaton: Automaton
    engine: str | None


Sent = Published | Solver


def sent(machine: Solver) -> Sent:
    """A machine in the form in which it is sent."""
    for name, solver in automata.SOLVERS.items():
        if solver.memory is machine.memory and solver.resume is machine.resume:
            return Published(name, machine.automaton, machine.engine)
    return replace(machine, drawing=None, layout=None)


def received(machine: Sent) -> Solver:
    """The machine that was sent."""
    return _published(machine) if isinstance(machine, Published) else machine


@lru_cache(maxsize=4)
def _published(one: Published) -> Solver:
    return automata.SOLVERS[one.name].with_automaton(one.automaton).on(one.engine)


def digest(machine: Solver) -> str:
    """Sixteen hexadecimal digits that change with the definition and with its memory's code."""
    from inspect import getsource

    automaton = machine.automaton
    parts = [automaton.initial, *sorted(automaton.final), *map(str, automaton.transitions)]
    for code in (machine.memory, machine.resume):
        parts.append(getattr(code, "__qualname__", type(code).__qualname__))
        with suppress(OSError, TypeError):  # it has no source file, or is not a function or class
            parts.append(getsource(code))
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
