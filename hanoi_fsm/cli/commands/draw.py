"""The command `draw`: state diagrams, films of runs, and pictures of the puzzle, into files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hanoi_fsm.cli import FAILED, FINE, NAME, args
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.output import progress_bar, refuse_own_input, say, write_bytes
from hanoi_fsm.cli.state_diagrams import DIAGRAM, DISKS, KINDS, named, state_diagram
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.hanoi import automata, resolver
from hanoi_fsm.hanoi.pegs import Task, check_disks, parse_whole
from hanoi_fsm.hanoi.pictures import check_few

FOLDER, FORMATS = "hanoi-diagrams", ("svg", "dot", "png", "pdf")
WHERE = (
    "write FILE, of the kind of its ending, .svg, .png, .pdf or .dot; or into a folder, which is "
    f"there or ends in / (default: {FOLDER}/)"
)

Drawn = dict[str, Any]
"""Pictures by the stems of their files."""


class Part(NamedTuple):
    """What `draw` does after one of its own words, as a module of a command does it.

    Its `words`, on the help page, are what the picture is of: a number of disks, or `more`.
    """

    word: str
    words: str
    more: str
    about: str
    draw: Callable[[Namespace], Drawn]
    declare: Callable[[ArgumentParser], None] = lambda command: None

    def configure(self, command: ArgumentParser) -> None:
        command.prog, command.description = f"{NAME} draw {self.word}", f"Draw {self.about}."
        args.add(command, "words", metavar=self.words, help=DEFAULT + self.more)
        self.declare(command)
        help = WHERE.replace(".png, .pdf or .dot", ".png or .pdf") if self.word == "run" else WHERE
        args.add(command, "-o", help=help)
        command.set_defaults(format=None, dpi=None)

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
    args.add(command, "--legend", action="store_true", help="explain guards and actions below it")
    layouts = "auto (default: the automaton's own places, or else dot's), right or dot"
    command.add_argument("--layout", choices=("auto", "right", "dot"), metavar="L", help=layouts)
    args.add(command, "-o", help=WHERE)
    kinds = "in a folder: svg (default), dot, png or pdf"
    command.add_argument("--format", choices=FORMATS, metavar="FORMAT", help=kinds)
    resolution = f"dots per inch of a png (default: {args.DPI})"
    command.add_argument("--dpi", type=args.dpi, metavar="D", help=resolution)


def chosen(words: Sequence[str]) -> tuple[Part | None, Sequence[str]]:
    """The part of `draw` that the first word names, if it does, and the words that are left."""
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
        if name in OTHER_WORDS:
            raise BadInput(f"{name} is not a machine: write `{NAME} draw {OTHER_WORDS[name]}`")
        stem, picture = state_diagram(name, options)
        if stem in found:
            raise BadInput(f"two pictures would both be called {stem}: draw them one at a time")
        found[stem] = picture
    return found


def _write(draw: Callable[[Namespace], Drawn], options: Namespace) -> int:
    """Write the pictures and print their paths; nothing is written unless all can be drawn."""
    into = options.file or f"{FOLDER}/"
    is_folder = into.endswith("/") or Path(into).is_dir()
    format = options.format or "svg"
    if not is_folder:
        args.refuse_idle(options, "with -o FILE", "format")
        format = Path(into).suffix.lower().removeprefix(".")
    options.format = format
    if format not in FORMATS:
        kinds = ", ".join(f"FILE.{one}" for one in FORMATS)
        raise BadInput(f"-o {shortened(into)} is not a picture: write {kinds}, or FOLDER/")
    if options.dpi and format != "png":
        raise BadInput(f"--dpi is for png, not for {format}: leave it out")
    with progress_bar("drawing", None):
        drawn = draw(options)
        if not is_folder and len(drawn) > 1:
            many = f"-o {into} is one picture, not {len(drawn)}"
            raise BadInput(f"{many}: name one machine, or -o FOLDER/")
        files = [Path(into, f"{stem}.{format}") if is_folder else Path(into) for stem in drawn]
        refuse_own_input(options, *files)
        contents = [
            one.dot.encode() if format == "dot" else one.render(format, dpi=options.dpi or args.DPI)
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
        "draw run 3 --by call-stack --matrix",
        "draw run 100 011 --by shortest -o way.pdf --columns 6",
    )
    machines = "a solver, pathfinder, diagram, formula or FILE.py:NAME (default: two-storey)"
    args.add(command, "--by", help=machines)
    args.add(command, "--from", "--to")
    command.add_argument("--steps", metavar="STEP..STEP", help="only these steps")
    beside = "show the memory, such as the peg matrix, in each frame"
    command.add_argument("--matrix", action="store_true", help=beside)
    args.number(command, "--columns", "K", "frames per row (default: 4)")


def _film(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.film import COLUMNS, MAX_DISKS, film, filmable

    words = options.words
    if any(resolver.is_name(one) or resolver.is_data(one) for one in words):
        raise BadInput(f"{words[0]} is a machine: write `{NAME} draw run {DISKS} --by {words[0]}`")
    subject = resolver.sound(options.by)
    given = args.applicable(options, subject)
    if filmable(subject) == "solver":
        words = [str(_disks(words, MAX_DISKS, f"{BETWEEN} --by shortest"))]
    inputs = subject.kind.parse(words)
    steps = None if options.steps is None else args.steps("--steps", options.steps)
    wanted = inputs if len(inputs) > 1 else Task(*inputs, **given)
    columns = COLUMNS if options.columns is None else options.columns
    drawn = film(subject, wanted, steps, matrix=options.matrix, columns=columns)
    file, _ = resolver.parted(options.by)
    by = Path(file).name.replace(":", "-") if file != "-" else subject.name
    shown = ("source", "target", "steps", "matrix", "columns")
    stem = named(["run", by, *map(str, inputs)], options, *shown)
    return {stem: drawn}


def _graph(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.hanoi_graph import MAX_GRAPH_DISKS, HanoiGraph

    words = options.words
    if len(words) == 2:
        return {named(["graph", *words]): HanoiGraph(*words)}
    task = Task(_disks(words, MAX_GRAPH_DISKS, BETWEEN))
    return {f"graph-{task.disks}": HanoiGraph(task.start, task.goal)}


def _tree(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.solution import MAX_DISKS, MoveTree, Tree

    trees = {"calls": Tree, "moves": MoveTree}
    kind = next((word for word in options.words if word in trees), "calls")
    size = [word for word in options.words if word != kind]
    disks = _disks(size, MAX_DISKS, TREES)
    return {f"tree-{disks}-{kind}": trees[kind](disks)}


def _table(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.solution import MAX_DISKS, DiskTable

    disks = _disks(options.words, MAX_DISKS)
    return {f"disks-{disks}": DiskTable(disks)}


def _disks(words: Sequence[str], most: int, more: str = "") -> int:
    """The number of disks that the words of a part say; `more` is what else they may say."""
    if len(words) > 1 or (words and words[0][:1] == "0" != words[0]):
        got = shortened(" ".join(words))
        raise BadInput(f"got {got}: expected one number of disks{more}")
    disks = parse_whole(words[0]) if words else DISKS
    check_few("this picture", disks, most)
    return check_disks(disks)


DEFAULT, ENDS = f"number of disks (default: {DISKS})", "N|START GOAL"
BETWEEN, TREES = ", or START and GOAL", ", and calls (default) or moves"
PARTS = {
    one.word: one
    for one in (
        Part("run", ENDS, BETWEEN, "a film of a run, event by event", _film, _declare_run),
        Part("graph", ENDS, BETWEEN, "the Hanoi graph and shortest paths in it", _graph),
        Part(
            "tree", "N|calls|moves", TREES, "the tree of the recursion, or that of its moves", _tree
        ),
        Part("disks", "N", "", "the table of disks, step by step", _table),
    )
}
"""The pictures that are not of one machine, by the word after `draw`."""

OTHER_WORDS = {word: word for word in PARTS} | {
    "film": "run",
    "table": f"disks`, or `{NAME} draw NAME --as table",
    "hanoi-graph": "graph",
    "recursion-tree": "tree",
    "move-tree": "tree moves",
    "disk-table": "disks",
}
"""What is not a machine, by how it is called or was once, and what draws it."""
