"""What a person would call untidy in a picture, found by measuring it in a browser.

`python tests/browser/clashes.py FILE.svg ...` prints it, for each picture as it is and with all
texts a tenth wider, as where a font is missing; the exit code says whether there is any.

A node whose id begins with `badge-` lies on an edge, one with `inset-` in the box of a state, and
one with `note-` is a text that stands alone.
"""

import re
import sys
from collections.abc import Iterator
from itertools import combinations
from math import dist, inf
from pathlib import Path

from geometry import Point
from measuring import Edge, Measured, Node, Text, browser, measured

WIDER = 1.1
SLACK = 0.6
"""Half a pixel of a smoothed line or letter is no fault."""

TAIL = 3
"""How near to an arrowhead an edge may not begin."""

BADGE, INSET = re.compile(r"badge-|path-\d+-number-"), re.compile(r"inset-")


def clashes(picture: Measured) -> list[str]:
    """One line for each fault: what is wrong, and where on the sheet."""
    found = [
        *_texts_off_the_sheet(picture),
        *_texts_off_their_box(picture),
        *_texts_over_texts(picture),
        *_texts_over_nodes(picture),
        *_edges_through_texts_and_nodes(picture),
        *_tails_on_arrowheads(picture),
    ]
    return [f"{picture.name}: {what}" for what in dict.fromkeys(found)]


def _texts_off_the_sheet(picture: Measured) -> Iterator[str]:
    for text in picture.texts:
        if not all(map(picture.sheet.grown(SLACK).holds, text.box.corners)):
            yield f"{_the_text(text)} is cut off by the edge of the sheet"


def _texts_off_their_box(picture: Measured) -> Iterator[str]:
    """The box of a text is the smallest shape around its middle, in its own node if it has one."""
    nodes = {node.id: node.outlines for node in picture.nodes}
    for text in picture.texts:
        own = nodes.get(text.owner, [] if text.owner else picture.boxes)
        around = [outline for outline in own if outline.holds(text.box.middle)]
        if around:
            if not min(around, key=lambda one: one.area).holds_all(text.box.grown(-SLACK)):
                yield f"{_the_text(text)} is wider or higher than its box"
        elif text.owner and own and not INSET.match(text.owner):
            yield f"{_the_text(text)} is beside its own node"


def _texts_over_texts(picture: Measured) -> Iterator[str]:
    for one, other in combinations(picture.texts, 2):
        if one.box.grown(-SLACK).meets(other.box.grown(-SLACK)):
            yield f"{_the_text(one)} overlaps {_the_text(other)}"


def _texts_over_nodes(picture: Measured) -> Iterator[str]:
    """Within a node that is not its own a text may only be if it is in an inset of that node."""
    for node in picture.nodes:
        for text in picture.texts:
            if text.owner == node.id or _in_one_inset(text.owner, node.id):
                continue
            for outline in node.outlines:
                inside = INSET.match(text.owner) and outline.holds_all(text.box)
                if not inside and outline.meets(text.box.grown(-SLACK)):
                    yield f"{_the_text(text)} overlaps {_the_node(node)}"


def _in_one_inset(one: str, other: str) -> bool:
    """Whether both are parts of one small picture: there a disk has its numeral, on a peg."""
    return bool(INSET.match(one)) and one.rpartition("-")[0] == other.rpartition("-")[0]


def _edges_through_texts_and_nodes(picture: Measured) -> Iterator[str]:
    for edge in picture.edges:
        ends = _ends(edge, picture.nodes)
        for text in picture.texts:
            box = text.box.grown(edge.width / 2 - SLACK)
            if text.owner in ends or not edge.course.meets(box):
                continue
            if not (BADGE.match(text.owner) and edge.course.away(text.box.middle) < TAIL):
                yield f"{_the_edge(edge)} runs through {_the_text(text)}"
        for node in picture.nodes:
            if node.id in ends or BADGE.match(node.id) or INSET.match(node.id):
                continue
            if any(edge.course.length_within(outline) > TAIL for outline in node.outlines):
                yield f"{_the_edge(edge)} runs through {_the_node(node)}"


def _tails_on_arrowheads(picture: Measured) -> Iterator[str]:
    for edge in picture.edges:
        tail = edge.course.points[0]
        for other in picture.edges:
            if other is not edge and any(head.away(tail) < TAIL for head in other.heads):
                where = f"{_the_edge(other)} at {_place(tail)}"
                yield f"{_the_edge(edge)} begins on the arrowhead of {where}"


def _ends(edge: Edge, nodes: list[Node]) -> set[str]:
    """The ids of the two nodes nearest to the ends of an edge, whose title may say anything."""
    first, last = edge.course.points[0], edge.course.points[-1]
    if edge.heads:
        last = max(edge.heads[-1].corners, key=lambda corner: dist(corner, last))
    return {_nearest(first, nodes), _nearest(last, nodes)} - {""}


def _nearest(point: Point, nodes: list[Node]) -> str:
    nearest, least = "", inf
    for node in nodes:
        for outline in [] if BADGE.match(node.id) or INSET.match(node.id) else node.outlines:
            if outline.box.grown(least).holds(point) and (away := outline.away(point)) < least:
                nearest, least = node.id, away
    return nearest


def _the_text(text: Text) -> str:
    return f'"{text.words}" ({text.owner or "text"}) at {_place(text.box.middle)}'


def _the_edge(edge: Edge) -> str:
    return f"{edge.id} ({' '.join(edge.title.split())})"


def _the_node(node: Node) -> str:
    return f"the node {node.id} ({' '.join(node.title.split())})"


def _place(point: Point) -> str:
    return f"{point[0]:.0f},{point[1]:.0f}"


def main(files: list[str]) -> int:
    """Print the faults of the files as they are found."""
    faults = 0
    with browser() as chrome:
        for file in map(Path, files):
            for wider, note in ((1.0, ""), (WIDER, " (wider text)")):
                for line in clashes(measured(chrome, file, wider)):
                    faults += 1
                    print(f"{line}{note}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
