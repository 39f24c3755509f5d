"""An exception of a user's code in one line: its text, and the line that raised it."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from traceback import walk_tb
from types import FrameType

USERS_MODULE = "users-file-"  # how the modules of users' files are called
PACKAGE = str(Path(__file__).parent.parent) + os.sep
LIBRARY = str(Path(os.__file__).parent) + os.sep
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
        for frame, line in _frames(error)
    ]
    users = [(file, line) for file, line, is_users in frames if is_users]
    return innermost(users or [(file, line) for file, line, _ in frames])


def innermost(frames: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """Of frames, the outermost first: the last in the file that is entered first, or ("", 0)."""
    users = [one for one in frames if is_users(one[0])]
    return [one for one in users if one[0] == users[0][0]][-1] if users else ("", 0)


def is_users(file: str) -> bool:
    """Whether code is a user's by its file: not of this package, of Python, or of a library."""
    return (
        not file.startswith((PACKAGE, LIBRARY, "<frozen ", "<generated: "))
        and "-packages" not in file
    )


def in_users_file(error: BaseException) -> bool:
    """Whether code of a file that was named on the command line was running."""
    names = (frame.f_globals.get("__name__", "") for frame, _ in _frames(error))
    return any(name.startswith(USERS_MODULE) for name in names)


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames of an error, or of the `StopIteration` that Python made it of in a generator."""
    ended = error.__cause__
    return walk_tb((ended if isinstance(ended, StopIteration) else error).__traceback__)


def bracketed(text: str) -> str:
    """A text in brackets as the end of a sentence; nothing for an empty text.

    >>> bracketed("line 7"), bracketed("")
    (' (line 7)', '')
    """
    return f" ({text})" if text else ""


def shown(file: str | Path) -> str:
    """A file's path, relative to the current folder if it is inside."""
    path = Path(file)
    with suppress(OSError, ValueError):  # the current folder may have gone, or be elsewhere
        return str(path.relative_to(Path.cwd()))
    return str(path)
