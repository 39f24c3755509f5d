"""The base of all pictures drawn with graphviz: style, DOT, files, notebooks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hanoi_fsm.fsm.diagrams.palette import INK, PAPER
from hanoi_fsm.fsm.diagrams.render import DPI, render_all
from hanoi_fsm.fsm.diagrams.svg import NO_TOOLTIPS, finished
from hanoi_fsm.fsm.diagrams.text_width import FONT

if TYPE_CHECKING:
    import graphviz

ARROW = "\N{RIGHTWARDS ARROW}"

LETTERING = {"fontname": FONT, "fontcolor": INK}
SHEET = LETTERING | {"labelloc": "t", "fontsize": "20", "bgcolor": PAPER, "pad": "0.3"}
"""The attributes of a graph with its title on top."""

FIXED = {"layout": "neato", "inputscale": "72", "splines": "line", "outputorder": "edgesfirst"}
"""Every node is fixed at its `pos`, in points (`neato -n`), and drawn over the edges."""


class Picture:
    """Base of the pictures; a subclass defines the graph.

    `see` says in two or three sentences what there is to see in any picture of its kind.
    """

    see: ClassVar[str] = ""

    def _graph(self) -> graphviz.Graph | graphviz.Digraph:
        raise NotImplementedError

    @property
    def dot(self) -> str:
        return str(self._graph().source)

    @property
    def title(self) -> str:
        """What it is, in a few words: the name of the picture for a screen reader."""
        return type(self).__name__

    @property
    def description(self) -> str:
        """What it shows, as text, for those who cannot see it."""
        return ""

    @property
    def tooltips(self) -> Mapping[str, str]:
        """What appears over the nodes and edges with these ids, in place of their names."""
        return NO_TOOLTIPS

    def _illustration(self, renderer: str) -> graphviz.Graph | graphviz.Digraph:
        """The graph that is rendered, if that shows more than the DOT text says."""
        return self._graph()

    def render(self, format: str = "svg", renderer: str = "auto", *, dpi: float = DPI) -> bytes:
        """The bytes of an svg, png or pdf file; see `render` for the renderers and `dpi`."""
        return rendered([self], format, renderer, dpi=dpi)[0]

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, Any]:
        bundle = {"image/svg+xml": self.render().decode(), "text/plain": self.dot}
        kinds = set(include or bundle) - set(exclude or ())
        return {kind: shown for kind, shown in bundle.items() if kind in kinds}


def rendered(
    pictures: Sequence[Picture], format: str = "svg", renderer: str = "auto", *, dpi: float = DPI
) -> list[bytes]:
    """The bytes of the file of each picture; several together are drawn sooner than one by one."""
    dots = [one._illustration(renderer).source for one in pictures]
    contents = render_all(dots, format, renderer, dpi=dpi)
    if format != "svg":
        return contents
    svgs = (content.decode("utf-8", "replace") for content in contents)
    return [
        finished(svg, one.title, one.description, one.tooltips).encode()
        for svg, one in zip(svgs, pictures, strict=True)
    ]


def place(x: float, y: float) -> str:
    """A point as a fixed `pos`.

    >>> place(0, -77.94228), place(45, -0.0)
    ('0,-77.942!', '45,0!')
    """
    return ",".join(f"{round(value, 3) + 0.0:.10g}" for value in (x, y)) + "!"


def inches(points: float) -> str:
    """A width or height in inches, as DOT expects; positions are in points.

    >>> inches(36)
    '0.5'
    """
    return f"{points / 72:.4g}"


def write(
    graph: graphviz.Graph | graphviz.Digraph, name: str, text: str, pos: str, **attributes: str
) -> None:
    """Write a `text` on the picture, as a node `name` without a border."""
    from graphviz import escape

    free = {"shape": "plain", "fixedsize": "false", "width": "0", "height": "0"}
    known = {"id": name.replace(" ", "-"), "style": ""}
    graph.node(name, label=escape(text), pos=pos, **known, **free, **attributes)
