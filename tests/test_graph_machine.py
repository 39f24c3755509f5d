"""The library's own drawing of every automaton has the states and the edges of ours."""

from __future__ import annotations

import re
from typing import Any

import pytest
from transitions.extensions import GraphMachine

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_syntax import parse
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.hanoi import automata


def library_graph(automaton: Automaton) -> tuple[set[str], set[tuple[str, str]]]:
    """The states and the edges in the DOT that `GraphMachine` draws, under names of its own."""
    names = {state: f"s{number}" for number, state in enumerate(automaton.states)}
    machine = GraphMachine(
        states=list(names.values()),
        transitions=[
            {"trigger": row.event, "source": names[row.source], "dest": names[row.target]}
            for row in automaton.transitions
        ],
        initial=names[automaton.initial],
        auto_transitions=False,
        show_conditions=True,
        graph_engine="graphviz",
    )
    graph: Any = machine.get_combined_graph()
    source = str(graph.source)
    shown = {name: state for state, name in names.items()}
    edges = re.findall(r"^\s*(s\d+) -> (s\d+)\b", source, flags=re.MULTILINE)
    nodes = re.findall(r"^\s*(s\d+) \[", source, flags=re.MULTILINE)
    return {shown[node] for node in nodes}, {(shown[a], shown[b]) for a, b in edges}


def our_graph(automaton: Automaton) -> tuple[set[str], set[tuple[str, str]]]:
    """The states and the edges in the DOT that we draw, the start point left out."""
    statements = parse(Diagram(automaton).dot).statements
    points = {
        part.text
        for kind, (part, *_), looks in statements
        if kind == "node" and "shape" in looks and looks["shape"].text == "point"
    }
    nodes = {parts[0].text for kind, parts, _ in statements if kind == "node"} - points
    edges = {(parts[0].text, parts[1].text) for kind, parts, _ in statements if kind == "edge"}
    return nodes, {(a, b) for a, b in edges if a not in points}


@pytest.mark.parametrize("name", automata.names())
def test_states_and_edges_are_those_of_graph_machine(name: str) -> None:
    automaton = automata.get(name).automaton
    assert our_graph(automaton) == library_graph(automaton)
