"""The rooms of the puzzle: what its values and machines ask for, each behind one door.

They import no room. They open a door by its name, and the room is loaded then.
"""

from functools import partial

from hanoi_fsm.fsm import rooms

DOORS = {
    "check a solver": "judge:conform_solver",
    "check a reader": "judge:conform_reader",
    "check a pathfinder": "judge:conform_pathfinder",
    "a caller's function": "functions:source_of",
    "prove a solver": "proofs.solvers:prove",
    "prove a reader": "proofs.readers:prove",
    "use a solver": "programs:of_solver",
    "use a pathfinder": "programs:of_pathfinder",
    "use a reader": "programs:of_reader",
    "draw towers": "pictures.towers:picture",
}
"""The function behind each door, after the module that has it."""


door = partial(rooms.door, doors=DOORS, package="hanoi_fsm.hanoi")
"""The function behind a door.

>>> door("prove a solver").__name__
'prove'
"""
