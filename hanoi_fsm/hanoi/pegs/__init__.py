"""The puzzle itself: disks, pegs, moves, tasks and the rules. It knows nothing of automata."""

from hanoi_fsm.hanoi.pegs.configuration import AnyConfiguration, Configuration, Move
from hanoi_fsm.hanoi.pegs.matrix import PegMatrix
from hanoi_fsm.hanoi.pegs.rules import (
    PAIRS,
    PEGS,
    check_disks,
    check_peg,
    counted_disks,
    parse_whole,
    third,
    whole,
)
from hanoi_fsm.hanoi.pegs.task import Task

__all__ = [
    "PAIRS",
    "PEGS",
    "AnyConfiguration",
    "Configuration",
    "Move",
    "PegMatrix",
    "Task",
    "check_disks",
    "check_peg",
    "counted_disks",
    "parse_whole",
    "third",
    "whole",
]
