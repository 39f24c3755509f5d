"""What went wrong, in one line on standard error, with what to do about it; and the exit codes."""

from __future__ import annotations

import errno
from contextlib import suppress

from hanoi_fsm.cli.output import let_go, standard_error, standard_output
from hanoi_fsm.fsm.errors import HanoiError, cut, nearest, printable
from hanoi_fsm.fsm.errors import one_line as described

TYPE_CHECKING = False
if TYPE_CHECKING:  # to start a process, and what that needs, is slow to import
    from hanoi_fsm.fsm.isolate import Failure

NAME = "hanoi-fsm"
FINE, FAILED, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
LONGEST, LONGEST_NAME = 300, 150
"""The most characters of an error line, and of a file's name in it."""
ADVICE = {
    errno.EISDIR: "name a file in it",
    errno.ENOTDIR: "a part of this path is a file, correct it",
    errno.EEXIST: "there is a file of this name, choose another folder",
    errno.EACCES: "change who may use it, or choose another place",
    errno.EPERM: "change who may use it, or choose another place",
    errno.EROFS: "nothing can be written there, choose another place",
    errno.ENOSPC: "free some space, or write elsewhere",
    errno.EDQUOT: "free some space, or write elsewhere",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ELOOP: "its links lead in a circle, correct them",
}


AFTER_AN_END = {
    "time limit": "look for a loop that does not end",
    "memory limit": "look for what grows",
    "exit": "return instead",
    "signal": "look for what grows, or for a recursion without end",
}


def one_line(message: str) -> str:
    """A text as one printable line of at most `LONGEST` characters: its middle can be missed."""
    return cut(printable(" ".join(message.split())), LONGEST)


def complain(message: str) -> None:
    """Print one line on standard error; where it cannot be written, nothing can be said."""
    try:
        print(message, file=standard_error(), flush=True)
    except (OSError, ValueError):  # it is full; or a user's file has closed it
        let_go(standard_error())


def bad_input(message: str) -> int:
    """Say in one line what is wrong; the exit code of bad input comes back."""
    try:
        standard_output().flush()  # what was right comes before what is wrong
    except OSError:
        let_go(standard_output())
    complain(one_line(f"{NAME}: {message}"))
    return BAD_INPUT


def is_of_a_file(error: BaseException) -> bool:
    """Whether a user's file is to blame: it cannot be had, holds a mistake, or its code raises."""
    return isinstance(error, HanoiError | OSError) or bool(_place(error))


def why_unreadable(error: BaseException) -> str:
    """Why a user's file cannot be read, or another piece of work cannot be done."""
    if isinstance(error, HanoiError) and not isinstance(error, OSError):
        return str(error)
    if not isinstance(error, OSError):
        return f"{described(error)}{_place(error)}"
    said = error.strerror or str(error)
    if error.filename is None:
        return one_line(said)
    name = str(error.filename)
    advice = _missing(name) if error.errno == errno.ENOENT else ADVICE.get(error.errno or 0)
    where = f"{cut(one_line(name), LONGEST_NAME)}: {said}"
    return one_line(f"{where}: {advice}" if advice else where)


def why_ended(failure: Failure, files: str) -> str:
    """How a file has ended its process, and what to do about it, in one line."""
    if failure.how == "raised":
        return str(failure)
    return f"{files} {failure}: {AFTER_AN_END[failure.how]}"


def _place(error: BaseException) -> str:
    from hanoi_fsm.fsm.isolate import place

    return place(error)


def _missing(name: str) -> str:
    """What to do about a missing file: which one is meant, or which folder is missing."""
    from pathlib import Path

    path = Path(name)
    with suppress(OSError, ValueError):
        if not path.parent.is_dir():
            return f"no such folder {cut(one_line(str(path.parent)), 60)}, create it"
        neighbours = [file.name for file in path.parent.iterdir()]
        if similar := nearest(path.name, [one for one in neighbours if one != path.name]):
            return f"did you mean {one_line(str(path.with_name(similar)))!r}?"
    return "is the path right?"
