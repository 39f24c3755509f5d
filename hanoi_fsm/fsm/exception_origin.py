"""An exception of somebody else's code, in one line: what it says, and whose line raised it."""

from __future__ import annotations

import os
from pathlib import Path
from traceback import walk_tb

PACKAGE = str(Path(__file__).parent.parent) + os.sep
LONGEST = 200
"""So many characters of an exception's own text are told."""


def one_line(error: BaseException) -> str:
    r"""The type of an exception and what it says.

    >>> one_line(ValueError("no\nsuch peg")), one_line(IndexError())
    ('ValueError: no such peg', 'IndexError')
    """
    try:
        text = " ".join(str(error).split())
    except Exception:  # somebody else's `__str__`
        text = "(it cannot say what it is)"
    if len(text) > LONGEST:
        text = text[: LONGEST - 3] + "..."
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def place(error: BaseException) -> str:
    """The user's line that an exception came from, or "" where none of the user's was running.

    It is the innermost line of the file by which the user's code was entered: what fails further
    inside, in a library, fails because of that line.
    """
    theirs = [
        (frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith((PACKAGE, "<frozen "))
    ]
    if not theirs:
        return ""
    entered = theirs[0][0]
    line = [line for file, line in theirs if file == entered][-1]
    return f"line {line} of {shown(entered)}"


def bracketed(text: str) -> str:
    """A text as the end of a sentence, or nothing where there is none.

    >>> bracketed("line 7"), bracketed("")
    (' (line 7)', '')
    """
    return f" ({text})" if text else ""


def shown(file: str | Path) -> str:
    """A file as a person would name it: by its way from the current folder if it lies there."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
