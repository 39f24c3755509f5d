"""Pictures of the puzzle: Hanoi graph, trees, disk table, filmstrip, towers."""

from typing import Any

from hanoi_fsm.hanoi.errors import BadDisks

DISK_COLOURS = ("#0ea5e9", "#22c55e", "#eab308", "#f97316", "#e11d48", "#a855f7")
"""The disks, the smallest first; they repeat beyond the sixth."""

PEG_COLOURS = ("#e0f2fe", "#dcfce7", "#ffe4e6")
MOVED_COLOURS = ("#0369a1", "#15803d", "#be123c")
"""The pegs in the disk table: for a disk that stayed, and for one that has just moved."""

SECOND_FILL, SECOND_LINE = "#ddd6fe", "#6d28d9"
"""The second of two shortest paths in the Hanoi graph."""

FAINT_LINE = "#94a3b8"
"""The edges of a Hanoi graph too large for labels."""


def check_few(what: str, disks: int, most: int) -> None:
    """Raise `BadDisks` for more than `most` disks: a picture of them would be too small to read."""
    if disks > most:
        raise BadDisks(f"{what} of {disks} disks would be too small to read: draw at most {most}")


def sheet(
    kind: str, name: str, title: str, size: tuple[float, ...], nodes: dict[str, str], **edges: str
) -> Any:
    """An empty `Graph` or `Digraph` with a title, whose nodes have fixed places.

    Its nodes are of one `size` in points, a width or a width and a height; `nodes` and `edges` are
    the other attributes of all of them and of all edges.
    """
    import graphviz

    from hanoi_fsm.fsm.diagrams.picture import FIXED, LETTERING, SHEET, inches

    # A browser may draw the title in a wider font than the one that Graphviz measures.
    room = " " * (len(title) // 4)
    nodes = nodes | dict(zip(("width", "height"), map(inches, size), strict=False))

    return getattr(graphviz, kind)(
        name,
        graph_attr=SHEET | FIXED | {"label": f"{room}{title}{room}\\n "},
        node_attr=LETTERING | {"style": "filled", "fixedsize": "true"} | nodes,
        edge_attr=edges,
    )
