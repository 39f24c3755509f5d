"""The exports of the alarm clock are understood by the tools that they are made for."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from alarm_clock import clock, specification
from tools_at_hand import TOOLS, missing, need_node

from hanoi_fsm.fsm.formats import export
from hanoi_fsm.fsm.notation import join_transitions

pytestmark = pytest.mark.tools
LABELS = [label for _, _, label in join_transitions(clock.automaton.transitions)]


def answer(tool: str, request: object) -> Any:
    """The only answer of one of the tools for Node."""
    line = json.dumps(request) + "\n"
    command = ["node", tool]
    done = subprocess.run(
        command, cwd=TOOLS, input=line, capture_output=True, text=True, check=True
    )
    [found] = json.loads(done.stdout)["answers"]
    return found


def test_mermaid_understands_the_clock() -> None:
    need_node("mermaid")
    text = export(clock.automaton, "mermaid")
    drawn = answer("mermaid.mjs", [text])["edges"]
    assert sorted(label for _, _, label in drawn if label) == sorted(LABELS)


def test_plantuml_draws_the_clock() -> None:
    if shutil.which("plantuml") is None:
        missing("plantuml", "install it from your system's packages (apt-get install plantuml)")
    text = export(clock.automaton, "plantuml")
    plantuml = ["plantuml", "-tsvg", "-p"]
    done = subprocess.run(plantuml, input=text, capture_output=True, text=True, check=True)
    texts = ElementTree.fromstring(done.stdout).iter("{http://www.w3.org/2000/svg}text")
    shown = ["".join(each.itertext()).replace("\N{NO-BREAK SPACE}", " ") for each in texts]
    assert sorted(shown) == sorted([clock.automaton.title, *clock.automaton.states, *LABELS])


def test_scxml_runs_as_the_specification_says() -> None:
    """In an interpreter that was not written here, on a memory in its own language."""
    need_node("@scion-scxml/scxml")
    text = export(clock.automaton, "scxml")
    memory = Path(__file__).with_name("clock.js").read_text()
    script = f'<datamodel><data id="output"/></datamodel><script><![CDATA[{memory}]]></script>'
    document = text.replace(" -->\n", f" -->\n{script}", 1)
    word = Random(7).choices(clock.automaton.events, k=2000)
    outputs = answer("scion.mjs", {"document": document, "words": [word]})["outputs"]
    assert outputs == specification(word)
    assert any("bell" in output for output in outputs)
