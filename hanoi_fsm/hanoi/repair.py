"""Mutants and repairs of a machine that is named, by a name, a file or a value."""

from typing import Any

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.repair.mutants import MOST as MOST_MUTANTS
from hanoi_fsm.fsm.repair.mutants import Mutants, mutants_of
from hanoi_fsm.fsm.repair.search import MOST, Repairs, repairs_of
from hanoi_fsm.hanoi.pegs import check_runnable
from hanoi_fsm.hanoi.resolver import find, resolve


@checked
def mutants(
    subject: Any,
    disks: int = 6,
    *,
    most: int = MOST_MUTANTS,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Mutants:
    """Every single change of a machine, and which check notices it; at least 6 disks are tried.

    Of more than `most` changes so many are chosen at random, always the same.

    Raises `BadInput` for a machine that fails its own check, and what `find` raises.

    >>> print(mutants("monk"))
    monk: 12 of 12 mutants are killed
    """
    machine, size = find(subject), check_runnable(disks)
    return mutants_of(machine, size, most=most, workers=workers, progress=progress)


@checked
def repair(
    subject: Any,
    disks: int = 6,
    *,
    most: int = MOST,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Repairs:
    r"""The single edits after which a machine passes its check, the likeliest first.

    Raises as `resolve` does; what is wrong with a definition is repaired too.

    >>> from hanoi_fsm import Automaton, automata
    >>> table = "pray -> pray : step [built] / move_next \n pray -> done : step [built]"
    >>> wrong = Automaton.from_table("monk", initial="pray", final="done", table=table)
    >>> print(repair(wrong, most=1))
    `pray -> pray : step [built] / move_next` should have the guard `!built` instead of `built`
    """
    machine = resolve(subject, "automaton")
    return repairs_of(machine, check_runnable(disks), most, workers=workers, progress=progress)
