"""The command `compare`: measurements of solvers or other machines, as a table or a plot.

The table for people has the columns that fit into a terminal; csv and jsonl have all figures.
"""

import platform
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import cast

from hanoi_fsm.cli import FAILED, FINE, args, tables
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.fsm.errors import BadInput, counted
from hanoi_fsm.fsm.files import write
from hanoi_fsm.fsm.isolate import cores
from hanoi_fsm.fsm.trace import ENGINE, Row
from hanoi_fsm.hanoi import automata, comparing, growth
from hanoi_fsm.hanoi.comparing import KNOWLEDGE, SAMPLE, SEED, Contender, Figures
from hanoi_fsm.hanoi.pegs import check_runnable
from hanoi_fsm.hanoi.plain import PLAIN
from hanoi_fsm.hanoi.resolver import resolve, sound

BASELINE = "formula"
"""Ratios are relative to this if nothing is named, and to the first name otherwise."""

ALL = (*automata.SOLVERS, *PLAIN)

SHOWN = {
    "name": "name",
    "N": "disks",
    "states": "states",
    "events": "events",
    "equal": "equal",
    "cells": "cells",
    "asked": "asked",
    "ratio": "ratio",
    "asks for": "asks_for",
}
"""The headings of the table for people, and what is below each of them."""
LEGEND = (
    "events: of the whole run; a machine without disks reads 2^N - 1 random events",
    f"  (seed {SEED}), up to the first that it refuses",
    "equal: whether its moves agree with the formula, or its answers with its rule",
    f"cells: the largest working memory, in 64-bit numbers (first {SAMPLE:,} events)",
    "asked: the number of guards that the whole run asks",
)

EXAMPLES = (
    "compare 10",
    "compare 9 monk call-stack",
    "compare 3..6 two-storey two-state --repeat 3 --format csv",
    "compare 9 recursion two-state --plot times.svg",
    "compare 6 --plot events.svg --of events",
)
ARGUMENTS: args.Arguments = {
    "disks": {
        "type": args.towers,
        "metavar": "N",
        "help": "number of disks, or a range FIRST..LAST",
    },
    "names": {
        "help": "automata, formulas, `recursion`, `four-step`, diagrams, or FILE.py:NAME, "
        "which runs FILE.py; machines without disks are compared with each other, and read "
        "2**N - 1 random events; times are relative to the first (default: all solvers, relative "
        "to formula)",
    },
    "--repeat": {
        "type": args.positive,
        "metavar": "R",
        "default": comparing.REPEAT,
        "help": "runs of each (default: %(default)s)",
    },
    "--format": {},
    "--plot": {
        "metavar": "FILE",
        "help": "draw a plot, as svg, png or pdf, instead of the table; N alone then means 1..N, "
        "and --format csv or jsonl prints the plotted figures",
    },
    "--of": {
        "metavar": "WHAT",
        "default": "times",
        "choices": growth.QUANTITIES,
        "help": "what to plot: times (default), events, or cells of the largest working memory",
    },
}


def run(options: Namespace) -> Lines:
    names, towers = list(options.names or ALL), options.disks
    if options.plot and len(towers) == 1:
        towers = range(1, towers[0] + 1)
    if not towers or (options.plot and towers[0] < 1):
        raise BadInput("there is nothing to plot: compare at least 1 disk")
    check_runnable(towers[-1])
    format = growth.plot_format(options.plot) if options.plot else ""
    contenders = {name: cast("Contender", sound(resolve(name))) for name in dict.fromkeys(names)}
    repeat = options.repeat if options.of == "times" or not options.plot else 0
    total = (1 + repeat) * len(contenders) * sum(1 << disks for disks in towers)
    with progress_bar("comparing", total) as progress:
        figures = comparing.measure([*contenders.values()], towers, progress, repeat=repeat)
    baseline = contenders[options.names[0] if options.names else BASELINE]
    against = {measured.disks: measured for measured in figures if measured.of is baseline}
    if options.plot:
        write(growth.plot(options.of, figures, format), options.plot)
    rows = [row(measured, against) for measured in figures]
    if options.format != "text":
        yield from tables.lines_in(options.format, rows)
    elif options.plot:
        yield from (options.plot, *wrapped(_differences(figures)))
    else:
        some = ({heading: full[field] for heading, field in SHOWN.items()} for full in rows)
        yield from (*tables.table_lines(some), "", *wrapped(_differences(figures)), *LEGEND)
        yield f"ratio: how many times as long as {baseline.shown}"
        asked = {word for measured in figures for word in measured.of.asks_for}
        yield from (f"{word}: {about}" for word, about in KNOWLEDGE.items() if word in asked)
    return FAILED if any(measured.difference for measured in figures) else FINE


def row(measured: Figures, against: Mapping[int, Figures]) -> Row:
    """All figures by name, with where and when they were measured; new names go to the end."""
    baseline = against[measured.disks]
    machine = measured.of.machine
    ratio = measured.best / baseline.best if measured.best and baseline.best else None
    return {
        "name": measured.of.shown,
        "states": machine and len(machine.automaton.states),
        "transitions": machine and len(machine.automaton.transitions),
        "events": measured.events,
        "equal": measured.equal,
        "difference": measured.difference,
        "cells": measured.cells,
        "runs": len(measured.times),
        "spread": round(measured.spread, 3),
        "best": float(f"{measured.best:.4g}"),
        "ratio": ratio and float(f"{ratio:.4g}"),
        "baseline": baseline.of.shown,
        "asks_for": " ".join(measured.of.asks_for),
        "disks": measured.disks,
        "engine": machine and (machine.engine or ENGINE),
        "unit": measured.of.unit,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}, {counted(cores(), 'core')}",
        "date": date.today().isoformat(),
        "asked": measured.asked,
    }


def _differences(figures: Sequence[Figures]) -> Iterator[str]:
    """The first difference of each contender that is wrong."""
    wrong = {
        measured.of.shown: measured.difference
        for measured in reversed(figures)
        if measured.difference
    }
    return (f"{name}: {text}" for name, text in reversed(wrong.items()))
