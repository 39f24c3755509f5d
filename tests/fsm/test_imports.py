"""The framework knows no puzzle and no command line: it imports nothing of either."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import hanoi_fsm.fsm

FOLDER = Path(hanoi_fsm.fsm.__file__).parent
FILES = {str(file.relative_to(FOLDER)): file for file in FOLDER.rglob("*.py")}


@pytest.mark.parametrize("name", FILES)
def test_the_framework_imports_nothing_from_the_other_wings(name: str) -> None:
    nodes = list(ast.walk(ast.parse(FILES[name].read_text(encoding="utf-8"))))
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    modules += [
        alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
    ]
    assert not [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level]
    ours = [module for module in modules if module.split(".")[0] == "hanoi_fsm"]
    assert [module for module in ours if not f"{module}.".startswith("hanoi_fsm.fsm.")] == []


SCRIPTS = {
    "Diagram(LAMP).dot": ["lark", "json", "xml", "difflib", "html", "transitions"],
    "export(LAMP, 'mermaid')": ["lark", "xml", "difflib", "graphviz", "transitions"],
}
LAMP = "Automaton.from_table('lamp', initial='off', final='on', table='off -> on : press')"


@pytest.mark.parametrize("script", SCRIPTS)
def test_nothing_is_imported_before_it_is_used(script: str) -> None:
    begin = "import sys; from hanoi_fsm import Automaton, Diagram; "
    begin += "from hanoi_fsm.fsm.formats import export; "
    show = "; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", begin + script.replace("LAMP", LAMP) + show],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(done.stdout.split()).isdisjoint(SCRIPTS[script])
