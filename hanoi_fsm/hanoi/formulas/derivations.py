"""Derivations of the closed formulas: every intermediate figure, for one step or word.

They are computed anew from the sources, independently of the closed formulas, so that a derivation
that agrees with the move is a check of both. Numbers may have any size.

A disk goes round all three pegs in one direction, every second move of its period: that is its
itinerary (Scheme, Towers of Hanoi 3, 2007), with tables for all disks and all moves.
"""

from collections.abc import Callable, Iterator, Sequence

from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.hanoi.formulas import hbits_pegs, itinerary_of
from hanoi_fsm.hanoi.pegs import Task

Figures = dict[str, object]
"""The figures of one row by name, in the order of the derivation."""

LEGIBLE = 64
"""Powers of two below this one are written as digits."""


def of_legalov(step: int, task: Task) -> Figures:
    """Trailing zeros, shifts and delta of Legalov (2002), and the pegs in his own numbering.

    The disk is `zeros` + 1, and this is its `shifts`-th move, each by `delta` pegs. In that
    numbering the tower goes from 0 to 2; `renamed` says which pegs its 0, 1 and 2 stand for.

    >>> list(of_legalov(12, Task(4)).items())
    [('binary', '1100'), ('zeros', 2), ('shifts', 2), ('delta', 1), ('mod 3', '1>2'),
     ('renamed', '012')]
    """
    zeros = (step & -step).bit_length() - 1
    shifts, delta = (step >> zeros + 1) + 1, 1 + (task.disks + zeros) % 2
    figures = {"binary": _bits(step, task), "zeros": zeros, "shifts": shifts, "delta": delta}
    pegs = task.source, task.spare, task.target
    return figures | _renamed(delta * (shifts - 1) % 3, delta * shifts % 3, pegs)


def of_hbits(step: int, task: Task) -> Figures:
    """The step without its lowest 1, and with all bits below that set; the pegs of both modulo 3.

    In the numbering of hBits an odd tower goes from 0 to 2 and an even one from 0 to 1: there the
    other two pegs are exchanged, as `renamed` says. The target is the second word plus 1.

    >>> of_hbits(6, Task(4))
    {'x&(x-1)': '0100', 'x|(x-1)': '0111', 'mod 3': '1>2', 'renamed': '021'}
    """
    below, through = step & (step - 1), step | (step - 1)
    words = {"x&(x-1)": _bits(below, task), "x|(x-1)": _bits(through, task)}
    return words | _renamed(below % 3, (through + 1) % 3, hbits_pegs(task))


def _renamed(source: int, target: int, pegs: Sequence[int]) -> Figures:
    return {"mod 3": f"{source}>{target}", "renamed": "".join(map(str, pegs))}


def of_itinerary(step: int, task: Task) -> Figures:
    """The number of earlier moves of a step's disk, its position in its circle, and the circle.

    >>> of_itinerary(12, Task(4))
    {'binary': '1100', 'turn': 1, 'position': 1, 'circle': '0>1>2'}
    """
    binary = _bits(step, task)
    disk = len(binary) - binary.rindex("1")
    circle = ">".join(map(str, itinerary_of(disk, task)))
    turn = (step - (1 << disk - 1)) // (1 << disk)
    return {"binary": binary, "turn": turn, "position": turn % 3, "circle": circle}


DERIVATIONS: dict[str, Callable[[int, Task], Figures]] = {
    "formula": of_legalov,
    "hbits": of_hbits,
    "itinerary": of_itinerary,
}


def halvings(bits: Sequence[str]) -> Iterator[Figures]:
    """Find the configuration after a step by halving the range of steps (Fingers).

    The largest disk comes first. Among the steps that are still possible, the `pivot` is the step
    in which the disk moves: it `moved` if the step is not before the pivot, and then the steps
    before it are no longer possible.

    >>> [one["pivot"] for one in halvings("110001")], [one["moved"] for one in halvings("101")]
    ([32, 48, 56, 52, 50, 49], ['yes', 'no', 'yes'])
    >>> next(halvings("101"))
    {'disk': 3, 'steps': '0..7', 'pivot': 4, 'compared': '5 >= 4', 'moved': 'yes'}
    """
    step = int("".join(bits) or "0", 2)
    said = number_text(step)
    for disk in range(len(bits), 0, -1):
        first = step >> disk << disk  # the larger disks leave 2**disk steps
        pivot, after_last = first + (1 << disk - 1), first + (1 << disk)
        moved = step >= pivot
        yield {
            "disk": disk,
            "steps": f"{number_text(first)}..{number_text(after_last - 1)}",
            "pivot": pivot,
            "compared": f"{said} {'>=' if moved else '<'} {number_text(pivot)}",
            "moved": "yes" if moved else "no",
        }


def disk_rows(task: Task) -> Iterator[Figures]:
    """Yield a row per disk: the circle in which it moves, and the pegs unused by its moves.

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


def move_rows(task: Task) -> Iterator[Figures]:
    """Yield a row per move, the moves of the largest disk first."""
    for disk in range(task.disks, 0, -1):
        stops = itinerary_of(disk, task)
        for number in range(1 << task.disks - disk):
            source, target, spare = (stops[(number + one) % 3] for one in range(3))
            step = (2 * number + 1) << disk - 1
            yield {"disk": disk, "step": step, "from": source, "to": target, "spare peg": spare}


def _power(exponent: int) -> int | str:
    """A power of two, in digits if it is small enough to read at a glance.

    >>> _power(10), _power(999)
    (1024, '2^999')
    """
    return 1 << exponent if exponent < LEGIBLE else f"2^{exponent}"


def _bits(number: int, task: Task) -> str:
    """All bits of a step, one per disk."""
    return f"{number:0{task.disks}b}"
