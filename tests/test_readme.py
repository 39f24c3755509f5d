"""The README's commands print what it says, and what CI runs is what it says."""

import re
import shutil
from pathlib import Path

import pytest
from support.cases import sweep_if
from support.tools_at_hand import need_libraries
from support.transcripts import Step, agrees, output, steps

import hanoi_fsm
from hanoi_fsm.testing import assert_same

TOP = Path(__file__).parent.parent
STUDENT = TOP / "tests" / "student"
README = (TOP / "README.md").read_text("utf-8")
COMMANDS = [step for step in steps(README) if step.is_command]
SLOW = re.compile(r" mutants | compare 9 | repair mine/")
CASES = [
    pytest.param(step, id=step.name, marks=sweep_if(bool(SLOW.search(step.name))))
    for step in COMMANDS
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the student's files and all that the commands write, whatever runs first."""
    folder = tmp_path_factory.mktemp("readme") / "session"
    shutil.copytree(STUDENT, folder)
    for step in COMMANDS:
        if re.search(" (>|-o) ", step.name):
            output(step.name, folder, 80)
    return folder


@pytest.mark.parametrize("step", CASES)
def test_each_command_prints_what_is_below_it(step: Step, folder: Path) -> None:
    need_libraries(step.name.split())
    ran = output(step.name, folder, 80)
    assert agrees(step.text, ran.out + ran.err), ran.out + ran.err


def test_there_are_exactly_two_set_up_commands_and_ci_runs_the_second() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, flags=re.MULTILINE)
    assert ["hanoi-fsm demo" in commands[0], ".venv/bin/pytest -q" in commands[-1]] == [True] * 2
    assert len(commands) == 2
    script = (TOP / ".ci" / "run").read_text("utf-8")
    assert commands[1] not in script, "it is read from the README, not copied"
    assert "README.md" in script


def test_the_diagram_shows_the_machine() -> None:
    assert_same(TOP / "README.md", "two-storey")


def test_what_the_readme_shows_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 2
    assert [picture for picture in pictures if not (TOP / picture).is_file()] == []


def test_the_package_explains_everything_that_is_public() -> None:
    text = "".join(re.findall(r"`[^`\n]+`|^>>> .*$", hanoi_fsm.__doc__ or "", flags=re.MULTILINE))
    assert [name for name in hanoi_fsm.__all__ if not re.search(rf"\b{name}\b", text)] == []
