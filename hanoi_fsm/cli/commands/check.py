"""The command `check`: machines, formulas and functions, compared with what they must do.

Of one machine each question has a line with its answer. Of several each has one line in all.
"""

import re
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from hanoi_fsm.cli import FAILED, FINE, NAME, args, tables
from hanoi_fsm.cli.each import Unread, files_in, verdicts
from hanoi_fsm.cli.error_text import bad_input, complain
from hanoi_fsm.cli.output import (
    KEPT,
    Lines,
    progress_bar,
    refuse_own_input,
    wrapped,
    write_bytes,
)
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import MOST_EXPLORED, explore
from hanoi_fsm.fsm.checking.exploration import KINDS, Exploration
from hanoi_fsm.fsm.errors import (
    BadInput,
    counted,
    listed,
    printable,
    shortened,
)
from hanoi_fsm.fsm.finding import STRICT, Finding, Proof, Report, Verdict
from hanoi_fsm.fsm.machine import Machine, Start
from hanoi_fsm.fsm.search import reach
from hanoi_fsm.fsm.stepping import steps
from hanoi_fsm.fsm.theory.compare import At
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import judge, resolver
from hanoi_fsm.hanoi.pegs import Task, check_runnable
from hanoi_fsm.hanoi.segments import Cut, SegmentedCheck, segmented

SOLVER = "two-storey"
"""What runs in segments by default."""
NOT_IN_SEGMENTS = ("strict", "details", "hint", "no_recurse", "draw", "file")
TRIED = 10
"""The largest tower that is tried by default."""
EVENTS_SHOWN = 12
"""Of a longer path to a finding only this many last events are printed."""
HINT_DISKS, MOST_HINTING = 6, 60.0
"""The largest tower of a hint, and the seconds for those of all files together."""

ANSWERED = ("proof", "exploration")
"""The checks of which a line of its own says what they have shown."""
PROVED = {Verdict.PROVED: True, Verdict.REFUTED: False, Verdict.OPEN: None}
COUNTED = "on its transitions they are those of the formula"

EXAMPLES = (
    "check two-storey",
    "check two-storey my.dot --disks 8",
    "check monk two-state --format csv",
    "check 18 --segments 64",
)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, formulas, DOT or JSON files, folders for the DOT and JSON files in "
        "them, or FILE.py:NAME for a function, an Automaton or a Machine of your own, which runs "
        "FILE.py (default: all automata and formulas); FILE@MEMORY and FOLDER@MEMORY demand "
        "that memory, such as FOLDER@two-storey",
    },
    "--disks": {"help": f"try towers of 0 .. N disks (default: {TRIED})"},
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
    "--draw": {
        "metavar": "DIR",
        "help": "draw the diagram of each machine that fails, with the fault in red, into DIR",
    },
    "--segments": {
        "type": args.positive,
        "metavar": "K",
        "help": "check the run of N disks in K segments, each set up on its own: "
        "check [NAME ...] N --segments K",
    },
    "--resume": {
        "metavar": "FILE",
        "help": "with --segments, record in FILE which are done, and skip those recorded in it",
    },
}


def run(options: Namespace) -> Lines:
    if options.segments is not None:
        return (yield from _in_segments(options))
    args.refuse_idle(options, "without --segments", "resume")
    if options.disks is None:
        options.disks = TRIED
    check_runnable(options.disks)
    options.events = options.disks if options.events is None else options.events
    given = list(dict.fromkeys(options.names)) or resolver.names()
    names = [file for name in given for file in _files(name, options)]
    refuse_own_input(Namespace(names=names), options.file)
    options.seconds = MOST_HINTING / max(1, len(names))
    options.alone = names == given and len(names) == 1 and options.format == "text"
    if not options.alone:
        args.refuse_idle(options, "but for the text on one machine", "details")
    verdicts: dict[str, str] = {}
    rows = _rows(names, options, verdicts)
    lines = tables.lines_in(options.format, rows)
    if options.format == "text":
        texts = (f"{printable(name)}: {row['text']}" for name, row in zip(names, rows, strict=True))
        lines = wrapped(line for text in texts for line in text.split("\n"))
    with suppress(BrokenPipeError):  # nobody reads on; what is known decides the exit code
        yield from lines
    if unread := [name for name, verdict in verdicts.items() if verdict == "unreadable"]:
        return bad_input(f"{len(unread)} of {len(names)} cannot be read: {listed(unread)}")
    return FAILED if "failed" in verdicts.values() else FINE


def _files(name: str, options: Namespace) -> list[str]:
    """The name, or those of the diagrams in a folder of this name, with the memory they demand."""
    top, memory = resolver.parted(name)
    if not top or resolver.is_name(top) or not Path(top).is_dir():
        return [name]
    if memory is not None:
        resolver.check_memory(memory)
    files = map(str, files_in(top, recurse=not options.no_recurse))
    found = [one for one in files if resolver.is_data(one)]
    if not found:
        endings = " or ".join(resolver.FILES)
        raise BadInput(f"the folder {shortened(top)} has no file that ends in {endings}")
    return found if memory is None else [f"{one}@{memory}" for one in found]


def _rows(names: list[str], options: Namespace, known: dict[str, str]) -> Iterator[Row]:
    """A row for each machine, whose verdict is then `known`."""
    with closing(verdicts(names, partial(_judged, options=options))) as judgements:
        for name, found in judgements:
            row = found
            if isinstance(found, Unread):
                if options.alone and not found.ran:  # nothing else to say, as in other commands
                    raise BadInput(found.why)
                row = _unread(name, found)
            known[name] = row["verdict"]
            yield row


def _row(name: str, verdict: str, found: Finding | None, text: str = "") -> dict[str, Any]:
    """The columns of csv and jsonl: `n` is the size of the run, `step` where it goes wrong."""
    known = found.plain() if found else {}
    fields = {"kind": "kind", "line": "line", "n": "size", "step": "step"}
    fields |= {"expected": "expected", "got": "got"}
    row: dict[str, Any] = {"file": name, "verdict": verdict}
    row |= {column: known.get(field) for column, field in fields.items()}
    return (
        row | {"text": text} | dict.fromkeys(("states", "transitions", "memory", "proved", "hint"))
    )


def _judged(name: str, options: Namespace) -> Row:
    """The row of a machine; its text goes on with an answer to each question if it is alone."""
    if name.isdecimal():
        raise BadInput(
            f"{shortened(name)} is not a machine: write --disks N for all towers of up to N disks, "
            "or check N --segments K for one long run"
        )
    subject = resolver.resolve(name)
    size = options.disks if subject.kind.sized(1) else options.events
    with progress_bar(name, subject.kind.work(size)) as progress:
        report = judge.check(
            subject, size, progress=progress, strict=options.strict, seconds=options.deep
        )
    row = _row(name, "holds" if report.holds else "failed", report.finding)
    text = str(report)
    if isinstance(subject, Machine):
        automaton = subject.automaton
        row |= {"states": len(automaton.states), "transitions": len(automaton.transitions)}
        proof = next((one.by for one in report.outcomes if isinstance(one.by, Proof)), None)
        row |= {"memory": automaton.memory, "proved": proof and proof.verdict.value}
        if report.finding is not None:
            text += _advice(name, report, options)
            if options.hint and resolver.is_data(name):
                row["hint"] = _hint(subject, report, options)
                text += f"; look at {row['hint']}" * bool(row["hint"])
            if options.draw is not None:
                text += f"; drawn: {_drawn(name, subject, report, options)}"
        elif options.alone:
            left = tuple(one for one in report.outcomes if one.check not in ANSWERED)
            text = str(replace(report, outcomes=left))
    text = printable(text.removeprefix(f"{name}: "))
    if options.alone and isinstance(subject, Machine):
        text = "\n".join([text, *_answers(subject, report, options)])
    return row | {"text": text}


def _drawn(name: str, machine: Machine, report: Report, options: Namespace) -> Path:
    """The file into which the diagram is drawn with its fault; its name has the folders, too."""
    from hanoi_fsm.cli.faulty_diagram import faulty_diagram

    stem = Path(resolver.parted(name)[0].replace(".py:", "-")).with_suffix("")
    picture = Path(options.draw, re.sub(r"[^\w.-]+", "-", f"{stem}-fault.svg"))
    write_bytes([faulty_diagram(machine, report.findings).render("svg")], picture)
    return picture


def _answers(machine: Machine, report: Report, options: Namespace) -> Iterator[str]:
    """A line per question, and below it what is wrong; none for a definition with faults."""
    done = {one.check: one for one in report.outcomes}
    names = ("comparison", "larger", "deeper", "proof")
    compared, larger, deeper, proof = map(done.get, names)
    if compared is None:
        return
    every = [one for each in (compared, larger, deeper, proof) if each for one in each.findings]
    wrong = [one for one in every if one.kind not in STRICT]
    if compared.compared or wrong:
        yield _answer("right", not wrong, "every output is what it must be")
    else:
        yield _answer("right", None, "nothing says what it must do")
    size = min(max(options.disks, machine.kind.explored_size), MOST_EXPLORED)
    found = done["exploration"].by if "exploration" in done else None
    found = found if isinstance(found, Exploration) else explore(machine, size)
    yield from _explored(found)
    is_wrong = any(one.kind == "counts" for one in (*every, *compared.remarks))
    if is_wrong or judge.COUNTS_TOO in compared.checked:
        yield _answer("counts", not is_wrong, COUNTED)
    if proof is None or not isinstance(proof.by, Proof):
        yield _answer("proved", None, "not tried, as it fails")
    else:
        text = str(proof.by.finding or proof.by.text.removeprefix("proved "))
        yield _answer("proved", PROVED[proof.by.verdict], text)
    if options.details:
        for start in machine.kind.starts(found.size):
            yield f"  every (state, memory) pair that it can reach {start.name}".rstrip() + ":"
            yield from _pairs(machine.automaton, start)


def _answer(question: str, answer: bool | None, text: str) -> str:
    said = {True: "yes", False: "NO", None: "-"}[answer]
    return f"  {question:11} {said:3}  {printable(text)}"


def _explored(found: Exploration) -> Iterator[str]:
    """The questions about every state and memory, with the way to what is wrong."""
    covered = found.machine.kind.covered(found.size)
    towers = f" for {covered}" if covered else ""
    more = ", the nearest ones; there are more" if found.bounded else ""
    pairs = counted(found.visited, "(state, memory) pair")
    yield f"  {'reached':11}      {pairs}{towers}{more}"
    for kind, text in KINDS.items():
        findings = found.of_kind(kind)
        yield _answer(kind, found.answer(kind), found.not_asked(kind) or text)
        for finding in findings:
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
        view = printable(record.view or "").replace(" ", KEPT)  # pegs stay together
        yield f"      {record.number}. {record.transition}{printable(output)}  {view}".rstrip()


def _pairs(automaton: Automaton, start: Start) -> Iterator[str]:
    """Every pair that can be reached from a start, the nearest first."""

    def onward(at: At) -> Iterator[tuple[str, At]]:
        for event in automaton.events:
            for made in steps(automaton, at.state, at.memory, event):
                if made.error is None:
                    yield event, At(made.taken.target, made.memory)

    for at in reach([At(start.state, start.make())], onward).states:
        yield f"    {at.state}  {printable(at.memory.show()).replace(' ', KEPT)}".rstrip()


def _hint(machine: Machine, report: Report, options: Namespace) -> str:
    """Where `repair --hint` would have one look."""
    from hanoi_fsm.fsm.repair.search import repairs_of

    found = repairs_of(machine, HINT_DISKS, 1, seconds=options.seconds).repairs
    blamed = report.finding and report.finding.line
    return found[0].place if found else f"line {blamed}" if blamed else ""


def _advice(name: str, report: Report, options: Namespace) -> str:
    """What to do about a drawing that fails; no edit of it changes a remark."""
    if report.finding in report.remarks or not resolver.is_data(name):
        return ""
    if resolver.parted(name)[0] == resolver.STANDARD_INPUT or options.hint:
        return ""
    return f" (try `{NAME} repair {quote(name)} --hint`)"


def _unread(name: str, found: Unread) -> Row:
    """The row of a file that cannot be judged; where its code has run, it has failed."""
    verdict, said, kind = "unreadable", "cannot be read", "reading"
    if found.ran:
        verdict, said, kind = "failed", "FAILED", "process"
    text = f"{said}: {found.why.removeprefix(f'{name}: ')}"
    return _row(name, verdict, Finding(kind, line=found.line), printable(text))


# one long run in segments


def _in_segments(options: Namespace) -> Lines:
    """Long runs of the solvers that are named, by default of two-storey, segment by segment."""
    args.refuse_idle(options, "where a run is cut into segments", *NOT_IN_SEGMENTS)
    numbers = [name for name in options.names if name.isdecimal()]
    names = [name for name in dict.fromkeys(options.names) if name not in numbers] or [SOLVER]
    numbers += [] if options.disks is None else [str(options.disks)]
    if len(numbers) != 1:
        got = " and ".join(map(shortened, numbers[:2])) or "none"
        raise BadInput(f"expected one number of disks, got {got}: write check N --segments K")
    if options.resume is not None and len(names) > 1:
        raise BadInput(f"--resume keeps one check, not {len(names)}: name one machine")
    cut = Cut.of(Task(args.whole(numbers[0])), options.segments)
    checks: list[SegmentedCheck] = []
    rows = _segments(names, cut, options, checks)
    try:
        if options.format == "text":
            yield from wrapped(printable(str(row["text"])) for row in rows)
        else:
            yield from tables.lines_in(options.format, rows)
    except (KeyboardInterrupt, GeneratorExit):  # in here, or while a line is printed
        for check in checks[-1:]:
            done = f"{len(check.earlier) + check.done} of {counted(cut.count, 'segment')}"
            complain(f"{NAME}: stopped after {done}: --resume FILE keeps what is done")
        raise
    return FAILED if any(check.findings for check in checks) else FINE


def _segments(
    names: list[str], cut: Cut, options: Namespace, checks: list[SegmentedCheck]
) -> Iterator[Row]:
    """A row per segment; for the format text only one with the verdict."""
    is_text = options.format == "text"
    for name in names:
        with (
            segmented(name, cut, options.resume) as check,
            progress_bar(name, check.moves_left) as progress,
        ):
            checks.append(check)
            if check.findings and not is_text:
                yield _segment(name, cut, None, check.findings[0])
            for number, found in check.results(progress=progress):
                if not is_text:
                    yield _segment(name, cut, number, found)
        if is_text:
            yield {"text": check.report()}


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
