"""Many versions of a machine judged in worker processes, each within a limit of time and memory.

A version that takes too long or ends its process costs only itself.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TypeVar, cast

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.workers import Failure, How, Limits, answers, cores

Version = TypeVar("Version")
Verdict = TypeVar("Verdict")
LIMITS = Limits(seconds=60.0, memory=1 << 30)


def judged(
    judge: Callable[[Version], Verdict],
    versions: Iterable[Version],
    workers: int | None,
    lost: Callable[[str], Verdict],
) -> Iterator[Verdict]:
    """The verdict of `judge` on each version, in order; they are taken as they are needed.

    There are as many workers as cores, or fewer if asked for. Where a worker is lost the verdict is
    that of `lost` on the reason. Raises `BadInput` for what `judge` raises.
    """
    count = min(workers or cores(), cores())
    with closing(answers(judge, versions, count=count, limits=LIMITS)) as found:
        for answer in found:
            if not isinstance(answer, Failure):
                yield cast(Verdict, answer)
            elif answer.how is How.RAISED:
                raise BadInput(str(answer))
            else:
                yield lost(str(answer))
