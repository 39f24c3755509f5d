"""A memory to fill in for an automaton that has none: a method for each guard and action."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from dataclasses import replace
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.memory import NoMemory, action, guard
from hanoi_fsm.fsm.notation import is_output

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

GUARD = """
    @guard
    def {name}(self) -> bool:
        "fill in whether {name} is true"
        raise ValueError("fill in the guard {name}")
"""
ACTION = """
    @action
    def {name}(self) -> None:
        "fill in what to do for {name}"
        self.output = "{name}"
"""


def text(automaton: Automaton) -> str:
    """The class in Python; raises `ExportError` for a name that a method cannot have.

    >>> table = "off -> on : press [dark] / light"
    >>> print(text(Automaton.from_table("lamp", initial="off", table=table)))
    class Inputs(Memory):
        @guard
        def dark(self) -> bool:
            "fill in whether dark is true"
            raise ValueError("fill in the guard dark")
    <BLANKLINE>
        @action
        def light(self) -> None:
            "fill in what to do for light"
            self.output = "light"
    <BLANKLINE>
    """
    for name in (*automaton.guards, *automaton.actions):
        if iskeyword(name):
            raise ExportError(f"{name!r} is a keyword of Python: rename it")
    return "".join(["class Inputs(Memory):", *_methods(automaton)]).replace(":\n\n", ":\n", 1)


def _methods(automaton: Automaton) -> Iterator[str]:
    yield from (GUARD.format(name=name) for name in automaton.guards)
    yield from (ACTION.format(name=name) for name in automaton.actions if not is_output(name))


def filled(machine: Machine) -> Machine:
    """The machine with such a memory in place of none, so that it can be translated."""
    automaton = machine.automaton
    if not machine.is_alone or not [*_methods(automaton)]:
        return machine
    source, file = text(automaton), f"<to fill in: {automaton.name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"Memory": NoMemory, "guard": guard, "action": action}
    names["__name__"] = __name__
    exec(compile(source, file, "exec"), names)
    return replace(machine, memory=names["Inputs"])
