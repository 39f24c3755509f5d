"""Generated C, compiled and run; without a compiler a test is skipped with a message."""

import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import tools_at_hand

from hanoi_fsm.fsm.codegen import code
from hanoi_fsm.fsm.codegen.c import Translatable

STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
HINT = "install gcc or clang"
COMPILERS = [name for name in ("cc", "clang") if shutil.which(name)]
TIMEOUT = 120


class Program(NamedTuple):
    """A compiled program; `run` gives its exit code, output and errors."""

    path: Path

    def run(self, *arguments: str, given: str = "") -> tuple[int, str, str]:
        ran = subprocess.run(
            [self.path, *arguments],
            input=given.encode(),
            capture_output=True,
            check=False,
            timeout=TIMEOUT,
        )
        return ran.returncode, ran.stdout.decode(), ran.stderr.decode()

    def lines(self, *arguments: str) -> list[str]:
        """What it prints, which must succeed without a complaint."""
        status, out, errors = self.run(*arguments)
        assert (status, errors) == (0, "")
        return out.splitlines()


def program(machine: Translatable, *flags: str, compiler: str = "cc") -> Program:
    """The program of a machine, compiled without a warning; skips where there is no compiler."""
    return compiled(code(machine, "c"), flags or ("-O0",), compiler)


@cache
def compiled(text: str, flags: Sequence[str], compiler: str = "cc") -> Program:
    if shutil.which(compiler) is None:
        tools_at_hand.missing("a C compiler", HINT)
    folder = Path(tempfile.mkdtemp(prefix="generated-c-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source, target = folder / "program.c", folder / "program"
    source.write_text(f"{text}\n", encoding="ascii")
    ran = subprocess.run(
        [compiler, *STRICT, *flags, "-o", target, source],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), text
    return Program(target)
