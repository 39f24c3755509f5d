"""A generated function as a script prints what the command prints, with its own function."""

import subprocess
import sys
from pathlib import Path

import pytest

from hanoi_fsm import find
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.codegen.python import code
from hanoi_fsm.fsm.codegen.script import script, written_out
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory

TURNSTILE = str(Path("tests/machines/turnstile.py").resolve()) + ":turnstile"
CASES = [
    ("two-storey", ["3"]),
    ("call-stack", ["2", "--from", "1"]),
    ("any-to-any", ["02", "10"]),
    ("move-reader", ["0110"]),
    (TURNSTILE, ["coin", "push"]),
]


def text_of(name: str, *, inline: bool) -> str:
    machine = find(name)
    return script(machine.automaton, memory_of(machine), name, inline=inline)


def memory_of(machine: Machine) -> Memory:
    return next(machine.starts_up_to(machine.explored_size)).make()


def run(text: str, words: list[str], folder: Path) -> str:
    file = folder / "generated_script.py"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, file, *words], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


@pytest.mark.sweep
@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize(("name", "words"), CASES)
def test_a_script_prints_the_trace(
    name: str,
    words: list[str],
    inline: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["trace", *words, "--by", name, "--engine", "generated"]) == 0
    assert run(text_of(name, inline=inline), words, tmp_path) == capsys.readouterr().out


def test_a_script_runs_its_own_function(tmp_path: Path) -> None:
    """An edit in the file takes effect."""
    text = text_of("two-storey", inline=True)
    edited = text.replace("output = new(Move, (disk, peg,", "output = new(Move, (disk + 70, peg,")
    assert edited != text
    assert "71" in run(edited, ["3", "--format", "csv"], tmp_path)


@pytest.mark.parametrize(("name", "_"), CASES)
def test_what_is_printed_is_what_runs(name: str, _: list[str]) -> None:
    machine = find(name)
    assert code(machine.automaton) in text_of(name, inline=False)
    made = written_out(machine.automaton, memory_of(machine))
    assert made is not None
    assert made.text in text_of(name, inline=True)
