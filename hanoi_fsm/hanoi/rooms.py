"""The rooms of the puzzle: what its values and machines ask for, each behind one door.

They import no room. They open a door by its name, and the room is loaded then.
"""

from functools import partial

from hanoi_fsm.fsm import rooms

DOORS = {
    "check a solver": "hanoi.judge:conform_solver",
    "check a reader": "fsm.checking.conformance:conform",
    "check a pathfinder": "hanoi.judge:conform_pathfinder",
    "a caller's function": "hanoi.functions:source_of",
    "prove a solver": "hanoi.proofs.solvers:prove",
    "prove a reader": "hanoi.proofs.readers:prove",
    "use a solver": "hanoi.programs:of_solver",
    "use a pathfinder": "hanoi.programs:of_pathfinder",
    "use a reader": "hanoi.programs:of_reader",
    "draw towers": "hanoi.pictures.towers:picture",
}
"""The function behind each door, after the module that has it."""


door = partial(rooms.door, doors=DOORS)
"""The function behind a door.

>>> door("prove a solver").__name__
'prove'
"""
