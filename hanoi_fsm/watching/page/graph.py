"""The Hanoi graph of each number of disks, as compact as a page needs it.

A vertex is at u * e1 + v * e2 with the coordinates (u, v) of `sierpinski`; every edge has length 1
and one of three directions, so that edges in a row are one line of the drawing.
"""

from collections.abc import Iterator

from hanoi_fsm.hanoi.pictures.sierpinski import address, edges, vertices
from hanoi_fsm.watching.page.data import GraphData, GraphSize

MOST_GRAPH_DISKS = 10
"""A graph of more disks, each with three times as many vertices, is too large for a page."""

DIRECTIONS = {(1, 0): "h{0}", (0, 1): "v{0}", (1, -1): "l{0} -{0}"}
"""How SVG draws a line of so many edges, by the change of (u, v) along each of them."""


def graph_data(largest: int) -> GraphData:
    """For 0, ..., `largest` disks the vertices and the edges.

    `vertices` are the numbers u and v of every configuration in turn, "000", "001", "002", "010"
    and so on; `edges` is the path of an SVG in the coordinates (u, v).

    >>> graph_data(1)["sizes"][1]
    {'vertices': [0, 0, 1, 0, 0, 1], 'edges': 'M0 0h1M0 0v1M0 1l1 -1'}
    """
    return {"sizes": [_size(disks) for disks in range(largest + 1)]}


def _size(disks: int) -> GraphSize:
    places = {vertex: address(vertex) for vertex in vertices(disks)}
    return {
        "vertices": [number for place in places.values() for number in place],
        "edges": "".join(_lines({(places[one], places[other]) for one, other in edges(disks)})),
    }


def _lines(pairs: set[tuple[tuple[int, int], tuple[int, int]]]) -> Iterator[str]:
    """The lines that together are these edges, each as long as it can be."""
    for (du, dv), drawn in DIRECTIONS.items():
        left = {
            a
            for one, other in pairs
            for a, b in ((one, other), (other, one))
            if (b[0] - a[0], b[1] - a[1]) == (du, dv)
        }
        for u, v in sorted(left):
            if (u - du, v - dv) in left:
                continue
            length = 1
            while (u + length * du, v + length * dv) in left:
                length += 1
            yield f"M{u} {v}" + drawn.format(length)
