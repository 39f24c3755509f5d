"""The command `path`: from any configuration to any other, or to a tower."""

from hanoi_fsm.cli.command import Arguments, Lines, Options, given, wrapped
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.hanoi import formulas, resolver
from hanoi_fsm.hanoi.pegs import Configuration, NotOnPath

SHORTEST = "shortest"

EXAMPLES = ("path 0021", "path 100 011")
ARGUMENTS: Arguments = {
    "start": {},
    "goal": {
        "nargs": "?",
        "help": "default: the tower on the target peg; then START's step and distance are "
        "printed, too",
    },
    "--by": {
        "default": SHORTEST,
        "help": "shortest (default), any-to-any, or a diagram of one of them",
    },
    "--from": {},
    "--to": {},
    "--length": {"action": "store_true", "help": "print the number of moves instead of the moves"},
    "--format": {},
}


def run(options: Options) -> Lines:
    start, goal = options.start, options.goal
    finder = None if options.by == SHORTEST else resolver.pathfinder_of(options.by)
    if goal is None:
        target = given(options).get("target", 2)
        about = [*wrapped(_about(start, target, given(options)))]
        if options.length or options.format == "text":
            yield from about
        if options.length:
            return
        goal = Configuration(str(target) * len(start))
    from hanoi_fsm.cli.tables import move_text
    from hanoi_fsm.hanoi import solving
    from hanoi_fsm.hanoi.rules import LENGTHS

    finder = resolver.sound(finder or resolver.pathfinder_of(options.by))
    moves = solving.path(start, goal, by=finder)
    if not options.length:
        yield from move_text(moves, options.format)
    elif known := LENGTHS.get(options.by):
        yield number_text(known(start, goal))
    else:
        yield number_text(sum(1 for _ in moves))


def _about(start: Configuration, target: int, pegs: dict[str, int]) -> Lines:
    """The step of a configuration, its distance from the tower, and its next move."""
    source = pegs.get("source", 2 if target == 0 else 0)
    try:
        step = number_text(formulas.step_of(start, source=source, target=target))
        yield f"step {step} of the optimal path from {source} to {target}"
    except NotOnPath as error:
        yield str(error)
    left = formulas.distance_to_tower(start, target=target)
    yield f"{counted(left, 'move')} from the tower on peg {target}"
    move = formulas.next_move(start, target=target)
    yield f"next {move}" if move else f"no move: the tower is on peg {target}"
