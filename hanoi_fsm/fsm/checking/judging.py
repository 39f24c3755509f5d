"""Many versions of a machine judged in worker processes, each within a limit of time and memory.

A version that takes too long or ends its process costs only itself.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TypeVar, cast

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.workers import Failure, How, Limits, answers, cores

Item = TypeVar("Item")
Version = TypeVar("Version")
Verdict = TypeVar("Verdict")
LIMITS = Limits(seconds=60.0, memory=1 << 30)


def judged(
    judge: Callable[[Version], Verdict],
    items: Iterable[Item],
    version: Callable[[Item], Version],
    workers: int | None,
) -> Generator[tuple[Item, Verdict | Failure]]:
    """Each of the items, taken as they are needed, with the verdict of `judge` on its `version`.

    A version is sent to one of the workers, as many as cores, or fewer if asked for. Where a worker
    is lost the verdict is a `Failure` that says why. Raises `BadInput` for what `judge` raises.
    """
    taken: deque[Item] = deque()

    def versions() -> Iterator[Version]:
        for item in items:
            taken.append(item)
            yield version(item)

    count = min(workers or cores(), cores())
    with closing(answers(judge, versions(), count=count, limits=LIMITS)) as found:
        for answer in found:
            if isinstance(answer, Failure) and answer.how is How.RAISED:
                raise BadInput(str(answer))
            yield taken.popleft(), cast("Verdict | Failure", answer)
