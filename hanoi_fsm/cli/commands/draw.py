"""The command `draw`: state diagrams, films of runs, and pictures of the puzzle, into files."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from hanoi_fsm.cli import FAILED, FINE, NAME, args
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.faulty_diagram import faulty_diagram
from hanoi_fsm.cli.output import Lines, progress_bar, refuse_own_input, write_bytes
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram, legend
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    RenderError,
    counted,
    cut,
    listed,
    printable,
    shortened,
)
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, resolver
from hanoi_fsm.hanoi.pegs import MOST_RUN, Task, check_disks, check_runnable, parse_whole
from hanoi_fsm.hanoi.pictures import check_few

FOLDER, FORMATS = "hanoi-diagrams", ("svg", "dot", "png", "pdf")
WHERE = (
    "write FILE, of the kind of its ending, .svg, .png, .pdf or .dot; or into a folder, which is "
    f"there or ends in / (default: {FOLDER}/)"
)

DISKS = 3
"""The number of disks in a picture, by default."""

DIAGRAM, TABLE = KINDS = "diagram", "table"
ON_DIAGRAM = ("counts", "path", "disks", "pegs", "layout", "legend")
"""The options that change what a diagram shows."""

LONGEST_STEM = 100
"""As many letters of what is drawn are in the name of a file."""

MOST_COUNTED = 64
"""The most disks or events that are counted: those of the legend, whose counts fit on an edge."""

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
        "help": "diagram (default), or table: a row per state, a column per event",
    },
    "--path": {
        "nargs": "+",
        "metavar": "PART",
        "help": "highlight a path and number its edges: STEP..STEP of a solver, the WORD that a "
        "reader reads, START GOAL of a pathfinder, the events of another machine",
    },
    "--disks": {"help": f"the disks in the run of a solver's --path ({DISKS})"},
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
    "--layout": {
        "default": "auto",
        "choices": ("auto", "right", "dot"),
        "metavar": "L",
        "help": "auto (default: the automaton's own places, or else dot's), right or dot",
    },
    "-o": {"dest": "into", "help": WHERE},
    "--format": {
        "default": None,
        "choices": FORMATS,
        "help": "in a folder: svg (default), dot, png or pdf",
    },
    "--dpi": {
        "type": args.dpi,
        "metavar": "D",
        "help": f"dots per inch of a png (default: {args.DPI})",
    },
}


def run(options: Namespace) -> Lines:
    return _written(_machines, options)


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
        stem, picture = _state_diagram(name, options)
        if stem in found:
            raise BadInput(f"two pictures would both be called {stem}: draw them one at a time")
        found[stem] = picture
    return found


def _written(draw: Callable[[Namespace], Drawn], options: Namespace) -> Lines:
    """The paths of the pictures; nothing is written unless all can be drawn."""
    into = options.into or f"{FOLDER}/"
    is_folder = into.endswith("/") or Path(into).is_dir()
    format, dpi = getattr(options, "format", None) or "svg", getattr(options, "dpi", None)
    if not is_folder:
        if getattr(options, "format", None):
            raise BadInput("--format does nothing with -o FILE: leave it out")
        format = Path(into).suffix.lower().removeprefix(".")
    options.format = format
    if format not in FORMATS:
        kinds = ", ".join(f"FILE.{one}" for one in FORMATS)
        raise BadInput(f"-o {shortened(into)} is not a picture: write {kinds}, or FOLDER/")
    if dpi and format != "png":
        raise BadInput(f"--dpi is for png, not for {format}: leave it out")
    with progress_bar("drawing", None):
        drawn = draw(options)
        if not is_folder and len(drawn) > 1:
            many = f"-o {into} is one picture, not {len(drawn)}"
            raise BadInput(f"{many}: name one machine, or -o FOLDER/")
        files = [Path(into, f"{stem}.{format}") if is_folder else Path(into) for stem in drawn]
        refuse_own_input(options, *files)
        contents = [
            one.dot.encode() if format == "dot" else one.render(format, dpi=dpi or args.DPI)
            for one in drawn.values()
        ]
    for file, content in zip(files, contents, strict=True):
        write_bytes([content], file)
        yield str(file)
    faults = [one_line(one.fault) for one in drawn.values() if getattr(one, "fault", "")]
    for fault in faults:
        complain(fault)
    return FAILED if faults else FINE


# state diagrams: what the options show on the diagram of a machine


def _named(words: Sequence[str], options: Any = None, *names: str) -> str:
    """The name of a file: the words that say what is drawn, and the options that change it."""
    parts = list(words)
    for name in names:
        value, action = getattr(options, name), options.actions[name]
        if value != action.default:
            many = value if isinstance(value, list) else [value] * (value is not True)
            parts += [action.option_strings[0].lstrip("-"), *map(str, many)]
    return re.sub(r"[^\w.]+", "-", " ".join(parts).replace("..", " to "))[:LONGEST_STEM]


def _state_diagram(name: str, options: Namespace) -> tuple[str, Any]:
    """The stem of the file, and the diagram or the table of a machine."""
    machine = resolver.resolve(name, "automaton")
    file, _ = resolver.parted(name)
    of_a_file = resolver.is_data(file) and file != resolver.STANDARD_INPUT
    stem, faults = Path(file).stem if of_a_file else machine.name, machine.faults()
    if options.kind != DIAGRAM:
        args.refuse_idle(options, f"in a picture --as {options.kind}", *ON_DIAGRAM)
    if faults and (options.kind != DIAGRAM or options.counts or options.path or options.pegs):
        raise DefinitionError(machine.shown, list(map(str, faults)))
    if options.kind == TABLE:
        from hanoi_fsm.fsm.diagrams.state_table import StateTable
        from hanoi_fsm.hanoi.pictures.paper import Sheet

        return _named([stem, TABLE]), Sheet(StateTable(machine).svg)
    if faults:
        lines = listed(list(map(str, faults)), 200, "; ")
        complain(one_line(f"{machine.shown} is faulty, as its diagram shows in red: {lines}"))
        diagram = faulty_diagram(machine, faults)
    else:
        diagram = _diagram(machine, options)
    diagram = replace(diagram, layout=options.layout)
    states, edges = len(diagram.automaton.states), len(diagram.edges())
    if options.format != "dot" and (states > MOST_STATES or edges > MOST_EDGES):
        size = f"{counted(states, 'state')} and {counted(edges, 'edge')}"
        raise RenderError(
            f"a picture of {size} could not be read: draw at most {MOST_STATES} states and "
            f"{MOST_EDGES} edges, or ask for -o FILE.dot, --as table or `export --to mermaid`"
        )
    return _named([stem], options, *ON_DIAGRAM), diagram


def _diagram(machine: Machine, options: Namespace) -> Diagram:
    """The diagram with all that its options show; whatever is of a run is of the same one."""
    from hanoi_fsm.hanoi.pictures.towers import insets

    diagram, notes = Diagram.of(machine), []
    is_solver = machine.kind.name == "solver"
    sizes = {options.disks, options.counts, options.pegs} - {None}
    if not is_solver:
        args.refuse_idle(options, f"for {machine.shown}, which is not a solver", "pegs", "disks")
    elif len(sizes) > 1:
        raise BadInput(
            f"{' and '.join(map(str, sorted(sizes)))} disks are two runs: give --disks, --counts "
            "and --pegs the same number, or draw two pictures"
        )
    elif options.path is None:
        args.refuse_idle(options, "without --path", "disks")
    disks = max(sizes, default=DISKS)
    if options.counts is not None:
        diagram = _counted(diagram, machine, options)
    if options.path is not None:
        inputs = () if is_solver else machine.kind.parse(options.path)
        records = _steps(machine, disks, options) if is_solver else list(machine.run(*inputs))
        passed = [state for one in records for state in (one.state, one.next_state)]
        lit = passed or [machine.automaton.initial]
        order = tuple(one.transition for one in records)
        diagram = replace(diagram, lit=list(dict.fromkeys(lit)), order=order)
        of = f" with {counted(disks, 'disk')}" if is_solver else ""
        path = cut(printable(" ".join(options.path)), 80)
        numbers = "; the numbers say in which order the edges are taken" if len(order) > 1 else ""
        notes.append(f"highlighted: {'steps' if is_solver else 'the run for'} {path}{of}{numbers}")
    if options.pegs is not None:
        diagram = replace(diagram, insets=insets(machine, disks))
        run = f"when a run with {counted(disks, 'disk')} first enters it"
        notes.append(f"in each state: the pegs {run}")
    said = legend(machine.automaton, machine.vocabulary) if options.legend else ()
    return replace(diagram, notes=[*diagram.notes, *notes], words=said)


def _counted(diagram: Diagram, machine: Machine, options: Namespace) -> Diagram:
    """The diagram with the counts of its transitions, without a run where they are known."""
    size, kind = options.counts, machine.kind
    if size > MOST_COUNTED:
        raise BadInput(f"{size} are too many to count: give --counts at most {MOST_COUNTED}")
    counts = kind.counts_without_run(size) if size > MOST_RUN else {}
    if not counts and kind.name == "solver":
        why = f"for {machine.shown}, which is counted by a run"
        check_runnable(size, MOST_RUN, why)
    note = f"\N{MULTIPLICATION SIGN} n: how often, {kind.counted_over(size)}"
    caption = f"counts for {kind.sized(size)}"
    return replace(diagram, counts=counts or kind.counts(size), caption=caption, notes=[note])


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
    from hanoi_fsm.hanoi.pictures.film import MAX_DISKS, film, filmable

    words = options.words
    if any(resolver.is_name(one) or resolver.is_data(one) for one in words):
        raise BadInput(f"{words[0]} is a machine: write `{NAME} draw run {DISKS} --by {words[0]}`")
    subject = resolver.sound(options.by)
    given = args.applicable(options, subject)
    if filmable(subject) == "solver":
        words = [str(_disks(words, MAX_DISKS, f"{BETWEEN} --by shortest"))]
    inputs = subject.kind.parse(words)
    wanted = inputs if len(inputs) > 1 else Task(*inputs, **given)
    drawn = film(subject, wanted, matrix=options.matrix, columns=options.columns)
    file, _ = resolver.parted(options.by)
    by = Path(file).name.replace(":", "-") if file != "-" else subject.name
    shown = ("source", "target", "matrix", "columns")
    return {_named(["run", by, *map(str, inputs)], options, *shown): drawn}


def _graph(options: Namespace) -> Drawn:
    from hanoi_fsm.hanoi.pictures.hanoi_graph import MAX_GRAPH_DISKS, HanoiGraph

    words = options.words
    if len(words) == 2:
        return {_named(["graph", *words]): HanoiGraph(*words)}
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


DEFAULT = f"number of disks (default: {DISKS})"
BETWEEN, TREES = ", or START and GOAL", ", and calls (default) or moves"
PARTS = {
    "run": Part(
        "draw a film of a run, event by event",
        _film,
        ("draw run 3 --by call-stack --matrix", "draw run 100 011 --by shortest --columns 6"),
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
            "--columns": {
                "type": args.whole,
                "metavar": "K",
                "default": 4,
                "help": "frames per row (default: %(default)s)",
            },
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

OTHER_WORDS = {word: word for word in PARTS} | {
    "film": "run",
    "table": f"disks`, or `{NAME} draw NAME --as table",
    "hanoi-graph": "graph",
    "recursion-tree": "tree",
    "move-tree": "tree moves",
    "disk-table": "disks",
}
"""What is not a machine, by how it is called or was once, and what draws it."""
