"""The line that reports what is wrong with a file, and for the operating system's what to do."""

import errno
from contextlib import suppress
from itertools import islice
from pathlib import Path

from hanoi_fsm.cli.output import one_line
from hanoi_fsm.fsm.errors import HanoiError, cut, nearest
from hanoi_fsm.fsm.errors import one_line as described
from hanoi_fsm.fsm.isolate import place

LONGEST_NAME = 150
MOST_NEIGHBOURS = 1000
"""How many files of a folder are searched for a similar name."""

_ADVICE = {
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


def os_error_text(error: OSError) -> str:
    """What went wrong with which file, and what to do about it, in one line."""
    if error.filename is None:
        return one_line(f"{error.strerror or error}")
    name = str(error.filename)
    advice = _missing(name) if error.errno == errno.ENOENT else _ADVICE.get(error.errno or 0)
    where = f"{cut(one_line(name), LONGEST_NAME)}: {error.strerror or error}"
    return one_line(f"{where}: {advice}" if advice else where)


def is_of_a_file(error: Exception) -> bool:
    """Whether a user's file is to blame: it cannot be had, holds a mistake, or its code raises."""
    return isinstance(error, HanoiError | OSError) or bool(place(error))


def why_unreadable(error: Exception) -> str:
    """Why a user's file cannot be read, if it is to blame."""
    if isinstance(error, OSError):
        return os_error_text(error)
    if isinstance(error, HanoiError):
        return str(error)
    return f"{described(error)}{place(error)}"


def _missing(name: str) -> str:
    """What to do about a missing file: which one is meant, or which folder is missing."""
    folder = Path(name).parent
    with suppress(OSError, ValueError):
        if not folder.is_dir():
            return f"no such folder {cut(one_line(str(folder)), 60)}, create it or correct the path"
        if Path(name).is_symlink():
            return "this link leads nowhere"
        neighbours = [file.name for file in islice(folder.iterdir(), MOST_NEIGHBOURS)]
        if Path(name).name in neighbours:  # what is there cannot be opened all the same
            return "choose another file"
        if similar := nearest(Path(name).name, neighbours):
            return f"did you mean {one_line(str(folder / similar))!r}?"
    return "is the path right?"
