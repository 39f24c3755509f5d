"""The text of a program from the definition of an automaton, in the SWITCH technology.

Automata programming (Shalyto) writes a state diagram as a program of the same shape: one arm per
state, one branch per transition. One module per language.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import automaton_of
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.codegen.skeleton import filled, text, with_method_names
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.validation import validate

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine


def _in_c(machine: Machine) -> str:
    from hanoi_fsm.fsm.codegen import c

    return c.code(filled(with_method_names(machine)))


def _in_javascript(machine: Machine) -> str:
    from hanoi_fsm.fsm.codegen import javascript

    return javascript.code(filled(with_method_names(machine)))


LANGUAGES: Mapping[str, Callable[[Machine], str]] = {
    "python": lambda machine: python.code(machine.automaton),
    "c": _in_c,
    "javascript": _in_javascript,
}
"""The function that writes the program of a machine, by language, the default first."""


@checked
def code(machine: Machine, language: str = "python") -> str:
    """The program of a machine in a language, without a final line break.

    Raises `UnknownName` for another language, `DefinitionError` for a faulty definition, and
    `ExportError` for a machine that cannot be expressed in the language.
    """
    if language not in LANGUAGES:
        raise UnknownName.among("language", language, list(LANGUAGES))
    validate(automaton_of(machine), machine.vocabulary)
    return LANGUAGES[language](machine).rstrip("\n")


_SCRIPT = '''"""{title} as a Python program: one arm per state, one branch per transition.

With words after its name it prints what this command prints with them, by its own function:
    {command}
It needs the package hanoi-fsm.
"""
{memory}

{text}

if __name__ == "__main__":
    from hanoi_fsm.cli import trace_program

    raise SystemExit(trace_program({function}, {name!r}))
'''


_TO_FILL_IN = """
# The inputs of every event come with it, as in `push [unlocked]`. For others, fill this in, and
# name it after the file: `hanoi-fsm check FILE.dot@THIS.py:Inputs`.

from hanoi_fsm import Memory, action, guard


{text}
"""


def script(machine: Machine, name: str) -> str:
    """The script for a machine found by its `name`.

    It runs on its own: `hanoi_fsm.cli.trace_program` gives the function what else it needs.
    """
    automaton = machine.automaton
    has_names = with_method_names(machine) is machine
    to_fill_in = text(machine).rstrip() if has_names else ""
    command = f"hanoi-fsm trace --by {shlex.quote(name)}"
    return _SCRIPT.format(
        title=_quoted(automaton.name),
        command=_quoted(command),
        memory=_TO_FILL_IN.format(text=to_fill_in) if to_fill_in else "",
        text=python.code(automaton),
        function=python.function_name(automaton),
        name=name,
    )


def _quoted(text: str) -> str:
    """A text as it can be written in a docstring."""
    return text.replace("\\", "\\\\").replace('"', "'")
