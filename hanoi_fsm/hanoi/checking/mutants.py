"""Would the checks notice a wrong edge? Every mutant of a diagram is made, and must be killed.

A mutant is killed by validation (its definition has a fault), by comparison (a move, an answer or a
count is another), or by exploration (two transitions enabled at once, a dead edge). One that lives
is a gap in the checks, or does the same as the original.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.edits import Edit, mutations
from hanoi_fsm.fsm.checking.report import Told, nobody
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi.checking.pathfinder_check import check_pathfinder
from hanoi_fsm.hanoi.checking.reader_check import Trie
from hanoi_fsm.hanoi.checking.solver_check import check_solver
from hanoi_fsm.hanoi.checking.soundness import soundness
from hanoi_fsm.hanoi.solving import AnyMachine, Machine, PathMachine, ReaderMachine, subject_of

CHUNK, FEW = 64, 32
"""How many mutants a process takes at once, and how many are not worth a second process."""


class Mutant(NamedTuple):
    """One mutant: the edit that made it, and what killed it; None where it lives."""

    edit: Edit
    killed: str | None


def mutants(
    machine: AnyMachine, disks: int = 6, *, workers: int | None = None, told: Told = nobody
) -> Iterator[Mutant]:
    """Every mutant of a machine with its fate, in the order of the diagram.

    Towers of 0 .. `disks` disks are tried, as far as that is feasible for the machine's kind. Runs
    on all cores, or with so many `workers`; `told` hears of the mutants judged so far.
    """
    edits = list(mutations(machine.automaton, subject_of(machine).memory))
    fates = judged(machine, edits, disks, workers)
    for number, (edit, killed) in enumerate(zip(edits, fates, strict=True), 1):
        told(number)
        yield Mutant(edit, killed)


class _Work(NamedTuple):
    """What a worker process knows from its beginning."""

    machine: AnyMachine
    edits: list[Edit]
    disks: int


_work: _Work | None = None


def judged(
    machine: AnyMachine, edits: list[Edit], disks: int, workers: int | None = None
) -> Iterator[str | None]:
    """What is wrong with the result of each edit, in order; None where nothing is."""
    work = _Work(machine, edits, disks)
    count = workers or os.cpu_count() or 1
    if count == 1 or len(edits) <= FEW:
        for edit in edits:
            yield judge(machine, edit.automaton, disks)
        return
    with ProcessPoolExecutor(count, initializer=_begin, initargs=(work,)) as pool:
        chunk = max(1, min(CHUNK, len(edits) // (4 * count)))
        jobs = [pool.submit(_judge_some, at, at + chunk) for at in range(0, len(edits), chunk)]
        try:
            for job in jobs:
                yield from job.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(work: _Work) -> None:
    global _work  # noqa: PLW0603  # a worker process is told once what it is to work on
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the pool


def _judge_some(start: int, stop: int) -> list[str | None]:
    assert _work is not None
    machine, edits, disks = _work
    return [judge(machine, edit.automaton, disks) for edit in edits[start:stop]]


def judge(machine: AnyMachine, version: Automaton, disks: int = 6) -> str | None:
    """What is wrong with another version of a machine's automaton; None where nothing is.

    A version is first tried on small towers, where most go wrong.
    """
    memory = subject_of(machine).memory
    for fault in faults(version, memory):
        return f"validation: {fault.text}"
    other = with_automaton(machine, version)
    if isinstance(other, ReaderMachine):
        wrong: object = Trie.of(other.reader.name, disks + 4).first_difference(other.reader)
    else:
        wrong = _wrong(other, min(2, disks)) or _wrong(other, disks)
    if wrong:
        return f"comparison: {wrong}"
    found = soundness(other)
    for unsound in found.faults.values():
        return f"exploration: {unsound}"
    return None


def with_automaton(machine: AnyMachine, version: Automaton) -> AnyMachine:
    """The machine with another version of its automaton."""
    if isinstance(machine, Machine):
        return replace(machine, solver=replace(machine.solver, automaton=version))
    if isinstance(machine, ReaderMachine):
        return replace(machine, reader=replace(machine.reader, automaton=version))
    return replace(machine, pathfinder=replace(machine.pathfinder, automaton=version))


def _wrong(machine: Machine | PathMachine, disks: int) -> str | None:
    if isinstance(machine, Machine):
        report = check_solver(machine, disks)
    else:
        report = check_pathfinder(machine, disks)
    return None if report.holds else str(report.difference)
