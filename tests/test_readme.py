"""The README's commands print what it says, and what CI runs is what it says."""

import doctest
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from textwrap import indent

import pytest
from commands import process, run

import hanoi_fsm
from hanoi_fsm import automata
from hanoi_fsm.fsm.codegen import code

TOP = Path(__file__).parent.parent
STUDENT = TOP / "tests" / "student"
README = (TOP / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)

EXAMPLES = [
    (command, printed)
    for block in BLOCKS
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    for command, _, printed in [part.partition("\n")]
]
"""The commands, each with what it prints."""
CASES = [
    pytest.param(*one, id=one[0], marks=[pytest.mark.sweep] * (" mutants " in one[0]))
    for one in EXAMPLES
]


def output(command: str, folder: Path) -> str:
    """What a command prints; a shell is asked only where one is needed."""
    program, *words = shlex.split(command, comments=False)
    if program == "hanoi-fsm" and not {"|", ">"} & set(words):
        ran = run(*words, cwd=folder, columns=80)
    else:
        env = {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
        ran = process("-c", command, program=["sh"], cwd=folder, env=env)
    return ran.out + ran.err


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the student's files and all that the commands write, whatever runs first."""
    folder = tmp_path_factory.mktemp("readme")
    program = folder / "bin" / "hanoi-fsm"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hanoi_fsm "$@"\n')
    program.chmod(0o755)
    shutil.copytree(STUDENT, folder, dirs_exist_ok=True)
    shutil.copytree(TOP / "tests" / "machines", folder / "tests" / "machines")
    for command, _ in EXAMPLES:
        if re.search(" (>|-o|--out) ", command):
            output(command, folder)
    return folder


@pytest.mark.parametrize(("command", "expected"), CASES)
@pytest.mark.one_in(2)
def test_each_command_prints_what_is_below_it(command: str, expected: str, folder: Path) -> None:
    got = output(command, folder)
    assert doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS), got


def test_there_are_exactly_two_set_up_commands_and_ci_runs_the_second() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, flags=re.MULTILINE)
    assert ["hanoi-fsm demo" in commands[0], ".venv/bin/pytest -q" in commands[-1]] == [True] * 2
    assert len(commands) == 2
    script = (TOP / ".ci" / "run").read_text("utf-8")
    assert commands[1] not in script, "it is read from the README, not copied"
    assert "README.md" in script


def test_every_picture_that_the_readme_shows_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 2
    assert [picture for picture in pictures if not (TOP / picture).is_file()] == []


def test_the_diagram_and_the_function_that_the_readme_shows_are_those_that_it_runs() -> None:
    assert f"```dot\n{(STUDENT / 'pendulum.dot').read_text('utf-8')}```" in README
    assert (STUDENT / "mine.py").read_text("utf-8") in README


def test_the_function_that_the_readme_shows_is_the_generated_one() -> None:
    [shown] = re.findall(
        r"^    if state == 'foundation':\n(?:    .+\n)+", README, flags=re.MULTILINE
    )
    assert indent(shown, "    ") in code(automata.get("two-storey"))


def test_the_readme_names_everything_that_is_public() -> None:
    text = "".join(re.findall(r"`[^`\n]+`|^>>> .*$", README, flags=re.MULTILINE))
    assert [name for name in hanoi_fsm.__all__ if not re.search(rf"\b{name}\b", text)] == []
