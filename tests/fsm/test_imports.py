"""The framework knows no puzzle and no command line: it imports nothing of either."""

from __future__ import annotations

import ast
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
