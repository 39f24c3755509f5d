"""The README's commands print what it says, and what CI runs is what it says."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from commands import process, run

TOP = Path(__file__).parent.parent
STUDENT = TOP / "tests" / "student"
README = (TOP / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)


def examples(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, printed) for command, _, printed in (part.partition("\n") for part in parts)]


def output(command: str, folder: Path) -> str:
    """What a command prints; a shell is asked only where one is needed."""
    program, *words = shlex.split(command, comments=False)
    if program == "hanoi-fsm" and not {"|", ">"} & set(words):
        ran = run(*words, cwd=folder)
    else:
        env = {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        ran = process("-c", command, program=["sh"], cwd=folder, env=env)
    return ran.out + ran.err


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the student's files and all that the commands write, whatever runs first."""
    folder = tmp_path_factory.mktemp("readme")
    command = folder / "bin" / "hanoi-fsm"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hanoi_fsm "$@"\n')
    command.chmod(0o755)
    for file in STUDENT.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    for block in BLOCKS:
        for line, _ in examples(block):
            if re.search(" (>|-o|--out) ", line):
                output(line, folder)
    return folder


@pytest.mark.parametrize("block", BLOCKS, ids=range(1, len(BLOCKS) + 1))
def test_each_command_prints_what_stands_below_it(block: str, folder: Path) -> None:
    for command, expected in examples(block):
        got = output(command, folder)
        same = doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS)
        assert same, f"$ {command}\n{got}"


def test_there_are_exactly_two_set_up_commands_and_ci_runs_the_second() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, flags=re.MULTILINE)
    assert len(commands) == 2
    assert commands[0].endswith("hanoi-fsm demo")
    assert ".venv/bin/pytest -q" in commands[1]
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
