"""Somebody's own solver gets a verdict, whatever it does, and a right one gets none."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from hanoi_fsm import Move, solve
from hanoi_fsm.hanoi.checking import Kind, Verdict, judge
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.testing import assert_solves

SHORT = 0.2
"""Seconds: the patience of these tests."""


def pairs(disks: int, source: int = 0, target: int = 2) -> Iterator[tuple[int, int]]:
    if disks:
        spare = 3 - source - target
        yield from pairs(disks - 1, source, spare)
        yield source, target
        yield from pairs(disks - 1, spare, target)


class Moves(list[Move]):
    def __init__(self, disks: int) -> None:
        super().__init__(solve(disks))


RIGHT: dict[str, Callable[[int], object]] = {
    "pairs": pairs,
    "moves": solve,
    "a list of lists": lambda disks: [list(pair) for pair in pairs(disks)],
    "a class": Moves,
    "pairs and moves": lambda disks: (m if m.disk % 2 else m[1:] for m in solve(disks)),
}


@pytest.mark.parametrize("solver", RIGHT.values(), ids=RIGHT)
def test_a_right_solver_has_no_verdict(solver: Callable[[int], object]) -> None:
    assert judge(solver, range(7)) is None
    assert_solves(solver, range(7))


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


def bottomless(disks: int) -> object:
    return bottomless(disks + 1)


def busy(disks: int) -> object:
    while True:
        pass


def stubborn(disks: int) -> object:
    while True:
        try:
            busy(disks)
        except Exception:
            disks -= 1


def stubborn_by_all_means(disks: int) -> object:
    while True:
        try:
            disks += 1
        except:  # noqa: E722  # somebody may write so
            disks -= 1


def forgiving(disks: int) -> object:
    try:
        time.sleep(60)
    except Exception:
        disks += 0
    return pairs(disks)


def building(disks: int) -> list[object]:
    found: list[object] = []
    while True:
        time.sleep(0.001)
        found.append((0, 1))


def endless(disks: int) -> Iterator[tuple[int, int]]:
    yield from pairs(disks)
    while True:
        yield 2, 0
        yield 0, 2


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


class Odd(BaseException):
    """Nobody expects it."""


class Shown:
    def __init__(self, text: str | None) -> None:
        self.text = text

    def __repr__(self) -> str:
        if self.text is None:
            raise KeyError("no text")
        return self.text


START, SECOND, THIRD, DONE = (
    (1, "3 2 1 | - | -", "disk 1: 0 -> 2"),
    (2, "3 2 | - | 1", "disk 2: 0 -> 1"),
    (3, "3 | 2 | 1", "disk 1: 2 -> 1"),
    (8, "- | - | 3 2 1", "the end"),
)
"""The step, the pegs before it, and the move that is expected then."""

FUNCTION = (*START[:2], "a function of the number of disks, or an Automaton")
MOVES = (*START[:2], "an iterable of moves: yield them, or return a list")
A_MOVE = (*START[:2], "a move or a pair of pegs")
EMPTY = "cannot move from peg 1 to peg 2: peg 1 is empty"
SMALLER = "cannot move disk 2 from peg 0 to peg 2: the smaller disk 1 lies there"
NOWHERE = "cannot move disk 1 from peg 0 to peg 0: it stands there"
OTHER = "disk 3: 0 -> 2, but disk 1 is on top of peg 0"
COUNT = "TypeError: ...takes 0 positional arguments but 1 was given"
HERE = "(line ...test_users.py)"
NO_MOVE = f"no move in {SHORT} seconds"
VERDICTS: list[tuple[Kind, object, tuple[int, str, str], str]] = [
    # kind, solver, where it goes wrong, what came
    (Kind.WRONG, gives((0, 1)), START, "disk 1: 0 -> 1"),
    (Kind.WRONG, gives((0, 2), (0, 1), (2, 0)), THIRD, "disk 1: 2 -> 0"),
    (Kind.WRONG, gives(Move(1, 0, 1)), START, "disk 1: 0 -> 1"),
    (Kind.WRONG, stuck_when_closed, START, "disk 1: 0 -> 1"),
    (Kind.ILLEGAL, gives(Move(3, 0, 2)), START, OTHER),
    (Kind.ILLEGAL, gives((1, 2)), START, EMPTY),
    (Kind.ILLEGAL, gives((0, 2), (0, 2)), SECOND, SMALLER),
    (Kind.ILLEGAL, gives((0, 0)), START, NOWHERE),
    (Kind.EARLY, gives(), START, "the end after 0 of 7 moves"),
    (Kind.EARLY, lambda disks: [*pairs(disks)][:2], THIRD, "the end after 2 of 7 moves"),
    (Kind.LONG, after(7, lambda disks: (2, 1)), DONE, "one more move, 2 -> 1"),
    (Kind.LONG, after(7, lambda disks: (0, 1)), DONE, "one more move, 0 -> 1"),
    (Kind.LONG, endless, DONE, "one more move, 2 -> 0"),
    (Kind.NO_MOVE, after(2, lambda disks: "x"), (*THIRD[:2], A_MOVE[2]), "'x'"),
    (Kind.NO_MOVE, after(7, lambda disks: None), (*DONE[:2], A_MOVE[2]), "None"),
    (Kind.NO_MOVE, gives("02"), A_MOVE, "'02'"),
    (Kind.NO_MOVE, gives((0, 3)), A_MOVE, "(0, 3)"),
    (Kind.NO_MOVE, gives([0, -1]), A_MOVE, "[0, -1]"),
    (Kind.NO_MOVE, gives((0, 2.0)), A_MOVE, "(0, 2.0)"),
    (Kind.NO_MOVE, gives((False, 2)), A_MOVE, "(False, 2)"),
    (Kind.NO_MOVE, gives((1, 0, 2)), A_MOVE, "(1, 0, 2)"),
    (Kind.NO_MOVE, gives({0, 2}), A_MOVE, "{0, 2}"),
    (Kind.NO_MOVE, gives(Move(1, 0, 7)), A_MOVE, "Move(disk=1, source=0, target=7)"),
    (Kind.NO_MOVE, gives(Shown("two\n  lines")), A_MOVE, "two lines"),
    (Kind.NOT_CALLABLE, 42, FUNCTION, "42"),
    (Kind.NO_MOVES, lambda disks: None, MOVES, "None"),
    (Kind.NO_MOVES, lambda disks: 7, MOVES, "7"),
    (Kind.NO_MOVES, later, MOVES, "<coroutine ...>"),
    (Kind.RAISED, lambda: [], START, COUNT),
    (Kind.RAISED, raising(ValueError("no\nidea")), START, f"ValueError: no idea {HERE}"),
    (Kind.RAISED, after(2, raising(IndexError())), THIRD, f"IndexError {HERE}"),
    (Kind.RAISED, after(7, raising(OSError("x" * 500))), DONE, f"OSError: {'x' * 197}... {HERE}"),
    (Kind.RAISED, raising(Mute()), START, f"Mute: (it cannot say what it is) {HERE}"),
    (Kind.RAISED, gives(Shown(None)), START, f"KeyError: 'no text' {HERE}"),
    (Kind.RAISED, bottomless, START, f"RecursionError: ... {HERE}"),
    (Kind.RAISED, after(1, sys.exit), SECOND, f"SystemExit: 3 {HERE}"),
    (Kind.RAISED, raising(GeneratorExit()), START, f"GeneratorExit {HERE}"),
    (Kind.RAISED, raising(Odd()), START, f"Odd {HERE}"),
    (Kind.LOOPS, busy, START, f"{NO_MOVE} {HERE}"),
    (Kind.LOOPS, after(2, busy), THIRD, f"{NO_MOVE} {HERE}"),
    (Kind.LOOPS, after(7, busy), DONE, f"{NO_MOVE} {HERE}"),
    (Kind.LOOPS, stubborn, START, f"{NO_MOVE} {HERE}"),
    (Kind.LOOPS, stubborn_by_all_means, START, f"{NO_MOVE} {HERE}"),
    (Kind.LOOPS, forgiving, START, f"{NO_MOVE} {HERE}"),
    (Kind.LOOPS, building, START, f"{NO_MOVE} {HERE}"),
]


@pytest.mark.parametrize(("kind", "solver", "where", "came"), VERDICTS)
def test_each_fault_has_its_own_verdict(
    kind: Kind, solver: object, where: tuple[int, str, str], came: str
) -> None:
    """It has all of it as fields, and says all of it in one line."""
    verdict = judge(solver, [3], patience=SHORT)
    assert verdict is not None
    step, pegs, expected = where
    assert (verdict.kind, verdict.disks, verdict.step) == (kind, 3, step)
    assert (verdict.pegs, verdict.expected) == (pegs, expected)
    text = (
        f"with 3 disks from 0 to 2, step {step}, pegs {pegs}: {kind}: "
        f"expected {expected}, came: {came}"
    )
    pattern = ".*".join(map(re.escape, text.split("...")))
    assert re.fullmatch(pattern, str(verdict)), str(verdict)


def test_every_kind_of_a_function_s_fault_stands_in_the_table() -> None:
    assert {kind for kind, *_ in VERDICTS} == set(Kind) - {Kind.MACHINE}


def test_a_verdict_can_be_taken_apart() -> None:
    verdict = judge(after(1, raising(error := ValueError("oops"))), [1, 2])
    assert verdict == Verdict(
        Kind.RAISED,
        disks=1,
        step=2,
        pegs="- | - | 1",
        expected="the end",
        came="ValueError: oops",
        place=verdict.place if verdict else "",
    )
    assert verdict.error is error


def test_the_smallest_tower_that_goes_wrong_is_named() -> None:
    verdict = judge(gives((0, 2)), range(1, 11))
    assert str(verdict).startswith("with 2 disks from 0 to 2, step 1, pegs 2 1 | - | -: wrong")
    assert str(judge(gives((0, 1)), [1])).startswith("with 1 disk from 0 to 2, ")


def test_the_moves_are_asked_for_one_at_a_time_and_no_more_after_a_fault() -> None:
    asked = []

    def solver(disks: int) -> Iterator[tuple[int, int]]:
        source, target = 0, 1
        while True:
            asked.append((source, target))
            yield source, target
            source, target = target, 3 - source - target

    verdict = judge(solver, [50])
    assert verdict is not None
    assert (verdict.step, len(asked)) == (2, 2)


def test_ctrl_c_is_no_verdict() -> None:
    with pytest.raises(KeyboardInterrupt):
        judge(raising(KeyboardInterrupt()))


def test_who_listens_hears_how_many_moves_were_right() -> None:
    heard: list[int] = []
    assert judge(pairs, range(4), told=heard.append) is None
    assert heard == [0, 1, 4, 11]


@pytest.mark.parametrize(
    ("disks", "text"),
    [
        (range(0), "give a range that is not empty"),
        ([2, -1], "the number of disks is -1: give a whole number from 0 on"),
        (["3"], "the number of disks is '3'"),
        (5, "the disks to try are 5: give a range, as range(0, 11)"),
    ],
)
@pytest.mark.parametrize("asserted", [judge, assert_solves])
def test_a_check_that_cannot_fail_is_refused(
    asserted: Callable[..., object], disks: object, text: str
) -> None:
    """Before the solver is asked for anything."""
    with pytest.raises(BadDisks, match=re.escape(text)):
        asserted(raising(KeyboardInterrupt()), disks)
