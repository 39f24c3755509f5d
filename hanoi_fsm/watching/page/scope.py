"""What a page is to show of its machines: how many disks, and which runs besides the usual ones."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.hanoi.formulas import check_same_disks

MOST_PAGE_DISKS = 10
"""The largest tower of a page: each disk more has three times as many configurations."""

USUAL_DISKS = 5


class Scope(NamedTuple):
    """Up to how many disks a page goes, and which paths and words it shows besides the usual."""

    disks: int
    paths: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, ...], ...] = ()


def scope_of(
    disks: int, paths: Iterable[tuple[str, str]] = (), words: Iterable[Sequence[str]] = ()
) -> Scope:
    """The scope that a caller asks for; raises `BadInput` for what no page can show."""
    if type(disks) is not int or not 0 <= disks <= MOST_PAGE_DISKS:
        raise BadInput(
            f"invalid number of disks {shortened(disks)}: expected 0 .. {MOST_PAGE_DISKS}"
        )
    return Scope(disks, tuple(map(_path, paths)), tuple(map(tuple, words)))


def _path(ends: tuple[str, str]) -> tuple[str, str]:
    start, goal = check_same_disks(*ends)
    return str(start), str(goal)
