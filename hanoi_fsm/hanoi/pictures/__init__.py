"""Pictures of the puzzle: Hanoi graph, trees, disk table, filmstrip, towers."""

from typing import Any

from hanoi_fsm.hanoi.pegs import BadDisks, check_disks

Graph = Any  # of graphviz, which has no types


def check_few(what: str, disks: int, most: int) -> None:
    """Raise `BadDisks` for more than `most` disks: a picture of them would be too small to read."""
    if check_disks(disks) > most:
        raise BadDisks(f"{what} of {disks} disks would be too small to read: draw at most {most}")


def sheet(
    kind: str, name: str, title: str, size: tuple[float, ...], nodes: dict[str, str], **edges: str
) -> Graph:
    """Make an empty `Graph` or `Digraph` with a title, whose nodes have fixed places.

    All nodes have one `size` in points, a width or a width and a height; `nodes` and `edges` are
    the other attributes of all nodes and all edges.
    """
    import graphviz

    from hanoi_fsm.fsm.diagrams.picture import FIXED, LETTERING, SHEET, inches

    # A browser may draw the title in a wider font than Graphviz measures.
    room = " " * (len(title) // 4)
    nodes = nodes | dict(zip(("width", "height"), map(inches, size), strict=False))

    return getattr(graphviz, kind)(
        name,
        graph_attr=SHEET | FIXED | {"label": f"{room}{title}{room}\\n "},
        node_attr=LETTERING | {"style": "filled", "fixedsize": "true"} | nodes,
        edge_attr=edges,
    )
