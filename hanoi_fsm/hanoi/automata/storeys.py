"""storeys-K: a cycle of 2^K steps around a tower of K storeys; a family of solvers, one per K.

Each round has two parts:

1. the steps 1 .. 2^K - 1 move the tower of disks 1 .. K to another peg, as the recursion would: the
   disk that moves is one more than the zeros at the end of the binary number of the step;
2. foundation: of the two pegs without that tower, the smaller top disk goes onto the larger.

Within the tower nothing has to be asked. Each disk goes round the pegs in one direction, odd disks
as disk 1 does and even ones the other way, so when all smaller disks are on one peg, an even disk
goes to the peg ahead of disk 1, and an odd one to the peg behind it. Only the foundation compares.
The machine asks whether the tower is built before a foundation, and for fewer than K disks before
the steps 1, 2, 4, .., 2^(K - 1).

storeys-1 is two-state, and storeys-2 is two-storey: dismantle, base, crown, foundation (Legalov
2002). storeys-K with at most K disks is the recursion without its parameters: no foundation is ever
reached. This is the price of the optimization: only 1 step in 2^K compares two disks, but there are
2^K states, and K + 1 places that ask whether the tower is built.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.hanoi.automata import MOST_STOREYS
from hanoi_fsm.hanoi.automata.memories import in_turn
from hanoi_fsm.hanoi.automata.two_storey import MACHINE as TWO_STOREY
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.machines import Solver

LINE = Layout({"1": (-150, 0), "foundation": (150, 0), "done": (0, -110)})
"""The places of storeys-1, whose ring would be a line through `done`."""


def table(states: Sequence[str]) -> str:
    """Make the table of transitions from the states of a round.

    With few disks, it asks whether the tower is built before the steps 1, 2, 4, ...

    >>> print(table(["1", "foundation"]))
    1          -> foundation : step [!built] / carry
    foundation -> 1          : step [!built & ahead_smaller] / move_back
    foundation -> 1          : step [!built & !ahead_smaller] / move_ahead
    1          -> done       : step [built]
    foundation -> done       : step [built]
    """
    asking = [state for step, state in enumerate(states, 1) if step & (step - 1) == 0]
    rows = [
        (state, after, f"step{' [!built]' * (state in asking)} / {_move(disk_of(step))}")
        for step, (state, after) in enumerate(pairwise(states), 1)
    ]
    for guard, move in (("ahead_smaller", "move_back"), ("!ahead_smaller", "move_ahead")):
        rows.append(("foundation", "1", f"step [!built & {guard}] / {move}"))
    rows += [(state, "done", "step [built]") for state in asking]
    return "\n".join(f"{state:10} -> {after:10} : {label}" for state, after, label in rows)


def disk_of(step: int) -> int:
    """The disk that moves in a step within a tower.

    >>> [disk_of(step) for step in range(1, 9)]
    [1, 2, 1, 3, 1, 2, 1, 4]
    """
    return (step & -step).bit_length()


def _move(disk: int) -> str:
    if disk == 1:
        return "carry"
    return "move_back" if disk % 2 else "move_ahead"


def _meaning(storeys: int, step: int) -> str:
    """Explain a state by the step of the round that is due in it."""
    disk = disk_of(step)
    times = f"move {(step >> disk) + 1} of {1 << (storeys - disk)}"
    return f"next, disk {disk} makes {times} in this round"


@cache
def member(number: str) -> Solver:
    """Make the solver with that number of storeys; raise `KeyError` if there is none."""
    if number not in map(str, range(1, MOST_STOREYS + 1)):
        raise KeyError(number)
    storeys, last = int(number), 1 << int(number)
    states = [*map(str, range(1, last)), "foundation"]
    places = {**ring(states, 130 + 17 * last), "done": (0, 0)}
    meanings = {state: _meaning(storeys, step) for step, state in enumerate(states[:-1], 1)}
    return Solver.from_table(
        f"storeys-{storeys}",
        TwoStorey,
        initial="1",
        final="done",
        table=table(states),
        layout=LINE if storeys == 1 else Layout(places, start=90),
        resume=in_turn(TwoStorey, *states),
        idea="after Legalov 2002",
        summary=f"a cycle of {last} steps around a tower of {storeys} storeys",
        asks_for=TWO_STOREY.asks_for,
        see=f"Round the clock, the steps 1 .. {last - 1} move the tower of the {storeys} smallest "
        "disks to another peg. None of them compares two disks: the table knows which disk moves "
        "and where to. Only `foundation` has to ask, and then the next round begins.",
        meanings=meanings | {state: TWO_STOREY.meanings[state] for state in ("foundation", "done")},
        glued=storeys,
    )
