"""Configurations: digits, disks on pegs, moves from one to another, numbers and bit words."""

import re
from itertools import product

import oracle
import pytest
from chance import chance
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi.errors import BadConfiguration, BadDisks, BadPeg, IllegalMove
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move, PegMatrix

DIGITS = st.text("012", max_size=12)


@given(DIGITS)
def test_a_configuration_is_its_digits_given_as_text_or_as_numbers(digits: str) -> None:
    configuration = Configuration(digits)
    assert (str(configuration), len(configuration)) == (digits, len(digits))
    assert repr(configuration) == f"Configuration({digits!r})"
    same = Configuration(map(int, digits))
    assert (same, hash(same)) == (configuration, hash(configuration))
    assert configuration not in (Configuration("0" + digits), digits)


@pytest.mark.parametrize(
    ("digits", "place", "shown"),
    [
        ("013", 3, "'3'"),
        ("x00", 1, "'x'"),
        ("0 1", 2, "' '"),
        ("0\n", 2, r"'\n'"),
        ("0\N{SUPERSCRIPT TWO}", 2, "'\N{SUPERSCRIPT TWO}'"),
        ([0, 3], 2, "3"),
        ([-1], 1, "-1"),
        ([True], 1, "True"),
        ([2, 0, 10], 3, "10"),
        ([21], 1, "21"),
        ([10**50], 1, "167 bits"),
        ("0" * 500 + "7", 501, "'7'"),
    ],
)
def test_any_other_digit_is_named_with_its_place(
    digits: str | list[int], place: int, shown: str
) -> None:
    with pytest.raises(BadConfiguration, match=f"digit {place} .*{re.escape(shown)}") as caught:
        Configuration(digits)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("disks", "peg", "shown"),
    [(0, 0, "- | - | -"), (1, 1, "- | 1 | -"), (3, 0, "3 2 1 | - | -"), (4, 2, "- | - | 4 3 2 1")],
)
def test_a_tower_has_all_disks_on_one_peg(disks: int, peg: int, shown: str) -> None:
    assert str(Configuration.tower(disks, peg)) == str(peg) * disks
    assert str(PegMatrix(disks, peg)) == shown


@given(DIGITS)
def test_digits_are_the_pegs_of_the_disks_from_the_largest_to_the_smallest(digits: str) -> None:
    configuration = Configuration(digits)
    listed = list(zip(range(len(digits), 0, -1), map(int, digits), strict=True))
    assert list(configuration.from_the_largest()) == listed
    assert [(disk, configuration.peg(disk)) for disk, _ in listed] == listed
    rests = [digits[place:] for place in range(1, len(digits) + 1)]
    assert [str(configuration.smaller(disk)) for disk, _ in listed] == rests
    stacks = tuple(tuple(disk for disk, peg in listed if peg == here) for here in PEGS)
    assert configuration.pegs() == stacks, "each stack from the bottom to the top"


@pytest.mark.parametrize("disks", range(5))
def test_exactly_the_moves_of_the_rules_are_legal_and_change_one_digit(disks: int) -> None:
    for digits in oracle.words(disks):
        here, reached = Configuration(digits), []
        for move in map(Move._make, product(range(1, disks + 1), PEGS, PEGS)):
            try:
                reached.append((move, str(here.after(move))))
            except IllegalMove:
                continue
        assert sorted(reached) == sorted(oracle.neighbours(digits))
        assert str(here) == digits


@pytest.mark.parametrize(
    ("digits", "move", "error", "rule"),
    [
        ("000", Move(2, 0, 1), IllegalMove, "disk 1 .*disk 2$"),
        ("0010", Move(3, 0, 2), IllegalMove, "disk 1 .*disk 3$"),
        ("2000", Move(3, 0, 2), IllegalMove, "disk 1 .*disk 3$"),
        ("0021", Move(1, 0, 2), IllegalMove, "disk 1 .*peg 1$"),
        ("0021", Move(3, 0, 1), IllegalMove, "smaller disk 1 .*peg 1$"),
        ("0122", Move(3, 1, 2), IllegalMove, "smaller disk 1 .*peg 2$"),
        ("0022", Move(1, 2, 2), IllegalMove, "2 -> 2"),
        ("00", Move(3, 0, 1), BadConfiguration, "disk 3"),
        ("00", Move(0, 0, 1), BadConfiguration, "disk 0"),
        ("00", Move(-1, 0, 1), BadConfiguration, "disk -1"),
        ("", Move(1, 0, 1), BadConfiguration, "disk 1"),
        ("00", Move(1, 0, 3), BadPeg, "3"),
        ("00", Move(1, -1, 1), BadPeg, "-1"),
    ],
)
def test_the_error_names_the_rule_that_forbids_a_move(
    digits: str, move: Move, error: type[Exception], rule: str
) -> None:
    with pytest.raises(error, match=rule) as caught:
        Configuration(digits).after(move)
    if error is IllegalMove:
        assert str(caught.value).startswith(str(move))


@pytest.mark.parametrize("disks", [*range(7), 511, 512, 513, 1_024, 5_000, 100_000])
def test_a_configuration_is_a_ternary_number_whose_right_digit_is_the_largest_disk(
    disks: int,
) -> None:
    words = oracle.words(disks) if disks < 7 else ["".join(chance().choices("012", k=disks))]
    for word in words:
        number = Configuration(word).to_number()
        low = sum(int(digit) * 3**place for place, digit in enumerate(word[:600]))
        assert number % 3**600 == low
        assert str(Configuration.from_number(number, disks)) == word


@pytest.mark.parametrize(
    ("number", "disks", "error"),
    [
        *((number, 2, BadConfiguration) for number in (9, -1, True, 1.0, "1", 3**1024)),
        *((3**disks, disks, BadConfiguration) for disks in (0, 600, 5_000)),
        (10**900, 3, BadConfiguration),
        (0, -1, BadDisks),
    ],
    ids=lambda value: shortened(value) if isinstance(value, int) else None,
)
def test_any_other_number_is_refused_in_one_line(
    number: int, disks: int, error: type[Exception]
) -> None:
    named = number if error is BadConfiguration else disks
    with pytest.raises(error, match=re.escape(shortened(named))) as caught:
        Configuration.from_number(number, disks)
    assert len(str(caught.value)) < 200


@given(st.one_of(DIGITS, st.text("012", min_size=60, max_size=5_000)))
def test_a_configuration_is_three_bit_words_with_the_top_disks_as_lowest_bits(digits: str) -> None:
    configuration = Configuration(digits)
    masks, stacks = configuration.masks(), configuration.pegs()
    assert masks == tuple(sum(1 << disk - 1 for disk in stack) for stack in stacks)
    assert Configuration.from_masks(masks, len(digits)) == configuration


@pytest.mark.parametrize(
    ("masks", "disks"),
    [
        *((masks, 2) for masks in ((3, 0, 1), (1, 0, 0), (7, 0, 0), (-1, 0, 0), (3, -4, 4))),
        ((1, 1, 1), 1),
        ((0, 0, 1), 0),
        ((1, 2, 8), 3),
    ],
)
def test_bit_words_with_a_disk_on_no_peg_or_on_several_or_too_large_are_refused(
    masks: tuple[int, int, int], disks: int
) -> None:
    with pytest.raises(BadConfiguration, match=re.escape(str(masks))):
        Configuration.from_masks(masks, disks)


@pytest.mark.parametrize("digits", ["", "0", "012", "2" * 40, "0" * 41])
def test_a_configuration_shows_one_bar_per_disk_where_they_fit_on_a_page(digits: str) -> None:
    bundle = Configuration(digits)._repr_mimebundle_()
    assert bundle["text/plain"] == f"Configuration({digits!r})"
    assert ("image/svg+xml" in bundle) == (len(digits) <= 40)
    drawn = bundle.get("image/svg+xml", "").count('class="disk"')
    assert drawn == len(digits) * (len(digits) <= 40)
