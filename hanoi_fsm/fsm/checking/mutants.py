"""Mutation testing: do the checks find every single wrong edge of a diagram?

A mutant is killed by validation (a faulty definition), by comparison (another move, answer or
count), or by exploration (two transitions enabled at once, a dead edge). One that survives is a gap
in the checks, or equivalent to the original.
"""

import multiprocessing
import os
import signal
import warnings
from collections.abc import Container, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple, NoReturn

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import check, first_finding
from hanoi_fsm.fsm.checking.edits import Edit, mutations
from hanoi_fsm.fsm.checking.exploration import KINDS
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine

CHUNK, FEW = 64, 32  # the most mutants per job, and the most for which a single process is used
Fate = tuple[str, Finding] | None  # the check that kills a version, its finding; None: it survives


class Mutant(NamedTuple):
    """The edit that makes a mutant, and its fate."""

    edit: Edit
    fate: Fate

    @property
    def killed_by(self) -> str:
        return f"{self.fate[0]}: {self.fate[1]}" if self.fate else ""


def mutants(
    machine: Machine, size: int = 6, *, workers: int | None = None, progress: Progress = no_progress
) -> Iterator[Mutant]:
    """Every mutant of a machine with its fate, in the order of the diagram.

    They are checked up to `size`, by the given number of `workers` or on all cores. A mutant is not
    killed by what exploration finds in the machine itself. Raises `BadInput` for a machine that is
    faulty or fails its comparison: all its mutants would do so too.
    """
    known = frozenset(
        (finding.kind, finding.about)
        for finding in check(machine, size).findings
        if finding.kind in KINDS or _refuse(machine, finding)
    )
    edits = list(mutations(machine.automaton, machine.vocabulary))
    found = fates(machine, [edit.automaton for edit in edits], size, workers, known)
    for number, (edit, fate) in enumerate(zip(edits, found, strict=True), 1):
        progress(number)
        yield Mutant(edit, fate)


def _refuse(machine: Machine, finding: Finding) -> NoReturn:
    raise BadInput(f"{machine.shown} fails its own check, correct it first: {finding}")


_Work = tuple[Machine, Sequence[Automaton], int, Container[tuple[str, object]]]
_work: _Work | None = None


def fates(
    machine: Machine,
    versions: Sequence[Automaton],
    size: int,
    workers: int | None = None,
    known: Container[tuple[str, object]] = (),
) -> Iterator[Fate]:
    """The fate of each version of a machine's automaton, in order; see `first_finding`."""
    count = workers or os.cpu_count() or 1
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    if count == 1 or len(versions) <= FEW or not can_fork:
        for version in versions:
            yield first_finding(machine.with_automaton(version), size, known)
        return
    # Forked workers inherit the machine: a user's own could not be sent to them.
    context = multiprocessing.get_context("fork")
    work = (machine, versions, size, known)
    with ProcessPoolExecutor(count, context, _begin, (work,)) as pool:
        chunk = max(1, min(CHUNK, len(versions) // (4 * count)))
        with warnings.catch_warnings():
            # Since Python 3.12. A worker waits for no lock that another thread may hold.
            warnings.filterwarnings("ignore", ".* is multi-threaded", DeprecationWarning)
            jobs = [pool.submit(_some, at, at + chunk) for at in range(0, len(versions), chunk)]
        try:
            for job in jobs:
                yield from job.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(work: _Work) -> None:
    global _work  # noqa: PLW0603  # set once in each worker process
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C


def _some(start: int, stop: int) -> list[Fate]:
    assert _work is not None  # set by `_begin`
    machine, versions, size, known = _work
    some = map(machine.with_automaton, versions[start:stop])
    fates = [first_finding(version, size, known) for version in some]
    return [fate and (fate[0], fate[1].sendable()) for fate in fates]
