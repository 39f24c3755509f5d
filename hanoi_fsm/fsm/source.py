"""The text of a file from anybody, before it is parsed: its size, its encoding, its positions."""

import re

from hanoi_fsm.fsm.errors import TextError

_UNREADABLE = {
    "[\udc80-\udcff]": "this is not UTF-8",  # what bytes that are not UTF-8 are decoded to
    "\0": "found a NUL byte",
}


def decoded(data: str | bytes, most: int, what: str, fault: type[TextError]) -> str:
    """The text that is given, without a byte order mark.

    Raises the `fault` for a text of more than `most` bytes, one that is not UTF-8 or has a NUL, and
    for an empty one, whose error says `what` to write.
    """
    if len(data) > most:
        raise fault(f"the text is longer than {most} bytes: give a smaller one")
    text = data if isinstance(data, str) else data.decode(errors="surrogateescape")
    text = text.removeprefix("\ufeff")
    for characters, wrong in _UNREADABLE.items():
        if found := re.search(characters, text):
            raise fault(f"{wrong}: save the file as UTF-8 text", *position(text, found.start()))
    if not text.strip():
        raise fault(f"the text is empty: write {what}")
    return text


def position(text: str, index: int) -> tuple[int, int]:
    r"""Line and column, from 1 on, of the character at an index.

    >>> position("one, two", 3), position("one,\ntwo", 6)
    ((1, 4), (2, 2))
    """
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
