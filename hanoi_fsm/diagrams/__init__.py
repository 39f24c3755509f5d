"""State diagrams: drawn from a definition, rendered, and read back as a definition."""

from hanoi_fsm.diagrams.dot_reader import Drawing, read, read_file
from hanoi_fsm.diagrams.film import film
from hanoi_fsm.diagrams.render import FORMATS, RENDERERS, render
from hanoi_fsm.diagrams.state_diagram import Diagram

__all__ = ["FORMATS", "RENDERERS", "Diagram", "Drawing", "film", "read", "read_file", "render"]
