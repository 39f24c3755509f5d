"""Contenders in C: compiled here, where there is a compiler, and timed by their own clock.

They are called with the number of disks, and the last word that they print is the processor time
in seconds.
"""

import shutil
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from hanoi_fsm.fsm.errors import cut
from hanoi_fsm.hanoi.benchmarks.measuring import CannotRun, Contender, Runner

COMPILER = "cc"
OPTIONS = ("-std=c99", "-O2")


def program(name: str, does: str, text: Callable[[], str], *words: str) -> Contender:
    """A contender whose source is `text()`; the `words` follow the number of disks."""

    def prepare(disks: int, stack: ExitStack) -> Runner:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="hanoi-fsm-")))
        made = compiled(text(), folder)
        seconds([made, "2", *words])  # whether it can be run at all
        return lambda: seconds([made, str(disks), *words])

    return Contender(name, does, prepare, compiled=True)


def written(name: str) -> Callable[[], str]:
    """The text of a C file that lies beside this module."""
    return lambda: files(__package__ or "").joinpath(f"{name}.c").read_text("utf-8")


def compiled(text: str, folder: Path) -> str:
    """The path of the program; raises `CannotRun` without a compiler that compiles it."""
    compiler = shutil.which(COMPILER)
    if compiler is None:
        raise CannotRun(f"no compiler {COMPILER} on PATH")
    source, made = folder / "program.c", folder / "program"
    source.write_text(text, "utf-8")
    ran = _run([compiler, *OPTIONS, "-o", str(made), str(source)])
    if ran.returncode:
        raise CannotRun(f"{COMPILER} does not compile it: {_said(ran)}")
    return str(made)


def seconds(command: list[str]) -> float:
    """What a run says that it took, in seconds; raises `CannotRun` where it fails."""
    ran = _run(command)
    try:
        return float(ran.stdout.split()[-1])
    except (IndexError, ValueError):
        raise CannotRun(f"it cannot be run: {_said(ran)}") from None


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:  # a folder for temporary files may refuse to run anything
        raise CannotRun(f"it cannot be run: {error.strerror}") from None


def _said(ran: subprocess.CompletedProcess[str]) -> str:
    """The first line of its errors, or its exit code."""
    return cut(next(iter(ran.stderr.splitlines()), f"it ends with {ran.returncode}"), 120)
