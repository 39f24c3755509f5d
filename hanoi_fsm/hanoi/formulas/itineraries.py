"""When and where each disk moves, as rows of a table.

A disk goes round all three pegs in one direction, every second move of its period: that is its
itinerary (Scheme, Towers of Hanoi 3, 2007).
"""

from collections.abc import Iterator

from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi.formulas import itinerary_of
from hanoi_fsm.hanoi.pegs import Task

LEGIBLE = 64
"""Powers of two below this one are written as digits."""


def disk_rows(task: Task) -> Iterator[Row]:
    """A row per disk: it moves in a circle, and the spare pegs are those that its moves leave out.

    The largest disk comes first, and the total last.
    """
    names = {task.source: "source", task.spare: "spare", task.target: "target"}
    for disk in range(task.disks, 0, -1):
        first, second, third = stops = itinerary_of(disk, task)
        yield {
            "disk": disk,
            "moves": _power(task.disks - disk),
            "first step": _power(disk - 1),
            "period": _power(disk),
            "circle": " > ".join(names[peg] for peg in stops),
            "pegs": " > ".join(map(str, stops)),
            "spare pegs": f"{third}, {first}, {second}",
        }
    last = task.last_step if task.disks < LEGIBLE else f"{_power(task.disks)} - 1"
    yield {"disk": "all", "moves": last}


def move_rows(task: Task) -> Iterator[Row]:
    """A row per move, the moves of the largest disk first."""
    for disk in range(task.disks, 0, -1):
        stops = itinerary_of(disk, task)
        for number in range(1 << task.disks - disk):
            source, target, spare = (stops[(number + one) % 3] for one in range(3))
            step = (2 * number + 1) << disk - 1
            yield {"disk": disk, "step": step, "from": source, "to": target, "spare peg": spare}


def _power(exponent: int) -> int | str:
    """A power of two: in digits as long as those can be taken in at a glance.

    >>> _power(10), _power(999)
    (1024, '2^999')
    """
    return 1 << exponent if exponent < LEGIBLE else f"2^{exponent}"
