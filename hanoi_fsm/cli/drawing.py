"""The command `draw`: state diagrams, and pictures of the puzzle, into the files of a folder."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from hanoi_fsm import automata, solving
from hanoi_fsm.cli.output import write_bytes
from hanoi_fsm.errors import BadDisks, BadInput, RenderError, UnknownName
from hanoi_fsm.puzzle import Configuration, check_disks

PATIENCE = 24
"""More disks than this are too many for what must run through every move."""


def draw(options: Namespace) -> int:
    """Write the pictures and print their paths; nothing is written unless all can be drawn."""
    from hanoi_fsm.diagrams import FORMATS

    if options.format not in ("dot", *FORMATS):
        raise UnknownName.among("picture format", options.format, ("dot", *FORMATS))
    pictures = {}
    for name in options.names or automata.names():
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
    from hanoi_fsm.diagrams import Diagram

    if not name.endswith(solving.FILES) and name not in automata.names():
        raise UnknownName.among("picture", name, [*automata.names(), *PICTURES])
    machine = solving.find(name)
    stem, counts = Path(name).stem, {}
    if options.counts is not None:
        few_enough(options.counts)
        counts = solving.counts(solving.find_solver(name), options.counts)
        stem = f"{stem}-counts-{options.counts}"
    diagram = Diagram(machine.automaton, options.lit, counts)
    if options.format == "dot":
        return stem, diagram.dot.encode()
    return stem, diagram.render(options.format, options.renderer)


def _run(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.diagrams import film

    if options.format != "svg":
        raise RenderError(f"a run is drawn as svg only, not as {options.format}: ask for svg")
    start = Configuration.tower(options.disks, 0)
    return name, film(start, solving.find_solver("two-storey").run(options.disks)).encode()


PICTURES: dict[str, Callable[[str, Namespace], tuple[str, bytes]]] = {"run": _run}
"""What can be drawn beside state diagrams."""


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
