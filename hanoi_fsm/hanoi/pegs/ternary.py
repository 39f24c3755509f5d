"""Ternary numbers of any length by divide and conquer: `int(text, 3)` takes quadratic time."""

CHUNK = 512
"""How many digits are converted at once."""


def ternary(digits: str) -> int:
    """The number that ternary `digits` denote, highest first; 0 for none.

    >>> ternary("201")
    19
    """
    parts = [int(digits[max(0, end - CHUNK) : end], 3) for end in range(len(digits), 0, -CHUNK)]
    scale = 3**CHUNK
    while len(parts) > 1:  # neighbours are joined, lowest first, until one is left
        if len(parts) % 2:
            parts.append(0)
        parts = [low + scale * high for low, high in zip(parts[::2], parts[1::2], strict=True)]
        scale *= scale
    return parts[0] if parts else 0


def ternary_digits(number: int, width: int) -> str | None:
    """The `width` ternary digits of a number >= 0, highest first; None if it has more.

    >>> ternary_digits(19, width=4), ternary_digits(19, width=2)
    ('0201', None)
    """
    scales = [3**CHUNK]
    while (CHUNK << len(scales) - 1) < width:
        scales.append(scales[-1] ** 2)
    parts = [number]
    for scale in reversed(scales):
        parts = [half for part in parts for half in divmod(part, scale)]
    if parts[0] >= scales[0]:
        return None
    text = "".join(map(_digits, parts))
    return None if text[: -width or None].strip("0") else text[len(text) - width :]


def _digits(part: int) -> str:
    """Exactly `CHUNK` digits."""
    digits = []
    for _ in range(CHUNK):
        part, digit = divmod(part, 3)
        digits.append("012"[digit])
    return "".join(reversed(digits))
