"""The rooms of the framework: what can be done with a machine, each behind one door.

The core imports no room. It opens a door by its name, and the room is loaded then; a room that is
deleted takes its line along.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

DOORS = {
    "check a machine": "fsm.checking.conformance:conform",
    "compare further": "fsm.checking.conformance:deeper",
    "write a program in C": "fsm.codegen.c:code",
    "write a program in JavaScript": "fsm.codegen.javascript:code",
    "use a machine": "fsm.codegen.programs:with_events",
    "draw a machine": "fsm.diagrams.state_diagram:Diagram",
    "draw a memory": "fsm.diagrams.memory_picture:picture",
    "convert": "fsm.from_transitions:from_transitions",
}
"""The function behind each door, after the module that has it."""


def door(name: str, doors: Mapping[str, str] = DOORS) -> Callable[..., Any]:
    """The function behind one of the `doors`.

    >>> door("check a machine").__name__
    'conform'
    """
    module, _, function = doors[name].partition(":")
    found: Callable[..., Any] = getattr(import_module(f"hanoi_fsm.{module}"), function)
    return found
