"""two-storey-nested and storeys-K-nested: the same automata as charts, with states in states.

All states from which the tower may be built are in `working`, which a single row leaves. Rows of
inner states take precedence, so `crown`, which asks nothing, never takes that row. In
storeys-K-nested the steps that move a tower form a state, too: the tower of k storeys contains the
tower of k - 1, the step of disk k, and the tower of k - 1 again. So the nested boxes are the calls
of the recursion, and an arrow to a box is a call.

Flattened, each is the automaton that it was made from, with the same states and transitions.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.hanoi.automata import NESTED, SOLVERS
from hanoi_fsm.hanoi.machines import Solver


@cache
def member(base: str) -> Solver:
    r"""Make the chart of a solver by name; raise `KeyError` if there is none.

    >>> print(*member("storeys-2").automaton.chart.table[:10], sep="\n")
    working {
        -> 2 storeys 1-3
        2 storeys 1-3 {
            -> 1
            1
            2
            3
        }
        foundation
    }
    """
    solver = SOLVERS[base]
    flat, is_two_storey = solver.automaton, base == "two-storey"
    *steps, foundation = [state for state in flat.states if state not in flat.final]
    towers = [*_towers(len(steps), 0 if is_two_storey else solver.glued)]
    boxes = {steps[first - 1]: name for name, first, _ in reversed(towers)}
    lines = ["working {", f"-> {boxes.get(steps[0], steps[0])}"]
    for number, state in enumerate(steps, 1):
        begun = [name for name, first, _ in towers if first == number]
        for name, within in pairwise([*begun, state]):
            lines += [f"{name} {{", f"-> {within}"]
        lines += [state, *("}" for *_, last in towers if last == number)]
    [end] = flat.final
    rows = [row for row in flat.rows if row.target != end]
    rows = [replace(row, target=boxes.get(row.target, row.target)) for row in rows]
    lines += [foundation, "}", *map(str, rows), f"working -> {end} : step [built]"]
    table, name = "\n".join(lines), base + NESTED
    chart = Automaton.from_table(name, initial="working", final=end, table=table)

    see = (
        "One edge leads from `working` to the end, in place of one from each state in it. The "
        "states in it go first, so that `crown`, which asks nothing, is not left by that edge."
    )
    if not is_two_storey:
        see = (
            "Each box in `working` is a call of the recursion: a tower, the step of the disk below "
            "it, and the tower again. An arrow that leads to a box begins the call."
        )
    return replace(
        solver,
        automaton=chart,
        layout=None,
        summary=f"{base} as a chart, with states in states",
        see=see,
    )


def _towers(steps: int, storeys: int) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each tower within some steps, and its first and last step.

    >>> [name for name, *_ in _towers(7, 3)]
    ['3 storeys 1-7', '2 storeys 1-3', '2 storeys 5-7']
    """
    for first in range(1, steps, 4):
        for tower in range(storeys, 1, -1):
            last = first + (1 << tower) - 2
            if (first - 1) % (1 << tower) == 0:
                yield f"{tower} storeys {first}-{last}", first, last
