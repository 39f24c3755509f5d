"""The puzzle: disks, pegs and moves, what the rules forbid, and what an error tells."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from oracle import configurations, neighbours

from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.hanoi.errors import BadConfiguration, BadDisks, BadPeg, IllegalMove
from hanoi_fsm.hanoi.pegs import (
    PEGS,
    TASKS,
    Configuration,
    Move,
    PegMatrix,
    check_disks,
    check_peg,
    check_task,
    is_whole,
    third,
)
from hanoi_fsm.hanoi.pegs.rules import most_disks

DIGITS = st.text("012", max_size=12)


# The rules


@pytest.mark.parametrize(
    ("a", "b", "other"), [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
)
def test_the_third_peg_is_the_one_that_is_not_named(a: int, b: int, other: int) -> None:
    assert third(a, b) == other


def test_there_are_six_tasks() -> None:
    assert sorted(TASKS) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


@pytest.mark.parametrize(
    ("value", "whole"),
    [(0, True), (-7, True), (10**40, True), (True, False), (2.0, False), ("2", False)],
)
def test_only_an_int_is_whole(value: object, whole: bool) -> None:
    assert is_whole(value) is whole


@pytest.mark.parametrize("peg", PEGS)
def test_pegs_are_0_1_and_2(peg: int) -> None:
    check_peg(peg)


@pytest.mark.parametrize(
    ("peg", "told"),
    [
        (3, "there is no peg 3: pegs are 0, 1 and 2"),
        (-1, "there is no peg -1"),
        (True, "there is no peg True"),
        (1.0, r"there is no peg 1\.0"),
        ("1", "there is no peg '1'"),
        (None, "there is no peg None"),
        (10**100, "there is no peg a number of 333 bits"),
    ],
)
def test_anything_else_is_no_peg(peg: int, told: str) -> None:
    with pytest.raises(BadPeg, match=told):
        check_peg(peg)


@pytest.mark.parametrize(
    ("disks", "told"),
    [
        (-1, "the number of disks is -1: give a whole number from 0 on"),
        (True, "the number of disks is True"),
        (2.0, r"the number of disks is 2\.0"),
        ("3", "the number of disks is '3'"),
        (
            10**12,
            r"1000000000000 disks do not fit into the memory of this machine: give at most \d",
        ),
        (10**100, "a number of 333 bits disks do not fit"),
    ],
)
def test_a_tower_must_be_whole_and_fit_into_memory(disks: int, told: str) -> None:
    with pytest.raises(BadDisks, match=told):
        check_disks(disks)


def test_the_largest_tower_is_the_one_that_the_error_names() -> None:
    check_disks(most_disks())
    with pytest.raises(BadDisks, match=f"give at most {most_disks()}$"):
        check_disks(most_disks() + 1)


@pytest.mark.parametrize("task", TASKS)
def test_a_task_goes_from_any_peg_to_any_other(task: tuple[int, int]) -> None:
    check_task(0, *task)
    check_task(100_000, *task)


@pytest.mark.parametrize(
    ("disks", "source", "target", "fault", "told"),
    [
        (3, 1, 1, BadPeg, "source and target are both peg 1: name two different pegs"),
        (3, 3, 1, BadPeg, "there is no peg 3"),
        (3, 1, -2, BadPeg, "there is no peg -2"),
        (-3, 0, 2, BadDisks, "the number of disks is -3"),
    ],
)
def test_what_is_no_task_is_refused(
    disks: int, source: int, target: int, fault: type[Exception], told: str
) -> None:
    with pytest.raises(fault, match=told):
        check_task(disks, source, target)


@pytest.mark.parametrize("fault", [BadConfiguration, BadDisks, BadPeg, IllegalMove])
def test_faults_of_the_caller_are_value_errors_and_the_packages_own(fault: type[Exception]) -> None:
    assert issubclass(fault, HanoiError)
    assert issubclass(fault, ValueError)


# Moves and configurations


def test_a_move_is_a_triple_that_reads_as_a_sentence() -> None:
    move = Move(disk=4, source=1, target=0)
    assert str(move) == "disk 4: 1 -> 0"
    assert move == (4, 1, 0)


@given(DIGITS)
def test_a_configuration_is_its_digits_given_as_text_or_as_numbers(digits: str) -> None:
    configuration = Configuration(digits)
    assert str(configuration) == digits
    assert repr(configuration) == f"Configuration({digits!r})"
    assert len(configuration) == len(digits)
    assert Configuration(map(int, digits)) == configuration


@pytest.mark.parametrize(
    ("digits", "told"),
    [
        ("013", "^'013' is no configuration: digit 3 is '3', expected one peg .* a disk, largest"),
        ("x00", "digit 1 is 'x'"),
        ("0 1", "digit 2 is ' '"),
        ("0\n", r"digit 2 is '\\n'"),
        ("0\N{SUPERSCRIPT TWO}", "digit 2 is '\N{SUPERSCRIPT TWO}'"),
        ([0, 3], "digit 2 is '3'"),
        ([-1], "digit 1 is '-1'"),
        ([True], "digit 1 is 'True'"),
        ([2, 0, 10], "digit 3 is '10'"),
        ([21], "digit 1 is '21'"),
        ([10**50], r"digit 1 is '10+\.\.\.0+'"),
        ("0" * 500 + "7", r"^'0+\.\.\.0+7' is no configuration: digit 501 is '7'"),
    ],
)
def test_any_other_digit_is_named_with_its_place(digits: str | list[int], told: str) -> None:
    with pytest.raises(BadConfiguration, match=told) as caught:
        Configuration(digits)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("disks", "peg", "digits"), [(0, 0, ""), (0, 2, ""), (1, 1, "1"), (4, 2, "2222")]
)
def test_a_tower_has_all_disks_on_one_peg(disks: int, peg: int, digits: str) -> None:
    assert str(Configuration.tower(disks, peg)) == digits


@pytest.mark.parametrize(
    ("disks", "peg", "fault"), [(-1, 0, BadDisks), (2.0, 0, BadDisks), (2, 3, BadPeg)]
)
def test_there_is_no_tower_of_negative_height_or_on_a_fourth_peg(
    disks: int, peg: int, fault: type[Exception]
) -> None:
    with pytest.raises(fault):
        Configuration.tower(disks, peg)


def test_digits_are_read_from_the_largest_disk_to_the_smallest() -> None:
    configuration = Configuration("0021")
    assert [configuration.peg(disk) for disk in (4, 3, 2, 1)] == [0, 0, 2, 1]


@pytest.mark.parametrize(
    ("digits", "disk", "told"),
    [
        ("012", 0, "there is no disk 0: this tower has disks 1 to 3"),
        ("012", 4, "there is no disk 4"),
        ("012", -1, "there is no disk -1"),
        ("", 1, "there is no disk 1"),
    ],
)
def test_a_disk_that_the_tower_lacks_has_no_peg(digits: str, disk: int, told: str) -> None:
    with pytest.raises(BadConfiguration, match=told):
        Configuration(digits).peg(disk)


@pytest.mark.parametrize(
    ("digits", "pegs"),
    [
        ("", ((), (), ())),
        ("000", ((3, 2, 1), (), ())),
        ("0021", ((4, 3), (1,), (2,))),
        ("2120", ((1,), (3,), (4, 2))),
    ],
)
def test_pegs_show_their_disks_from_the_bottom_to_the_top(
    digits: str, pegs: tuple[tuple[int, ...], ...]
) -> None:
    assert Configuration(digits).pegs() == pegs


@pytest.mark.parametrize(
    ("digits", "move", "digits_after"),
    [
        ("0", Move(1, 0, 2), "2"),
        ("001", Move(2, 0, 2), "021"),
        ("0011", Move(3, 0, 2), "0211"),
        ("2101", Move(2, 0, 2), "2121"),
    ],
)
def test_a_legal_move_changes_one_digit(digits: str, move: Move, digits_after: str) -> None:
    before = Configuration(digits)
    assert str(before.after(move)) == digits_after
    assert str(before) == digits


@pytest.mark.parametrize(
    ("digits", "move", "fault", "told"),
    [
        ("000", Move(2, 0, 1), IllegalMove, "^disk 2: 0 -> 1 is illegal: disk 1 lies on disk 2$"),
        ("0010", Move(3, 0, 2), IllegalMove, "disk 3: 0 -> 2 is illegal: disk 1 lies on disk 3"),
        ("2000", Move(3, 0, 2), IllegalMove, "disk 3: 0 -> 2 is illegal: disk 1 lies on disk 3"),
        ("0021", Move(1, 0, 2), IllegalMove, "disk 1: 0 -> 2 is illegal: disk 1 lies on peg 1$"),
        ("0021", Move(3, 0, 1), IllegalMove, "illegal: the smaller disk 1 lies on peg 1$"),
        ("0122", Move(3, 1, 2), IllegalMove, "illegal: the smaller disk 1 lies on peg 2$"),
        ("0022", Move(1, 2, 2), IllegalMove, "disk 1: 2 -> 2 is illegal: it goes nowhere$"),
        ("00", Move(3, 0, 1), BadConfiguration, "there is no disk 3"),
        ("00", Move(0, 0, 1), BadConfiguration, "there is no disk 0"),
        ("", Move(1, 0, 1), BadConfiguration, "there is no disk 1"),
        ("00", Move(1, 0, 3), BadPeg, "there is no peg 3"),
        ("00", Move(1, -1, 1), BadPeg, "there is no peg -1"),
    ],
)
def test_an_illegal_move_is_told_by_the_rule_that_forbids_it(
    digits: str, move: Move, fault: type[Exception], told: str
) -> None:
    with pytest.raises(fault, match=told):
        Configuration(digits).after(move)


@pytest.mark.parametrize("disks", range(5))
def test_exactly_the_moves_of_the_rules_are_legal(disks: int) -> None:
    for digits in configurations(disks):
        here = Configuration(digits)
        reached = []
        for move in map(Move._make, product(range(1, disks + 1), PEGS, PEGS)):
            try:
                reached.append(str(here.after(move)))
            except IllegalMove:
                continue
        assert sorted(reached) == sorted(neighbours(digits))


def test_configurations_are_equal_to_their_like_and_to_nothing_else() -> None:
    assert Configuration("012") == Configuration([0, 1, 2])
    assert Configuration("012") != Configuration("0012")
    assert Configuration("012") != "012"
    assert len({Configuration("012"), Configuration([0, 1, 2]), Configuration("210")}) == 2


@given(DIGITS)
def test_disks_are_told_from_the_largest_to_the_smallest(digits: str) -> None:
    configuration = Configuration(digits)
    told = list(configuration.from_the_largest())
    assert told == [(disk, configuration.peg(disk)) for disk in range(len(digits), 0, -1)]


@pytest.mark.parametrize(("disk", "rest"), [(4, "021"), (3, "21"), (2, "1"), (1, ""), (5, "1021")])
def test_the_smaller_disks_are_a_configuration_of_their_own(disk: int, rest: str) -> None:
    assert str(Configuration("1021").smaller(disk)) == rest


@given(st.one_of(DIGITS, st.text("012", min_size=500, max_size=1100)))
def test_a_configuration_is_a_ternary_number_whose_lowest_digit_is_the_largest_disk(
    digits: str,
) -> None:
    number = Configuration(digits).to_number()
    assert number == sum(int(digit) * 3**place for place, digit in enumerate(digits))
    assert str(Configuration.from_number(number, len(digits))) == digits


@pytest.mark.parametrize("disks", range(4))
def test_every_number_below_3_to_the_disks_is_a_configuration(disks: int) -> None:
    named = [str(Configuration.from_number(number, disks)) for number in range(3**disks)]
    assert sorted(named) == configurations(disks)


@pytest.mark.parametrize(
    ("number", "disks", "fault", "told"),
    [
        (9, 2, BadConfiguration, r"^9 is the number of no .* of 2 disks: give 0 \.\. 3\*\*2 - 1$"),
        (1, 0, BadConfiguration, "1 is the number of no configuration of 0 disks"),
        (-1, 2, BadConfiguration, "-1 is the number of no configuration"),
        (True, 2, BadConfiguration, "True is the number of no configuration"),
        (1.0, 2, BadConfiguration, r"1\.0 is the number of no configuration"),
        (3**600, 600, BadConfiguration, "a number of 951 bits is the number of no configuration"),
        (3**1024, 2, BadConfiguration, "a number of 1624 bits is the number of no configuration"),
        (10**900, 3, BadConfiguration, "a number of 2990 bits is the number of no configuration"),
        (0, -1, BadDisks, "the number of disks is -1"),
    ],
)
def test_any_other_number_is_no_configuration(
    number: int, disks: int, fault: type[Exception], told: str
) -> None:
    with pytest.raises(fault, match=told):
        Configuration.from_number(number, disks)


@given(DIGITS)
def test_a_configuration_is_three_bit_words_with_the_top_disks_as_lowest_bits(digits: str) -> None:
    configuration = Configuration(digits)
    masks = configuration.masks()
    stacks = configuration.pegs()
    assert masks == tuple(sum(1 << disk - 1 for disk in stack) for stack in stacks)
    assert Configuration.from_masks(masks, len(digits)) == configuration


@pytest.mark.parametrize(
    ("masks", "disks"),
    [
        ((3, 0, 1), 2),
        ((1, 0, 0), 2),
        ((1, 1, 1), 1),
        ((7, 0, 0), 2),
        ((0, 0, 1), 0),
        ((-1, 0, 0), 2),
        ((3, -4, 4), 2),
    ],
)
def test_a_disk_on_no_peg_or_on_two_makes_no_configuration(
    masks: tuple[int, int, int], disks: int
) -> None:
    with pytest.raises(BadConfiguration, match="set every disk's bit in exactly one of them"):
        Configuration.from_masks(masks, disks)


# The peg matrix


@pytest.mark.parametrize(
    ("disks", "peg", "shown"),
    [
        (0, 0, "- | - | -"),
        (1, 1, "- | 1 | -"),
        (3, 0, "3 2 1 | - | -"),
        (4, 2, "- | - | 4 3 2 1"),
    ],
)
def test_a_new_matrix_shows_a_tower(disks: int, peg: int, shown: str) -> None:
    pegs = PegMatrix(disks, peg)
    assert str(pegs) == shown
    assert pegs.configuration() == Configuration.tower(disks, peg)


@pytest.mark.parametrize(
    ("disks", "peg", "fault"), [(-1, 0, BadDisks), (True, 0, BadDisks), (3, 3, BadPeg)]
)
def test_a_matrix_needs_a_tower_and_a_peg_that_exist(
    disks: int, peg: int, fault: type[Exception]
) -> None:
    with pytest.raises(fault):
        PegMatrix(disks, peg)


@pytest.mark.parametrize("disks", [0, 1, 2, 9])
def test_the_top_of_an_empty_peg_is_larger_than_any_disk(disks: int) -> None:
    pegs = PegMatrix(disks, peg=1)
    assert [pegs.top(0), pegs.top(2)] == [disks + 1] * 2
    assert pegs.top(1) == (1 if disks else disks + 1)


@pytest.mark.parametrize("source", PEGS)
@pytest.mark.parametrize("target", PEGS)
def test_the_sentinel_can_never_be_lifted(source: int, target: int) -> None:
    pegs = PegMatrix(0)
    with pytest.raises(IllegalMove, match=f"from peg {source} to .* peg {source} is empty$"):
        pegs.move(source, target)
    assert [pegs.top(peg) for peg in PEGS] == [1, 1, 1]


def test_a_move_carries_the_top_disk_and_tells_which_it_was() -> None:
    pegs = PegMatrix(2)
    moves = [pegs.move(0, 1), pegs.move(0, 2), pegs.move(1, 2)]
    assert moves == [Move(1, 0, 1), Move(2, 0, 2), Move(1, 1, 2)]
    assert [pegs.stack(peg) for peg in PEGS] == [[], [], [2, 1]]


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        (2, 0, "^cannot move from peg 2 to peg 0: peg 2 is empty$"),
        (2, 2, "^cannot move from peg 2 to peg 2: peg 2 is empty$"),
        (0, 1, "^cannot move disk 3 from peg 0 to peg 1: the smaller disk 1 lies there$"),
        (1, 1, "^cannot move disk 1 from peg 1 to peg 1: it stands there$"),
    ],
)
def test_an_illegal_move_names_disk_and_pegs_and_moves_nothing(
    source: int, target: int, told: str
) -> None:
    pegs = PegMatrix.standing(Configuration("0011"))
    with pytest.raises(IllegalMove, match=told):
        pegs.move(source, target)
    assert str(pegs) == "4 3 | 2 1 | -"


@pytest.mark.parametrize(
    ("digits", "a", "b", "move"),
    [
        ("01", 0, 1, Move(1, 1, 0)),
        ("01", 1, 0, Move(1, 1, 0)),
        ("01", 0, 2, Move(2, 0, 2)),
        ("01", 2, 0, Move(2, 0, 2)),
        ("00", 0, 1, Move(1, 0, 1)),
    ],
)
def test_between_two_pegs_the_smaller_top_goes_onto_the_larger(
    digits: str, a: int, b: int, move: Move
) -> None:
    pegs = PegMatrix.standing(Configuration(digits))
    assert pegs.move_between(a, b) == move
    assert pegs.configuration() == Configuration(digits).after(move)


def test_between_two_empty_pegs_nothing_can_go() -> None:
    with pytest.raises(IllegalMove, match="is empty"):
        PegMatrix(2, peg=1).move_between(0, 2)


@given(DIGITS)
def test_the_matrix_of_a_configuration_shows_that_configuration(digits: str) -> None:
    pegs = PegMatrix.standing(Configuration(digits))
    assert str(pegs.configuration()) == digits
    assert tuple(tuple(pegs.stack(peg)) for peg in PEGS) == Configuration(digits).pegs()
    assert pegs.disks == len(digits)


def test_a_copy_goes_its_own_way() -> None:
    pegs = PegMatrix(3)
    twin = deepcopy(pegs)
    twin.move(0, 1)
    pegs.move(0, 2)
    pegs.move(0, 1)
    assert str(twin) == "3 2 | 1 | -"
    assert str(pegs) == "3 | 2 | 1"


class Pegs(RuleBasedStateMachine):
    """Random moves on a matrix, beside three plain lists that are moved by the book."""

    @initialize(disks=st.integers(0, 8), peg=st.sampled_from(PEGS))
    def set_up(self, disks: int, peg: int) -> None:
        self.disks = disks
        self.matrix = PegMatrix(disks, peg)
        self.stacks: list[list[int]] = [[], [], []]
        self.stacks[peg] = list(range(disks, 0, -1))

    def allowed(self, source: int, target: int) -> bool:
        lifted, below = self.stacks[source][-1:], self.stacks[target][-1:]
        return bool(lifted) and (not below or lifted < below)

    @rule(pair=st.tuples(st.sampled_from(PEGS), st.sampled_from(PEGS)))
    def move(self, pair: tuple[int, int]) -> None:
        source, target = pair
        if self.allowed(source, target):
            disk = self.stacks[source].pop()
            self.stacks[target].append(disk)
            assert self.matrix.move(source, target) == Move(disk, source, target)
        else:
            cells, heights = deepcopy(self.matrix.cells), list(self.matrix.heights)
            with pytest.raises(IllegalMove, match=f"peg {source} to peg {target}"):
                self.matrix.move(source, target)
            assert (self.matrix.cells, self.matrix.heights) == (cells, heights)

    @precondition(lambda self: any(self.stacks))
    @rule(data=st.data())
    def move_legally(self, data: st.DataObject) -> None:
        legal = [pair for pair in product(PEGS, PEGS) if self.allowed(*pair)]
        self.move(data.draw(st.sampled_from(legal)))

    @rule()
    def go_on_with_a_copy(self) -> None:
        original, self.matrix = self.matrix, deepcopy(self.matrix)
        original.cells.clear()
        original.heights.clear()

    @rule()
    def set_up_again_from_the_configuration(self) -> None:
        twin = PegMatrix.standing(self.matrix.configuration())
        assert (twin.disks, twin.cells, twin.heights) == (
            self.disks,
            self.matrix.cells,
            self.matrix.heights,
        )
        self.matrix = twin

    @invariant()
    def both_show_the_same_stacks(self) -> None:
        assert [self.matrix.stack(peg) for peg in PEGS] == self.stacks
        tops = [stack[-1] if stack else self.disks + 1 for stack in self.stacks]
        assert [self.matrix.top(peg) for peg in PEGS] == tops

    @invariant()
    def disks_grow_smaller_from_the_sentinel_up(self) -> None:
        for peg in PEGS:
            standing = self.matrix.cells[peg][: self.matrix.heights[peg] + 1]
            assert standing[0] == self.disks + 1
            assert all(below > above for below, above in pairwise(standing))

    @invariant()
    def the_cells_above_are_empty(self) -> None:
        for column, height in zip(self.matrix.cells, self.matrix.heights, strict=True):
            assert column[height + 1 :] == [0] * (self.disks - height)

    @invariant()
    def the_configuration_is_where_the_disks_are(self) -> None:
        where = {disk: peg for peg, stack in enumerate(self.stacks) for disk in stack}
        assert list(str(self.matrix.configuration())) == [
            str(where[disk]) for disk in range(self.disks, 0, -1)
        ]


Pegs.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
TestThePegsUnderRandomMoves = Pegs.TestCase
