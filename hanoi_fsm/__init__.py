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

from hanoi_fsm import automata, formula
from hanoi_fsm.automata import verdict
from hanoi_fsm.automaton import Automaton, Transition
from hanoi_fsm.errors import HanoiError
from hanoi_fsm.formula import distance, next_move, step_of
from hanoi_fsm.puzzle import Configuration, Move, PegMatrix
from hanoi_fsm.solving import configuration, find, path, solve, trace

__version__ = "0.1.0"

__all__ = [
    "Automaton",
    "Configuration",
    "HanoiError",
    "Move",
    "PegMatrix",
    "Transition",
    "automata",
    "configuration",
    "distance",
    "find",
    "formula",
    "next_move",
    "path",
    "solve",
    "step_of",
    "trace",
    "verdict",
]
