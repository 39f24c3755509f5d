"""The pictures of the puzzle that `draw` knows beside state diagrams.

Each is a function of its name and the options, and returns the stem of its file and its content.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from hanoi_fsm.cli.args import given
from hanoi_fsm.fsm.errors import BadInput, RenderError, counted, shortened
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Configuration, Task

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.picture import Picture

DISKS = 3
"""The number of disks in a picture, by default."""


def drawn(picture: Picture, options: Namespace) -> bytes:
    """The picture in the format asked for."""
    if options.format == "dot":
        return picture.dot.encode()
    return picture.render(options.format, options.renderer, dpi=options.dpi)


def task_of(options: Namespace) -> Task:
    """The task that the options name; --disks is 3 by default."""
    return Task(DISKS if options.disks is None else options.disks, **given(options))


def _run(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.hanoi.pictures.filmstrip import filmstrip

    if options.format != "svg":
        raise RenderError(f"a run is drawn as svg only, not as {options.format}: ask for svg")
    task = task_of(options)
    return name, filmstrip(task.start, resolver.find("two-storey").run(task.disks)).encode()


def _hanoi_graph(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph

    if options.path is None:
        task = task_of(options)
        return _stem(name, task), drawn(HanoiGraph.of_task(task), options)
    start, goal = _ends(options)
    stem = f"{name}-{len(start)}-from-{start}-to-{goal}"
    return stem, drawn(HanoiGraph(start, goal), options)


def _ends(options: Namespace) -> tuple[Configuration, Configuration]:
    """The two configurations of `--path`."""
    if len(options.path) != 2:
        raise BadInput(
            f"--path needs two configurations, START GOAL, but got {len(options.path)}: "
            "give two, and name the pictures before it"
        )
    if options.source is not None or options.target is not None:
        raise BadInput("--path says where from and where to: leave out --from and --to")
    start, goal = map(Configuration, options.path)
    if options.disks not in (None, len(start)):
        raise BadDisks(
            f"the start of --path has {counted(len(start), 'disk')}, but --disks is "
            f"{shortened(options.disks)}: leave --disks out"
        )
    return start, goal


def _of_task(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.hanoi.pictures.disk_table import DiskTable
    from hanoi_fsm.hanoi.pictures.trees import MoveTree, RecursionTree

    kinds = {"recursion-tree": RecursionTree, "move-tree": MoveTree, "disk-table": DiskTable}
    task = task_of(options)
    return _stem(name, task), drawn(kinds[name](task), options)


def _stem(name: str, task: Task) -> str:
    """The name of a file, which tells apart whatever may be in one folder."""
    usual = (task.source, task.target) == (0, 2)
    return f"{name}-{task.disks}" + ("" if usual else f"-from-{task.source}-to-{task.target}")


PICTURES: dict[str, Callable[[str, Namespace], tuple[str, bytes]]] = {
    "run": _run,
    "hanoi-graph": _hanoi_graph,
    "recursion-tree": _of_task,
    "move-tree": _of_task,
    "disk-table": _of_task,
}
TAKE_TASK = [name for name in PICTURES if name != "run"]
"""The pictures that --from and --to are for."""
