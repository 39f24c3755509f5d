"""A memory to fill in for an automaton that has none: a method for each guard and action."""

from __future__ import annotations

import linecache
import re
from dataclasses import replace
from keyword import iskeyword, kwlist
from typing import TYPE_CHECKING, Any

from hanoi_fsm.fsm.codegen.programs import names_of
from hanoi_fsm.fsm.errors import ExportError, shortened
from hanoi_fsm.fsm.memory import NoMemory, action, guard
from hanoi_fsm.fsm.notation import Label, Transition, is_output

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

_METHOD = re.compile(r"[^\W\d]\w*\Z")
GUARD = """
    @guard
    def {name}(self) -> bool:
        "fill in the guard {name}"
        raise ValueError("fill in the guard {name}")
"""
ACTION = """
    @action
    def {name}(self) -> None:
        "fill in the action {name}"
        self.output = "{name}"
"""


def text(machine: Machine) -> str:
    """The class in Python; empty where there is a memory, or nothing to fill in.

    Raises `ExportError` for a name that a method cannot have.
    """
    guards, actions = machine.automaton.guards, machine.automaton.actions
    if not machine.is_alone:
        return ""
    done = [name for name in actions if not is_output(name)]
    for name in (*guards, *done):
        if iskeyword(name) or not name.isidentifier():
            raise ExportError(f"{shortened(name)} cannot be a method in Python: rename it")
    methods = [GUARD.format(name=name) for name in guards]
    methods += [ACTION.format(name=name) for name in done]
    return "".join(["class Inputs(Memory):", *methods]) if methods else ""


def with_method_names(machine: Machine) -> Machine:
    """The machine whose guards and actions have names that methods can have.

    A guard `n > 3` is called `guard_n_3`; a name that fits stays as it is.
    """
    automaton = machine.automaton
    called = [name for name in automaton.actions if not is_output(name)]
    guards = names_of(automaton.guards, "guard", _METHOD, kwlist)
    actions = names_of(called, "action", _METHOD, kwlist)
    if not machine.is_alone or guards | actions == {name: name for name in guards | actions}:
        return machine
    transitions: list[Transition] = []
    for transition in automaton.transitions:
        asked = tuple(guard._replace(name=guards[guard.name]) for guard in transition.guards)
        done = tuple(actions.get(action, action) for action in transition.actions)
        label = Label(transition.event, asked, done)
        transitions.append(Transition(transition.source, transition.target, label))
    return replace(machine, automaton=automaton.of_transitions(transitions))


def filled(machine: Machine) -> Machine:
    """The machine with such a memory in place of none, so that it can be translated."""
    source, file = text(machine), f"<to fill in: {machine.name}>"
    if not source:
        return machine
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"Memory": NoMemory, "guard": guard, "action": action}
    names["__name__"] = __name__
    exec(compile(source, file, "exec"), names)
    return replace(machine, memory=names["Inputs"])
