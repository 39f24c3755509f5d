"""Numerals of any length: `str` and `int` take quadratic time and have a limit of digits.

A long numeral is put together from chunks, in pairs and pairs of pairs, so that nearly all of the
work is a few products of large numbers, at which Python is faster.
"""

from itertools import zip_longest
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from decimal import Decimal

_Number = TypeVar("_Number", int, "Decimal")

DIGITS = 512
"""The digits of a chunk: `sys.set_int_max_str_digits` can forbid no fewer than 640."""
BYTES = 256
SMALL = 1 << 2000
"""Numbers below have fewer digits than can be forbidden, and Python is faster with them."""


def number_text(number: int) -> str:
    """The decimal digits of a whole number, with a minus sign if it is negative.

    >>> number_text(-12), len(number_text(2**100_000))
    ('-12', 30103)
    """
    if -SMALL < number < SMALL:
        return str(number)
    # Lazily, as hardly any number is so long. The products of decimal numbers are the fastest.
    from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, localcontext

    octets = abs(number).to_bytes(number.bit_length() // 8 + 1, "little")
    chunks = (octets[start : start + BYTES] for start in range(0, len(octets), BYTES))
    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)):
        parts = [Decimal(int.from_bytes(chunk, "little")) for chunk in chunks]
        return "-" * (number < 0) + str(_joined(parts, Decimal(256) ** BYTES))


def parse_digits(digits: str) -> int:
    """The number that one or more decimal digits denote.

    >>> parse_digits("0012"), parse_digits("9" * 5000) == 10**5000 - 1
    (12, True)
    """
    ends = range(len(digits), 0, -DIGITS)
    parts = [int(digits[max(0, end - DIGITS) : end]) for end in ends]
    base: int = 10**DIGITS
    return _joined(parts, base)


def _joined(parts: list[_Number], base: _Number) -> _Number:
    """The number whose digits in a base are some parts, the last ones first."""
    while len(parts) > 1:
        pairs = zip_longest(parts[::2], parts[1::2], fillvalue=0)
        parts = [low + high * base for low, high in pairs]
        if len(parts) > 1:
            base *= base
    return parts[0]
