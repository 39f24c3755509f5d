"""Abstract pegs say what real pegs say, or nothing; and memories do the same on both."""

import copy
import math
import operator
import pickle
from collections.abc import Callable, Hashable
from functools import cache
from itertools import product
from typing import Any

import pytest
from support import oracle
from support.cases import sweep_if
from support.random_solvers import PROVABLE

from hanoi_fsm import SOLVERS, Configuration, FsmError, PegMatrix, Task
from hanoi_fsm.hanoi.proofs.abstract import (
    AbstractPegs,
    AbstractRuns,
    Control,
    DiskCount,
    NotProvable,
    Seen,
)

EVERYDAY = {"two-storey", "monk"}
NOTHING = object()
"""In place of an answer."""


def seen_of(word: str, target: int = 2) -> Seen:
    """What can be seen of a configuration."""
    seen = Seen((), target)
    for digit in word:
        seen = seen.after(int(digit))
    return seen


def abstract(word: str) -> Any:
    return AbstractPegs(seen_of(word), DiskCount(is_odd=len(word) % 2 == 1))


def numbers(pegs: Any, disks: int) -> list[Any]:
    """All numbers that pegs tell, and some others."""
    tops = [pegs.top(peg) for peg in range(3)]
    cells = [pegs.cells[peg][pegs.heights[peg]] for peg in range(3)]
    heights = [pegs.heights[peg] for peg in range(3)]
    return [pegs.disks, *heights, *tops, *cells, *range(-1, disks + 3), True]


QUESTIONS: list[Callable[[Any, Any], object]] = [
    *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne),
    *(operator.and_, lambda a, b: a % b if b else None),
    lambda a, b: min((a, 0), (b, 1))[1],
    lambda a, b: a in (b, 3),
    lambda a, b: bool(a) and not b,
    lambda a, b: sorted([a, b, a]) == [a, a, b],
    lambda a, b: a < b < 4,
]


@pytest.mark.parametrize("disks", [1, pytest.param(4, marks=pytest.mark.sweep)])
def test_an_answer_is_right_for_all_pegs_that_look_alike(disks: int) -> None:
    said: dict[Hashable, object] = {}
    for word in oracle.words(disks):
        seen, pegs = seen_of(word), abstract(word)
        real, known = numbers(PegMatrix(word), len(word)), numbers(pegs, len(word))
        for (a, one), (b, two) in product(enumerate(real), repeat=2):
            for number, question in enumerate(QUESTIONS if min(a, b) < 10 else []):
                key = seen, a, b, number
                if key not in said:
                    try:
                        said[key] = question(known[a], known[b])
                    except NotProvable:
                        said[key] = NOTHING
                assert said[key] in (NOTHING, question(one, two)), (word, a, b, number)


REFUSED: list[Callable[[Any], object]] = [
    *(hash, str, repr, format, len, iter, list, sum, int, float, complex, bytes, range, reversed),
    *(abs, round, math.floor, math.sqrt, operator.index, operator.neg, operator.invert),
    *(copy.copy, pickle.dumps, lambda value: value()),
    *(lambda value: value + 1, lambda value: 1 + value, lambda value: value - value),
    *(lambda value: value * 0, lambda value: value // 2, lambda value: 2 // value),
    *(lambda value: value / 2, lambda value: value % 3, lambda value: 3 % value),
    *(lambda value: value**0, lambda value: value ^ value, lambda value: value | 0),
    *(lambda value: value & 2, lambda value: 1 & value, lambda value: value << 1),
    *(lambda value: divmod(value, 2), lambda value: pow(2, value), lambda value: f"{value}"),
    *(lambda value: operator.mod("%d", value), lambda value: {value: 0}),
    *(lambda value: [0, 1][value], lambda value: "abc"[:value], lambda value: [0] * value),
    *(lambda value: value.real, lambda value: value.stack(0), lambda value: value[-1:]),
    *(lambda value: hasattr(value, "configuration"), lambda value: getattr(value, "disk", 7)),
    *(lambda value: value[0][0], lambda value: value == "3", lambda value: value == 1.0),
    *(lambda value: value < None, lambda value: value != (), lambda value: 1 in value),
    *(lambda value: operator.setitem(value, 0, 1), lambda value: operator.delitem(value, 0)),
]


AFTER_A_MOVE: list[Callable[[Any], object]] = [
    *(lambda pegs: pegs.top(0), lambda pegs: pegs.heights[0], lambda pegs: pegs.move(0, 1)),
    *(lambda pegs: pegs.move_between(0, 1), lambda pegs: pegs.next_move(2)),
]


def test_everything_else_is_refused_and_after_a_move_everything() -> None:
    for word in ("01", "0212"):
        pegs = abstract(word)
        moved = copy.deepcopy(pegs)
        move = moved.move(int(word[-1]), (int(word[-1]) + 1) % 3)
        values = [pegs, pegs.disks, pegs.cells[0], pegs.heights[0]]
        for value in [*values, pegs.top(0), move.disk]:
            for ask in REFUSED:
                with pytest.raises(NotProvable):
                    ask(value)
        for after, question in product((moved, copy.deepcopy(moved)), AFTER_A_MOVE):
            with pytest.raises(NotProvable):
                question(after)
        assert pegs.top(int(word[-1])) == 1


def done(memory: Any, word: str) -> Hashable:
    """The answer of a guard, or the output of an action, as pegs, and the pegs that it leaves."""
    memory.output = None
    try:
        answer = getattr(memory, word)()
    except FsmError as error:
        answer = type(error).__name__
    made: Any = memory.output
    left = {name: value for name, value in vars(memory).items() if name not in ("pegs", "output")}
    pegs = None if made is None else (made.source, made.target)
    return answer, pegs, tuple(sorted(left.items()))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=sweep_if(name not in EVERYDAY)) for name in PROVABLE]
)
@pytest.mark.parametrize("disks", [2, pytest.param(3, marks=pytest.mark.sweep)])
def test_memories_do_the_same_on_abstract_pegs_as_on_real_ones(disks: int, name: str) -> None:
    """For all configurations, and all values that the registers beside the task might have."""
    machine: Any = SOLVERS[name]
    words = [*machine.vocabulary.guards(), *machine.vocabulary.actions()]
    for task in (Task(disks, *pegs) for pegs in oracle.TASKS):
        runs = AbstractRuns(machine, task.source, task.target, is_odd=disks % 2 == 1)
        first = machine.memory(task.start, task)
        registers = vars(first).keys() - {"pegs", "source", "spare", "target"}
        data = {name: value for name, value in vars(first).items() if name != "pegs"}
        assert runs.start.registers == tuple(sorted(data.items()))

        @cache
        def expected(seen: Seen, control: Control, word: str) -> Hashable:
            pegs = AbstractPegs(seen, runs.task.disks, runs.task.target)  # noqa: B023  # as above
            return done(runs.memory(control, pegs), word)  # noqa: B023  # as above

        for digits in oracle.words(disks):
            for values in product(range(3), repeat=len(registers)):
                memory = machine.memory(Configuration(digits), task)
                vars(memory).update(zip(sorted(registers), values, strict=True))
                now = sorted(field for field in vars(memory).items() if field[0] != "pegs")
                control = Control("any", tuple(now))
                for word in words:
                    got = done(memory.copy(), word)
                    assert got == expected(seen_of(digits, task.target), control, word), word
