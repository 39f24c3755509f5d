"""Solve the puzzle by any name: an automaton, a formula, or a file that shows an automaton."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice, product
from typing import TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Trace, outputs
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks, BadStep
from hanoi_fsm.hanoi.machines import (
    FILES,
    PLAIN,
    AnyMachine,
    Lines,
    Machine,
    PathMachine,
    ReaderMachine,
    check_start,
    faults_of,
    find,
    find_pathfinder,
    find_solver,
    find_unchecked,
    moving,
    subject_of,
)
from hanoi_fsm.hanoi.pegs import Configuration, Move, check_disks, check_task, is_whole
from hanoi_fsm.hanoi.recursion import recursion

__all__ = [
    "FILES",
    "PLAIN",
    "AnyMachine",
    "Lines",
    "Machine",
    "PathMachine",
    "ReaderMachine",
    "closed_counts",
    "configuration",
    "counts",
    "faults_of",
    "find",
    "find_pathfinder",
    "find_solver",
    "find_unchecked",
    "first",
    "moving",
    "path",
    "solve",
    "subject_of",
    "trace",
]

_Item = TypeVar("_Item")


def solve(
    disks: int,
    by: str = "two-storey",
    source: int = 0,
    target: int = 2,
    *,
    start: int = 1,
    count: int | None = None,
) -> Iterator[Move]:
    """The moves that bring `disks` disks from `source` to `target`, one after the other.

    `by` names an automaton, a formula, the plain `recursion` or a file; `start` is the first
    step that is wanted and `count` how many (all of them unless told). Memory does not grow with
    the number of moves. Raises `UnknownName`, `BadDisks`, `BadPeg` and `BadStep` at the call.

    >>> [str(move) for move in solve(2)]
    ['disk 1: 0 -> 1', 'disk 2: 0 -> 2', 'disk 1: 1 -> 2']
    >>> next(solve(64, start=10**18))
    Move(disk=19, source=0, target=1)
    """
    check_task(disks, source, target)
    check_start(start, disks)
    check_count(count)
    if by in formulas.FAMILIES:
        stop = formulas.last_step(disks) + 1
        if count is not None:
            stop = min(stop, start + count)
        return formulas.moves(start, stop, disks, source, target, formulas.FAMILIES[by])
    moves: Iterator[Move]
    if by == "recursion":
        if start > 1:
            raise BadStep(
                "the recursion cannot begin in the middle: leave out the start, or take call-stack"
            )
        moves = recursion(disks, source, target)
    else:
        moves = outputs(find_solver(by).run(disks, source, target, start))
    return first(moves, count)


def trace(disks: int, by: str = "two-storey", source: int = 0, target: int = 2) -> Trace:
    """The whole run of a solver, kept: a list of records that shows itself as a table.

    >>> print(trace(1))
    1. dismantle -> base : step [!built] / carry  (disk 1: 0 -> 2)
    2. base -> done : step [built]
    """
    return Trace(find_solver(by).run(disks, source, target, views=True))


def check_count(count: int | None) -> None:
    """Raise `BadStep` unless `count` is a whole number from 0 on, or None for all."""
    if count is not None and (not is_whole(count) or count < 0):
        raise BadStep(f"the count is {shortened(count)}: give a whole number from 0 on")


def first(items: Iterator[_Item], count: int | None) -> Iterator[_Item]:
    """At most the first `count` of the `items`, however large `count` is; all of them for None."""
    check_count(count)
    return islice(items, count) if count is not None and count < 1 << 62 else items


def counts(
    machine: AnyMachine, disks: int, source: int = 0, target: int = 2
) -> dict[Transition, int]:
    """How often each transition is taken, those that never are included.

    Of a solver in one run; of a reader by all words of `disks` symbols; of a pathfinder between all
    pairs of configurations, for at most 3 disks (`BadDisks`).

    >>> sum(counts(find("two-storey"), disks=6).values())
    64
    >>> sum(counts(find("distance-reader"), disks=2).values())
    18
    """
    if isinstance(machine, ReaderMachine):
        return counts_of_words(machine.automaton, disks)
    if isinstance(machine, Machine):
        records = machine.run(disks, source, target)
    else:
        records = chain.from_iterable(machine.go(*ends) for ends in all_pairs(disks))
    passed = Counter(record.transition for record in records)
    return {row: passed[row] for row in machine.automaton.transitions}


def counts_of_words(automaton: Automaton, length: int) -> dict[Transition, int]:
    """How often each transition is taken while all words of one length are read, one by one.

    They are not read: how many words are in which state is carried from symbol to symbol.
    """
    check_disks(length)
    letters = len(automaton.events)
    words = {automaton.initial: letters**length}
    passed: dict[Transition, int] = dict.fromkeys(automaton.transitions, 0)
    for _ in range(length):
        after: Counter[str] = Counter()
        for row in automaton.transitions:
            share = words.get(row.source, 0) // letters
            passed[row] += share
            after[row.target] += share
        words = after
    return passed


def all_pairs(disks: int) -> Iterator[tuple[Configuration, Configuration]]:
    """Every pair of configurations; `BadDisks` beyond 3 disks, where there are too many."""
    check_disks(disks)
    if disks > 3:
        raise BadDisks(f"{disks} disks have {9 ** min(disks, 9)} pairs or more: give at most 3")
    words = [Configuration(word) for word in product((0, 1, 2), repeat=disks)]
    return product(words, words)


def closed_counts(machine: AnyMachine, disks: int) -> Mapping[Transition, int]:
    """How often each transition must be taken, by a formula; nothing where none is known.

    It is known of the automata of this package. A diagram that bears the title of one is held to
    it, as far as their transitions are the same; one with a name of its own is not.
    """
    if not isinstance(machine, Machine) or machine.solver.closed_counts is None:
        return {}
    if machine.automaton.name != machine.automaton.memory:
        return {}
    rows = set(machine.automaton.transitions)
    known = machine.solver.closed_counts(disks)
    return {row: count for row, count in known.items() if row in rows}


def configuration(step: int, disks: int, source: int = 0, target: int = 2) -> Configuration:
    """Where the disks stand after `step` steps, 0 .. 2**disks - 1; see `formula.configuration`.

    >>> print(configuration(15, disks=4))
    2222
    """
    return formulas.configuration(step, disks, source, target)


def path(start: Configuration, goal: Configuration, by: str = "shortest") -> Iterator[Move]:
    """The moves from one configuration to another, by `shortest` or `any-to-any`.

    Raises `UnknownName` and `BadConfiguration` at the call.

    >>> goal = Configuration("011")
    >>> [len(list(path(Configuration("100"), goal, by))) for by in ("shortest", "any-to-any")]
    [5, 7]
    """
    return outputs(find_pathfinder(by).go(start, goal))
