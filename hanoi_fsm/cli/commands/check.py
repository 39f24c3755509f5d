"""The command `check`: machines, formulas and functions, compared with what they must do.

Of one machine each question has a line with its answer. Of several each has one line in all, and in
a folder each file has, whether it is judged or left out.
"""

import re
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import NamedTuple, Self

from hanoi_fsm.cli import BAD_INPUT, FAILED, FINE, NAME, args, tables
from hanoi_fsm.cli.each import Unread, files_in, verdicts
from hanoi_fsm.cli.error_text import one_line, why_unreadable
from hanoi_fsm.cli.output import (
    KEPT,
    let_go,
    progress_bar,
    refuse_own_input,
    say,
    standard_output,
    wrapped,
    write_bytes,
    write_lines,
)
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import MOST_EXPLORED, explore
from hanoi_fsm.fsm.checking.exploration import KINDS, Exploration
from hanoi_fsm.fsm.errors import (
    BadInput,
    HanoiError,
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
from hanoi_fsm.hanoi.pegs import check_runnable

TRIED = 10
"""The largest tower that is tried by default."""
EVENTS_SHOWN = 12
"""Of a longer path to a finding only this many last events are printed."""
REMARKS_SHOWN = 5
HINT_DISKS, MOST_HINTING = 6, 60.0
"""The largest tower of a hint, and the seconds for those of all files together."""

ANSWERED = ("proof", "exploration", "counts")
"""The checks of which a line of its own says what they have shown."""
PROVED = {Verdict.PROVED: True, Verdict.REFUTED: False, Verdict.OPEN: None}
DRAWN = "those in the drawing are right"
COUNTED = "on its transitions they are those of the formula"
NO_COUNTS = "none are drawn, or none can be checked"

NO_DIAGRAM = f"left out: no diagram by its ending ({', '.join(resolver.FILES)})"
NO_FILE = "left out: a pipe or a device"
NOT_RUN = "left out: a Python file is run only where it is named, as FILE.py:NAME"


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "check two-storey",
        "check two-storey my.dot --disks 8",
        "check monk two-state --format csv",
        "check 18 --segments 64",
    )
    args.add(
        command,
        "names",
        help="automata, formulas, DOT or JSON files, folders for the DOT and JSON files in them, "
        "or FILE.py:NAME for a function, an Automaton or a Machine of your own, which runs "
        "FILE.py (default: all automata and formulas); FILE@MEMORY and FOLDER@MEMORY demand "
        "that memory, such as FOLDER@two-storey",
    )
    args.add(command, "--disks", help=f"try towers of 0 .. N disks (default: {TRIED})")
    events = "of a machine without disks, try words of up to N events (default: as --disks)"
    args.number(command, "--events", "N", events)
    deeper = "of such a machine, try all of these words, or as many as S seconds allow"
    command.add_argument(
        "--seconds", type=args.positive, metavar="S", default=0, help=deeper, dest="deep"
    )
    args.add(command, "--strict", "--format", "-o")
    for name, help in (
        ("--details", "of one machine: list every (state, memory) pair that it can reach"),
        (
            "--hint",
            "of each drawing that fails: the line to look at, as `repair` says it, for which all "
            "of them together have 60 s",
        ),
        ("--no-recurse", "leave out what is in folders of folders"),
    ):
        command.add_argument(name, action="store_true", help=help)
    draw = "draw the diagram of each machine that fails, with the fault in red, into DIR"
    command.add_argument("--draw", metavar="DIR", help=draw)
    here = command.add_argument_group("one long run in segments: check [NAME ...] N --segments K")
    here.add_argument(
        "--segments",
        type=args.positive,
        metavar="K",
        help="check the run of N disks in K segments, each set up on its own",
    )
    kept = "record in FILE which segments are done, and skip those recorded in it"
    here.add_argument("--resume", metavar="FILE", help=kept)


class Line(NamedTuple):
    """What is said of one machine: its exit code, a text, and the columns of csv and jsonl.

    It is plain data, which a child process can report.
    """

    name: str
    code: int
    text: str
    columns: Row
    why: str = ""  # it cannot be read

    @classmethod
    def of(cls, name: str, verdict: str, text: str, found: Finding | None, **more: object) -> Self:
        """The columns: `n` is the size of the run, `step` where it goes wrong."""
        code = {"failed": FAILED, "unreadable": BAD_INPUT}.get(verdict, FINE)
        row: Row = {"file": name, "verdict": verdict}
        for column, field in (("kind", "kind"), ("line", "line"), ("n", "size"), ("step", "step")):
            row[column] = getattr(found, field, None)
        for column in ("expected", "got"):
            row[column] = getattr(found, column, "") or None
        row["text"] = text.removeprefix(f"{name}: ")
        new = ("states", "transitions", "memory", "proved", "hint")
        return cls(name, code, printable(text), row | dict.fromkeys(new) | more)


def run(options: Namespace) -> int:
    if options.segments is not None:
        from hanoi_fsm.cli import segment_check

        return segment_check.run(options)
    args.refuse_idle(options, "without --segments", "resume")
    if options.disks is None:
        options.disks = TRIED
    check_runnable(options.disks)
    options.events = options.disks if options.events is None else options.events
    names = list(dict.fromkeys(options.names)) or resolver.names()
    files = dict(pair for name in names for pair in _files(name, options))
    refuse_own_input(Namespace(names=[*files]), options.file)
    options.seconds = MOST_HINTING / max(1, len(files))
    options.alone = [*files] == names and len(names) == 1 and options.format == "text"
    if not options.alone:
        args.refuse_idle(options, "but for the text on one machine", "details")
    lines: list[Line] = []

    def checked() -> Iterator[Line]:
        for line in _judged(files, options):
            if line.why and options.alone:  # nothing else to say, as in every other command
                raise BadInput(line.why)
            lines.append(line)
            yield line

    if options.format == "text":
        texts = wrapped(one for line in checked() for one in line.text.split("\n"))
    else:
        texts = tables.lines_in(options.format, (line.columns for line in checked()))
    if options.file is None:
        try:
            for text in texts:
                say(text)
        except BrokenPipeError:  # nobody reads on; what is known decides the exit code
            let_go(standard_output())
    else:
        write_lines(texts, options.file)
    unread = [one.name for one in lines if one.why]
    if unread:
        raise BadInput(f"{len(unread)} of {len(lines)} cannot be read: {listed(unread)}")
    return max((one.code for one in lines), default=FINE)


def _files(name: str, options: Namespace) -> Iterator[tuple[str, Exception | str]]:
    """A name, or each file in a folder with why it is left out; the error of an empty folder."""
    top, memory = resolver.parted(name)
    try:
        if not top or resolver.is_name(top) or not Path(top).is_dir():
            yield name, ""
            return
        if memory is not None:
            resolver.check_memory(memory)
        found = files_in(top, recurse=not options.no_recurse)
        if not any(map(resolver.is_data, found)):
            endings = " or ".join(resolver.FILES)
            raise BadInput(f"the folder {shortened(top)} has no file that ends in {endings}")
        for file in found:
            why = NOT_RUN if file.endswith(".py") else NO_DIAGRAM
            if Path(file).exists() and not Path(file).is_file():  # to open it may wait for ever
                why = NO_FILE
            is_judged = why == NO_DIAGRAM and resolver.is_data(file)
            at = "" if memory is None else f"@{memory}"
            yield (f"{file}{at}", "") if is_judged else (file, why)
    except (HanoiError, OSError) as error:
        yield name, error


def _judged(files: dict[str, Exception | str], options: Namespace) -> Iterator[Line]:
    """A line for each of the files, in order; what runs a Python file has a process of its own."""
    judge = partial(_line, options=options, picture=_pictures(files, options))
    named = [name for name, why in files.items() if not why]
    with closing(verdicts(named, judge)) as judgements:
        for name, why in files.items():
            if isinstance(why, Exception):
                yield _unread(name, Unread(one_line(why_unreadable(why))))
            elif why:
                yield Line.of(name, "left out", f"{name}: {why}", None)
            else:
                found = next(judgements)[1]
                yield _unread(name, found) if isinstance(found, Unread) else Line(*found)


def _pictures(names: Iterable[str], options: Namespace) -> dict[str, Path]:
    """The files of the pictures: machines of one name, in several folders, have their own."""
    found, known = {}, Counter[str]()
    for name in names if options.draw is not None else ():
        stem = re.sub(r"[^\w.-]+", "-", Path(resolver.parted(name)[0].rpartition(".py:")[2]).stem)
        known[stem] += 1
        number = f"-{known[stem]}" if known[stem] > 1 else ""
        found[name] = Path(options.draw, f"{stem}-fault{number}.svg")
    return found


def _line(name: str, options: Namespace, picture: dict[str, Path]) -> Line:
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
    text, columns = str(report), dict[str, object]()
    if isinstance(subject, Machine):
        columns = _columns(subject, report)
        if report.finding is not None:
            text += _advice(name, report, options)
            if options.hint and resolver.is_data(name):
                columns["hint"] = _hint(subject, report, options)
                text += f"; look at {columns['hint']}" * bool(columns["hint"])
            if options.draw is not None:
                from hanoi_fsm.cli.state_diagrams import faulty_diagram

                drawn = faulty_diagram(subject, report.findings).render("svg")
                write_bytes(drawn, picture[name])
                text += f"; drawn: {picture[name]}"
    said = printable(text)
    if options.alone and isinstance(subject, Machine):
        left = tuple(one for one in report.outcomes if one.check not in ANSWERED)
        short = replace(report, outcomes=left)
        said = printable(str(short)) if report.holds else said
        said = "\n".join([said, *_answers(subject, report, options)])
    verdict = "holds" if report.holds else "failed"
    return Line.of(name, verdict, text, report.finding, **columns)._replace(text=said)


def _columns(machine: Machine, report: Report) -> dict[str, object]:
    automaton = machine.automaton
    proof = next((one.by for one in report.outcomes if isinstance(one.by, Proof)), None)
    return {
        "states": len(automaton.states),
        "transitions": len(automaton.transitions),
        "memory": automaton.memory,
        "proved": proof and proof.verdict.value,
    }


def _answers(machine: Machine, report: Report, options: Namespace) -> Iterator[str]:
    """A line per question, and below it what is wrong; none for a definition with faults."""
    done = {one.check: one for one in report.outcomes}
    names = ("comparison", "larger", "deeper", "proof", "counts")
    compared, larger, deeper, proof, counts = map(done.get, names)
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
    if counts and (counts.findings or counts.checked):
        yield _answer("counts", not counts.findings, DRAWN)
    elif any(one.kind == "counts" for one in (*every, *compared.remarks)):
        yield _answer("counts", False, COUNTED)
    elif judge.COUNTS_TOO in compared.checked:
        yield _answer("counts", True, COUNTED)
    else:
        yield _answer("counts", None, NO_COUNTS)
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
        remarks = [printable(str(remark)) for remark in found.remarks if remark.kind == kind]
        yield from (f"    {said}" for said in remarks[:REMARKS_SHOWN])
        if (left := len(remarks) - REMARKS_SHOWN) > 0:
            yield f"    and {left:,} more"


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
    """What to do about a drawing that fails: no edit of it changes counts, or a remark."""
    if report.finding in report.remarks or not resolver.is_data(name):
        return ""
    if report.finding and report.finding.kind == "counts":
        return f" (draw it anew: `{NAME} draw --counts N`)"
    if resolver.parted(name)[0] == resolver.STANDARD_INPUT or options.hint:
        return ""
    return f" (try `{NAME} repair {quote(name)} --hint`)"


def _unread(name: str, found: Unread) -> Line:
    """What is said of a file that cannot be judged; where its code has run, it has failed."""
    verdict, said, kind = "unreadable", "cannot be read", "reading"
    if found.ran:
        verdict, said, kind = "failed", "FAILED", "process"
    text = f"{name}: {said}: {found.why.removeprefix(f'{name}: ')}"
    line = Line.of(name, verdict, text, Finding(kind, line=found.line))
    return line._replace(why="" if found.ran else found.why)
