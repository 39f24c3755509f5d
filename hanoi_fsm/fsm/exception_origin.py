"""An exception of a user's code in one line: its text, and the line that raised it."""

from __future__ import annotations

import os
from pathlib import Path
from traceback import walk_tb

PACKAGE = str(Path(__file__).parent.parent) + os.sep
LONGEST = 200  # the most characters of an exception's text


def one_line(error: BaseException) -> str:
    r"""The type and the text of an exception.

    >>> one_line(ValueError("no\nsuch peg")), one_line(IndexError())
    ('ValueError: no such peg', 'IndexError')
    """
    try:
        text = " ".join(str(error).split())
    except Exception:  # the user's own `__str__`
        text = "(its __str__ raises)"
    if len(text) > LONGEST:
        text = text[: LONGEST - 3] + "..."
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def place(error: BaseException) -> str:
    """The user's line that raised an exception, or "" if no user code was running.

    It is the innermost line in the file through which user code was entered: what fails further
    inside, in a library, fails because of that line.
    """
    users = [
        (frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith((PACKAGE, "<frozen "))
    ]
    if not users:
        return ""
    entered = users[0][0]
    line = [line for file, line in users if file == entered][-1]
    return f"line {line} of {shown(entered)}"


def bracketed(text: str) -> str:
    """A text in brackets as the end of a sentence; nothing for an empty text.

    >>> bracketed("line 7"), bracketed("")
    (' (line 7)', '')
    """
    return f" ({text})" if text else ""


def shown(file: str | Path) -> str:
    """A file's path, relative to the current folder if it is inside."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
