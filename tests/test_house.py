"""How the house is built: what may import what, what is loaded when, and which names are public."""

import ast
import pkgutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from support import tools_at_hand
from support.cases import ids
from support.commands import process

import hanoi_fsm
from hanoi_fsm.cli import commands
from hanoi_fsm.cli.parser import COMMANDS

TOP = Path(__file__).parent.parent
LINT = "from importlinter.cli import lint_imports_command as lint; lint(['--no-cache'])"


def lint(folder: Path) -> tuple[int, str]:
    """The exit code and report of import-linter on the package in a folder."""
    if find_spec("importlinter") is None:
        tools_at_hand.missing("import-linter", "install the extra `ci`")
    command = [sys.executable, "-X", "utf8", "-c", LINT]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout


def test_every_contract_on_imports_is_kept() -> None:
    code, report = lint(TOP)
    assert code == 0, report


HELP = "from hanoi_fsm.cli import main\ntry: main({})\nexcept SystemExit: pass"
LAMP = """from hanoi_fsm import Automaton, Diagram, export
lamp = Automaton.from_table('lamp', initial='off', final='on', table='off -> on : press')
"""
HEAVY = ["dataclasses", "inspect", "pathlib", "shutil", "zlib", "hanoi_fsm.hanoi.machines"]
"""Modules that cost more than everything that a command needs to evaluate a formula."""
OTHERS = ["lark", "xml", "difflib", "transitions"]
PROGRAMS = "hanoi_fsm.fsm.codegen.programs"
AUTOMATA, COMMAND = "hanoi_fsm.hanoi.automata.", "hanoi_fsm.cli.commands."
LOADED = [
    ("import hanoi_fsm", ["hanoi_fsm."], ""),
    ("from hanoi_fsm import Configuration", [AUTOMATA, "hanoi_fsm.cli"], ""),
    ("import hanoi_fsm; hanoi_fsm.automata.get('monk')", [AUTOMATA], "memories monk"),
    (HELP.format(["--help"]), [COMMAND], ""),
    (HELP.format(["at", "--help"]), [COMMAND], "at"),
    (HELP.format(["check", "--help", "at"]), [COMMAND], "check"),
    (HELP.format(["--version"]), HEAVY, ""),
    *[
        (HELP.format(words), [*HEAVY[2:], AUTOMATA], "")  # a task is a dataclass
        for words in (["at", "4", "15"], ["path", "0021", "--length"])
    ],
    (HELP.format(["check", "monk"]), ["pathlib", "json", "importlib.resources", PROGRAMS], ""),
    (f"{LAMP}Diagram(lamp).dot", [*OTHERS, "json", "html"], ""),
    (f"{LAMP}export(lamp, 'mermaid')", [*OTHERS, "graphviz"], ""),
]
"""Scripts, the modules that matter (by how their names begin), and which of them are loaded."""


@pytest.mark.sweep
@pytest.mark.parametrize(("script", "among", "loaded"), LOADED, ids=ids(LOADED))
def test_only_what_is_used_is_loaded(script: str, among: list[str], loaded: str) -> None:
    before, after = "import sys; known = set(sys.modules)", "print(*set(sys.modules) - known)"
    command = [sys.executable, "-c", f"{before}\n{script}\n{after}"]
    modules = process(program=command).lines[-1].split()
    names = [name for name in modules if name.startswith(tuple(among))]
    assert sorted(names) == [f"{among[0]}{name}" for name in loaded.split()]


def test_public_names_are_there_loaded_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in hanoi_fsm.__all__:
        assert getattr(hanoi_fsm, name) is not None
        monkeypatch.delitem(vars(hanoi_fsm), name, raising=False)
    assert set(hanoi_fsm.__all__) <= set(dir(hanoi_fsm))
    with pytest.raises(AttributeError, match="module 'hanoi_fsm' has no attribute 'slove'"):
        getattr(hanoi_fsm, "slove")  # noqa: B009  # mypy would refuse it written out


def test_types_are_known_of_every_public_name() -> None:
    stub = ast.parse((TOP / "hanoi_fsm" / "__init__.pyi").read_text("utf-8"))
    imports = [
        name for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names
    ]
    typed = {name.asname for name in imports if name.asname == name.name.rpartition(".")[2]}
    assert typed | {"formula"} == set(hanoi_fsm.__all__)


def test_every_error_is_listed_and_belongs_to_the_family() -> None:
    errors = vars(hanoi_fsm.errors)
    classes = {name for name, value in errors.items() if isinstance(value, type)}
    assert classes == set(hanoi_fsm.errors.__all__)
    assert all(issubclass(errors[name], hanoi_fsm.FsmError) for name in classes)


def test_every_command_has_a_module_and_every_module_is_a_command() -> None:
    assert sorted(COMMANDS) == [module.name for module in pkgutil.iter_modules(commands.__path__)]
