"""Colour on a terminal: what an event changed is highlighted, and the rest is dim.

Nothing is coloured in a file or a pipe, on a dumb terminal, or where NO_COLOR is set.
"""

import os
import re
from collections.abc import Callable, Iterator
from itertools import zip_longest

from hanoi_fsm.cli.streams import standard_output

Paint = Callable[[str, bool], str]
"""A text, and whether it has changed, to the text as the terminal shows it."""

CHANGED, UNCHANGED = "bold magenta", "dim"


def painter(file: str | None = None) -> Paint | None:
    """How to paint what goes to standard output; None where it is to stay plain text."""
    if file is not None or not standard_output().isatty() or os.environ.get("NO_COLOR"):
        return None
    if os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        return None
    from rich.console import Console
    from rich.style import Style

    if Console().legacy_windows:
        return None
    styles = {True: Style.parse(CHANGED), False: Style.parse(UNCHANGED)}
    return lambda text, changed: styles[changed].render(text)


def painted(now: str, before: str | None, paint: Paint | None) -> str:
    """A cell of a table, beside what was in its place one row above."""
    if paint is None or before is None:
        return now
    return "".join(paint(text, new) if text.strip() else text for text, new in changes(now, before))


def changes(now: str, before: str) -> Iterator[tuple[str, bool]]:
    """The pieces of a text, each with whether it is other than before.

    Parts between bars are compared with one another, in them word by word, and words of digits of
    the same length digit by digit.

    >>> [piece for piece, new in changes("3 | 2 1 | -", "3 1 | 2 | -") if new]
    ['1']
    >>> list(changes("0110", "0100"))
    [('01', False), ('1', True), ('0', False)]
    """
    old_parts = [part.split() for part in before.split("|")]
    for number, part in enumerate(now.split("|")):
        if number:
            yield "|", False
        old = iter(old_parts[number] if number < len(old_parts) else ())
        for piece in re.findall(r"\s+|\S+", part):
            if piece.isspace():
                yield piece, False
            else:
                yield from _word(piece, next(old, ""))


def _word(now: str, before: str) -> Iterator[tuple[str, bool]]:
    if len(now) != len(before) or not (now + before).isdigit():
        yield now, now != before
        return
    run, new = "", False
    for one, other in zip_longest(now, before):
        if run and (one != other) is not new:
            yield run, new
            run = ""
        run, new = run + one, one != other
    yield run, new
