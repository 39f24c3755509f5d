"""Answers in words: the parts that an exercise asks for, told apart from whether they are right.

A form names the parts in their order, as in `disk peg peg`. With a star and a number behind them
they are repeated, with a star alone any number of times; `once|twice` is one of two words.
"""

import re

from hanoi_fsm.fsm.errors import BadInput, counted, shortened

PATTERNS = {"peg": "[012]", "move": "[012]{2}"}
"""How the parts are written that are neither any number nor one of some words."""


def parts_of(form: str, given: str) -> list[str]:
    """The parts of an answer: its numbers, and those of its words that the form asks for.

    Digits may be written together or apart where that is unambiguous.

    Raises `BadInput` for an answer of another form.

    >>> parts_of("disk peg peg", "Disk 3: 0 -> 2"), parts_of("peg * 3", "012")
    (['3', '0', '2'], ['0', '1', '2'])
    """
    unit, star, times = (part.strip() for part in form.partition("*"))
    names = unit.split()
    patterns = [name if "|" in name else PATTERNS.get(name, "[0-9]+") for name in names]
    meant = "|".join(name for name in names if "|" in name)
    words = re.findall(rf"\b(?:{meant})\b|[0-9]+" if meant else "[0-9]+", given.lower())
    digits = re.findall("..?" if unit == "move" else ".", "".join(words))
    for parts in (words, digits):
        rounds, rest = divmod(len(parts), len(names))
        is_long_enough = not rest and (rounds == int(times or 1) or (star and not times))
        if parts and is_long_enough and all(map(re.fullmatch, patterns * rounds, parts)):
            return parts
    any_number = " one or more times" if star else ""
    expected = counted(int(times), unit) if times else f"`{unit}`{any_number}"
    is_number = times and "".join(words).isdecimal() and len(digits) != int(times)
    got = str(len(digits)) if is_number else shortened(given)
    raise BadInput(f"expected {expected}, got {got}")
