"""The command `draw`: state diagrams, films of runs, and pictures of the puzzle, into files."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    Arguments,
    LinesAndCode,
    Options,
    complain,
    given,
    positive,
    progress_bar,
    steps,
    write,
)
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram, legend
from hanoi_fsm.fsm.diagrams.svg import Sheet
from hanoi_fsm.fsm.errors import BadInput, counted, cut, listed, printable, shortened
from hanoi_fsm.fsm.machine import Machine, Subject
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, resolver
from hanoi_fsm.hanoi.pegs import Task, check_runnable, parse_whole

FOLDER, FORMATS = "hanoi-diagrams", ("svg", "dot", "png", "pdf")
ELSE = f"or into FOLDER/ (default: {FOLDER}/)"
WHERE = f"write FILE, in the format of its extension, .svg, .png, .pdf or .dot; {ELSE}"

DISKS, LONGEST = 3, 100
"""The number of disks in a picture by default, and the most characters in the name of a file."""
NAMED = {
    "counts": "counts",
    "path": "path",
    "run_disks": "disks",
    "pegs": "pegs",
    "legend": "legend",
    "claims": "claims",
    "source": "from",
    "target": "to",
    "matrix": "matrix",
}
"""The options that change a picture, with their words in its file name."""
VERDICTS = {True: "holds", False: "broken", None: "unknown"}
"""Of claims."""

Drawn = Iterator[tuple[Sequence[object], "Picture | Sheet"]]
"""Pictures, each with the words that name its file."""


EXAMPLES = (
    "draw two-storey --counts 6",
    "draw configuration-reader --path 0110",
    "draw twice-reader --as table",
    "draw run 3",
    "draw graph 4",
    "draw tree 3 moves",
    "draw disks 4",
)
ARGUMENTS: Arguments = {
    "names": {
        "help": "automata, diagrams, or FILE.py:NAME (default: all automata); or a "
        "picture of the puzzle: run, graph, tree or disks, each with its own --help",
    },
    "--as": {
        "dest": "kind",
        "default": "diagram",
        "choices": ("diagram", "table"),
        "metavar": "KIND",
        "help": "%(default)s (default), or table, a state table as svg",
    },
    "--path": {
        "nargs": "+",
        "metavar": "PART",
        "help": "highlight a path and number its edges: STEP..STEP of a solver, the WORD of a "
        "reader, START GOAL of a pathfinder, the events of another machine",
    },
    "--disks": {
        "dest": "run_disks",
        "metavar": "N",
        "type": positive,
        "help": f"the disks in the run of a solver's --path (default: {DISKS})",
    },
    "--counts": {
        "type": parse_whole,
        "metavar": "N",
        "help": "label each edge of a solver with the number of times it is taken with N disks",
    },
    "--pegs": {
        "type": parse_whole,
        "metavar": "N",
        "help": "draw in each state the pegs when a run of N disks first enters it",
    },
    "--legend": {"action": "store_true", "help": "explain guards and actions below the diagram"},
    "--claims": {
        "action": "store_true",
        "help": "check the claims, and write after each whether it holds, is broken, or unknown",
    },
    "-o": {"dest": "into", "help": WHERE},
    "--format": {
        "default": "svg",
        "choices": FORMATS,
        "help": "the format of files in a folder: svg (default), dot, png or pdf",
    },
}


def _written(draw: Callable[[Options], Drawn], options: Options) -> LinesAndCode:
    """Write the pictures, and yield their paths; write nothing unless all can be drawn."""
    into, format = options.into or f"{FOLDER}/", getattr(options, "format", FORMATS[0])
    is_folder = into.endswith("/") or Path(into).is_dir()
    if not is_folder:
        format = Path(into).suffix.lower().removeprefix(".")
    if format not in FORMATS:
        raise BadInput(
            f"-o {shortened(into)} is not a picture: write FILE.svg, FILE.dot, FILE.png, FILE.pdf, "
            "or FOLDER/"
        )
    drawn: dict[str, Picture | Sheet] = {}
    with progress_bar("drawing"):
        for words, picture in draw(options):
            stem = _named(words, options)
            if stem in drawn:
                raise BadInput(f"two pictures would both be called {stem}: draw them one at a time")
            drawn[stem] = picture
        if not is_folder and len(drawn) > 1:
            raise BadInput(f"-o {into} is one picture, not {len(drawn)}: name a FOLDER/")
        contents = {
            str(Path(into, f"{stem}.{format}")) if is_folder else into: (
                picture.dot if format == "dot" else picture.render(format)
            )
            for stem, picture in drawn.items()
        }
    for file, content in contents.items():
        write(content, file)
        yield file
    faults = [picture.fault for picture in drawn.values() if picture.fault]
    for fault in faults:
        complain(fault)
    return FAILED if faults else FINE


def _named(words: Sequence[object], options: Options) -> str:
    """A file name: the words of the picture, and the options that change it."""
    parts = list(words)
    for key, name in NAMED.items():
        value = getattr(options, key, None)
        if value is True:
            parts.append(name)
        elif value is not None and value is not False:
            parts += [name, *value] if isinstance(value, list) else [name, value]
    return re.sub(r"[^\w.]+", "-", " ".join(map(str, parts)).replace("..", " to "))[:LONGEST]


# state diagrams and tables of machines


def _machines(options: Options) -> Drawn:
    """The diagrams or tables of the named machines, or of all automata."""
    return (_machine(name, options) for name in dict.fromkeys(options.names or automata.names()))


def _machine(name: str, options: Options) -> tuple[Sequence[object], Picture | Sheet]:
    """The words for the file name, and the diagram or table of a machine."""
    machine = resolver.machine_of(name)
    file, _ = resolver.parted(name)
    of_a_file = resolver.is_data(file) and not resolver.is_standard_input(file)
    words, faults = [Path(file).stem if of_a_file else machine.name], machine.faults()
    if faults:
        complain(
            f"{machine.shown} is faulty, as its diagram shows in red: "
            f"{listed(list(map(str, faults)), 200, '; ')}"
        )
        return words, Diagram.of_faults(machine, faults)
    if options.kind == "table":
        from hanoi_fsm.fsm.diagrams.state_table import StateTable
        from hanoi_fsm.fsm.diagrams.svg import Sheet

        return [*words, "table"], Sheet(StateTable(machine).svg)
    return words, _diagram(machine, options)


def _diagram(machine: Machine, options: Options) -> Diagram:
    """The diagram, with all additions from the options."""
    shown: dict[str, object] = {}
    notes, verdicts = [], {}
    if options.counts is not None:
        notes.append("\N{MULTIPLICATION SIGN} n: taken n times")
        shown["caption"] = f"counts for {machine.sized(options.counts)}"
        shown["counts"] = machine.counts(options.counts)
    if options.path is not None:
        records, note = _highlighted(machine, options)
        passed = [state for record in records for state in (record.state, record.next_state)]
        shown["lit"] = list(dict.fromkeys(passed or [machine.automaton.initial]))
        shown["order"] = [record.transition for record in records]
        numbers = "; the numbers give the order in which the edges are taken"
        notes.append(f"highlighted: {note}{numbers * (len(records) > 1)}")
    if options.pegs is not None:
        from hanoi_fsm.hanoi.pictures.film import insets

        shown["insets"] = insets(machine, options.pegs)
        notes.append(
            f"in each state: the pegs when a run with {counted(options.pegs, 'disk')} first enters "
            "it"
        )
    if options.legend:
        shown["words"] = legend(machine.automaton, machine.vocabulary)
    if options.claims:
        from hanoi_fsm.fsm.checking import judged_claims

        for claim, holds, why in judged_claims(machine):
            where = why.removeprefix(f"`{claim}` does not hold ")
            verdicts[claim] = ", ".join(dict.fromkeys([VERDICTS[holds], where]))
    return Diagram.of(machine, notes=notes, verdicts=verdicts, **shown)


def _highlighted(machine: Machine, options: Options) -> tuple[list[Record], str]:
    """The records of a run, or of some of its steps, and their description.

    Records between two moves belong to the step of the second move.
    """
    said = cut(printable(" ".join(options.path)), 80)
    if machine.kind != "solver":
        return list(machine.run(*machine.parse(options.path))), f"the run for {said}"
    wanted = steps("--path", " ".join(options.path))
    disks = check_runnable(options.run_disks or DISKS)
    for end in (wanted[0], wanted[-1]):
        formulas.check_step(end, Task(disks), first=1)
    step, records = 1, []
    for record in machine.run(disks):
        if step > wanted[-1]:
            break
        records += [record] if step in wanted else []
        step += record.output is not None
    return records, f"steps {said} with {counted(disks, 'disk')}"


# films, and pictures of the puzzle


def _film(options: Options) -> Drawn:
    from hanoi_fsm.hanoi.pictures.film import film

    words = options.words or [str(DISKS)]
    of_kind = resolver.pathfinder_of if len(words) == 2 else resolver.solver_of
    mover: Subject = resolver.sound(of_kind(options.by))
    pegs, inputs = given(options), mover.parse(words)
    mover.run(*inputs, **pegs)  # which refuses inapplicable options
    task = inputs if len(inputs) == 2 else Task(*inputs, **pegs)
    yield (
        ["run", Path(resolver.parted(options.by)[0]).name, *inputs],
        film(mover, task, matrix=options.matrix),
    )


def _graph(options: Options) -> Drawn:
    from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph

    if options.goal is None:
        task = Task(parse_whole(options.start))
        yield ["graph", task.disks], HanoiGraph(task.start, task.goal)
    else:
        yield ["graph", options.start, options.goal], HanoiGraph(options.start, options.goal)


def _tree(options: Options) -> Drawn:
    from hanoi_fsm.hanoi.pictures.solution import MoveTree, Tree

    tree = (Tree if options.kind == "calls" else MoveTree)(options.disks)
    yield ["tree", options.disks, options.kind], tree


def _table(options: Options) -> Drawn:
    from hanoi_fsm.hanoi.pictures.solution import DiskTable

    yield ["disks", options.disks], DiskTable(options.disks)


run = partial(_written, _machines)
DEFAULT = f"number of disks (default: {DISKS})"
MANY = {"nargs": "?", "default": DISKS, "help": DEFAULT}
PARTS = {
    "run": SimpleNamespace(
        about="draw a film of a run, event by event",
        run=partial(_written, _film),
        EXAMPLES=("draw run 3 --by call-stack --matrix", "draw run 100 011 --by shortest"),
        ARGUMENTS={
            "words": {"metavar": "N|START GOAL", "help": f"{DEFAULT}, or START and GOAL"},
            "--by": {
                "help": "a solver, pathfinder, diagram, formula or FILE.py:NAME (default: "
                "two-storey)",
            },
            "--from": {},
            "--to": {},
            "--matrix": {
                "action": "store_true",
                "help": "show the memory in each frame, such as the peg matrix",
            },
            "-o": {"dest": "into", "help": f"write FILE.svg; {ELSE}"},
        },
    ),
    "graph": SimpleNamespace(
        about="draw the Hanoi graph and shortest paths in it",
        run=partial(_written, _graph),
        EXAMPLES=("draw graph 4", "draw graph 00 12"),
        ARGUMENTS={
            "start": {
                "type": str,
                "nargs": "?",
                "default": str(DISKS),
                "metavar": "N|START",
                "help": f"{DEFAULT}, or where the path begins",
            },
            "goal": {"nargs": "?", "help": "where it ends"},
            "-o": ARGUMENTS["-o"],
        },
    ),
    "tree": SimpleNamespace(
        about="draw the tree of the recursion, or of its moves",
        run=partial(_written, _tree),
        EXAMPLES=("draw tree 3", "draw tree 3 moves"),
        ARGUMENTS={
            "disks": MANY,
            "kind": {
                "nargs": "?",
                "default": "calls",
                "choices": ("calls", "moves"),
                "metavar": "calls|moves",
                "help": "what its nodes are: calls (default) or moves",
            },
            "-o": ARGUMENTS["-o"],
        },
    ),
    "disks": SimpleNamespace(
        about="draw the table of disks, step by step",
        run=partial(_written, _table),
        EXAMPLES=("draw disks 4",),
        ARGUMENTS={"disks": MANY, "-o": ARGUMENTS["-o"]},
    ),
}
"""The pictures of the puzzle, each with the attributes of a command's module."""
