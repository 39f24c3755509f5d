"""A quantity against the number of disks, one line for each solver: a plot by matplotlib.

The same figures give the same picture, whatever settings of matplotlib there are. The text of an
SVG is text.
"""

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from hanoi_fsm.fsm.errors import BadInput, RenderError, printable, shortened
from hanoi_fsm.hanoi.pictures.plot_figure import PlotFigure

FORMATS = ("svg", "png", "pdf")
MISSING = (
    "a plot needs matplotlib, which is not installed: pip install 'matplotlib>=3.8' "
    "(in a checkout also: pip install -e '.[plot]')"
)

DENSITY = 192
"""The pixels per inch of a png, twice those of a screen."""

EVERYWHERE = "*{stroke-linejoin: round"
"""The begin of a rule that matplotlib writes."""

SETTINGS: Any = {
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans", "Helvetica", "Arial"],
    "svg.fonttype": "none",  # text that can be read, found and copied
    "svg.hashsalt": "hanoi-fsm",  # the same names in every run
    "pdf.fonttype": 42,
}


def number(value: float) -> str:
    """A number in few characters, however large it is.

    >>> number(0), number(16_777_216), number(2.5e9), number(10**24)
    ('0', '16,777,216', '2.5e9', '1e24')
    """
    if value < 1e8:
        return f"{value:,.0f}"
    mantissa, _, exponent = f"{value:.2e}".partition("e")
    return f"{float(mantissa):g}e{int(exponent)}"


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
    shown: Callable[[float], str] = number
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
            warnings.simplefilter(
                "ignore"
            )  # a letter that the font does not have is drawn as a box
            figure = PlotFigure(self, figure_class).figure
            out = BytesIO()
            metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(format)
            figure.savefig(out, format=format, metadata=metadata, dpi=DENSITY)
        return self._finished(out.getvalue()) if format == "svg" else out.getvalue()

    def _finished(self, svg: bytes) -> bytes:
        from hanoi_fsm.fsm.diagrams.svg import finished

        # This rule would apply to all other pictures on a page.
        text = svg.decode().replace(EVERYWHERE, "svg.hanoi-fsm " + EVERYWHERE)
        return finished(text, self.title, self.description, self.tooltips).encode()


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
