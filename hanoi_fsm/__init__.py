"""The Towers of Hanoi as automata: machines that are data, diagrams that are checked programs.

>>> from hanoi_fsm import configuration, solve
>>> for move in solve(2):
...     print(move)
disk 1: 0 -> 1
disk 2: 0 -> 2
disk 1: 1 -> 2
>>> print(configuration(3, disks=2))
22
"""

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams import Diagram, read
from hanoi_fsm.fsm.engines.pytransitions import run
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.memory import Memory, action, guard
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi import formulas as formula
from hanoi_fsm.hanoi.automata import verdict
from hanoi_fsm.hanoi.formulas import distance, next_move, step_of
from hanoi_fsm.hanoi.pegs import Configuration, Move, PegMatrix
from hanoi_fsm.hanoi.solving import configuration, find, path, solve, trace

__version__ = "0.1.0"

__all__ = [
    "Automaton",
    "Configuration",
    "Diagram",
    "HanoiError",
    "Memory",
    "Move",
    "PegMatrix",
    "Transition",
    "action",
    "automata",
    "configuration",
    "distance",
    "find",
    "formula",
    "guard",
    "next_move",
    "path",
    "read",
    "run",
    "solve",
    "step_of",
    "trace",
    "verdict",
]
