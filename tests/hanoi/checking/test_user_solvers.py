"""Somebody's own solver gets a finding, whatever it does, and a right one gets none."""

import ctypes
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from checked_machines import over_two_storey
from sampling import one_in

from hanoi_fsm import Move, automata, check, solve
from hanoi_fsm.fsm.errors import DefinitionError, UnknownName
from hanoi_fsm.hanoi.checking.solver_run import Kind
from hanoi_fsm.hanoi.checking.user_solvers import SECONDS_PER_MOVE, UserSolver, judge
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.testing import assert_solves

SHORT = 0.3
"""Seconds: the limit for what loops; all else has the usual time, however busy the machine."""


def pairs(disks: int, source: int = 0, target: int = 2) -> Iterator[tuple[int, int]]:
    if disks:
        spare = 3 - source - target
        yield from pairs(disks - 1, source, spare)
        yield source, target
        yield from pairs(disks - 1, spare, target)


RIGHT: list[Callable[[int], object]] = [
    pairs,
    solve,
    lambda disks: [list(pair) for pair in pairs(disks)],
    lambda disks: (move if move.disk % 2 else move[1:] for move in solve(disks)),
    type("Moves", (list,), {"__init__": lambda moves, disks: moves.extend(solve(disks))}),
]


@pytest.mark.parametrize("solver", one_in(5, RIGHT))
@pytest.mark.one_in(2)
def test_a_right_solver_has_no_finding(solver: Callable[[int], object]) -> None:
    assert judge(solver, range(7)) is None


def gives(*items: object) -> Callable[[int], list[object]]:
    """A solver that gives these items whatever it is asked."""
    return lambda disks: list(items)


def after(count: int, last: Callable[[int], object]) -> Callable[[int], Iterator[object]]:
    """A solver that is right for `count` steps, and then gives what `last` does."""

    def solver(disks: int) -> Iterator[object]:
        yield from list(pairs(disks))[:count]
        yield last(disks)

    return solver


def raising(error: BaseException) -> Callable[[int], object]:
    def fails(disks: int) -> object:
        raise error

    return fails


def hungry(disks: int) -> object:
    eaten = []
    while True:
        eaten.append(bytes(1 << 26))


def crashing(disks: int) -> object:
    return ctypes.string_at(0)


def closes_all(disks: int) -> object:
    os.closerange(0, 1000)
    return busy(disks)


def bottomless(disks: int) -> object:
    return bottomless(disks + 1)


def busy(disks: int) -> object:
    while True:
        pass


def stubborn(disks: int) -> object:
    while True:
        try:
            disks += 1
        except:  # noqa: E722  # somebody may write so
            disks -= 1


def forgiving(disks: int) -> object:
    with suppress(Exception):
        time.sleep(60)
    return pairs(disks)


def stuck_when_closed(disks: int) -> Iterator[tuple[int, int]]:
    try:
        yield 0, 1
    finally:
        busy(disks)


async def later(disks: int) -> list[tuple[int, int]]:
    return list(pairs(disks))


class Mute(Exception):
    def __str__(self) -> str:
        raise self

    __repr__ = __str__


START, SECOND, THIRD, DONE = (
    (1, "3 2 1 | - | -", "disk 1: 0 -> 2"),
    (2, "3 2 | - | 1", "disk 2: 0 -> 1"),
    (3, "3 | 2 | 1", "disk 1: 2 -> 1"),
    (8, "- | - | 3 2 1", "the end"),
)
"""The step, the pegs before it, and the move that is expected then."""
EXPECTED = {Kind.NOT_CALLABLE: "function", Kind.NO_MOVES: "iterable", Kind.NO_MOVE: "pair of pegs"}
"""What is expected instead of a move."""
HERE = "(line ...test_user_solvers.py)"
WAITED = f"no move in {SHORT} seconds {HERE}"
FINDINGS: list[tuple[Kind, object, tuple[int, str, str], str]] = [
    # kind, solver, where it goes wrong, what it gave
    (Kind.WRONG, gives((0, 2), (0, 1), (2, 0)), THIRD, "disk 1: 2 -> 0"),
    (Kind.WRONG, stuck_when_closed, START, "disk 1: 0 -> 1"),
    (Kind.ILLEGAL, gives(Move(3, 0, 2)), START, "disk 3: 0 -> 2, ...disk 1 is on top of peg 0"),
    (Kind.ILLEGAL, gives((1, 2)), START, "cannot move from peg 1 to peg 2: peg 1 is empty"),
    (Kind.ILLEGAL, gives((0, 2), (0, 2)), SECOND, "cannot move disk 2 ...smaller disk 1..."),
    (Kind.EARLY, lambda disks: [*pairs(disks)][:2], THIRD, "the end after 2 of 7 moves"),
    (Kind.LONG, after(7, lambda disks: (2, 1)), DONE, "one more move, 2 -> 1"),
    (Kind.NO_MOVE, after(2, lambda disks: "x"), THIRD, "'x'"),
    *[
        (Kind.NO_MOVE, gives(item), START, repr(item))
        for item in ["02", (0, 3), [0, -1], (0, 2.0), (False, 2), (1, 0, 2), {0, 2}, Move(1, 0, 7)]
    ],
    (Kind.NOT_CALLABLE, 42, START, "42"),
    (Kind.NO_MOVES, lambda disks: None, START, "None"),
    (Kind.NO_MOVES, later, START, "<coroutine ...>"),
    (Kind.RAISED, lambda: [], START, "TypeError: ...takes 0 positional arguments but 1 was given"),
    (Kind.RAISED, raising(ValueError("no\nidea")), START, f"ValueError: no idea {HERE}"),
    (Kind.RAISED, after(2, raising(IndexError())), THIRD, f"IndexError {HERE}"),
    (Kind.RAISED, after(7, raising(OSError("x" * 500))), DONE, f"OSError: {'x' * 197}... {HERE}"),
    (Kind.RAISED, raising(Mute()), START, f"Mute: (its __str__ raises) {HERE}"),
    (Kind.NO_MOVE, gives(Mute()), START, "a Mute that cannot be shown"),
    (Kind.RAISED, bottomless, START, f"RecursionError: ... {HERE}"),
    (Kind.RAISED, after(1, sys.exit), SECOND, f"SystemExit: 3 {HERE}"),
    (Kind.RAISED, raising(GeneratorExit()), START, f"GeneratorExit {HERE}"),
    (Kind.LOOPS, busy, START, WAITED),
    (Kind.LOOPS, after(2, busy), THIRD, WAITED),
    (Kind.LOOPS, after(7, busy), DONE, WAITED),
    (Kind.LOOPS, stubborn, START, WAITED),
    (Kind.LOOPS, forgiving, START, WAITED),
    (Kind.RAISED, raising(KeyboardInterrupt()), START, f"KeyboardInterrupt {HERE}"),
    (Kind.MEMORY, after(2, hungry), THIRD, f"more than 1024 MiB of memory {HERE}"),
    (Kind.DIES, after(2, os._exit), THIRD, "ended its process with exit code 3"),
    (Kind.DIES, after(2, crashing), THIRD, f"died of a segmentation fault (SIGSEGV) {HERE}"),
    (Kind.DISTURBS, after(2, closes_all), THIRD, "closed the pipe of its answers"),
]


@pytest.mark.parametrize(("kind", "solver", "where", "got"), one_in(3, FINDINGS))
@pytest.mark.one_in(4)
def test_each_fault_has_its_own_finding(
    kind: Kind, solver: object, where: tuple[int, str, str], got: str
) -> None:
    finding = judge(solver, [3], seconds=SHORT if kind is Kind.LOOPS else SECONDS_PER_MOVE)
    assert finding is not None
    step, pegs, move = where
    assert (finding.kind, finding.text, finding.size, finding.step) == (kind, kind, 3, step)
    assert (finding.context, finding.memory) == ("with 3 disks from 0 to 2", f"pegs {pegs}")
    assert EXPECTED.get(kind, move) in finding.expected
    assert re.fullmatch(".*".join(map(re.escape, got.split("..."))), finding.got), finding.got
    assert finding.error is None
    assert "\n" not in str(finding)


def test_every_kind_of_fault_is_in_the_table_but_the_one_of_several_calls() -> None:
    assert {kind for kind, *_ in FINDINGS} == set(Kind) - {Kind.KEEPS}


def test_the_smallest_tower_that_goes_wrong_is_named() -> None:
    wrong = judge(gives((0, 2)), range(1, 11))
    assert wrong and (wrong.size, wrong.step) == (2, 1)


def test_the_exception_itself_is_in_the_finding_where_it_is_asked_for() -> None:
    error = ValueError("oops")
    for cause, found in ((False, None), (True, error)):
        raised = judge(after(1, raising(error)), [1, 2], cause=cause)
        assert raised and (raised.size, raised.step, raised.error) == (1, 2, found)
    interrupted = judge(raising(KeyboardInterrupt()), cause=True)
    assert interrupted and interrupted.error is None


def test_after_a_fault_the_function_is_not_run_to_its_end() -> None:
    finding = judge(lambda disks: (pair[::-1] for pair in pairs(disks)), [50])
    assert finding and (finding.size, finding.step) == (50, 1)


@pytest.mark.sweep
def test_progress_counts_the_moves_that_were_right() -> None:
    done: list[int] = []

    def solver(disks: int) -> Iterator[tuple[int, int]]:
        return pairs(disks)

    assert judge(solver, range(4), progress=done.append) is None
    assert check(solver, 3, progress=done.append).holds
    assert (done, UserSolver(solver).work(3)) == ([0, 1, 4, 11] * 2, 11)


@pytest.mark.parametrize(
    ("disks", "said"), [(range(0), "empty"), ([2, -1], "-1"), (["3"], "'3'"), (5, "5")]
)
@pytest.mark.parametrize("asserted", [judge, assert_solves])
def test_a_check_that_cannot_fail_is_refused_before_the_solver_is_asked(
    asserted: Callable[..., object], disks: object, said: str
) -> None:
    with pytest.raises(BadDisks, match=said):
        asserted(raising(KeyboardInterrupt()), disks)


TWO_STOREY = automata.get("two-storey").automaton
ROWS = """
    odd  -> even : step [!built]                  / carry
    even -> odd  : step [!built & ahead_smaller]  / move_back
    even -> odd  : step [!built & !ahead_smaller] / move_ahead
    odd  -> done : step [built]
    even -> done : step [built]
"""
MINE = over_two_storey(ROWS)


def test_whatever_its_transitions_are_the_moves_decide() -> None:
    for automaton in (TWO_STOREY, MINE):
        report = check(automaton, 7)
        assert (report.holds, judge(automaton, range(8))) == (True, None)
        assert ("counts" in str(report)) == (automaton is TWO_STOREY)
    begun = "begin -> dismantle : step [!built] \n begin -> done : step [built]"
    with_dead_edge = over_two_storey(f"{begun} \n {TWO_STOREY}")
    report = check(with_dead_edge, 7)
    [remark] = report.remarks
    assert (report.holds, remark.kind) == (True, "used")
    assert str(remark.about) == "dismantle -> done : step [built]"
    assert judge(with_dead_edge, range(8)) is None


def test_the_difference_is_that_of_the_check() -> None:
    broken = over_two_storey(ROWS.replace("move_back", "move_ahead"))
    finding = judge(broken)
    assert finding and finding == check(broken, 7).finding
    assert (finding.size, finding.step, finding.about) == (3, 4, broken.transitions[1])


@pytest.mark.parametrize(
    ("solver", "error", "said"),
    [
        (replace(MINE, memory="to-storey"), UnknownName, "two-storey"),
        (replace(MINE, initial="one"), DefinitionError, "'one'"),
        (replace(MINE, name="rank-reader", memory="digits"), DefinitionError, "event 'step'"),
        (automata.get("path-reader"), UnknownName, "path-reader"),
    ],
)
def test_what_cannot_run_is_refused_by_a_run_and_fails_a_check(
    solver: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        judge(solver)
    if error is DefinitionError:
        assert {finding.kind for finding in check(solver).findings} == {"definition"}
