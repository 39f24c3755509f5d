"""A progress bar for long work: on a terminal only, and on standard error."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from hanoi_fsm.fsm.finding import Progress, no_progress


@contextmanager
def progress_bar(name: str, total: int | None) -> Iterator[Progress]:
    """A function to call with how much of `total` is done; it moves a bar if a person is watching.

    Where nobody can say how much there will be, `total` is None and the bar only counts.
    """
    if not sys.stderr.isatty():
        yield no_progress
        return
    from rich import progress
    from rich.console import Console

    # Lines go above the bar where both are on the terminal; those for a file stay out of its way.
    together, console = sys.stdout.isatty(), Console(stderr=True)
    with progress.Progress(console=console, transient=True, redirect_stdout=together) as bar:
        task = bar.add_task(name, total=total)
        yield lambda done: bar.update(task, completed=done)
