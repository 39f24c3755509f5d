"""The text of a program from the definition of an automaton, in the SWITCH technology.

Automata programming (Shalyto) writes a state diagram as a program of the same shape: one arm per
state, one branch per transition. One module per language.
"""

from collections.abc import Callable, Mapping

from hanoi_fsm.fsm.codegen import c, python
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.validation import validate

LANGUAGES: Mapping[str, Callable[[c.Translatable], str]] = {
    "python": lambda machine: python.code(machine.automaton),
    "c": c.code,
}
"""What writes the program of a machine in each language, the default first."""


def code(machine: c.Translatable, language: str = "python") -> str:
    """The program of a machine in a language, without a final line break.

    Raises `UnknownName` for another language, `DefinitionError` for a faulty definition, and
    `ExportError` for a machine that cannot be expressed in the language.
    """
    if language not in LANGUAGES:
        raise UnknownName.among("language", language, list(LANGUAGES))
    validate(machine.automaton)
    return LANGUAGES[language](machine).rstrip("\n")
