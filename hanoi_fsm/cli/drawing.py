"""The command `draw`: state diagrams, and pictures of the puzzle, into the files of a folder."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hanoi_fsm.cli.output import write_bytes
from hanoi_fsm.fsm.errors import BadInput, RenderError, UnknownName, shortened
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, solving
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Configuration, check_disks

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.picture import Picture

DISKS = 3
"""So many disks does a picture show unless told."""

PATIENCE = 24
"""More disks than this are too many for what must run through every move."""


def draw(options: Namespace) -> int:
    """Write the pictures and print their paths; nothing is written unless all can be drawn."""
    from hanoi_fsm.fsm.diagrams.render import FORMATS

    if options.format not in ("dot", *FORMATS):
        raise UnknownName.among("picture format", options.format, ("dot", *FORMATS))
    names = list(dict.fromkeys(options.names or automata.names()))
    _refuse_idle(names, options)
    pictures = {}
    for name in names:
        stem, content = PICTURES.get(name, _state_diagram)(name, options)
        file = f"{stem}.{options.format}"
        if file in pictures:
            raise BadInput(f"two of the pictures would be called {file}: draw them one by one")
        pictures[file] = content
    folder = folder_for(options.out)
    for file, content in pictures.items():
        write_bytes(content, folder / file)
        print(folder / file)
    return 0


def _state_diagram(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

    if not name.endswith(solving.FILES) and name not in automata.names():
        raise UnknownName.among("picture", name, [*automata.names(), *PICTURES])
    machine, stem = solving.find(name), Path(name).stem
    diagram = Diagram(machine.automaton, options.lit)
    if options.counts is not None:
        few_enough(options.counts)
        counts = solving.counts(machine, options.counts)
        closed = solving.closed_counts(machine, options.counts)
        diagram = replace(diagram, counts=counts, closed=closed)
        stem = f"{stem}-counts-{options.counts}"
    if options.path is not None:
        start, stop = _steps(name, options)
        records = list(_stretch(machine, _disks(options), start, stop))
        states = {state for one in records for state in (one.state, one.next_state)}
        taken = {one.transition for one in records}
        diagram = replace(diagram, lit=[*options.lit, *sorted(states)], taken=taken)
        stem = f"{stem}-steps-{start}-to-{stop}"
    return stem, _drawn(diagram, options)


def _steps(name: str, options: Namespace) -> tuple[int, int]:
    """The first and the last step of `--path STEP..STEP`."""
    first, dots, last = options.path[0].partition("..")
    if len(options.path) != 1 or not dots or not (first.isdecimal() and last.isdecimal()):
        raise BadInput(
            f"of {shortened(name)} --path lights a stretch of the run: write --path STEP..STEP"
        )
    return int(first), int(last)


def _stretch(machine: solving.AnyMachine, disks: int, start: int, stop: int) -> Iterator[Record]:
    """The records of the steps `start` .. `stop` of a run, those between two moves included."""
    if not isinstance(machine, solving.Machine):
        raise BadInput(f"{machine.origin} is no solver, it has no steps: leave --path out")
    formulas.check_step(start, disks, first=1)
    formulas.check_step(stop, disks, first=start)
    few_enough(disks)
    step = 1
    for record in machine.run(disks):
        if step > stop:
            return
        if step >= start:
            yield record
        step += record.output is not None


def _drawn(picture: Picture, options: Namespace) -> bytes:
    if options.format == "dot":
        return picture.dot.encode()
    return picture.render(options.format, options.renderer)


def _run(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.hanoi.pictures.filmstrip import film

    if options.format != "svg":
        raise RenderError(f"a run is drawn as svg only, not as {options.format}: ask for svg")
    disks = _disks(options)
    start = Configuration.tower(disks, 0)
    return name, film(start, solving.find_solver("two-storey").run(disks)).encode()


def _hanoi_graph(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph

    if options.path is None:
        disks, source, target = task = _task(options)
        return _stem(name, *task), _drawn(HanoiGraph.of_task(disks, source, target), options)
    start, goal = _ends(options)
    stem = f"{name}-{len(start)}-from-{start}-to-{goal}"
    return stem, _drawn(HanoiGraph(start, goal), options)


def _ends(options: Namespace) -> tuple[Configuration, Configuration]:
    """The two configurations of `--path`."""
    if len(options.path) != 2:
        raise BadInput(
            "--path takes two configurations, START GOAL, and nothing after them, but came with "
            f"{len(options.path)}: give two, and name the pictures before it"
        )
    if options.source is not None or options.target is not None:
        raise BadInput("--path already says from where to where: leave out --from and --to")
    start, goal = map(Configuration, options.path)
    if options.disks not in (None, len(start)):
        raise BadDisks(
            f"the start of --path has {len(start)} disks, --disks is {shortened(options.disks)}: "
            "leave --disks out"
        )
    return start, goal


def _of_task(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.hanoi.pictures.disk_table import DiskTable
    from hanoi_fsm.hanoi.pictures.trees import MoveTree, RecursionTree

    kinds = {"recursion-tree": RecursionTree, "move-tree": MoveTree, "disk-table": DiskTable}
    task = _task(options)
    return _stem(name, *task), _drawn(kinds[name](*task), options)


def _disks(options: Namespace) -> int:
    return DISKS if options.disks is None else int(options.disks)


def _task(options: Namespace) -> tuple[int, int, int]:
    source = 0 if options.source is None else options.source
    target = 2 if options.target is None else options.target
    return _disks(options), source, target


def _stem(name: str, disks: int, source: int, target: int) -> str:
    """The name of a file, which tells apart whatever may lie in one folder."""
    stem = f"{name}-{disks}"
    return stem if (source, target) == (0, 2) else f"{stem}-from-{source}-to-{target}"


PICTURES: dict[str, Callable[[str, Namespace], tuple[str, bytes]]] = {
    "run": _run,
    "hanoi-graph": _hanoi_graph,
    "recursion-tree": _of_task,
    "move-tree": _of_task,
    "disk-table": _of_task,
}
"""What can be drawn beside state diagrams."""

ONLY_FOR = {
    "source": ("--from", ["hanoi-graph", "recursion-tree", "move-tree", "disk-table"]),
    "target": ("--to", ["hanoi-graph", "recursion-tree", "move-tree", "disk-table"]),
}
"""The options that only some pictures take, and which."""


def _refuse_idle(names: list[str], options: Namespace) -> None:
    """Raise `BadInput` for an option that one of the pictures would pass over."""
    for name in names:
        if options.path is not None and name in PICTURES and name != "hanoi-graph":
            raise BadInput(f"--path is for hanoi-graph and solvers, not for {name}: leave it out")
    for option, (written, takers) in ONLY_FOR.items():
        if getattr(options, option) is not None:
            for name in names:
                if name not in takers:
                    raise BadInput(
                        f"{written} is for {', '.join(takers)} only, not for {shortened(name)}: "
                        "leave it out"
                    )


def few_enough(disks: int) -> None:
    """Raise `BadDisks` for more disks than anybody would wait for."""
    check_disks(disks)
    if disks > PATIENCE:
        raise BadDisks(
            f"running through every move of {disks} disks would take too long: "
            f"give at most {PATIENCE} disks here"
        )


def folder_for(name: str) -> Path:
    """The folder of that name, made where it is missing."""
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
