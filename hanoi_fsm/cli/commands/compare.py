"""The command `compare`: a table of solvers and other machines, or a plot of their times."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, args, tables
from hanoi_fsm.cli.files import write_bytes
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.finding import shifted
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import comparing
from hanoi_fsm.hanoi.comparing import Figures
from hanoi_fsm.hanoi.contender import SAMPLE, SEED
from hanoi_fsm.hanoi.pictures import times
from hanoi_fsm.hanoi.solving import find_any

HEADER = "name states transitions events moves as_the_formula cells moves/s peak_KiB runs spread"


def configure(command: ArgumentParser) -> None:
    args.example(command, "compare 12", "compare 14 --plot times.svg")
    args.add(command, "disks")
    args.add(
        command,
        "names",
        help="automata, formulas, `recursion`, DOT or JSON files, or FILE.py:NAME, which runs "
        "FILE.py; a machine without disks reads 2**N - 1 random events (default: all solvers)",
    )
    args.add(command, "--format")
    command.add_argument(
        "--plot", metavar="FILE", help="plot time against disks instead, as svg, png or pdf"
    )


def run(options: Namespace) -> int:
    if options.plot:
        args.refuse_idle(options, "with --plot", "format")
    tables.check_format(options.format, "text")
    args.check_runnable(options.disks)
    format = times.plot_format(options.plot) if options.plot else None
    figures = _measured(options)
    if format:
        write_bytes(times.plot(_times(figures), format), Path(options.plot))
        print(options.plot)
    elif options.format == "text":
        write_lines(_text(figures))
    else:
        in_format = tables.csv_lines if options.format == "csv" else tables.jsonl_lines
        write_lines(in_format(map(_row, figures)))
    return FAILED if any(one.difference for one in figures) else FINE


def _measured(options: Namespace) -> list[Figures]:
    """The figures of each contender, for one tower or, to be plotted, for all up to it."""
    contenders = [find_any(name) for name in options.names or comparing.all_names()]
    towers = range(1 if options.plot else options.disks, options.disks + 1)
    figures = []
    done = 0
    with progress_bar("comparing", sum(2 << n for n in towers) * len(contenders)) as progress:
        for disks in towers:
            figures += comparing.measure_all(contenders, disks, shifted(progress, done))
            done += (2 << disks) * len(contenders)
    return figures


def _times(figures: list[Figures]) -> dict[str, list[tuple[int, float]]]:
    lines: dict[str, list[tuple[int, float]]] = {}
    for one in figures:
        lines.setdefault(one.name, []).append((one.disks, one.seconds))
    return lines


def _row(one: Figures) -> Row:
    names = ("name", "states", "transitions", "events", "moves", "equal", "difference", "cells")
    row = {name: getattr(one, name) for name in names}
    row |= {"moves_per_second": round(one.per_second), "peak_bytes": one.peak_bytes}
    return row | {"runs": one.runs, "spread": round(one.spread, 3)}


def _text(figures: list[Figures]) -> list[str]:
    rows = [tuple(name.replace("_", " ") for name in HEADER.split())]
    for one in figures:
        numbers = (one.states, one.transitions, one.events, one.moves, one.cells)
        *counts, cells = ("-" if number is None else str(number) for number in numbers)
        answer = {True: "yes", False: "NO", None: "-"}[one.equal]
        speed, peak = f"{one.per_second:,.0f}", f"{one.peak_bytes / 1024:,.1f}"
        runs = (str(one.runs), f"{one.spread:.0%}")
        rows.append((one.name, *counts, answer, cells, speed, peak, *runs))
    return [*tables.aligned(rows), "", *_remarks(figures)]


def _remarks(figures: list[Figures]) -> Iterator[str]:
    for one in figures:
        if one.difference:
            yield f"{one.name}: {one.difference}"
    if any(one.moves is None for one in figures):
        events = counted((1 << figures[-1].disks) - 1, "random event")
        yield (
            f"moves -: without disks a machine reads {events} "
            f"(seed {SEED}), up to one that it refuses; moves/s are its events"
        )
    yield (
        "moves/s: the best of several runs, made in turn with the others; "
        "spread: how much longer the slowest took"
    )
    yield (
        "cells: the largest working memory, in 64-bit numbers; cells and peak are over the "
        f"first {SAMPLE:,} events"
    )
