"""How figures grow with the number of disks, as plots by matplotlib: one line per contender.

Times depend on the computer. Events and the largest working memory are the same in every run, and
so are the bytes of their plots, whatever settings of matplotlib there are. Lines differ in colour,
and in marker and dash too, so that a plot can be read in grey. The text of an SVG is text.
"""

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from hanoi_fsm.fsm.diagrams import palette
from hanoi_fsm.fsm.errors import BadInput, RenderError, cut, printable, shortened
from hanoi_fsm.hanoi.comparing import Figures

FORMATS = ("svg", "png", "pdf")
MISSING = (
    "a plot needs matplotlib, which is not installed: pip install 'matplotlib>=3.8' "
    "(in a checkout also: pip install -e '.[plot]')"
)

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
"""Each has a contrast of 3:1 on a light and on a dark page."""
MARKERS = "os^DvPX*<h>p"
DASHES = ("-", (0, (6, 2)), (0, (2, 1.2)), (0, (7, 2, 1.5, 2)), (0, (4, 1.5, 1, 1.5, 1, 1.5)))


class Quantity(NamedTuple):
    """What is plotted: its `value` in some figures, None where it does not apply, and its words."""

    title: str
    axis: str
    value: Callable[[Figures], float | None]
    scale: str = "log"
    shown: Callable[[float], str] = "{:,.0f}".format


def seconds(value: float) -> str:
    """A time with a unit that suits it, such as 20 ms."""
    from matplotlib.ticker import EngFormatter

    return str(EngFormatter("s")(float(f"{value:.3g}")))


QUANTITIES: Mapping[str, Quantity] = {
    "times": Quantity(
        "How long a run takes",
        "processor time of the whole run, the best of several",
        lambda one: one.best or None,
        shown=seconds,
    ),
    "events": Quantity(
        "How many events a run takes",
        "events of the whole run, the last one included",
        lambda one: one.events,
    ),
    "cells": Quantity(
        "How much a machine has to remember",
        "largest working memory in cells, which are numbers of 64 bits",
        lambda one: one.cells,
        "linear",
    ),
}
"""What can be plotted, by name."""


Curves = dict[str, list[tuple[int, float]]]
"""The points (disks, value) of each contender, by its name."""


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


def plot(name: str, figures: Sequence[Figures], format: str = "svg") -> bytes:
    """One of the `QUANTITIES` against the number of disks, as an svg, png or pdf file.

    Raises `BadInput` where there is nothing to plot. It needs matplotlib, the extra `plot`.
    """
    quantity, curves = QUANTITIES[name], Curves()
    for one in figures:
        if (value := quantity.value(one)) is not None:
            curves.setdefault(one.name, []).append((one.disks, value))
    if not curves:
        raise BadInput(f"there is nothing to plot: none of these has any {name}")
    moves = figures[0].of.kind.unit == "moves"
    across = "number of disks n" if moves else "n, for a word of 2^n - 1 events"
    os.environ["MPLBACKEND"] = "agg"  # none is needed, and a wrong one would be fatal
    import matplotlib as mpl

    out = BytesIO()
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(format)
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font lacks is drawn as a box
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        figure = _figure(quantity, curves, across)
        figure.savefig(out, format=format, metadata=metadata, dpi=192)
    if format != "svg":
        return out.getvalue()
    from hanoi_fsm.fsm.diagrams.svg import finished

    # A rule of matplotlib's, for everything, would apply to all other pictures on a page.
    text = out.getvalue().decode().replace("*{stroke", "svg.hanoi-fsm *{stroke")
    last = [(printable(who), *points[-1]) for who, points in curves.items()]
    ends = [f"{who}: {quantity.shown(value)} at n = {n}" for who, n, value in last]
    tooltips = {f"line-{index}": end for index, end in enumerate(ends)}
    description = f"{quantity.axis}, against the {across}. {'; '.join(ends)}."
    return finished(text, quantity.title, description, tooltips).encode()


def _figure(quantity: Quantity, curves: Curves, across: str) -> Any:
    """The figure, with a legend beside it."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, LogLocator

    height = max(LEAST_HEIGHT, 1 + PER_LINE * len(curves))
    figure = Figure((WIDTH, height), facecolor=palette.PAPER, layout="constrained")
    axes = figure.subplots()
    axes.set(title=quantity.title, xlabel=across, ylabel=quantity.axis, yscale=quantity.scale)
    axes.set_xticks(sorted({n for points in curves.values() for n, _ in points}))
    if quantity.scale == "log":
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 3)))
    axes.yaxis.set_minor_formatter("")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: quantity.shown(value)))
    lines = {}
    for index, (name, points) in enumerate(curves.items()):
        # Lines that meet take turns with their markers, so that all are seen.
        there = [
            [at for at, others in enumerate(curves.values()) if one in others] for one in points
        ]
        marked = [at[n % len(at)] == index for at, (n, _) in zip(there, points, strict=True)]
        [lines[name]] = axes.plot(
            *zip(*points, strict=True),
            color=COLOURS[index % len(COLOURS)],
            gid=f"line-{index}",
            marker=MARKERS[index % len(MARKERS)],
            linestyle=DASHES[index % len(DASHES)],
            markevery=marked,
        )
    # The names have the order of the ends of their lines, from the top down.
    order = sorted(curves, key=lambda name: -curves[name][-1][1])
    handles, words = [lines[name] for name in order], ["name"] * len(order)
    legend = figure.legend(handles=handles, labels=words, loc="outside right upper")
    for text, name in zip(legend.get_texts(), order, strict=True):
        text.set_text(cut(printable(name), LONGEST_NAME))
    return figure
