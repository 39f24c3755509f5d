"""What a picture of a state diagram shows, and whether that is the definition."""

import xml.etree.ElementTree as ET
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Transition, parse_labels

SVG = "{http://www.w3.org/2000/svg}"


class Shape(NamedTuple):
    title: str
    texts: list[str]
    borders: int
    fill: str | None


def blanks_joined(text: str) -> str:
    return " ".join(text.split())


def shapes_of(svg: bytes) -> dict[str, Shape]:
    """The nodes and edges of a picture by their ids."""
    return {
        group.attrib["id"]: Shape(
            blanks_joined(group.findtext(f"{SVG}title", "")),
            [blanks_joined("".join(text.itertext())) for text in group.iter(f"{SVG}text")],
            sum(1 for sign in group.iter() if sign.tag in (f"{SVG}path", f"{SVG}polygon")),
            next((sign.attrib["fill"] for sign in group.iter() if "fill" in sign.attrib), None),
        )
        for group in ET.fromstring(svg).iter(f"{SVG}g")
        if group.get("class") in ("graph", "node", "edge")
    }


def drawn_together(automaton: Automaton, *, counted: bool = False) -> list[list[Transition]]:
    """The transitions that share an edge, edge by edge; each is alone where there are counts.

    Without counts and guards those share one that differ only in the event.
    """
    if counted or automaton.guards:
        return [[row] for row in automaton.transitions]
    edges: dict[tuple[str, str], dict[str | None, list[Transition]]] = {}
    for row in automaton.transitions:
        edges.setdefault((row.source, row.target), {}).setdefault(row.action, []).append(row)
    return [rows for actions in edges.values() for rows in actions.values()]


def assert_shows(svg: bytes, automaton: Automaton) -> None:
    """Titles and texts are those of the definition, and there are no others.

    What all edges and all states have in common is said once, in a note, and nowhere else.
    """
    shapes = shapes_of(svg)
    nodes = [shapes.pop(f"state-{i}") for i in range(1, len(automaton.states) + 1)]
    states = [blanks_joined(state) for state in automaton.states]
    assert [node.title for node in nodes] == states
    assert [node.texts for node in nodes] == [[state] for state in states]
    events = {row.event for row in automaton.transitions}
    shared = events.pop() if len(events) == 1 and len(automaton.transitions) > 1 else ""
    for number, rows in enumerate(drawn_together(automaton), 1):
        edge = shapes.pop(f"edge-{number}")
        assert edge.title == blanks_joined("\n".join(map(str, rows)))
        assert parse_labels(" ".join([shared, *edge.texts])) == [row.label for row in rows]
    assert shapes.pop("initial").texts == []
    graph = shapes.pop("graph0")
    assert blanks_joined(automaton.title) in graph.texts
    said = [f"every edge: event {shared}"] if shared else []
    said += ["every state is final"] * (1 < len(states) == len(automaton.final))
    notes = shapes.pop("note-subtitle").texts if said else []
    assert notes == ([blanks_joined(" \N{MIDDLE DOT} ".join(said))] if said else [])
    borders = {i: node.borders for i, node in enumerate(nodes)}
    doubled = {i for i, state in enumerate(automaton.states) if state in automaton.final}
    expected = set() if 1 < len(states) == len(automaton.final) else doubled
    assert {i for i, count in borders.items() if count == 2} == expected
    start = shapes.pop("start")
    assert start.title == blanks_joined(f"initial state: {automaton.initial}")
    assert start.texts == []
    assert not shapes
