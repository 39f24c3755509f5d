"""Contenders in C: compiled here, where there is a compiler, and timed by their own clock.

They take the number of disks as an argument, and the last word that they print is the processor
time in seconds.
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


def program(name: str, does: str, source: Callable[[], str], *options: str) -> Contender:
    """A contender with this C source; the `options` follow the number of disks."""

    def prepare(disks: int, stack: ExitStack) -> Runner:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="hanoi-fsm-")))
        executable = compiled(source(), folder)
        seconds([executable, "2", *options])  # raises `CannotRun` before anything is measured
        return lambda: seconds([executable, str(disks), *options])

    return Contender(name, does, prepare, compiled=True)


def source_file(name: str) -> Callable[[], str]:
    """What reads the C file of this name in this package."""
    return lambda: files(__package__ or "").joinpath(f"{name}.c").read_text("utf-8")


def compiled(text: str, folder: Path) -> str:
    """The path of the executable; raises `CannotRun` without a compiler that compiles it."""
    compiler = shutil.which(COMPILER)
    if compiler is None:
        raise CannotRun(f"no compiler {COMPILER} on PATH")
    source, executable = folder / "program.c", folder / "program"
    source.write_text(text, "utf-8")
    ran = _run([compiler, *OPTIONS, "-o", str(executable), str(source)])
    if ran.returncode:
        raise CannotRun(f"{COMPILER} does not compile it: {_said(ran)}")
    return str(executable)


def seconds(command: list[str]) -> float:
    """The seconds that a run reports; raises `CannotRun` where it fails."""
    ran = _run(command)
    try:
        return float(ran.stdout.split()[-1])
    except (IndexError, ValueError):
        raise CannotRun(f"it cannot be run: {_said(ran)}") from None


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:  # such as a temporary folder that is mounted noexec
        raise CannotRun(f"it cannot be run: {error.strerror}") from None


def _said(ran: subprocess.CompletedProcess[str]) -> str:
    """The first line of its errors, or its exit code."""
    return cut(next(iter(ran.stderr.splitlines()), f"it ends with {ran.returncode}"), 120)
