"""DOT: the state diagram, which `read` reads back."""

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.formats import ExportContext


def export(automaton: Automaton, context: ExportContext) -> str:
    """The state diagram as DOT."""
    return Diagram(automaton, places=context.layout).dot.rstrip("\n")
