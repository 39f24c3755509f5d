"""Ternary numbers of any length by divide and conquer: `int(text, 3)` takes quadratic time."""

from collections.abc import Iterator

from hanoi_fsm.fsm.numerals import exact, number_text, parse_digits

CHUNK = 512
"""How many digits are converted at once."""


def ternary(digits: str) -> int:
    """The number that ternary `digits` denote, highest first; 0 for none.

    >>> ternary("201")
    19
    """
    return parse_digits(digits or "0", 3)


def ternary_digits(number: int, width: int) -> str | None:
    """The `width` ternary digits of a number >= 0, highest first; None if it has more.

    >>> ternary_digits(19, width=4), ternary_digits(19, width=2)
    ('0201', None)
    """
    if number.bit_length() > 2 * width:
        return None
    text = "".join(map(_digits, _chunks(number, width)))
    return None if text[: -width or None].strip("0") else text[len(text) - width :]


def _chunks(number: int, width: int) -> Iterator[int]:
    """The digits of a number in base 3**CHUNK, highest first, as many as `width` digits need.

    The quotient of two large `int` takes quadratic time, that of two `Decimal` does not.
    """
    import decimal  # lazily: configurations are seldom numbered

    with decimal.localcontext(exact()):
        scales = [decimal.Decimal(3) ** CHUNK]
        while (CHUNK << len(scales) - 1) < width:
            scales.append(scales[-1] * scales[-1])
        parts = [decimal.Decimal(number_text(number))]
        for scale in reversed(scales):
            parts = [half for part in parts for half in divmod(part, scale)]
        return map(int, parts)


def _digits(part: int) -> str:
    """Exactly `CHUNK` digits."""
    digits = []
    for _ in range(CHUNK):
        part, digit = divmod(part, 3)
        digits.append("012"[digit])
    return "".join(reversed(digits))
