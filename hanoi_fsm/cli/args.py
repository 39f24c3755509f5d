"""Kinds of values, arguments and file formats that several commands share."""

from __future__ import annotations

import os
import re
from argparse import SUPPRESS, Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hanoi_fsm.cli.output import complain, in_options
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.hanoi.pegs import Configuration, parse_whole

if TYPE_CHECKING:  # this is slow to import
    from hanoi_fsm.fsm.machine import Machine, Subject

whole = parse_whole
Options = dict[str, Any]  # options of argparse or of a run
Arguments = dict[str, Options]
"""The arguments of a command, each with its changes to the `SHARED` argument of that name."""

FILES_OF_DIAGRAMS = (
    "a DOT, Mermaid, PlantUML, SCXML, JFLAP, Markdown or JSON file, or `-` for standard input"
)
MACHINE = (
    "an automaton, a diagram (FILE@NAME with the memory of an automaton or of FILE.py:NAME), or "
    "FILE.py:NAME, which runs that file"
)
SOLVER = (
    f"a solver from `hanoi-fsm list`, a diagram ({FILES_OF_DIAGRAMS}), or FILE.py:NAME "
    "(default: %(default)s)"
)
FORMAT_OF_FILE = "text, csv or jsonl (default: by the extension of FILE, or text)"
SIZES = "try towers of up to N disks, or words of up to N events"


def steps(flag: str, text: str, form: str = "STEP..STEP") -> range:
    """Parse the value of an option as steps, both ends included.

    Raises `BadInput` for any other text.
    """
    match = re.fullmatch(r"\s*([0-9]+)(?:\s*\.\.\s*([0-9]+))?\s*", text)
    if match is None:
        raise BadInput(f"invalid {flag} {shortened(text)}: write {flag} {form}")
    first, last = whole(match[1]), whole(match[2] or match[1])
    if last < first:
        forwards = f"{shortened(last)}..{shortened(first)}"
        raise BadInput(f"{flag} {shortened(text)} runs backwards: write {flag} {forwards}")
    return range(first, last + 1)


def towers(text: str) -> range:
    """Parse numbers of disks, as N or as FIRST..LAST."""
    return steps("N", text, "or FIRST..LAST")


def positive(text: str) -> int:
    """Parse a whole number from 1 on."""
    number = whole(text)
    if number < 1:
        raise BadInput(f"invalid number {shortened(number)}: expected 1, 2, 3, ...")
    return number


_CONFIGURATION = {"type": Configuration, "help": "one peg digit per disk, largest disk first"}
_NUMBER = {"type": whole, "metavar": "N"}
_PEG = {"type": whole, "metavar": "PEG", "default": SUPPRESS}
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
    "--by": {"default": "two-storey", "metavar": "NAME", "help": SOLVER},
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
    "--count": {"type": whole, "metavar": "K", "help": "stop after K lines"},
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
        "dest": "run_it",
        "help": "call the conditions and callbacks of a machine of `transitions`; the data of "
        "its model are restored afterwards",
    },
}
"""The options of every command that reads diagrams, for the questions that these leave open."""
DIAGRAMS = frozenset({"name", "names", "one", "words"})
"""The arguments that may name a diagram."""


def given(options: Namespace) -> Options:
    """The options of a run given on the command line."""
    return {
        name: getattr(options, name)
        for name in ("source", "target", "start", "begin")
        if name in options
    }


def with_inputs(subject: Subject, options: Namespace) -> Subject:
    """The machine with the inputs from the command line, or the subject itself without any."""
    if not options.inputs:
        return subject
    from hanoi_fsm.hanoi.resolver import machine_of

    return replace(machine_of(subject), inputs=options.inputs)


def report_reading(subject: Subject, options: Namespace) -> None:
    """Report on standard error each assumption about a diagram that the result rests on."""
    for assumption in subject.machine.assumptions if subject.machine else ():
        if assumption.settled_by:
            complain(in_options(f"{subject.shown}: read with {assumption}", options.flags))


def extension(file: str | None) -> str:
    """The extension of a file's name, in lower case, without its dot; perhaps empty."""
    _, ending = os.path.splitext(file or "")  # noqa: PTH122  # pathlib is slow to import
    return ending.lower().removeprefix(".")


def by_extension(file: str | None, formats: Mapping[str, str], option: str = "") -> str:
    """The format for the extension of a file; an error also suggests the `option`, if any."""
    ending = extension(file)
    if ending not in formats:
        known = ", ".join(f".{name}" for name in formats if name)
        advice = f", or add {option}" if option else ""
        raise BadInput(
            f"the extension of {shortened(file)} names no format: choose from {known}{advice}"
        )
    return formats[ending]


def rows_format(options: Namespace, *more: str) -> str:
    """The format from the options, or from the extension of the output file; else text."""
    formats = {format: format for format in ("csv", "jsonl", *more)} | {"txt": "text", "": "text"}
    return options.format or by_extension(options.file, formats, "--format")


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


def exportable(file: str) -> str:
    """Check the name of a file for an exported automaton: its extension must name a format."""
    by_extension(file, EXPORTS)
    return file


def export_to(file: str, machine: Machine) -> None:
    """Write the automaton of a machine into an `exportable` file."""
    from hanoi_fsm.fsm.files import write
    from hanoi_fsm.fsm.formats import export

    write(f"{export(machine, by_extension(file, EXPORTS))}\n", file)


INTO: Options = {
    "dest": "into",
    "type": exportable,
    "metavar": "FILE",
    "help": "write the automaton to FILE, in the format of its extension, such as .dot",
}
"""The option of commands that create an automaton."""
