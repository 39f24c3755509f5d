"""The tools that diagrams and machines are exported for take them, and understand what they say."""

import json
import shutil
import subprocess
from functools import cache
from importlib.metadata import version
from typing import Any
from xml.etree import ElementTree

import pytest
from export_subjects import SUBJECTS, TASKED, exported
from tools_at_hand import TOOLS, each, missing, need_node, node_version, tasks
from transitions.extensions.markup import MarkupMachine

from hanoi_fsm.fsm.notation import join_transitions

pytestmark = [pytest.mark.tools, pytest.mark.sweep]
TRANSITIONS = "transitions", version("transitions")
MERMAID = "Mermaid", node_version("mermaid")


@each(TASKED, *TRANSITIONS)
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


@cache
def understood() -> Any:
    texts = json.dumps([exported(name, "mermaid") for name in SUBJECTS])
    node = ["node", "mermaid.mjs"]
    return json.loads(subprocess.check_output(node, cwd=TOOLS, input=texts, encoding="utf-8"))


@each(SUBJECTS, *MERMAID)
def test_mermaid_parses_it_and_understands_what_it_says(name: str) -> None:
    need_node("mermaid")
    automaton = SUBJECTS[name]
    told = understood()["answers"][list(SUBJECTS).index(name)]
    assert "error" not in told, told
    shown = {node["id"]: node["label"] for node in told["nodes"] if node["shape"] == "rect"}
    assert sorted(shown.values()) == sorted(automaton.states)
    drawn = [(shown.get(a), shown.get(b), text) for a, b, text in told["edges"]]
    inner = [(a, b, line) for a, b, text in drawn if a and b for line in text.split("<br>")]
    assert sorted(inner) == sorted(join_transitions(automaton.transitions))
    assert [b for a, b, _ in drawn if a is None] == [automaton.initial]
    ended = {a for a, b, _ in drawn if b is None}
    thick = {node["label"] for node in told["nodes"] if "final" in node["css"].split()}
    assert ended | thick == automaton.final
    assert not ended & thick


LOOK_ALIKE = str.maketrans("<>&", "\u2039\u203a\uff06")
ALLOWED = {"svg", "style", "defs", "marker", "filter", "fedropshadow", "g", "foreignObject"}
ALLOWED |= {"div", "span", "p", "rect", "circle", "path", "text"}
"""The elements of a picture by Mermaid: none that a name has brought into it."""


@each(SUBJECTS, *MERMAID)
def test_mermaid_draws_every_name_and_label_and_nothing_else(name: str) -> None:
    need_node("mermaid")
    automaton = SUBJECTS[name]
    drawn = understood()["answers"][list(SUBJECTS).index(name)]["drawn"]
    assert sorted(drawn["states"]) == sorted(automaton.states)
    labels = [text for _, _, text in join_transitions(automaton.transitions)]
    assert sorted(drawn["labels"]) == sorted(labels)
    assert drawn["titles"] == [automaton.title.translate(LOOK_ALIKE)]
    assert set(drawn["elements"]) <= ALLOWED


@pytest.fixture(scope="module")
def plantuml(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ElementTree.Element]:
    """The pictures that PlantUML draws of every subject, in one run of it."""
    if shutil.which("plantuml") is None:
        missing("plantuml", "install it from your system's packages (apt-get install plantuml)")
    folder = tmp_path_factory.mktemp("plantuml")
    for name in SUBJECTS:
        (folder / f"{name}.puml").write_text(exported(name, "plantuml"), encoding="ascii")
    for arguments in (["-version"], ["-tsvg", *(f"{name}.puml" for name in SUBJECTS)]):
        printed = subprocess.check_output(["plantuml", *arguments], cwd=folder, text=True)
        print(printed.partition("\n")[0])
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
    expected = [automaton.title, *automaton.states]
    expected += [text for _, _, text in join_transitions(automaton.transitions)]
    if {row.source for row in automaton.transitions} & automaton.final:
        expected += ["a green background marks a final state"]
    assert sorted(texts) == sorted(expected)
    boxes = plantuml[name].iter("{http://www.w3.org/2000/svg}rect")
    green = [box for box in boxes if box.get("fill") == "#98FB98"]
    assert len(green) == len(automaton.final & {row.source for row in automaton.transitions})
