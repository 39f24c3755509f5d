"""What all pictures drawn through graphviz have in common: their looks, DOT, files, notebooks."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from hanoi_fsm.fsm.diagrams.render import render

if TYPE_CHECKING:
    import graphviz

INK, PAPER, SHADE, FAINT = "#1e293b", "#ffffff", "#f1f5f9", "#64748b"
LIT_FILL, LIT_LINE = "#fde68a", "#b45309"
FONT = "Helvetica,Arial,sans-serif"
ARROW = "\N{RIGHTWARDS ARROW}"

LETTERING = {"fontname": FONT, "fontcolor": INK}
SHEET = LETTERING | {"labelloc": "t", "fontsize": "20", "bgcolor": PAPER, "pad": "0.3"}
"""The sheet that a picture is drawn on, with its title on top."""

FIXED = {"layout": "neato", "inputscale": "72", "splines": "line", "outputorder": "edgesfirst"}
"""Every node stays where its `pos` puts it, in points (`neato -n`), and covers the edges."""


class Picture:
    """Base of the pictures: a subclass says what its graph is."""

    def _graph(self) -> graphviz.Graph | graphviz.Digraph:
        raise NotImplementedError

    @property
    def dot(self) -> str:
        """The picture as DOT."""
        return str(self._graph().source)

    def render(self, format: str = "svg", renderer: str = "auto") -> bytes:
        """The picture as the bytes of an svg, png or pdf file; see `render` for the renderers."""
        return render(self.dot, format, renderer)

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, Any]:
        """What a notebook shows: the picture, and the DOT where no picture can be shown."""
        bundle = {"image/svg+xml": self.render().decode(), "text/plain": self.dot}
        return {
            kind: shown
            for kind, shown in bundle.items()
            if (not include or kind in include) and kind not in (exclude or ())
        }


def place(x: float, y: float) -> str:
    """A point of the sheet as a fixed `pos`.

    >>> place(0, -77.94228), place(45, -0.0)
    ('0,-77.942!', '45,0!')
    """
    return ",".join(f"{round(value, 3) + 0.0:.10g}" for value in (x, y)) + "!"


def inches(points: float) -> str:
    """A width or a height, which DOT wants in inches where all else is in points.

    >>> inches(36)
    '0.5'
    """
    return f"{points / 72:.4g}"


def write(
    graph: graphviz.Graph | graphviz.Digraph, name: str, text: str, pos: str, **look: str
) -> None:
    """Put a `text` on the sheet, as a node `name` of which nothing else is seen."""
    from graphviz import escape

    free = {"shape": "plain", "fixedsize": "false", "width": "0", "height": "0"}
    known = {"id": name.replace(" ", "-"), "style": ""}
    graph.node(name, label=escape(text), pos=pos, **known, **free, **look)


def counted(number: int, what: str) -> str:
    """How many there are of something.

    >>> counted(1, "disk"), counted(3, "disk")
    ('1 disk', '3 disks')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
