"""What is imported, and when: start-up is light."""

import pkgutil
import subprocess
import sys

import pytest
from sampling import one_in

import hanoi_fsm
from hanoi_fsm.cli import commands
from hanoi_fsm.cli.parser import COMMANDS

HELP = "from hanoi_fsm.cli import main\ntry: main({})\nexcept SystemExit: pass"
LAMP = """from hanoi_fsm import Automaton, Diagram
from hanoi_fsm.fsm.formats import export
lamp = Automaton.from_table('lamp', initial='off', final='on', table='off -> on : press')
"""
SLOW = ["dataclasses", "hanoi_fsm.cli.supervisor", "inspect", "pathlib", "shutil", "zlib"]
"""What costs more to import than all that a command needs which only evaluates a formula."""
PARSING = ["argparse", "gettext", "locale"]
"""What command lines of plain words do without."""
OURS, AUTOMATA, COMMAND = "hanoi_fsm.", "hanoi_fsm.hanoi.automata.", "hanoi_fsm.cli.commands."


@pytest.mark.parametrize(
    ("script", "among", "loaded"),
    [
        ("import hanoi_fsm", [OURS], ""),
        ("from hanoi_fsm import Configuration", [AUTOMATA, "hanoi_fsm.cli"], ""),
        ("import hanoi_fsm; hanoi_fsm.automata.get('monk')", [AUTOMATA], "memories monk"),
        (HELP.format(["--help"]), [COMMAND], ""),
        (HELP.format(["at", "--help"]), [COMMAND], "at"),
        (HELP.format(["check", "--help", "at"]), [COMMAND], "check"),
        (HELP.format(["--version"]), SLOW, ""),
        (HELP.format(["at", "4", "15"]), [*PARSING, *SLOW], ""),
        (HELP.format(["rank", "0021"]), [*PARSING, *SLOW], ""),
        (HELP.format(["next", "0021"]), [*PARSING, *SLOW], ""),
        (HELP.format(["at", "4", "15"]), ["hanoi_fsm.hanoi.machines", AUTOMATA], ""),
        (f"{LAMP}Diagram(lamp).dot", ["lark", "json", "xml", "difflib", "html", "transitions"], ""),
        (
            f"{LAMP}export(lamp, 'mermaid')",
            ["lark", "xml", "difflib", "graphviz", "transitions"],
            "",
        ),
    ],
)
def test_only_what_is_used_is_loaded(script: str, among: list[str], loaded: str) -> None:
    """Of the modules whose names begin so, these and no others are loaded by the script."""
    before, after = "import sys; known = set(sys.modules)", "print(*set(sys.modules) - known)"
    ran = subprocess.run(
        [sys.executable, "-c", f"{before}\n{script}\n{after}"],
        capture_output=True,
        text=True,
        check=True,
    )
    modules = ran.stdout.splitlines()[-1].split()
    found = [name for name in modules if name.startswith(tuple(among))]
    assert sorted(found) == [f"{among[0]}{name}" for name in loaded.split()]


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


TIMED = """
import os, sys, time
from hanoi_fsm.hanoi import comparing
from hanoi_fsm.hanoi.solving import find_any
clock, loaded = time.perf_counter, []
def spied():
    loaded.append(set(sys.modules))
    return clock()
time.perf_counter = spied
del os.fork  # then all is done in this process
comparing.measure_all([find_any("{}")], 2)
before, after = loaded[2:4]  # of the first run that counts
print(*(after - before))
"""


@pytest.mark.parametrize("name", one_in(4, ["any-to-any", "monk", "rank-reader", "hbits"]))
def test_nothing_is_loaded_while_a_comparison_is_timed(name: str) -> None:
    """Whoever is measured first is not charged for what all of them use."""
    command = [sys.executable, "-c", TIMED.format(name)]
    assert subprocess.check_output(command, text=True).split() == []
