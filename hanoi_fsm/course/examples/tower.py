"""The Towers of Hanoi as an ordinary program with `transitions`; its last line checks it here."""

from collections.abc import Sequence
from typing import Any

import transitions

from hanoi_fsm import Machine, solve

DISKS = 5
STEPS: list[Any] = [  # trigger, source, destination, conditions, unless, before
    ["step", "dismantle", "base", None, "built", "carry"],
    ["step", "base", "crown", None, "built", "move_ahead"],
    ["step", "crown", "foundation", None, None, "carry"],
    ["step", "foundation", "dismantle", "ahead_smaller", "built", "move_back"],
    ["step", "foundation", "dismantle", None, ["built", "ahead_smaller"], "move_ahead"],
    ["step", ["dismantle", "base", "foundation"], "done", "built"],
]


class Tower:
    """Disk 1 goes round on every other move; the rest depends on the pegs ahead and behind."""

    def __init__(self, disks: int) -> None:
        self.pegs = [[*range(disks, 0, -1)], [], []]
        self.turn = 2 if disks % 2 else 1
        self.small, self.moved = 0, ""
        states = ["dismantle", "base", "crown", "foundation", {"name": "done", "final": True}]
        self.machine = transitions.Machine(self, states, "dismantle", STEPS)

    def at(self, ahead: int) -> int:
        return (self.small + ahead * self.turn) % 3

    def move(self, source: int, target: int) -> None:
        disk = self.pegs[source].pop()
        self.pegs[target].append(disk)
        self.moved = f"disk {disk}: {source} -> {target}"

    def carry(self) -> None:
        source, self.small = self.small, self.at(1)
        self.move(source, self.small)

    def move_ahead(self) -> None:
        self.move(self.at(2), self.at(1))

    def move_back(self) -> None:
        self.move(self.at(1), self.at(2))

    def built(self) -> bool:
        return not (self.pegs[0] or self.pegs[1])

    def ahead_smaller(self) -> bool:
        behind, ahead = self.pegs[self.at(2)], self.pegs[self.at(1)]
        return bool(ahead) and (not behind or ahead[-1] < behind[-1])


def moves(steps: Sequence[str]) -> list[str] | None:
    """The specification: after each step the last move of the formula, and none after the end."""
    right = [str(move) for move in solve(DISKS, by="formula")]
    return [*right, right[-1]][: len(steps)] if len(steps) <= len(right) + 1 else None


def last_move(tower: Any) -> str:
    """The output that is observed after each event."""
    return str(tower.moved)


tower = Tower(DISKS)
checked = Machine.from_transitions(tower.machine, run=True, observe=last_move, specification=moves)
