"""Hand it on: an automaton in the formats of other tools, one module a format, each a function.

They take the definition alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import ExportError, UnknownName, shortened
from hanoi_fsm.fsm.formats.jflap import NOTHING, NOWHERE, Place, to_jflap
from hanoi_fsm.fsm.formats.json_format import schema, to_json
from hanoi_fsm.fsm.formats.json_reader import read_json, read_json_file
from hanoi_fsm.fsm.formats.markup import markup, to_markup
from hanoi_fsm.fsm.formats.mermaid import to_mermaid
from hanoi_fsm.fsm.formats.plantuml import to_plantuml
from hanoi_fsm.fsm.formats.scxml import to_scxml
from hanoi_fsm.fsm.validation import validate


class Beside(NamedTuple):
    """What some formats want to know beside the definition: see `to_scxml` and `to_jflap`."""

    outputs: Mapping[str, str] = NOTHING
    places: Mapping[str, Place] = NOWHERE


NO_MORE = Beside()

FORMATS: dict[str, Callable[[Automaton, Beside], str]] = {
    "dot": lambda automaton, beside: Diagram(automaton).dot.rstrip("\n"),
    "mermaid": lambda automaton, beside: to_mermaid(automaton),
    "plantuml": lambda automaton, beside: to_plantuml(automaton),
    "scxml": lambda automaton, beside: to_scxml(automaton, beside.outputs),
    "jflap": lambda automaton, beside: to_jflap(automaton, beside.outputs, beside.places),
    "transitions": lambda automaton, beside: to_markup(automaton),
    "json": lambda automaton, beside: to_json(automaton),
}
"""All formats by name, each a function to text without a last line end."""


def export(automaton: Automaton, format: str, beside: Beside = NO_MORE) -> str:
    """The automaton in a `format`.

    Raises `UnknownName` for another format, `DefinitionError` for a definition with faults, and
    `ExportError` where the format has no place for what the automaton is.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> export(get("monk").automaton, "mermaid").splitlines()[3]
    'stateDiagram-v2'
    """
    if format not in FORMATS:
        raise UnknownName.among("export format", format, list(FORMATS))
    validate(automaton)
    for event in automaton.events:
        if not event.isprintable():
            raise ExportError(f"the event {shortened(event)} is not printable: call it otherwise")
    return FORMATS[format](automaton, beside)


__all__ = [
    "FORMATS",
    "Beside",
    "export",
    "markup",
    "read_json",
    "read_json_file",
    "schema",
    "to_jflap",
    "to_json",
    "to_markup",
    "to_mermaid",
    "to_plantuml",
    "to_scxml",
]
