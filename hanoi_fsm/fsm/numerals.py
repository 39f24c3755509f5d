"""Numerals of any length: `str` and `int` take quadratic time and have a limit of digits.

Those of GMP take hardly more than linear time.
"""

CHUNK = 512
"""Texts of more digits are read by GMP: `sys.set_int_max_str_digits` can forbid no fewer."""
_SMALL = 1 << 2000
"""Numbers below have fewer digits than can be forbidden, and Python is faster with them."""


def number_text(number: int) -> str:
    """The decimal digits of a whole number, with a minus sign if it is negative.

    >>> number_text(-12), len(number_text(2**100_000))
    ('-12', 30103)
    """
    if -_SMALL < number < _SMALL:
        return str(number)
    from gmpy2 import mpz  # lazily: hardly any number is so long

    return str(mpz(number))


def parse_digits(digits: str) -> int:
    """The number that decimal digits denote; `ValueError` for any other text.

    >>> parse_digits("0012"), parse_digits("9" * 5000) == 10**5000 - 1
    (12, True)
    """
    if len(digits) <= CHUNK:
        return int(digits)
    from gmpy2 import mpz

    return int(mpz(digits))
