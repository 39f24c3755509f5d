"""The command line as the tests call it: `run` in this process, `process` in one of its own."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from hanoi_fsm import READERS, SOLVERS, Diagram, automata
from hanoi_fsm.cli import main
from hanoi_fsm.course import examples

DOT = Diagram.of(automata.get("two-storey")).dot
"""The four-step machine as a file, for the tests to break."""

FORMULAS = ["formula", "hbits", "itinerary"]
PLAIN = {"recursion": "recursion", "four-step": "program", **dict.fromkeys(FORMULAS, "formula")}
"""The solvers that are not automata, with their kinds."""

EVERY = [*automata.names(), *PLAIN]

EXAMPLES = Path(examples.__file__).parent
"""The folder of machines of one's own."""

TIMEOUT = 60
"""Seconds after which a process is taken to hang; most need a fifth of one."""

WIDE = 1000
"""Columns in which nothing is wrapped, as most tests are about the words."""

# As in a person's shell: output is buffered, in UTF-8, and a module is compiled once, not again by
# each process.
UNSET = {"PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONDONTWRITEBYTECODE"}


def environment(**more: str) -> dict[str, str]:
    """The variables of a process: the present ones, as in a person's shell, and some more."""
    given = {name: value for name, value in os.environ.items() if name not in UNSET}
    return given | {"COLUMNS": str(WIDE)} | more


class Ran(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def run(
    *arguments: str | Path,
    cwd: Path | None = None,
    encoding: str = "utf-8",
    columns: int = WIDE,
) -> Ran:
    """Run a command in this process, with an output and an error stream of its own."""
    buffers = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(buffer, encoding, newline="") for buffer in buffers)
    digits = sys.get_int_max_str_digits()
    try:
        with (
            patch.dict(os.environ, COLUMNS=str(columns)),
            redirect_stdout(out),
            redirect_stderr(err),
            chdir(cwd or Path.cwd()),
        ):
            code = main([str(argument) for argument in arguments])
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        sys.set_int_max_str_digits(digits)  # the command line lifts this limit
        for stream in (out, err):
            stream.flush()
    return Ran(code, *(buffer.getvalue().decode(encoding) for buffer in buffers))


def process(
    *arguments: str | Path,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    program: Sequence[str] = (sys.executable, "-m", "hanoi_fsm"),
) -> Ran:
    """Run a command in a process of its own."""
    ran = subprocess.run(
        [*program, *arguments],
        capture_output=True,
        check=False,
        cwd=cwd,
        env=environment(**(env or {})),
        stdin=subprocess.DEVNULL,
        timeout=TIMEOUT,
    )
    encoding = (env or {}).get("PYTHONIOENCODING", "utf-8")
    return Ran(ran.returncode, ran.stdout.decode(encoding), ran.stderr.decode(encoding))


def accepted(name: str) -> str:
    """An input for an automaton: for a reader, a word that it reads to its end."""
    if name not in READERS:
        return "3" if name in SOLVERS else "100 011"
    automaton = automata.get(name).automaton
    state, word = automaton.initial, list[str]()
    for _ in range(4):
        transition = next(row for row in automaton.transitions if row.source == state)
        state = transition.target
        word.append(transition.label.event)
    return ",".join(word)


def listening() -> None:
    """A test may be run where somebody ignores signals, and a child would ignore them, too."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)


def started(
    command: Sequence[str], cwd: Path, before: Callable[[], None] = listening, **streams: Any
) -> subprocess.Popen[str]:
    """Start a command in a session of its own, for signals to be sent to it."""
    return subprocess.Popen(
        command,
        cwd=cwd,
        env=environment(),
        text=True,
        start_new_session=True,
        preexec_fn=before,  # noqa: PLW1509  # threads are not used
        **streams,
    )


def in_session(leader: int) -> list[str]:
    """The processes of a session that are still there, and are not zombies."""
    names = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, fields = stat.read_text().rpartition(")")
        except OSError:  # it has just ended
            continue
        state, _, _, session = fields.split()[:4]
        if int(session) == leader and state != "Z":
            names.append(name)
    return names


def python(program: str, *arguments: str, cwd: Path | None = None) -> Ran:
    """Run a Python program that calls `main`."""
    start = "import sys\nfrom hanoi_fsm.cli import main\n"
    return process(*arguments, program=[sys.executable, "-c", start + program], cwd=cwd)


def lines(*arguments: str | Path, cwd: Path | None = None, columns: int = WIDE) -> list[str]:
    """The lines that a command prints, which must succeed and have nothing to complain of."""
    ran = run(*arguments, cwd=cwd, columns=columns)
    assert (ran.code, ran.err) == (0, "")
    return ran.lines


def jsonl(*arguments: str | Path) -> list[dict[str, Any]]:
    """The objects that a command prints as jsonl."""
    return [json.loads(line) for line in lines(*arguments, "--format", "jsonl")]


def cells(*arguments: str | Path) -> list[dict[str, str]]:
    """The rows that a command prints as csv, by the names in its header."""
    return list(csv.DictReader(lines(*arguments, "--format", "csv")))


def assert_refused(ran: Ran, *fragments: str) -> None:
    """Assert that it was bad input: exit code 2 and one printable line that has the fragments."""
    assert (ran.code, ran.out) == (2, "")
    assert (ran.err[:11], ran.err[-1]) == ("hanoi-fsm: ", "\n")
    assert ran.err[:-1].isprintable()
    assert len(ran.err.rstrip("\n")) <= 300
    assert [fragment for fragment in fragments if fragment not in ran.err] == []
