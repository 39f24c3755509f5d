"""The family of cycles around a tower of K storeys, which a page runs to show disks as one."""

from __future__ import annotations

from collections.abc import Iterable

from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi.automata import storeys
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.watching.page.data import Data
from hanoi_fsm.watching.page.facts import table_of

MOST_STOREYS = 6
"""The largest member: its ring of 64 steps can still be drawn."""


def family(named: Iterable[tuple[str, Machine]]) -> Data | None:
    """The tables of storeys-1, storeys-2, .. and the machine of a page whose memory they have.

    None where a page that runs these `named` machines has no such memory.
    """
    holders = [name for name, machine in named if machine.vocabulary is TwoStorey]
    if not holders:
        return None
    members = [table_of(storeys.member(str(one))) for one in range(1, MOST_STOREYS + 1)]
    return {"memory": holders[0], "members": members}
