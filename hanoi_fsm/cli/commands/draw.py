"""The command `draw`: state diagrams, films of runs, and pictures of the puzzle, into files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hanoi_fsm.cli import FAILED, FINE, NAME, args
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.output import progress_bar, refuse_own_input, say, write_bytes
from hanoi_fsm.cli.state_diagrams import (
    DIAGRAM,
    DISKS,
    KINDS,
    check_size,
    state_diagram,
    with_options,
)
from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.pegs import Configuration, Task

FOLDER, FORMATS = "hanoi-diagrams", ("svg", "dot", "png", "pdf")
OLD = {
    "hanoi-graph": f"the Hanoi graph is drawn by `{NAME} draw graph`",
    "recursion-tree": f"the tree of calls is drawn by `{NAME} draw tree`",
    "move-tree": f"the tree of moves is drawn by `{NAME} draw tree moves`",
    "disk-table": f"the table of disks is drawn by `{NAME} draw disks`",
    "--scale": "--scale is now --dpi: a screen has 96",
    "--direction": "--direction right is now --layout right",
}
"""What to say of the words of before."""

Drawn = dict[str, Any]
"""Pictures by the stems of their files."""

Ends = tuple[Configuration, Configuration]

COLUMNS = 4


class Part(NamedTuple):
    """What `draw` does after one of its own words, as a module of a command does it."""

    word: str
    about: str
    declare: Callable[[ArgumentParser], None]
    draw: Callable[[Namespace], Drawn]

    def configure(self, command: ArgumentParser) -> None:
        command.prog, command.description = f"{NAME} draw {self.word}", f"Draw {self.about}."
        self.declare(command)
        _declare_files(command)

    def run(self, options: Namespace) -> int:
        return _write(self.draw, options)


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "draw two-storey --counts 6",
        "draw configuration-reader --path 0110",
        "draw twice-reader --as table",
        "draw two-storey --as control -o control.png",
    )
    parts = (f"draw {one.word:5}  {one.about}" for one in PARTS.values())
    command.epilog = "\n".join([*parts, "", command.epilog or ""])
    args.add(
        command,
        "names",
        help="automata, DOT or JSON files, or FILE.py:NAME (default: all automata); or else what "
        f"the puzzle has: {', '.join(PARTS)}, each with options of its own",
    )
    command.add_argument(
        "--as",
        dest="kind",
        default=DIAGRAM,
        choices=KINDS,
        metavar="KIND",
        help="diagram (default); table: a row per state, a column per event; control: after which "
        "bits of the step number a solver is in which state, as it follows from the proof",
    )
    command.add_argument(
        "--path",
        nargs="+",
        metavar="PART",
        help="highlight a path and number its edges: STEP..STEP of a solver, the WORD that a "
        "reader reads, START GOAL of a pathfinder, the events of another machine",
    )
    args.add(command, "--disks", help=f"the disks in the run of a solver's --path ({DISKS})")
    args.number(command, "--counts", "N", "label edges with their counts, for N disks or N events")
    args.number(command, "--pegs", "N", "draw the pegs in each state as N disks first enter it")
    args.add(command, "--lit", action="append", metavar="STATE", help="highlight STATE")
    args.add(command, "--legend", action="store_true", help="explain guards and actions below it")
    layouts = "auto (default: the automaton's own places, or else dot's), right or dot"
    command.add_argument("--layout", choices=("auto", "right", "dot"), metavar="L", help=layouts)
    _declare_files(command)


def _declare_files(command: ArgumentParser) -> None:
    command.add_argument(
        "-o", dest="file", metavar="FILE", help="write this file: .svg, .png, .pdf or .dot"
    )
    args.add(command, "--out", default=None, help=f"folder to write into (default: {FOLDER})")
    kinds = "there: svg (default), dot, png or pdf"
    command.add_argument("--format", choices=FORMATS, metavar="FORMAT", help=kinds)
    resolution = f"dots per inch of a png (default: {args.DPI})"
    command.add_argument("--dpi", type=args.dpi, metavar="D", help=resolution)
    command.add_argument(
        "--renderer",
        choices=("auto", "dot", "wasm"),
        default="auto",
        metavar="R",
        help="auto (default), dot or wasm",
    )


def chosen(words: Sequence[str]) -> tuple[Part | None, Sequence[str]]:
    """The part of `draw` that the first word names, if it does, and the words that are left.

    Raises `BadInput` for the words of before.
    """
    for word in words:
        if told := OLD.get(word.partition("=")[0]):
            raise BadInput(told)
    part = PARTS.get(words[0]) if words else None
    return part, words[1:] if part else words


def run(options: Namespace) -> int:
    return _write(_machines, options)


def _machines(options: Namespace) -> Drawn:
    """The diagrams of the machines that are named, or of all automata that have such a picture."""
    if not options.names and (options.path or options.kind != DIAGRAM):
        raise BadInput(
            "these options are of one picture: name it first, as in draw NAME --path ..."
        )
    found: Drawn = {}
    for name in dict.fromkeys(options.names or automata.names()):
        if name in PARTS:
            raise BadInput(f"{name} is drawn by `{NAME} draw {name}`: give it no other name")
        with progress_bar(f"drawing {name}", None):
            stem, picture = state_diagram(name, options)
        if stem in found:
            raise BadInput(f"two pictures would both be called {stem}: draw them one at a time")
        found[stem] = picture
    return found


def _write(draw: Callable[[Namespace], Drawn], options: Namespace) -> int:
    """Write the pictures and print their paths; nothing is written unless all can be drawn."""
    format = options.format or "svg"
    if options.file:
        format = Path(options.file).suffix.lower().removeprefix(".")
        args.refuse_idle(options, "with -o FILE", "out", "format")
        if format not in FORMATS:
            raise UnknownName.among("picture format", format, FORMATS)
    if options.dpi and format != "png":
        raise BadInput(f"--dpi is for png, not for {format}: leave it out")
    drawn = draw(options)
    if options.file and len(drawn) > 1:
        raise BadInput(f"-o {options.file} is one picture, not {len(drawn)}: name one machine")
    named = (options.file or Path(options.out or FOLDER, f"{stem}.{format}") for stem in drawn)
    files = list(map(Path, named))
    refuse_own_input(options, *files)
    with progress_bar(f"drawing {counted(len(drawn), 'picture')}", None):
        for one in drawn.values() if format != "dot" else ():
            check_size(one)
        contents = [
            one.dot.encode()
            if format == "dot"
            else one.render(format, options.renderer, dpi=options.dpi or args.DPI)
            for one in drawn.values()
        ]
    for file, content in zip(files, contents, strict=True):
        write_bytes(content, file)
        say(file)
    faults = [one_line(one.fault) for one in drawn.values() if getattr(one, "fault", "")]
    for fault in faults:
        complain(fault)
    return FAILED if faults else FINE


# films, and pictures of the puzzle


def _declare_run(command: ArgumentParser) -> None:
    args.example(
        command,
        "draw run --by call-stack --disks 3 --matrix",
        "draw run --by shortest --path 100 011 -o way.pdf --columns 6",
    )
    machines = "a solver, pathfinder, diagram, formula or FILE.py:NAME (default: two-storey)"
    args.add(command, "--by", help=machines)
    _declare_path(command, "a pathfinder's way from one configuration to another")
    command.add_argument("--steps", metavar="STEP..STEP", help="only these steps")
    beside = "show the memory, such as the peg matrix, in each frame"
    command.add_argument("--matrix", action="store_true", help=beside)
    args.number(command, "--columns", "K", f"frames per row (default: {COLUMNS})")


def _declare_graph(command: ArgumentParser) -> None:
    _declare_path(command, "highlight the shortest paths between two configurations")
    command.set_defaults(picture="graph")


def _declare_tree(command: ArgumentParser) -> None:
    trees = "calls (default), numbered as they are made, or moves, from left to right"
    command.add_argument(
        "picture", nargs="?", default="calls", choices=("calls", "moves"), help=trees
    )
    _declare_task(command)


def _declare_table(command: ArgumentParser) -> None:
    _declare_task(command)
    command.set_defaults(picture="disks")


def _declare_task(command: ArgumentParser) -> None:
    args.add(command, "--disks", help=f"number of disks (default: {DISKS})")
    args.add(command, "--from", "--to")


def _declare_path(command: ArgumentParser, help: str) -> None:
    _declare_task(command)
    command.add_argument("--path", nargs=2, metavar=("START", "GOAL"), help=help)


def _wanted(options: Namespace) -> Task | Ends:
    """The task, or the start and the goal of --path."""
    if getattr(options, "path", None) is None:
        disks = DISKS if options.disks is None else options.disks
        args.check_runnable(disks)  # of more disks not even the start is written down
        return Task(disks, **args.given(options))
    if options.disks is not None or args.given(options):
        raise BadInput("--path says from where to where: leave out --disks, --from and --to")
    start, goal = map(Configuration, options.path)
    return start, goal


def _stem(name: str, wanted: Task | Ends) -> str:
    """The name of a file, which tells apart whatever may be in one folder."""
    if isinstance(wanted, Task):
        ends: tuple[object, object] = wanted.source, wanted.target
        disks = wanted.disks
    else:
        ends, disks = wanted, len(wanted[0])
    return f"{name}-{disks}" + ("" if ends == (0, 2) else f"-from-{ends[0]}-to-{ends[1]}")


def _film(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.film import film
    from hanoi_fsm.hanoi.pictures.paper import Sheet
    from hanoi_fsm.hanoi.resolver import parted, sound

    subject, wanted, steps = sound(options.by), _wanted(options), None
    if options.steps is not None:
        both = options.steps if ".." in options.steps else f"{options.steps}..{options.steps}"
        steps = args.steps("--steps", both)
    columns = COLUMNS if options.columns is None else options.columns
    drawn = film(subject, wanted, steps, matrix=options.matrix, columns=columns)
    file, _ = parted(options.by)
    by = Path(file).name.replace(":", "-") if file != "-" else subject.name
    stem = with_options(_stem(f"run-{by}"[:100], wanted), options, "steps", "matrix", "columns")
    return {stem: Sheet(drawn.svg, drawn.fault)}


def _puzzle(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph
    from hanoi_fsm.hanoi.pictures.solution import DiskTable, MoveTree, RecursionTree

    wanted = _wanted(options)
    if not isinstance(wanted, Task):
        return {_stem("hanoi-graph", wanted): HanoiGraph(*wanted)}
    if options.picture == "graph":
        return {_stem("hanoi-graph", wanted): HanoiGraph(wanted.start, wanted.goal)}
    kinds = {"calls": RecursionTree, "moves": MoveTree, "disks": DiskTable}
    stems = {"calls": "recursion-tree", "moves": "move-tree", "disks": "disk-table"}
    return {_stem(stems[options.picture], wanted): kinds[options.picture](wanted)}


PARTS = {
    one.word: one
    for one in (
        Part("run", "a film of a run, event by event", _declare_run, _film),
        Part("graph", "the Hanoi graph and shortest paths in it", _declare_graph, _puzzle),
        Part("tree", "the tree of the recursion, or that of its moves", _declare_tree, _puzzle),
        Part("disks", "the table of disks, step by step", _declare_table, _puzzle),
    )
}
"""The pictures that are not of one machine, by the word after `draw`."""
