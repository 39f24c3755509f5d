"""The command `compare`: a table of all solvers, or a plot of their times."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE
from hanoi_fsm.cli.arguments import add_disks, add_example, add_format, check_runnable
from hanoi_fsm.cli.files import write_bytes
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.cli.tables import aligned, check_table_format, csv_lines, jsonl_lines
from hanoi_fsm.fsm.finding import shifted
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import comparing
from hanoi_fsm.hanoi.comparing import Figures

HEADER = (
    "name",
    "states",
    "transitions",
    "events",
    "moves",
    "as the formula",
    "cells",
    "moves/s",
    "peak KiB",
)


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "compare 12", "compare 14 --plot times.svg")
    add_disks(command)
    command.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="automata, formulas, `recursion`, DOT files, or FILE.py:NAME, which runs the file "
        "(default: all of this package)",
    )
    add_format(command, "text")
    command.add_argument(
        "--plot", metavar="FILE.svg", help="plot time against n for 1 .. N instead"
    )


def run(options: Namespace) -> int:
    """Print the figures of each solver; 1 where one of them does not make the formula's moves."""
    check_table_format(options.format, plain="text")
    check_runnable(options.disks)
    figures = _measured(options)
    if options.plot:
        write_bytes(comparing.plot(figures), Path(options.plot))
        print(options.plot)
    else:
        write_lines(_lines([one for one in figures if one.disks == options.disks], options.format))
    return FAILED if any(one.difference for one in figures) else FINE


def _measured(options: Namespace) -> list[Figures]:
    """The figures of each contender, for one tower or, to be plotted, for all up to it."""
    contenders = [comparing.contender(name) for name in options.names or comparing.all_names()]
    towers = range(1 if options.plot else options.disks, options.disks + 1)
    work = sum(2 << disks for disks in towers) * len(contenders)
    figures = []
    done = 0
    with progress_bar("comparing", work) as progress:
        for disks in towers:
            for one in contenders:
                figures.append(comparing.measure(one, disks, shifted(progress, done)))
                done += 2 << disks
    return figures


def _lines(figures: list[Figures], format: str) -> list[str]:
    if format == "text":
        return [*aligned([HEADER, *map(_shown, figures)]), "", *_remarks(figures)]
    rows: list[Row] = [
        {
            "name": one.name,
            "states": one.states,
            "transitions": one.transitions,
            "events": one.events,
            "moves": one.moves,
            "equal": one.difference is None,
            "difference": one.difference,
            "cells": one.cells,
            "moves_per_second": round(one.moves_per_second),
            "peak_bytes": one.peak_bytes,
        }
        for one in figures
    ]
    return list((csv_lines if format == "csv" else jsonl_lines)(rows))


def _shown(one: Figures) -> tuple[str, ...]:
    numbers = (one.states, one.transitions, one.events, one.moves)
    return (
        one.name,
        *("-" if number is None else str(number) for number in numbers),
        "yes" if one.difference is None else "NO",
        "-" if one.cells is None else str(one.cells),
        f"{one.moves_per_second:,.0f}",
        f"{one.peak_bytes / 1024:,.1f}",
    )


def _remarks(figures: list[Figures]) -> list[str]:
    wrong = [f"{one.name}: {one.difference}" for one in figures if one.difference]

    return [
        *wrong,
        "cells: the largest working memory, in numbers of 64 bits; cells and peak are over the "
        f"first {comparing.SAMPLE:,} events",
    ]
