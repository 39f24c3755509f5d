"""Transcripts: Markdown in which commands are followed by their output.

    ```console
    $ hanoi-fsm at 4 15
    2222
    $ hanoi-fsm at 4 16
    hanoi-fsm: ...step 16...
    [2]
    ```

`...` stands for anything. A number in brackets is the exit code, 0 where there is none. A block
with a name beside its language, as in "```dot my.dot", is a file, and so is what a link leads to,
as in `[mine.py](../student/mine.py)`. Each `##` section is one session in a folder of its own,
which begins with the files before the first section. A section with the comment `<!-- sweep -->`
waits for the sweep, `<!-- dot -->` needs Graphviz, and one that needs a module, a program or a path
says so: `<!-- needs aalpy -->`, `<!-- needs cc -->`.

Whatever a transcript says of it, a command that is refused ends with one line, which begins with
the name of the program, and leaves every file as it was. Before that line it prints nothing, unless
the transcript shows what.
"""

import doctest
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from support.commands import Ran, process, run

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXPECTED = re.compile(r"(.*?)(?:^\[(\d+)\]\n?)?", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[(\S+)\]\(\.\./(\S+)\)")
TESTS = Path(__file__).parents[1]
FOR_PROGRAMS = re.compile(r"hanoi-fsm (?:code|export) |--format |\.csv|2>&1")
"""A mark of commands whose lines may have any length: programs and errors."""
SHELL = set("|<>;&$`*#")
"""Signs that need a shell; other commands are run in this process, which is much quicker."""


class Step(NamedTuple):
    """A file to write, or a command with its output and exit code."""

    name: str
    text: str
    code: int = 0
    is_command: bool = True


class Section(NamedTuple):
    """One session: a title, the marks of its test, what it needs, and its steps in order."""

    title: str
    marks: list[str]
    needs: list[str]
    steps: list[Step]

    @property
    def case(self) -> object:
        return pytest.param(
            self, id=self.title, marks=[getattr(pytest.mark, mark) for mark in self.marks]
        )

    @property
    def missing(self) -> list[str]:
        """The needs that this machine lacks."""
        return [need for need in self.needs if not is_there(need)]


def sections(text: str) -> list[Section]:
    """The sessions of a text, each with the files that stand before the first one."""
    head, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    before = list(steps(head))
    sessions = []
    for part in parts:
        title, _, body = part.partition("\n")
        marks = re.findall(r"^<!-- (\w+) -->$", body, re.MULTILINE)
        needs = re.findall(r"^<!-- needs (\S+) -->$", body, re.MULTILINE)
        sessions.append(Section(title, marks, needs, [*before, *steps(body)]))
    return sessions


def steps(text: str) -> Iterator[Step]:
    """The files and commands of a text."""
    for name, linked in LINK.findall(text):
        yield Step(name, (TESTS / linked).read_text("utf-8"), is_command=False)
    for language, name, content in BLOCK.findall(text):
        if language == "console":
            for part in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
                command, _, after = part.partition("\n")
                printed, code = EXPECTED.fullmatch(after).groups()  # type: ignore[union-attr]  # matches any text
                yield Step(command, printed, int(code or 0))
        elif name:
            yield Step(name, content, is_command=False)


def differences(section: Section, folder: Path, columns: int = 200) -> list[str]:
    """The differences between a session and its commands, run one by one."""
    complaints = []
    for step in section.steps:
        if not step.is_command:
            (folder / step.name).parent.mkdir(parents=True, exist_ok=True)
            (folder / step.name).write_text(step.text, "utf-8")
            continue
        before = contents(folder)
        ran = output(step.name, folder, columns)
        wrong = [f"exit code {ran.code}, not {step.code}"] * (ran.code != step.code)
        if ran.code == 2 and step.name.startswith("hanoi-fsm ") and not SHELL & set(step.name):
            wrong += _not_a_refusal(ran, step.text, contents(folder) == before)
        if not agrees(step.text, ran.out + ran.err):
            wrong += ["printed:", ran.out + ran.err, "expected:", step.text]
        if step.name.startswith("hanoi-fsm ") and not FOR_PROGRAMS.search(step.name):
            wrong += _too_wide(step.name, ran, folder)
        if wrong:
            complaints.append("\n".join([f"$ {step.name}", *wrong]))
    return complaints


def _too_wide(command: str, ran: Ran, folder: Path) -> list[str]:
    """The lines that do not fit into 80 columns where that is asked for."""
    if max(map(len, ran.lines), default=0) > 80:
        ran = output(command, folder, 80)
    return [f"{len(line)} columns: {line}" for line in ran.lines if len(line) > 80]


def contents(folder: Path) -> dict[Path, bytes]:
    """Every file in a folder, with what is in it, and every folder."""
    return {path: path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def agrees(expected: str, got: str) -> bool:
    """Whether an output is the expected one, but for a line's end after all of it."""
    got += "\n" * (got != "" and not got.endswith("\n"))
    return doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS)


def output(command: str, folder: Path, columns: int = 200) -> Ran:
    """The result of a command; a shell runs it only where one is needed."""
    if command.startswith("hanoi-fsm ") and not SHELL & set(command):
        return run(*shlex.split(command)[1:], cwd=folder, columns=columns)
    program = folder.parent / "bin" / "hanoi-fsm"
    if not program.exists():
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hanoi_fsm "$@"\n')
        program.chmod(0o755)
    path = (
        f"{program.parent}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    return process(
        "-c", command, program=["sh"], cwd=folder, env={"PATH": path, "COLUMNS": str(columns)}
    )


def _not_a_refusal(ran: Ran, expected: str, unchanged: bool) -> list[str]:
    *before, last = ran.err.splitlines() or [""]
    shown = expected.count("\n") > 1
    wrong = {
        "a refusal prints nothing else": not shown and (ran.out != "" or before != []),
        "a refusal begins with the program's name": not last.startswith("hanoi-fsm: "),
        "a refusal fits into 300 characters that can be printed": not last.isprintable()
        or len(last) > 312,
        "a refusal leaves every file as it was": not unchanged,
    }
    return [words for words, applies in wrong.items() if applies]


def is_there(need: str) -> bool:
    """Whether a path, a program or a module is there."""
    if "/" in need:
        return Path(need).exists()
    return shutil.which(need) is not None or find_spec(need) is not None
