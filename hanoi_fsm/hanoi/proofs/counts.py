"""How often each transition is taken, for any number of disks, without a run.

The proof of a machine says which subtowers a tower of n disks is made of: two of n - 1 disks and a
move between them, whose transitions are known. So it is counted, level by level, how many subtowers
there are of each kind. There are few kinds, whatever n is, and the numbers are exact.
"""

from collections import Counter
from collections.abc import Callable

from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.errors import NotProved
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.proofs.proved_runs import ProvedRuns
from hanoi_fsm.hanoi.proofs.subtowers import Subtower

MOST_DISKS = 10_000
"""With more disks than these, counting takes more than a second or two."""


def most_counted(machine: Machine) -> int:
    """The most disks with which the `counts` of a machine take no run; 0 if they always do."""
    return MOST_DISKS if isinstance(machine, Solver) and by_proof(machine)(1) else 0


def by_proof(machine: Solver) -> Callable[[int], dict[Transition, int]]:
    """What gives the counts for any number of disks from 1 on, empty ones if it is not proved."""
    try:
        odd, even = (ProvedRuns(machine, 0, 2, is_odd) for is_odd in (True, False))
    except NotProved:
        return lambda disks: {}
    return lambda disks: _counted(odd if disks % 2 else even, disks)


def counts(machine: Solver, task: Task) -> dict[Transition, int]:
    """The count of every transition in the run for a task of at least one disk.

    Raises `NotProved` where the machine is not proved to be right for all tasks with these pegs and
    an odd number of disks, or an even one, as this task has.

    >>> from hanoi_fsm import automata
    >>> found = counts(automata.SOLVERS["monk"], Task(1000))
    >>> list(found.values()) == [2**1000 - 1, 1]
    True
    """
    return _counted(ProvedRuns(machine, task.source, task.target, task.disks % 2 == 1), task.disks)


def _counted(runs: ProvedRuns, disks: int) -> dict[Transition, int]:
    found = dict.fromkeys(runs.machine.automaton.transitions, 0)
    many: Counter[Subtower] = Counter({runs.whole: 1})
    for level in range(disks, 0, -1):
        below: Counter[Subtower] = Counter()
        for whole, times in many.items():
            first, taken, second = runs.split(level, whole)
            for transition in taken:
                found[transition] += times
            below[first] += times
            below[second] += times
        many = below
    for transition in runs.last_taken(disks):
        found[transition] += 1
    return found
