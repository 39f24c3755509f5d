"""Commands that ask about configurations and disks: `path`, `rank`, `next`, `itinerary`, `at`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import formats
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi import automata, formulas, solving
from hanoi_fsm.hanoi.errors import BadDisks, NotOnPath
from hanoi_fsm.hanoi.pegs import check_task

FINE, FAILED = 0, 1


def at(options: Namespace) -> int:
    """Print the configuration after a step."""
    here = formulas.configuration(options.step, options.disks, options.source, options.target)
    write_lines([str(here)])
    return FINE


def path(options: Namespace) -> int:
    """Print the moves from one configuration to another, their number, or the verdict."""
    lines = formats.moves_as(options.format)
    start, goal = options.start, options.goal
    solving.find_pathfinder(options.by)
    if options.verdict:
        kind, pairs = automata.verdict(start, goal)
        write_lines([f"{kind} after {pairs} {'pair' if pairs == 1 else 'pairs'}"])
    elif options.length and options.by == "shortest":
        write_lines([str(formulas.distance(start, goal))])
    elif options.length:
        write_lines([str(sum(1 for _ in solving.path(start, goal, options.by)))])
    else:
        write_lines(lines(solving.path(start, goal, options.by), 1), options.file)
    return FINE


def rank(options: Namespace) -> int:
    """Print the step number of a configuration; 1 where the optimal path does not pass it."""
    here, target = options.configuration, options.target
    try:
        step = formulas.step_of(here, options.source, target)
    except NotOnPath as error:
        left = formulas.distance_to_tower(here, target)
        move = formulas.next_move(here, target)
        write_lines([f"{error}; the tower on peg {target} is {left} moves away, next {move}"])
        return FAILED
    write_lines([str(step)])
    return FINE


def next_move(options: Namespace) -> int:
    """Print the next optimal move from any configuration."""
    move = formulas.next_move(options.configuration, options.target)
    write_lines([str(move or f"no move: the tower stands on peg {options.target}")])
    return FINE


def itinerary(options: Namespace) -> int:
    """Print how often each disk moves, when, and round which pegs; the largest first."""
    disks, source, target = options.disks, options.source, options.target
    check_task(disks, source, target)
    if options.disk is None:
        write_lines(_itineraries(range(disks, 0, -1), disks, source, target))
        return FINE
    if not 1 <= options.disk <= disks:
        raise BadDisks(f"there is no disk {shortened(options.disk)}: give 1 to {disks}")
    write_lines(_itineraries(range(options.disk, options.disk + 1), disks, source, target))
    return FINE


def _itineraries(which: range, disks: int, source: int, target: int) -> Iterator[str]:
    for disk in which:
        stops = formulas.itinerary_of(disk, disks, source, target)
        times = "1 move" if disk == disks else f"{power(disks - disk)} moves"
        steps = f"{power(disk - 1)} mod {power(disk)}"
        yield f"disk {disk}: {times}, at steps {steps}, round {' -> '.join(map(str, stops))}"


def power(exponent: int) -> str:
    """A power of two: in digits as long as those can be taken in at a glance.

    >>> power(10), power(999)
    ('1024', '2^999')
    """
    return str(1 << exponent) if exponent < 64 else f"2^{exponent}"
