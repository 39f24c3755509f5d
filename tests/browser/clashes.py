"""What a person would call untidy in a picture, found by measuring it in a browser.

`python tests/browser/clashes.py FILE.svg ...` prints it, for each picture as it is and with all
texts a tenth wider, as where a font is missing; the exit code says whether there is any.

A node whose id begins with `badge-` lies on an edge, one with `inset-` in the box of a state, and
one with `note-` is a text that stands alone.
"""

import re
import sys
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist, inf
from pathlib import Path

from measuring import Box, Edge, Measured, Node, Point, Text, browser, measured

WIDER = 1.1
SLACK = 0.6
"""Half a pixel of a smoothed line or letter is no fault."""

TAIL = 3
"""How near to an arrowhead an edge may not begin."""

ON_AN_EDGE = re.compile(r"badge-|path-\d+-number-")
INSET = "inset-"


def clashes(picture: Measured) -> list[str]:
    """One line for each fault: what is wrong, and where on the sheet."""
    found = [
        *_texts_off_the_sheet(picture),
        *_texts_off_their_box(picture),
        *_texts_over_texts(picture),
        *_texts_under_nodes(picture),
        *_edges_through(picture),
        *_tails_on_arrowheads(picture),
    ]
    return [f"{picture.name}: {what}" for what in dict.fromkeys(found)]


def _texts_off_the_sheet(picture: Measured) -> Iterator[str]:
    for text in picture.texts:
        if not all(_within(corner, picture.sheet.grown(SLACK)) for corner in text.box.corners):
            yield f"{_said(text)} is cut off by the edge of the sheet"


def _texts_off_their_box(picture: Measured) -> Iterator[str]:
    """The box of a text is the smallest shape around its middle, in its own node if it has one."""
    outlines = {node.id: node.outlines for node in picture.nodes}
    for text in picture.texts:
        own = outlines.get(text.owner, [] if text.owner else picture.rects)
        around = [outline for outline in own if _inside(text.box.middle, outline)]
        if around:
            box = min(around, key=_area)
            if not all(_inside(corner, box) for corner in text.box.grown(-SLACK).corners):
                yield f"{_said(text)} is wider or higher than its box"
        elif own and text.owner:
            yield f"{_said(text)} is beside its own node"


def _texts_over_texts(picture: Measured) -> Iterator[str]:
    for one, other in combinations(picture.texts, 2):
        if one.box.grown(-SLACK).meets(other.box.grown(-SLACK)):
            yield f"{_said(one)} overlaps {_said(other)}"


def _texts_under_nodes(picture: Measured) -> Iterator[str]:
    """A text may be within a node that is not its own only if it is in an inset of it."""
    for node in picture.nodes:
        for outline, text in ((o, t) for o in node.outlines for t in picture.texts):
            if text.owner == node.id or not _covers(outline, text.box.grown(-SLACK)):
                continue
            inside = all(_inside(corner, outline) for corner in text.box.corners)
            if not (text.owner.startswith(INSET) and inside):
                yield f"{_said(text)} overlaps {_node(node)}"


def _edges_through(picture: Measured) -> Iterator[str]:
    owners = {node.id: node for node in picture.nodes}
    for edge in picture.edges:
        ends = _ends(edge, picture.nodes)
        for text in picture.texts:
            box = text.box.grown(edge.width / 2 - SLACK)
            on_it = ON_AN_EDGE.match(text.owner) and _passes(edge, text.box.middle)
            if text.owner in ends or on_it or owners.get(text.owner, _NOWHERE).id in ends:
                continue
            if any(_crosses(one, other, box) for one, other in pairwise(edge.points)):
                yield f"{_edge(edge)} runs through {_said(text)}"
        for node in picture.nodes:
            if node.id in ends or ON_AN_EDGE.match(node.id) or node.id.startswith(INSET):
                continue
            for outline in node.outlines:
                inside = [point for point in edge.points if _inside(point, outline)]
                if len(inside) > 2:
                    yield f"{_edge(edge)} runs through {_node(node)}"


def _tails_on_arrowheads(picture: Measured) -> Iterator[str]:
    for edge in picture.edges:
        tail = edge.points[0]
        for other in picture.edges:
            for head in other.heads if other is not edge else []:
                if _inside(tail, head) or _distance(tail, head) < TAIL:
                    yield f"{_edge(edge)} begins on the arrowhead of {_edge(other)} at {_at(tail)}"


_NOWHERE = Node("", "", [])


def _ends(edge: Edge, nodes: list[Node]) -> set[str]:
    """The ids of the two nodes nearest to the ends of an edge, whose titles may say anything."""
    first, last = edge.points[0], edge.points[-1]
    if edge.heads:
        last = max(edge.heads[-1], key=lambda corner: dist(corner, last))
    return {_nearest(first, nodes), _nearest(last, nodes)}


def _nearest(point: Point, nodes: list[Node]) -> str:
    def away(node: Node) -> float:
        inside = any(_inside(point, outline) for outline in node.outlines)
        distances = (_distance(point, outline) for outline in node.outlines)
        return 0 if inside else min(distances, default=inf)

    ends = [n for n in nodes if n.outlines and not ON_AN_EDGE.match(n.id) and INSET not in n.id]
    return min(ends, key=away, default=_NOWHERE).id


def _passes(edge: Edge, point: Point) -> bool:
    return any(dist(point, other) < TAIL for other in edge.points)


def _within(point: Point, box: Box) -> bool:
    return box.left <= point[0] <= box.right and box.top <= point[1] <= box.bottom


def _inside(point: Point, outline: list[Point]) -> bool:
    """By the number of sides that a ray to the right crosses."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def _area(outline: list[Point]) -> float:
    around = zip(outline, [*outline[1:], outline[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in around)) / 2


def _covers(outline: list[Point], box: Box) -> bool:
    """Whether they have anything in common."""
    sides = zip(outline, [*outline[1:], outline[0]], strict=True)
    return _inside(box.middle, outline) or any(_crosses(one, other, box) for one, other in sides)


def _crosses(one: Point, other: Point, box: Box) -> bool:
    """Whether a straight line meets a box (Liang and Barsky)."""
    begin, end = 0.0, 1.0
    for start, stop, low, high in (
        (one[0], other[0], box.left, box.right),
        (one[1], other[1], box.top, box.bottom),
    ):
        if start == stop:
            if not low < start < high:
                return False
            continue
        enter, leave = sorted(((low - start) / (stop - start), (high - start) / (stop - start)))
        begin, end = max(begin, enter), min(end, leave)
    return begin < end


def _distance(point: Point, outline: list[Point]) -> float:
    """From a point to the nearest side."""
    sides = zip(outline, [*outline[1:], outline[0]], strict=True)
    return min((_from_side(point, one, other) for one, other in sides), default=inf)


def _from_side(point: Point, one: Point, other: Point) -> float:
    length = dist(one, other)
    if not length:
        return dist(point, one)
    along = sum((p - a) * (b - a) for p, a, b in zip(point, one, other, strict=True)) / length**2
    share = max(0.0, min(1.0, along))
    foot = [a + share * (b - a) for a, b in zip(one, other, strict=True)]
    return dist(point, foot)


def _said(text: Text) -> str:
    return f'"{text.words}" ({text.owner or "text"}) at {_at(text.box.middle)}'


def _edge(edge: Edge) -> str:
    return f"{edge.id} ({' '.join(edge.title.split())})"


def _node(node: Node) -> str:
    return f"node {node.id} ({' '.join(node.title.split())})"


def _at(point: Point) -> str:
    return f"{point[0]:.0f},{point[1]:.0f}"


def main(files: list[str]) -> int:
    found = []
    with browser() as chrome:
        for file in map(Path, files):
            found += clashes(measured(chrome, file))
            wide = clashes(measured(chrome, file, WIDER))
            found += [f"{line} (wider text)" for line in wide]
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
