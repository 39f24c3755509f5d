"""The subtowers of the recursion: the state for a task, and the path to the disk of a step."""

from collections.abc import Iterator

from hanoi_fsm.hanoi.pegs import third

ORDERS = ("021", "201", "210", "120", "102", "012")
"""The orders of the three pegs as a ring: neighbours differ by a swap of two adjacent pegs."""


def from_via_to(source: int, target: int) -> str:
    """The name of the state for a task: its source, the third peg, its target."""
    return f"{source}{third(source, target)}{target}"


def task_to_come(state: str) -> str:
    """The meaning of a state that is named for a task.

    >>> task_to_come("012")
    'the disks still to come go from peg 0 over peg 1 to peg 2'
    """
    return "the disks still to come go from peg {} over peg {} to peg {}".format(*state)


def levels(step: int, disks: int) -> Iterator[int]:
    """The turns from the largest disk down to the disk that moves in `step`: 0 left, 1 right.

    The nodes of the tree of moves are numbered in order, so the path to a node is the bits of its
    number above the lowest 1.

    >>> list(levels(6, disks=4)), list(levels(8, disks=4))
    ([0, 1], [])
    """
    digits = f"{step:0{disks}b}" if disks else ""
    return map(int, digits[: digits.rfind("1")] if digits else "")
