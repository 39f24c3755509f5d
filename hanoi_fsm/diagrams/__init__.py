"""State diagrams: drawn from a definition, rendered, and read back as a definition.

And pictures of the puzzle itself: the Hanoi graph, the trees of calls and of moves, the table of
disks by steps, the film of a run.
"""

from hanoi_fsm.diagrams.disk_table import DiskTable
from hanoi_fsm.diagrams.dot_reader import Drawing, read, read_file
from hanoi_fsm.diagrams.film import film
from hanoi_fsm.diagrams.hanoi_graph import HanoiGraph
from hanoi_fsm.diagrams.picture import Picture
from hanoi_fsm.diagrams.render import FORMATS, RENDERERS, render
from hanoi_fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.diagrams.trees import MoveTree, RecursionTree

__all__ = [
    "FORMATS",
    "RENDERERS",
    "Diagram",
    "DiskTable",
    "Drawing",
    "HanoiGraph",
    "MoveTree",
    "Picture",
    "RecursionTree",
    "film",
    "read",
    "read_file",
    "render",
]
