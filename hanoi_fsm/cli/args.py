"""What several commands have in common: kinds of values, shared arguments, limits."""

from __future__ import annotations

from functools import partial

from hanoi_fsm.cli import NAME
from hanoi_fsm.fsm.errors import BadInput, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:  # argparse and typing are slow to import
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from typing import Any, TypeVar

    from hanoi_fsm.hanoi.pegs import Configuration

    _Value = TypeVar("_Value")

MOST_DISKS_TO_RUN = 24
"""The largest tower that a command carries out move by move before it answers."""

MACHINE = (
    "an automaton, a DOT or JSON file (`-` is standard input), or FILE.py:NAME, which runs that "
    "file"
)
SOLVER = (
    "a solver from `hanoi-fsm list`, a DOT or JSON file (`-` is standard input), or FILE.py:NAME "
    "(default: %(default)s)"
)
INPUTS = (
    "the number of disks; for a reader, the word to read; for a pathfinder, two configurations; "
    "for any other machine, its events"
)
FORMAT = "%(default)s (default), csv or jsonl"
ENGINE = (
    "what runs automata: transitions, the library, or generated, the automaton as a Python "
    "function, which makes the same trace faster (default: {})"
)
FOLDER = "folder to write into (default: %(default)s)"
MEMORY = "the Memory or Machine that a DOT or JSON file works on; this runs FILE.py"
STRICT = (
    "count as a fault what no run has shown: a transition that is not taken, an end that is not "
    "reached, counts other than those of the published automaton"
)
TOWERS = "try towers of 0 .. N disks; for a machine without disks, all words of up to N events"


def whole(text: str) -> int:
    """A whole number of any length, in decimal digits."""
    from hanoi_fsm.hanoi.pegs import parse_whole

    return _or_refused(parse_whole, text)


DPI, LEAST_DPI, MOST_DPI = 192, 24, 1200
"""The resolution of a png by default, and what a renderer can be asked for."""


STEPS = r"\s*([0-9]+)\s*\.\.\s*([0-9]+)\s*"
"""A range of steps as it is written, both ends included."""


def steps(flag: str, text: str) -> range:
    """The steps that the value of an option names; raises `BadInput` for any other text."""
    import re

    found = re.fullmatch(STEPS, text)
    if found is None:
        raise BadInput(f"invalid {flag} {shortened(text)}: write {flag} STEP..STEP")
    first, last = map(whole, found.groups())
    if last < first:
        forwards = f"{shortened(last)}..{shortened(first)}"
        raise BadInput(f"{flag} {shortened(text)} runs backwards: write {flag} {forwards}")
    return range(first, last + 1)


def towers(text: str) -> range:
    """Numbers of disks, as N or as FIRST..LAST."""
    if ".." in text:
        return _or_refused(partial(steps, "N"), text)
    disks = whole(text)
    return range(disks, disks + 1)


def dpi(text: str) -> float:
    """A resolution in dots per inch."""
    return _resolution(text, 1, f"{LEAST_DPI} to {MOST_DPI} dots per inch")


def scale(text: str) -> float:
    """A multiple of a screen's 96 dots per inch, as a resolution."""
    return _resolution(text, 96, f"{LEAST_DPI / 96:g} to {MOST_DPI / 96:g}")


def _resolution(text: str, unit: float, expected: str) -> float:
    try:
        found = unit * float(text)
    except ValueError:
        found = 0
    if not LEAST_DPI <= found <= MOST_DPI:
        raise _refused(f"invalid resolution {shortened(text)}: expected {expected}")
    return found


def digits(text: str) -> Configuration:
    """A configuration of at least one disk."""
    from hanoi_fsm.hanoi.pegs import Configuration

    if not text:
        raise _refused("the configuration is empty: give one peg digit per disk")
    return _or_refused(Configuration, text)


def _or_refused(parse: Callable[[str], _Value], text: str) -> _Value:
    try:
        return parse(text)
    except ValueError as error:  # every bad input is one; argparse would leave out what it says
        raise _refused(str(error)) from None


def _refused(why: str) -> Exception:
    """The exception of which argparse tells the text."""
    from argparse import ArgumentTypeError

    return ArgumentTypeError(why)


def check_runnable(
    disks: int, most: int = MOST_DISKS_TO_RUN, why: str = "for this command"
) -> None:
    """Raise `BadDisks` for more disks than a command can handle in a reasonable time."""
    from hanoi_fsm.hanoi.errors import BadDisks
    from hanoi_fsm.hanoi.pegs import check_disks

    if check_disks(disks) > most:
        raise BadDisks(f"invalid number of disks {disks}: expected at most {most} {why}")


def check_positive(options: Namespace, *names: str) -> None:
    """Raise `BadInput` for one of these options that is given, but is not a number from 1 on."""
    for name in names:
        value = getattr(options, name)
        if value is not None and value < 1:
            raise BadInput(f"invalid --{name} {shortened(value)}: expected 1, 2, 3, ...")


def check_engine(options: Namespace) -> None:
    """Raise `UnknownName` for a name that is not that of an engine."""
    from hanoi_fsm.fsm.trace import check_engine as check

    if options.engine is not None:
        check(options.engine)


def refuse_idle(options: Namespace, why: str, *names: str) -> None:
    """Raise `BadInput` for one of these options that is given, but does nothing here."""
    for name in names:
        if getattr(options, name) not in (None, False, SHARED.get(f"--{name}", {}).get("default")):
            flag = "NAME" if name == "name" else FLAGS.get(name, f"--{name.replace('_', '-')}")
            raise BadInput(f"{flag} does nothing {why}: leave it out")


_CONFIGURATION = {"type": digits, "help": "one peg digit per disk, largest disk first"}
_NUMBER, _PEG = {"type": whole, "metavar": "N"}, {"type": whole, "metavar": "PEG"}
SHARED: dict[str, dict[str, Any]] = {
    "disks": _NUMBER | {"help": "number of disks"},
    "name": {"metavar": "NAME", "help": MACHINE},
    "names": {"metavar": "NAME", "nargs": "*"},
    "configuration": _CONFIGURATION | {"metavar": "CONFIGURATION"},
    "start": _CONFIGURATION | {"metavar": "START"},
    "goal": _CONFIGURATION | {"metavar": "GOAL"},
    "words": {"nargs": "*", "metavar": "N|WORD|EVENT", "help": INPUTS},
    "--by": {"default": "two-storey", "metavar": "NAME", "help": SOLVER},
    "--begin": {"metavar": "NAME", "help": "one of the machine's named starts"},
    "--memory": {"metavar": "FILE.py:NAME", "help": MEMORY},
    "--disks": _NUMBER | {"help": f"{TOWERS} (default: %(default)s)"},
    "--from": _PEG | {"dest": "source", "help": "source peg (default: 0)"},
    "--to": _PEG | {"dest": "target", "help": "target peg (default: 2)"},
    "--start": {"type": whole, "metavar": "STEP", "help": "first step to print (default: 1)"},
    "--count": {"type": whole, "metavar": "K", "help": "stop after K lines"},
    "--format": {"default": "text", "metavar": "FORMAT", "help": FORMAT},
    "--engine": {"metavar": "ENGINE", "help": ENGINE.format("generated")},
    "-o": {"dest": "file", "metavar": "FILE", "help": "write to FILE instead of standard output"},
    "--out": {"default": "hanoi-diagrams", "metavar": "DIR", "help": FOLDER},
    "--strict": {"action": "store_true", "help": STRICT},
    "--jobs": {
        "type": whole,
        "metavar": "J",
        "help": "worker processes, at most one per core (the default)",
    },
}


def add(command: ArgumentParser, *names: str, **changes: Any) -> None:
    """Add arguments, as in `SHARED` but for the `changes`."""
    for name in names:
        command.add_argument(name, **SHARED.get(name, {}) | changes)


def number(
    command: ArgumentParser, name: str, metavar: str, help: str, default: int | None = None
) -> None:
    """Add a whole number."""
    command.add_argument(name, type=whole, metavar=metavar, default=default, help=help)


def example(command: ArgumentParser, *examples: str) -> None:
    """End the help of a command with examples that work."""
    command.epilog = "\n".join(f"example: {NAME} {one}" for one in examples)


FLAGS = {"source": "--from", "target": "--to", "start": "--start"}


def given(options: Namespace) -> dict[str, Any]:
    """Those of source, target and start that the command line names."""
    named = {name: getattr(options, name, None) for name in FLAGS}
    return {name: value for name, value in named.items() if value is not None}


def applicable(options: Namespace, machine: Any) -> dict[str, Any]:
    """The options of a machine's run that the command line gives; `BadInput` for those of others.

    `--begin` names a start of a machine that is of no other kind.
    """
    chosen = given(options)
    for name in chosen:
        if name not in machine.kind.options:
            raise BadInput(f"{FLAGS[name]} does not apply to {machine.shown}: leave it out")
    if options.begin is None:
        return chosen
    if machine.kind.name != "machine":
        raise BadInput(f"--begin does not apply to {machine.shown}: leave it out")
    return chosen | {"start": options.begin}
