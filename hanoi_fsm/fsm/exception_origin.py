"""An exception of a user's code in one line: its text, and the line that raised it."""

import os
from collections.abc import Sequence
from pathlib import Path
from traceback import walk_tb

USERS_MODULE = "users-file-"  # how the modules of users' files are called
PACKAGE = str(Path(__file__).parent.parent) + os.sep
LONGEST = 200  # the most characters of an exception's text


def one_line(error: BaseException) -> str:
    r"""The type and the text of an exception.

    >>> one_line(ValueError("no\nsuch peg")), one_line(IndexError())
    ('ValueError: no such peg', 'IndexError')
    """
    try:
        text = " ".join(str(error).split())
    except BaseException:  # the user's own `__str__`
        text = "(its __str__ raises)"
    if len(text) > LONGEST:
        text = text[: LONGEST - 3] + "..."
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def place(error: BaseException) -> str:
    """The user's line that raised an exception, or "" if no user code was running; see `spot`."""
    file, line = spot(error)
    return f"line {line} of {shown(file)}" if file else ""


def spot(error: BaseException) -> tuple[str, int]:
    """The file and the line of the user's that raised an exception, or ("", 0).

    It is the innermost line in the file through which user code was entered: what fails further
    inside, in a library, fails because of that line.
    """
    frames = [
        (
            frame.f_code.co_filename,
            line,
            frame.f_globals.get("__name__", "").startswith(USERS_MODULE),
        )
        for frame, line in walk_tb(error.__traceback__)
    ]
    users = [(file, line) for file, line, is_users in frames if is_users]
    return innermost(users or [(file, line) for file, line, _ in frames])


def innermost(frames: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """Of frames, the outermost first: the last in the file that is entered first, or ("", 0)."""
    users = [one for one in frames if not one[0].startswith((PACKAGE, "<frozen "))]
    return [one for one in users if one[0] == users[0][0]][-1] if users else ("", 0)


def in_users_file(error: BaseException) -> bool:
    """Whether code of a file that was named on the command line was running."""
    frames = walk_tb(error.__traceback__)
    return any(frame.f_globals.get("__name__", "").startswith(USERS_MODULE) for frame, _ in frames)


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
