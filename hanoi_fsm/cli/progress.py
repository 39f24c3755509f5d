"""A progress bar for long work: on a terminal only, and on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hanoi_fsm.cli.streams import standard_error, standard_output
from hanoi_fsm.fsm.finding import Progress, no_progress

if TYPE_CHECKING:
    from rich.progress import ProgressColumn


@contextmanager
def progress_bar(name: str, total: int | None, unit: str = "") -> Iterator[Progress]:
    """A function to call with how much of `total` is done; it moves a bar if a person is watching.

    Where the total is unknown, it is None and the bar only counts. With a
    `unit` it also shows how many of these are done per second.
    """
    watched = standard_error()
    if watched is None or watched.closed or not watched.isatty():  # a file may have closed it
        yield no_progress
        return
    from rich import progress
    from rich.console import Console

    # Lines go above the bar where both are on the terminal; those for a file stay out of its way.
    together, console = standard_output().isatty(), Console(file=standard_error())
    columns = [*progress.Progress.get_default_columns()]
    if unit:
        columns.insert(-1, _rate(unit))
    with progress.Progress(
        *columns, console=console, transient=True, redirect_stdout=together
    ) as bar:
        task = bar.add_task(name, total=total)
        yield lambda done: bar.update(task, completed=done)


def _rate(unit: str) -> "ProgressColumn":
    """A column such as `1.2M moves/s`, empty until that is known."""
    from rich.filesize import pick_unit_and_suffix
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            if speed is None:
                return Text("")
            size, suffix = pick_unit_and_suffix(int(speed), ["", "k", "M", "G", "T"], 1000)
            return Text(f"{speed / size:.1f}{suffix} {unit}/s")

    return Rate()
