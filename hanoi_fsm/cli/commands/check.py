"""The command `check`: machines, formulas and functions, compared with what they must do.

Of one machine each question has a line with its answer. Of several each has one line in all.
"""

from argparse import Namespace
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Any

from hanoi_fsm.cli import FAILED, FINE, NAME, args, tables
from hanoi_fsm.cli.each import Unread, files_in, verdicts
from hanoi_fsm.cli.error_text import bad_input
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import MOST_EXPLORED, explore
from hanoi_fsm.fsm.checking.exploration import KINDS, Exploration
from hanoi_fsm.fsm.errors import BadInput, counted, listed, printable, shortened
from hanoi_fsm.fsm.finding import STRICT, Finding, Proof, Report, Verdict
from hanoi_fsm.fsm.machine import Machine, Start
from hanoi_fsm.fsm.search import reach
from hanoi_fsm.fsm.stepping import steps
from hanoi_fsm.fsm.theory.compare import At
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import judge, resolver
from hanoi_fsm.hanoi.pegs import Task, check_runnable
from hanoi_fsm.hanoi.segments import Cut, segmented

SOLVER = "two-storey"
"""What runs in segments by default."""
TRIED = 10
"""The largest tower that is tried by default."""
EVENTS_SHOWN = 12
"""Of a longer path to a finding only this many last events are printed."""
HINT_DISKS, MOST_HINTING = 6, 60.0
"""The largest tower of a hint, and the seconds for those of all files together."""

ANSWERED = ("proof", "exploration")
"""The checks of which a line of its own says what they have shown."""
PROVED = {Verdict.PROVED: True, Verdict.REFUTED: False, Verdict.OPEN: None}
COLUMNS = (
    *("file", "verdict", "kind", "line", "n", "step", "expected", "got", "text"),
    *("states", "transitions", "memory", "proved", "hint"),
)
"""The columns of csv and jsonl: `n` is the size of the run, `step` where it goes wrong."""

ENDINGS = " or ".join(resolver.FILES)

EXAMPLES = (
    "check two-storey",
    "check two-storey my.dot --disks 8",
    "check monk two-state --format csv",
    "check 18 --segments 64",
)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, formulas, DOT or JSON files, folders with such files, "
        "or FILE.py:NAME for a function, an Automaton or a Machine of your own, which runs "
        "FILE.py (default: all automata and formulas); FILE@MEMORY and FOLDER@MEMORY demand "
        "that memory, such as FOLDER@two-storey",
    },
    "--disks": {"default": TRIED},
    "--events": {
        "type": args.whole,
        "metavar": "N",
        "help": "of a machine without disks, try words of up to N events (default: as --disks)",
    },
    "--seconds": {
        "type": args.positive,
        "metavar": "S",
        "default": 0,
        "dest": "deep",
        "help": "of such a machine, try all of these words, or as many as S seconds allow",
    },
    "--strict": {},
    "--format": {},
    "-o": {},
    "--details": {
        "action": "store_true",
        "help": "of one machine: list every (state, memory) pair that it can reach",
    },
    "--hint": {
        "action": "store_true",
        "help": "of each drawing that fails: the line to look at, as `repair` says it, for which "
        "all of them together have 60 s",
    },
    "--no-recurse": {
        "action": "store_true",
        "help": "leave out what is in folders of folders",
    },
    "--segments": {
        "type": args.positive,
        "metavar": "K",
        "help": "check the run of N disks in K segments, each set up on its own: "
        "check [NAME] N --segments K",
    },
    "--resume": {
        "metavar": "FILE",
        "help": "with --segments, record in FILE which are done, and skip those recorded in it",
    },
}


def run(options: Namespace) -> Lines:
    if options.segments is not None:
        return (yield from _in_segments(options))
    check_runnable(options.disks)
    options.events = options.disks if options.events is None else options.events
    options.left_out = set()
    given = list(dict.fromkeys(options.names)) or resolver.names()
    names = [file for name in given for file in _files(name, options)]
    options.seconds = MOST_HINTING / max(1, len(names))
    options.alone = names == given and len(names) == 1 and options.format == "text"
    known: dict[str, str] = {}
    rows = _rows(names, options, known)
    if options.format == "text":
        for row in rows:
            yield from wrapped(f"{printable(row['file'])}: {row['text']}".split("\n"))
    else:
        yield from tables.lines_in(options.format, rows)
    if unread := [name for name, verdict in known.items() if verdict == "unreadable"]:
        return bad_input(f"{len(unread)} of {len(names)} cannot be read: {listed(unread)}")
    return FAILED if "failed" in known.values() else FINE


def _files(name: str, options: Namespace) -> list[str]:
    """The name, or those of the files in a folder of this name, with the memory they demand."""
    top, memory = resolver.parted(name)
    if not top or resolver.is_name(top) or not Path(top).is_dir():
        return [name]
    if memory is not None:
        resolver.check_memory(memory)
    files = [*map(str, files_in(top, recurse=not options.no_recurse))]
    others = {one for one in files if not resolver.is_data(one)}
    if len(others) == len(files):
        raise BadInput(f"the folder {shortened(top)} has no file that ends in {ENDINGS}")
    options.left_out |= others
    demanded = "" if memory is None else f"@{memory}"
    return [one if one in others else f"{one}{demanded}" for one in files]


def _rows(names: list[str], options: Namespace, known: dict[str, str]) -> Iterator[dict[str, Any]]:
    """A row for each machine, whose verdict is then `known`."""
    for name, found in verdicts(names, partial(_judged, options=options)):
        row = found
        if isinstance(found, Unread):
            if options.alone:  # nothing else to say, as in other commands
                raise BadInput(found.why)
            text = f"cannot be read: {found.why.removeprefix(f'{name}: ')}"
            row = _row(name, "unreadable", Finding("reading", line=found.line), text)
        known[name] = row["verdict"]
        yield row


def _row(
    name: str, verdict: str, found: Finding | None, text: str, **more: object
) -> dict[str, Any]:
    row = found.plain() if found else {}
    row |= {"file": name, "verdict": verdict, "n": row.get("size"), "text": printable(text)}
    row["memory"] = None
    return {column: (row | more).get(column) for column in COLUMNS}


def _judged(name: str, options: Namespace) -> dict[str, Any]:
    """The row of a machine; its text goes on with an answer to each question if it is alone."""
    if name in options.left_out:
        runs = "it is a program: name it as FILE.py:NAME"
        why = runs if name.endswith(".py") else f"it does not end in {ENDINGS}"
        return _row(name, "left out", None, f"left out: {why}")
    subject = resolver.resolve(name)
    size = options.disks if subject.sized(1) else options.events
    with progress_bar(name, None) as progress:
        report = judge.check(
            subject, size, progress=progress, strict=options.strict, seconds=options.deep
        )
    verdict, about = "holds" if report.holds else "failed", report
    if not isinstance(subject, Machine):
        return _row(name, verdict, report.finding, str(report).removeprefix(f"{name}: "))
    if options.alone and report.holds:
        left = tuple(one for one in report.outcomes if one.check not in ANSWERED)
        about = replace(report, outcomes=left)
    text, hint = str(about).removeprefix(f"{name}: "), None
    if report.finding is not None and resolver.is_data(name):
        if options.hint:
            hint = _hint(subject, report.finding, options)
            text += f"; look at {hint}" * bool(hint)
        elif report.finding not in report.remarks:
            text += f" (try `{NAME} repair {quote(name)} --hint`)"
    proof = next((one.by for one in report.outcomes if isinstance(one.by, Proof)), None)
    automaton = subject.automaton
    row = _row(
        name,
        verdict,
        report.finding,
        text,
        states=len(automaton.states),
        transitions=len(automaton.transitions),
        memory=automaton.memory,
        proved=proof and proof.verdict.value,
        hint=hint,
    )
    if options.alone:
        row["text"] = "\n".join([row["text"], *_answers(subject, report, options)])
    return row


def _answers(machine: Machine, report: Report, options: Namespace) -> Iterator[str]:
    """A line per question, and below it what is wrong; none for a definition with faults."""
    done = {one.check: one for one in report.outcomes}
    if "comparison" not in done:
        return
    compared = [done[one] for one in ("comparison", "larger", "deeper", "proof") if one in done]
    wrong = [one for each in compared for one in each.findings if one.kind not in STRICT]
    if compared[0].compared or wrong:
        yield _answer("right", not wrong, "every output is what it must be")
    else:
        yield _answer("right", None, "nothing says what it must do")
    size = min(max(options.disks, machine.explored_size), MOST_EXPLORED)
    found = done["exploration"].by if "exploration" in done else None
    found = found if isinstance(found, Exploration) else explore(machine, size)
    yield from _explored(found)
    proof = done["proof"].by if "proof" in done else None
    if isinstance(proof, Proof):
        text = str(proof.finding or proof.text.removeprefix("proved "))
        yield _answer("proved", PROVED[proof.verdict], text)
    else:
        yield _answer("proved", None, "not tried, as it fails")
    for start in machine.starts_up_to(found.size) if options.details else ():
        yield f"  every (state, memory) pair that it can reach {start.name}".rstrip() + ":"
        yield from _pairs(machine.automaton, start)


def _answer(question: str, answer: bool | None, text: str) -> str:
    said = {True: "yes", False: "NO", None: "-"}[answer]
    return f"  {question:11} {said:3}  {printable(text)}"


def _explored(found: Exploration) -> Iterator[str]:
    """The questions about every state and memory, with the way to what is wrong."""
    more = ", the nearest ones; there are more" if found.bounded else ""
    pairs = counted(found.visited, "(state, memory) pair")
    yield f"  {'reached':11}      {pairs}{more}"
    for kind, text in KINDS.items():
        yield _answer(kind, found.answer(kind), found.not_asked(kind) or text)
        for finding in found.of_kind(kind):
            yield from _way(finding)
        remarks = (remark for remark in found.remarks if remark.kind == kind)
        yield from (f"    {printable(str(remark))}" for remark in remarks)


def _way(finding: Finding) -> Iterator[str]:
    path = finding.path
    yield f"    {printable(str(finding))}"
    if not path and finding.context:
        yield "      in the initial state"
    if len(path) > EVENTS_SHOWN:
        yield f"      ... after {counted(len(path) - EVENTS_SHOWN, 'event')}:"
    for record in path[-EVENTS_SHOWN:]:
        output = "" if record.output is None else f"  ({record.output})"
        line = f"      {record.number}. {record.transition}{output}  {record.view or ''}"
        yield printable(line).rstrip()


def _pairs(automaton: Automaton, start: Start) -> Iterator[str]:
    """Every pair that can be reached from a start, the nearest first."""

    def onward(at: At) -> Iterator[tuple[str, At]]:
        for event in automaton.events:
            for made in steps(automaton, at.state, at.memory, event):
                if made.error is None:
                    yield event, At(made.taken.target, made.memory)

    for at in reach([At(start.state, start.make())], onward).states:
        yield f"    {at.state}  {printable(at.memory.show())}".rstrip()


def _hint(machine: Machine, finding: Finding, options: Namespace) -> str:
    """Where `repair --hint` would have one look."""
    from hanoi_fsm.fsm.repair.search import repairs_of

    found = repairs_of(machine, HINT_DISKS, 1, seconds=options.seconds).repairs
    return found[0].place if found else f"line {finding.line}" if finding.line else ""


def _in_segments(options: Namespace) -> Lines:
    """A long run of a solver, by default of two-storey, segment by segment."""
    numbers = [one for one in options.names if one.isdecimal()]
    names = [one for one in options.names if one not in numbers] or [SOLVER]
    if len(numbers) != 1 or len(names) != 1:
        raise BadInput("expected a number of disks and one machine: check [NAME] N --segments K")
    [name], cut = names, Cut.of(Task(args.whole(numbers[0])), options.segments)
    with (
        segmented(name, cut, options.resume) as check,
        progress_bar(name, check.moves_left) as progress,
    ):
        known = [(None, one) for one in check.findings]
        results = chain(known, check.results(progress=progress))
        if options.format == "text":
            deque(results, 0)
            yield from wrapped([printable(str(check.report()))])
        else:
            rows = (_segment(name, cut, number, found) for number, found in results)
            yield from tables.lines_in(options.format, rows)
    return FAILED if check.findings else FINE


def _segment(name: str, cut: Cut, number: int | None, found: Finding | None) -> Row:
    return {
        "file": name,
        "segment": number,
        "first": number and cut.bounds(number)[0],
        "moves": number and cut.length(number),
        "verdict": "failed" if found else "holds",
        "step": found and found.step,
        "expected": (found and found.expected) or None,
        "got": (found and found.got) or None,
    }
