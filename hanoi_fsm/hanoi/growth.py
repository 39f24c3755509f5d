"""How figures grow with the number of disks, as plots by matplotlib: one line per contender.

Lines differ in colour, and in marker and dash too, so that a plot can be read in grey. The text of
an SVG is text.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

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
    *(solid for solid, _, _ in palette.STATES[:4]),
    palette.INK,
    palette.FAINT,
)
"""Each has a contrast of 3:1 on paper."""
MARKERS = "os^DvPX*<h>p"
DASHES = ("-", (0, (6, 2)), (0, (2, 1.2)), (0, (7, 2, 1.5, 2)), (0, (4, 1.5, 1, 1.5, 1, 1.5)))


QUANTITIES: Mapping[str, tuple[str, str, str, Callable[[Figures], float | None]]] = {
    "times": (
        "How long a run takes",
        "seconds of processor time for the whole run, the best of several",
        "log",
        lambda figures: figures.best or None,
    ),
    "events": (
        "How many events a run takes",
        "events of the whole run, the last one included",
        "log",
        lambda figures: figures.events,
    ),
    "cells": (
        "How much a machine has to remember",
        "largest working memory in cells, which are numbers of 64 bits",
        "linear",
        lambda figures: figures.cells,
    ),
}
"""What can be plotted: its title, its axis and the scale of that, and its value in some figures.

That is None where it does not apply.
"""


def plot_format(file: str) -> str:
    """The format that the suffix of a `file` names.

    Raises `BadInput` for any other, and `RenderError` where matplotlib is not installed.
    """
    suffix = Path(file).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        known = ", ".join(f".{format}" for format in FORMATS)
        raise BadInput(f"cannot plot into {shortened(file)}: give a name that ends in {known}")
    if find_spec("matplotlib") is None:
        raise RenderError(MISSING)
    return suffix


def plot(name: str, figures: Sequence[Figures], format: str = "svg") -> bytes:
    """One of the `QUANTITIES` against the number of disks, as an svg, png or pdf file.

    Raises `BadInput` where there is nothing to plot. It needs matplotlib, the extra `plot`.
    """
    title, axis, scale, value_of = QUANTITIES[name]
    curves: dict[str, list[tuple[int, float]]] = {}
    for measured in figures:
        if (value := value_of(measured)) is not None:
            curves.setdefault(measured.of.shown, []).append((measured.disks, value))
    if not curves:
        raise BadInput(f"there is nothing to plot: none of these has any {name}")
    import matplotlib as mpl
    from matplotlib.figure import Figure

    moves = figures[0].of.unit == "moves"
    across = "number of disks n" if moves else "n, for a word of 2^n - 1 events"
    with mpl.rc_context(SETTINGS):
        height = max(LEAST_HEIGHT, 1 + PER_LINE * len(curves))
        figure = Figure((WIDTH, height), layout="constrained")
        axes = figure.subplots()
        axes.set(title=title, xlabel=across, ylabel=axis, yscale=scale)
        axes.set_xticks(sorted({measured.disks for measured in figures}))
        for index, (who, points) in enumerate(curves.items()):
            # A name that begins with an underscore would be left out, and one in dollars be set.
            label = cut(printable(who), LONGEST_NAME).replace("$", r"\$")
            axes.plot(
                *zip(*points, strict=True),
                label=f"\N{NO-BREAK SPACE}{label}",
                color=COLOURS[index % len(COLOURS)],
                marker=MARKERS[index % len(MARKERS)],
                linestyle=DASHES[index % len(DASHES)],
            )
        figure.legend(loc="outside right upper")
        out = BytesIO()
        figure.savefig(out, format=format, dpi=192)
    return out.getvalue()
