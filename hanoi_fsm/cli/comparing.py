"""The command `compare`: a table of all solvers, or a plot of their times."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from hanoi_fsm.cli import formats
from hanoi_fsm.cli.drawing import few_enough
from hanoi_fsm.cli.output import aligned, write_bytes, write_lines
from hanoi_fsm.cli.progress import counting, shifted

if TYPE_CHECKING:
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


def compare(options: Namespace) -> int:
    """Print the figures of each solver; 1 where one of them does not make the formula's moves."""
    from hanoi_fsm.hanoi import comparing

    formats.check_table_format(options.format, plain="text")
    few_enough(options.disks)
    contenders = [comparing.contender(name) for name in options.names or comparing.all_names()]
    towers = range(1 if options.plot else options.disks, options.disks + 1)
    work = sum(2 << disks for disks in towers) * len(contenders)
    figures: list[Figures] = []
    done = 0
    with counting("comparing", work) as told:
        for disks in towers:
            for one in contenders:
                figures.append(comparing.measure(one, disks, shifted(told, done)))
                done += 2 << disks
    if options.plot:
        write_bytes(comparing.plot(figures), Path(options.plot))
        print(options.plot)
    else:
        write_lines(_lines([one for one in figures if one.disks == options.disks], options.format))
    return 1 if any(one.difference for one in figures) else 0


def _lines(figures: list[Figures], format: str) -> list[str]:
    if format == "text":
        return [*aligned([HEADER, *map(_shown, figures)]), "", *_remarks(figures)]
    rows: list[formats.Row] = [
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
    return list((formats.csv_lines if format == "csv" else formats.jsonl_lines)(rows))


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
    from hanoi_fsm.hanoi.comparing import SAMPLE

    return [
        *wrong,
        "cells: the largest working memory, in numbers of 64 bits; cells and peak are over the "
        f"first {SAMPLE:,} events",
    ]
