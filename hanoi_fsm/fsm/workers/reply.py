"""What comes back for a request: numbers, many at a time, and at the end an answer or a failure."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

Reply = Generator[Sequence[int], None, Any]


class Done(NamedTuple):
    """The end of a reply: the answer or a `Failure`, and the numbers that were on their way."""

    value: Any
    left: Sequence[int] = ()


Message = Sequence[int] | Done


def exhausted(reply: Reply) -> Any:
    """What a reply returns, without what it yields."""
    while True:
        try:
            next(reply)
        except StopIteration as end:
            return end.value
