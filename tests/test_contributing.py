"""The recipes of CONTRIBUTING.md are followed, step by step, in a copy of the package."""

import doctest
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from commands import process

from hanoi_fsm import automata, check

TOP = Path(__file__).parent.parent
GUIDE = (TOP / ".github" / "CONTRIBUTING.md").read_text("utf-8")
README = (TOP / "README.md").read_text("utf-8")

RECIPES = {
    title: steps
    for title, *steps in (part.split("\n\n") for part in GUIDE.split("\n## ")[1:])
    if title.startswith("A new ")
}
BLOCK = re.compile(r"^```(python|javascript|diff|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the package and of what its recipes need."""
    shutil.copytree(TOP / "hanoi_fsm", tmp_path / "hanoi_fsm")
    (tmp_path / "tests").mkdir()
    for name in ("committed_diagrams.py", "gallery.py"):
        shutil.copy(TOP / "tests" / name, tmp_path / "tests")
    return tmp_path


def write(text: str, before: str, folder: Path) -> None:
    """Make the new file that the sentence before the code names."""
    [name] = re.findall(r"`(hanoi_fsm/[\w/]+\.(?:py|js))`:\s*$", before)
    assert not (folder / name).exists()
    (folder / name).write_text(text, "utf-8")


def apply(diff: str, folder: Path) -> None:
    """Change a file as a diff says; what it removes and what it shows around stands there once."""
    head, *lines = diff.splitlines(keepends=True)
    file = folder / head.removeprefix("+++ ").strip()
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file.name} has this {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), "utf-8")


SESSION = """
import os, runpy, shlex, sys
from contextlib import redirect_stderr
from hanoi_fsm.cli import main

for command in sys.argv[1:]:
    print("$", command, flush=True)
    program, *words = shlex.split(command)
    sys.path.insert(0, os.path.dirname(words[0]))  # as Python does for a script
    with redirect_stderr(sys.stdout):
        main(words) if program == "hanoi-fsm" else runpy.run_path(words[0], run_name="__main__")
"""


def compare(session: str, folder: Path) -> None:
    """Run the commands of a session in one process on the copy, and compare what they print."""
    commands = re.findall(r"^\$ ((?:hanoi-fsm|\.venv/bin/python) .*)$", session, re.MULTILINE)
    assert len(commands) == len(re.findall(r"^\$", session, re.MULTILINE))
    program = [sys.executable, "-c", SESSION]
    ran = process(*commands, program=program, cwd=folder, env={"PYTHONPATH": str(folder)})
    got = (ran.out + ran.err).replace(f"{folder}/", "")
    assert doctest.OutputChecker().check_output(session, got, doctest.ELLIPSIS), got


DRAWS_ALL = pytest.param("A new automaton", marks=pytest.mark.sweep)


@pytest.mark.parametrize("title", [DRAWS_ALL, *list(RECIPES)[1:]])
@pytest.mark.one_in(3)
def test_the_recipe_works_as_it_is_written(title: str, copy: Path) -> None:
    text = "\n\n".join(RECIPES[title])
    blocks = list(BLOCK.finditer(text))
    assert {block[1] for block in blocks} >= {"diff", "console"}
    assert len(blocks) * 2 == text.count("```"), "every block is one that is followed"
    for block in blocks:
        if block[1] in ("python", "javascript"):
            write(block[2], text[: block.start()], copy)
        elif block[1] == "diff":
            apply(block[2], copy)
        else:
            compare(block[2], copy)


def test_there_is_a_recipe_for_everything_that_may_be_added() -> None:
    things = ["automaton", "reader", "export format", "check", "command", "panel"]
    assert list(RECIPES) == [f"A new {thing}" for thing in things]


def test_a_pathfinder_without_a_length_is_told_where_to_add_one() -> None:
    shortest = automata.get("shortest")
    other = replace(shortest.automaton, name="other", memory="other")
    report = check(replace(shortest, automaton=other, reference=None), 2)
    assert report.holds
    assert str(report).endswith("add its length to hanoi_fsm/hanoi/specifications.py")


def test_the_set_up_command_is_that_of_the_readme() -> None:
    [command] = re.findall(r"^    (python3 .*)$", GUIDE, re.MULTILINE)
    assert f"    {command}\n" in README
