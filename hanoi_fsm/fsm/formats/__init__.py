"""Exports: an automaton in the formats of other tools.

Each format is a function with its name, `(machine) -> str`, whose module is imported on use.
"""

from importlib import import_module
from importlib.resources import files

from hanoi_fsm.fsm.automaton import Automaton, automaton_of
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import ExportError, UnknownName
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.validation import validate

FORMATS = {
    "dot": "charts",
    "mermaid": "charts",
    "plantuml": "charts",
    "scxml": "xml",
    "jflap": "xml",
    "transitions": "json_format",
    "json": "json_format",
}
"""The module with the function of each format, whose text has no final line break."""
ORDERED = ("scxml", "transitions")
"""The formats in which the order of transitions matters."""


@checked
def export(subject: Automaton | Machine, format: str) -> str:
    """The automaton in a `format`, without a final line break, plus a machine's descriptions.

    Raises `UnknownName` for another format, `DefinitionError` for a faulty definition, and
    `ExportError` if the format cannot express the automaton.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> export(lamp, "mermaid").splitlines()[3]
    'stateDiagram-v2'
    """
    if format not in FORMATS:
        raise UnknownName.among("export format", format, list(FORMATS))
    machine = subject if isinstance(subject, Machine) else Machine(automaton_of(subject))
    validate(machine.automaton)
    if machine.automaton.is_nondeterministic and format in ORDERED:
        why = f"{format} takes the first of several transitions: determinize it first"
        raise ExportError(f"{machine.name} is nondeterministic, and {why}")
    write = getattr(import_module(f"{__name__}.{FORMATS[format]}"), format)
    return str(write(machine))


def schema() -> str:
    """The published JSON Schema of the format json, as text."""
    return files(__name__).joinpath("schema.json").read_text(encoding="utf-8")
