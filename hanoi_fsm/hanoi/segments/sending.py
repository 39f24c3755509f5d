"""A machine as it is sent to another process: a published solver and a definition, or a pickle.

A solver of this package, drawn or changed, is sent as plain data, which runs no code of anybody.
A machine with a memory of a user's own is pickled, where pickle finds its class again.
"""

import pickle
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


Sent = Published | bytes


def published(machine: Solver) -> Published | None:
    """The solver of this package that a machine is a version of; None for any other."""
    for name, solver in automata.SOLVERS.items():
        if solver.memory is machine.memory and solver.resume is machine.resume:
            return Published(name, machine.automaton, machine.engine)
    return None


def sendable(machine: Solver) -> Sent | None:
    """What to send of a machine; None where it cannot be sent."""
    known = published(machine)
    if known is not None:
        return known
    with suppress(Exception):  # pickle raises many kinds, and a user's class any
        return pickle.dumps(replace(machine, drawing=None, layout=None))
    return None


@lru_cache(maxsize=4)
def received(sent: Sent) -> Solver:
    """The machine that was sent."""
    if isinstance(sent, bytes):
        machine: Solver = pickle.loads(sent)
        return machine
    return automata.SOLVERS[sent.name].with_automaton(sent.automaton).on(sent.engine)


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
