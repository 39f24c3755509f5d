"""The recipes of CONTRIBUTING.md are followed, step by step, in a copy of the project.

Each ends with the tests that concern what was added: they take it in because it is registered.
"""

import re
import shutil
import sys
from pathlib import Path

import pytest
from support.commands import process
from support.transcripts import BLOCK, agrees

import hanoi_fsm
from hanoi_fsm.cli.parser import COMMANDS

TOP = Path(__file__).parent.parent
GUIDE = (TOP / ".github" / "CONTRIBUTING.md").read_text("utf-8")
CHANGES = (TOP / ".github" / "CHANGELOG.md").read_text("utf-8")
README = (TOP / "README.md").read_text("utf-8")
COPIED = ("hanoi_fsm", "tests", "diagrams", "README.md", "pyproject.toml", ".github")

RECIPES = {
    title: steps
    for title, *steps in (part.split("\n\n") for part in GUIDE.split("\n## ")[1:])
    if title.startswith("A new ")
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project, with what is installed for its tests."""
    folder = tmp_path / "copy"
    folder.mkdir()
    for name in COPIED:
        if (TOP / name).is_dir():
            skipped = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(TOP / name, folder / name, ignore=skipped)
        else:
            shutil.copy(TOP / name, folder / name)
    return folder


def apply(diff: str, folder: Path) -> None:
    """Change files as a diff says; what it removes and what it shows around occurs there once."""
    for change in diff.split("+++ ")[1:]:
        head, *lines = change.splitlines(keepends=True)
        replace(folder / head.strip(), lines)


def replace(file: Path, lines: list[str]) -> None:
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file.name} has this {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), "utf-8")


SESSION = """
import os, runpy, shlex, subprocess, sys
from contextlib import redirect_stderr
from hanoi_fsm.cli import main

for command in sys.argv[1:]:
    print("$", command, flush=True)
    program, *words = shlex.split(command)
    if program == "hanoi-fsm":
        with redirect_stderr(sys.stdout):
            main(words)
    elif program == ".venv/bin/pytest":
        words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
        tests = subprocess.run(words, capture_output=True, text=True)
        print(tests.stdout * (tests.returncode > 0), end="", flush=True)
    elif program == "sed":
        subprocess.run(command, shell=True)
    else:
        sys.path.insert(0, os.path.dirname(words[0]))  # as Python does for a script
        runpy.run_path(words[0], run_name="__main__")
"""


def compare(session: str, folder: Path) -> None:
    """Run the commands of a session in one process on the copy, and compare what they print.

    Tests that pass are taken to print nothing.
    """
    commands = re.findall(r"^\$ ((?:hanoi-fsm|sed|\.venv/bin/\w+) .*)$", session, re.MULTILINE)
    assert len(commands) == len(re.findall(r"^\$", session, re.MULTILINE))
    program = [sys.executable, "-c", SESSION]
    ran = process(*commands, program=program, cwd=folder, env={"PYTHONPATH": str(folder)})
    got = (ran.out + ran.err).replace(f"{folder}/", "")
    assert agrees(session, got), got


@pytest.mark.sweep
@pytest.mark.parametrize("title", RECIPES)
def test_the_recipe_works_as_it_is_written(title: str, copy: Path) -> None:
    text = "\n\n".join(RECIPES[title])
    blocks = list(BLOCK.finditer(text))
    assert len(blocks) * 2 == text.count("```"), "every block is one that is followed"
    assert ".venv/bin/pytest" in blocks[-1][3], "it ends with the tests concerned"
    for block in blocks:
        language, name, content = block.groups()
        if language == "diff":
            apply(content, copy)
        elif language == "console":
            compare(content, copy)
        else:
            assert not (copy / name).exists()
            (copy / name).write_text(content, "utf-8")


def test_there_is_a_recipe_for_everything_that_may_be_added() -> None:
    things = ["automaton", "reader", "export format", "check", "command", "exercise", "panel"]
    assert list(RECIPES) == [f"A new {thing}" for thing in things]


def test_the_set_up_command_is_that_of_the_readme() -> None:
    [command] = re.findall(r"^    (python3 .*)$", GUIDE, re.MULTILINE)
    assert f"    {command}\n" in README


def test_the_changes_name_commands_that_are_there() -> None:
    for row in re.findall(r"^\| .* \| (`.*) \|$", CHANGES, re.MULTILINE):
        assert {code.split()[0] for code in re.findall("`(.+?)`", row)} <= set(COMMANDS), row
    assert set(re.findall("`hanoi-fsm (\\w+)`", CHANGES)) <= set(COMMANDS)
    assert len(CHANGES.splitlines()) <= 90


def test_the_newest_changes_are_those_of_this_version() -> None:
    assert re.findall(r"^## (\S+)", CHANGES, re.MULTILINE)[0] == hanoi_fsm.__version__
