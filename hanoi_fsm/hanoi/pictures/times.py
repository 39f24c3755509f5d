"""How long solvers take, against the number of disks: a plot by matplotlib."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from hanoi_fsm.fsm.errors import BadInput, RenderError, printable, shortened

FORMATS = ("svg", "png", "pdf")


def plot_format(file: str) -> str:
    """The format that the suffix of a `file` names; raises `BadInput` for any other."""
    from pathlib import Path

    suffix = Path(file).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        known = ", ".join(f".{one}" for one in FORMATS)
        raise BadInput(f"cannot plot into {shortened(file)}: give a name that ends in {known}")
    return suffix


def plot(times: Mapping[str, Sequence[tuple[int, float]]], format: str = "svg") -> bytes:
    """The (disks, seconds) of each solver as a line, as the bytes of an svg, png or pdf.

    Raises `BadInput` where there are no times, and `RenderError` where matplotlib, the extra
    `plot`, is not installed.
    """
    if not times:
        raise BadInput("there is nothing to plot: compare at least 1 disk")
    import warnings
    from io import BytesIO

    axes = _axes()
    for name, line in times.items():
        axes.plot(*zip(*line, strict=True), "o-", label=name)
    axes.set(yscale="log", xlabel="disks", ylabel="seconds for the whole solution")
    axes.set_xticks(sorted({disks for line in times.values() for disks, _ in line}))
    axes.grid(alpha=0.3)
    lines = axes.get_lines()  # named here: a legend would leave out names that begin with _
    numbers = [str(number) for number, _ in enumerate(lines)]
    legend = axes.legend(
        lines, numbers, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False
    )
    for text, line in zip(legend.get_texts(), lines, strict=True):
        text.set_parse_math(False)  # a file may be called $x$
        text.set_text(printable(line.get_label()))
    out = BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font does not have is drawn as a box
        metadata = {"CreationDate" if format == "pdf" else "Date": None}
        axes.figure.savefig(out, format=format, metadata={} if format == "png" else metadata)
    return out.getvalue()


def _axes() -> Any:
    """Axes of matplotlib, whatever backend the environment asks for: none is needed."""
    from logging import ERROR, getLogger

    getLogger("matplotlib").setLevel(ERROR)  # it warns of folders and settings that matter to it
    backend = os.environ.pop("MPLBACKEND", None)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise RenderError(
            "a plot needs matplotlib, which is not installed: pip install 'hanoi-fsm[plot]'"
        ) from None
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
    return Figure(figsize=(9, 5.5), layout="constrained").subplots()
