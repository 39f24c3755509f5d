"""Several machines, judged independently: an unreadable one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from hanoi_fsm.cli.command import FAILED, FINE, NAME, UNDECIDED, LinesAndCode, complain, wrapped
from hanoi_fsm.cli.output import is_of_a_file, one_line, why_unreadable
from hanoi_fsm.fsm.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path

_Value = TypeVar("_Value")
Judgement = tuple[str, _Value | None, str, int | None]
"""A name and a judge's value for it, or None with the reason and its line."""


def files_in(folder: str) -> list[Path]:
    """The files in a folder and its subfolders, in order, without hidden files.

    Dead links and pipes are included, although they are unreadable.
    """
    from pathlib import Path  # this is slow to import

    paths = [path for path in Path(folder).glob("**/*") if not path.is_dir()]
    return sorted((path for path in paths if "/." not in f"/{path.relative_to(folder)}"), key=str)


def verdicts(names: Sequence[str], judge: Callable[[str], _Value]) -> Iterator[Judgement[_Value]]:
    """Yield the JSON values that a `judge` returns for the names, in order.

    If there are several names, each that runs a Python file is judged in its own process.
    """
    for name in names:
        if len(names) == 1 or ".py:" not in name:
            yield _judgement(judge, name)
            continue
        from hanoi_fsm.fsm.isolate import OF_A_COMMAND, Child  # needed only for programs

        child = Child(partial(map, partial(_judgement, judge), [name]), OF_A_COMMAND, attached=True)
        with closing(child):
            judgements = [*child]
        yield from judgements or [(name, None, f"{name}: {child.failure}", None)]


def _judgement(judge: Callable[[str], _Value], name: str) -> Judgement[_Value]:
    try:
        return name, judge(name), "", None
    except Exception as error:
        if isinstance(error, MemoryError) or not is_of_a_file(error):
            raise
        return name, None, one_line(why_unreadable(error)), getattr(error, "line", None) or None


def printed(
    names: Sequence[str], judge: Callable[[str], tuple[int, Sequence[str]]]
) -> LinesAndCode:
    """Yield the lines that a `judge` returns for each name, with an exit code.

    The worst code is returned. A name that cannot be judged gets a line on standard error, and the
    last such name is raised as `BadInput` at the end.
    """
    codes = [FINE]
    unread: list[str] = []
    for _, value, why, _ in verdicts(names, judge):
        if value is None:
            unread.append(why)
        else:
            codes.append(value[0])
            yield from wrapped(value[1])
    for why in unread[:-1]:
        complain(f"{NAME}: {why}")
    if unread:
        raise BadInput(unread[-1])
    return worst(codes)


def worst(codes: Iterable[int]) -> int:
    """The worst exit code: failed, or else undecided."""
    return min(codes, key=(FAILED, UNDECIDED, FINE).index)
