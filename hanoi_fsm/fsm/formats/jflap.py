"""JFLAP 7: a `.jff` file (jflap.org), a Mealy machine or, without outputs, an acceptor.

JFLAP reads one character at a time: longer symbols become a letter each, with a note as the legend.
It has neither guards nor memories, so that solvers are refused.
"""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from string import ascii_letters
from xml.etree.ElementTree import Element, SubElement

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats import ExportContext, Position
from hanoi_fsm.fsm.formats.escaping import printable_outputs, xml_text

_JAVA_CHARS = 0x10000  # JFLAP reads characters of Java, which counts those from here on as two


def export(automaton: Automaton, context: ExportContext) -> str:
    """The automaton as a JFLAP file; states without a place are put on a circle.

    Raises `ExportError` for guards, for actions without a fixed output, and for more symbols than
    letters.
    """
    outputs = printable_outputs(automaton, context.outputs)
    _refuse_memory(automaton, outputs)
    letters = dict(_letters(automaton))
    structure = Element("structure")
    SubElement(structure, "type").text = "mealy" if automaton.actions else "fa"
    canvas = SubElement(structure, "automaton")
    numbers = {state: str(number) for number, state in enumerate(automaton.states)}
    places = {**circle(automaton), **context.places}
    for state, number in numbers.items():
        element = SubElement(canvas, "state", {"id": number, "name": state})
        _put(element, places[state])
        if state == automaton.initial:
            SubElement(element, "initial")
        if state in automaton.final:
            SubElement(element, "final")
    for one in automaton.transitions:
        element = SubElement(canvas, "transition")
        SubElement(element, "from").text = numbers[one.source]
        SubElement(element, "to").text = numbers[one.target]
        SubElement(element, "read").text = letters[one.event]
        if automaton.actions:
            SubElement(element, "transout").text = outputs.get(one.action or "", "")
    legend = [f"{letter} = {event}" for event, letter in letters.items() if letter != event]
    if legend:
        note = SubElement(canvas, "note")
        SubElement(note, "text").text = ", ".join(legend)
        _put(note, (20, 20))
    return xml_text(structure)


def _refuse_memory(automaton: Automaton, outputs: Mapping[str, str]) -> None:
    silent = [action for action in automaton.actions if action not in outputs]
    if automaton.guards or silent:
        has = f"guards ({automaton.guards[0]})" if automaton.guards else f"actions ({silent[0]})"
        why = f"it has {has} on a memory, JFLAP only states and symbols"
        raise _refusal(automaton, f"{why}; use scxml, mermaid or plantuml")


def _refusal(automaton: Automaton, why: str) -> ExportError:
    return ExportError(f"{automaton.name} cannot be exported to JFLAP: {why}")


def _letters(automaton: Automaton) -> Iterator[tuple[str, str]]:
    """The letter of each symbol, by their order: the same symbols have the same letters."""
    free = (letter for letter in ascii_letters if letter not in automaton.events)
    for event in sorted(automaton.events):
        letter = event if len(event) == 1 and ord(event) < _JAVA_CHARS else next(free, "")
        if not letter:
            most = f"expected at most {len(ascii_letters)}, one per letter"
            raise _refusal(automaton, f"it reads {len(automaton.events)} symbols, {most}")
        yield event, letter


def circle(automaton: Automaton) -> dict[str, Position]:
    """The states on a circle, clockwise from the top."""
    count = len(automaton.states)
    radius, middle = 60 + 30 * count, 120 + 30 * count
    turns = [(state, 2 * pi * number / count) for number, state in enumerate(automaton.states)]
    return {at: (middle + radius * sin(t), middle - radius * cos(t)) for at, t in turns}


def _put(element: Element, position: Position) -> None:
    for axis, value in zip("xy", position, strict=True):
        SubElement(element, axis).text = f"{value:.1f}"
