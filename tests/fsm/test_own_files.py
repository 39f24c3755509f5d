"""Files and machines of one's own: what a file may do, and that every mishap has a plain answer."""

import json
import sys
from pathlib import Path

import pytest
from support.cases import ids
from support.checked_machines import COUNTDOWN, counting

from hanoi_fsm import automata, errors, export, find, trace

RIGHT = "def solver(disks): return disks"
LAMP = 'from hanoi_fsm import Automaton\nlamp = Automaton.from_table("lamp", initial="a", table='
REFUSED = [
    # what is in my.py, the name, the error, and what it says
    (RIGHT, "your.py:solver", "LoadError", ["'your.py'"]),
    (RIGHT, "folder.py:solver", "LoadError", ["'folder.py'"]),
    (RIGHT, "my.py:slover", "UnknownName", ["'slover'", "'solver'?"]),
    (f"{LAMP}'a -> a : b')", "my.py:amp", "UnknownName", ["'amp'", "'lamp'?"]),
    ("import os\nfrom re import sub\n_x = 3", "my.py:su", "UnknownName", ["nothing"]),
    ("x = 1\ndef f(:", "my.py:f", "LoadError", ["my.py is not Python: line 2: "]),
    ("x = 1\0", "my.py:x", "LoadError", ["my.py is not Python: "]),
    ("x = 1\n\nhanoi", "my.py:x", "LoadError", ["NameError", "(line 3 of my.py)"]),
    ("import sys\nsys.exit('no')", "my.py:x", "LoadError", ["SystemExit: no (line 2 of my.py)"]),
    (f"{LAMP}'a -> ')", "my.py:lamp", "LoadError", ["NotationError", "(line 2 of my.py)"]),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("text", "name", "error", "words"), REFUSED, ids=ids(REFUSED))
def test_what_cannot_be_loaded_is_refused_in_one_line(
    text: str, name: str, error: str, words: list[str], here: Path
) -> None:
    (here / "folder.py").mkdir()
    (here / "my.py").write_text(text)
    with pytest.raises(getattr(errors, error)) as refused:
        find(name)
    assert [word for word in words if word not in str(refused.value)] == []
    assert str(refused.value).isprintable()


DOOR = """
from transitions import Machine
class Door:
    def __init__(self):
        rows = [["close", "open", "shut"], ["push", "shut", "open"]]
        self.machine = Machine(self, ["open", "shut"], initial="open", transitions=rows)
class Two(Door):
    def __init__(self):
        super().__init__()
        self.lamp = Machine(None, ["on"], initial="on")
class Needs(Door):
    def __init__(self, key):
        super().__init__()
class Empty(Machine):
    def __init__(self):
        self.inner = Door().machine
door, two, empty = Door(), Two(), Empty()
model = Empty.__new__(Empty)
Door.__init__(model)
class Bare: ...
bare = Bare()
Machine(bare, ["open", "shut"], initial="open")
def make():
    return Machine(Bare(), ["open", "shut"], initial="open")
def fail():
    raise KeyError("no key")
"""


DOORS = ["door", "door.machine", "Door", "two.machine", "empty", "model", "bare", "make"]


@pytest.mark.parametrize("name", DOORS)
def test_a_machine_of_the_library_is_found_where_it_lives(name: str, here: Path) -> None:
    (here / "door.py").write_text(DOOR)
    assert find(f"door.py:{name}").automaton.states == ("open", "shut")
    assert find(f"door.py:{name}").shown == f"door.py:{name}"


NO_DOOR = [
    ("two", "BadInput", ["NAME.machine and NAME.lamp"]),
    ("Needs", "BadInput", ["Needs() raised TypeError", "needs no arguments"]),
    ("fail", "BadInput", ["fail() raised KeyError: 'no key'"]),
    ("door.mashine", "LoadError", ["'door.mashine'", "no attribute 'mashine'"]),
    ("door_.machine", "UnknownName", ["'door'"]),
]


@pytest.mark.parametrize(("name", "error", "words"), NO_DOOR, ids=ids(NO_DOOR))
def test_no_machine_of_the_library_is_guessed(
    name: str, error: str, words: list[str], here: Path
) -> None:
    (here / "door.py").write_text(DOOR)
    with pytest.raises(getattr(errors, error)) as refused:
        find(f"door.py:{name}")
    assert [word for word in words if word not in str(refused.value)] == []


GOOD = """
from __future__ import annotations
import tabnanny, sys
from dataclasses import dataclass
from beside_my_machine import TABLE
from hanoi_fsm import Automaton, Machine, Memory, action
@dataclass(eq=False)
class Lamp(Memory):
    glow: int = tabnanny.glow
    @action
    def shine(self) -> None:
        "shine"
        self.output = self.glow
m = Machine(Automaton.from_table("lamp", initial="on", table=TABLE), Lamp)
"""


def test_a_file_uses_what_is_beside_it_and_leaves_nothing_there(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path[:])
    (here / "mine").mkdir()
    (here / "mine" / "json.py").write_text(GOOD)
    (here / "mine" / "beside_my_machine.py").write_text("TABLE = 'on -> on : go / shine'")
    (here / "mine" / "tabnanny.py").write_text("glow = 7")
    before = sys.modules["json"]
    sys.modules.pop("tabnanny", None)
    assert trace("go", by="mine/json.py:m")[0].output == 7
    assert sys.modules["json"] is before
    (here / "yours").mkdir()
    (here / "yours" / "own.py").write_text(f"{LAMP}'a -> a : b')")
    assert find("yours/own.py:lamp").name == "lamp"
    assert not hasattr(__import__("tabnanny"), "glow"), "it is beside no file of that folder"
    assert len(list((here / "mine").iterdir())) == 3, "no bytecode is left there"


MONK = json.loads(export(automata.get("monk").automaton, "json"))
MANY = "".join(f"n{number} " for number in range(1000))


def of_events(number: int, event: str = "e{}", **parts: object) -> str:
    """A JSON text of many transitions between two states."""
    rows = [
        {"source": "a", "target": "b", "events": [event.format(i)]} | parts for i in range(number)
    ]
    ends = {"states": ["a", "b"], "initial": "a", "final": ["b"], "transitions": rows}
    return json.dumps(MONK | ends, separators=(",", ":"))


BOMBS = {
    "attributes.dot": f"node [{''.join(f'a{i}=1,' for i in range(25_000))}] {MANY}",
    "long_name.dot": f'"{"a" * 100_000}" [label="{"&lt;" * 70_000}"]',
    "default.dot": f'node [label="{"b" * 100_000}"] {MANY}',
    "statements.dot": "a;" * 60_000,
    "unknown.dot": "".join(f"s{i:03}->t{7 * i % 390:03}[label=a]" for i in range(4800)),
    "entities.dot": f'a [label="{"&#0000048;" * 199}"]' + "a->a[label=b]" * 4_990,
    "events.dot": f'edge [label="{",".join("b" * 90)}"]' + "a->z;" * 5_000,
    "guards.dot": f'edge [label="s[{"&".join("b" * 90)}]"]' + "a->z;" * 5_000,
    "twins.dot": "".join(f'a->z[label="s[g{i}]"]a->y[label="s[g{i}]"]' for i in range(2_000)),
    "strings.dot": 'a "b\n" ' * 30_000 + "@",
    "comments.dot": "/**/" * 60_000 + "@",
    "huge.dot": "a" * 10**7,
    "braces.json": '{"a":' * 50_000,
    "string.json": '"' + '\\"' * 100_000,
    "digits.json": "9" * 200_000,
    "exponent.json": "1e" + "9" * 200_000,
    "lists.json": "[" + "[]," * 80_000 + "[]]",
    "keys.json": "{" + '"k":1,' * 40_000 + '"k":1}',
    "states.json": json.dumps(MONK | {"states": [f"{'ab' * 18}{i}" for i in range(1000)]}),
    "events.json": of_events(5_000),
    "alike.json": of_events(1_000, "e" * 190 + "{}"),
    "guards.json": of_events(440, guards=["!g", *["g"] * 95]),
    "twins.json": of_events(5_000, "e"),
    "huge.json": "{" + " " * 10**7,
}


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "bomb"), BOMBS.items(), ids=BOMBS)
def test_a_file_that_is_far_too_large_is_refused(name: str, bomb: str, here: Path) -> None:
    text = f'digraph "two-storey" {{ {bomb} }}' if name[-3:] == "dot" else bomb
    (here / name).write_text(text)
    with pytest.raises(errors.FsmError) as refused:
        find(name)
    assert str(refused.value).isprintable(), name
    assert len(str(refused.value)) <= 300, name


def test_a_run_without_end_is_stopped_and_a_long_one_that_ends_is_not() -> None:
    circle = "count -> back : step [!empty] / take \n back -> count : step / put"
    machine = counting(f"{circle} \n count -> done : step [empty]")
    with pytest.raises(errors.MachineStopped, match="recurs with the same memory"):
        trace(by=machine)
    assert len(trace(by=counting(COUNTDOWN, 999))) == 1000
