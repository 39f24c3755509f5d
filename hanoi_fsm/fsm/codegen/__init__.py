"""The text of a program from the definition of an automaton, in the SWITCH technology.

Automata programming (Shalyto) writes a state diagram as a program of the same shape: one arm per
state, one branch per transition. One module per language.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import automaton_of
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.validation import validate

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine


LANGUAGES = ("python", "c", "javascript")
"""The languages of programs, the default first."""


@checked
def code(machine: Machine, language: str = "python") -> str:
    """The program of a machine in a language, without a final line break.

    Raises `UnknownName` for another language, `DefinitionError` for a faulty definition, and
    `ExportError` for a machine that cannot be expressed in the language.
    """
    if language not in LANGUAGES:
        raise UnknownName.among("language", language, LANGUAGES)
    validate(automaton_of(machine), machine.vocabulary)
    if language == "python":
        return python.code(machine.automaton).rstrip("\n")
    from hanoi_fsm.fsm.codegen import c, javascript  # engines need none of these
    from hanoi_fsm.fsm.codegen.skeleton import filled, with_method_names

    write = c.code if language == "c" else javascript.code
    return write(filled(with_method_names(machine))).rstrip("\n")


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
    from hanoi_fsm.fsm.codegen.skeleton import text, with_method_names

    automaton = machine.automaton
    validate(automaton, machine.vocabulary)
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
