"""What is imported, and when: start-up is light."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import hanoi_fsm
from hanoi_fsm.cli import commands
from hanoi_fsm.cli.parser import COMMANDS


def loaded_by(script: str) -> set[str]:
    """The modules of this package that a script has loaded in the end."""
    show = "\nimport sys; print(*(name for name in sys.modules if name.startswith('hanoi_fsm.')))"
    ran = subprocess.run(
        [sys.executable, "-c", script + show], capture_output=True, text=True, check=True
    )
    return set(ran.stdout.splitlines()[-1].split())


def test_importing_the_package_loads_nothing() -> None:
    assert loaded_by("import hanoi_fsm") == set()


def test_a_public_name_loads_its_own_module() -> None:
    loaded = loaded_by("from hanoi_fsm import Configuration")
    assert "hanoi_fsm.hanoi.pegs" in loaded
    assert not any(name.startswith("hanoi_fsm.hanoi.automata") for name in loaded)


def test_a_machine_is_loaded_without_the_others() -> None:
    loaded = loaded_by("import hanoi_fsm; hanoi_fsm.automata.get('monk')")
    assert "hanoi_fsm.hanoi.automata.monk" in loaded
    assert "hanoi_fsm.hanoi.automata.call_stack" not in loaded


@pytest.mark.parametrize(
    ("arguments", "imported"),
    [(["--help"], set()), (["at", "--help"], {"at"}), (["check", "--help", "at"], {"check"})],
)
def test_only_the_command_that_runs_is_imported(arguments: list[str], imported: set[str]) -> None:
    script = f"from hanoi_fsm.cli import main\ntry: main({arguments})\nexcept SystemExit: pass"
    prefix = "hanoi_fsm.cli.commands."
    loaded = {name for name in loaded_by(script) if name.startswith(prefix)}
    assert {name.removeprefix(prefix) for name in loaded} == imported


@pytest.mark.parametrize("name", hanoi_fsm.__all__)
def test_a_public_name_is_there(name: str) -> None:
    assert getattr(hanoi_fsm, name) is not None


def test_dir_shows_public_names_that_are_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in hanoi_fsm.__all__:
        monkeypatch.delitem(vars(hanoi_fsm), name, raising=False)
    assert set(hanoi_fsm.__all__) <= set(dir(hanoi_fsm))


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'hanoi_fsm' has no attribute 'slove'"):
        getattr(hanoi_fsm, "slove")  # noqa: B009  # mypy would refuse it written out


def test_every_command_has_a_module_and_every_module_is_a_command() -> None:
    assert sorted(COMMANDS) == [module.name for module in pkgutil.iter_modules(commands.__path__)]
