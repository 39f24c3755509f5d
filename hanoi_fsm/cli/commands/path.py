"""The command `path`: from any configuration to any other, or to a tower."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import chain

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import progress_bar, wrapped, write_lines, write_text
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import NotOnPath
from hanoi_fsm.hanoi.pegs import Configuration

SHORTEST = "shortest"


def configure(command: ArgumentParser) -> None:
    args.example(command, "path 0021", "path 100 011")
    args.add(command, "start")
    goal = "without it, the tower on the target peg; of START its step and its distance are said"
    args.add(command, "goal", nargs="?", help=goal)
    by = "shortest (default), any-to-any, or a DOT or JSON file of one of them"
    args.add(command, "--by", default=SHORTEST, help=by)
    args.add(command, "--from", "--to")
    command.add_argument("--length", action="store_true", help="leave out the moves")
    args.add(command, "--format")


def run(options: Namespace) -> int:
    if options.length:
        args.refuse_idle(options, "with --length", "format")
    start, goal, by = options.start, options.goal, options.by
    about: list[str] = []
    if goal is None:
        about = [*_about(start, options)]
        goal = Configuration(str(args.given(options).get("target", 2)) * len(start))
    else:
        args.refuse_idle(options, "with a GOAL", "source", "target")
    if options.format != "text":
        about = []
    if about and options.length:
        write_lines(wrapped(about))
        return FINE
    from hanoi_fsm.cli.tables import move_text
    from hanoi_fsm.hanoi import solving

    moves = solving.path(start, goal, by=by)
    if options.length:
        known = by == SHORTEST
        with progress_bar("counting the moves", None):
            length = formulas.distance(start, goal) if known else sum(1 for _ in moves)
        write_lines([number_text(length)])
        return FINE
    before = (f"{line}\n" for line in wrapped(about))
    write_text(chain(before, move_text(moves, options.format)))
    return FINE


def _about(start: Configuration, options: Namespace) -> Iterator[str]:
    """The step of a configuration, its distance from the tower, and the next move there."""
    target = args.given(options).get("target", 2)
    source = args.given(options).get("source", 2 if target == 0 else 0)
    try:
        step = number_text(formulas.step_of(start, source=source, target=target))
        yield f"step {step} of the optimal path from {source} to {target}"
    except NotOnPath as error:
        yield str(error)
    left = formulas.distance_to_tower(start, target=target)
    yield f"{counted(left, 'move')} from the tower on peg {target}"
    move = formulas.next_move(start, target=target)
    yield f"next {move}" if move else f"no move: the tower is on peg {target}"
