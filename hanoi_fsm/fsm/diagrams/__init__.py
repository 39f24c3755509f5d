"""State diagrams: drawn from a definition, rendered, and read back as a definition."""

from hanoi_fsm.fsm.diagrams.dot_reader import Drawing, read, read_file
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.fsm.diagrams.render import FORMATS, RENDERERS, render
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

__all__ = [
    "FORMATS",
    "RENDERERS",
    "Diagram",
    "Drawing",
    "Picture",
    "read",
    "read_file",
    "render",
]
