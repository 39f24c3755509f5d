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

TYPE_CHECKING = False  # typing is slow to import, and a command handles Ctrl-C after this import

__version__ = "0.1.0"

__all__ = ["Automaton", "Configuration", "Diagram", "HanoiError", "Machine", "Memory", "Move"]
__all__ += [
    "PegMatrix",
    "StateTable",
    "Task",
    "Transition",
    "action",
    "automata",
    "check",
    "check_segments",
    "configuration",
    "distance",
    "equal",
]
__all__ += ["explore", "explorer", "find", "formula", "guard", "infer", "next_move", "path"]
__all__ += ["read", "run", "solve", "step_of", "stream", "trace", "verdict"]
__all__ += ["ENGINES", "PATHFINDERS", "READERS", "SOLVERS", "HanoiGraph", "Label", "code"]
__all__ += [
    "Layout",
    "Solver",
    "TowerMemory",
    "errors",
    "export",
    "film",
    "from_transitions",
    "minimize",
    "mutants",
]
__all__ += ["draw", "prove", "repair"]

if TYPE_CHECKING:
    from hanoi_fsm import errors
    from hanoi_fsm.fsm.automaton import Automaton
    from hanoi_fsm.fsm.codegen import code
    from hanoi_fsm.fsm.diagrams.dot_reader import read
    from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
    from hanoi_fsm.fsm.diagrams.state_table import StateTable
    from hanoi_fsm.fsm.engines import run
    from hanoi_fsm.fsm.errors import HanoiError
    from hanoi_fsm.fsm.formats import export
    from hanoi_fsm.fsm.from_transitions import from_transitions
    from hanoi_fsm.fsm.machine import Machine
    from hanoi_fsm.fsm.memory import Memory, action, guard
    from hanoi_fsm.fsm.notation import Label, Transition
    from hanoi_fsm.fsm.trace import ENGINES
    from hanoi_fsm.hanoi import automata
    from hanoi_fsm.hanoi import formulas as formula
    from hanoi_fsm.hanoi.automata import PATHFINDERS, READERS, SOLVERS
    from hanoi_fsm.hanoi.automata.memories import TowerMemory
    from hanoi_fsm.hanoi.automata.twice_reader import verdict
    from hanoi_fsm.hanoi.equality import equal, minimize
    from hanoi_fsm.hanoi.formulas import distance, next_move, step_of
    from hanoi_fsm.hanoi.formulas.blocks import stream
    from hanoi_fsm.hanoi.infer import infer
    from hanoi_fsm.hanoi.judge import check, explore, prove
    from hanoi_fsm.hanoi.machines import Solver
    from hanoi_fsm.hanoi.pegs import Configuration, Move, PegMatrix, Task
    from hanoi_fsm.hanoi.pictures.film import film
    from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph
    from hanoi_fsm.hanoi.pictures.machine import draw
    from hanoi_fsm.hanoi.repair import mutants, repair
    from hanoi_fsm.hanoi.resolver import find
    from hanoi_fsm.hanoi.segments import check_segments
    from hanoi_fsm.hanoi.solving import configuration, path, solve, trace
    from hanoi_fsm.watching.page import explorer
else:
    _NAMES = {
        "fsm.automaton": "Automaton",
        "fsm.codegen": "code",
        "fsm.diagrams.dot_reader": "read",
        "fsm.diagrams.geometry.layout": "Layout",
        "fsm.diagrams.state_diagram": "Diagram",
        "fsm.diagrams.state_table": "StateTable",
        "fsm.engines": "run",
        "fsm.errors": "HanoiError",
        "fsm.formats": "export",
        "fsm.from_transitions": "from_transitions",
        "fsm.machine": "Machine",
        "fsm.memory": "Memory action guard",
        "fsm.notation": "Label Transition",
        "fsm.trace": "ENGINES",
        "hanoi.automata": "PATHFINDERS READERS SOLVERS",
        "hanoi.automata.memories": "TowerMemory",
        "hanoi.automata.twice_reader": "verdict",
        "hanoi.judge": "check explore prove",
        "hanoi.equality": "equal minimize",
        "hanoi.formulas": "distance next_move step_of",
        "hanoi.formulas.blocks": "stream",
        "hanoi.infer": "infer",
        "hanoi.machines": "Solver",
        "hanoi.pegs": "Configuration Move PegMatrix Task",
        "hanoi.pictures.film": "film",
        "hanoi.pictures.hanoi_graph": "HanoiGraph",
        "hanoi.pictures.machine": "draw",
        "hanoi.repair": "mutants repair",
        "hanoi.resolver": "find",
        "hanoi.segments": "check_segments",
        "hanoi.solving": "configuration path solve trace",
        "watching.page": "explorer",
    }
    _MODULES = {"automata": "hanoi.automata", "errors": "errors", "formula": "hanoi.formulas"}
    _RENAMED = {"learn": "infer", "minimal": "minimize"}
    _HOME = {name: module for module, names in _NAMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        """The public name, loaded when it is first asked for; `AttributeError` for any other."""
        from importlib import import_module

        if name in _MODULES:
            value: object = import_module(f"{__name__}.{_MODULES[name]}")
        elif name in _HOME:
            value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        else:
            now = f": did you mean {_RENAMED[name]!r}?" if name in _RENAMED else ""
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}{now}")
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return [*__all__, "__version__"]  # loaded or not
