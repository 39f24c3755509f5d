"""The recursion seen from a state, and from a step: which subtower, which way down the tree."""

from __future__ import annotations

from collections.abc import Iterator

from hanoi_fsm.hanoi.pegs import third


def from_via_to(source: int, target: int) -> str:
    """The name of the state for a task: the peg a tower comes from, the one between, its goal.

    >>> from_via_to(0, 2)
    '012'
    """
    return f"{source}{third(source, target)}{target}"


def levels(step: int, disks: int) -> Iterator[int]:
    """The turns from the largest disk down to the disk that moves in `step`: 0 left, 1 right.

    In the tree of moves the nodes are numbered in order, so that the way to a node is its number's
    bits above the lowest 1. Step 1 of no disks has no way.

    >>> list(levels(6, disks=4)), list(levels(8, disks=4))
    ([0, 1], [])
    """
    digits = f"{step:0{disks}b}" if disks else ""
    return map(int, digits[: digits.rfind("1")] if digits else "")
