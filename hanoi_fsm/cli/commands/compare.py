"""The command `compare`: tables of solvers, or of other machines, or a plot of how they grow.

For people there are two tables. The first has what was measured, the second what each contender is:
together they would be wider than a terminal.
"""

import platform
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from hanoi_fsm.cli import FAILED, FINE, args, tables
from hanoi_fsm.cli.output import Lines, progress_bar, write
from hanoi_fsm.fsm.errors import BadInput, counted
from hanoi_fsm.fsm.isolate import cores
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import ENGINE, Row
from hanoi_fsm.hanoi import automata, comparing, growth
from hanoi_fsm.hanoi.comparing import CLEARLY, SAMPLE, SEED, Figures
from hanoi_fsm.hanoi.pegs import check_runnable
from hanoi_fsm.hanoi.plain import PLAIN
from hanoi_fsm.hanoi.resolver import sound

BASELINE = "formula"
"""What ratios are relative to where none is named, and else to the first."""

ALL = (*automata.SOLVERS, *PLAIN)

EQUAL = {True: "yes", False: "NO", None: "-"}


MOVES_MEAN = ("equal: its moves are those of the formula",)
WORDS_MEAN = (
    f"events: it reads 2^N - 1 random ones (seed {SEED}), up to one that it refuses",
    "equal: its answers are those of its rule",
)


EXAMPLES = (
    "compare 10",
    "compare 9 monk call-stack",
    "compare 3..8 two-storey two-state --repeat 9 --format csv",
    "compare 9 --plot times.svg",
    "compare 8 --plot events.svg --of events",
)
ARGUMENTS: args.Arguments = {
    "disks": {
        "type": args.towers,
        "metavar": "N",
        "help": "number of disks, or a range FIRST..LAST",
    },
    "names": {
        "help": "automata, formulas, `recursion`, `four-step`, DOT or JSON files, or FILE.py:NAME, "
        "which runs FILE.py; readers and other machines without disks are compared with their "
        "like, and read 2**N - 1 random events; times are relative to the first (default: all "
        "solvers, relative to formula)",
    },
    "--engine": {
        "help": f"{args.ENGINE.format('transitions')}; timed is a run with the move of each event",
    },
    "--repeat": {
        "type": args.positive,
        "metavar": "R",
        "default": comparing.REPEAT,
        "help": "how often each has its turn (default: %(default)s)",
    },
    "--format": {},
    "--plot": {
        "metavar": "FILE",
        "help": "draw a plot, as svg, png or pdf, instead of the tables; N alone is 1..N then, and "
        "--format csv or jsonl prints what is plotted",
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
    contenders = {name: sound(name) for name in dict.fromkeys(names)}
    contenders = {
        name: one.on(options.engine) if isinstance(one, Machine) else one
        for name, one in contenders.items()
    }
    repeat = options.repeat if options.of == "times" or not options.plot else 0
    total = (1 + repeat) * len(contenders) * sum(1 << disks for disks in towers)
    with progress_bar("comparing", total) as progress:
        figures = comparing.measure([*contenders.values()], towers, progress, repeat=repeat)
    baseline = contenders[options.names[0] if options.names else BASELINE]
    against = {one.disks: one for one in figures if one.of is baseline}
    if options.plot:
        write(growth.plot(options.of, figures, format), options.plot)
    if options.format != "text":
        yield from tables.lines_in(options.format, (row(one, against) for one in figures))
    elif options.plot:
        yield from (options.plot, *_differences(figures))
    else:
        yield from _text(figures, against, options)
    return FAILED if any(one.difference for one in figures) else FINE


def row(one: Figures, against: Mapping[int, Figures]) -> Row:
    """All figures by name, with where and when they were measured; new names go to the end."""
    machine, baseline = one.machine, against[one.disks]
    ratio = one.ratio(baseline)
    return {
        "name": one.name,
        "states": machine and len(machine.automaton.states),
        "transitions": machine and len(machine.automaton.transitions),
        "events": one.events,
        "moves": one.moves,
        "equal": one.equal,
        "difference": one.difference,
        "cells": one.cells,
        "per_second": round(one.per_second),
        "runs": len(one.times),
        "spread": round(one.spread, 3),
        "best": float(f"{one.best:.4g}"),
        "ratio": ratio and float(f"{ratio:.4g}"),
        "baseline": baseline.name,
        "asks_for": " ".join(one.asks_for),
        "can_answer": " ".join(one.can_answer),
        "disks": one.disks,
        "engine": machine and (machine.engine or ENGINE),
        "unit": one.of.kind.unit,
        "median": float(f"{one.median:.4g}"),
        "place": one.place,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}, {counted(cores(), 'core')}",
        "date": date.today().isoformat(),
        "asked": one.asked,
    }


def _text(
    listed: Sequence[Figures], against: Mapping[int, Figures], options: Namespace
) -> Iterator[str]:
    """Both tables, what is wrong with whom, and what the headings mean."""
    unit = listed[0].of.kind.unit
    for disks in options.disks:
        if len(options.disks) > 1:
            yield f"N = {disks}:"
        some = [one for one in listed if one.disks == disks]
        yield from _table([_figures(one, against[disks]) for one in some])
        yield ""
    yield from _differences(listed)
    yield from [
        *(MOVES_MEAN if unit == "moves" else WORDS_MEAN),
        f"cells: the largest working memory, in 64-bit numbers (first {SAMPLE:,} events)",
        f"{unit}/s: by processor time, of the best of {counted(options.repeat, 'turn')}",
        f"ratio: how many times as long per {unit[:-1]} as {against[options.disks[0]].name}",
        "spread: how much longer the slowest turn took than the best",
        "place: by speed; those whose places overlap cannot be told apart: their medians",
        f"  are within {CLEARLY - 1:.0%}, or now the one and now the other was faster",
        "",
        *_table([_facts(one) for one in some]),
        "",
    ]
    found = {word for one in some for word in (*one.asks_for, *one.can_answer)}
    known = comparing.KNOWLEDGE | comparing.QUESTIONS
    yield from (f"{word.replace('-', ' ')}: {known[word]}" for word in known if word in found)


def _differences(figures: Sequence[Figures]) -> Iterator[str]:
    """The first thing that is wrong with each contender that is not right."""
    wrong = {one.name: one.difference for one in reversed(figures) if one.difference}
    return (f"{name}: {text}" for name, text in reversed(wrong.items()))


def _figures(one: Figures, baseline: Figures) -> dict[str, object]:
    ratio = one.ratio(baseline)
    return {
        "name": one.name,
        "events": one.events,
        "moves": one.moves,
        "equal": EQUAL[one.equal],
        "cells": one.cells,
        f"{one.of.kind.unit}/s": f"{one.per_second:,.0f}",
        "ratio": ratio and f"{ratio:,.2f}",
        "spread": f"{one.spread:.0%}",
        "place": one.place or None,
    }


def _facts(one: Figures) -> dict[str, object]:
    return {
        "name": one.name,
        "states": one.machine and len(one.machine.automaton.states),
        "transitions": one.machine and len(one.machine.automaton.transitions),
        "asks for": ", ".join(one.asks_for).replace("-", " ") or None,
        "can answer": ", ".join(one.can_answer).replace("-", " ") or None,
        "guards asked": one.asked,
    }


def _table(rows: Sequence[dict[str, object]]) -> Iterator[str]:
    """Rows below one another; columns without a value are left out."""
    names = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    return tables.table_lines({name: row[name] for name in names} for row in rows)
