"""The command `itinerary`: how often each disk moves, when, and in which circle."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FINE
from hanoi_fsm.cli.arguments import add_disks, add_example, add_task, given, whole
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Task


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "itinerary 1000 --disk 7")
    add_disks(command)
    command.add_argument("--disk", type=whole, metavar="P", help="this disk only")
    add_task(command)


def run(options: Namespace) -> int:
    """Print one line per disk, the largest first."""
    task, disk = Task(options.disks, **given(options)), options.disk
    disks = task.disks
    if disk is None:
        chosen = range(disks, 0, -1)
    elif 1 <= disk <= disks:
        chosen = range(disk, disk + 1)
    else:
        raise BadDisks(f"invalid disk {shortened(disk)}: expected 1 to {disks}")
    write_lines(_lines(chosen, task))
    return FINE


def _lines(chosen: range, task: Task) -> Iterator[str]:
    for disk in chosen:
        stops = formulas.itinerary_of(disk, task)
        times = "1 move" if disk == task.disks else f"{power(task.disks - disk)} moves"
        steps = f"{power(disk - 1)} mod {power(disk)}"
        yield f"disk {disk}: {times}, at steps {steps}, round {' -> '.join(map(str, stops))}"


def power(exponent: int) -> str:
    """A power of two: in digits as long as those can be taken in at a glance.

    >>> power(10), power(999)
    ('1024', '2^999')
    """
    return str(1 << exponent) if exponent < 64 else f"2^{exponent}"
