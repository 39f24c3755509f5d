"""The pictures that `transitions` itself draws show its machines."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.commands import run
from transitions.extensions import HierarchicalGraphMachine

from hanoi_fsm import drift, find

FILES = {"mermaid": "drawn.mmd", "graphviz": "drawn.dot"}
PLAYER = {
    "states": ["off", {"name": "on", "on_enter": ["ring", "glow"], "on_exit": "ring"}, "broken"],
    "transitions": [
        ["press", "off", "on"],
        {"trigger": "press", "source": "on", "dest": "off", "conditions": "warm", "unless": "busy"},
        {"trigger": "kick", "source": "on", "dest": "off", "conditions": "busy"},
        {"trigger": "drop", "source": "*", "dest": "broken"},
        ["crush", "off", "broken"],
    ],
    "initial": "off",
}
DEEP = [{"name": "3", "initial": "i", "children": ["i", "j"]}]
SONG = {
    "states": ["a", "b", {"name": "c", "initial": "1", "children": ["1", "2", *DEEP]}],
    "transitions": [
        ["go", "a", "b"],
        ["go", "b", "c"],
        ["jump", "a", "c_2"],
        ["in", "c", "c_2"],
        ["up", "c_2", "c"],
        ["deep", "c_1", "c_3"],
        ["on", "c_3_i", "c_3_j"],
        ["back", "c_3", "b"],
        ["again", "c", "="],
        ["back", "c", "a"],
    ],
    "initial": "a",
}
SIDES = [
    {"name": "x", "initial": "i", "children": ["i", "j"], "transitions": [["go", "i", "j"]]},
    {"name": "y", "initial": "i", "children": ["i", "j"], "transitions": [["go", "i", "j"]]},
]
TWO = {
    "states": ["off", {"name": "on", "parallel": SIDES}],
    "transitions": [["press", "off", "on"], ["press", "on", "off"]],
    "initial": "off",
}
MACHINES: dict[str, dict[str, Any]] = {"player": PLAYER, "song": SONG, "two": TWO}


def machine(name: str, engine: str) -> HierarchicalGraphMachine:
    calls = dict.fromkeys(("warm", "busy", "ring", "glow"), bool)
    return HierarchicalGraphMachine(
        SimpleNamespace(**calls),
        **MACHINES[name],
        auto_transitions=False,
        show_conditions=True,
        show_state_attributes=True,
        graph_engine=engine,  # type: ignore[arg-type]  # one of FILES
    )


def drawn(name: str, engine: str) -> str:
    graph = machine(name, engine).get_graph()
    return str(graph.draw(None) if engine == "mermaid" else graph.source)


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("engine", FILES)
def test_its_picture_of_a_machine_shows_the_machine(engine: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / FILES[engine]
    file.write_text(drawn(name, engine))
    compared = drift(find(file, initial=MACHINES[name]["initial"]), machine(name, engine))
    assert compared.holds, str(compared)
    file.write_text(file.read_text().replace(" [busy]", ""))
    again = drift(find(file, initial=MACHINES[name]["initial"]), machine(name, engine))
    assert again.holds == (name != "player"), str(again)


@pytest.mark.parametrize("engine", FILES)
def test_an_internal_transition_of_a_state_with_actions_is_an_assumption(
    engine: str, tmp_path: Path
) -> None:
    file = tmp_path / FILES[engine]
    loop = {"mermaid": "on --> on", "graphviz": "on -> on"}[engine]
    label = {"mermaid": ": turn [internal]\n", "graphviz": ' [label="turn [internal]"]\n}'}[engine]
    text = drawn("player", engine).rstrip("}\n")
    file.write_text(f"{text}\n{loop} {label}")
    ran = run("check", str(file))
    assert ran.code == 3 and "1 internal transition with the entry and exit" in ran.out
    file.write_text(f"{text}\n{loop.replace('on', 'off')} {label}")
    assert "internal transition" not in run("check", str(file)).out


def test_an_internal_transition_of_a_composite_state_is_an_assumption(tmp_path: Path) -> None:
    file = tmp_path / "song.mmd"
    file.write_text(f"{drawn('song', 'mermaid')}\nc --> c : turn [internal]\n")
    assert "1 internal transition with the entry and exit" in str(find(file).assumptions)
    file.write_text(file.read_text().replace("c --> c : turn", "b --> b : turn"))
    assert "internal transition" not in str(find(file).assumptions)


def test_an_assumed_start_is_settled_by_the_code(tmp_path: Path) -> None:
    file = tmp_path / "drawn.dot"
    file.write_text(drawn("player", "graphviz"))
    assert "'off', the first state, as the start" in str(find(file).assumptions)
    assert drift(find(file), machine("player", "graphviz")).holds
