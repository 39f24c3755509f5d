"""What all commands share: arguments, exit codes, file formats, and text for people."""

from __future__ import annotations

import re
import sys
from argparse import SUPPRESS
from argparse import Namespace as Options
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from os.path import splitext
from typing import TYPE_CHECKING, Any

from hanoi_fsm.cli.output import (
    FAILED,
    FINE,
    KEPT,
    LONGEST_NAME,
    NAME,
    UNDECIDED,
    bad_input,
    columns,
    complain,
    in_options,
    is_of_a_file,
    why_unreadable,
)
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.files import write
from hanoi_fsm.hanoi.pegs import Configuration, parse_whole

if TYPE_CHECKING:  # this is slow to import
    from hanoi_fsm.fsm.automaton import Automaton
    from hanoi_fsm.fsm.finding import Progress
    from hanoi_fsm.fsm.machine import Machine, RunArguments, Subject
    from hanoi_fsm.fsm.trace import Row

__all__ = [
    "FAILED",
    "FINE",
    "INTO",
    "LONGEST_NAME",
    "MACHINE",
    "NAME",
    "PAGES",
    "ROWS",
    "SIZES",
    "UNDECIDED",
    "Arguments",
    "Lines",
    "LinesAndCode",
    "Options",
    "bad_input",
    "by_extension",
    "columns",
    "complain",
    "drawn",
    "export_to",
    "exportable",
    "format_of",
    "given",
    "in_options",
    "is_of_a_file",
    "lines_in",
    "positive",
    "progress_bar",
    "report_reading",
    "result_lines",
    "steps",
    "text_in",
    "towers",
    "why_unreadable",
    "with_inputs",
    "wrapped",
    "write",
]

Lines = Iterator[str]
"""The lines that a command prints."""
LinesAndCode = Generator[str, None, int]
"""The same, with the exit code that the command returns."""
Details = dict[str, Any]  # options of argparse or of a run
Arguments = dict[str, Details]
"""The arguments of a command, each with its changes to the `SHARED` argument of that name."""

# Kinds of values


def steps(flag: str, text: str, form: str = "STEP..STEP") -> range:
    """Parse the value of an option as steps, both ends included.

    Raises `BadInput` for any other text.
    """
    match = re.fullmatch(r"\s*([0-9]+)(?:\s*\.\.\s*([0-9]+))?\s*", text)
    if match is None:
        raise BadInput(f"invalid {flag} {shortened(text)}: write {flag} {form}")
    first, last = parse_whole(match[1]), parse_whole(match[2] or match[1])
    if last < first:
        forwards = f"{shortened(last)}..{shortened(first)}"
        raise BadInput(f"{flag} {shortened(text)} runs backwards: write {flag} {forwards}")
    return range(first, last + 1)


def towers(text: str) -> range:
    """Parse numbers of disks, as N or as FIRST..LAST."""
    return steps("N", text, "or FIRST..LAST")


def positive(text: str) -> int:
    """Parse a whole number from 1 on."""
    number = parse_whole(text)
    if number < 1:
        raise BadInput(f"invalid number {shortened(number)}: expected 1, 2, 3, ...")
    return number


# Formats of files

EXPORTS = {
    "dot": "dot",
    "gv": "dot",
    "json": "json",
    "mmd": "mermaid",
    "puml": "plantuml",
    "scxml": "scxml",
    "jff": "jflap",
}
"""The formats of automata, by file extension."""
ROWS = {"csv": "csv", "jsonl": "jsonl", "txt": "text", "": "text"}
"""The formats of rows, by file extension."""
MOST_BYTES = 1 << 20
"""The most bytes of a text that is read."""
PAGES = {"html": "html", "htm": "html", "": "html"}
"""The format of pages, by file extension."""


def by_extension(file: str | None, formats: Mapping[str, str], option: str = "") -> str:
    """The format for the extension of a file; an error also suggests the `option`, if any."""
    extension = splitext(file or "")[1].lower().removeprefix(".")  # noqa: PTH122  # pathlib is slow to import
    if extension not in formats:
        known = ", ".join(f".{name}" for name in formats if name)
        advice = f", or add {option}" if option else ""
        raise BadInput(
            f"the extension of {shortened(file)} names no format: choose from {known}{advice}"
        )
    return formats[extension]


def format_of(options: Options, formats: Mapping[str, str] = ROWS) -> str:
    """The format from the options, or else by the extension of the output file."""
    given: str = options.format
    return given or by_extension(options.file, formats, options.flags["format"])


def exportable(file: str) -> str:
    """Check the name of a file for an exported automaton: its extension must name a format."""
    by_extension(file, EXPORTS)
    return file


def text_in(file: str, what: str) -> str:
    """Read the text in a file of words or names; an error suggests `what` to write."""
    from pathlib import Path

    from hanoi_fsm.fsm.files import read_text

    return read_text(Path(file), MOST_BYTES, what)


def export_to(file: str, machine: Machine) -> None:
    """Write the automaton of a machine into an `exportable` file."""
    from hanoi_fsm.fsm.formats import export

    write(f"{export(machine, by_extension(file, EXPORTS))}\n", file)


# Arguments

DIAGRAM_FILES = (
    "a DOT, Mermaid, PlantUML, SCXML, JFLAP, Markdown or JSON file, or `-` for standard input"
)
MACHINE = (
    "an automaton, a diagram (FILE@NAME with the memory of an automaton or of FILE.py:NAME), or "
    "FILE.py:NAME, which runs that file"
)
SIZES = "try towers of up to N disks, or words of up to N events"

_CONFIGURATION = {"type": Configuration, "help": "one peg digit per disk, largest disk first"}
_NUMBER = {"type": parse_whole, "metavar": "N"}
_PEG = {"type": parse_whole, "metavar": "PEG", "default": SUPPRESS}
SHARED: Arguments = {
    "disks": _NUMBER | {"help": "number of disks"},
    "name": {"metavar": "NAME", "help": MACHINE},
    "names": {"metavar": "NAME", "nargs": "*"},
    "start": _CONFIGURATION | {"metavar": "START"},
    "goal": _CONFIGURATION | {"metavar": "GOAL"},
    "words": {
        "nargs": "*",
        "metavar": "N|WORD|EVENT",
        "help": "the number of disks; for a reader, the word to read; for a pathfinder, two "
        "configurations; for any other machine, its events",
    },
    "--by": {
        "default": "two-storey",
        "metavar": "NAME",
        "help": f"a solver from `hanoi-fsm list`, a diagram ({DIAGRAM_FILES}), or FILE.py:NAME "
        "(default: %(default)s)",
    },
    "--size": _NUMBER | {"help": f"{SIZES} (default: %(default)s)"},
    "--from": _PEG | {"dest": "source", "help": "source peg (default: 0)"},
    "--to": _PEG | {"dest": "target", "help": "target peg (default: 2)"},
    "--start": _NUMBER
    | {"metavar": "STEP", "default": SUPPRESS, "help": "first step to print (default: 1)"},
    "--begin": {
        "metavar": "NAME",
        "default": SUPPRESS,
        "help": "the named start of the run (own machines)",
    },
    "--count": {"type": parse_whole, "metavar": "K", "help": "stop after K lines"},
    "--seed": {
        "type": parse_whole,
        "metavar": "S",
        "default": 1,
        "help": "choose other numbers and other broken machines (default: %(default)s)",
    },
    "--format": {
        "default": "text",
        "choices": ("text", "csv", "jsonl"),
        "metavar": "FORMAT",
        "help": "%(default)s (default), csv or jsonl",
    },
    "--inputs": {
        "metavar": "GUARD,...",
        "default": "",
        "help": "guards that are set from outside, as by a sensor: their values come with the "
        "events, as in `push [unlocked]`",
    },
    "-o": {"dest": "file", "metavar": "FILE", "help": "write to FILE instead of standard output"},
    "--exercises": {
        "metavar": "FILE.toml",
        "default": "",
        "help": "your own exercises instead of those in the guide",
    },
    "--strict": {
        "action": "store_true",
        "help": "also report as faults anything that no run has shown: transitions never taken, "
        "ends never reached",
    },
}
INTO: Details = {
    "dest": "into",
    "type": exportable,
    "metavar": "FILE",
    "help": "write the automaton to FILE, in the format of its extension, such as .dot",
}
"""The option of commands that create an automaton."""

READING: Arguments = {
    "--initial": {"metavar": "STATE", "default": "", "help": "begin runs in STATE"},
    "--labels": {
        "choices": ("notation", "events"),
        "default": "",
        "metavar": "WAY",
        "help": "read every label in the `notation` of this package, or as one of the `events`",
    },
    "--acceptor": {
        "action": "store_true",
        "help": "read an acceptor: words that end in a final state are accepted, all others are "
        "rejected; it may be nondeterministic, with `ε` transitions",
    },
    "--run": {
        "action": "store_true",
        "help": "call the conditions and callbacks of a machine of `transitions`; the data of "
        "its model are restored afterwards",
    },
}
"""The options of every command that reads diagrams, for the questions that these leave open.

They are those of `find`.
"""
DIAGRAMS = frozenset({"name", "names", "one", "words"})
"""The arguments that may name a diagram."""


def given(options: Options) -> Details:
    """The options of a run given on the command line."""
    return {
        name: getattr(options, name)
        for name in ("source", "target", "start", "begin")
        if name in options
    }


def inputs_of(subject: Subject, options: Options) -> RunArguments:
    """The inputs of a run; raises `BadInput` where the words on the command line do not fit."""
    from hanoi_fsm.hanoi.resolver import is_data, is_python

    try:
        return subject.parse(options.words)
    except BadInput as error:
        first = options.words[0] if options.words else ""
        if is_data(first) or is_python(first):
            raise BadInput(f"{error}: did you mean `--by {first}`?") from error
        raise


def with_inputs(subject: Subject, options: Options) -> Subject:
    """The machine with the inputs from the command line, or the subject itself without any."""
    if not options.inputs:
        return subject
    from hanoi_fsm.hanoi.resolver import machine_of

    return replace(machine_of(subject), inputs=options.inputs)


def report_reading(subject: Subject, options: Options) -> None:
    """Report on standard error each assumption about a diagram that the result rests on."""
    for assumption in subject.machine.assumptions if subject.machine else ():
        if assumption.settled_by:
            complain(in_options(f"{subject.shown}: read with {assumption}", options.flags))


# Text for people

QUOTED = re.compile(r"`[^`]{1,72}`|[-\d][-\d ]*\|[-\d ]+\| *[-\d]+(?: \d+)*")
"""Matches parts that stay on one line: quotations and pegs."""


def wrapped(lines: Iterable[str], deeper: int = 4) -> Lines:
    """Wrap lines for people between words; quotations stay together.

    Continuation lines are indented by `deeper` more. A pipe and a file get the same lines as a
    terminal: programs ask for csv or jsonl, or set `COLUMNS`.

    >>> for line in wrapped(["it holds", "  " + "few words " * 9]):
    ...     print(line)
    it holds
      few words few words few words few words few words few words few words few
          words few words
    """
    from textwrap import wrap

    for line in lines:
        joined = QUOTED.sub(lambda quoted: quoted[0].replace(" ", KEPT), line)
        indent = " " * (len(line) - len(line.lstrip()) + deeper)
        parts = wrap(
            joined,
            columns(),
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        yield from (part.replace(KEPT, " ") for part in parts or [line])


def lines_in(format: str, rows: Iterable[Row]) -> Lines:
    """The lines of rows in a format: a table for people, or csv or jsonl for programs."""
    from hanoi_fsm.cli import tables  # not every command has rows

    lines = {"csv": tables.csv_lines, "jsonl": tables.jsonl_lines}
    return lines.get(format, tables.table_lines)(rows)


def result_lines(result: object, options: Options) -> Lines:
    """The text of a result of the library, in the options of the command."""
    return wrapped(map(printable, in_options(str(result), options.flags).split("\n")))


def drawn(automaton: Automaton) -> Lines:
    """The table of an automaton, for an acceptor after its start and final states."""
    if automaton.acceptor:
        final = [state for state in automaton.states if state in automaton.final]
        ends = ", ".join(final) or "none"
        yield from wrapped([printable(f"start: {automaton.initial}; final: {ends}")])
    yield from wrapped(map(printable, automaton.table))


@contextmanager
def progress_bar(name: str, total: int | None = None) -> Iterator[Progress]:
    """Provide a function to report progress towards `total`, which moves a bar on a terminal.

    If the total is None, for unknown, the bar only shows activity.
    """
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    # Lines go above the bar if both are on the terminal, but not if they go to a file.
    console, together = Console(stderr=True), sys.stdout.isatty()
    with Progress(console=console, transient=True, redirect_stdout=together) as bar:
        task = bar.add_task(name, total=total)
        yield lambda done: bar.update(task, completed=done)
