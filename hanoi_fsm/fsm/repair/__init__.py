"""What single edits do to an automaton: mutants, which checks must notice, and repairs."""

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from hanoi_fsm.fsm.isolate import Limits, cores, spread

Item = TypeVar("Item")
LIMITS = Limits(seconds=60.0)
TOGETHER = 16
"""How many versions go to one child: to start it costs as much as to judge a few of them."""


def judged(
    judge: Callable[[Item], Any], edits: Iterable[Item], workers: int | None
) -> Generator[tuple[Item, Any]]:
    """Each of the edits, taken as they are needed, with its verdict by `judge`: a value of JSON.

    As many children as cores judge them, or fewer if asked for. A version that takes too long or
    ends its process costs only itself: its verdict is a `Failure`.
    """
    return spread(judge, edits, LIMITS, min(workers or cores(), cores()), TOGETHER)
