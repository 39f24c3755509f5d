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
    return str(number) if -_SMALL < number < _SMALL else digits_of(number)


def digits_of(number: int, base: int = 10) -> str:
    """The digits of a whole number in a `base`, highest first.

    >>> digits_of(19, base=3)
    '201'
    """
    from gmpy2 import mpz  # lazily: hardly any number is so long

    return str(mpz(number).digits(base))


def parse_digits(digits: str, base: int = 10) -> int:
    """The number that digits denote, highest first; `ValueError` for any other text.

    >>> parse_digits("0012"), parse_digits("9" * 5000) == 10**5000 - 1, parse_digits("201", 3)
    (12, True, 19)
    """
    if len(digits) <= CHUNK:
        return int(digits, base)
    from gmpy2 import mpz

    return int(mpz(digits, base))
