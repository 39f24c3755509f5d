"""The README's commands print what it says, and what CI runs is what it says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)


def examples(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, printed) for command, _, printed in (part.partition("\n") for part in parts)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all blocks, since a later one reads the files of an earlier one."""
    folder = tmp_path_factory.mktemp("readme")
    command = folder / "bin" / "hanoi-fsm"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hanoi_fsm "$@"\n')
    command.chmod(0o755)
    for file in (TOP / "tests" / "student").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


@pytest.mark.parametrize("block", BLOCKS, ids=range(1, len(BLOCKS) + 1))
def test_each_command_prints_what_stands_below_it(block: str, folder: Path) -> None:
    for command, printed in examples(block):
        path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, "PYTHONPATH": str(TOP)}
        done = subprocess.run(
            command, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=False
        )
        came = done.stdout + done.stderr
        same = doctest.OutputChecker().check_output(printed, came, doctest.ELLIPSIS)
        assert same, f"$ {command}\n{came}"


def test_there_are_exactly_two_set_up_commands_and_ci_runs_the_second() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, flags=re.MULTILINE)
    assert len(commands) == 2
    assert commands[0].endswith("hanoi-fsm demo")
    assert commands[1].endswith("pytest -q")
    script = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    assert commands[1] not in script, "it is read from the README, not copied"
    assert "README.md" in script


def test_every_picture_that_the_readme_shows_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 2
    for picture in pictures:
        assert (TOP / picture).is_file(), picture


def test_the_diagram_and_the_function_that_the_readme_shows_are_those_that_it_runs() -> None:
    student = TOP / "tests" / "student"
    assert f"```dot\n{(student / 'pendulum.dot').read_text(encoding='utf-8')}```" in README
    assert (student / "mine.py").read_text(encoding="utf-8") in README
