"""The pictures of the puzzle that `draw` knows beside state diagrams.

Each is a function of its name and the options, and returns the stem of its file and the picture,
or its content where no renderer is needed.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hanoi_fsm.cli import args
from hanoi_fsm.cli.args import given
from hanoi_fsm.fsm.errors import BadInput, RenderError, counted, shortened
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Configuration, Task

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.picture import Picture

RUN, FILMED = "run", "two-storey"
"""The name of the film of a run, and the solver that is filmed by default."""

LONGEST_NAME = 100
"""As many letters of a machine's name are in that of its picture: a file's has at most 255."""

DISKS = 3
"""The number of disks in a picture, by default."""


def add_run_options(command: ArgumentParser) -> None:
    """What can be said of the film of a run, besides its task."""
    machines = "the solver, pathfinder, diagram or FILE.py:NAME of `run` (default: two-storey)"
    args.add(command, "--by", default=None, help=machines)
    command.add_argument("--steps", metavar="STEP..STEP", help="only these steps of `run`")
    beside = "show the memory, such as the peg matrix, in each frame of `run`"
    command.add_argument("--matrix", action="store_true", help=beside)


def run_options(name: str, options: Namespace) -> Iterator[tuple[str, object, str, bool]]:
    """These options with their values, what they are for, and whether that is what is drawn."""
    for flag, value in (
        ("--by", options.by),
        ("--steps", options.steps),
        ("--matrix", options.matrix or None),
    ):
        yield flag, value, RUN, name == RUN


def task_of(options: Namespace) -> Task:
    """The task that the options name; --disks is 3 by default."""
    return Task(DISKS if options.disks is None else options.disks, **given(options))


def _run(name: str, options: Namespace) -> tuple[str, Picture | bytes]:
    from hanoi_fsm.hanoi.pictures.filming import film
    from hanoi_fsm.hanoi.solving import find_any

    if options.format != "svg":
        raise RenderError(f"a run is drawn as svg only, not as {options.format}: ask for svg")
    by = FILMED if options.by is None else options.by
    task, steps = task_of(options), _steps(options.steps)
    subject = find_any(by, memory=options.memory)
    stem = _stem(f"{name}-{_file_part(by, subject.name)}", task)
    if steps is not None:
        stem += f"-steps-{steps[0]}-to-{steps[-1]}"
    if options.matrix:
        stem += "-matrix"
    return stem, film(subject, task, steps, matrix=options.matrix).svg.encode()


def _file_part(by: str, name: str) -> str:
    """What stands for a machine in the name of a file: its name, or that of its own file.

    The ending of its file stays, so that it is not taken for a machine of this package.
    """
    file, _, inside = by.rpartition(":") if resolver.is_python(by) else (by, "", "")
    if file != resolver.STANDARD_INPUT and (inside or resolver.is_data(file)):
        name = "-".join(filter(None, (Path(file).name, inside)))
    return re.sub(r"[^\w.-]+", "-", name)[:LONGEST_NAME]


def _steps(written: str | None) -> range | None:
    """The steps of a film: a range, or one of them."""
    if written is None:
        return None
    one = re.fullmatch(r"\s*[0-9]+\s*", written)
    return args.steps("--steps", f"{written}..{written}" if one else written)


def _hanoi_graph(name: str, options: Namespace) -> tuple[str, Picture | bytes]:
    from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph

    if options.path is None:
        task = task_of(options)
        return _stem(name, task), HanoiGraph.of_task(task)
    start, goal = _ends(options)
    stem = f"{name}-{len(start)}-from-{start}-to-{goal}"
    return stem, HanoiGraph(start, goal)


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


def _of_task(name: str, options: Namespace) -> tuple[str, Picture | bytes]:
    from hanoi_fsm.hanoi.pictures.disk_table import DiskTable
    from hanoi_fsm.hanoi.pictures.trees import MoveTree, RecursionTree

    kinds = {"recursion-tree": RecursionTree, "move-tree": MoveTree, "disk-table": DiskTable}
    task = task_of(options)
    return _stem(name, task), kinds[name](task)


def _stem(name: str, task: Task) -> str:
    """The name of a file, which tells apart whatever may be in one folder."""
    usual = (task.source, task.target) == (0, 2)
    return f"{name}-{task.disks}" + ("" if usual else f"-from-{task.source}-to-{task.target}")


PICTURES: dict[str, Callable[[str, Namespace], tuple[str, Picture | bytes]]] = {
    RUN: _run,
    "hanoi-graph": _hanoi_graph,
    "recursion-tree": _of_task,
    "move-tree": _of_task,
    "disk-table": _of_task,
}
TAKE_TASK = [*PICTURES]
"""The pictures that --from and --to are for."""
