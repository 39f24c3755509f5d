"""The contracts in pyproject.toml hold: what a package may import, and what it must not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
LINT = "from importlinter.cli import lint_imports_command as lint; lint(['--no-cache'])"


def lint(folder: Path) -> tuple[int, str]:
    """What import-linter says of the package in a folder, by the contracts there."""
    command = [sys.executable, "-X", "utf8", "-c", LINT]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout


def test_every_contract_is_kept() -> None:
    code, report = lint(TOP)
    assert code == 0, report


BROKEN = [
    ("fsm.notation", "hanoi_fsm.hanoi.pegs", "The framework knows no puzzle"),
    ("fsm.trace", "hanoi_fsm", "The framework knows no puzzle"),
    ("hanoi.bfs", "hanoi_fsm.cli", "Layers of the project"),
    ("fsm.errors", "hanoi_fsm.fsm.notation", "Layers of the framework"),
    ("hanoi.bfs", "hanoi_fsm.hanoi.machines", "Layers of the puzzle"),
    ("cli.commands.at", "hanoi_fsm.cli.commands.solve", "A command knows no other command"),
]
"""Imports, and the contracts that forbid them."""


@pytest.mark.sweep
def test_what_breaks_a_contract_is_found(tmp_path: Path) -> None:
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    package = shutil.copytree(TOP / "hanoi_fsm", tmp_path / "hanoi_fsm")
    new = package / "fsm" / "new.py"
    new.touch()
    code, report = lint(tmp_path)
    assert (code, "hanoi_fsm.fsm.new" in report) == (1, True), "a package needs a place"
    new.unlink()
    for importer, imported, _ in BROKEN:
        with (package / f"{importer.replace('.', '/')}.py").open("a", encoding="utf-8") as module:
            module.write(f"\nimport {imported}\n")
    code, report = lint(tmp_path)
    assert code == 1
    for importer, imported, contract in BROKEN:
        section = report.partition(f"\n{contract}\n---")[2].partition("\n---")[0]
        assert f"hanoi_fsm.{importer} -> {imported} (l." in section, report
