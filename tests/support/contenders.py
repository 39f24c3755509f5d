"""Everything that solves the puzzle, by `list` and the registries, and the moves of any step."""

from collections.abc import Iterator

from hanoi_fsm import ENGINES, SOLVERS
from support.commands import lines
from support.oracle import Step

Ends = tuple[int, int]

KINDS = dict(line.split()[:2] for line in lines("list")[2:] if not line.startswith(" "))
"""The name of everything that can be run, with its kind."""

CONTENDERS = [name for name, kind in KINDS.items() if kind not in ("reader", "pathfinder")]
ANYWHERE = [name for name in CONTENDERS if name not in ("recursion", "four-step")]
"""Those that can begin at any step."""


def engines(name: str) -> list[str | None]:
    """The engines that a contender is run on; None where it chooses, or has none."""
    return [None, *ENGINES] if name in SOLVERS else [None]


def descent(step: int, disks: int, ends: Ends = (0, 2)) -> Iterator[tuple[str, Ends]]:
    """The recursion followed down to one step: for each disk the bit of the step, and its move.

    >>> list(descent(2, 2))
    [('1', (0, 2)), ('0', (1, 2))]
    """
    source, target = ends
    for bit in f"{step:0{disks}b}"[: disks or -1]:
        yield bit, (source, target)
        spare = 3 - source - target
        source, target = (source, spare) if bit == "0" else (spare, target)


def configuration_after(step: int, disks: int, ends: Ends = (0, 2)) -> str:
    """The configuration after a step: each disk has either made its move of the recursion or waits.

    >>> [configuration_after(step, 2) for step in range(4)], configuration_after(0, 0)
    (['00', '01', '21', '22'], '')
    """
    return "".join(str(pair[int(bit)]) for bit, pair in descent(step, disks, ends))


def moves_of(start: int, stop: int, disks: int, ends: Ends = (0, 2)) -> list[Step]:
    """The moves of the steps from `start` to before `stop`, each found by its own descent.

    >>> moves_of(1, 4, 2)
    [(1, 0, 1), (2, 0, 2), (1, 1, 2)]
    """
    moves = []
    for step in range(start, stop):
        disk = (step & -step).bit_length()
        *_, (_, pair) = descent(step >> (disk - 1), disks - disk + 1, ends)
        moves.append((disk, *pair))
    return moves


def pegs_of(word: str) -> str:
    """A configuration as a trace shows it: the disks on each peg from the bottom up.

    >>> pegs_of("0021")
    '4 3 | 1 | 2'
    """
    disks = [(len(word) - place, int(peg)) for place, peg in enumerate(word)]
    stacks = ([str(disk) for disk, peg in disks if peg == here] for here in range(3))
    return " | ".join(" ".join(stack) or "-" for stack in stacks)
