"""The command `check`: machines, formulas and functions, compared with what they must do."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from hanoi_fsm.cli import BAD_INPUT, FAILED, FINE, NAME, args, tables
from hanoi_fsm.cli.error_text import os_error_text
from hanoi_fsm.cli.output import one_line
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.errors import BadInput, DotError, HanoiError, listed, printable
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import checking, resolver


def configure(command: ArgumentParser) -> None:
    args.example(command, "check two-storey my.dot --disks 8", "check monk two-state --format csv")
    args.add(
        command,
        "names",
        help="automata, formulas, DOT or JSON files, folders for the DOT and JSON files in them, "
        "or FILE.py:NAME for a function, an Automaton or a Machine of your own, which runs "
        "FILE.py (default: all automata and formulas)",
    )
    args.add(command, "--memory")
    args.add(command, "--disks", default=10)
    args.add(command, "--strict", "--format")


Unreadable = HanoiError | OSError


class Verdict(NamedTuple):
    """What is said of one machine: its exit code, and the first of its faults, if any."""

    name: str
    code: int
    text: str
    finding: Finding | None = None
    error: Unreadable | None = None


def run(options: Namespace) -> int:
    tables.check_format(options.format, "text")
    args.check_runnable(options.disks)
    names = list(dict.fromkeys(options.names)) or resolver.names()
    verdicts: list[Verdict] = []
    for line in _lines(_judged(names, options, verdicts), options.format, alone=len(names) == 1):
        print(line, flush=True)
    unread = [one.name for one in verdicts if one.error]
    if unread:
        raise BadInput(f"{len(unread)} of {len(verdicts)} cannot be read: {listed(unread)}")
    return max((one.code for one in verdicts), default=FINE)


def _lines(verdicts: Iterator[Verdict], format: str, *, alone: bool) -> Iterator[str]:
    if format != "text":
        in_format = tables.csv_lines if format == "csv" else tables.jsonl_lines
        yield from in_format(map(_row, verdicts))
        return
    for one in verdicts:
        if alone and one.error:  # there is nothing else to say, as in every other command
            raise one.error
        yield one.text


def _row(one: Verdict) -> Row:
    """The columns of csv and jsonl; `n` is the size of the run, `step` where it goes wrong."""
    found = one.finding
    row: Row = {"file": one.name, "verdict": ("holds", "failed", "unreadable")[one.code]}
    for name, field in (("kind", "kind"), ("line", "line"), ("n", "size"), ("step", "step")):
        row[name] = getattr(found, field, None)
    for name in ("expected", "got"):
        row[name] = getattr(found, name, "") or None
    return row | {"text": one.text.removeprefix(f"{one.name}: ")}


def _judged(names: list[str], options: Namespace, verdicts: list[Verdict]) -> Iterator[Verdict]:
    """The verdict on each machine, those in folders included; they are kept in `verdicts`, too."""
    for name in names:
        try:
            files = _files(name)
        except (HanoiError, OSError) as error:
            verdicts.append(_unreadable(name, error))
            yield verdicts[-1]
            continue
        for file in files:
            verdicts.append(_judge(file, options))
            yield verdicts[-1]


def _files(name: str) -> list[str]:
    is_folder = name not in ("", *resolver.names()) and Path(name).is_dir()
    return resolver.files_in(name) if is_folder else [name]


def _judge(name: str, options: Namespace) -> Verdict:
    try:
        subject = resolver.resolve(name, memory=options.memory)
        with progress_bar(name, subject.work(options.disks)) as progress:
            report = checking.check(
                subject, options.disks, progress=progress, strict=options.strict
            )
    except (HanoiError, OSError) as error:
        return _unreadable(name, error)
    if report.holds:
        return Verdict(name, FINE, str(report))
    return Verdict(name, FAILED, f"{report}{_advice(name, options)}", report.finding)


def _advice(name: str, options: Namespace) -> str:
    if not resolver.is_data(name) or name == resolver.STANDARD_INPUT:
        return ""
    memory = f" --memory {quote(options.memory)}" if options.memory else ""
    return f" (try `{NAME} mend {quote(name)}{memory} --hint`)"


def _unreadable(name: str, error: Unreadable) -> Verdict:
    why = os_error_text(error) if isinstance(error, OSError) else str(error)
    line = error.line or None if isinstance(error, DotError) else None
    why = one_line(why.removeprefix(f"{name}: "))
    text = f"{printable(name)}: cannot be read: {why}"
    return Verdict(name, BAD_INPUT, text, Finding("reading", line=line), error)
