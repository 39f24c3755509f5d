"""Many versions of a machine judged in child processes, each within a limit of time and memory.

A version that takes too long or ends its process costs only itself.
"""

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.isolate import Failure, How, Limits, cores, spread

Item = TypeVar("Item")
LIMITS = Limits(seconds=60.0)
TOGETHER = 16
"""So many versions go to one child: to start it costs as much as to judge a few of them."""


def judged(
    judge: Callable[[Item], Any], items: Iterable[Item], workers: int | None
) -> Generator[tuple[Item, Any]]:
    """Each of the items, taken as they are needed, with its verdict by `judge`: a value of JSON.

    As many children as cores judge them, or fewer if asked for. Where one is lost the verdict is a
    `Failure` that says why. Raises `BadInput` for what `judge` raises.
    """
    count = min(workers or cores(), cores())
    for item, verdict in spread(judge, items, LIMITS, count, TOGETHER):
        if isinstance(verdict, Failure) and verdict.how is How.RAISED:
            raise BadInput(str(verdict))
        yield item, verdict
