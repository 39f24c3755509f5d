"""Generate programs from the definition of an automaton, in the SWITCH technology.

Automata programming (Shalyto) writes a state diagram as a program of the same shape: one arm per
state, one branch per transition. One module per language.
"""

from __future__ import annotations

import shlex
import warnings
from dataclasses import replace
from keyword import iskeyword
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton, automaton_of
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.errors import ConversionWarning, ExportError, UnknownName
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import is_output
from hanoi_fsm.fsm.validation import validate

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine


LANGUAGES = ("python", "c", "javascript")
"""The languages of programs, the default first."""


@checked
def code(machine: Machine, language: str = "python") -> str:
    """The program of a machine in a language, without a final line break.

    Without a memory, or with one that cannot be translated, a program in C or JavaScript has a
    function to fill in for each guard and action; a `ConversionWarning` says why a memory cannot
    be translated. Raises `UnknownName` for another language and `DefinitionError` for a
    faulty definition.
    """
    if language not in LANGUAGES:
        raise UnknownName.among("language", language, LANGUAGES)
    validate(automaton_of(machine), machine.vocabulary)
    if language == "python":
        return python.code(machine.automaton).rstrip("\n")
    from hanoi_fsm.fsm.codegen.c import C  # engines do not need these
    from hanoi_fsm.fsm.codegen.javascript import JavaScript
    from hanoi_fsm.fsm.codegen.programs import Outside

    program, why = C if language == "c" else JavaScript, ""
    if not machine.is_alone:
        try:
            return program(machine).text()
        except ExportError as error:
            why = str(error)
            text = f"{machine.name}: its memory has no translation, so fill in its functions: {why}"
            warnings.warn(text, ConversionWarning, stacklevel=2)
    return program(replace(machine, memory=Outside, starts=None), why).text()


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


class Inputs(Memory):"""
_GUARD = """
    @guard
    def {name}(self) -> bool:
        "fill in the guard {name}"
        raise ValueError("fill in the guard {name}")
"""
_ACTION = """
    @action
    def {name}(self) -> None:
        "fill in the action {name}"
        self.output = "{name}"
"""


def script(machine: Machine, name: str) -> str:
    """The script for a machine found by its `name`.

    It is self-contained: `hanoi_fsm.cli.trace_program` supplies what else the function needs.
    """
    automaton = machine.automaton
    validate(automaton, machine.vocabulary)
    to_fill_in = _methods(automaton) if machine.is_alone else []
    command = f"hanoi-fsm trace --by {shlex.quote(name)}"
    return _SCRIPT.format(
        title=_quoted(automaton.name),
        command=_quoted(command),
        memory=_TO_FILL_IN + "".join(to_fill_in) if to_fill_in else "",
        text=python.code(automaton),
        function=python.function_name(automaton),
        name=name,
    )


def _methods(automaton: Automaton) -> list[str]:
    """A method for each guard and action; none if any name is not a valid method name."""
    done = [name for name in automaton.actions if not is_output(name)]
    for name in (*automaton.guards, *done):
        if iskeyword(name) or not name.isidentifier() or hasattr(Memory, name):
            return []
    methods = [_GUARD.format(name=name) for name in automaton.guards]
    return methods + [_ACTION.format(name=name) for name in done]


def _quoted(text: str) -> str:
    """A text, escaped for a docstring."""
    return text.replace("\\", "\\\\").replace('"', "'")
