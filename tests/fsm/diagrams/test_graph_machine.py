"""The library's own drawing of every automaton has its states and its edges, as ours has."""

import re
from typing import Any

import pytest
from transitions.extensions import GraphMachine

from hanoi_fsm.hanoi import automata


@pytest.mark.parametrize("name", automata.names())
def test_states_and_edges_are_those_of_graph_machine(name: str) -> None:
    automaton = automata.get(name).automaton
    called = {state: f"s{number}" for number, state in enumerate(automaton.states)}
    edges = {(called[row.source], called[row.target]) for row in automaton.transitions}
    rows = [["go", *edge] for edge in edges]
    machine: Any = GraphMachine(
        states=[*called.values()], initial="s0", transitions=rows, graph_engine="graphviz"
    )
    text = machine.get_combined_graph().source
    assert set(re.findall(r"^\s*(s\d+) -> (s\d+)\b", text, re.M)) == edges
    assert set(re.findall(r"^\s*(s\d+) \[", text, re.M)) == set(called.values())
