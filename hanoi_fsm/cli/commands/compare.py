"""The command `compare`: tables of solvers and other machines, or a plot of how they grow."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, args, comparison, tables
from hanoi_fsm.cli.files import write_bytes
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.progress import progress_bar
from hanoi_fsm.fsm.errors import BadInput, cut, shortened
from hanoi_fsm.fsm.finding import shifted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import comparing, growth
from hanoi_fsm.hanoi.comparing import Figures
from hanoi_fsm.hanoi.contender import Contender
from hanoi_fsm.hanoi.pictures import line_plot
from hanoi_fsm.hanoi.pictures.line_plot import LinePlot
from hanoi_fsm.hanoi.solving import find_any

BASELINE = "formula"
"""The contender that ratios are relative to by default, in the table or not."""


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "compare 12",
        "compare 9 monk call-stack --baseline monk",
        "compare 14 --plot times.svg",
        "compare 10 two-storey --plot counts.svg --of counts",
    )
    args.add(command, "disks")
    args.add(
        command,
        "names",
        help="automata, formulas, `recursion`, `four-step`, DOT or JSON files, or FILE.py:NAME, "
        "which runs FILE.py; a machine without disks reads 2**N - 1 random events (default: all "
        "solvers)",
    )
    engine = f"{args.ENGINE.format('transitions')}; timed is a run with the move of each event"
    args.add(command, "--engine", help=engine)
    args.add(command, "--format")
    command.add_argument(
        "--baseline",
        metavar="NAME",
        help=f"the contender, listed or not, that times are relative to (default: {BASELINE})",
    )
    command.add_argument(
        "--plot",
        metavar="FILE",
        help="draw a plot over 1 .. N disks instead of the tables, as svg, png or pdf",
    )
    command.add_argument(
        "--of",
        metavar="WHAT",
        help="what to plot: times (default), events, cells of the largest working memory, or "
        "counts: how often one machine takes each of its transitions",
    )


def run(options: Namespace) -> int:
    if options.plot:
        return _plot(options)
    args.refuse_idle(options, "without --plot", "of")
    tables.check_format(options.format, "text")
    args.check_runnable(options.disks)
    names = options.names or comparing.all_names()
    baseline = options.baseline or BASELINE
    more = [] if baseline in names else [baseline]
    contenders = _all_found([*names, *more], options)
    figures = _measured(contenders, [options.disks])
    compared_with = figures[[*names, *more].index(baseline)]
    if more and compared_with.difference:
        raise BadInput(
            f"{shortened(baseline)} cannot be the baseline: {cut(compared_with.difference, 200)}"
        )
    figures = figures[: len(names)]
    if options.format == "text":
        write_lines(comparison.text(figures, compared_with))
    else:
        rows = (comparison.row(one, compared_with) for one in figures)
        write_lines(tables.lines_in(options.format, rows))
    return _code(figures)


def _all_found(names: Sequence[str], options: Namespace) -> list[Contender]:
    args.check_engine(options)
    found = list(map(find_any, names))
    if not any(isinstance(one, Machine) for one in found):
        args.refuse_idle(options, "where no automaton is compared", "engine")
    return [one.on(options.engine) if isinstance(one, Machine) else one for one in found]


def _plot(options: Namespace) -> int:
    args.refuse_idle(options, "with --plot", "format", "baseline")
    kind = options.of or "times"
    growth.check_kind(kind)
    args.check_runnable(options.disks)
    format = line_plot.plot_format(options.plot)
    if options.disks < 1:
        raise BadInput("there is nothing to plot: compare at least 1 disk")
    if kind == "counts" and len(options.names) != 1:
        example = f"compare {options.disks} two-storey --plot {Path(options.plot).name} --of counts"
        raise BadInput(f"--of counts is about one machine: name one, such as `{example}`")
    names = list(dict.fromkeys(options.names or growth.default_names(kind)))
    contenders = _all_found(names, options)
    growth.check_contenders(kind, contenders)
    line_plot.check_installed()
    towers = range(1, options.disks + 1)
    figures: list[Figures] = []
    if kind == "counts":
        plot = _counted(contenders[0], options.disks)
    else:
        figures = _measured(contenders, towers, timed=kind == "times")
        plot = growth.PLOTS[kind](figures)
    write_bytes(plot.render(format), Path(options.plot))
    write_lines([options.plot, *comparison.differences(figures)])
    return _code(figures)


def _counted(machine: Contender, disks: int) -> LinePlot:
    assert isinstance(machine, Machine)  # nothing else has passed
    with progress_bar("counting", (2 << disks) - 2) as progress:
        return growth.counts(machine, disks, progress)


def _measured(
    contenders: Sequence[Contender], towers: Sequence[int], *, timed: bool = True
) -> list[Figures]:
    """The figures of each contender for each of the towers."""
    figures = []
    done = 0
    looks = 2 if timed else 1
    total = sum(1 << n for n in towers) * looks * len(contenders)
    with progress_bar("comparing", total) as progress:
        for disks in towers:
            seen = shifted(progress, done)
            figures += comparing.measure_all(contenders, disks, seen, timed=timed)
            done += (looks << disks) * len(contenders)
    return figures


def _code(figures: Sequence[Figures]) -> int:
    return FAILED if any(one.difference for one in figures) else FINE
