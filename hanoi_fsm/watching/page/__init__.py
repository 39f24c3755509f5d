"""One HTML page to see machines think, which loads nothing.

Python checks, draws and translates the machines. The page runs them, and computes what it shows
of the puzzle itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.finding import Progress, Report, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching.page.scope import USUAL_DISKS, Scope, scope_of

PUZZLE, OTHERS = "The Towers of Hanoi as automata", "Automata at work"
"""The heading of the page, and that of one whose machines have nothing to do with the puzzle."""

IFRAME = (
    '<iframe title="Automata at work" width="100%" height="800" '
    'sandbox="allow-scripts allow-downloads" srcdoc="{}"></iframe>'
)
"""A page within another one, to which its scripts have no access."""


class Page:
    """A page that shows some machines; `html` is its whole text.

    A notebook shows it in a frame of its own.
    """

    def __init__(self, html: str) -> None:
        self.html = html

    def __repr__(self) -> str:
        return f"<Page: {len(self.html)} characters>"

    def save(self, path: str | PathLike[str]) -> None:
        Path(path).write_text(self.html, "utf-8")

    def _repr_html_(self) -> str:
        return IFRAME.format(escape(self.html))


def explorer(
    disks: int = USUAL_DISKS,
    *,
    by: Any = None,
    paths: Iterable[tuple[str, str]] = (),
    words: Iterable[Sequence[str]] = (),
    progress: Progress = no_progress,
) -> Page:
    """The page of some machines, by name or as values; by default of all automata.

    `by` is a machine, as `find` takes one, or a list of them. Solvers move towers of 0 .. `disks`
    disks. Besides the usual runs there are the `paths` of pathfinders between pairs of
    configurations, and the `words` that are read. Raises `BadInput` and what `find` raises.
    """
    scope = scope_of(disks, paths, words)
    return Page(page_of(machines_of(by), scope, progress=progress))


def machines_of(by: Any) -> list[Machine]:
    """The machines that a caller names; all automata for None."""
    named = automata.names() if by is None else by if isinstance(by, list | tuple) else [by]
    if not named:
        raise BadInput("no machine to show: name at least one, or leave `by` out for all automata")
    return [find(one) for one in named]


def page_of(
    machines: Sequence[Machine],
    scope: Scope,
    *,
    progress: Progress = no_progress,
    reported: Callable[[Report], object] = lambda report: None,
) -> str:
    """The text of the page; `reported` gets what the check of each machine says."""
    from hanoi_fsm.watching.page.contents import contents_of
    from hanoi_fsm.watching.page.inlining import inlined
    from hanoi_fsm.watching.page.programs import programs

    data, sources = contents_of(machines, scope, progress, reported)
    return inlined(PUZZLE if data["puzzle"] else OTHERS, data, programs(sources))
