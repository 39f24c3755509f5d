"""A drawing of this package on paper: its SVG as PNG or PDF.

Graphviz paints it, as the background of an empty graph: the rectangles, paths and texts of which
our drawings are made become curves and texts in its language xdot.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

from hanoi_fsm.fsm.diagrams.geometry.shapes import Point
from hanoi_fsm.fsm.diagrams.picture import DPI, render
from hanoi_fsm.fsm.errors import RenderError

RECTANGLE = ("x", "y", "width", "height", "rx")
SIDES = {"start": -1, "middle": 0, "end": 1}
CURVE = 0.55
"""How far the handles of a round corner are from its ends, on the way to the corner."""

LIFTED = 0.2
"""How much higher Graphviz writes than it is told to, in sizes of the letters."""


class Sheet(NamedTuple):
    """An SVG of this package as a picture that is not a graph; `fault` is what is wrong in it."""

    svg: str
    fault: str = ""

    @property
    def dot(self) -> str:
        raise RenderError("this picture is not a graph: ask for svg, png or pdf")

    def _repr_svg_(self) -> str:
        return self.svg

    def render(self, format: str = "svg", *, dpi: float = DPI) -> bytes:
        """The bytes of an svg, png or pdf file; the last two need Graphviz's `dot`."""
        return self.svg.encode() if format == "svg" else on_paper(self.svg, format, dpi=dpi)


def on_paper(svg: str, format: str, *, dpi: float = DPI) -> bytes:
    """The bytes of a png or pdf file; raises `RenderError` where there is no `dot`."""
    root = fromstring(svg)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    # A string of DOT has a limit, and no backslash before its end: each piece has one of its own.
    pieces = (piece.replace('"', '\\"') for piece in _drawn(root, 0, height))
    words = " + ".join(f'"{piece} "' for piece in pieces)
    look = f'layout=nop2 bb="0,0,{width:g},{height:g}" pad=0 _background={words}'
    corners = f'a [pos="0,0"] b [pos="{width:g},{height:g}"]'
    dot = f"digraph {{ graph [{look}] node [style=invis width=0 height=0] {corners} }}"
    return render(dot, format, "dot", dpi=dpi)


def _drawn(group: Element, x: float, y: float) -> Iterator[str]:
    """What is in a group whose origin is at (x, y), with y upwards from here on."""
    for part in group:
        tag, look = part.tag.rpartition("}")[2], part.attrib
        if tag == "g":
            right, down = map(float, look["transform"][len("translate(") : -1].split())
            yield from _drawn(part, x + right, y - down)
        elif tag == "text":
            words = (part.text or "") + "".join(inside.tail or "" for inside in part)
            words = words.replace("\\", "\N{SET MINUS}")  # which is longer
            size, side = look["font-size"], SIDES[look.get("text-anchor", "start")]
            at = f"{x + float(look['x']):.2f} {y - float(look['y']) - LIFTED * float(size):.2f}"
            yield f"F {size} 9 -Helvetica t {int(look.get('font-weight') == 'bold')}"
            yield f"{_op('c', look['fill'])} T {at} {side} 0 {len(words.encode())} -{words}"
        elif tag in ("rect", "path"):
            points = _followed(look["d"].split() if tag == "path" else _around(look))
            places = " ".join(f"{x + right:.2f} {y - down:.2f}" for right, down in points)
            yield from _painted(look, f"{len(points)} {places}")


def _painted(look: Mapping[str, str], curve: str) -> Iterator[str]:
    """A curve, filled and with a line, as far as it has them."""
    fill, stroke = look.get("fill", "none"), look.get("stroke", "none")
    style = _op("S", "dashed" if "stroke-dasharray" in look else "solid")
    if fill != "none":
        yield f"{_op('C', fill)} {_op('c', fill)} {_op('S', 'setlinewidth(0)')} b {curve}"
    if stroke != "none":
        width = _op("S", f"setlinewidth({look.get('stroke-width', '1')})")
        yield f"{_op('c', stroke)} {width} {style} B {curve} {_op('S', 'solid')}"


def _op(letter: str, words: str) -> str:
    """An operation of xdot with a text, whose length comes first."""
    return f"{letter} {len(words)} -{words}"


def _around(look: Mapping[str, str]) -> list[str | float]:
    """The path around a rectangle, whose corners may be round."""
    x, y, width, height, round_ = (float(look.get(name, 0)) for name in RECTANGLE)
    r, right, down = min(round_, width / 2, height / 2), x + width, y + height
    bend = r * (1 - CURVE)
    return [
        *("M", x + r, y, "l", width - 2 * r, 0),
        *("C", right - bend, y, right, y + bend, right, y + r, "l", 0, height - 2 * r),
        *("C", right, down - bend, right - bend, down, right - r, down, "l", 2 * r - width, 0),
        *("C", x + bend, down, x, down - bend, x, down - r, "l", 0, 2 * r - height),
        *("C", x, y + bend, x + bend, y, x + r, y),
    ]


def _followed(words: Sequence[str | float]) -> list[Point]:
    """The curve of a path; of the commands these drawings have no others than M, C, l and z."""
    found: list[Point] = []
    rest = iter(words)
    for word in rest:
        if word == "M":
            found = [Point(float(next(rest)), float(next(rest)))]
            continue
        if word == "C":
            found += [Point(float(next(rest)), float(next(rest))) for _ in range(3)]
            continue
        along = Point(float(next(rest)), float(next(rest))) if word == "l" else None
        end = found[-1].plus(along) if along else found[0]
        found += [found[-1], end, end]
    return found
