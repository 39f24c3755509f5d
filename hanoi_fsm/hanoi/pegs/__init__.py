"""The puzzle itself: disks, pegs, moves and the rules. It knows nothing of automata."""

from hanoi_fsm.hanoi.pegs.configuration import Configuration, Move
from hanoi_fsm.hanoi.pegs.matrix import PegMatrix
from hanoi_fsm.hanoi.pegs.rules import (
    PEGS,
    TASKS,
    check_disks,
    check_peg,
    check_task,
    is_whole,
    third,
)

__all__ = [
    "PEGS",
    "TASKS",
    "Configuration",
    "Move",
    "PegMatrix",
    "check_disks",
    "check_peg",
    "check_task",
    "is_whole",
    "third",
]
