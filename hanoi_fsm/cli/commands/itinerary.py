"""The command `itinerary`: how often each disk moves, when, and in which circle."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Task


def configure(command: ArgumentParser) -> None:
    args.example(command, "itinerary 1000 --disk 7")
    args.add(command, "disks")
    args.number(command, "--disk", "P", "print only disk P")
    args.add(command, "--from", "--to")


def run(options: Namespace) -> int:
    task, disk = Task(options.disks, **args.given(options)), options.disk
    if disk is not None and not 1 <= disk <= task.disks:
        raise BadDisks(f"invalid disk {shortened(disk)}: expected 1 .. {task.disks}")
    write_lines(_lines(range(task.disks, 0, -1) if disk is None else range(disk, disk + 1), task))
    return FINE


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
    return str(1 << exponent) if exponent < 64 else f"2^{exponent}"
