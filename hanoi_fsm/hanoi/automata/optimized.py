"""optimized: two-storey without its needless questions (Legalov 2002).

The three moves of the first two-storey tower come before the loop. So the loop begins with
the foundation and needs no exit in its middle: from then on the tower can be built only when a
round of four is over. n disks take three moves and 2^(n - 2) - 1 rounds. The two questions before
the loop are for towers of 0 and of 1 disk, where Legalov's program asks for the number of disks.
His third move is written twice; here it is the same state, `crown`, since `foundation` follows.

Once per round it asks whether the tower is built, where two-storey asks three times. For that it
has two more states and two more transitions: every optimization multiplies the conditions.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.hanoi.automata.memories import in_turn
from hanoi_fsm.hanoi.automata.two_storey import MACHINE as TWO_STOREY
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.machines import Solver

FIRST = ("first_dismantle", "first_base")


MACHINE = Solver.from_table(
    "optimized",
    TwoStorey,
    initial="first_dismantle",
    final="done",
    table="""
        first_dismantle -> first_base : step [!built]                  / carry
        first_base      -> crown      : step [!built]                  / move_ahead
        crown           -> foundation : step                           / carry
        foundation      -> dismantle  : step [!built & ahead_smaller]  / move_back
        foundation      -> dismantle  : step [!built & !ahead_smaller] / move_ahead
        dismantle       -> base       : step                           / carry
        base            -> crown      : step                           / move_ahead
        first_dismantle -> done       : step [built]
        first_base      -> done       : step [built]
        foundation      -> done       : step [built]
    """,
    layout=Layout({
        "first_dismantle": (-245,  130),     "done": (0,  130),
             "first_base": (-245,    0),    "crown": (0,    0),  "foundation": (245,    0),
                                             "base": (0, -130),   "dismantle": (245, -130),
    }),
    resume=in_turn(TwoStorey, "crown", "foundation", "dismantle", "base", first=FIRST),
    idea="Legalov 2002",
    summary="two-storey with its first steps before the loop: fewer questions, more states",
    asks_for=TWO_STOREY.asks_for,
    see="The first steps come before the loop, which they enter at `crown`. The loop has a single "
    "exit, at `foundation`, since only there can the tower be complete. Compared with two-storey "
    "there are fewer questions, and more of everything else.",
    does={
        "first_dismantle": "disk 1 steps off",
        "first_base": "disk 2 moves on",
        **TWO_STOREY.does,
    },
    meanings={
        "first_dismantle": "the first step: disk 1 leaves the disk that it stands on",
        "first_base": "the second step: the disk that was under disk 1 goes to the peg ahead of it",
        **TWO_STOREY.meanings,
    },
    glued=2,
)  # fmt: skip
