"""Abstract pegs say what real pegs say, or nothing."""

import copy
import math
import operator
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any, cast

import oracle
import pytest
from abstracted import abstract, seen_of
from sampling import one_in

from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import PEGS, PegMatrix
from hanoi_fsm.hanoi.proofs.abstract_pegs import (
    AbstractPegs,
    DiskCount,
    Height,
    Seen,
    Top,
    move_made,
)
from hanoi_fsm.hanoi.proofs.unanswerable import Unanswerable

NOTHING = object()  # in place of an answer
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


def numbers(pegs: PegMatrix | AbstractPegs, real_disks: int) -> list[Any]:
    """All numbers that pegs tell, and some others."""
    tops = [pegs.top(peg) for peg in PEGS]
    cells = [pegs.cells[peg][pegs.heights[peg]] for peg in PEGS]  # type: ignore[index]  # heights
    heights = [pegs.heights[peg] for peg in PEGS]
    return [pegs.disks, *heights, *tops, *cells, *range(-1, real_disks + 3), True]


def answer(question: Callable[..., object], *operands: object) -> object:
    try:
        return question(*operands)
    except Unanswerable:
        return NOTHING


QUESTIONS: list[Callable[[Any, Any], object]] = [
    *COMPARISONS,
    lambda a, b: a % b if b else None,
    operator.and_,
    lambda a, b: min((a, 0), (b, 1))[1],
    lambda a, b: a in (b, 3),
    lambda a, b: (a, b) < (b, a),
    lambda a, b: bool(a) and not b,
    lambda a, b: sorted([a, b, a]) == [a, a, b],
    lambda a, b: [b, a].index(a),
    lambda a, b: a < b < 4,
]


@pytest.mark.parametrize("disks", one_in(5, [2, 1, 3, 4, 5]))
def test_an_answer_about_numbers_is_the_right_one(disks: int) -> None:
    """What is asked of abstract numbers has the same answer for all that they may stand for."""
    said: dict[tuple[Seen, int, int, int], object] = {}
    answered = 0
    for word in oracle.words(disks):
        real, other = numbers(PegMatrix.standing(word), disks), abstract(word)
        seen, known = seen_of(word, 2), numbers(other, disks)
        for (a, one), (b, two) in product(enumerate(real), repeat=2):
            for number, question in enumerate(QUESTIONS):
                key = seen, a, b, number
                if key not in said:
                    said[key] = answer(question, known[a], known[b])
                if said[key] is not NOTHING:
                    assert said[key] == question(one, two), (word, a, b, number)
                    answered += 1
    assert answered > 1000


def test_what_decides_is_answered() -> None:
    """Otherwise all of this would hold of pegs that answer nothing."""
    for word in oracle.words(4):
        real, pegs = PegMatrix.standing(word), cast(Any, abstract(word))
        for a, b in product(PEGS, repeat=2):
            assert (pegs.top(a) < pegs.top(b)) == (real.top(a) < real.top(b))
            assert (pegs.top(a) == pegs.top(b)) == (real.top(a) == real.top(b))
        for peg in PEGS:
            assert (pegs.heights[peg] == 0) == (real.heights[peg] == 0)
            assert bool(pegs.heights[peg]) == bool(real.heights[peg])
            assert (pegs.heights[peg] == pegs.disks) == (real.heights[peg] == real.disks)
            assert (pegs.top(peg) > pegs.disks) == (real.heights[peg] == 0)
            assert (pegs.top(peg) == 1) == (real.top(peg) == 1)
            assert pegs.next_move(2) == real.next_move(2)
        assert (pegs.disks % 2, pegs.disks & 1) == (0, 0)


def values(pegs: AbstractPegs) -> list[Any]:
    """A value of every kind."""
    tower = abstract("00")
    column, made = pegs.cells[0], tower.move(0, 1)
    return [pegs, pegs.disks, pegs.heights, pegs.cells, column, pegs.heights[0], pegs.top(0), made]


ASKED: list[Callable[[Any], object]] = [
    hash,
    str,
    repr,
    format,
    len,
    iter,
    list,
    sum,
    int,
    float,
    complex,
    bytes,
    range,
    reversed,
    abs,
    round,
    math.floor,
    math.sqrt,
    operator.index,
    operator.neg,
    operator.invert,
    copy.copy,
    pickle.dumps,
    lambda value: value + 1,
    lambda value: 1 + value,
    lambda value: value - value,
    lambda value: value * 0,
    lambda value: value // 2,
    lambda value: 2 // value,
    lambda value: value / 2,
    lambda value: value % 3,
    lambda value: 3 % value,
    lambda value: value**0,
    lambda value: value ^ value,
    lambda value: value | 0,
    lambda value: value & 2,
    lambda value: 1 & value,
    lambda value: value << 1,
    lambda value: divmod(value, 2),
    lambda value: pow(2, value),
    lambda value: f"{value}",
    lambda value: operator.mod("%d", value),
    lambda value: operator.mod("%s", value),
    lambda value: {value: 0},
    lambda value: [0, 1][value],
    lambda value: "abc"[:value],
    lambda value: [0] * value,
    lambda value: value(),
    lambda value: value.real,
    lambda value: value.bit_length(),
    lambda value: value.stack(0),
    lambda value: hasattr(value, "configuration"),
    lambda value: getattr(value, "disk", 7),
    lambda value: value[-1:],
    lambda value: value[0][0],
    lambda value: value == "3",
    lambda value: value == 1.0,
    lambda value: value < None,
    lambda value: value != (),
    lambda value: 1 in value,
    lambda value: value.__setitem__(0, 1),
    lambda value: operator.delitem(value, 0),
]


@pytest.mark.parametrize("ask", ASKED)
def test_everything_else_is_refused_aloud(ask: Callable[[Any], object]) -> None:
    for value in values(abstract("01")):
        Unanswerable.last = None
        with pytest.raises(Unanswerable):
            ask(value)
        assert Unanswerable.last is not None
        assert str(Unanswerable.last).isprintable()


@pytest.mark.parametrize(
    "ask",
    [
        lambda pegs: setattr(pegs, "heights", [0, 0, 3]),
        lambda pegs: setattr(pegs, "disks", 3),
        lambda pegs: setattr(pegs, "other", 3),
        lambda pegs: delattr(pegs, "cells"),
    ],
)
def test_nothing_of_the_pegs_can_be_replaced(ask: Callable[[AbstractPegs], object]) -> None:
    with pytest.raises((AttributeError, Unanswerable)):
        ask(abstract("01"))


def test_attributes_are_those_of_real_pegs() -> None:
    names = {name for name in dir(AbstractPegs) if not name.startswith("_")}
    assert names <= set(dir(PegMatrix))
    for kind in (DiskCount, Height, Top):
        assert {name for name in dir(kind) if not name.startswith("_")} == set()


AFTER_A_MOVE: list[Callable[[Any], object]] = [
    lambda pegs: pegs.top(0),
    lambda pegs: pegs.heights[0],
    lambda pegs: pegs.cells[0][pegs.heights[0]],
    lambda pegs: pegs.move(0, 1),
    lambda pegs: pegs.move_between(0, 1),
    lambda pegs: pegs.next_move(2),
]


@pytest.mark.parametrize("word", ["0", "01", "012", "2120"])
def test_after_a_move_nothing_is_known_also_of_copies(word: str) -> None:
    pegs = abstract(word)
    peg = seen_of(word, 2).order[0]
    before = copy.deepcopy(pegs)
    made = pegs.move(peg, (peg + 1) % 3)
    assert (made.source, made.target) == (peg, (peg + 1) % 3)
    assert move_made(before) is None
    for one in (pegs, copy.deepcopy(pegs)):
        for question in AFTER_A_MOVE:
            with pytest.raises(Unanswerable, match=r"after a move|next move"):
                question(one)
    assert before.top(peg) == 1


@pytest.mark.parametrize("peg", [-3, -2, -1, 0, 1, 2, 3, 7, -4])
def test_a_number_of_a_peg_counts_as_on_real_pegs(peg: int) -> None:
    real, pegs = PegMatrix.standing("2201"), abstract("2201")
    for other in (0, -2):
        for one in (real, pegs):
            if not -3 <= peg <= 2:
                with pytest.raises(IndexError):
                    one.move(peg, other)
        if -3 <= peg <= 2:
            assert (pegs.top(peg) < pegs.top(other)) == (real.top(peg) < real.top(other))
            twin, known = copy.deepcopy(real), copy.deepcopy(pegs)
            try:
                expected = twin.move(peg, other)[1:]
            except IllegalMove:
                with pytest.raises(IllegalMove):
                    known.move(peg, other)
            else:
                made = known.move(peg, other)
                assert (made.source, made.target) == expected
