"""A machine as it is sent to another process, and what tells it from another.

A solver of this package, drawn or changed, is sent as its name and its definition: plain data that
runs no code of anybody. Any other is sent as it is, by whatever pickling its executor has.
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
    """What to send of a machine."""
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
    """Sixteen hexadecimal digits, which differ where the definition or its memory's code does."""
    from inspect import getsource

    automaton = machine.automaton
    parts = [automaton.initial, *sorted(automaton.final), *map(str, automaton.transitions)]
    for code in (machine.memory, machine.resume):
        parts.append(getattr(code, "__qualname__", type(code).__qualname__))
        with suppress(OSError, TypeError):  # made without a file, or no function or class
            parts.append(getsource(code))
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
