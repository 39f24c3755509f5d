"""The table of disks by steps: one column per configuration, one row per disk, its round trip.

The largest disk is on top, so that a column, read downwards, is the configuration after its step,
and the cells of the disks that have just moved are the ticks of a ruler (the ruler function: disk
p moves in every 2**p-th step, as the itineraries of Scheme 2007 have it).

Every cell is a node at a fixed place. An HTML-like label with a TABLE would be the usual way, but
the embedded renderer is built without them and would show the name of the node instead; an SVG of
our own, like the filmstrip of a run, would give no PNG, no PDF and no DOT.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.diagrams.picture import (
    ARROW,
    FAINT,
    FIXED,
    INK,
    LETTERING,
    PAPER,
    SHEET,
    Picture,
    counted,
    inches,
    place,
    write,
)
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures import check_few
from hanoi_fsm.hanoi.pictures.palette import MOVED_COLOURS, PEG_COLOURS

if TYPE_CHECKING:
    import graphviz

MAX_TABLE_DISKS = 6
ACROSS = 16
"""How many columns are side by side, or half of all if these are more; the others are below."""

WIDE, HIGH = 44, 28


@dataclass(frozen=True)
class DiskTable(Picture):
    """The table for a task; `BadDisks` for more than 6 disks.

    >>> DiskTable(Task(2)).dot.count("disk 1 after step")
    4
    """

    task: Task

    def __post_init__(self) -> None:
        check_few("the table", self.task.disks, MAX_TABLE_DISKS)

    def _graph(self) -> graphviz.Graph:
        import graphviz

        task = self.task
        stand = "stands" if task.disks == 1 else "stand"
        title = f"Where {counted(task.disks, 'disk')} {stand} after each step"
        graph = graphviz.Graph(
            "disk-table",
            graph_attr=SHEET
            | FIXED
            | {"label": f"{title}: {task.source} {ARROW} {task.target}\\n "},
            node_attr=LETTERING
            | {
                "shape": "box",
                "style": "filled",
                "fixedsize": "true",
                "width": inches(WIDE),
                "height": inches(HIGH),
                "color": PAPER,
                "fontsize": "15",
            },
        )
        self._name_rows(graph)
        for step in range(task.last_step + 1):
            self._draw_column(graph, step)
        return graph

    @property
    def _across(self) -> int:
        return max(ACROSS, 1 << self.task.disks >> 1)

    def _place(self, step: int, row: int, left: float = 0) -> str:
        """The place of a cell: below step 0, or below the rows of earlier steps if it is full."""
        band, column = divmod(step, self._across)
        return place(WIDE * (column - left), -HIGH * (row + band * (self.task.disks + 3)))

    def _name_rows(self, graph: graphviz.Graph) -> None:
        names = ["step", *(f"disk {disk}" for disk in range(self.task.disks, 0, -1)), "move"]
        look = {"fontsize": "14", "fontcolor": FAINT}
        for first in range(0, self.task.last_step + 1, self._across):
            for row, name in enumerate(names):
                pos = self._place(first, row, left=1.1)
                write(graph, f"{name} from step {first}", name, pos, **look)

    def _draw_column(self, graph: graphviz.Graph, step: int) -> None:
        """The configuration after a step, below its number and above its move."""
        move = formulas.move(step, self.task) if step else None
        look = {"fontsize": "14", "fontcolor": FAINT}
        write(graph, f"step {step}", str(step), self._place(step, 0), **look)
        configuration = formulas.configuration(step, self.task)
        for row, (disk, peg) in enumerate(configuration.from_the_largest(), 1):
            moved = move is not None and move.disk == disk
            graph.node(
                f"disk {disk} after step {step}",
                label=str(peg),
                pos=self._place(step, row),
                id=f"disk-{disk}-step-{step}",
                fillcolor=(MOVED_COLOURS if moved else PEG_COLOURS)[peg],
                fontcolor=PAPER if moved else INK,
            )
        if move is not None:
            text = f"{move.source}{ARROW}{move.target}"
            write(graph, f"move {step}", text, self._place(step, self.task.disks + 1), **look)
