"""Pictures of every kind that the package draws, in every size and state that looks different."""

from collections.abc import Callable
from functools import cache, partial

import pytest

from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.diagrams.state_table import StateTable
from hanoi_fsm.hanoi import automata, resolver
from hanoi_fsm.hanoi.pegs import Configuration, Task
from hanoi_fsm.hanoi.pictures.disk_table import DiskTable
from hanoi_fsm.hanoi.pictures.filming import film
from hanoi_fsm.hanoi.pictures.filmstrip import filmstrip
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph
from hanoi_fsm.hanoi.pictures.line_plot import Curve, LinePlot
from hanoi_fsm.hanoi.pictures.trees import MoveTree, RecursionTree

TWO_STOREY = automata.get("two-storey").automaton
COUNTS = {row: number for number, row in enumerate(TWO_STOREY.transitions)}

DIAGRAMS: dict[str, Callable[[], Picture]] = {
    "a state diagram": lambda: Diagram(TWO_STOREY),
    "a highlighted one": lambda: Diagram(
        TWO_STOREY, lit=TWO_STOREY.states[:2], taken=TWO_STOREY.transitions[:3]
    ),
    "a counted one": lambda: Diagram(TWO_STOREY, counts=COUNTS, closed=COUNTS),
    "a reader": lambda: Diagram(automata.get("sierpinski-reader").automaton),
}

PUZZLE: dict[str, Callable[[], Picture]] = {
    "no Hanoi graph": lambda: HanoiGraph("", ""),
    "a small Hanoi graph": lambda: HanoiGraph("0", "2"),
    "a Hanoi graph": lambda: HanoiGraph("000", "222"),
    "one with two paths": lambda: HanoiGraph("001", "200"),
    "one without a path": lambda: HanoiGraph("21", "21"),
    "one with arrows": lambda: HanoiGraph("0010", "2000"),
    "a large one": lambda: HanoiGraph("00000", "11222"),
    "a large one with two paths": lambda: HanoiGraph("00001", "20000"),
    "a state table": lambda: StateTable(automata.get("rank-reader")),
    "one with groups": lambda: StateTable(automata.get("twice-reader")),
    **{
        f"{kind.__name__} of {disks}": partial(kind, Task(disks))
        for kind in (RecursionTree, MoveTree, DiskTable)
        for disks in (0, 1, 3, 4, 5, 6)
    },
}


def _plot() -> str:
    pytest.importorskip("matplotlib")
    points = [(disks, 2.0**disks) for disks in range(1, 8)]
    lines = [(number, [(x, y * number) for x, y in points]) for number in range(1, 6)]
    curves = [Curve(f"line {number}", f"family {number % 3}", line) for number, line in lines]
    families = ("family 0", "family 1", "family 2")
    return (
        LinePlot("Some lines", "length", curves, families, guide=Curve("2^n", "", points))
        .render()
        .decode()
    )


OURS: dict[str, Callable[[], str]] = {
    "towers": lambda: str(Configuration("0120210")._repr_mimebundle_()["image/svg+xml"]),
    "a film": lambda: filmstrip("000", resolver.find("two-storey").run(3)),
    "a film with the matrix": lambda: film(resolver.find("two-storey"), Task(3), matrix=True).svg,
    "a plot": _plot,
}
"""What is drawn without Graphviz, as SVG at once."""

NAMES = [*DIAGRAMS, *PUZZLE, *OURS]


@cache
def svg(name: str) -> str:
    """One of them, drawn once."""
    if name in OURS:
        return OURS[name]()
    return (DIAGRAMS | PUZZLE)[name]().render("svg", "wasm").decode()
