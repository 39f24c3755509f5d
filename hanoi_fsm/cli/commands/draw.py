"""The command `draw`: state diagrams, films of runs, and pictures of the puzzle, into files."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.error_text import complain
from hanoi_fsm.cli.faulty_diagram import faulty_diagram
from hanoi_fsm.cli.output import Lines, progress_bar, write
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram, legend
from hanoi_fsm.fsm.errors import BadInput, RenderError, counted, cut, listed, printable, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, resolver
from hanoi_fsm.hanoi.pegs import Task, check_disks, check_runnable, parse_whole
from hanoi_fsm.hanoi.pictures import check_few

FOLDER, FORMATS = "hanoi-diagrams", ("svg", "dot", "png", "pdf")
WHERE = (
    "write FILE, of the kind of its ending, .svg, .png, .pdf or .dot; or into a folder, which is "
    f"there or ends in / (default: {FOLDER}/)"
)

DISKS, DPI = 3, 192
"""By default: the number of disks in a picture, and the resolution of a png."""
LONGEST = 100
"""The most characters in the name of a file."""
CHANGING = {"counts": "counts", "path": "path", "pegs": "pegs", "legend": "legend"}
FILMED = {"source": "from", "target": "to", "matrix": "matrix", "columns": "columns"}
"""The options that change a diagram and a film, with what the name of the file calls them."""
DIAGRAM, TABLE = KINDS = "diagram", "table"
MOST_STATES, MOST_EDGES = 300, 300
"""The largest diagram that is a picture: nobody could read more."""

Drawn = dict[str, Any]
"""Pictures by the stems of their files."""


class Part(NamedTuple):
    """What `draw` does after one of its own words, as the module of a command does it."""

    about: str
    draw: Callable[[Namespace], Drawn]
    EXAMPLES: tuple[str, ...]
    ARGUMENTS: args.Arguments

    def run(self, options: Namespace) -> Lines:
        return _written(self.draw, options)


EXAMPLES = (
    "draw two-storey --counts 6",
    "draw configuration-reader --path 0110",
    "draw twice-reader --as table",
    "draw run 3",
    "draw graph 4",
    "draw tree 3 moves",
    "draw disks 4",
)
ARGUMENTS: args.Arguments = {
    "names": {
        "help": "automata, DOT or JSON files, or FILE.py:NAME (default: all automata); or else "
        "what the puzzle has: run, graph, tree, disks, each with options of its own",
    },
    "--as": {
        "dest": "kind",
        "default": DIAGRAM,
        "choices": KINDS,
        "metavar": "KIND",
        "help": "%(default)s (default), or table: a row per state, a column per event",
    },
    "--path": {
        "nargs": "+",
        "metavar": "PART",
        "help": "highlight a path and number its edges: STEP..STEP of a solver, the WORD that a "
        "reader reads, START GOAL of a pathfinder, the events of another machine",
    },
    "--disks": {
        "default": DISKS,
        "help": "the disks in the run of a solver's --path (default: %(default)s)",
    },
    "--counts": {
        "type": args.whole,
        "metavar": "N",
        "help": "label edges with their counts, for N disks or N events",
    },
    "--pegs": {
        "type": args.whole,
        "metavar": "N",
        "help": "draw the pegs in each state as N disks first enter it",
    },
    "--legend": {"action": "store_true", "help": "explain guards and actions below it"},
    "-o": {"dest": "into", "help": WHERE},
    "--format": {
        "default": "svg",
        "choices": FORMATS,
        "help": "in a folder: svg (default), dot, png or pdf",
    },
}


def run(options: Namespace) -> Lines:
    return _written(_machines, options)


def _machines(options: Namespace) -> Drawn:
    """The diagrams of the machines that are named, or of all automata."""
    found: Drawn = {}
    for name in dict.fromkeys(options.names or automata.names()):
        stem, picture = _state_diagram(name, options)
        if stem in found:
            raise BadInput(f"two pictures would both be called {stem}: draw them one at a time")
        found[stem] = picture
    return found


def _written(draw: Callable[[Namespace], Drawn], options: Namespace) -> Lines:
    """The paths of the pictures; nothing is written unless all can be drawn."""
    into, format = options.into or f"{FOLDER}/", getattr(options, "format", "svg")
    is_folder = into.endswith("/") or Path(into).is_dir()
    if not is_folder:
        format = options.format = Path(into).suffix.lower().removeprefix(".")
    if format not in FORMATS:
        kinds = ", ".join(f"FILE.{one}" for one in FORMATS)
        raise BadInput(f"-o {shortened(into)} is not a picture: write {kinds}, or FOLDER/")
    with progress_bar("drawing", None):
        drawn = draw(options)
        if not is_folder and len(drawn) > 1:
            raise BadInput(f"-o {into} is one picture, not {len(drawn)}: name a FOLDER/")
        contents = [
            one.dot if format == "dot" else one.render(format, dpi=DPI) for one in drawn.values()
        ]
    for stem, content in zip(drawn, contents, strict=True):
        file = str(Path(into, f"{stem}.{format}")) if is_folder else into
        write(content, file)
        yield file
    faults = [one.fault for one in drawn.values() if getattr(one, "fault", "")]
    for fault in faults:
        complain(fault)
    return FAILED if faults else FINE


# state diagrams: what the options show on the diagram of a machine


def _state_diagram(name: str, options: Namespace) -> tuple[str, Any]:
    """The stem of the file, and the diagram or the table of a machine."""
    machine = resolver.resolve(name, "automaton")
    file, _ = resolver.parted(name)
    of_a_file = resolver.is_data(file) and file != resolver.STANDARD_INPUT
    stem, faults = Path(file).stem if of_a_file else machine.name, machine.faults()
    if faults:
        lines = listed(list(map(str, faults)), 200, "; ")
        complain(f"{machine.shown} is faulty, as its diagram shows in red: {lines}")
        return stem, faulty_diagram(machine, faults)
    if options.kind == TABLE:
        from hanoi_fsm.fsm.diagrams.state_table import StateTable
        from hanoi_fsm.hanoi.pictures.paper import Sheet

        return f"{stem}-{TABLE}", Sheet(StateTable(machine).svg)
    diagram = _diagram(machine, options)
    states, edges = len(diagram.automaton.states), len(diagram.edges())
    if options.format != "dot" and (states > MOST_STATES or edges > MOST_EDGES):
        size = f"{counted(states, 'state')} and {counted(edges, 'edge')}"
        raise RenderError(
            f"a picture of {size} could not be read: draw at most {MOST_STATES} states and "
            f"{MOST_EDGES} edges, or ask for -o FILE.dot, --as table or `export --to mermaid`"
        )
    return _named([stem], options, **CHANGING), diagram


def _named(words: Sequence[object], options: Namespace, **names: str) -> str:
    """The name of a file: the words that say what is drawn, and the options that change it."""
    parts = list(words)
    for key, name in names.items():
        value = getattr(options, key)
        if value is not None and value is not False:
            parts += [name, *(value if isinstance(value, list) else [value] * (value is not True))]
    return re.sub(r"[^\w.]+", "-", " ".join(map(str, parts)).replace("..", " to "))[:LONGEST]


def _diagram(machine: Machine, options: Namespace) -> Diagram:
    """The diagram with all that its options show."""
    diagram = Diagram.of(machine)
    if options.counts is not None:
        diagram = _with_counts(diagram, machine, options)
    if options.path is not None:
        diagram = _with_path(diagram, machine, options)
    notes = list(diagram.notes)
    if options.pegs is not None:
        from hanoi_fsm.hanoi.pictures.towers import insets

        if machine.kind != "solver":
            raise BadInput(f"--pegs is for solvers, and {machine.shown} is none: leave it out")
        diagram = replace(diagram, insets=insets(machine, options.pegs))
        run = f"when a run with {counted(options.pegs, 'disk')} first enters it"
        notes.append(f"in each state: the pegs {run}")
    said = legend(machine.automaton, machine.vocabulary) if options.legend else ()
    return replace(diagram, notes=notes, words=said)


def _with_counts(diagram: Diagram, machine: Machine, options: Namespace) -> Diagram:
    """The diagram with the counts of its transitions."""
    note = "\N{MULTIPLICATION SIGN} n: how often it is taken"
    caption = f"counts for {machine.sized(options.counts)}"
    counts = machine.counts(options.counts)
    return replace(diagram, counts=counts, caption=caption, notes=[note])


def _with_path(diagram: Diagram, machine: Machine, options: Namespace) -> Diagram:
    """The diagram with the states and edges of a run, or of some of its steps, highlighted."""
    said = cut(printable(" ".join(options.path)), 80)
    if machine.kind == "solver":
        records = _steps(machine, options.disks, options)
        note = f"highlighted: steps {said} with {counted(options.disks, 'disk')}"
    else:
        records = list(machine.run(*machine.parse(options.path)))
        note = f"highlighted: the run for {said}"
    passed = [state for one in records for state in (one.state, one.next_state)]
    lit = list(dict.fromkeys(passed or [machine.automaton.initial]))
    order = tuple(one.transition for one in records)
    if len(order) > 1:
        note += "; the numbers say in which order the edges are taken"
    return replace(diagram, lit=lit, order=order, notes=[*diagram.notes, note])


def _steps(machine: Machine, disks: int, options: Namespace) -> list[Record]:
    """The records of some steps of a run, those between two moves included."""
    steps = args.steps("--path", " ".join(options.path))
    check_runnable(disks)
    for end in (steps[0], steps[-1]):
        formulas.check_step(end, Task(disks), first=1)
    step, found = 1, []
    for record in machine.run(disks):
        if step > steps[-1]:
            break
        found += [record] if step in steps else []
        step += record.output is not None
    return found


# films, and pictures of the puzzle


def _film(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.film import film, filmable

    subject = resolver.sound(options.by)
    given = args.applicable(options, subject)
    words = options.words or [str(DISKS)] * (filmable(subject) == "solver")
    inputs = subject.parse(words)
    wanted = inputs if len(inputs) > 1 else Task(*inputs, **given)
    file, _ = resolver.parted(options.by)
    by = Path(file).name.replace(":", "-") if file != resolver.STANDARD_INPUT else subject.name
    stem = _named(["run", by, *inputs], options, **FILMED)
    return {stem: film(subject, wanted, matrix=options.matrix, columns=options.columns)}


def _graph(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.hanoi_graph import MAX_GRAPH_DISKS, HanoiGraph

    if len(options.words) == 2:
        return {_stem("graph", *options.words): HanoiGraph(*options.words)}
    task = Task(_disks(options.words, MAX_GRAPH_DISKS, BETWEEN))
    return {_stem("graph", task.disks): HanoiGraph(task.start, task.goal)}


def _tree(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.solution import MAX_DISKS, MoveTree, Tree

    trees = {"calls": Tree, "moves": MoveTree}
    kind = next((word for word in options.words if word in trees), "calls")
    disks = _disks([word for word in options.words if word != kind], MAX_DISKS, TREES)
    return {_stem("tree", disks, kind): trees[kind](disks)}


def _table(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.solution import MAX_DISKS, DiskTable

    disks = _disks(options.words, MAX_DISKS)
    return {_stem("disks", disks): DiskTable(disks)}


def _stem(*parts: object) -> str:
    return "-".join(map(str, parts))


def _disks(words: Sequence[str], most: int, more: str = "") -> int:
    """The number of disks that the words of a part say; `more` is what else they may say."""
    if len(words) > 1:
        got = shortened(" ".join(words))
        raise BadInput(f"got {got}: expected one number of disks{more}")
    disks = parse_whole(words[0]) if words else DISKS
    check_few("this picture", disks, most)
    return check_disks(disks)


DEFAULT = f"number of disks (default: {DISKS})"
BETWEEN, TREES = ", or START and GOAL", ", and calls (default) or moves"
PARTS = {
    "run": Part(
        "draw a film of a run, event by event",
        _film,
        ("draw run 3 --by call-stack --matrix", "draw run 100 011 --by shortest"),
        {
            "words": {"metavar": "N|START GOAL", "help": DEFAULT + BETWEEN},
            "--by": {
                "help": "a solver, pathfinder, diagram, formula or FILE.py:NAME (default: "
                "two-storey)",
            },
            "--from": {},
            "--to": {},
            "--matrix": {
                "action": "store_true",
                "help": "show the memory, such as the peg matrix, in each frame",
            },
            "--columns": {"type": args.positive, "metavar": "C", "help": "frames per row"},
            "-o": {"dest": "into", "help": WHERE.replace(".png, .pdf or .dot", ".png or .pdf")},
        },
    ),
    "graph": Part(
        "draw the Hanoi graph and shortest paths in it",
        _graph,
        ("draw graph 4", "draw graph 00 12"),
        {"words": {"metavar": "N|START GOAL", "help": DEFAULT + BETWEEN}, "-o": ARGUMENTS["-o"]},
    ),
    "tree": Part(
        "draw the tree of the recursion, or that of its moves",
        _tree,
        ("draw tree 3", "draw tree 3 moves"),
        {"words": {"metavar": "N|calls|moves", "help": DEFAULT + TREES}, "-o": ARGUMENTS["-o"]},
    ),
    "disks": Part(
        "draw the table of disks, step by step",
        _table,
        ("draw disks 4",),
        {"words": {"metavar": "N", "help": DEFAULT}, "-o": ARGUMENTS["-o"]},
    ),
}
"""The pictures that are not of one machine, by the word after `draw`."""
