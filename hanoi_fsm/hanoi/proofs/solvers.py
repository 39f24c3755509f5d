"""Is a solver right for every number of disks? The table of subtowers decides it.

There is one table for each of the six tasks and each kind of number of disks, odd and even.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.finding import Finding, Progress, Proof, Verdict, no_progress
from hanoi_fsm.fsm.theory.mealy import without_equivalent_states
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.judge import Tower, defined, difference, judge, until
from hanoi_fsm.hanoi.machines import Begun, Solver
from hanoi_fsm.hanoi.pegs import PAIRS, Task
from hanoi_fsm.hanoi.proofs import ours
from hanoi_fsm.hanoi.proofs.abstract import AbstractRuns, NotProvable, all_runs
from hanoi_fsm.hanoi.proofs.subtowers import Search, Wrong

PROVED = "proved for every number of disks, all six tasks"
PROVISO = ", if its guards and actions use its attributes alone"
"""What a proof takes for granted of a memory that was made elsewhere."""
FEW, MOST_RUN = 4, 12
"""Such a memory is run with up to a few disks before it is called right. What goes wrong with up to
12 disks is run from the first step, and with more disks from the wrong one."""


def prove(machine: Solver, progress: Progress = no_progress) -> Proof:
    """Decide whether a solver makes the moves of the formula for every number of disks.

    The counterexample of a refutation has been seen to fail on real pegs; it is one with the fewest
    disks, unless some tasks cannot be decided. The proof is open where a guard or an action asks
    for more than the order of the tops, and where the table becomes too large. Equivalent states
    are merged first, so that a state that is drawn several times costs nothing.
    """
    size = 0
    wrong: tuple[AbstractRuns, Wrong] | None = None
    finding = _wrong_in_a_run(machine, range(1))
    small, why = without_equivalent_states(machine), ""
    try:
        for runs in () if finding else all_runs(small):
            found = Search(runs).run(wrong[1].disks if wrong else sys.maxsize)
            if isinstance(found, Wrong):
                wrong = runs, found
            elif found is not None:
                progress(size := size + found.size)
    except NotProvable as error:
        why = str(error)
    if wrong:
        finding = _replayed(machine, *wrong)
        why = "its moves depend on more than its registers and the tops"
    elif not (finding or why or ours(machine)):
        finding = _wrong_in_a_run(machine, range(1, FEW + 1))
    if finding:
        return Proof(machine.shown, Verdict.REFUTED, finding=finding)
    if why:
        return Proof(machine.shown, Verdict.OPEN, f"not provable this way: {why}")
    is_as_published = machine.automaton == machine.published
    follows = _as_two_state(machine.glued) if is_as_published else ""
    text = f"{PROVED} ({counted(size, 'subtower')}){'' if ours(machine) else PROVISO}"
    return Proof(machine.shown, Verdict.PROVED, text, size, follows=follows)


def _as_two_state(glued: int) -> str:
    """What is proved of the moves of the formula with some disks glued together, in words."""
    reader = automata.READERS["configuration-reader"]
    if glued == 1 or not reader.prove().holds:
        return ""
    last, fewer = 1 << glued, glued - 1
    return (
        f"with its {glued} smallest disks glued together it is two-state on n - {fewer} disks: the "
        f"configurations after {last} q and {last} q + {last - 1} steps are those after 2 q and "
        "2 q + 1"
    )


def _wrong_in_a_run(machine: Solver, towers: Iterable[int]) -> Finding | None:
    """What is wrong in a run with one of these numbers of disks."""
    tasks = (Task(disks, *pair) for disks in towers for pair in PAIRS)
    return next(filter(None, (difference(machine, task) for task in tasks)), None)


def _replayed(machine: Solver, runs: AbstractRuns, wrong: Wrong) -> Finding | None:
    """What a machine does wrong on real pegs; with many disks from the wrong step on.

    There it is set up as it should be before that step, and equivalent states have been merged.
    None if it makes the right move: then it sees more than abstract pegs show.
    """
    task = Task(wrong.disks, runs.task.source, runs.task.target)
    if wrong.disks <= MOST_RUN:
        return difference(machine, task)
    before = formulas.configuration(wrong.step - 1, task)
    memory = runs.memory(wrong.control, before.on_pegs())
    begun = Begun(task.disks, wrong.control.state, memory, 1)
    stop = min(wrong.step, task.last_step) + 1
    course = Tower(task, runs.machine, wrong.step, stop, begun.state)
    return judge(until(defined(runs.machine, begun), 1), course)
