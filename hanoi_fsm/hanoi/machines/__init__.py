"""The kinds of machines that know the puzzle: solvers, readers and pathfinders.

Each answers the questions that any machine is asked in terms of disks, pegs and configurations.
"""

from hanoi_fsm.hanoi.machines.pathfinder import Pathfinder
from hanoi_fsm.hanoi.machines.reader import Reader
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.machines.tapes import Digits, Moves, Verdicts

__all__ = ["Digits", "Moves", "Pathfinder", "Reader", "Solver", "Verdicts"]
