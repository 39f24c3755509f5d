"""The arguments of every command, with their help."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NoReturn

from hanoi_fsm import __version__
from hanoi_fsm.cli import (
    commands,
    comparing,
    describing,
    drawing,
    exporting,
    proving,
    questions,
    tracing,
)
from hanoi_fsm.cli.arguments import digits, whole
from hanoi_fsm.cli.output import one_line
from hanoi_fsm.hanoi import automata, solving

NAME = "hanoi-fsm"
FOLDER = "hanoi-diagrams"


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` that says what is wrong in one line, however long the argument was."""

    def error(self, message: str) -> NoReturn:
        """Exit with 2 and one line."""
        self.exit(2, f"{NAME}: {one_line(message)} (see `{self.prog} --help`)\n")


def parser() -> Parser:
    """The parser of the whole command line; each command sets `run` to what carries it out."""
    top = Parser(
        prog=NAME,
        description="The Towers of Hanoi solved by explicit state machines, "
        "with diagrams that are checked programs. Pegs are 0, 1 and 2.",
        epilog="exit codes: 0 fine, 1 a check failed, 2 bad input",
    )
    top.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    several = top.add_subparsers(metavar="COMMAND", required=True)
    for add in (_demo, _solve, _trace, _at, _path, _rank, _next, _itinerary):
        add(several)
    for add in (_draw, _check, _explore, _mutants, _mend, _compare, _describe, _export, _list):
        add(several)
    return top


def _command(
    several: Any, name: str, run: Callable[[Any], int], help: str, example: str
) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = several.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog=f"example: {NAME} {example}",
    )
    command.set_defaults(run=run)
    return command


def _demo(several: Any) -> None:
    command = _command(
        several,
        "demo",
        commands.demo,
        "run the four-step machine, export its diagram, read it back and check it",
        "demo --disks 4",
    )
    command.add_argument("--disks", type=whole, default=4, metavar="N", help="default: 4")
    _out(command)


def _solve(several: Any) -> None:
    command = _command(
        several,
        "solve",
        commands.solve,
        "print the moves of the solution, as a stream",
        "solve 64 --start 1000000000000000000 --count 5",
    )
    _disks(command)
    _by(command, [*automata.SOLVERS, *solving.PLAIN])
    _task(command)
    _window(command)
    _format(command, "text")


def _trace(several: Any) -> None:
    command = _command(
        several,
        "trace",
        tracing.trace,
        "run an automaton or a formula and print a row for every event",
        "trace 3    or: trace --by configuration-reader 0110    or: trace --by shortest 100 011",
    )
    command.add_argument(
        "words",
        nargs="+",
        metavar="N|WORD",
        help="the number of disks; for a reader the word to read; for a pathfinder two "
        "configurations",
    )
    _by(command, [*automata.names(), *solving.PLAIN])
    _task(command)
    _window(command)
    _format(command, "table")


def _at(several: Any) -> None:
    command = _command(
        several,
        "at",
        questions.at,
        "print the configuration after STEP steps, largest disk first",
        "at 4 15",
    )
    _disks(command)
    command.add_argument("step", type=whole, metavar="STEP", help="0 .. 2**N - 1")
    _task(command)


def _draw(several: Any) -> None:
    command = _command(
        several,
        "draw",
        drawing.draw,
        "draw state diagrams, and pictures of the puzzle, into a folder",
        "draw two-storey --counts 6",
    )
    command.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="automata, DOT or JSON files, hanoi-graph, recursion-tree, move-tree, disk-table, or "
        "`run` for the film of a run (default: all automata)",
    )
    command.add_argument(
        "--disks",
        type=whole,
        metavar="N",
        help=f"how many disks a picture of the puzzle shows (default: {drawing.DISKS})",
    )
    command.add_argument(
        "--from", dest="source", type=whole, metavar="PEG", help="of the puzzle (default: 0)"
    )
    command.add_argument(
        "--to", dest="target", type=whole, metavar="PEG", help="of the puzzle (default: 2)"
    )
    command.add_argument(
        "--path",
        nargs="+",
        metavar=("STEP..STEP", "GOAL"),
        help="of a solver light what these steps of --disks N pass; of hanoi-graph, with START "
        "GOAL, the shortest path between two configurations",
    )
    _out(command)
    command.add_argument(
        "--format", default="svg", metavar="FORMAT", help="svg (default), dot, png or pdf"
    )
    command.add_argument(
        "--counts", type=whole, metavar="N", help="put on every edge how often N disks pass it"
    )
    command.add_argument(
        "--lit", action="append", default=[], metavar="STATE", help="light a state"
    )
    command.add_argument(
        "--renderer", default="auto", metavar="R", help="auto (default), dot or wasm"
    )


def _export(several: Any) -> None:
    command = _command(
        several,
        "export",
        exporting.export,
        "hand an automaton on to another tool",
        "export two-storey --to scxml -o two-storey.scxml",
    )
    command.add_argument(
        "name", nargs="?", metavar="NAME", help="an automaton, a DOT or JSON file, or hanoi-graph"
    )
    command.add_argument(
        "--to", metavar="FORMAT", help="dot, mermaid, plantuml, scxml, jflap, transitions or json"
    )
    command.add_argument(
        "--disks", type=whole, default=3, metavar="N", help="of the hanoi-graph (default: 3)"
    )
    command.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of the format json"
    )
    command.add_argument("-o", dest="file", metavar="FILE", help="write into a file instead")


def _check(several: Any) -> None:
    command = _command(
        several,
        "check",
        commands.check,
        "compare machines with the formula, move by move",
        "check two-storey my.dot --disks 8",
    )
    command.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="automata, formulas, DOT or JSON files, or my.py:solver for a function or an "
        "Automaton of your own: naming a Python file runs it, a DOT file never runs code "
        "(default: all automata and formulas)",
    )
    command.add_argument(
        "--disks", type=whole, default=10, metavar="N", help="towers of 0 .. N (default: 10)"
    )


def _explore(several: Any) -> None:
    command = _command(
        several,
        "explore",
        proving.explore,
        "visit every reachable state and memory of an automaton, and name what is wrong",
        "explore two-storey --disks 8",
    )
    _one(command)
    command.add_argument(
        "--disks", type=whole, default=8, metavar="N", help="towers of 0 .. N (default: 8)"
    )


def _mutants(several: Any) -> None:
    command = _command(
        several,
        "mutants",
        proving.mutants,
        "make every single change of a diagram, and see whether the checks notice",
        "mutants two-storey",
    )
    _one(command)
    command.add_argument(
        "--summary",
        action="store_true",
        help="print only the ones that live, not what killed the rest",
    )
    _effort(command)


def _mend(several: Any) -> None:
    command = _command(
        several,
        "mend",
        proving.mend,
        "name the edits after which a failing diagram passes its check",
        "mend mine.dot --hint",
    )
    command.add_argument("name", metavar="FILE.dot", help="the diagram that fails")
    command.add_argument("--hint", action="store_true", help="name the line to look at only")
    command.add_argument(
        "--edits",
        type=whole,
        default=1,
        metavar="K",
        help="K edits at once, 1 or 2 (default: 1)",
    )
    command.add_argument(
        "--most", type=whole, default=5, metavar="M", help="print at most M ways (default: 5)"
    )
    _effort(command)


def _one(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="an automaton or a DOT file")


def _effort(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--disks", type=whole, default=6, metavar="N", help="towers of 0 .. N (default: 6)"
    )
    command.add_argument(
        "--jobs", type=whole, metavar="J", help="so many processes (default: one a core)"
    )


def _compare(several: Any) -> None:
    command = _command(
        several,
        "compare",
        comparing.compare,
        "run all solvers on N disks and print their figures side by side",
        "compare 12    or: compare 14 --plot times.svg",
    )
    _disks(command)
    command.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="automata, formulas, `recursion`, DOT files, or FILE.py:NAME, which runs the file "
        "(default: all of this package)",
    )
    command.add_argument(
        "--format", default="text", metavar="FORMAT", help="text (default), csv or jsonl"
    )
    command.add_argument(
        "--plot", metavar="FILE.svg", help="draw time against n for 1 .. N instead"
    )


def _list(several: Any) -> None:
    _command(several, "list", describing.list_all, "list every automaton and formula", "list")


def _path(several: Any) -> None:
    command = _command(
        several,
        "path",
        questions.path,
        "print the moves from any configuration to any other",
        "path 100 011",
    )
    for name in ("start", "goal"):
        command.add_argument(
            name, type=digits, metavar=name.upper(), help="a peg digit a disk, largest disk first"
        )
    command.add_argument(
        "--by",
        default="shortest",
        metavar="NAME",
        help=f"{', '.join(automata.PATHFINDERS)}, or a DOT file (default: shortest)",
    )
    command.add_argument("--length", action="store_true", help="print the number of moves only")
    command.add_argument(
        "--verdict",
        action="store_true",
        help="print whether the largest differing disk moves once or twice, or a tie, and after "
        "how many pairs of disks that was known",
    )
    _format(command, "text")


def _rank(several: Any) -> None:
    command = _command(
        several,
        "rank",
        questions.rank,
        "print the step number of a configuration (exit 1 where it has none)",
        "rank 0021",
    )
    _configuration(command)
    _task(command)


def _next(several: Any) -> None:
    command = _command(
        several,
        "next",
        questions.next_move,
        "print the next optimal move from any configuration",
        "next 0121",
    )
    _configuration(command)
    command.add_argument(
        "--to", dest="target", type=whole, default=2, metavar="PEG", help="default: 2"
    )


def _itinerary(several: Any) -> None:
    command = _command(
        several,
        "itinerary",
        questions.itinerary,
        "print how often each disk moves, at which steps, and round which pegs",
        "itinerary 1000 --disk 7",
    )
    _disks(command)
    command.add_argument("--disk", type=whole, metavar="P", help="this disk only")
    _task(command)


def _describe(several: Any) -> None:
    command = _command(
        several,
        "describe",
        describing.describe,
        "tell what an automaton is: idea, states, guards, actions, transitions",
        "describe two-storey",
    )
    command.add_argument("name", metavar="NAME", help="an automaton, a formula or a DOT file")


def _configuration(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "configuration",
        type=digits,
        metavar="CONFIGURATION",
        help="a peg digit a disk, largest disk first",
    )


def _disks(command: argparse.ArgumentParser) -> None:
    command.add_argument("disks", type=whole, metavar="N", help="the number of disks, from 0 on")


def _by(command: argparse.ArgumentParser, names: list[str]) -> None:
    command.add_argument(
        "--by",
        default="two-storey",
        metavar="NAME",
        help=f"{', '.join(names)}, or a DOT or JSON file (default: two-storey)",
    )


def _task(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--from", dest="source", type=whole, default=0, metavar="PEG", help="default: 0"
    )
    command.add_argument(
        "--to", dest="target", type=whole, default=2, metavar="PEG", help="default: 2"
    )


def _window(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--start", type=whole, default=1, metavar="STEP", help="begin with this step (default: 1)"
    )
    command.add_argument("--count", type=whole, metavar="K", help="stop after K moves")


def _format(command: argparse.ArgumentParser, plain: str) -> None:
    command.add_argument(
        "--format", default=plain, metavar="FORMAT", help=f"{plain} (default), csv or jsonl"
    )
    command.add_argument("-o", dest="file", metavar="FILE", help="write into a file instead")


def _out(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--out", default=FOLDER, metavar="DIR", help=f"the folder to write into (default: {FOLDER})"
    )
