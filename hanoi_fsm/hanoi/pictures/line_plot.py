"""A quantity against the number of disks, one line for each solver: a plot by matplotlib.

Families differ in colour, and all lines in marker and dash, so that a plot can be read in grey too. Each line has its name at its end. The text of an SVG is text, and the same figures give
the same picture, whatever settings of matplotlib there are.
"""

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from hanoi_fsm.fsm.diagrams import palette
from hanoi_fsm.fsm.errors import BadInput, RenderError, cut, printable, shortened
from hanoi_fsm.hanoi.pictures.end_labels import spread

FORMATS = ("svg", "png", "pdf")
MISSING = (
    "a plot needs matplotlib, which is not installed: pip install 'matplotlib>=3.8' "
    "(in a checkout also: pip install -e '.[plot]')"
)

WIDTH, LEAST_HEIGHT, DPI = 900, 520, 96
"""In pixels: as wide as a README, and as high as the names need."""

LEFT, TOP, BOTTOM, LEADER, EDGE = 92, 106, 58, 26, 14
ROW, KEY = 17, 22
"""The height of a name, and of the key; all of these are pixels, too."""

LONGEST_NAME = 40
SCREEN = 2  # how many times finer a png is
SIZES = {"title": 17, "text": 13, "small": 12}
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
LINE = {"linewidth": 1.6, "markersize": 5.5, "zorder": 3}
GUIDE = {
    "color": palette.LINE,
    "linewidth": 6,
    "alpha": 0.3,
    "zorder": 1,
    "solid_capstyle": "round",
}
SETTINGS = {
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans", "Helvetica", "Arial"],
    "svg.fonttype": "none",  # text that can be read, found and copied
    "svg.hashsalt": "hanoi-fsm",  # the same names in every run
    "pdf.fonttype": 42,
}


@dataclass(frozen=True)
class Curve:
    """The `points` (disks, value) of one solver, or of one transition."""

    name: str
    family: str
    points: Sequence[tuple[int, float]]


@dataclass(frozen=True)
class LinePlot:
    """Some curves over the number of disks, or whatever goes `across`.

    `families` are the names of the families in the order of their colours; a `key` says so. The
    `scale` is linear, log, or symlog, which is logarithmic from 1 on and has a 0. A `guide` is a
    curve to compare the others with. `shown` writes a value with its unit.
    """

    title: str
    quantity: str
    curves: Sequence[Curve]
    families: Sequence[str]
    scale: str = "log"
    guide: Curve | None = None
    shown: Callable[[float], str] = field(default="{:,.0f}".format)
    key: bool = True
    across: str = "number of disks n"

    @property
    def description(self) -> str:
        """What the plot says, in words: where each of the lines ends."""
        return f"{self.quantity}, against the {self.across}. {'; '.join(self._ends())}."

    @property
    def tooltips(self) -> Mapping[str, str]:
        """The words for each line, by the id of its group."""
        return {f"line-{number}": end for number, end in enumerate(self._ends(), 1)}

    def _ends(self) -> Iterator[str]:
        for curve in self.curves:
            disks, value = curve.points[-1]
            yield f"{printable(curve.name)}: {self.shown(value)} at n = {disks}"

    def render(self, format: str = "svg") -> bytes:
        """The bytes of an svg, png or pdf file.

        Raises `BadInput` where there is nothing to plot, and `RenderError` where matplotlib, the
        extra `plot`, is not installed.
        """
        if not self.curves:
            raise BadInput("there is nothing to plot: no line has a point")
        with _matplotlib() as figure_class, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a letter that the font does not have is drawn as a box
            figure = _Drawing(self, figure_class).figure
            out = BytesIO()
            metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(format)
            figure.savefig(out, format=format, metadata=metadata, dpi=DPI * SCREEN)
        return out.getvalue()


def plot_format(file: str) -> str:
    """The format that the suffix of a `file` names; raises `BadInput` for any other."""
    suffix = Path(file).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        known = ", ".join(f".{one}" for one in FORMATS)
        raise BadInput(f"cannot plot into {shortened(file)}: give a name that ends in {known}")
    return suffix


def check_installed() -> None:
    """Raise `RenderError` where matplotlib is not installed, without loading it."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise RenderError(MISSING)


@contextmanager
def _matplotlib() -> Iterator[Any]:
    """Its class of figures, with our settings in place of those of the environment."""
    from logging import ERROR, getLogger

    getLogger("matplotlib").setLevel(ERROR)  # it warns of folders and settings that matter to it
    backend = os.environ.pop("MPLBACKEND", None)  # none is needed, and a wrong one would be fatal
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise RenderError(MISSING) from None
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        yield Figure


class _Drawing:
    """A plot as a figure of matplotlib; places are in pixels, from the lower left corner."""

    def __init__(self, plot: LinePlot, figure_class: Any) -> None:
        self.plot = plot
        self.named = [*plot.curves, *([plot.guide] if plot.guide else [])]
        self.top = TOP if plot.key else TOP - KEY
        self.height = max(LEAST_HEIGHT, self.top + BOTTOM + ROW * len(self.named))
        size = (WIDTH / DPI, self.height / DPI)
        self.figure = figure_class(figsize=size, dpi=DPI, facecolor=palette.PAPER)
        self.names = [self._text(0, 0, self._name(one.name), "small") for one in self.named]
        self.right = WIDTH - EDGE - LEADER - 16 - max(map(self._width, self.names))
        box = (LEFT, BOTTOM, self.right - LEFT, self.height - self.top - BOTTOM)
        self.axes = self.figure.add_axes(
            [part / whole for part, whole in zip(box, 2 * (WIDTH, self.height), strict=True)]
        )
        self._frame()
        self._lines()
        self._heading()

    @staticmethod
    def _name(name: str) -> str:
        return cut(printable(name), LONGEST_NAME)

    def _text(self, x: float, y: float, text: str, size: str, **more: Any) -> Any:
        place = x / WIDTH, y / self.height
        points = SIZES[size] * 72 / DPI
        style = {"fontsize": points, "color": palette.INK, "parse_math": False} | more
        return self.figure.text(*place, text, **style)  # a file may be called $x$

    def _width(self, text: Any) -> float:
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        renderer = FigureCanvasAgg(self.figure).get_renderer()
        return float(text.get_window_extent(renderer).width)

    def _frame(self) -> None:
        from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

        plot, axes = self.plot, self.axes
        disks = sorted({n for curve in plot.curves for n, _ in curve.points})
        values = [value for curve in self.named for _, value in curve.points]
        low, high = min(values), max(values)
        axes.set_xlim(disks[0] - 0.4, disks[-1] + 0.2)
        axes.set_xticks(disks)
        if plot.scale == "linear":
            axes.set_ylim(0, 1.05 * high)
            axes.yaxis.set_major_locator(MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
        elif plot.scale == "symlog":
            axes.set_yscale("symlog", linthresh=1, linscale=0.3)
            axes.set_ylim(-0.2, 1.6 * max(1, high))
            powers = [10**power for power in range(len(str(int(high))))]
            axes.set_yticks([0, *powers[:: 1 + len(powers) // 10]])
        else:
            axes.set_yscale("log")
            axes.set_ylim(low / 1.6, high * 1.6)
            near = high < 100 * low
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if near else (1,)))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: plot.shown(value)))
        small = SIZES["small"] * 72 / DPI
        axes.tick_params(labelsize=small, color=palette.LINE, labelcolor=palette.INK)
        axes.set_facecolor("none")
        axes.grid(color=palette.LINE, alpha=0.3, linewidth=0.7)
        for side, spine in axes.spines.items():
            spine.set_color(palette.LINE)
            spine.set_visible(side in ("left", "bottom"))

    def _lines(self) -> None:
        styled = list(self._styled())
        ends = [self._draw(*one) for one in styled]
        heights = [y for _, y in ends]
        places = spread(heights, ROW, BOTTOM, self.height - self.top)
        for name, end, y, (_, style, _) in zip(self.names, ends, places, styled, strict=True):
            self._label(name, end, y, style)

    def _styled(self) -> Iterator[tuple[Curve, dict[str, Any], str]]:
        """Each curve with its style and its id; the guide comes last."""
        families = list(self.plot.families)
        for index, curve in enumerate(self.plot.curves):
            style = {
                "color": COLOURS[families.index(curve.family) % len(COLOURS)],
                "marker": MARKERS[index % len(MARKERS)],
                "linestyle": DASHES[index % len(DASHES)],
                "markevery": self._marked(index),
            }
            yield curve, style | LINE, f"line-{index + 1}"
        if self.plot.guide:
            yield self.plot.guide, GUIDE, "guide"

    def _marked(self, index: int) -> list[bool]:
        """Which points of a curve get a marker: lines that meet take turns, so that all are seen."""
        marked = []
        for point in self.plot.curves[index].points:
            there = [i for i, one in enumerate(self.plot.curves) if point in one.points]
            marked.append(there[point[0] % len(there)] == index)
        return marked

    def _draw(self, curve: Curve, style: dict[str, Any], id: str) -> tuple[float, float]:
        """Draw a curve; the place of its end comes back."""
        x, y = zip(*curve.points, strict=True)
        self.axes.plot(x, y, gid=id, **style)
        end_x, end_y = self.axes.transData.transform((x[-1], y[-1]))
        return float(end_x), float(end_y)

    def _label(
        self, name: Any, end: tuple[float, float], y: float, style: dict[str, Any]
    ) -> None:
        x, colour = self.right + LEADER, style["color"]
        self._stroke([end[0] + 5, x - 8, x], [end[1], y, y], color=colour, linewidth=0.6)
        if "marker" in style:
            sample = {"marker": style["marker"], "markersize": style["markersize"]}
            self._stroke([x + 4], [y], color=colour, **sample)
        name.set_position(((x + 14) / WIDTH, y / self.height))
        name.set_verticalalignment("center_baseline")

    def _stroke(self, x: Sequence[float], y: Sequence[float], **style: Any) -> None:
        from matplotlib.lines import Line2D

        across = [one / WIDTH for one in x]
        up = [one / self.height for one in y]
        self.figure.add_artist(Line2D(across, up, transform=self.figure.transFigure, **style))

    def _heading(self) -> None:
        plot, top = self.plot, self.height - 30
        self._text(EDGE, top, plot.title, "title")
        self._text(EDGE, top - 26, plot.quantity, "text", color=palette.FAINT)
        middle = (LEFT + self.right) / 2
        self._text(middle, EDGE, plot.across, "text", horizontalalignment="center")
        x = EDGE
        for number, family in enumerate(plot.families):
            if plot.key and any(family == curve.family for curve in plot.curves):
                colour = COLOURS[number % len(COLOURS)]
                self._stroke([x + 2, x + 16], [top - 48] * 2, color=colour, linewidth=4)
                text = self._text(x + 24, top - 52, family, "small")
                x += 48 + self._width(text)
