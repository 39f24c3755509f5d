"""The tools that diagrams and machines are exported for take them, and understand what they say."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from importlib.metadata import version
from typing import Any
from xml.etree import ElementTree

import pytest
from export_subjects import SUBJECTS, exported
from tools_at_hand import TOOLS, each, missing, need_node, node_version, tasks
from transitions.extensions.markup import MarkupMachine

from hanoi_fsm.fsm.formats.markup import markup
from hanoi_fsm.fsm.notation import join_transitions
from hanoi_fsm.hanoi import automata

pytestmark = [pytest.mark.tools, pytest.mark.sweep]
TRANSITIONS = "transitions", version("transitions")
MERMAID = "Mermaid", node_version("mermaid")


# transitions


@each(SUBJECTS, *TRANSITIONS)
def test_markup_machine_loads_the_same_states_and_transitions(name: str) -> None:
    machine = MarkupMachine(markup=json.loads(exported(name, "transitions")))
    loaded: Any = machine.markup
    ours = markup(SUBJECTS[name])
    assert loaded["initial"] == ours["initial"]
    assert loaded["name"] == ours["name"]
    assert "to_" + ours["initial"] not in machine.events, "no way may lead past the transitions"
    assert loaded["states"] == [dict(reversed(state.items())) for state in ours["states"]]
    assert sorted(map(canonical, loaded["transitions"])) == sorted(
        map(canonical, ours["transitions"])
    )


def canonical(row: dict[str, Any]) -> str:
    lists = {key: value if isinstance(value, list) else [value] for key, value in row.items()}
    return json.dumps(lists, sort_keys=True)


@each([*automata.SOLVERS, *automata.PATHFINDERS], *TRANSITIONS)
def test_markup_machine_makes_the_same_moves(name: str) -> None:
    for memory, expected in tasks(name):
        machine = MarkupMachine(markup=json.loads(exported(name, "transitions")))
        machine.add_model(memory)
        moves = []
        while not machine.get_model_state(memory).final:
            memory.output = None
            assert memory.trigger("step")  # type: ignore[attr-defined]  # given by the machine
            moves += [memory.output] if memory.output else []
        assert moves == expected


# Mermaid


@cache
def understood() -> Any:
    """What Mermaid understood of every subject."""
    texts = json.dumps([exported(name, "mermaid") for name in SUBJECTS])
    done = subprocess.run(
        ["node", "mermaid.mjs"],
        cwd=TOOLS,
        input=texts,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


@each(SUBJECTS, *MERMAID)
def test_mermaid_parses_it_and_understands_what_it_says(name: str) -> None:
    need_node("mermaid")
    automaton = SUBJECTS[name]
    told = understood()["answers"][list(SUBJECTS).index(name)]
    assert "error" not in told, told
    shown = {node["id"]: node["label"] for node in told["nodes"] if node["shape"] == "rect"}
    assert sorted(shown.values()) == sorted(automaton.states)
    drawn = [(shown.get(a), shown.get(b), text) for a, b, text in told["edges"]]
    inner = [edge for edge in drawn if None not in edge[:2]]
    assert sorted(inner) == sorted(join_transitions(automaton.transitions))
    assert [b for a, b, _ in drawn if a is None] == [automaton.initial]
    ended = {a for a, b, _ in drawn if b is None}
    thick = {node["label"] for node in told["nodes"] if "final" in node["css"].split()}
    assert ended | thick == automaton.final
    assert not ended & thick


# PlantUML


@pytest.fixture(scope="module")
def plantuml(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ElementTree.Element]:
    """The pictures that PlantUML draws of every subject, in one run of it."""
    if shutil.which("plantuml") is None:
        missing("plantuml", "install it from your system's packages (apt-get install plantuml)")
    folder = tmp_path_factory.mktemp("plantuml")
    for name in SUBJECTS:
        (folder / f"{name}.puml").write_text(exported(name, "plantuml"), encoding="ascii")
    files = [f"{name}.puml" for name in SUBJECTS]
    for arguments in (["-version"], ["-tsvg", *files]):
        done = subprocess.run(
            ["plantuml", *arguments], cwd=folder, check=True, capture_output=True, text=True
        )
        print(done.stdout.partition("\n")[0])
    return {name: ElementTree.parse(folder / f"{name}.svg").getroot() for name in SUBJECTS}


@each(SUBJECTS, "PlantUML", "of the system")
def test_plantuml_draws_every_name_and_label_and_nothing_else(
    name: str, plantuml: dict[str, ElementTree.Element]
) -> None:
    automaton = SUBJECTS[name]
    texts = [
        "".join(element.itertext()).replace("\N{NO-BREAK SPACE}", " ")
        for element in plantuml[name].iter("{http://www.w3.org/2000/svg}text")
    ]
    labels = [text for _, _, text in join_transitions(automaton.transitions)]
    expected = [automaton.title, *automaton.states, *labels]
    goes_on = {row.source for row in automaton.transitions} & automaton.final
    legend = ["a bold border marks a final state"] if goes_on else []
    assert sorted(texts) == sorted([*expected, *legend])
