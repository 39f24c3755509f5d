"""The command `compare`: tables of solvers, or of other machines, or a plot of how they grow.

For people there are two tables. The first has what was measured, the second what each contender is:
together they would be wider than a terminal.
"""

import platform
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, args, tables
from hanoi_fsm.cli.files import write_bytes
from hanoi_fsm.cli.output import columns, write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.errors import BadInput, counted, cut, shortened
from hanoi_fsm.fsm.isolate import cores
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import ENGINE, Row
from hanoi_fsm.hanoi import automata, comparing, growth
from hanoi_fsm.hanoi.comparing import CLEARLY, SAMPLE, SEED, WATCHED, Contender, Figures
from hanoi_fsm.hanoi.plain import PLAIN
from hanoi_fsm.hanoi.solving import find_any

BASELINE = "formula"
"""The solver that ratios are relative to by default, in the table or not."""

ALL = (*automata.SOLVERS, *PLAIN)

EQUAL = {True: "yes", False: "NO", None: "-"}


MOVES_MEAN = ("equal: its moves are those of the formula",)
WORDS_MEAN = (
    f"events: it reads 2^N - 1 random ones (seed {SEED}), up to one that it refuses",
    "equal: its answers are those of its rule",
)


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "compare 12",
        "compare 9 monk call-stack --baseline monk",
        "compare 3..8 two-storey two-state --repeat 9 --format csv",
        "compare 14 --plot times.svg",
        "compare 10 two-storey --plot counts.svg --of counts",
    )
    command.add_argument(
        "disks", type=args.towers, metavar="N", help="number of disks, or a range FIRST..LAST"
    )
    args.add(
        command,
        "names",
        help="automata, formulas, `recursion`, `four-step`, DOT or JSON files, or FILE.py:NAME, "
        "which runs FILE.py; readers and other machines without disks are compared with their "
        "like, and read 2**N - 1 random events (default: all solvers)",
    )
    engine = f"{args.ENGINE.format('transitions')}; timed is a run with the move of each event"
    args.add(command, "--engine", help=engine)
    args.number(
        command,
        "--repeat",
        "R",
        f"how often each has its turn (default: {comparing.REPEAT})",
        comparing.REPEAT,
    )
    args.add(command, "--format")
    command.add_argument(
        "--baseline",
        metavar="NAME",
        help="the contender, listed or not, that times are relative to (default: "
        f"{BASELINE}, or without disks the first)",
    )
    command.add_argument(
        "--plot",
        metavar="FILE",
        help="draw a plot, as svg, png or pdf, instead of the tables; N alone is 1..N then, and "
        "--format csv or jsonl prints what is plotted",
    )
    command.add_argument(
        "--of",
        metavar="WHAT",
        choices=growth.KINDS,
        help="what to plot: times (default), events, cells of the largest working memory, or "
        "counts: how often one machine takes each of its transitions",
    )


def run(options: Namespace) -> int:
    tables.check_format(options.format, "text")
    args.check_runnable(options.disks[0])
    args.check_runnable(options.disks[-1])
    args.check_positive(options, "repeat")
    if options.plot:
        return _plot(options)
    args.refuse_idle(options, "without --plot", "of")
    names, baseline = options.names or ALL, options.baseline or BASELINE
    more = [] if baseline in names else [baseline]
    contenders = _found([*names, *more], options)
    if options.baseline is None and comparing.unit(contenders[0]) != "moves":
        baseline, more, contenders = names[0], [], contenders[: len(names)]
    compared_with = contenders[[*names, *more].index(baseline)]
    figures = _measured(contenders, options.disks, options.repeat)
    against = {one.disks: one for one in figures if one.of is compared_with}
    if more and (wrong := against[options.disks[0]].difference):
        raise BadInput(f"{shortened(baseline)} cannot be the baseline: {cut(wrong, 200)}")
    listed = [one for one in figures if not more or one.of is not compared_with]
    comparing.set_places(listed)
    if options.format == "text":
        write_lines(_text(listed, against, options))
    else:
        write_lines(tables.lines_in(options.format, (row(one, against) for one in listed)))
    return _code(listed)


def _found(names: Sequence[str], options: Namespace) -> list[Contender]:
    args.check_engine(options)
    found = list(map(find_any, names))
    if not any(isinstance(one, Machine) for one in found):
        args.refuse_idle(options, "where no automaton is compared", "engine")
    return [one.on(options.engine) if isinstance(one, Machine) else one for one in found]


def _measured(contenders: Sequence[Contender], towers: Sequence[int], repeat: int) -> list[Figures]:
    """The figures of each contender, for one number of disks after the other."""
    total = (1 + repeat) * len(contenders) * sum(1 << disks for disks in towers)
    with progress_bar("comparing", total) as progress:
        return comparing.measure(contenders, towers, progress, repeat=repeat)


def _code(figures: Sequence[Figures]) -> int:
    return FAILED if any(one.difference for one in figures) else FINE


def _plot(options: Namespace) -> int:
    args.refuse_idle(options, "with --plot", "baseline")
    kind, towers = options.of or "times", options.disks
    if len(towers) == 1:
        towers = range(1, towers[0] + 1)
    if not towers or towers[0] < 1:
        raise BadInput("there is nothing to plot: compare at least 1 disk")
    format = growth.plot_format(options.plot)
    if kind == "counts" and len(options.names) != 1:
        file = Path(options.plot).name
        example = f"compare {towers[-1]} two-storey --plot {file} --of counts"
        raise BadInput(f"--of counts is about one machine: name one, such as `{example}`")
    every = ALL if kind == "times" else automata.SOLVERS
    contenders = _found(list(dict.fromkeys(options.names or every)), options)
    if kind != "times" and (others := [one for one in contenders if not isinstance(one, Machine)]):
        raise BadInput(f"{others[0].shown} is not an automaton and has no {kind}: leave it out")
    figures, rows = list[Figures](), list[Row]()
    if kind == "counts":
        with progress_bar("counting", 2 << towers[-1]) as progress:
            plot = growth.counts(contenders[0], towers, progress)
        for curve in plot.curves:
            rows += [{"n": n, "transition": curve.name, "count": many} for n, many in curve.points]
    else:
        figures = _measured(contenders, towers, options.repeat if kind == "times" else 0)
        plot = growth.of_figures(kind, figures)
        rows = [row(one, {}) for one in figures]
    write_bytes(plot.render(format), Path(options.plot))
    if options.format == "text":
        write_lines([options.plot, *_differences(figures)])
    else:
        write_lines(tables.lines_in(options.format, rows))
    return _code(figures)


def row(one: Figures, against: Mapping[int, Figures]) -> Row:
    """All figures by name, with where and when they were measured; new names go to the end."""
    machine, baseline = one.machine, against.get(one.disks)
    ratio = baseline and one.ratio(baseline)
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
        "peak_bytes": one.peak_bytes,
        "runs": len(one.times),
        "spread": round(one.spread, 3),
        "best": float(f"{one.best:.4g}"),
        "ratio": ratio and float(f"{ratio:.4g}"),
        "baseline": baseline and baseline.name,
        "asks_for": " ".join(one.asks_for),
        "can_answer": " ".join(one.can_answer),
        "disks": one.disks,
        "engine": machine and (machine.engine or ENGINE),
        "unit": comparing.unit(one.of),
        "median": float(f"{one.median:.4g}"),
        "place": one.place,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}, {counted(cores(), 'core')}",
        "date": date.today().isoformat(),
    }


def _text(
    listed: Sequence[Figures], against: Mapping[int, Figures], options: Namespace
) -> Iterator[str]:
    """Both tables, what is wrong with whom, and what the headings mean."""
    unit = comparing.unit(listed[0].of)
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
        f"KiB: the most that Python had allocated (first {WATCHED:,} events)",
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
        "KiB": f"{one.peak_bytes / 1024:,.1f}",
        f"{comparing.unit(one.of)}/s": f"{one.per_second:,.0f}",
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
    }


def _table(rows: Sequence[dict[str, object]]) -> list[str]:
    """Rows below one another; columns without a value are left out.

    A name that would make the table wider than a terminal has a line of its own above its row.
    """
    names = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    cells = [["-" if row[name] is None else str(row[name]) for name in names] for row in rows]
    widths = [max(map(len, column)) for column in zip(names, *cells, strict=True)]
    room = max(columns() - sum(width + len("  ") for width in widths[1:]), len(names[0]))
    kept = [("" if len(name) > room else name, *others) for name, *others in cells]
    head, *lines = tables.aligned([tuple(names), *kept])
    return [
        head,
        *(
            part
            for line, (name, *_) in zip(lines, cells, strict=True)
            for part in ([line] if len(name) <= room else [name, line])
        ),
    ]
