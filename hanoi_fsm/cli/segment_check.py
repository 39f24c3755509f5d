"""`check N --segments K`: long runs of solvers in segments, and a file to resume from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from hanoi_fsm.cli import FAILED, FINE, NAME, args, tables
from hanoi_fsm.cli.output import complain, wrapped
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.cli.streams import say
from hanoi_fsm.fsm.errors import BadInput, counted, printable, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.trace import Row

if TYPE_CHECKING:  # every check imports this module
    from hanoi_fsm.hanoi.segments.segmented_check import SegmentedCheck

SOLVER = "two-storey"
ONLY_HERE = ("seed", "source", "target", "jobs", "resume")
MOST_DISKS = 1_000_000
"""The largest tower whose windows a command checks."""


def configure(command: ArgumentParser) -> None:
    """Add the options of a check in segments."""
    here = command.add_argument_group("one long run in segments: check [NAME ...] N --segments K")
    for name, metavar, help in (
        ("--segments", "K", "check the run of N disks in K segments, each set up on its own"),
        ("--sample", "M", "check only M random windows of 10000 moves each"),
        ("--seed", "S", "seed of the random windows (default: 1)"),
    ):
        here.add_argument(name, type=args.whole, metavar=metavar, help=help)
    for name in ("--from", "--to", "--jobs"):
        here.add_argument(name, **args.SHARED[name])
    here.add_argument(
        "--resume",
        metavar="FILE",
        help="record in FILE which segments are done, and skip those recorded in it",
    )


def is_asked_for(options: Namespace) -> bool:
    """Whether a check in segments is asked for; raises `BadInput` for an option only it has."""
    if options.segments is not None or options.sample is not None:
        return True
    for name in ONLY_HERE:
        if getattr(options, name) is not None:
            flag = args.FLAGS.get(name, f"--{name}")
            raise BadInput(f"{flag} does nothing without --segments or --sample: leave it out")
    return False


def refuse_number(name: str) -> None:
    """Raise `BadInput` for a number of disks among the machines of a check that is not cut."""
    if _is_number(name):
        raise BadInput(
            f"{shortened(name)} is not a machine: write --disks N for all towers of up to N disks, "
            "or check N --segments K for one long run"
        )


def run(options: Namespace) -> int:
    """Check in segments each machine that is named, by default two-storey."""
    tables.check_format(options.format, "text")
    why = "where a run is cut into segments"
    args.refuse_idle(options, why, "strict", "draw", "out")
    args.check_positive(options, "segments", "sample", "jobs")
    args.check_engine(options)
    if options.seed is not None and options.sample is None:
        raise BadInput("--seed does nothing without --sample: leave it out")
    names, disks = _names_and_disks(options)
    if options.resume is not None and len(names) > 1:
        raise BadInput(f"--resume keeps one check, not {len(names)}: name one machine")
    if options.sample is not None:
        args.check_runnable(disks, MOST_DISKS)
    checks: list[SegmentedCheck] = []
    try:
        rows = (row for name in names for row in _rows(name, disks, options, checks))
        with closing(rows):
            for line in _lines(rows, options.format):
                say(line)
    except KeyboardInterrupt:
        for check in checks[-1:]:
            complain(_stopped(check, options))
        raise
    return FAILED if any(check.report().findings for check in checks) else FINE


def _lines(rows: Iterator[Row], format: str) -> Iterator[str]:
    if format == "text":
        return (line for row in rows if "verdict" in row for line in wrapped([str(row["verdict"])]))
    return tables.lines_in(format, rows)


def _names_and_disks(options: Namespace) -> tuple[list[str], int]:
    """The machines, and the number of disks, which may stand among them."""
    numbers = [name for name in options.names if _is_number(name)]
    names = list(dict.fromkeys(name for name in options.names if name not in numbers))
    if len(numbers) + (options.disks is not None) != 1:
        given = [*numbers, *([f"--disks {options.disks}"] if options.disks is not None else [])]
        got = " and ".join(shortened(one) for one in given[:2]) or "none"
        raise BadInput(f"expected one number of disks, got {got}: write check N --segments K")
    return names or [SOLVER], args.whole(numbers[0]) if numbers else options.disks


def _is_number(name: str) -> bool:
    return name.isdecimal() and name.isascii()


def _rows(name: str, disks: int, options: Namespace, checks: list[SegmentedCheck]) -> Iterator[Row]:
    """A row per segment, or for the format text the verdict alone."""
    from hanoi_fsm.hanoi.segments.segmented_check import SegmentedCheck

    with SegmentedCheck(
        name,
        disks,
        segments=options.segments,
        sample=options.sample,
        seed=1 if options.seed is None else options.seed,
        source=0 if options.source is None else options.source,
        target=2 if options.target is None else options.target,
        resume=options.resume,
        memory=options.memory,
        engine=options.engine,
    ) as check:
        checks.append(check)
        with progress_bar(name, check.moves_left, "moves") as progress:
            for result in check.results(jobs=options.jobs, progress=progress):
                if options.format != "text":
                    yield _row(name, check, result.number, result.finding)
        if options.format == "text":
            yield {"verdict": printable(str(check.report()))}
        elif check.faults:
            yield _row(name, check, None, check.faults[0])


def _row(name: str, check: SegmentedCheck, number: int | None, found: Finding | None) -> Row:
    segment = check.cut.segment(number) if number is not None else None
    return {
        "file": name,
        "segment": number,
        "first": segment and segment.first,
        "moves": segment and segment.length,
        "verdict": "failed" if found else "holds",
        "step": found and found.step,
        "expected": (found and found.expected) or None,
        "got": (found and found.got) or None,
    }


def _stopped(check: SegmentedCheck, options: Namespace) -> str:
    """How far a check got, and how to resume it."""
    nouns = counted(check.cut.count, check.cut.noun)
    again = f"resume with --resume {shortened(options.resume, 80)}"
    if options.resume is None:
        again = "with --resume FILE a check can be resumed"
    return f"{NAME}: stopped after {check.done} of {nouns}; {again}"
