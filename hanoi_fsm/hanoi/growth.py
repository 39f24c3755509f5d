"""How figures grow with the number of disks, as plots by matplotlib: one line per contender.

Times depend on the computer. Events, the largest working memory, and the counts on the transitions
of one machine are the same in every run, and so are the bytes of their plots, whatever settings of
matplotlib there are. Families differ in colour, and all lines in marker and dash, so that a plot
can be read in grey, too. The text of an SVG is text.
"""

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from hanoi_fsm.fsm.diagrams import palette
from hanoi_fsm.fsm.diagrams.picture import ARROW
from hanoi_fsm.fsm.errors import (
    BadInput,
    MachineStopped,
    RenderError,
    cut,
    printable,
    shortened,
)
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import Failure, Limits, spread
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.checking.user_solvers import SECONDS_PER_MOVE, UserSolver
from hanoi_fsm.hanoi.comparing import SECONDS_PER_EVENT, Contender, Figures, unit
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import Task

FORMATS = ("svg", "png", "pdf")
MISSING = (
    "a plot needs matplotlib, which is not installed: pip install 'matplotlib>=3.8' "
    "(in a checkout also: pip install -e '.[plot]')"
)
MOST_COUNTED = 40
"""The most transitions whose counts are plotted: more lines than that nobody can tell apart."""

WIDTH, LEAST_HEIGHT, PER_LINE = 9.4, 5.4, 0.19
"""In inches: as wide as a README, and as high as the names need."""
LONGEST_NAME = 40

SETTINGS: Any = {
    "figure.constrained_layout.h_pad": 0.12,
    "figure.constrained_layout.w_pad": 0.12,
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans", "Helvetica", "Arial"],
    "font.size": 10,
    "text.color": palette.INK,
    "text.parse_math": False,  # a file may be called $x$
    "axes.edgecolor": palette.LINE,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.labelcolor": palette.INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "grid.alpha": 0.3,
    "grid.color": palette.LINE,
    "xtick.color": palette.LINE,
    "xtick.labelcolor": palette.INK,
    "ytick.color": palette.LINE,
    "ytick.labelcolor": palette.INK,
    "ytick.minor.size": 0,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "lines.linewidth": 1.6,
    "lines.markersize": 6.5,
    "lines.markeredgewidth": 0,
    "svg.fonttype": "none",  # text that can be read, found and copied
    "svg.hashsalt": "hanoi-fsm",  # the same names in every run
    "pdf.fonttype": 42,
}
COLOURS = (
    palette.DISKS[0][0],
    palette.DISKS[2][0],
    palette.LIT_LINE,
    palette.SECOND_LINE,
    palette.INK,
    palette.FAINT,
)
"""Of the families in their order: each has a contrast of 3:1 on a light and on a dark page."""
MARKERS = "os^DvPX*<h>p"
DASHES = ("-", (0, (6, 2)), (0, (2, 1.2)), (0, (7, 2, 1.5, 2)), (0, (4, 1.5, 1, 1.5, 1, 1.5)))


class Curve(NamedTuple):
    """The `points` (disks, value) of one contender, or of one transition; `family` is a colour."""

    name: str
    family: str
    points: list[tuple[int, float]]


@dataclass(frozen=True)
class Plot:
    """Some curves over the number of disks, or whatever goes `across`.

    The `scale` is linear, log, or symlog, which is logarithmic from 1 on and has a 0. A `guide` is
    a curve to compare the others with. `shown` writes a value with its unit.
    """

    title: str
    quantity: str
    curves: Sequence[Curve]
    guide: Curve | None = None
    scale: str = "log"
    shown: Callable[[float], str] = "{:,.0f}".format
    across: str = "number of disks n"

    def render(self, format: str = "svg") -> bytes:
        """The bytes of an svg, png or pdf file.

        Raises `BadInput` where there is nothing to plot. It needs matplotlib, the extra `plot`.
        """
        if not self.curves:
            raise BadInput("there is nothing to plot: no line has a point")
        os.environ["MPLBACKEND"] = "agg"  # none is needed, and a wrong one would be fatal
        import matplotlib as mpl
        from matplotlib.figure import Figure

        out = BytesIO()
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(format)
        with mpl.rc_context(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a letter that the font lacks is drawn as a box
            mpl.rcdefaults()
            mpl.rcParams.update(SETTINGS)
            figure = self._figure(Figure)
            figure.savefig(out, format=format, metadata=metadata, dpi=192)
        if format != "svg":
            return out.getvalue()
        from hanoi_fsm.fsm.diagrams.svg import finished

        # A rule of matplotlib's, for everything, would apply to all other pictures on a page.
        text = out.getvalue().decode().replace("*{stroke", "svg.hanoi-fsm *{stroke")
        last = [(printable(curve.name), *curve.points[-1]) for curve in self.curves]
        ends = [f"{name}: {self.shown(value)} at n = {n}" for name, n, value in last]
        tooltips = {f"line-{index}": end for index, end in enumerate(ends)}
        description = f"{self.quantity}, against the {self.across}. {'; '.join(ends)}."
        return finished(text, self.title, description, tooltips).encode()

    def _figure(self, figure_class: Any) -> Any:
        """The figure, with a legend of lines beside it and one of colours in it."""
        guides = [self.guide] if self.guide and len(self.guide.points) > 1 else []
        named = [*self.curves, *guides]
        height = max(LEAST_HEIGHT, 1 + PER_LINE * len(named))
        figure = figure_class((WIDTH, height), facecolor=palette.PAPER, layout="constrained")
        axes = figure.subplots()
        axes.set(title=self.title, xlabel=self.across, ylabel=self.quantity)
        axes.set_xticks(sorted({n for curve in named for n, _ in curve.points}))
        self._scale(axes)
        colours = dict(zip(dict.fromkeys(one.family for one in self.curves), cycle(COLOURS)))
        for family, colour in colours.items():
            axes.plot([], color=colour, linewidth=4, label=family)
        if len(colours) > 1:
            axes.legend(handlelength=1)
        lines = []
        for index, (_, family, points) in enumerate(named):
            style = {"color": palette.LINE, "linewidth": 6, "alpha": 0.3, "zorder": 1}
            if family:
                style = self._style(index) | {"color": colours[family]}
            lines += axes.plot(*zip(*points, strict=True), **style)
        # The names have the order of the ends of their lines, from the top down.
        order = sorted(range(len(named)), key=lambda index: -named[index].points[-1][1])
        handles, words = [lines[index] for index in order], ["name"] * len(order)
        legend = figure.legend(handles=handles, labels=words, loc="outside right upper")
        for text, index in zip(legend.get_texts(), order, strict=True):
            text.set_text(cut(printable(named[index].name), LONGEST_NAME))
        return figure

    def _style(self, index: int) -> dict[str, Any]:
        """How a line looks; those that meet take turns with their markers, so that all are seen."""
        marked = []
        for point in self.curves[index].points:
            there = [i for i, one in enumerate(self.curves) if point in one.points]
            marked.append(there[point[0] % len(there)] == index)
        return {
            "gid": f"line-{index}",
            "marker": MARKERS[index % len(MARKERS)],
            "linestyle": DASHES[index % len(DASHES)],
            "markevery": marked,
            "zorder": 3,
        }

    def _scale(self, axes: Any) -> None:
        from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator

        if self.scale == "symlog":
            axes.set_yscale("symlog", linthresh=1, linscale=0.3)
        else:
            axes.set_yscale(self.scale)
            locator = LogLocator(subs=(1, 3)) if self.scale == "log" else MaxNLocator(integer=True)
            axes.yaxis.set_major_locator(locator)
        axes.yaxis.set_minor_formatter("")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: self.shown(value)))


def plot_format(file: str) -> str:
    """The format that the suffix of a `file` names.

    Raises `BadInput` for any other, and `RenderError` where matplotlib is not installed.
    """
    suffix = Path(file).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        known = ", ".join(f".{one}" for one in FORMATS)
        raise BadInput(f"cannot plot into {shortened(file)}: give a name that ends in {known}")
    try:
        import_module("matplotlib")
    except ImportError:
        raise RenderError(MISSING) from None
    return suffix


def seconds(value: float) -> str:
    """A time with a unit that suits it, such as 20 ms."""
    from matplotlib.ticker import EngFormatter

    return str(EngFormatter("s")(float(f"{value:.3g}")))


MEASURED: Mapping[str, tuple[str, str, Callable[[Figures], float | None]]] = {
    "times": (
        "How long a run takes",
        "processor time of the whole run, the best of several",
        lambda one: one.best or None,
    ),
    "events": (
        "How many events a run takes",
        "events of the whole run, the last one included",
        lambda one: one.events,
    ),
    "cells": (
        "How much a machine has to remember",
        "largest working memory in cells, which are numbers of 64 bits",
        lambda one: one.cells,
    ),
}
"""The plots of what was measured by name: title, quantity, and the value of a figure."""

KINDS = (*MEASURED, "counts")


def of_figures(kind: str, figures: Sequence[Figures]) -> Plot:
    """What was measured against the number of disks; a contender that did not run has no curve."""
    title, quantity, value_of = MEASURED[kind]
    curves: dict[str, Curve] = {}
    for one in figures:
        value = value_of(one)
        if value is not None:
            curve = curves.setdefault(one.name, Curve(one.name, _family(one), []))
            curve.points.append((one.disks, value))
    towers = sorted({one.disks for one in figures})
    moves = unit(figures[0].of) == "moves"
    across = "number of disks n" if moves else "n, for a word of 2^n - 1 events"
    if kind == "cells":
        guide = Curve("n", "", [(n, n) for n in towers])
        return Plot(title, quantity, list(curves.values()), guide, "linear", across=across)
    points = [point for curve in curves.values() for point in curve.points]
    least = min((value / (1 << n) for n, value in points), default=1) / 2
    guide = Curve("as 2^n", "", [(n, least * (1 << n)) for n in towers])
    shown = seconds if kind == "times" else Plot.shown
    return Plot(title, quantity, list(curves.values()), guide, shown=shown, across=across)


def _family(one: Figures) -> str:
    """What it is among all contenders: its kind, or "your own"."""
    if isinstance(one.of, UserSolver) or (one.machine and one.machine.origin):
        return "your own"
    return one.of.kind.name


def counts(machine: Contender, towers: Sequence[int], progress: Progress = no_progress) -> Plot:
    """How often each transition of a `machine` is taken against the number of disks, or of events.

    Raises `BadInput` for more transitions than a plot can show, and `MachineStopped` where it
    cannot be run. A number of disks has 10 seconds, and 1 ms per event.
    """
    assert isinstance(machine, Machine)  # nothing else has transitions
    rows = machine.automaton.transitions
    if len(rows) > MOST_COUNTED:
        raise BadInput(
            f"{machine.shown} has {len(rows)} transitions: a plot has room for the counts of "
            f"{MOST_COUNTED}"
        )
    taken = list[list[int]]()
    limits = Limits(SECONDS_PER_MOVE + SECONDS_PER_EVENT * (2 << towers[-1]))
    for n, found in spread(partial(_count, machine), towers, limits):
        if isinstance(found, Failure):
            raise MachineStopped(f"{machine.shown} cannot be counted at n = {n}: {found}")
        taken.append(found)
        progress(1 << n)
    moves = unit(machine) == "moves"
    named = zip(rows, _labels(rows), zip(*taken, strict=True), strict=True)
    return Plot(
        f"How often {shortened(machine.shown)[1:-1]} takes each transition",
        "times taken for a tower of n disks" if moves else "times taken in all words of n events",
        [Curve(name, row.source, list(zip(towers, of, strict=True))) for row, name, of in named],
        scale="symlog",
        across="number of disks n" if moves else "number of events n",
    )


def _count(machine: Machine, disks: int) -> list[int]:
    """How often each of its transitions is taken, in their order.

    One that moves disks moves the tower from 0 to 2; any other reads all words of `disks` events.
    """
    if not isinstance(machine, Solver | Pathfinder):
        return list(machine.counts(disks).values())
    return list(machine.counts_of_run(disks, *machine.set_up(Task(disks)), 2 << disks).values())


def _labels(rows: Sequence[Transition]) -> list[str]:
    """A name for each transition, short where that is enough to tell it from all others."""
    short = [
        f"{row.source} {ARROW} {row.target}" + f" / {row.action}" * bool(row.action) for row in rows
    ]
    return [
        name if short.count(name) == 1 else str(row) for name, row in zip(short, rows, strict=True)
    ]
