"""The text of a program from the definition of an automaton, in the SWITCH technology.

Automata programming (Shalyto) writes a state diagram as a program of the same shape: one arm per
state, one branch per transition. One module per language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.errors import UnknownName

if TYPE_CHECKING:
    from hanoi_fsm.fsm.codegen.c import Translatable


def _python(machine: Translatable) -> str:
    from hanoi_fsm.fsm.codegen import python

    return python.code(machine.automaton)


def _c(machine: Translatable) -> str:
    from hanoi_fsm.fsm.codegen import c

    return c.code(machine)


LANGUAGES: Mapping[str, Callable[[Translatable], str]] = {"python": _python, "c": _c}
"""What writes the program of a machine in each language, the default first."""


def code(machine: Translatable, language: str = "python") -> str:
    """The program of a machine in a language, without a final line break.

    Raises `UnknownName` for another language, and `ExportError` for a machine that cannot be
    expressed in it.
    """
    if language not in LANGUAGES:
        raise UnknownName.among("language", language, list(LANGUAGES))
    return LANGUAGES[language](machine).rstrip("\n")
