"""One HTML page to see machines think, which loads nothing.

Python checks, draws and translates the machines. The page runs them, and computes what it shows
of the puzzle itself.
"""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.files import write
from hanoi_fsm.fsm.finding import Progress, Report, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.resolver import find

PUZZLE, OTHERS = "The Towers of Hanoi as automata", "Automata at work"
"""The heading of the page, and of a page whose machines have nothing to do with the puzzle."""

CHART = "storeys-2-nested"
"""The chart among the machines of a page of all automata, for its tour."""

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

    def save(self, path: str | Path) -> None:
        """Write it into a file; `FileError` if that cannot be written."""
        write(self.html, path)

    def _repr_html_(self) -> str:
        return IFRAME.format(escape(self.html))


@checked
def page(by: object = None, *, progress: Progress = no_progress) -> Page:
    """The page of some machines, by name or as values; by default of all automata.

    `by` is a machine, as `find` takes one, or a list of them. Raises `BadInput` and what `find`
    raises.
    """
    return Page(page_of(machines_of(by), progress=progress))


def machines_of(by: object) -> list[Machine]:
    """The machines that a caller names, each once; all automata for None."""
    named = [*automata.names(), CHART] if by is None else by
    if not isinstance(named, list | tuple):
        named = [named]
    if not named:
        raise BadInput("no machine to show: name at least one, or leave `by` out for all automata")
    return [*{machine.shown: machine for machine in map(find, named)}.values()]


def page_of(
    machines: Sequence[Machine],
    *,
    progress: Progress = no_progress,
    reported: Callable[[Report], object] = lambda report: None,
) -> str:
    """The text of the page; `reported` gets what is found of each machine that is not right."""
    from hanoi_fsm.watching.page.contents import contents_of
    from hanoi_fsm.watching.page.inlining import inlined
    from hanoi_fsm.watching.page.running import programs

    data, sources = contents_of(machines, progress, reported)
    return inlined(PUZZLE if data["puzzle"] else OTHERS, data, programs(sources))
