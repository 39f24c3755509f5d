"""Pictures of the puzzle: Hanoi graph, trees, disk table, filmstrip, towers."""

from __future__ import annotations

from hanoi_fsm.hanoi.errors import BadDisks


def check_few(what: str, disks: int, most: int) -> None:
    """Raise `BadDisks` for more than `most` disks: a picture of them would be too small to read."""
    if disks > most:
        raise BadDisks(f"{what} of {disks} disks would be too small to read: draw at most {most}")
