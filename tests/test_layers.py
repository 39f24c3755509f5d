"""The contracts in pyproject.toml hold: what a package may import, and what it must not."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
LINT = "from importlinter.cli import lint_imports_command as lint; lint(['--no-cache'])"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the package in a folder, by the contracts there."""
    command = [sys.executable, "-X", "utf8", "-c", LINT]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the package and its contracts."""
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    shutil.copytree(TOP / "hanoi_fsm", tmp_path / "hanoi_fsm")
    return tmp_path


def test_every_contract_is_kept() -> None:
    done = lint(TOP)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("fsm/notation.py", "import hanoi_fsm.hanoi.pegs", "The framework knows no puzzle"),
        ("fsm/notation.py", "from hanoi_fsm import Move", "The framework knows no puzzle"),
        ("hanoi/bfs.py", "import hanoi_fsm.cli", "Layers of the project"),
        ("fsm/errors.py", "import hanoi_fsm.fsm.notation", "Layers of the framework"),
        ("fsm/new.py", "", "Layers of the framework"),
        ("hanoi/bfs.py", "import hanoi_fsm.hanoi.machines", "Layers of the puzzle"),
        ("cli/commands/at.py", "from . import solve", "A command knows no other command"),
    ],
)
def test_an_import_that_breaks_a_contract_is_found(
    file: str, line: str, contract: str, copy: Path
) -> None:
    with (copy / "hanoi_fsm" / file).open("a", encoding="utf-8") as module:
        module.write(f"\n{line}\n")
    done = lint(copy)
    assert done.returncode == 1
    assert re.search(rf"{contract} BROKEN|contract '{contract}'", done.stdout), done.stdout
