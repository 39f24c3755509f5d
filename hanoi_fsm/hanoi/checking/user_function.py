"""A user's function, and how it is called for a task.

It takes the number of disks, and perhaps the pegs `source` and `target` too; a third peg beside
these, as in many textbooks, is the one that is neither of them.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from hanoi_fsm.fsm.errors import printable, shortened
from hanoi_fsm.fsm.time_limit import OutOfTime, TimeLimit
from hanoi_fsm.hanoi.pegs import PAIRS, Task

SPARE = ("spare", "auxiliary", "aux", "via", "helper", "middle", "temp", "other", "third")
"""How a parameter for the third peg may be called."""


@dataclass(frozen=True)
class UserFunction:
    """What a user gives as a solver, whether it can be called or not."""

    value: object

    @property
    def name(self) -> str:
        return printable(str(getattr(self.value, "__qualname__", "") or shortened(self.value)))

    @property
    def takes_pegs(self) -> bool:
        """Whether it has parameters `source` and `target`."""
        return {"source", "target"} <= self._parameters().keys()

    @property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """The pegs that it can move a tower between."""
        return PAIRS if self.takes_pegs else PAIRS[:1]

    def call(self, task: Task) -> object:
        """What it returns for a task; raises whatever it does."""
        __tracebackhide__ = True
        function = cast(Callable[..., object], self.value)
        if not self.takes_pegs:
            return function(task.disks)
        pegs = {"source": task.source, "target": task.target}
        pegs |= {name: task.spare for name in SPARE if name in self._parameters()}
        by_place = [
            pegs.pop(name)
            for name, parameter in self._parameters().items()
            if parameter.kind is inspect.Parameter.POSITIONAL_ONLY and name in pegs
        ]
        return function(task.disks, *by_place, **pegs)

    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        try:
            return inspect.signature(cast(Callable[..., object], self.value)).parameters
        except Exception:  # nothing that can be called, a builtin, or a user's own `__signature__`
            return {}

    def exception(self, task: Task, step: int, seconds: float | None) -> BaseException | None:
        """The exception that it raises at a step when it is called in this process.

        None where it raises none, or takes longer. A Ctrl-C goes through.
        """
        __tracebackhide__ = True
        limit = TimeLimit(seconds)
        try:
            with limit.ticking():
                with limit:
                    moves = iter(cast(Any, self.call(task)))
                for _ in range(step):
                    with limit:
                        next(moves)
        except KeyboardInterrupt:
            raise
        except (OutOfTime, StopIteration):
            return None
        except BaseException as error:
            return error
        return None
