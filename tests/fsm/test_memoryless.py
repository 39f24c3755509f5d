"""A Mealy machine that is only drawn goes through the commands: its actions are its outputs."""

from pathlib import Path

import pytest
from commands import assert_refused, lines, run

from hanoi_fsm import Automaton
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.memoryless import Memoryless

PARITY = """digraph parity {
    start [shape=point]
    start -> even
    even -> odd  [label="1 / odd_so_far"]
    odd  -> even [label="1 / even_so_far"]
    even -> even [label="0 / even_so_far"]
    odd  -> odd  [label="0 / odd_so_far"]
}"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parity.dot").write_text(PARITY)
    renamed = PARITY.replace("odd ", "one ").replace(" odd\n", " one\n")
    (tmp_path / "renamed.dot").write_text(renamed)
    (tmp_path / "wrong.dot").write_text(PARITY.replace("0 / odd", "0 / even"))
    (tmp_path / "over.dot").write_text(PARITY.replace("odd_so_far", "carry"))
    (tmp_path / "guarded.dot").write_text(PARITY.replace("0 / odd", "0 [late] / odd"))
    (tmp_path / "reserved.dot").write_text(PARITY.replace("odd_so_far", "copy"))
    return tmp_path


def test_it_runs_and_is_compared(folder: Path) -> None:
    *_, last = lines("trace", "--by", "parity.dot", "1", "0", "1", cwd=folder)
    assert last.split()[:6] == ["3", "odd", "1", "-", "even_so_far", "even_so_far"]
    assert run("equal", "parity.dot", "renamed.dot", cwd=folder).code == 0
    found = run("equal", "parity.dot", "wrong.dot", cwd=folder)
    assert found.code == 1
    assert "1 0" in found.out


@pytest.mark.parametrize("name", ["over.dot", "guarded.dot"])
def test_what_may_be_meant_for_another_memory_is_asked_for(name: str, folder: Path) -> None:
    assert_refused(run("trace", "--by", name, "1", cwd=folder), "names no known memory")


def test_a_reserved_name_is_refused(folder: Path) -> None:
    assert_refused(run("trace", "--by", "reserved.dot", "1", cwd=folder), "reserved")
    table = "a -> a : go / key"
    with pytest.raises(BadInput, match="reserved"):
        Memoryless.of(Automaton.from_table("it", initial="a", table=table))
