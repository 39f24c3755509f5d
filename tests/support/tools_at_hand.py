"""The tools that tests hand exports to: where they are, and what if one is missing.

Those for Node are installed by `npm install --no-audit --no-fund` in tests/tools, PlantUML by the
system. With HANOI_FSM_TOOLS set to `required`, as in CI, a tool that is missing fails its tests
instead of skipping them.
"""

import os
import shutil
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

TOOLS = Path(__file__).parents[1] / "tools"
LIBRARIES = {"infer": "aalpy"}
"""Libraries that commands need, and that not everybody installs."""


def missing(what: str, hint: str) -> NoReturn:
    """Skip the test, or fail it where all tools must be there."""
    reason = f"{what} is not installed, so nothing was tried with it: {hint}"
    if os.environ.get("HANOI_FSM_TOOLS") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


def need_libraries(words: Iterable[str]) -> None:
    """Skip or fail unless there is what the words of a command need."""
    for word in words:
        if find_spec(LIBRARIES.get(word, "os")) is None:
            missing(LIBRARIES[word], "install the extra `ci`")


def need_node(package: str) -> None:
    """Skip or fail unless Node and the package are there."""
    if shutil.which("node") is None or not (TOOLS / "node_modules" / package).is_dir():
        hint = "run `npm install --no-audit --no-fund` in tests/tools (Node 18 or newer)"
        missing(f"{package} for Node", hint)
