"""How a plot is laid out and drawn: lines that can be told apart, with names at their ends.

Families differ in colour, and all lines in marker and dash, so that a plot can be read in grey too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hanoi_fsm.fsm.diagrams import palette
from hanoi_fsm.fsm.errors import cut, printable
from hanoi_fsm.hanoi.pictures.end_labels import spread

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.pictures.line_plot import Curve, LinePlot

WIDTH, LEAST_HEIGHT, DPI = 900, 520, 96
"""In pixels: as wide as a README, and as high as the names need."""

LEFT, TOP, BOTTOM, LEADER, EDGE = 92, 106, 58, 26, 14
ROW, KEY = 17, 22
"""The height of a name, and of the key; all of these are pixels, too."""

LONGEST_NAME = 40
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
LINE = {"linewidth": 1.6, "markersize": 6.5, "markeredgewidth": 0, "zorder": 3}
GUIDE = {
    "color": palette.LINE,
    "linewidth": 6,
    "alpha": 0.3,
    "zorder": 1,
    "solid_capstyle": "round",
}


class PlotFigure:
    """A plot as a figure of matplotlib; places are in pixels, from the lower left corner."""

    def __init__(self, plot: LinePlot, figure_class: Any) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        self.plot = plot
        self.guides = [plot.guide] if plot.guide and len(plot.guide.points) > 1 else []
        self.named = [*plot.curves, *self.guides]
        self.top = TOP if plot.key else TOP - KEY
        self.height = max(LEAST_HEIGHT, self.top + BOTTOM + ROW * len(self.named))
        size = (WIDTH / DPI, self.height / DPI)
        self.figure = figure_class(figsize=size, dpi=DPI, facecolor=palette.PAPER)
        self.canvas: Any = FigureCanvasAgg(self.figure)  # which measures texts
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
        return float(text.get_window_extent(self.canvas.get_renderer()).width)

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
            powers = [10.0**power for power in range(len(str(int(high))))]
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
        for guide in self.guides:
            yield guide, GUIDE, "guide"

    def _marked(self, index: int) -> list[bool]:
        """Which points of a curve get a marker: lines that meet take turns, so all are seen."""
        marked = []
        for point in self.plot.curves[index].points:
            there = [i for i, one in enumerate(self.plot.curves) if point in one.points]
            marked.append(there[point[0] % len(there)] == index)
        return marked

    def _draw(self, curve: Curve, style: dict[str, Any], id: str) -> tuple[float, float]:
        """Draw a curve and return the place of its end."""
        x, y = zip(*((n, float(value)) for n, value in curve.points), strict=True)
        self.axes.plot(x, y, gid=id, **style)
        end_x, end_y = self.axes.transData.transform((x[-1], y[-1]))
        return float(end_x), float(end_y)

    def _label(self, name: Any, end: tuple[float, float], y: float, style: dict[str, Any]) -> None:
        x, colour = self.right + LEADER, style["color"]
        self._stroke([end[0] + 5, x - 8, x], [end[1], y, y], color=colour, linewidth=0.6)
        if "marker" in style:
            sample = {name: style[name] for name in ("marker", "markersize", "markeredgewidth")}
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
        x = float(EDGE)
        for number, family in enumerate(plot.families):
            if plot.key and any(family == curve.family for curve in plot.curves):
                colour = COLOURS[number % len(COLOURS)]
                self._stroke([x + 2, x + 16], [top - 48] * 2, color=colour, linewidth=4)
                text = self._text(x + 24, top - 52, family, "small")
                x += 48 + self._width(text)
