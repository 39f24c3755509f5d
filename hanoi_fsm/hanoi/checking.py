"""Checks and proofs of what a name, a file or a value stands for."""

from hanoi_fsm.fsm import checking
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.finding import Progress, Proof, Report, no_progress
from hanoi_fsm.fsm.machine import Subject
from hanoi_fsm.hanoi.pegs import check_disks, check_runnable
from hanoi_fsm.hanoi.resolver import find, resolve


@checked
def check(
    subject: object,
    disks: int = 10,
    *,
    progress: Progress = no_progress,
    strict: bool = False,
    engine: str | None = None,
    seconds: float = 0.0,
) -> Report:
    """Check a machine, a formula or a function, by name or as a value, for 0 .. `disks` disks.

    For a machine that moves no disks, `disks` is the length of the longest words, of which all are
    compared as far as some `seconds` allow, or else some thousands. With `strict` some remarks are
    faults, such as a transition that was not taken. Where an `engine` is named, it runs a machine
    that moves disks too, and must do what the definition says. Raises as `resolve` does; faults of
    a definition are findings.

    >>> check("two-storey", disks=6).holds
    True
    """
    found = resolve(subject).on(engine)
    size = _runnable(found, disks)
    return checking.check(found, size, progress, strict=strict, seconds=seconds)


@checked
def prove(subject: object, *, progress: Progress = no_progress) -> Proof:
    """Try to prove a machine right for inputs of any size, or find what it does wrong.

    Raises as `find` does.

    >>> print(prove("monk"))
    monk: proved for every number of disks, all six tasks (852 subtowers)
    """
    return find(subject).prove(progress)


@checked
def explore(subject: object, disks: int = 8) -> checking.Exploration:
    """Visit every state and memory that a machine can reach with 0 .. `disks` disks."""
    machine = find(subject)
    return checking.explore(machine, _runnable(machine, disks))


def _runnable(subject: Subject, disks: int) -> int:
    """The size up to which it is run; words may be of any length."""
    return check_runnable(disks) if subject.sized(1) else check_disks(disks)
