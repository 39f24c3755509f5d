"""The tools that exports are for take them, and run or draw the same automaton."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from support import oracle
from support.exports import OUTPUTS, SAYING, SUBJECTS, exported
from support.tools_at_hand import TOOLS, missing, need_node

from hanoi_fsm import PATHFINDERS, SOLVERS, Automaton, Configuration, Task, path

pytestmark = [pytest.mark.tools, pytest.mark.sweep]
SCXML, SYMBOL = "{http://www.w3.org/2005/07/scxml}", "{urn:hanoi-fsm:automaton}symbol"
DRAWN = [
    name
    for name, automaton in SUBJECTS.items()
    if name == "hostile" or len(automaton.transitions) < 20
]
"""Automata whose pictures take less than a second, and the automaton with odd names."""
LOOK_ALIKE = str.maketrans("<>&", "\u2039\u203a\uff06")
"""The replacements in titles for characters that Mermaid would take for markup."""


def labels(automaton: Automaton) -> list[str]:
    """The texts on the edges of a drawing, one per row."""
    return sorted(
        str(row).removeprefix(f"{row.source} -> {row.target} : ") for row in automaton.rows
    )


def node(script: str, given: object) -> Any:
    """The answer of a script for Node to a JSON text on its standard input."""
    command, text = ["node", script], json.dumps(given)
    return json.loads(subprocess.check_output(command, cwd=TOOLS, input=text, encoding="utf-8"))


def notes(automaton: Automaton) -> list[str]:
    """The texts in notes of a drawing."""
    return ["acceptor"] * automaton.acceptor


ALLOWED = {
    *("svg", "style", "defs", "marker", "filter", "fedropshadow", "g", "foreignObject"),
    *("div", "span", "p", "rect", "circle", "path", "text"),
}
"""The elements of a picture by Mermaid: none that a name has brought into it."""


def test_mermaid_draws_every_name_and_label_and_nothing_else() -> None:
    need_node("mermaid")
    answers = node("mermaid.mjs", [exported(name, "mermaid") for name in DRAWN])["answers"]
    for name, told in zip(DRAWN, answers, strict=True):
        automaton = SUBJECTS[name]
        assert "error" not in told, (name, told)
        shown = {shape["id"]: shape["label"] for shape in told["nodes"] if shape["shape"] == "rect"}
        assert sorted(shown.values()) == sorted(automaton.states)
        assert [shown.get(b) for a, b, _ in told["edges"] if a not in shown] == [automaton.initial]
        ended = {shown.get(a) for a, b, _ in told["edges"] if b not in shown}
        assert ended == automaton.final
        drawn = told["drawn"]
        assert sorted(drawn["states"]) == sorted([*automaton.states, *notes(automaton)])
        assert sorted(drawn["labels"]) == labels(automaton)
        assert drawn["titles"] == [automaton.title.translate(LOOK_ALIKE)]
        assert set(drawn["elements"]) <= ALLOWED


def test_plantuml_draws_every_name_and_label_and_nothing_else(tmp_path: Path) -> None:
    if shutil.which("plantuml") is None:
        missing("plantuml", "install it from your system's packages (apt-get install plantuml)")
    for name in DRAWN:
        (tmp_path / f"{name}.puml").write_text(exported(name, "plantuml"), encoding="ascii")
    files = [f"{name}.puml" for name in DRAWN]
    subprocess.run(["plantuml", "-tsvg", *files], cwd=tmp_path, check=True, capture_output=True)
    for name in DRAWN:
        automaton = SUBJECTS[name]
        picture = ElementTree.parse(tmp_path / f"{name}.svg")
        texts = [
            "".join(element.itertext())
            for element in picture.iter("{http://www.w3.org/2000/svg}text")
        ]
        expected = [automaton.title, *automaton.states, *labels(automaton), *notes(automaton)]
        assert sorted(text.replace("\N{NO-BREAK SPACE}", " ") for text in texts) == sorted(expected)


def tasks(name: str) -> Iterator[tuple[Any, list[str]]]:
    """A memory for each of some tasks, with the moves that are expected of it."""
    if name in PATHFINDERS:
        for ends in [("00", "21"), ("12", "11"), ("120", "022")]:
            yield (
                PATHFINDERS[name].memory(*map(Configuration, ends)),
                [str(move) for move in path(*ends, by=name)],
            )
    else:
        for disks, (source, target) in [(0, (0, 2)), *product((2, 3), oracle.TASKS)]:
            task = Task(disks, source, target)
            steps = oracle.textbook(disks, source, target)
            moves = [f"disk {disk}: {a} -> {b}" for disk, a, b in steps]
            yield SOLVERS[name].memory(task.start, task), moves


def with_statemachine(name: str, memory: Any) -> list[str]:
    """The moves that python-statemachine has a memory make, which takes trust in the document."""
    try:
        from statemachine.io.scxml.processor import SCXMLProcessor
    except ImportError:
        missing("python-statemachine", "pip install python-statemachine")
    processor: Any = SCXMLProcessor(trusted=True)
    processor.parse_scxml(name, exported(name, "scxml"))
    machine, moves = processor.start(model=SimpleNamespace(memory=memory)), list[str]()
    while not machine.is_terminated:
        memory.output = None
        machine.send("step")
        moves += [str(memory.output)] * (memory.output is not None)
    assert machine.model.state == "done"
    return moves


def test_python_statemachine_makes_the_same_moves() -> None:
    for name in [*SOLVERS, *PATHFINDERS]:
        for memory, expected in tasks(name):
            assert with_statemachine(name, memory) == expected, name


def words(name: str) -> list[tuple[str, ...]]:
    """Words of its events up to some length, and one with an event that it does not know."""
    events = sorted({row.event for row in SUBJECTS[name].transitions})
    longest = max(n for n in range(9) if len(events) ** n <= 30)
    every = [word for n in range(longest + 1) for word in product(events, repeat=n)]
    return [*every, (events[0], "unheard-of", events[0])]


def expected_of(name: str, word: tuple[str, ...]) -> list[str]:
    """The output of each event by the table alone; `stopped` for an event that is refused."""
    put: list[str] = []
    state, outputs = SUBJECTS[name].initial, OUTPUTS[name]
    for event in word:
        rows = [
            row for row in SUBJECTS[name].transitions if (row.source, row.event) == (state, event)
        ]
        if not rows:
            return [*put, "stopped"]
        state = rows[0].target
        put.append(outputs[rows[0].actions[-1]] if rows[0].actions else "")
    return put


def question(name: str) -> dict[str, Any]:
    """The document of an automaton, and the words to read, as it spells them."""
    document = exported(name, "scxml")
    taken = [
        element.attrib for element in ElementTree.fromstring(document).iter(f"{SCXML}transition")
    ]
    spelling = {
        transition.get(SYMBOL, transition["event"]): transition["event"]
        for transition in taken
        if transition["event"] != "*"
    }
    asked = [[spelling.get(event, event) for event in word] for word in words(name)]
    return {"document": document, "words": asked}


def same_outputs(name: str, answers: list[dict[str, Any]]) -> None:
    """The outputs, and whether it has stopped, are as the table says for each word."""
    for word, answer in zip(words(name), answers, strict=True):
        expected = expected_of(name, word)
        stopped = expected[-1:] == ["stopped"]
        assert (answer["state"] == "stopped") is stopped, (name, word)
        ran = len(expected) - stopped
        assert answer["outputs"][:ran] == expected[:ran], (name, word)


def test_xstate_reads_to_the_same_outputs() -> None:
    need_node("xstate")
    *answers, refused = node("xstate.mjs", [*map(question, SAYING), question("monk")])
    for name, told in zip(SAYING, answers, strict=True):
        same_outputs(name, told)
    assert "script" in refused["error"], "the document says that XState runs none"
