"""The command `check`: machines, formulas and functions, compared with what they must do."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import chain, count
from pathlib import Path
from shlex import quote
from typing import NamedTuple, Self

from hanoi_fsm.cli import BAD_INPUT, FAILED, FINE, NAME, args, segment_check, tables
from hanoi_fsm.cli.error_text import is_of_a_file, one_line, why_ended, why_unreadable
from hanoi_fsm.cli.output import progress_bar, say, wrapped, write_bytes
from hanoi_fsm.fsm.errors import BadInput, DotError, HanoiError, listed, printable
from hanoi_fsm.fsm.finding import Finding, Report
from hanoi_fsm.fsm.isolate import Failure, How, Limits, spread
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import checking, resolver
from hanoi_fsm.hanoi.checking.user_solvers import UserSolver

TRIED = 10
"""The largest tower that is tried by default."""


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "check two-storey my.dot --disks 8",
        "check monk two-state --format csv",
        "check 18 --segments 64",
    )
    args.add(
        command,
        "names",
        help="automata, formulas, DOT or JSON files, folders for the DOT and JSON files in them, "
        "or FILE.py:NAME for a function, an Automaton or a Machine of your own, which runs "
        "FILE.py (default: all automata and formulas)",
    )
    args.add(command, "--memory")
    args.add(command, "--disks", help=f"{args.TOWERS} (default: {TRIED})")
    args.add(command, "--strict", "--engine", "--format")
    args.add(
        command,
        "--draw",
        action="store_true",
        help="draw the diagram of each machine that fails, with the fault in red",
    )
    args.add(command, "--out")
    segment_check.configure(command)


LIMITS = Limits(calls=True)
"""However long the check of a file takes: only a single call of its code is limited."""


class Line(NamedTuple):
    """What is said of one machine: its exit code, a text, and the columns of csv and jsonl.

    It is plain data, which a child process can report.
    """

    name: str
    code: int
    text: str
    columns: Row
    drawn: str = ""
    why: str = ""  # it cannot be read

    @classmethod
    def of(cls, name: str, code: int, text: str, found: Finding | None = None) -> Self:
        """The columns: `n` is the size of the run, `step` where it goes wrong."""
        row: Row = {"file": name, "verdict": ("holds", "failed", "unreadable")[code]}
        for column, field in (("kind", "kind"), ("line", "line"), ("n", "size"), ("step", "step")):
            row[column] = getattr(found, field, None)
        for column in ("expected", "got"):
            row[column] = getattr(found, column, "") or None
        return cls(name, code, text, row | {"text": text.removeprefix(f"{name}: ")})


def run(options: Namespace) -> int:
    tables.check_format(options.format, "text")
    if segment_check.is_asked_for(options):
        return segment_check.run(options)
    if options.disks is None:
        options.disks = TRIED
    args.check_runnable(options.disks)
    args.check_engine(options)
    if options.draw and options.format != "text":
        raise BadInput(f"--draw prints the paths of its pictures as text, not {options.format}")
    names = list(dict.fromkeys(options.names)) or resolver.names()
    files = dict(_files(names))
    alone = list(files) == names and len(names) == 1 and options.format == "text"
    lines: list[Line] = []

    def judged() -> Iterator[Line]:
        for line in _judged(files, options):
            if line.why and alone:  # there is nothing else to say, as in every other command
                raise BadInput(line.why)
            lines.append(line)
            yield line

    for text in _texts(judged(), options.format):
        say(text)
    unread = [one.name for one in lines if one.why]
    if unread:
        raise BadInput(f"{len(unread)} of {len(lines)} cannot be read: {listed(unread)}")
    return max((one.code for one in lines), default=FINE)


def _files(names: list[str]) -> Iterator[tuple[str, Exception | None]]:
    """The names, with the files in folders for these, and the error of a folder without any."""
    for name in names:
        try:
            is_folder = name not in ("", *resolver.names()) and Path(name).is_dir()
            for file in resolver.files_in(name) if is_folder else [name]:
                yield file, None
        except (HanoiError, OSError) as error:
            yield name, error


def _texts(lines: Iterator[Line], format: str) -> Iterator[str]:
    if format == "text":
        return ("\n".join(wrapped([printable(one.text)])) for one in lines)
    return tables.lines_in(format, (one.columns for one in lines))


def _judged(files: dict[str, Exception | None], options: Namespace) -> Iterator[Line]:
    """A line for each of the files, in order; what runs a Python file has a process of its own."""
    pictures: set[str] = set()
    apart = [name for name in files if options.memory or resolver.is_python(name)]
    judge = partial(_line, options=options, pictures=pictures)
    jobs = 1 if options.draw else None  # each picture has a name that no earlier one has
    with closing(spread(judge, apart, LIMITS, jobs)) as judged:
        for name, error in files.items():
            if error is not None:
                line = _unreadable(name, error)
            elif name not in apart:
                line = judge(name)
            else:
                told = next(judged)[1]
                line = _ended(name, told) if isinstance(told, Failure) else Line(*told)
            pictures.add(line.drawn)
            yield line


def _ended(name: str, failure: Failure) -> Line:
    """What is said of a file that has ended its process: while it was loaded, it is unreadable."""
    why = one_line(why_ended(failure, name.rpartition(":")[0] or name))
    if failure.loading or failure.how is How.RAISED:
        return _unread(name, why, Finding("reading"))
    found = Finding("process", line=failure.line or None)
    return Line.of(name, FAILED, f"{name}: FAILED: {why}", found)


def _line(name: str, options: Namespace, pictures: set[str]) -> Line:
    try:
        segment_check.refuse_number(name)
        subject = resolver.resolve(name, memory=options.memory)
        if options.names == [name] and not isinstance(subject, Machine):
            args.refuse_idle(options, f"for {name}, which is not an automaton", "engine")
        knows = subject if isinstance(subject, UserSolver) else subject.kind
        with progress_bar(name, knows.work(options.disks)) as progress:
            report = checking.check(
                subject,
                options.disks,
                progress=progress,
                strict=options.strict,
                engine=options.engine,
            )
    except MemoryError:
        raise
    except Exception as error:
        if not is_of_a_file(error):
            raise
        return _unreadable(name, error)
    if report.finding is None:
        return Line.of(name, FINE, str(report))
    text = f"{report}{_advice(name, report, options)}"
    drawn = _draw(name, subject, report, options, pictures) if options.draw else ""
    line = Line.of(name, FAILED, f"{text}; drawn: {drawn}" if drawn else text, report.finding)
    return line._replace(drawn=drawn)


def _draw(
    name: str, subject: object, report: Report, options: Namespace, pictures: set[str]
) -> str:
    """Draw a machine with the fault in red, and return the path of the picture.

    It is none of the other `pictures`: files in several folders may have one name.
    """
    from hanoi_fsm.cli.state_diagrams import faulty_diagram, stem_of

    if not isinstance(subject, Machine):
        return "nothing, as it is not an automaton"
    stem = f"{stem_of(name, subject)}-fault"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    files = (Path(options.out, f"{one}.svg") for one in names)
    file = next(one for one in files if str(one) not in pictures)
    write_bytes(faulty_diagram(subject, report.findings).render("svg"), file)
    return str(file)


def _advice(name: str, report: Report, options: Namespace) -> str:
    """What to do about a drawing that fails: no edit of it changes counts, or a remark."""
    if report.finding in report.remarks or not resolver.is_data(name):
        return ""
    if report.finding and report.finding.kind == "counts":
        return f" (draw it anew: `{NAME} draw --counts N`)"
    if name == resolver.STANDARD_INPUT:
        return ""
    memory = f" --memory {quote(options.memory)}" if options.memory else ""
    return f" (try `{NAME} repair {quote(name)}{memory} --hint`)"


def _unreadable(name: str, error: Exception) -> Line:
    line = error.line or None if isinstance(error, DotError) else None
    return _unread(name, one_line(why_unreadable(error)), Finding("reading", line=line))


def _unread(name: str, why: str, found: Finding) -> Line:
    text = f"{name}: cannot be read: {why.removeprefix(f'{name}: ')}"
    return Line.of(name, BAD_INPUT, text, found)._replace(why=why)
