"""Whatever solves the puzzle makes the textbook's moves: every contender, task, size and step."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from support import oracle
from support.cases import ids
from support.chance import chance
from support.checked_machines import CIRCLES, IDLES, SLOWLY_IDLE
from support.contenders import (
    ANYWHERE,
    CONTENDERS,
    engines,
    moves_of,
    pegs_of,
)

from hanoi_fsm import ENGINES, SOLVERS, action, errors, solve, stream, trace
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey


def own(disks: int, source: int, target: int) -> Iterator[tuple[int, int]]:
    """A function of one's own is a contender, too."""
    return ((a, b) for _, a, b in oracle.textbook(disks, source, target))


each_contender = pytest.mark.parametrize(
    "by", [*CONTENDERS, own], ids=lambda by: getattr(by, "__name__", by)
)

GATHERED = 18
"""Disks from which on the generated engine may make moves in advance."""


def solved(by: object, disks: int, task: tuple[int, int], **options: Any) -> list[oracle.Step]:
    """The moves of a contender; one more than there can be, if it does not end."""
    moves = solve(disks, by=by, source=task[0], target=task[1], **options)
    return list(islice(moves, 2 ** min(disks, 20)))


@pytest.mark.parametrize("sizes", [range(6), pytest.param(range(6, 13), marks=pytest.mark.sweep)])
@each_contender
def test_all_moves_of_all_tasks_are_those_of_the_textbook(by: Any, sizes: range) -> None:
    for disks in sizes if by is not own else sizes[:4]:
        for task in oracle.TASKS:
            moves = list(oracle.textbook(disks, *task))
            for engine in engines(by):
                assert solved(by, disks, task, engine=engine) == moves, (disks, task, engine)


@pytest.mark.parametrize("most", [3, pytest.param(8, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("by", ANYWHERE)
def test_from_any_step_on_it_makes_as_many_of_the_moves_as_are_asked_for(
    by: str, most: int
) -> None:
    for disks, task in ((disks, task) for disks in range(most) for task in oracle.TASKS):
        moves = list(oracle.textbook(disks, *task))
        for start in range(1, len(moves) + 1):
            for engine in engines(by) if disks < 4 else [None]:
                whole = disks < 4
                given = {"start": start, "count": None if whole else 3, "engine": engine}
                part = moves[start - 1 :][: len(moves) if whole else 3]
                assert solved(by, disks, task, **given) == part, (disks, task, given)


WINDOWS = [64, 65, 2_000]


@pytest.mark.parametrize(
    "sizes", [WINDOWS, pytest.param([*WINDOWS * 5, 100_000], marks=pytest.mark.sweep)], ids=len
)
@pytest.mark.parametrize("by", ANYWHERE)
def test_a_window_anywhere_in_a_tower_has_the_moves_of_a_closed_formula(
    by: str, sizes: list[int]
) -> None:
    random = chance()
    for disks in sizes:
        task = random.choice(oracle.TASKS)
        for start in (1, random.randint(1, 2**disks - 1), 2**disks - 3):
            stop = min(start + 5, 2**disks)
            moves = solved(by, disks, task, start=start, count=5)
            assert moves == moves_of(start, stop, disks, task), (disks, task, start)


@pytest.mark.parametrize("by", SOLVERS)
def test_moves_that_are_made_in_advance_are_the_same_and_end_with_the_last(by: str) -> None:
    codes = b"".join(stream(GATHERED))
    for start, count in ((1, 3_000), (2**GATHERED - 2_000, 5_000)):
        made = solved(by, GATHERED, (0, 2), start=start, count=count)
        assert (
            bytes(3 * source + target for _, source, target in made) == codes[start - 1 :][:count]
        )


LATE = 1024
"""The first step of disk 11, at which what is `failing` makes its first mistake."""


class Late(TwoStorey):
    """Wrong where a large disk is to move."""

    mistake = "carry"

    def _is_early(self, peg: int) -> bool:
        return self.pegs.top(peg) <= 10

    @action
    def move_ahead(self) -> None:
        """the top disk behind disk 1 goes to the peg ahead of it, but a large one does not"""
        if self._is_early(self.behind):
            super().move_ahead()
        else:
            getattr(self, self.mistake)()

    @action
    def move_back(self) -> None:
        """the top disk ahead of disk 1 goes to the peg behind it, but a large one does not"""
        if self._is_early(self.ahead):
            super().move_back()
        else:
            getattr(self, self.mistake)()

    def illegal(self) -> None:
        self.pegs.move(self.small, self.small)

    def stop(self) -> None:
        raise StopIteration

    def fail(self) -> None:
        raise ZeroDivisionError


def failing(how: str) -> Any:
    """The four steps until disk 11 is to move, and then something else."""
    return replace(SOLVERS["two-storey"], memory=type(how, (Late,), {"mistake": how}))


def course(moves: Iterator[object]) -> list[object]:
    """The moves up to an error, and the error."""
    seen: list[object] = []
    try:
        seen.extend(moves)
    except Exception as error:  # of the package, or of a user's memory
        return [*seen, repr(error)]
    return seen


def test_the_moves_before_an_error_come_first_whichever_engine_runs() -> None:
    for how in ("illegal", "stop", "fail"):
        machine = failing(how)
        both = [course(solve(GATHERED, by=machine, engine=engine)) for engine in ENGINES]
        assert both[0] == both[1]
        assert both[0][:-1] == moves_of(1, LATE, GATHERED), how


STOPPED = [
    (CIRCLES, 3, "one more move than the 7"),
    pytest.param(CIRCLES, GATHERED, "one more move than the 262143", marks=pytest.mark.sweep),
    (SLOWLY_IDLE, 3, "one more move than the 7"),
    (IDLES, 3, "no move in 501 events"),
    (IDLES, GATHERED, "no move in 2001 events"),
]


@pytest.mark.parametrize(("wrong", "disks", "said"), STOPPED)
def test_a_run_without_an_end_is_stopped(wrong: object, disks: int, said: str) -> None:
    for engine in ENGINES if disks < GATHERED else ["generated"]:
        *moves, stopped = course(solve(disks, by=wrong, engine=engine))
        assert said in str(stopped)
        assert len(moves) == (0 if wrong is IDLES else 2**disks - 1)


@pytest.mark.parametrize("by", CONTENDERS)
def test_a_trace_has_every_move_and_the_pegs_after_it(by: str) -> None:
    for engine in engines(by):
        options = {"engine": engine} if engine else {}
        for disks in range(4):
            for start in range(1, 2**disks) if by in ANYWHERE else [1]:
                source, target = oracle.TASKS[(disks + start) % 6]
                task = {"source": source, "target": target, "start": start}
                records = trace(disks, by=by, **task, **options)
                views = [pegs_of(word) for word in oracle.solution(disks, source, target)]
                made = [record for record in records if record.output is not None]
                moves = list(oracle.textbook(disks, source, target))
                assert [record.output for record in made] == moves[start - 1 :]
                assert [record.view for record in made] == views[start:]
                assert [record.number for record in records] == list(range(1, len(records) + 1))


REFUSED: list[tuple[dict[str, Any], type[Exception]]] = [
    *(({"disks": disks}, errors.BadDisks) for disks in (-1, True, 2.0, 2**333)),
    ({"source": 2}, errors.BadPeg),
    ({"target": 3}, errors.BadPeg),
    *(({"start": start}, errors.BadStep) for start in (0, 8, -1, True, 2.0)),
    ({"disks": 0, "start": 2}, errors.BadStep),
    *(({"count": count}, errors.BadStep) for count in (-1, True, 1.0, 1.5)),
]


@pytest.mark.parametrize("by", CONTENDERS)
@pytest.mark.parametrize(("given", "error"), REFUSED, ids=ids(REFUSED))
def test_bad_numbers_are_refused_at_the_call(
    given: dict[str, Any], error: type[Exception], by: str
) -> None:
    named = str([*given.values()][-1])
    named = "a number of 334 bits" if len(named) > 100 else named
    with pytest.raises(error, match=re.escape(named)):
        solve(**({"disks": 3} | given), by=by)


def test_only_the_recursion_ends_where_python_s_stack_does() -> None:
    disks = 4 * sys.getrecursionlimit()
    with pytest.raises(errors.BadDisks, match="call-stack"):
        next(solve(disks, by="recursion"))


def codes(moves: Iterable[oracle.Step]) -> bytes:
    return bytes(3 * source + target for _, source, target in moves)


def streamed(*given: Any, **more: Any) -> bytes:
    return b"".join(stream(*given, **more))


@pytest.mark.parametrize(
    "disks", [*range(6), *(pytest.param(n, marks=pytest.mark.sweep) for n in range(6, 10))]
)
def test_every_part_of_a_small_solution_is_the_same_part_of_the_recursion(disks: int) -> None:
    for task in oracle.TASKS:
        whole, last = codes(oracle.textbook(disks, *task)), 2**disks
        for start in range(1, last + 1):
            for stop in range(1, last + 1) if disks < 8 else (start, start + 7, last - 9, last):
                part = whole[start - 1 : max(start, min(stop, last)) - 1]
                assert streamed(disks, *task, start, min(stop, last)) == part, (task, start, stop)


def test_nothing_is_lost_anywhere_in_a_large_solution() -> None:
    """At random, where blocks of any size begin and end, and at the end."""
    random = chance()
    for _ in range(60):
        disks, task = (
            random.choice([20, 41, 64, random.randint(1, 2_000)]),
            random.choice(oracle.TASKS),
        )
        boundary = random.choice([1, 3, 5]) << random.randint(0, disks)
        middle = random.choice([random.randint(1, 2**disks), boundary, 2**disks])
        start = max(1, min(middle - random.randint(0, 40), 2**disks))
        stop = min(start + random.randint(0, 80), 2**disks)
        part = codes(moves_of(start, stop, disks, task))
        assert streamed(disks, *task, start, stop) == part, (disks, task, start, stop)


def test_a_stream_is_named_and_counted_as_a_range_is() -> None:
    assert streamed(2) == streamed(2, 0, 2) == streamed(2, stop=4) == bytes([1, 2, 5])
    assert streamed(disks=2, source=2, target=0, start=2, stop=3) == bytes([6])
    assert list(stream(0)) == list(stream(2, start=4)) == list(stream(2, start=3, stop=2)) == []
