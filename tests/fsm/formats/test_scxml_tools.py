"""Interpreters of SCXML that were not written here run what we export, to the same end."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from itertools import product
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from export_subjects import READERS, SUBJECTS, TASKED, exported, outputs_of
from statemachine.io.scxml.processor import SCXMLProcessor
from tools_at_hand import TOOLS, each, need_node, node_version, tasks

from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.memory import Memory

pytestmark = [pytest.mark.tools, pytest.mark.sweep]
STATEMACHINE = "python-statemachine", version("python-statemachine")
SCION = "SCION", node_version("@scion-scxml/scxml")
XSTATE = "XState", node_version("xstate")
SYMBOL = "{urn:hanoi-fsm:automaton}symbol"


def words(name: str) -> list[tuple[str, ...]]:
    """Words of its events up to some length, and one with an event that it does not know."""
    events = SUBJECTS[name].events
    longest = 1 if name == "hostile" else max(n for n in range(9) if len(events) ** n <= 300)
    every = [word for n in range(longest + 1) for word in product(events, repeat=n)]
    return [*every, (events[0], "unheard-of", events[0])]


def read_by_ours(name: str, word: tuple[str, ...]) -> list[str]:
    """What each event puts out, up to the first that is not taken."""
    put = []
    with suppress(MachineStopped):
        for row in SUBJECTS[name].read(word):
            put.append(outputs_of(name)[row.action] if row.action else "")
    return put if len(put) == len(word) else [*put, "stopped"]


def spelt(name: str) -> dict[str, str]:
    """The events as the document spells them."""
    root = ElementTree.fromstring(exported(name, "scxml"))
    taken = [row.attrib for row in root.iter("{http://www.w3.org/2005/07/scxml}transition")]
    return {row.get(SYMBOL, row["event"]): row["event"] for row in taken if row["event"] != "*"}


def started(name: str, memory: Memory | None = None) -> Any:
    """A run of a subject; only a document that calls a memory has to be trusted."""
    processor = SCXMLProcessor(trusted=memory is not None)
    processor.parse_scxml(name, exported(name, "scxml"))
    start: Any = processor.start
    return start(model=SimpleNamespace(memory=memory)) if memory else start()


@each(READERS, *STATEMACHINE)
def test_python_statemachine_reads_to_the_same_outputs(name: str) -> None:
    spelling = spelt(name)
    for word in words(name)[:40]:
        machine = started(name)
        put: list[str] = []
        for event in word:
            if not machine.is_terminated:
                machine.send(spelling.get(event, event))
                output = getattr(machine.model, "output", "")
                put.append("stopped" if machine.is_terminated else output)
        assert put == read_by_ours(name, word), word


@each(TASKED, *STATEMACHINE)
def test_python_statemachine_makes_the_same_moves(name: str) -> None:
    for memory, expected in tasks(name):
        machine = started(name, memory)
        moves = []
        while not machine.is_terminated:
            memory.output = None
            machine.send("step")
            moves += [memory.output] if memory.output else []
        assert moves == expected
        assert machine.model.state == "done"


class Scion:
    """SCION in a process of its own; guards and actions are asked of a memory on this side."""

    def __init__(self) -> None:
        node, pipe = ["node", "scion.mjs"], subprocess.PIPE
        self.process = subprocess.Popen(node, cwd=TOOLS, stdin=pipe, stdout=pipe, encoding="utf-8")

    def ask(self, memory: Memory | None = None, **task: Any) -> tuple[Any, list[Any]]:
        """Its answers, and the moves that the memory has made."""
        told, moves = self._asked(task), []
        while "answers" not in told:
            assert memory is not None
            memory.output = None
            answer = getattr(memory, told["call"])()
            moves += [memory.output] if memory.output else []
            told = self._asked(answer)
        return told["answers"], moves

    def _asked(self, value: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(value), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline() or '{"answers": "no answer"}')


@pytest.fixture(scope="module")
def scion() -> Iterator[Scion]:
    need_node("@scion-scxml/scxml")
    scion = Scion()
    yield scion
    scion.process.communicate(timeout=10)


def asked_of(name: str) -> list[list[str]]:
    """The words as the document spells them."""
    spelling = spelt(name)
    return [[spelling.get(event, event) for event in word] for word in words(name)]


def agree(name: str, answers: list[Any]) -> None:
    """The outputs and the last state of each word are as the definition says."""
    for word, answer in zip(words(name), answers, strict=True):
        expected = read_by_ours(name, word)
        stopped = expected[-1:] == ["stopped"]
        assert (answer["state"] == "stopped") is stopped, word
        assert answer["outputs"][: len(expected) - stopped] == expected[: len(expected) - stopped]


@each(READERS, *SCION)
def test_scion_reads_to_the_same_outputs(name: str, scion: Scion) -> None:
    answers, _ = scion.ask(document=exported(name, "scxml"), words=asked_of(name))
    agree(name, answers)


@cache
def converted() -> dict[str, Any]:
    """The answers of XState for all readers, and what it says of a solver."""
    need_node("xstate")
    names = [*READERS, "monk"]
    tasks = [{"document": exported(name, "scxml"), "words": asked_of(name)} for name in names]
    node, text = ["node", "xstate.mjs"], json.dumps(tasks)
    told = subprocess.check_output(node, cwd=TOOLS, input=text, encoding="utf-8")
    return dict(zip(names, json.loads(told), strict=True))


@each(READERS, *XSTATE)
def test_xstate_begins_in_the_initial_state_and_reads_to_the_same_outputs(name: str) -> None:
    agree(name, converted()[name])


def test_xstate_refuses_scripts_as_the_document_says() -> None:
    assert "script" in converted()["monk"]["error"]


@each(TASKED, *SCION)
def test_scion_makes_the_same_moves(name: str, scion: Scion) -> None:
    for memory, expected in tasks(name):
        answers, moves = scion.ask(memory, document=exported(name, "scxml"), step="step")
        assert moves == expected
        assert answers[0]["state"] == "done"
