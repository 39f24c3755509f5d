"""`equal A B`: one line, and the exit code says which of the three it is."""

import json
from functools import cache
from pathlib import Path

import pytest
from commands import DOT, assert_refused, cells, process, run, shell

from hanoi_fsm import Diagram, automata

pytestmark = pytest.mark.one_in(3)

LAMPS = """
from hanoi_fsm import Automaton, Machine, Memory, action

class Till(Memory):
    def __init__(self) -> None:
        self.coins = 0
    @action
    def put(self) -> None:
        "put a coin in"
        self.coins += 1

def till(table):
    return Machine(Automaton.from_table("till", initial="a", table=table), Till)

one, two = till("a -> a : coin / put"), till("a -> b : coin / put \\n b -> a : coin / put")
other = till("a -> b : coin / put \\n b -> a : coin")
fine = lambda disks: [(0, 2)] if disks == 1 else []
"""
TILL = """digraph till {
    start [shape=point]; start -> a; a -> a [label="coin / put"]
}"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my.dot").write_text(DOT)
    (tmp_path / "broken.dot").write_text(DOT.replace("move_back", "move_ahead"))
    (tmp_path / "lamps.py").write_text(LAMPS)
    (tmp_path / "till.dot").write_text(TILL)
    (tmp_path / "reader.dot").write_text(drawn())
    (tmp_path / "wrong.dot").write_text(drawn().replace("move_21", "move_12", 1))
    return tmp_path


@cache
def drawn() -> str:
    return Diagram.of(automata.get("move-reader")).dot


CASES = [
    ("two-storey monk", 0, "two-storey equals monk: both are proved right"),
    ("my.dot two-storey", 0, "my.dot equals two-storey: they are drawn alike"),
    ("my.dot my.dot", 0, "my.dot equals my.dot: they are drawn alike"),
    ("broken.dot my.dot", 1, "broken.dot differs from my.dot: with 3 disks from 0 to 2, step 4: "),
    ("broken.dot monk --disks 0", 1, "broken.dot differs from monk: with 3 disks"),
    ("formula hbits --disks 3", 3, "formula and hbits: no difference for 0 .. 3 disks"),
    ("reader.dot move-reader", 0, "reader.dot equals move-reader: every word is answered alike"),
    ("wrong.dot move-reader", 1, "wrong.dot differs from move-reader: reading "),
    ("rank-reader path-reader", 1, "rank-reader differs from path-reader: reading 0: "),
    ("shortest any-to-any", 1, "shortest differs from any-to-any: from 011 to 100, step 1: "),
    ("lamps.py:one lamps.py:two", 0, "lamps.py:one equals lamps.py:two: they are drawn alike"),
    ("till.dot lamps.py:two --memory lamps.py:Till", 0, "till.dot equals lamps.py:two: "),
    ("till.dot till.dot --memory lamps.py:one", 0, "till.dot equals till.dot: they are drawn"),
]


@pytest.mark.parametrize(("words", "code", "beginning"), CASES)
def test_the_verdict_is_one_line(words: str, code: int, beginning: str, folder: Path) -> None:
    ran = run("equal", *words.split(), cwd=folder)
    assert (ran.code, ran.err, len(ran.lines)) == (code, "", 1)
    assert ran.out.startswith(beginning)


REFUSED = [
    ("monk rank-reader", "one kind"),
    ("shortest monk", "one kind"),
    ("monk nobody", "nobody"),
    ("monk no.dot", "no.dot"),
    ("- -", "standard input can be read once"),
    ("monk two-storey --memory lamps.py:Till", "--memory"),
    ("move-reader rank-reader --disks 3", "--disks"),
    ("monk two-storey --disks 25", "25"),
    ("monk two-storey --format xml", "xml"),
    ("monk", "B"),
    ("till.dot monk", "till"),
]


@pytest.mark.parametrize(("words", "fragment"), REFUSED)
def test_what_cannot_be_compared_is_refused(words: str, fragment: str, folder: Path) -> None:
    assert_refused(run("equal", *words.split(), cwd=folder), fragment)


def test_the_row_has_what_each_of_them_does(folder: Path) -> None:
    [row] = (
        json.loads(line)
        for line in run("equal", "broken.dot", "monk", "--format", "jsonl", cwd=folder).lines
    )
    expected = ("broken.dot", "monk", "different", 3, 4, "moves disk 3: 0 -> 2")
    given = ("one", "other", "verdict", "n", "step", "other_answer")
    assert tuple(row[name] for name in given) == expected
    assert row["answer"].startswith("stops: cannot move from peg 2 to peg 0")
    [equal] = cells("equal", "monk", "two-state")
    assert (equal["verdict"], equal["n"], equal["word"]) == ("equal", "", "")


@pytest.mark.sweep
def test_one_of_them_may_come_from_standard_input(folder: Path) -> None:
    ran = shell("hanoi equal - two-storey < my.dot; hanoi minimize - < my.dot", folder)
    assert (ran.code, ran.out[:21], ran.err) == (0, "- equals two-storey: ", "")


@pytest.mark.sweep
def test_a_function_that_ends_its_process_is_different(folder: Path) -> None:
    (folder / "odd.py").write_text("def f(disks):\n    raise SystemExit\n")
    ran = process("equal", "odd.py:f", "lamps.py:fine", cwd=folder)
    assert (ran.code, "Traceback" in ran.err + ran.out) == (1, False)
