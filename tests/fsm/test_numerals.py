"""Decimal numerals of any length are read and written, whatever limit Python has for digits."""

import sys
from collections.abc import Iterator

import pytest
from chance import chance

from hanoi_fsm.fsm.numerals import joined, number_text, parse_digits

LENGTHS = [1, 2, 511, 512, 513, 601, 602, 603, 604, 1023, 1024, 1025, 2500, 4300, 4301, 9999]


@pytest.fixture(params=[640, 0], ids=["the least limit", "no limit"])
def limited(request: pytest.FixtureRequest) -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(request.param)
    yield
    sys.set_int_max_str_digits(before)


def digits_of(number: int) -> str:
    """The digits one by one, by the definition of a numeral."""
    digits = []
    while number:
        number, digit = divmod(number, 10)
        digits.append("0123456789"[digit])
    return "".join(reversed(digits)) or "0"


@pytest.mark.usefixtures("limited")
@pytest.mark.parametrize("length", LENGTHS)
def test_a_numeral_of_any_length_is_written_and_read(length: int) -> None:
    random = chance()
    powers = [10 ** (length - 1), 10**length - 1, 2**length, 2**length - 1]
    for number in [*powers, random.randrange(10**length)]:
        text = number_text(number)
        assert text == digits_of(number)
        assert parse_digits(text) == parse_digits(f"000{text}") == number
        assert number_text(-number) == ("-" if number else "") + text


@pytest.mark.parametrize("number", range(1, 9))
def test_parts_are_joined_as_digits_are(number: int) -> None:
    parts = list(range(1, number + 1))
    assert joined(parts, 10) == int("".join(map(str, reversed(parts))))
