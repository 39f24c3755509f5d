"""Pegs, disks, configurations, tasks and the peg matrix, by the rules of the puzzle alone."""

import copy
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from support import oracle
from support.cases import ids
from support.contenders import pegs_of

from hanoi_fsm import (
    Configuration,
    Move,
    PegMatrix,
    Task,
    errors,
    formula,
    next_move,
    step_of,
    stream,
)

BAD = errors.BadConfiguration
WRONG: list[Any] = [-1, True, 1.0, "1", None, 10**100]
"""What is neither a number of disks, nor a peg, nor a step of a small tower."""
STEPS: list[Any] = [(0, 4), (9, 9), (True, 4), (1.0, 4), (1, 9), (1, 0), (1, 4.0), (1, 10**99)]
"""What is not the first step of a window of 3 disks, and the one after its last."""

DIGITS = st.one_of(st.text("012", max_size=12), st.text("012", min_size=60, max_size=600))
PEGS = range(3)


@given(DIGITS)
def test_a_configuration_is_its_digits_in_all_their_forms(digits: str) -> None:
    here = Configuration(digits)
    assert (str(here), len(here), repr(here)) == (digits, len(digits), f"Configuration({digits!r})")
    same = Configuration(map(int, digits))
    assert (same, hash(same)) == (here, hash(here))
    assert here == digits != Configuration("0" + digits)
    listed = list(zip(range(len(digits), 0, -1), map(int, digits), strict=True))
    assert [(disk, here.peg(disk)) for disk, _ in listed] == listed
    rests = [digits[place:] for place in range(1, len(digits) + 1)]
    assert [str(here.smaller(disk)) for disk, _ in listed] == rests
    stacks = tuple(tuple(disk for disk, peg in listed if peg == here) for here in PEGS)
    assert here.pegs() == stacks
    assert [tuple(here.on_pegs().stack(peg)) for peg in PEGS] == [*stacks]


@pytest.mark.parametrize("disks", range(5))
def test_exactly_the_moves_of_the_rules_are_legal_and_change_one_digit(disks: int) -> None:
    for digits in oracle.words(disks):
        here, reached = Configuration(digits), []
        for move in map(Move._make, product(range(1, disks + 1), PEGS, PEGS)):
            try:
                reached.append((move, str(here.after(move))))
            except errors.IllegalMove:
                continue
        assert sorted(reached) == sorted(oracle.neighbours(digits))
        assert str(here) == digits


RULES: list[tuple[str, Move, type[Exception], str]] = [
    ("000", Move(2, 0, 1), errors.IllegalMove, "disk 2: 0 -> 1 in '000'"),
    ("0010", Move(3, 0, 2), errors.IllegalMove, "disk 3: 0 -> 2 in"),
    ("2000", Move(3, 0, 2), errors.IllegalMove, "disk 3: 0 -> 2 in"),
    ("0021", Move(1, 0, 2), errors.IllegalMove, "disk 1: 0 -> 2 in '0021'"),
    ("0021", Move(3, 0, 1), errors.IllegalMove, "disk 3: 0 -> 1 in"),
    ("0122", Move(3, 1, 2), errors.IllegalMove, "disk 3: 1 -> 2 in"),
    ("0022", Move(1, 2, 2), errors.IllegalMove, "2 -> 2"),
    ("00", Move(3, 0, 1), errors.BadConfiguration, "disk 3"),
    ("00", Move(0, 0, 1), errors.BadConfiguration, "disk 0"),
    ("00", Move(-1, 0, 1), errors.BadConfiguration, "disk -1"),
    ("", Move(1, 0, 1), errors.BadConfiguration, "disk 1"),
    ("00", Move(1, 0, 3), errors.BadPeg, "3"),
    ("00", Move(1, -1, 1), errors.BadPeg, "-1"),
]


@pytest.mark.parametrize(("digits", "move", "error", "why"), RULES, ids=ids(RULES, 3))
def test_an_illegal_move_is_refused_with_the_rule_that_it_breaks(
    digits: str, move: Move, error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        Configuration(digits).after(move)


class Matrix(RuleBasedStateMachine):
    """The peg matrix beside the rules of the oracle."""

    @initialize(digits=st.text("012", max_size=8))
    def place(self, digits: str) -> None:
        self.word, self.matrix = digits, PegMatrix(digits)

    @rule(pegs=st.tuples(st.sampled_from(PEGS), st.sampled_from(PEGS)), between=st.booleans())
    def move(self, pegs: tuple[int, int], between: bool) -> None:
        legal = {Move(*step): word for step, word in oracle.neighbours(self.word)}
        wanted = [pegs, pegs[::-1]] if between else [pegs]
        made = [move for move in legal if move[1:] in wanted]
        ask = self.matrix.move_between if between else self.matrix.move
        if made:
            assert [ask(*pegs)] == made
            self.word = legal[made[0]]
        else:
            with pytest.raises(errors.IllegalMove, match=r"peg \d .*peg \d"):
                ask(*pegs)

    @rule()
    def copy(self) -> None:
        before, self.matrix = self.matrix, copy.deepcopy(self.matrix)
        for column in before.cells:
            column[0] = 99  # the copy shares no cell

    @invariant()
    def shows_where_the_disks_are(self) -> None:
        disks, matrix = len(self.word), self.matrix
        stacks = Configuration(self.word).pegs()
        assert (str(matrix.configuration()), str(matrix)) == (self.word, pegs_of(self.word))
        assert matrix.heights == list(map(len, stacks))
        for peg, stack in enumerate(stacks):
            column = [disks + 1, *stack]
            assert (matrix.stack(peg), matrix.top(peg)) == (list(stack), column[-1])
            assert list(matrix.cells[peg]) == column + [0] * (disks - len(stack))
        for target in PEGS:
            known = next_move(self.word, target=target)
            assert matrix.next_move(target) == (known[1:] if known else (target, target))


TestMatrix = Matrix.TestCase
TestMatrix.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)


def test_of_a_high_peg_both_ends_are_shown() -> None:
    assert str(PegMatrix("1" * 65)) == pegs_of("1" * 65)
    ends = [*map(str, range(300, 292, -1)), "...", *map(str, range(56, 0, -1))]
    assert str(PegMatrix("1" * 300)) == f"- | {' '.join(ends)} | -"


@pytest.mark.parametrize(("source", "target"), oracle.TASKS)
def test_a_task_is_an_immutable_value_with_its_pegs_ends_and_steps(
    source: int, target: int
) -> None:
    task: Any = Task(3, source, target)
    assert {source, task.spare, target} == {*PEGS}
    assert (str(task.start), str(task.goal)) == (str(source) * 3, str(target) * 3)
    assert (task.last_step, str(task)) == (7, f"3 disks from {source} to {target}")
    assert repr(task) == f"Task(disks=3, source={source}, target={target})"
    assert task == copy.deepcopy(task) == pickle.loads(pickle.dumps(task)) != (3, source, target)
    same, others = Task(3, source, target), {Task(4, source, target), Task(3, target, source)}
    assert task in {same} - others
    with pytest.raises(AttributeError):
        task.disks = 1
    with pytest.raises(AttributeError):
        del task.source


Ask = Callable[[Any], object]
ASKS: list[tuple[Ask, list[Any], type[Exception]]] = [
    (Configuration, ["013", "x00", "0 1", "0\n", "0\N{SUPERSCRIPT TWO}", "0" * 500 + "7"], BAD),
    (Configuration, [[0, 3], [-1], [True], [2, 0, 10], [21], [10**50], b"01", None, 3], BAD),
    (lambda wrong: Configuration.tower(wrong, 0), WRONG, errors.BadDisks),
    (Task, [*WRONG, 10**15], errors.BadDisks),
    (lambda wrong: Task(3, wrong, 2), [*WRONG, 2, 3], errors.BadPeg),
    (lambda wrong: Task(3, 0, wrong), [*WRONG, 0, 3], errors.BadPeg),
    (lambda wrong: next_move("01", target=wrong), WRONG, errors.BadPeg),
    (lambda wrong: step_of("01", target=wrong), WRONG, errors.BadPeg),
    (lambda wrong: formula.distance_to_tower("01", target=wrong), WRONG, errors.BadPeg),
    (lambda wrong: formula.move(wrong, Task(3)), [*WRONG, 0, 8], errors.BadStep),
    (lambda wrong: formula.move(wrong, Task(0)), [0, 1], errors.BadStep),
    (lambda wrong: formula.configuration(wrong, Task(3)), [*WRONG, 8], errors.BadStep),
    (lambda wrong: formula.moves(wrong[0], wrong[1], Task(3)), STEPS, errors.BadStep),
    (lambda wrong: stream(3, 0, 2, *wrong), [*STEPS, (0,), (9,)], errors.BadStep),
    (lambda wrong: stream(0, 0, 2, *wrong), [(2,), (1, 2)], errors.BadStep),
    (stream, WRONG, errors.BadDisks),
    (lambda wrong: stream(2, *wrong), [(0, 3), (1, 1), (True,)], errors.BadPeg),
]


@pytest.mark.parametrize(("ask", "wrongs", "error"), ASKS)
def test_what_is_not_a_number_of_disks_a_peg_a_step_or_pegs_is_refused_in_one_line(
    ask: Ask, wrongs: list[Any], error: type[Exception]
) -> None:
    for wrong in wrongs:
        with pytest.raises(error, match=r"^[^\n]{10,300}$") as caught:
            ask(wrong)
        named = "333 bits" if wrong == 10**100 else repr(wrong)
        assert isinstance(caught.value, errors.FsmError)
        assert wrongs is not WRONG or named in str(caught.value)


class Two:
    """A whole number of another type, as numpy has them."""

    def __index__(self) -> int:
        return 2


def test_a_whole_number_of_any_type_counts_as_one() -> None:
    two: Any = Two()
    assert [type(part) for part in (Task(two, two, 1).disks, Task(3, two, 1).source)] == [int, int]
    assert formula.configuration(two, Task(two)) == Configuration([two, 1])
    assert next_move("02", target=two) == next_move("02", target=2)
