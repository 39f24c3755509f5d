"""Exports: an automaton in the formats of other tools.

Each format is a function of its name, `(automaton, context) -> str`; its module is imported when it
is used.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.errors import UnknownName
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


class ExportContext(NamedTuple):
    """What some formats have besides the definition: such as the outputs of actions.

    `meanings` says in a line what a state stands for, and `layout` where it is in the diagram. A
    `partial` machine may refuse events.
    """

    outputs: Mapping[str, str] = MappingProxyType({})
    meanings: Mapping[str, str] = MappingProxyType({})
    layout: Layout | None = None
    partial: bool = False


NO_CONTEXT = ExportContext()


def export(automaton: Automaton, format: str, context: ExportContext = NO_CONTEXT) -> str:
    """The automaton in a `format`, without a final line break.

    Raises `UnknownName` for another format, `DefinitionError` for a faulty definition, and
    `ExportError` if the format cannot express the automaton.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> export(lamp, "mermaid").splitlines()[3]
    'stateDiagram-v2'
    """
    if format not in FORMATS:
        raise UnknownName.among("export format", format, list(FORMATS))
    validate(automaton)
    write = getattr(import_module(f"{__name__}.{FORMATS[format]}"), format)
    return str(write(automaton, context))


def schema() -> str:
    """The published JSON Schema of the format json, as text."""
    return files(__name__).joinpath("schema.json").read_text(encoding="utf-8")
