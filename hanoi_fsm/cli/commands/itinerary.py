"""The command `itinerary`: how often each disk moves, when, and in which circle (Scheme 2007)."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Task

LEGIBLE = 64
"""Powers of two below this one are written as digits."""


def configure(command: ArgumentParser) -> None:
    args.example(command, "itinerary 1000 --disk 7", "itinerary 6 --table")
    args.add(command, "disks")
    args.number(command, "--disk", "P", "print only disk P")
    command.add_argument(
        "--table", action="store_true", help="as a table, with the circles as names and as pegs"
    )
    args.add(command, "--from", "--to")


def run(options: Namespace) -> int:
    task, disk = Task(options.disks, **args.given(options)), options.disk
    if disk is not None and not 1 <= disk <= task.disks:
        raise BadDisks(f"invalid disk {shortened(disk)}: expected 1 .. {task.disks}")
    chosen = range(task.disks, 0, -1) if disk is None else range(disk, disk + 1)
    write_lines(table_lines(_rows(chosen, task)) if options.table else _lines(chosen, task))
    return FINE


def _rows(chosen: range, task: Task) -> Iterator[Row]:
    """The circles of the disks: in a circle the third peg is the first one again after the last."""
    names = {task.source: "source", task.spare: "spare", task.target: "target"}
    for disk in chosen:
        stops = formulas.itinerary_of(disk, task)
        yield {
            "disk": disk,
            "moves": _number(task.disks - disk),
            "first step": _number(disk - 1),
            "period": _number(disk),
            "circle": " > ".join(names[peg] for peg in stops),
            "pegs": " > ".join(map(str, stops)),
            "spare peg": task.spare,
        }


def _number(exponent: int) -> int | str:
    return 1 << exponent if exponent < LEGIBLE else power(exponent)


def _lines(chosen: range, task: Task) -> Iterator[str]:
    for disk in chosen:
        stops = " -> ".join(map(str, formulas.itinerary_of(disk, task)))
        times = "1 move" if disk == task.disks else f"{power(task.disks - disk)} moves"
        yield f"disk {disk}: {times}, at steps {power(disk - 1)} mod {power(disk)}, round {stops}"


def power(exponent: int) -> str:
    """A power of two: in digits as long as those can be taken in at a glance.

    >>> power(10), power(999)
    ('1024', '2^999')
    """
    return str(1 << exponent) if exponent < LEGIBLE else f"2^{exponent}"
