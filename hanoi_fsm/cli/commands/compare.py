"""The command `compare`: measurements of solvers and pathfinders, as a table.

The table for people has only columns that fit into a terminal; csv and jsonl have all figures.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    Arguments,
    Lines,
    LinesAndCode,
    Options,
    lines_in,
    positive,
    progress_bar,
    towers,
    wrapped,
)
from hanoi_fsm.fsm.trace import ENGINE, Row
from hanoi_fsm.hanoi import automata, comparing
from hanoi_fsm.hanoi.comparing import KNOWLEDGE, SAMPLE, Contender, Figures
from hanoi_fsm.hanoi.pegs import check_runnable
from hanoi_fsm.hanoi.plain import PLAIN
from hanoi_fsm.hanoi.resolver import resolve, sound

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
"""The headings of the table for people, each with its figure."""
LEGEND = (
    "events: of the whole run",
    "equal: whether its moves agree with the formula",
    f"cells: the largest working memory, in 64-bit numbers (first {SAMPLE:,} events)",
    "asked: the number of guards evaluated in the whole run",
)

EXAMPLES = (
    "compare 6",
    "compare 5 monk call-stack",
    "compare 3..4 two-storey two-state --repeat 3 --format csv",
)
ARGUMENTS: Arguments = {
    "disks": {
        "type": towers,
        "metavar": "N",
        "help": "number of disks, or a range FIRST..LAST",
    },
    "names": {
        "help": "automata, formulas, `recursion`, `four-step`, diagrams, or FILE.py:NAME, "
        "which runs FILE.py; times are relative to the first (default: all solvers, relative "
        "to formula)",
    },
    "--repeat": {
        "type": positive,
        "metavar": "R",
        "default": comparing.REPEAT,
        "help": "runs of each (default: %(default)s)",
    },
    "--format": {},
}


def run(options: Options) -> LinesAndCode:
    names, sizes = list(dict.fromkeys(options.names or ALL)), options.disks
    check_runnable(sizes[-1])
    contenders = [cast("Contender", sound(resolve(name))) for name in names]
    total = (1 + options.repeat) * len(contenders) * sum(1 << disks for disks in sizes)
    with progress_bar("comparing", total) as progress:
        figures = comparing.measure(contenders, sizes, progress, repeat=options.repeat)
    baseline = contenders[names.index(options.names[0] if options.names else "formula")]
    against = {measured.disks: measured for measured in figures if measured.of is baseline}
    rows = [row(measured, against) for measured in figures]
    if options.format == "text":
        some = ({heading: full[field] for heading, field in SHOWN.items()} for full in rows)
        yield from (*lines_in("text", some), "", *_differences(figures), *LEGEND)
        yield f"ratio: how many times as long as {baseline.shown}"
        asked = {word for contender in contenders for word in contender.asks_for}
        yield from (f"{word}: {about}" for word, about in KNOWLEDGE.items() if word in asked)
    else:
        yield from lines_in(options.format, rows)
    return FAILED if any(measured.difference for measured in figures) else FINE


def row(measured: Figures, against: Mapping[int, Figures]) -> Row:
    """All figures by name; new figures are added at the end."""
    baseline = against[measured.disks]
    machine = measured.of.machine
    ratio = measured.best / baseline.best if measured.best and baseline.best else None
    return {
        "name": measured.of.shown,
        "states": machine and len(machine.automaton.states),
        "transitions": machine and len(machine.automaton.transitions),
        "events": measured.events,
        "equal": measured.difference is None,
        "difference": measured.difference,
        "cells": measured.cells,
        "best": _rounded(measured.best),
        "ratio": _rounded(ratio),
        "baseline": baseline.of.shown,
        "asks_for": " ".join(measured.of.asks_for),
        "disks": measured.disks,
        "engine": machine and (machine.engine or ENGINE),
        "asked": measured.asked,
    }


def _rounded(figure: float | None) -> float | None:
    """A figure with four digits."""
    return figure and float(f"{figure:.4g}")


def _differences(figures: Sequence[Figures]) -> Lines:
    """The first difference of each wrong contender."""
    first: dict[str, str] = {}
    for measured in figures:
        if measured.difference:
            first.setdefault(measured.of.shown, measured.difference)
    return wrapped(f"{name}: {text}" for name, text in first.items())
