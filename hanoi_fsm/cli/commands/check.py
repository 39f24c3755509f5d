"""The command `check`: machines, formulas and functions against their specifications.

A single machine gets one line per question; of several, each gets one line.
"""

import os
from collections.abc import Iterator
from functools import partial
from itertools import tee
from shlex import quote

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    NAME,
    UNDECIDED,
    Arguments,
    LinesAndCode,
    Options,
    bad_input,
    format_of,
    lines_in,
    progress_bar,
    result_lines,
    with_inputs,
)
from hanoi_fsm.cli.each import files_in, verdicts, worst
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
ARGUMENTS: Arguments = {
    "names": {
        "help": "automata, formulas, diagrams, folders with diagrams, "
        "or FILE.py:NAME for your own function, Automaton or Machine, which runs FILE.py "
        "(default: all automata and formulas); FILE@NAME and FOLDER@NAME require the memory of "
        "NAME, as in FOLDER@two-storey",
    },
    "--size": {"default": TRIED},
    "--strict": {},
    "--inputs": {},
    "--format": {
        "default": "",
        "help": "text, csv or jsonl (default: by the extension of FILE, or text)",
    },
    "-o": {},
    "--hint": {
        "action": "store_true",
        "help": "name the line to look at in each drawing that fails, as `repair --hint` does",
    },
}


def run(options: Options) -> LinesAndCode:
    format = format_of(options)
    given = list(dict.fromkeys(options.names)) or resolver.names()
    names = [file for name in given for file in _files(name)]
    if len(names) > 1:
        check_runnable(options.size)  # rather than report an error for each
    options.alone = names == given and len(names) == 1 and format == "text"
    rows, judged = tee(_checked(names, given, options))
    if format == "text":
        for row in rows:
            yield from result_lines(f"{printable(str(row['file']))}: {row['text']}", options)
    else:
        yield from lines_in(format, rows)
    found = [(str(row["file"]), str(row["verdict"])) for row in judged]
    if unread := [file for file, verdict in found if verdict == "unreadable"]:
        return bad_input(f"{len(unread)} of {len(found)} cannot be read: {listed(unread)}")
    return worst(CODES.get(verdict, FINE) for _, verdict in found)


def _files(name: str) -> list[str]:
    """The names of the diagrams in a file or a folder, with the memory they require.

    Markdown files without a diagram in a folder are skipped.
    """
    top, memory = resolver.parted(name)
    is_folder = os.path.isdir(top)  # noqa: PTH112  # pathlib is slow to import
    if not is_folder or resolver.is_name(top):
        return resolver.diagrams(name) or [name]
    demanded = ""
    if memory is not None:
        resolver.check_memory(memory)
        demanded = f"@{memory}"
    files = [str(path) for path in files_in(top) if path.is_file()]
    if not any(map(resolver.is_data, files)):
        raise BadInput(f"the folder {shortened(top)} has no file that ends in {ENDINGS}")
    names: list[str] = []
    for file in files:
        names += resolver.diagrams(f"{file}{demanded}") if resolver.is_data(file) else [file]
    return names


def _checked(names: list[str], given: list[str], options: Options) -> Iterator[Row]:
    """Yield a row for each name; only a file in a `given` folder may be left out."""
    for name, row, why, line in verdicts(names, partial(_judged, options=options, given=given)):
        if why and options.alone:  # a single machine fails as in other commands
            raise BadInput(why)
        text = f"cannot be read: {why.removeprefix(f'{name}: ')}"
        yield row or _row(name, "unreadable", text, Finding("reading", line=line))


def _row(name: str, verdict: str, text: str, finding: Finding | None, **more: object) -> Row:
    """A row; `text` may begin with the name, and the columns of a machine are `more`."""
    row: Row = finding.plain() if finding else {}
    shown = printable(text.removeprefix(f"{name}: "))
    row |= {"file": name, "verdict": verdict, "n": row.get("size"), "text": shown, "memory": None}
    return dict.fromkeys(COLUMNS) | {key: row[key] for key in COLUMNS if key in row} | more


def _judged(name: str, options: Options, given: list[str]) -> Row:
    """The row of a machine; if it is the only one, its text answers each question."""
    if name not in given and not resolver.is_data(name):
        runs = "it is a program: name it as FILE.py:NAME"
        why = runs if name.endswith(".py") else f"its name does not end in {ENDINGS}"
        return _row(name, "left out", f"left out: {why}", None)
    subject = with_inputs(resolver.resolve(name), options)
    with progress_bar(name) as progress:
        report = check(subject, options.size, progress=progress, strict=options.strict)
    finding, first, others = report.finding, str(report), list[str]()
    machine = subject.machine
    if machine is None:
        return _row(name, report.verdict, first, finding)
    if options.alone:
        first, *others = checking.answers(machine, report, options.size)
    hint, is_drawn = None, resolver.is_data(name)
    if options.hint and finding and is_drawn:
        hint = _hint(machine, finding)
        first += f"; look at {hint}" if hint else ""
    elif is_drawn and finding and finding not in report.remarks and not finding.possible:
        first += f" (try `{NAME} repair {quote(name)} --hint`)"
    automaton = machine.automaton
    proofs = [outcome.proof.verdict.value for outcome in report.outcomes if outcome.proof]
    row = _row(
        name,
        report.verdict,
        first,
        finding,
        states=len(automaton.states),
        transitions=len(automaton.transitions),
        memory=automaton.memory,
        proved=next(iter(proofs), None),
        hint=hint,
    )
    return row | {"text": "\n".join([str(row["text"]), *others])}


def _hint(machine: Machine, finding: Finding) -> str:
    """The place to which `repair --hint` points."""
    from hanoi_fsm.fsm.repair.search import repairs_of

    if repairs := repairs_of(machine, HINT_DISKS, 1).repairs:
        return repairs[0].place
    return f"line {finding.line}" if finding.line else ""
