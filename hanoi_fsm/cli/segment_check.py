"""`check N --segments K`: long runs of solvers in segments, and a file to resume from."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FAILED, FINE, NAME, args, tables
from hanoi_fsm.cli.error_text import complain
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.errors import BadInput, counted, printable, shortened
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.segments import Cut, SegmentedCheck, segmented

SOLVER = "two-storey"
NOT_HERE = ("strict", "details", "hint", "no_recurse", "draw", "file")


def run(options: Namespace) -> Lines:
    """Check in segments each machine that is named, by default two-storey."""
    args.refuse_idle(options, "where a run is cut into segments", *NOT_HERE)
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
    rows = _rows(names, cut, options, checks)
    try:
        if options.format == "text":
            yield from wrapped(printable(str(row["text"])) for row in rows)
        else:
            yield from tables.lines_in(options.format, rows)
    except (KeyboardInterrupt, GeneratorExit):  # in here, or while a line is printed
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
                yield _row(name, cut, None, check.findings[0])
            for number, found in check.results(progress=progress):
                if not is_text:
                    yield _row(name, cut, number, found)
        if is_text:
            yield {"text": check.report()}


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
