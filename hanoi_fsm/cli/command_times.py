"""How long commands take, each run as a process of its own: for `hanoi-fsm bench --commands`.

A quick command is run several times, a slow one once. The shortest time counts, since the others
were disturbed.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import cores
from hanoi_fsm.fsm.trace import Row

MOST_RUNS, ENOUGH = 10, 1.0
"""A command is run again up to this many times, and until its runs have taken these seconds."""

FAULTY = {"wrong-any-to-any.dot": "any-to-any", "wrong-shortest.dot": "shortest"}
"""Faulty drawings, made for `repair`, and the automaton that each of them shows."""


class Command(NamedTuple):
    """The words of a command line, and the exit code with which it ends if all goes well."""

    words: tuple[str, ...]
    code: int = 0

    def __str__(self) -> str:
        return " ".join(self.words)


EMPTY = Command(())
"""Python that starts and ends: what no command can be faster than."""

COMMANDS = (
    EMPTY,
    *map(
        Command,
        [
            ("at", "4", "15"),
            ("draw",),
            ("check",),
            ("compare", "12"),
            *(("repair", file) for file in FAULTY),
        ],
    ),
    *(Command(("mutants", name, "--summary"), 1) for name in FAULTY.values()),  # some survive
)
"""What is timed, in the order of the table."""


@dataclass(frozen=True)
class CommandTime:
    """The shortest of the `runs` of a command, in seconds, and the number of cores."""

    command: str
    seconds: float
    runs: int
    cores: int

    def row(self) -> Row:
        return {
            "command": self.command,
            "seconds": float(f"{self.seconds:.3g}"),
            "runs": self.runs,
            "cores": self.cores,
        }


def command_times(
    commands: Sequence[Command] = COMMANDS, progress: Progress = no_progress
) -> Iterator[CommandTime]:
    """Time each command; `progress` receives the number of those done.

    They run in a temporary folder. Raises `BadInput` for a command with another exit code than it
    should have.
    """
    with TemporaryDirectory(prefix="hanoi-fsm-") as folder:
        for file, name in FAULTY.items():
            Path(folder, file).write_text(_faulty(name), encoding="utf-8")
        for number, command in enumerate(commands, 1):
            times: list[float] = []
            while not times or (len(times) < MOST_RUNS and sum(times) < ENOUGH):
                times.append(_seconds(command, folder))
            shown = f"hanoi-fsm {command}" if command.words else "python (nothing to do)"
            yield CommandTime(shown, min(times), len(times), cores())
            progress(number)


def _seconds(command: Command, folder: str) -> float:
    program = ["-m", "hanoi_fsm", *command.words] if command.words else ["-c", "pass"]
    path = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    begin = time.perf_counter()
    ran = subprocess.run(
        [sys.executable, *program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    seconds = time.perf_counter() - begin
    if ran.returncode != command.code:
        said = shortened(ran.stderr.decode("utf-8", "replace").strip())
        raise BadInput(f"hanoi-fsm {command} ended with exit code {ran.returncode}: {said}")
    return seconds


def _faulty(name: str) -> str:
    """The drawing of a pathfinder whose first transition lacks its action."""
    from dataclasses import replace

    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
    from hanoi_fsm.hanoi import automata

    machine = automata.get(name)
    first, *others = machine.automaton.transitions
    without_action = replace(first, label=first.label._replace(action=None))
    wrong = replace(machine.automaton, transitions=(without_action, *others))
    return Diagram.of(machine.with_automaton(wrong)).dot
