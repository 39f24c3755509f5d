"""`check N --segments K`: long runs of solvers in segments, and a file to resume from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING

from hanoi_fsm.cli import FAILED, FINE, NAME, args, tables
from hanoi_fsm.cli.error_text import complain
from hanoi_fsm.cli.output import progress_bar, say, wrapped
from hanoi_fsm.fsm.errors import BadInput, counted, printable, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.trace import Row

if TYPE_CHECKING:  # every check imports this module
    from hanoi_fsm.hanoi.segments import Cut, SegmentedCheck

SOLVER = "two-storey"
NOT_HERE = ("strict", "details", "hint", "no_recurse", "draw", "file")


def configure(command: ArgumentParser) -> None:
    """Add the options of a check in segments."""
    here = command.add_argument_group("one long run in segments: check [NAME ...] N --segments K")
    help = "check the run of N disks in K segments, each set up on its own"
    here.add_argument("--segments", type=args.positive, metavar="K", help=help)
    help = "record in FILE which segments are done, and skip those recorded in it"
    here.add_argument("--resume", metavar="FILE", help=help)


def is_asked_for(options: Namespace) -> bool:
    """Whether a check in segments is asked for; raises `BadInput` for an option only it has."""
    if options.segments is None:
        args.refuse_idle(options, "without --segments", "resume")
        return False
    return True


def refuse_number(name: str) -> None:
    """Raise `BadInput` for a number of disks among the machines of a check that is not cut."""
    if _is_number(name):
        raise BadInput(
            f"{shortened(name)} is not a machine: write --disks N for all towers of up to N disks, "
            "or check N --segments K for one long run"
        )


def _is_number(name: str) -> bool:
    return name.isdecimal() and name.isascii()


def run(options: Namespace) -> int:
    """Check in segments each machine that is named, by default two-storey."""
    from hanoi_fsm.hanoi.pegs import Task
    from hanoi_fsm.hanoi.segments import Cut

    args.refuse_idle(options, "where a run is cut into segments", *NOT_HERE)
    numbers = [name for name in options.names if _is_number(name)]
    names = [name for name in dict.fromkeys(options.names) if name not in numbers] or [SOLVER]
    given = [*numbers, *([f"--disks {options.disks}"] if options.disks is not None else [])]
    if len(given) != 1:
        got = " and ".join(map(shortened, given[:2])) or "none"
        raise BadInput(f"expected one number of disks, got {got}: write check N --segments K")
    if options.resume is not None and len(names) > 1:
        raise BadInput(f"--resume keeps one check, not {len(names)}: name one machine")
    disks = args.whole(numbers[0]) if numbers else options.disks
    cut = Cut.of(Task(disks), options.segments)
    checks: list[SegmentedCheck] = []
    try:
        with closing(_rows(names, cut, options, checks)) as rows:
            for line in tables.lines_in(options.format, rows):
                say(line)
    except KeyboardInterrupt:
        for check in checks[-1:]:
            again = f"resume with --resume {shortened(options.resume, 80)}"
            if options.resume is None:
                again = "with --resume FILE a check can be resumed"
            done = f"{len(check.earlier) + check.done} of {counted(cut.count, 'segment')}"
            complain(f"{NAME}: stopped after {done}; {again}")
        raise
    return FAILED if any(check.findings for check in checks) else FINE


def _rows(
    names: list[str], cut: Cut, options: Namespace, checks: list[SegmentedCheck]
) -> Generator[Row]:
    """A row per segment; for the format text the verdict is printed instead."""
    from hanoi_fsm.hanoi.segments import segmented

    for name in names:
        with (
            segmented(name, cut, options.resume) as check,
            progress_bar(name, check.moves_left) as progress,
        ):
            checks.append(check)
            if check.findings and options.format != "text":
                yield _row(name, cut, None, check.findings[0])
            for number, found in check.results(progress=progress):
                if options.format != "text":
                    yield _row(name, cut, number, found)
        if options.format == "text":
            for line in wrapped([printable(str(check.report()))]):
                say(line)


def _row(name: str, cut: Cut, number: int | None, found: Finding | None) -> Row:
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
