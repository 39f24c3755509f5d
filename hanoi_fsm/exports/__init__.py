"""Hand it on: an automaton in the formats of other tools, one module a format, each a function.

They take the definition alone and know nothing of the puzzle; only `hanoi_graph`, one automaton
more to hand on, does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hanoi_fsm.automaton import Automaton, validate
from hanoi_fsm.diagrams import Diagram
from hanoi_fsm.errors import ExportError, UnknownName, shortened
from hanoi_fsm.exports.hanoi_graph import hanoi_graph
from hanoi_fsm.exports.jflap import NOTHING, NOWHERE, Place, to_jflap
from hanoi_fsm.exports.json_format import schema, to_json
from hanoi_fsm.exports.json_reader import read_json, read_json_file
from hanoi_fsm.exports.markup import markup, to_markup
from hanoi_fsm.exports.mermaid import to_mermaid
from hanoi_fsm.exports.plantuml import to_plantuml
from hanoi_fsm.exports.scxml import to_scxml


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

    >>> from hanoi_fsm.automata import get
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
    "hanoi_graph",
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
