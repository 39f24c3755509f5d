"""Decimal numerals of any length: `str` and `int` take quadratic time and have a limit of digits.

Both ways the number is cut into chunks, which are converted one by one and then joined in pairs:
reading with `int`, whose product takes less than quadratic time, writing with `decimal`, whose
product takes hardly more than linear time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # it is slow to import
    from decimal import Context

CHUNK = 512
"""How many digits are read at once: fewer than `sys.set_int_max_str_digits` can forbid."""
_BYTES = 128
_SMALL = 1 << 2000
"""Numbers below have fewer digits than can be forbidden, and Python is faster with them."""


def number_text(number: int) -> str:
    """The decimal digits of a whole number, with a minus sign if it is negative.

    >>> number_text(-12), len(number_text(2**100_000))
    ('-12', 30103)
    """
    if -_SMALL < number < _SMALL:
        return str(number)
    if number < 0:
        return f"-{number_text(-number)}"
    import decimal  # lazily: hardly any number is so long

    size = number.bit_length() // 8 + 1
    data = number.to_bytes(size, "little")
    with decimal.localcontext(exact()):
        parts = [
            decimal.Decimal(int.from_bytes(data[at : at + _BYTES], "little"))
            for at in range(0, size, _BYTES)
        ]
        return f"{joined(parts, decimal.Decimal(256) ** _BYTES):f}"


def exact() -> Context:
    """The context in which whole numbers of `decimal` are never rounded."""
    import decimal

    return decimal.Context(
        prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact]
    )


def parse_digits(digits: str, base: int = 10) -> int:
    """The number that digits denote, highest first; `ValueError` for any other text.

    >>> parse_digits("0012"), parse_digits("9" * 5000) == 10**5000 - 1, parse_digits("201", 3)
    (12, True, 19)
    """
    if len(digits) <= CHUNK:
        return int(digits, base)
    ends = range(len(digits), 0, -CHUNK)
    found: int = joined([int(digits[max(0, end - CHUNK) : end], base) for end in ends], base**CHUNK)
    return found


def joined(parts: list[Any], scale: Any) -> Any:
    """The number with the digits `parts` in the base `scale`, lowest first.

    Neighbours are joined, and then those, until one is left.

    >>> joined([1, 2, 3], 10)
    321
    """
    while len(parts) > 1:
        odd = parts[-1:] if len(parts) % 2 else []
        parts = [parts[at] + scale * parts[at + 1] for at in range(0, len(parts) - 1, 2)] + odd
        scale = scale * scale
    return parts[0]
