"""Is a solver right for every number of disks? The table of subtowers decides it.

There is one table for each of the six tasks and each kind of number of disks, odd and even.
"""

from __future__ import annotations

from functools import partial

from hanoi_fsm.fsm.checking.minimization import without_equivalent_states
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.proof import Proof, Verdict
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.checking.solver_check import END, SolverRun
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, Configuration, Task
from hanoi_fsm.hanoi.proofs.abstract_runs import AbstractRuns, all_runs
from hanoi_fsm.hanoi.proofs.certificate import (
    Case,
    Certificate,
    NotAProof,
    case_of,
    is_certifiable,
    written,
)
from hanoi_fsm.hanoi.proofs.search import Search, Wrong
from hanoi_fsm.hanoi.proofs.subtowers import Table, first_gap
from hanoi_fsm.hanoi.proofs.unanswerable import NotProvable

PROVED = "proved for every number of disks, all six tasks"


def prove(machine: Solver, progress: Progress = no_progress) -> Proof:
    """Decide whether a solver makes the moves of the formula for every number of disks.

    The counterexample of a refutation has been seen to fail on real pegs; it is one with the fewest
    disks, unless some tasks cannot be decided. The proof is open where a guard or an action asks
    for more than the order of the tops, and where the table becomes too large. Equivalent states
    are merged first, so that a state that is drawn several times costs nothing.
    """
    finding = _without_disks(machine)
    if finding:
        return Proof(machine.shown, Verdict.REFUTED, finding=finding)
    small = without_equivalent_states(machine)
    tables: dict[Case, Table] = {}
    wrong: list[tuple[AbstractRuns, Wrong]] = []
    try:
        for runs in all_runs(small):
            found = Search(runs).run_with_fewer(wrong[-1][1].disks if wrong else None)
            if isinstance(found, Wrong):
                wrong.append((runs, found))
            elif found is not None:
                tables[case_of(runs)] = found
                progress(sum(table.size for table in tables.values()))
    except NotProvable as error:
        if not wrong:
            return _open(machine, str(error))
    if wrong:
        finding = replayed(*in_its_own_states(machine, *wrong[-1]))
        if finding is None:
            return _open(machine, "its moves depend on more than its registers and the tops")
        return Proof(machine.shown, Verdict.REFUTED, finding=finding)
    return _proved(machine.shown, Certificate(small, tables))


def _open(machine: Solver, why: str) -> Proof:
    return Proof(machine.shown, Verdict.OPEN, f"not provable this way: {why}")


def _proviso(machine: Solver) -> str:
    """What a proof takes for granted of a memory that was made elsewhere."""
    memory = machine.memory(Configuration(""), Task(0))
    ours = type(memory).__module__.partition(".")[0] == __name__.partition(".")[0]
    return "" if ours else ", if its guards and actions use its attributes alone"


def verify(certificate: Certificate, progress: Progress = no_progress) -> Proof:
    """Check a certificate line by line, without any search; raises `NotAProof` where it fails."""
    machine, tables = certificate
    finding = _without_disks(machine)
    if finding:
        raise NotAProof(f"{machine.shown}: {finding}")
    size = 0
    for runs in all_runs(machine):
        case, table = f"{machine.shown}: {runs}", tables.get(case_of(runs))
        if table is None:
            raise NotAProof(f"{case}: there is no table")
        try:
            gap = first_gap(table, runs)
        except NotProvable as error:
            raise NotAProof(f"{case}: {error}") from None
        if gap:
            raise NotAProof(f"{case}: {gap}")
        size += table.size
        progress(size)
    return _proved(machine.shown, certificate, " checked")


def _proved(name: str, certificate: Certificate, checked: str = "") -> Proof:
    size = sum(table.size for table in certificate.tables.values())
    text = f"{PROVED} ({counted(size, 'subtower')}{checked}){_proviso(certificate.machine)}"
    certify = partial(written, certificate) if is_certifiable(certificate.machine) else None
    return Proof(name, Verdict.PROVED, text, size, certify=certify)


def _without_disks(machine: Solver) -> Finding | None:
    """What is wrong where there is nothing to do."""
    tasks = (Task(0, *pair) for pair in PAIRS)
    return next(filter(None, (SolverRun(machine, task).difference() for task in tasks)), None)


def in_its_own_states(
    machine: Solver, runs: AbstractRuns, wrong: Wrong
) -> tuple[AbstractRuns, Wrong]:
    """The wrong step of a machine, which was found after equivalent states had been merged."""
    if runs.machine is machine:
        return runs, wrong
    try:
        own = AbstractRuns(machine, runs.task.source, runs.task.target, runs.is_odd)
        return own, Search(own).first_wrong(wrong.disks)
    except NotProvable:  # it has too many states for that
        return runs, wrong


def replayed(runs: AbstractRuns, wrong: Wrong) -> Finding | None:
    """What a machine does at the wrong step on real pegs, set up as they are before that step.

    None if it makes the right move there: then it sees more than abstract pegs show.
    """
    machine, task = runs.machine, Task(wrong.disks, runs.task.source, runs.task.target)
    before = formulas.configuration(wrong.step - 1, task)
    memory = runs.memory(wrong.control, before.on_pegs())
    run = SolverRun(machine, task, at=(wrong.control.state, memory))
    run.due = wrong.before.taken[-1] if wrong.before else None
    last = wrong.step > task.last_step
    expected = END if last else str(formulas.move(wrong.step, task))
    got = str(run.next_move())
    return run.finding(wrong.step, expected, got) if got != expected else None
