"""JFLAP 7: a `.jff` file (jflap.org), a Mealy machine or, of what puts nothing out, an acceptor.

JFLAP reads one character at a time. Symbols of several characters become a letter each, and a note
on the canvas is the legend. It knows neither guards nor memories, so that solvers are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from string import ascii_letters
from types import MappingProxyType
from xml.etree.ElementTree import Element, SubElement

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats.escaping import numbered
from hanoi_fsm.fsm.formats.xml_text import xml_text

Place = tuple[float, float]
"""Where a state stands on the canvas, in pixels to the right and down."""

NOTHING: Mapping[str, str] = MappingProxyType({})
NOWHERE: Mapping[str, Place] = MappingProxyType({})


def to_jflap(
    automaton: Automaton,
    outputs: Mapping[str, str] = NOTHING,
    places: Mapping[str, Place] = NOWHERE,
) -> str:
    """The automaton as a JFLAP file.

    `outputs` says of every action what it puts out, and `places` where states stand, on a circle
    unless told. Raises `ExportError` for guards, for actions that put nothing out, and for more
    symbols than there are letters.
    """
    _refuse_memory(automaton, outputs)
    letters = dict(_letters(automaton))
    structure = Element("structure")
    SubElement(structure, "type").text = "mealy" if automaton.actions else "fa"
    canvas = SubElement(structure, "automaton")
    numbers = numbered(automaton.states, stem="", first=0)
    _add_states(canvas, automaton, numbers, {**circle(automaton), **places})
    for row in automaton.transitions:
        element = SubElement(canvas, "transition")
        SubElement(element, "from").text = numbers[row.source]
        SubElement(element, "to").text = numbers[row.target]
        SubElement(element, "read").text = letters[row.event]
        if automaton.actions:
            SubElement(element, "transout").text = outputs.get(row.action or "", "")
    _add_legend(canvas, letters)
    return xml_text(structure)


def _add_states(
    canvas: Element, automaton: Automaton, numbers: Mapping[str, str], places: Mapping[str, Place]
) -> None:
    for state in automaton.states:
        element = SubElement(canvas, "state", {"id": numbers[state], "name": state})
        _stand(element, places[state])
        if state == automaton.initial:
            SubElement(element, "initial")
        if state in automaton.final:
            SubElement(element, "final")


def _refuse_memory(automaton: Automaton, outputs: Mapping[str, str]) -> None:
    blind = [action for action in automaton.actions if action not in outputs]
    if automaton.guards or blind:
        has = f"guards ({automaton.guards[0]})" if automaton.guards else f"actions ({blind[0]})"
        raise ExportError(
            f"{automaton.name} cannot be a JFLAP machine: it has {has} on a memory, and JFLAP has "
            "states and symbols only; take scxml, mermaid or plantuml"
        )


def _letters(automaton: Automaton) -> Iterator[tuple[str, str]]:
    """Each event with the one character that stands for it."""
    free = (letter for letter in ascii_letters if letter not in automaton.events)
    for event in automaton.events:
        letter = event if len(event) == 1 else next(free, "")
        if not letter:
            raise ExportError(
                f"{automaton.name} cannot be a JFLAP machine: it reads {len(automaton.events)} "
                f"symbols, and there are {len(ascii_letters)} letters for them"
            )
        yield event, letter


def circle(automaton: Automaton) -> dict[str, Place]:
    """The states on a circle, the first one at the top, and on clockwise."""
    count = len(automaton.states)
    radius = 60 + 30 * count
    turns = {state: 2 * pi * number / count for number, state in enumerate(automaton.states)}
    return {
        state: (radius + 60 + radius * sin(turn), radius + 60 - radius * cos(turn))
        for state, turn in turns.items()
    }


def _stand(element: Element, place: Place) -> None:
    x, y = place
    SubElement(element, "x").text = f"{x:.1f}"
    SubElement(element, "y").text = f"{y:.1f}"


def _add_legend(canvas: Element, letters: Mapping[str, str]) -> None:
    """A note that says which symbol each letter stands for, where there is one to say."""
    said = [f"{letter} = {event}" for event, letter in letters.items() if letter != event]
    if said:
        note = SubElement(canvas, "note")
        SubElement(note, "text").text = ", ".join(said)
        _stand(note, (20, 20))
