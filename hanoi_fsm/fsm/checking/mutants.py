"""Would the checks notice a wrong edge? Every mutant of a diagram is made, and must be killed.

A mutant is killed by validation (its definition has a fault), by comparison (a move, an answer or a
count is another), or by exploration (two transitions enabled at once, a dead edge). One that lives
is a gap in the checks, or does the same as the original.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import first_finding
from hanoi_fsm.fsm.checking.edits import Edit, mutations
from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine

CHUNK, FEW = 64, 32
"""How many mutants a process takes at once, and how many are not worth a second process."""

Fate = tuple[str, Finding] | None
"""The check that killed a version, and its finding; None where it lives."""


class Mutant(NamedTuple):
    """One mutant: the edit that made it, and what killed it; None where it lives."""

    edit: Edit
    fate: Fate

    @property
    def killed_by(self) -> str:
        """The check and its finding in words; empty where it lives."""
        return f"{self.fate[0]}: {self.fate[1]}" if self.fate else ""


def mutants(
    machine: Machine,
    size: int = 6,
    *,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Iterator[Mutant]:
    """Every mutant of a machine with its fate, in the order of the diagram.

    They are checked up to `size`, on all cores or by so many `workers`.
    """
    edits = list(mutations(machine.automaton, machine.vocabulary))
    versions = [edit.automaton for edit in edits]
    for number, (edit, fate) in enumerate(
        zip(edits, fates(machine, versions, size, workers), strict=True), 1
    ):
        progress(number)
        yield Mutant(edit, fate)


class _Work(NamedTuple):
    """What a worker process knows from its beginning."""

    machine: Machine
    versions: Sequence[Automaton]
    size: int


_work: _Work | None = None


def fates(
    machine: Machine, versions: Sequence[Automaton], size: int, workers: int | None = None
) -> Iterator[Fate]:
    """What is wrong with each version of a machine's automaton, in order; None where nothing is."""
    count = workers or os.cpu_count() or 1
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    if count == 1 or len(versions) <= FEW or not can_fork:
        for version in versions:
            yield first_finding(machine.with_automaton(version), size)
        return
    # Forked workers have the machine already: somebody's own could not be sent to them.
    context = multiprocessing.get_context("fork")
    work = _Work(machine, versions, size)
    with ProcessPoolExecutor(
        count, mp_context=context, initializer=_begin, initargs=(work,)
    ) as pool:
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
    global _work  # noqa: PLW0603  # a worker process is told once what it is to work on
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the pool


def _some(start: int, stop: int) -> list[Fate]:
    assert _work is not None  # set by `_begin`
    machine, versions, size = _work
    fates = [first_finding(machine.with_automaton(one), size) for one in versions[start:stop]]
    return [fate and (fate[0], fate[1].sendable()) for fate in fates]
