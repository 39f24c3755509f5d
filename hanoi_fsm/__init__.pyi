"""The public names with their types, for tools: `X as X` is a name that others may import."""

# ruff: noqa: I001  # it would write one import per name

from hanoi_fsm import errors as errors
from hanoi_fsm.fsm.automaton import Automaton as Automaton
from hanoi_fsm.fsm.codegen import code as code
from hanoi_fsm.fsm.read.dot import read as read
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout as Layout
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram as Diagram
from hanoi_fsm.fsm.diagrams.state_table import StateTable as StateTable
from hanoi_fsm.fsm.engines import run as run
from hanoi_fsm.fsm.errors import FsmError as FsmError
from hanoi_fsm.fsm.formats import export as export
from hanoi_fsm.fsm.machine import Machine as Machine
from hanoi_fsm.fsm.memory import Memory as Memory, action as action, guard as guard
from hanoi_fsm.fsm.notation import Label as Label, Row as Row, Transition as Transition
from hanoi_fsm.fsm.trace import ENGINES as ENGINES
from hanoi_fsm.hanoi import automata as automata
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.automata import (
    PATHFINDERS as PATHFINDERS,
    READERS as READERS,
    SOLVERS as SOLVERS,
)
from hanoi_fsm.hanoi.automata.memories import TowerMemory as TowerMemory
from hanoi_fsm.hanoi.diagrams import draw as draw, mutants as mutants, repair as repair
from hanoi_fsm.hanoi.equality import (
    determinize as determinize,
    drift as drift,
    equal as equal,
    minimize as minimize,
)
from hanoi_fsm.hanoi.formulas import (
    distance as distance,
    next_move as next_move,
    step_of as step_of,
)
from hanoi_fsm.hanoi.formulas.blocks import stream as stream
from hanoi_fsm.hanoi.infer import infer as infer
from hanoi_fsm.hanoi.checking import check as check, explore as explore, prove as prove
from hanoi_fsm.hanoi.machines import Solver as Solver
from hanoi_fsm.hanoi.pegs import (
    Configuration as Configuration,
    Move as Move,
    PegMatrix as PegMatrix,
    Task as Task,
)
from hanoi_fsm.hanoi.pictures.film import film as film
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph as HanoiGraph
from hanoi_fsm.hanoi.resolver import find as find
from hanoi_fsm.hanoi.solving import (
    configuration as configuration,
    path as path,
    solve as solve,
    trace as trace,
)
from hanoi_fsm.watching.page import page as page

__all__: list[str]
__version__: str
formula = formulas
