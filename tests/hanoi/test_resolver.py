"""Whatever somebody names or hands over: a machine, a solver, or an error of one line."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from checked_machines import BOX, LAMP, drawn, over_two_storey

from hanoi_fsm import Diagram, Machine, automata, find, solve
from hanoi_fsm.fsm.errors import BadInput, DefinitionError, DotError, LoadError, UnknownName
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.hanoi.checking.user_solvers import UserSolver
from hanoi_fsm.hanoi.machines import Pathfinder, Reader, Solver
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.resolver import adopt, find_unchecked, names, resolve

MINE = """
import transitions
from hanoi_fsm import Automaton, Machine
from checked_machines import Counter

class Box(Counter):
    left = 0
    def __init__(self): ...
class Large(Box):
    def __init__(self, size): ...

def fresh():
    return Box()
def broken():
    raise ValueError("no\\nbox")
def solver(disks):
    return [(0, 2)] * disks
def specified(events):
    return []
table = "off -> on : press \\n on -> off : press"
automaton = Automaton.from_table("lamp", initial="off", table=table)
over_box = Automaton.from_table("mine", initial="a", table="a -> a : in [!full] / put")
machine = Machine(automaton, summary="mine")
boxed = Machine(over_box, Box, specification=specified, partial=True)
theirs = transitions.Machine(states=["a", "b"], initial="a", transitions=[["go", "a", "b"]])
number = 42
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the file of somebody's own and drawings."""
    monkeypatch.chdir(tmp_path)
    Path("my.py").write_text(MINE)
    Path("bad.dot").write_text("graph {}")
    drawn(BOX.automaton, tmp_path, "box.dot")
    drawn(LAMP.automaton, tmp_path, "lamp.dot")
    drawn(over_two_storey("a -> b : step"), tmp_path, "faulty.dot")


@pytest.mark.parametrize(
    ("subject", "kind", "shown"),
    [
        ("rank-reader", Reader, "rank-reader"),
        ("shortest", Pathfinder, "shortest"),
        ("hbits", PlainSolver, "hbits"),
        ("lamp.dot", Machine, "lamp.dot"),
        (Path("lamp.dot"), Machine, "lamp.dot"),
        ("faulty.dot", Solver, "faulty.dot"),
        ("my.py:machine", Machine, "my.py:machine"),
        ("my.py:automaton", Machine, "my.py:automaton"),
        ("my.py:theirs", Machine, "my.py:theirs"),
        ("my.py:solver", UserSolver, "my.py:solver"),
        (BOX, Machine, "box"),
        (LAMP.automaton, Machine, "lamp"),
        (automata.get("monk").automaton, Solver, "monk"),
        (solve, UserSolver, "solve"),
    ],
)
def test_what_a_name_or_a_value_stands_for(subject: Any, kind: type, shown: str) -> None:
    found = resolve(subject)
    assert (type(found), found.shown) == (kind, shown)


def test_every_name_of_the_package_is_found_and_values_keep_what_they_have() -> None:
    assert [resolve(name).shown for name in names()] == names()
    assert find("my.py:machine").summary == "mine"
    assert adopt(adopt(BOX, "here.py:box")) == adopt(BOX, "here.py:box")
    assert find("lamp.dot").lines[LAMP.automaton.transitions[0]] > 1


@pytest.mark.parametrize("memory", ["Box", "fresh", "boxed"])
def test_a_drawing_may_name_somebody_s_own_memory(memory: str) -> None:
    machine = find("box.dot", memory=f"my.py:{memory}")
    assert machine.automaton == BOX.automaton
    assert (machine.shown, machine.vocabulary.__name__) == ("box.dot", "Box")
    assert [record.state for record in machine.run("in", "out")] == ["open", "open"]
    assert (machine.specification is not None) == machine.partial == (memory == "boxed")


def test_a_drawing_of_a_machine_of_the_library_keeps_its_model() -> None:
    Path("theirs.dot").write_text(Diagram(find("my.py:theirs").automaton).dot)
    machine = find("theirs.dot", memory="my.py:theirs")
    assert [record.output for record in machine.run("go")] == ["b"]


REFUSED: list[tuple[Any, str | None, type[Exception], str]] = [
    ("monkk", None, UnknownName, "'monk'?"),
    ("my.py:number", None, BadInput, "42"),
    ("my.py:Box", None, BadInput, "Box"),
    ("my.py:over_box", None, UnknownName, "--memory"),
    (3, None, BadInput, "3"),
    (Diagram(LAMP.automaton), None, BadInput, "Diagram"),
    ("bad.dot", None, DotError, "line 1"),
    ("no.dot", None, FileNotFoundError, "no.dot"),
    ("box.dot", None, UnknownName, "--memory"),
    ("hbits", None, UnknownName, "hbits"),
    ("my.py:solver", None, UnknownName, "my.py:solver"),
    ("faulty.dot", None, DefinitionError, "3 faults: line 9"),
    ("box.dot", "my.py:number", BadInput, "42"),
    ("box.dot", "my.py:automaton", BadInput, "my.py:automaton"),
    ("box.dot", "my.py:solver", BadInput, "TypeError"),
    ("box.dot", "my.py:Large", BadInput, "TypeError"),
    ("box.dot", "my.py:broken", BadInput, "ValueError: no box"),
    ("box.dot", "my.py:machine", DefinitionError, "'full'"),
    ("box.dot", "Box", LoadError, "'Box'"),
    ("monk", "my.py:Box", BadInput, "'monk'"),
    ("my.py:machine", "my.py:Box", BadInput, "'my.py:machine'"),
    (LAMP, "my.py:Box", BadInput, "<Machine lamp"),
]


@pytest.mark.parametrize(("subject", "memory", "error", "said"), REFUSED)
def test_what_is_refused_is_told_in_one_line(
    subject: Any, memory: str | None, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=re.escape(said)) as raised:
        find(subject, memory=memory)
    assert "\n" not in str(raised.value)
    if subject == "faulty.dot":
        assert find_unchecked(subject).faults()


def titled(name: str, title: str, memory: str = "") -> str:
    """A drawing of an automaton of the package under another title, as DOT or as JSON."""
    automaton = automata.get(name).automaton
    if memory:
        text = export(replace(automaton, name=title, memory=memory), "json")
        Path("titled.json").write_text(text)
        return "titled.json"
    dot = Diagram(automaton).dot
    for quoted in (f'label="{automaton.title}"', f"label={automaton.title}"):
        dot = dot.replace(quoted, f'label="{title}"')
    Path("titled.dot").write_text(dot)
    return "titled.dot"


@pytest.mark.parametrize("name", [*automata.READERS, *automata.PATHFINDERS])
@pytest.mark.one_in(2)
def test_a_drawing_is_a_version_of_what_its_title_or_its_memory_names(name: str) -> None:
    machine = automata.get(name)
    own = machine.automaton.memory
    for file in (
        titled(name, name),
        titled(name, f"mine over {name}"),
        titled(name, machine.automaton.title),
        titled(name, name, own),
        titled(name, name, name),
        titled(name, "mine", name),
    ):
        found = find(file)
        assert (type(found), found.reference_name) == (type(machine), name)
        assert found.conform(2).findings == ()
        assert found.specification == machine.specification


@pytest.mark.parametrize("name", [*automata.READERS, *automata.PATHFINDERS])
def test_a_drawing_over_what_no_machine_is_called_is_refused(name: str) -> None:
    other = "digits" if automata.get(name).automaton.memory != "digits" else "moves"
    for file in (
        titled(name, f"{name} over nonsense"),
        titled(name, "x" * 100, "nonsense"),
        titled(name, name, "nonsense"),
        titled(name, name, other),
    ):
        with pytest.raises(UnknownName, match="--memory") as raised:
            find(file)
        assert len(str(raised.value)) <= 300
        assert "\n" not in str(raised.value)
