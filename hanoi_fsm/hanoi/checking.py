"""Checks and proofs of machines, by name, by file, or as values."""

from hanoi_fsm.fsm import checking
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.finding import Progress, Proof, Report, no_progress
from hanoi_fsm.hanoi.resolver import find, resolve, runnable


@checked
def check(
    subject: object,
    size: int = 10,
    *,
    progress: Progress = no_progress,
    strict: bool = False,
    engine: str | None = None,
) -> Report:
    """Check a machine, a formula or a function, by name or as a value, up to some `size`.

    The size is a number of disks, or of events in a word. A few thousand words are compared. With
    `strict`, some remarks count as faults, such as a transition that was not taken. A named
    `engine` also runs a machine that moves disks, and must agree with the definition. Raises the
    errors of `resolve`; faults in a definition are findings.

    >>> check("two-storey", size=6).holds
    True
    """
    resolved = resolve(subject).on(engine)
    size = runnable(resolved, size)
    return checking.check(resolved, size, progress, strict=strict)


@checked
def prove(subject: object, *, progress: Progress = no_progress) -> Proof:
    """Try to prove a machine correct for inputs of any size, or find a counterexample.

    Raises the errors of `find`.

    >>> print(prove("monk"))
    monk: proved for every number of disks, all six tasks (852 subtowers)
    """
    return find(subject).prove(progress)


@checked
def explore(subject: object, size: int = 8) -> checking.Exploration:
    """Visit every state and memory that a machine can reach in runs of up to some `size`."""
    machine = find(subject)
    return checking.explore(machine, runnable(machine, size))
