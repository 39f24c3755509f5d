"""The command `check`: machines, formulas and functions against their specifications.

A single machine gets one line per question; of several, each gets one line.
"""

import os
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from shlex import quote

from hanoi_fsm.cli import FAILED, FINE, NAME, UNDECIDED, args, tables
from hanoi_fsm.cli.each import files_in, verdicts, worst
from hanoi_fsm.cli.output import Lines, bad_input, in_options, progress_bar, wrapped
from hanoi_fsm.fsm import checking
from hanoi_fsm.fsm.errors import BadInput, listed, printable, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.checking import check
from hanoi_fsm.hanoi.pegs import check_runnable

TRIED = 10
"""The largest tower to try by default."""
HINT_DISKS = 6
"""The largest tower of a hint."""

COLUMNS = (
    *("file", "verdict", "kind", "line", "n", "step", "expected", "got", "text"),
    *("states", "transitions", "memory", "proved", "hint"),
)
"""The columns of csv and jsonl: `n` is the size of the run, `step` the first wrong step."""

CODES = {"failed": FAILED, "undecided": UNDECIDED}
"""The exit codes of verdicts; all other verdicts give 0."""
ENDINGS = f"{', '.join(resolver.FILES[:-1])} or {resolver.FILES[-1]}"

EXAMPLES = (
    "check two-storey",
    "check two-storey my.dot --size 8",
    "check monk two-state --format csv",
)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, formulas, diagrams, folders with diagrams, "
        "or FILE.py:NAME for your own function, Automaton or Machine, which runs FILE.py "
        "(default: all automata and formulas); FILE@NAME and FOLDER@NAME require the memory of "
        "NAME, as in FOLDER@two-storey",
    },
    "--size": {"default": TRIED},
    "--strict": {},
    "--inputs": {},
    "--format": {"default": None, "help": args.FORMAT_OF_FILE},
    "-o": {},
    "--hint": {
        "action": "store_true",
        "help": "name the line to look at in each drawing that fails, as `repair --hint` does",
    },
}


def run(options: Namespace) -> Lines:
    judged: list[Row] = []
    options.format = args.rows_format(options)
    rows = _checked(options, judged)
    if options.format == "text":
        for row in rows:
            text = f"{printable(str(row['file']))}: {row['text']}"
            yield from wrapped(in_options(text, options.flags).split("\n"))
    else:
        yield from tables.lines_in(options.format, rows)
    if unread := [str(row["file"]) for row in judged if row["verdict"] == "unreadable"]:
        return bad_input(f"{len(unread)} of {len(judged)} cannot be read: {listed(unread)}")
    return worst(CODES.get(str(row["verdict"]), FINE) for row in judged)


def _checked(options: Namespace, judged: list[Row]) -> Iterator[Row]:
    """Yield a row for each named machine and each file in a folder; also add it to `judged`."""
    given = list(dict.fromkeys(options.names)) or resolver.names()
    names = [file for name in given for file in _files(name)]
    if len(names) > 1:
        check_runnable(options.size)  # rather than report an error for each
    options.alone = names == given and len(names) == 1 and options.format == "text"
    for name, value, why, line in verdicts(names, partial(_judged, options=options, given=given)):
        if why and options.alone:  # a single machine fails as in other commands
            raise BadInput(why)
        text = f"cannot be read: {why.removeprefix(f'{name}: ')}"
        row = value or _row(name, "unreadable", Finding("reading", line=line), text)
        judged.append(row)
        yield row


def _files(name: str) -> list[str]:
    """The names of the diagrams in a file or a folder, with the memory they require.

    Markdown files without a diagram in a folder are skipped.
    """
    top, memory = resolver.parted(name)
    is_folder = os.path.isdir(top)  # noqa: PTH112  # pathlib is slow to import
    if not is_folder or resolver.is_name(top):
        return resolver.diagrams(name) or [name]
    if memory is not None:
        resolver.check_memory(memory)
    files = [str(path) for path in files_in(top) if path.is_file()]
    if not any(map(resolver.is_data, files)):
        raise BadInput(f"the folder {shortened(top)} has no file that ends in {ENDINGS}")
    demanded = "" if memory is None else f"@{memory}"
    names: list[str] = []
    for file in files:
        names += resolver.diagrams(f"{file}{demanded}") if resolver.is_data(file) else [file]
    return names


def _row(name: str, verdict: str, finding: Finding | None, text: str) -> Row:
    """A row without the columns of a machine; `text` may begin with the name."""
    row: Row = finding.plain() if finding else {}
    shown = printable(text.removeprefix(f"{name}: "))
    row |= {"file": name, "verdict": verdict, "n": row.get("size"), "text": shown}
    return {column: row.get(column) for column in COLUMNS} | {"memory": None}


def _judged(name: str, options: Namespace, given: list[str]) -> Row:
    """The row of a machine; if it is the only one, its text answers each question."""
    if name not in given and not resolver.is_data(name):
        runs = "it is a program: name it as FILE.py:NAME"
        why = runs if name.endswith(".py") else f"its name does not end in {ENDINGS}"
        return _row(name, "left out", None, f"left out: {why}")
    subject = args.with_inputs(resolver.resolve(name), options)
    with progress_bar(name, None) as progress:
        report = check(subject, options.size, progress=progress, strict=options.strict)
    finding, lines = report.finding, [str(report)]
    machine = subject.machine
    if machine is None:
        return _row(name, report.verdict, finding, lines[0])
    automaton = machine.automaton
    proof = next((outcome.proof for outcome in report.outcomes if outcome.proof), None)
    if options.alone:
        lines = [*checking.answers(machine, report, options.size)]
    hint = None
    if finding and resolver.is_data(name):
        if options.hint:
            hint = _hint(machine, finding, options)
            if hint:
                lines[0] += f"; look at {hint}"
        elif finding not in report.remarks and not finding.possible:
            lines[0] += f" (try `{NAME} repair {quote(name)} --hint`)"
    row = _row(name, report.verdict, finding, lines[0])
    return row | {
        "text": "\n".join([str(row["text"]), *lines[1:]]),
        "states": len(automaton.states),
        "transitions": len(automaton.transitions),
        "memory": automaton.memory,
        "proved": proof and proof.verdict.value,
        "hint": hint,
    }


def _hint(machine: Machine, finding: Finding, options: Namespace) -> str:
    """The place to which `repair --hint` points."""
    from hanoi_fsm.fsm.repair.search import repairs_of

    if repairs := repairs_of(machine, HINT_DISKS, 1).repairs:
        return repairs[0].place
    return f"line {finding.line}" if finding.line else ""
