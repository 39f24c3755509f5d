"""The command `draw`: state diagrams, and pictures of the puzzle, into the files of a folder."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import progress_bar, refuse_own_input, say, write_bytes
from hanoi_fsm.cli.puzzle_pictures import (
    DISKS,
    PICTURES,
    RUN,
    TAKE_TASK,
    add_run_options,
    run_options,
)
from hanoi_fsm.cli.state_diagrams import DIAGRAM, KINDS, TABLE, state_diagram
from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted, shortened
from hanoi_fsm.hanoi import automata

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.picture import Picture


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "draw two-storey --counts 6",
        "draw configuration-reader --path 0110",
        "draw twice-reader --as table",
        "draw two-storey --as control",
        "draw run --by call-stack --disks 3 --matrix",
    )
    args.add(
        command,
        "names",
        help="automata, DOT or JSON files, FILE.py:NAME, hanoi-graph, recursion-tree, "
        "move-tree, disk-table, or `run` for the filmstrip of a run (default: all automata)",
    )
    args.add(command, "--memory")
    args.add(command, "--disks", help=f"number of disks in a picture of the puzzle ({DISKS})")
    args.add(command, "--from", "--to")
    command.add_argument(
        "--path",
        nargs="+",
        metavar="PART",
        help="highlight a path and number its edges: STEP..STEP of a solver, the WORD that a "
        "reader reads, START GOAL of a pathfinder or in hanoi-graph, the events of another machine",
    )
    add_run_options(command)
    command.add_argument(
        "--as",
        dest="kind",
        default=DIAGRAM,
        metavar="KIND",
        help="diagram (default); table: a row per state, a column per event; control: after which "
        "bits of the step number a solver is in which state, as it follows from the proof",
    )
    args.add(command, "--out")
    args.add(
        command, "--format", default="svg", choices=None, help="svg (default), dot, png or pdf"
    )
    args.number(command, "--counts", "N", "label edges with their counts, for N disks or N events")
    args.add(command, "--lit", action="append", default=[], metavar="STATE", help="highlight STATE")
    args.number(command, "--pegs", "N", "draw the pegs in each state as N disks first enter it")
    args.add(
        command,
        "--legend",
        action="store_true",
        help="explain guards and actions below the diagram",
    )
    args.add(
        command,
        "--layout",
        default="auto",
        metavar="L",
        help="auto (default: the automaton's own places, or else dot) or dot",
    )
    args.add(command, "--direction", default="down", metavar="D", help="down (default) or right")
    command.add_argument(
        "--dpi", type=args.dpi, metavar="D", help=f"resolution of a png (default: {args.DPI})"
    )
    command.add_argument(
        "--scale", type=args.scale, metavar="S", help="resolution of a png as a multiple of 96 dpi"
    )
    args.add(command, "--renderer", default="auto", metavar="R", help="auto (default), dot or wasm")


def run(options: Namespace) -> int:
    """Write the pictures and print their paths; nothing is written unless all can be drawn."""
    from hanoi_fsm.fsm.diagrams.picture import FORMATS, RENDERERS
    from hanoi_fsm.fsm.diagrams.state_diagram import DIRECTIONS, LAYOUTS

    if options.format not in ("dot", *FORMATS):
        raise UnknownName.among("picture format", options.format, ("dot", *FORMATS))
    if options.renderer not in RENDERERS:
        raise UnknownName.among("renderer", options.renderer, RENDERERS)
    if options.kind not in KINDS:
        raise UnknownName.among("kind of picture", options.kind, KINDS)
    if options.layout not in LAYOUTS:
        raise UnknownName.among("layout", options.layout, LAYOUTS)
    if options.direction not in DIRECTIONS:
        raise UnknownName.among("direction", options.direction, DIRECTIONS)
    if options.path is not None and not options.names:
        words = shortened(" ".join(options.path))
        raise BadInput(
            f"--path {words} is of one picture: name it first, as in draw NAME --path ..."
        )
    _resolve_resolution(options)
    pictures: dict[str, Picture | bytes] = {}
    for name in dict.fromkeys(options.names or _drawn_unless_named(options)):
        _refuse_idle_options(name, options)
        with progress_bar(f"drawing {name}", None):
            stem, picture = PICTURES.get(name, state_diagram)(name, options)
        file = f"{stem}.{options.format}"
        if file in pictures:
            raise BadInput(f"two pictures would both be called {file}: draw them one at a time")
        pictures[file] = picture
    refuse_own_input(options, *(Path(options.out, file) for file in pictures))
    for file, content in _contents(pictures, options).items():
        write_bytes(content, Path(options.out, file))
        say(Path(options.out, file))
    return FINE


def _contents(pictures: Mapping[str, Picture | bytes], options: Namespace) -> dict[str, bytes]:
    """The contents of the files, in the format asked for; all svgs are rendered together."""
    from hanoi_fsm.fsm.diagrams.picture import rendered

    contents = {file: one for file, one in pictures.items() if isinstance(one, bytes)}
    drawn = {file: one for file, one in pictures.items() if not isinstance(one, bytes)}
    if options.format == "dot":
        contents |= {file: one.dot.encode() for file, one in drawn.items()}
    else:
        with progress_bar(f"drawing {counted(len(drawn), 'picture')}", None):
            found = rendered(
                list(drawn.values()), options.format, options.renderer, dpi=options.dpi
            )
        contents |= zip(drawn, found, strict=True)
    return {file: contents[file] for file in pictures}


def _resolve_resolution(options: Namespace) -> None:
    """Let `options.dpi` be the resolution, given as such or as a scale."""
    if options.dpi is not None and options.scale is not None:
        raise BadInput("--dpi and --scale both say how fine the png is: leave one out")
    for flag, value in (("--dpi", options.dpi), ("--scale", options.scale)):
        if value is not None and options.format != "png":
            raise BadInput(f"{flag} is for --format png, not for {options.format}: leave it out")
    options.dpi = options.dpi or options.scale or args.DPI


def _drawn_unless_named(options: Namespace) -> list[str]:
    """All automata; as tables those with several events, as control machines those proved."""
    if options.kind == DIAGRAM:
        return automata.names()
    if options.kind == TABLE:
        return [name for name in automata.names() if len(automata.get(name).automaton.events) > 1]
    return [name for name, machine in automata.SOLVERS.items() if machine.prove().holds]


def _refuse_idle_options(name: str, options: Namespace) -> None:
    graph, of_puzzle, task = name == "hanoi-graph", name in PICTURES, name in TAKE_TASK
    path, diagrams = options.path is not None, "state diagrams"
    diagram = not of_puzzle and options.kind == DIAGRAM
    kind = None if options.kind == DIAGRAM else options.kind
    renderer = None if options.renderer == "auto" else options.renderer
    for flag, value, meant_for, suits in (
        ("--path", options.path, f"hanoi-graph and {diagrams}", graph or diagram),
        ("--memory", options.memory, "DOT and JSON files", not of_puzzle or name == RUN),
        *run_options(name, options),
        ("--from", options.source, ", ".join(TAKE_TASK), task),
        ("--to", options.target, ", ".join(TAKE_TASK), task),
        ("--disks", options.disks, "pictures of the puzzle and --path", of_puzzle or path),
        ("--counts", options.counts, diagrams, diagram),
        ("--lit", options.lit or None, diagrams, diagram),
        ("--pegs", options.pegs, diagrams, diagram),
        ("--legend", options.legend or None, diagrams, diagram),
        ("--layout", None if options.layout == "auto" else options.layout, diagrams, diagram),
        ("--direction", None if options.direction == "down" else "", diagrams, diagram),
        ("--as", kind, "automata", not of_puzzle),
        ("--renderer", renderer, "rendered diagrams", name != RUN),
    ):
        if value is not None and not suits:
            other = "table" if kind == TABLE else "control machine"
            what = shortened(name) if of_puzzle or diagram else f"the {other} of {shortened(name)}"
            raise BadInput(f"{flag} is for {meant_for}, not for {what}: leave it out")
