"""How figures grow with the number of disks, as plots by matplotlib: one line per contender.

Lines differ in colour, and in marker and dash too, so that a plot can be read in grey. The text of
an SVG is text.
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
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "svg.fonttype": "none",  # text that can be read, found and copied
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
"""Each has a contrast of 3:1 on paper."""
MARKERS = "os^DvPX*<h>p"
DASHES = ("-", (0, (6, 2)), (0, (2, 1.2)), (0, (7, 2, 1.5, 2)), (0, (4, 1.5, 1, 1.5, 1, 1.5)))


class Quantity(NamedTuple):
    """What is plotted: its `value` in some figures, None where it does not apply, and its words."""

    title: str
    axis: str
    value: Callable[[Figures], float | None]
    scale: str = "log"


QUANTITIES: Mapping[str, Quantity] = {
    "times": Quantity(
        "How long a run takes",
        "seconds of processor time for the whole run, the best of several",
        lambda one: one.best or None,
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
    quantity, curves = QUANTITIES[name], dict[str, list[tuple[int, float]]]()
    for one in figures:
        if (value := quantity.value(one)) is not None:
            curves.setdefault(one.name, []).append((one.disks, value))
    if not curves:
        raise BadInput(f"there is nothing to plot: none of these has any {name}")
    os.environ["MPLBACKEND"] = "agg"  # none is needed, and a wrong one would be fatal
    import matplotlib as mpl
    from matplotlib.figure import Figure

    moves = figures[0].of.unit == "moves"
    across = "number of disks n" if moves else "n, for a word of 2^n - 1 events"
    out = BytesIO()
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font lacks is drawn as a box
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        height = max(LEAST_HEIGHT, 1 + PER_LINE * len(curves))
        figure = Figure((WIDTH, height), layout="constrained")
        axes = figure.subplots()
        axes.set(title=quantity.title, xlabel=across, ylabel=quantity.axis, yscale=quantity.scale)
        axes.set_xticks(sorted({one.disks for one in figures}))
        for index, (who, points) in enumerate(curves.items()):
            # A name that begins with an underscore would be left out, and one in dollars be set.
            name = cut(printable(who), LONGEST_NAME).replace("$", r"\$")
            axes.plot(
                *zip(*points, strict=True),
                label=f"\N{NO-BREAK SPACE}{name}",
                color=COLOURS[index % len(COLOURS)],
                marker=MARKERS[index % len(MARKERS)],
                linestyle=DASHES[index % len(DASHES)],
            )
        figure.legend(loc="outside right upper")
        figure.savefig(out, format=format, dpi=192)
    return out.getvalue()
