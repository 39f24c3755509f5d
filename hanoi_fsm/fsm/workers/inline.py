"""The same work in this process, where processes cannot be forked, as on Windows.

A user's code is interrupted by `TimeLimit` then: in the main thread and in Python only. It has no
limit on memory, and may end or disturb the process that judges it.
"""

from types import GeneratorType
from typing import Any, Self

from hanoi_fsm.fsm.exception_origin import spot
from hanoi_fsm.fsm.time_limit import OutOfTime, TimeLimit
from hanoi_fsm.fsm.workers.child import Work, described
from hanoi_fsm.fsm.workers.failure import Failure, How, Limits
from hanoi_fsm.fsm.workers.reply import Reply, exhausted


class Inline:
    """The interface of a `Worker` without a process."""

    alive = True

    def __init__(self, work: Work, limits: Limits | None = None) -> None:
        self.work, self.limits = work, limits or Limits()
        self.limit = TimeLimit(self.limits.seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """Nothing is to be ended."""

    def answer(self, request: Any) -> Any:
        return exhausted(self.ask(request))

    def ask(self, request: Any) -> Reply:
        """What `Worker.ask` does; a Ctrl-C goes through."""
        try:
            with self.limit.ticking():
                with self.limit:
                    result = self.work(request)
                if not isinstance(result, GeneratorType):
                    return result
                while True:
                    try:
                        with self.limit:
                            number = next(result)
                    except StopIteration as end:
                        return end.value
                    yield (number,)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except OutOfTime as error:
            return Failure(How.TIME, f"no answer in {self.limits.time}", *spot(error))
        except BaseException as error:
            return described(error)
