"""The table of disks by steps: one column per configuration, one row per disk.

The largest disk is on top, so that a column, read downwards, is the configuration after its step.
The cells of the disks that have just moved are the ticks of a ruler (the ruler function: disk p
moves in every 2**p-th step); a row is the itinerary of its disk (Scheme 2007).

Every cell is a node at a fixed place: the embedded renderer is built without HTML-like labels, and
an SVG of our own, like the filmstrip of a run, would give no PNG, no PDF and no DOT.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LINE, SHADE, disk_colours
from hanoi_fsm.fsm.diagrams.picture import ARROW, Picture, place, write
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures import check_few, sheet

MAX_TABLE_DISKS = 6
ACROSS = 16
"""How many columns are side by side, or half of all if that is more; the others are below."""

WIDTH, HEIGHT = 44, 28
CELL = {"shape": "box", "color": LINE, "fontsize": "15"}
HEADING = {"fontsize": "14", "fontcolor": FAINT}


@dataclass(frozen=True)
class DiskTable(Picture):
    """The table for a task; `BadDisks` for more than 6 disks."""

    see: ClassVar[str] = (
        "A column, read downwards, is the configuration after that step, the largest disk on top. "
        "The strong cells are the disks that have just moved, spaced like the ticks of a ruler: "
        "disk 1 moves in every second step, disk 2 in every fourth, disk 3 in every eighth. Along "
        "a row a disk goes round the pegs, always in the same direction."
    )

    task: Task

    def __post_init__(self) -> None:
        check_few("the table", self.task.disks, MAX_TABLE_DISKS)

    @property
    def title(self) -> str:
        task = self.task
        ends = f"{task.source} {ARROW} {task.target}"
        return f"The pegs of {counted(task.disks, 'disk')} after each step: {ends}"

    @property
    def description(self) -> str:
        lines = []
        for step in range(self.task.last_step + 1):
            after = f"step {step}: {formulas.configuration(step, self.task)}"
            lines.append(f"{after}, {formulas.move(step, self.task)}" if step else after)
        return "\n".join(lines)

    def _graph(self) -> Any:
        task = self.task
        graph = sheet("Graph", "disk-table", self.title, (WIDTH, HEIGHT), CELL)
        names = ["step", *(f"disk {disk}" for disk in range(task.disks, 0, -1)), "move"]
        for step in range(0, task.last_step + 1, self._across):
            for row, name in enumerate(names):
                at = self._place(step, row, left=1.1)
                write(graph, f"{name} from step {step}", name, at, **HEADING)
        for step in range(task.last_step + 1):
            self._draw_column(graph, step)
        return graph

    @property
    def _across(self) -> int:
        return max(ACROSS, 1 << self.task.disks >> 1)

    def _place(self, step: int, row: int, left: float = 0) -> str:
        band, column = divmod(step, self._across)
        return place(WIDTH * (column - left), -HEIGHT * (row + band * (self.task.disks + 3)))

    def _draw_column(self, graph: Any, step: int) -> None:
        move = formulas.move(step, self.task) if step else None
        write(graph, f"step {step}", str(step), self._place(step, 0), **HEADING)
        configuration = formulas.configuration(step, self.task)
        for row, (disk, peg) in enumerate(configuration.from_the_largest(), 1):
            moved = move is not None and move.disk == disk
            fill, colour = disk_colours(disk) if moved else (SHADE, INK)
            graph.node(
                f"disk {disk} after step {step}",
                label=str(peg),
                pos=self._place(step, row),
                id=f"disk-{disk}-step-{step}",
                fillcolor=fill,
                fontcolor=colour,
            )
        if move is not None:
            text = f"{move.source}{ARROW}{move.target}"
            write(graph, f"move {step}", text, self._place(step, self.task.disks + 1), **HEADING)
