"""Pictures of the puzzle: Hanoi graph, trees, disk table, filmstrip, towers."""

from __future__ import annotations

from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import check_disks


def check_few(what: str, disks: int, most: int) -> None:
    """Raise `BadDisks` for more than the `most` disks of which a picture can still be read."""
    check_disks(disks)
    if disks > most:
        raise BadDisks(f"{what} of {disks} disks would be too small to read: draw at most {most}")
