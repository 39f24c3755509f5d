"""The command `path`: from any configuration to any other, or to a tower."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.cli.output import wrapped
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.hanoi import formulas, resolver
from hanoi_fsm.hanoi.pegs import Configuration, NotOnPath

EXAMPLES = ("path 0021", "path 100 011")
ARGUMENTS: args.Arguments = {
    "start": {},
    "goal": {
        "nargs": "?",
        "help": "default: the tower on the target peg; then START's step and distance are "
        "printed, too",
    },
    "--by": {
        "default": "shortest",
        "help": "shortest (default), any-to-any, or a diagram of one of them",
    },
    "--from": {},
    "--to": {},
    "--length": {"action": "store_true", "help": "print the number of moves instead of the moves"},
    "--format": {},
}


def run(options: Namespace) -> Iterator[str]:
    start, goal = options.start, options.goal
    finder = None
    if options.by != ARGUMENTS["--by"]["default"]:
        finder = resolver.pathfinder_of(options.by)
    if goal is None:
        about = [*wrapped(_about(start, options))]
        yield from about if options.length or options.format == "text" else ()
        if options.length:
            return
        goal = Configuration(str(args.given(options).get("target", 2)) * len(start))
    from hanoi_fsm.cli.tables import move_text
    from hanoi_fsm.hanoi import solving
    from hanoi_fsm.hanoi.rules import LENGTHS

    finder = resolver.sound(finder or resolver.pathfinder_of(options.by))
    moves = solving.path(start, goal, by=finder)
    if options.length:
        known = LENGTHS.get(options.by)
        yield number_text(known(start, goal) if known else sum(1 for _ in moves))
    else:
        yield from move_text(moves, options.format)


def _about(start: Configuration, options: Namespace) -> Iterator[str]:
    """The step of a configuration, its distance from the tower, and its next move."""
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
