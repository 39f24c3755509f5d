"""The command `at`: the configuration after a step, or when and where each disk moves."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Configuration, Task

LEGIBLE = 64
"""Powers of two below this one are written as digits."""


EXAMPLES = ("at 4 15", "at 6 49 --as towers", "at 4", "at 3 --by-disk")
ARGUMENTS: args.Arguments = {
    "disks": {},
    "step": {
        "type": args.whole,
        "nargs": "?",
        "metavar": "STEP",
        "help": "0 .. 2**N - 1; without it, a table says how often, when and where each disk moves",
    },
    "--as": {
        "dest": "form",
        "metavar": "FORM",
        "default": "digits",
        "choices": ("digits", "towers"),
        "help": "%(default)s (default), or towers for a drawing in text",
    },
    "--by-disk": {
        "action": "store_true",
        "help": "without STEP: every move, those of each disk together, with the peg it leaves out",
    },
    "--from": {},
    "--to": {},
}


def run(options: Namespace) -> Iterator[str]:
    task = Task(options.disks, **args.given(options))
    if options.step is None:
        from hanoi_fsm.cli.tables import table_lines

        yield from table_lines((_moves if options.by_disk else _disks)(task))
    else:
        here = formulas.configuration(options.step, task)
        yield from _towers(here) if options.form == "towers" else [str(here)]


def _towers(here: Configuration) -> list[str]:
    from hanoi_fsm.hanoi.pictures import check_few, towers

    check_few("a text", len(here), towers.MAX_DISKS_AS_TEXT)
    return towers.text_towers(here)


def _disks(task: Task) -> Iterator[Row]:
    """A row per disk: it moves in a circle, and the spare pegs are those that its moves leave out.

    The largest disk comes first, and the total last.
    """
    names = {task.source: "source", task.spare: "spare", task.target: "target"}
    for disk in range(task.disks, 0, -1):
        first, second, third = stops = formulas.itinerary_of(disk, task)
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


def _moves(task: Task) -> Iterator[Row]:
    """A row per move, the moves of the largest disk first."""
    for disk in range(task.disks, 0, -1):
        stops = formulas.itinerary_of(disk, task)
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
