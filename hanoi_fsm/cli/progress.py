"""A progress bar for long work: on a terminal only, and on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counting(name: str, total: int | None) -> Iterator[Callable[[int], object]]:
    """Something to tell how much of `total` is done; it shows a bar where a person is watching.

    Where nobody can say how much there will be, `total` is None and the bar only counts.
    """
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=total)
        yield lambda done: bar.update(task, completed=done)


def shifted(told: Callable[[int], object], by: int) -> Callable[[int], object]:
    """Somebody to tell who adds what was done before."""
    return lambda done: told(by + done)
