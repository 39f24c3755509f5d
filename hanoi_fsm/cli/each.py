"""Several machines, each judged by itself: one whose Python file is run has its own process."""

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from hanoi_fsm.cli.error_text import is_of_a_file, one_line, why_ended, why_unreadable
from hanoi_fsm.fsm.errors import BadInput, DotError, listed
from hanoi_fsm.fsm.isolate import Failure, How, Limits, spread
from hanoi_fsm.hanoi import resolver

LIMITS = Limits(calls=True)
"""However long the judgement of a file takes: only a single call of its code is limited."""


class Unread(NamedTuple):
    """Why a file cannot be judged, and where; with `ran` its code has ended the process."""

    why: str
    line: int | None = None
    ran: bool = False


def files_in(folder: str, *, recurse: bool = True) -> list[Path]:
    """The files in a folder and in those in it, in order; hidden ones are left out."""
    found = [one for one in Path(folder).glob("**/*" if recurse else "*") if one.is_file()]
    return sorted((one for one in found if "/." not in f"/{one.relative_to(folder)}"), key=str)


def verdicts(names: Sequence[str], judge: Callable[[str], Any]) -> Generator[tuple[str, Any]]:
    """Each of the names, in order, with what `judge` returns for it, or an `Unread`.

    What comes from a child process is plain data: named tuples are tuples.
    """
    apart = [name for name in names if resolver.is_python(name)]
    keep = {0} if any(resolver.parted(name)[0] == resolver.STANDARD_INPUT for name in apart) else ()
    tried = partial(_tried, judge)
    with closing(spread(tried, apart, LIMITS, keep=keep)) as results:
        for name in names:
            found = next(results)[1] if name in apart else tried(name)
            if isinstance(found, Failure):
                why = one_line(why_ended(found, re.sub("^.*@|:[^:]*$", "", name)))
                yield name, Unread(why, found.line or None, found.how is not How.RAISED)
            else:
                yield name, found[1] if found[0] else Unread(*found[1])


def judged(names: Sequence[str], judge: Callable[[str], Any]) -> Generator[tuple[str, Any]]:
    """Those of the names that can be judged, as `verdicts` has them; at the end `BadInput`."""
    unread = []
    with closing(verdicts(names, judge)) as found:
        for name, verdict in found:
            if isinstance(verdict, Unread):
                unread.append(verdict.why)
            else:
                yield name, verdict
    if unread:
        raise BadInput(unread[0] if len(unread) == 1 else f"cannot be read: {listed(unread)}")


def _tried(judge: Callable[[str], Any], name: str) -> tuple[bool, Any]:
    try:
        return True, judge(name)
    except MemoryError:
        raise
    except Exception as error:
        if not is_of_a_file(error):
            raise
        line = error.line or None if isinstance(error, DotError) else None
        return False, Unread(one_line(why_unreadable(error)), line)
