"""The library's own drawing of every automaton has its states and its edges, as ours has."""

from __future__ import annotations

import re
from typing import Any

import pytest
from transitions.extensions import GraphMachine

from hanoi_fsm.fsm.automaton import Automaton
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
        graph_engine="graphviz",
    )
    graph: Any = machine.get_combined_graph()
    shown = {name: state for state, name in names.items()}
    edges = re.findall(r"^\s*(s\d+) -> (s\d+)\b", graph.source, flags=re.MULTILINE)
    nodes = re.findall(r"^\s*(s\d+) \[", graph.source, flags=re.MULTILINE)
    return {shown[node] for node in nodes}, {(shown[a], shown[b]) for a, b in edges}


@pytest.mark.parametrize("name", automata.names())
def test_states_and_edges_are_those_of_graph_machine(name: str) -> None:
    automaton = automata.get(name).automaton
    edges = {(row.source, row.target) for row in automaton.transitions}
    assert library_graph(automaton) == (set(automaton.states), edges)
