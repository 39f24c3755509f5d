"""Assertions for your own tests; each fails with the finding."""

from collections.abc import Collection, Iterable, Mapping

from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.errors import counted, shortened
from hanoi_fsm.fsm.finding import Finding, Report
from hanoi_fsm.fsm.repair.mutants import mutants_of
from hanoi_fsm.hanoi.equality import drift
from hanoi_fsm.hanoi.judge import judged_tower
from hanoi_fsm.hanoi.pegs import BadDisks, check_disks
from hanoi_fsm.hanoi.resolver import find, machine_of, solver_of, sound
from hanoi_fsm.hanoi.rules import tasks_of


def assert_solves(solver: object, disks: Iterable[int] = range(11)) -> None:
    """Raise `AssertionError` unless `solver` makes the moves of the solution for all these `disks`.

    `solver` is a function of the number of disks that gives its moves from peg 0 to peg 2, each a
    `Move` or a pair (source, target), or between any two pegs if it takes `source` and `target`; an
    `Automaton` or a `Machine`; or a name, as of an automaton, a formula, a DOT file or
    `my.py:solver`.

    A function that raises is the cause of the `AssertionError`. What pytest itself raises there, as
    by `pytest.skip`, goes through.

    Raises `BadDisks` where `disks` is empty or has a negative number, and for a name or an
    automaton what `find` does.

    >>> def solver(disks, source=0, target=2):
    ...     if disks:
    ...         spare = 3 - source - target
    ...         yield from solver(disks - 1, source, spare)
    ...         yield source, target
    ...         yield from solver(disks - 1, spare, target)
    >>> assert_solves(solver, disks=range(5))
    >>> assert_solves(lambda disks: [(0, 2)] * disks, disks=range(5))
    Traceback (most recent call last):
        ...
    AssertionError: <lambda> does not solve the puzzle
      with 2 disks from 0 to 2
      step 1, pegs 2 1 | - | -
      expected: disk 1: 0 -> 1
      got:      disk 1: 0 -> 2
    """
    __tracebackhide__ = True
    mover = sound(solver_of(solver))
    towers = [check_disks(tower) for tower in disks] if isinstance(disks, Iterable) else []
    if not towers:
        expected = "expected a range that is not empty, such as range(0, 11)"
        raise BadDisks(f"invalid disks to try {shortened(disks)}: {expected}")
    for task in tasks_of(towers, mover.pairs):
        _, finding = judged_tower(mover, task)
        if finding is not None:
            raise AssertionError(_told(mover.shown, finding)) from finding.error


def assert_holds(machine: object, size: int = 6) -> Report:
    """Raise `AssertionError` with the first finding of `check`, for runs of up to some `size`.

    Some transition is always enabled and never two, every action can be carried out, every run
    ends, and all outputs are right. A machine without a specification holds where it is sound.

    >>> assert_holds("distance-reader").holds
    True
    """
    __tracebackhide__ = True
    report = check(machine_of(machine), check_disks(size))
    if not report.holds:
        raise AssertionError(str(report))
    return report


def assert_kills_mutants(machine: object, size: int = 6, *, but: Collection[str] = ()) -> None:
    """Raise `AssertionError` unless the checks notice every single change of a machine.

    `but` lists the changes that may survive, in the words of `mutants`; one that is killed must not
    be listed. A change that is proved to make no difference need not be listed.

    >>> assert_kills_mutants("monk")
    """
    __tracebackhide__ = True
    assert_holds(machine, size)  # of a machine that is wrong itself all mutants would be
    resolved = find(machine)
    lived = [mutant for mutant in mutants_of(resolved, check_disks(size)) if mutant.fate is None]
    alive = [mutant.edit.text for mutant in lived]
    unexpected = [
        mutant.edit.text for mutant in lived if mutant.survives and mutant.edit.text not in but
    ]
    if unexpected:
        head = f"{counted(len(unexpected), 'mutant')} of {resolved.shown} survived:"
        raise AssertionError("\n  ".join([head, *unexpected]))
    for text in but:
        if text not in alive:
            raise AssertionError(f"no such mutant of {resolved.shown} survives: {text}")


def assert_same(
    drawing: object,
    machine: object,
    level: str = "",
    *,
    names: Mapping[str, str] | None = None,
    within: bool = False,
) -> None:
    """Raise `AssertionError` unless a diagram shows a machine, as that in a README does its code.

    The arguments are those of `drift`; what is compared, and raised for bad input, is said there.

    >>> assert_same("monk", "monk")
    """
    __tracebackhide__ = True
    drifted = drift(drawing, machine, level, names=names, within=within)
    if not drifted.holds:
        raise AssertionError(str(drifted))


def _told(name: str, finding: Finding) -> str:
    where = f"step {finding.step}, {finding.memory or f'state {finding.state}'}"
    if finding.line:
        where = f"line {finding.line}, {where}"
    head = f"{name} does not solve the puzzle"
    answers = f"expected: {finding.expected}", f"got:      {finding.got}"
    return "\n  ".join([head, finding.context, where, *answers])
