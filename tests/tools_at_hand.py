"""The tools that tests hand exports to: where, which version, and what if one is missing.

MarkupMachine and python-statemachine come with the test extra. Those for Node are installed by
`npm install --no-audit --no-fund` in tests/tools, PlantUML by the system. With HANOI_FSM_TOOLS set
to `required`, as in CI, a tool that is missing fails its tests instead of skipping them.
"""

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import NoReturn

import pytest

from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import outputs
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.pegs import PAIRS, Configuration, Move, Task

TOOLS = Path(__file__).parent / "tools"


def missing(what: str, hint: str) -> NoReturn:
    """Skip the test, or fail it where all tools must be there."""
    reason = f"{what} is not installed, so nothing was tried with it: {hint}"
    if os.environ.get("HANOI_FSM_TOOLS") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


def need_node(package: str) -> None:
    """Skip or fail unless Node and the package are there."""
    if shutil.which("node") is None or node_version(package) == "missing":
        hint = "run `npm install --no-audit --no-fund` in tests/tools (Node 18 or newer)"
        missing(f"{package} for Node", hint)


def node_version(package: str) -> str:
    """The version of an installed package, or *missing*."""
    file = TOOLS / "node_modules" / package / "package.json"
    return str(json.loads(file.read_bytes())["version"]) if file.is_file() else "missing"


def each(names: Iterable[str], tool: str, version: str) -> pytest.MarkDecorator:
    """A test for each of the names, called by it and by the tool with its version."""
    return pytest.mark.parametrize("name", names, ids=lambda name: f"{name} {tool} {version}")


def tasks(name: str) -> Iterator[tuple[Memory, list[Move]]]:
    """A memory for each of many tasks, with the moves that are expected of it."""
    if name in automata.PATHFINDERS:
        pathfinder = automata.PATHFINDERS[name]
        for ends in [("00", "21"), ("00", "11"), ("12", "21"), ("12", "11"), ("120", "022")]:
            places = tuple(map(Configuration, ends))
            yield pathfinder.memory(*places), list(outputs(pathfinder.go(*places)))
    else:
        solver = automata.SOLVERS[name]
        for disks, (source, target) in product(range(6), PAIRS):
            task = Task(disks, source, target)
            yield solver.set_up(task)[1], list(solver.moves(task))
