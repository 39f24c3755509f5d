"""Several machines, each judged by itself: what cannot be read stops none of the others."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from hanoi_fsm.cli.output import is_of_a_file, one_line, why_unreadable
from hanoi_fsm.fsm.errors import BadInput, listed


def files_in(folder: str, *, recurse: bool = True) -> list[Path]:
    """The files in a folder and in those in it, in order; hidden ones are left out."""
    found = [one for one in Path(folder).glob("**/*" if recurse else "*") if one.is_file()]
    return sorted((one for one in found if "/." not in f"/{one.relative_to(folder)}"), key=str)


def verdicts(names: Sequence[str], judge: Callable[[str], Any]) -> Iterator[tuple[str, Any]]:
    """Each of the names, in order, with what `judge` returns or, of a user's file, raises."""
    for name in names:
        try:
            yield name, judge(name)
        except Exception as error:
            if isinstance(error, MemoryError) or not is_of_a_file(error):
                raise
            yield name, error


def judged(names: Sequence[str], judge: Callable[[str], Any]) -> Iterator[tuple[str, Any]]:
    """Those of the names that can be judged, as `verdicts` has them; at the end `BadInput`."""
    unread = []
    for name, verdict in verdicts(names, judge):
        if isinstance(verdict, Exception):
            unread.append(one_line(why_unreadable(verdict)))
        else:
            yield name, verdict
    if unread:
        raise BadInput(unread[0] if len(unread) == 1 else f"cannot be read: {listed(unread)}")
