"""A task: a number of disks, the peg that they are on, and the peg that they must go to."""

from __future__ import annotations

from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.errors import BadPeg
from hanoi_fsm.hanoi.pegs.configuration import Configuration
from hanoi_fsm.hanoi.pegs.rules import check_disks, check_peg, third


class Task:
    """Move a tower of `disks` from the peg `source` to the peg `target`; an immutable value.

    Raises `BadDisks` for a negative number of disks or one that does not fit into memory, and
    `BadPeg` for a peg that is not 0, 1 or 2 and for a source that is the target.

    >>> task = Task(3)
    >>> print(task)
    3 disks from 0 to 2
    >>> task.spare, task.last_step, task.start, task.goal
    (1, 7, Configuration('000'), Configuration('222'))
    """

    # Not a dataclass, which would be most of what `hanoi-fsm at` has to import.
    __slots__ = __match_args__ = ("disks", "source", "target")

    disks: int
    source: int
    target: int

    def __init__(self, disks: int, source: int = 0, target: int = 2) -> None:
        object.__setattr__(self, "disks", check_disks(disks))
        object.__setattr__(self, "source", check_peg(source))
        object.__setattr__(self, "target", check_peg(target))
        if self.source == self.target:
            raise BadPeg(f"source and target are both peg {self.source}: give two different pegs")

    @property
    def spare(self) -> int:
        return third(self.source, self.target)

    @property
    def last_step(self) -> int:
        """The number of steps of the solution, 2**disks - 1."""
        return (1 << self.disks) - 1

    @property
    def start(self) -> Configuration:
        return Configuration.tower(self.disks, self.source)

    @property
    def goal(self) -> Configuration:
        return Configuration.tower(self.disks, self.target)

    def _parts(self) -> tuple[int, int, int]:
        return self.disks, self.source, self.target

    def __setattr__(self, name: str, value: object) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to {name!r}: make another Task")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __reduce__(self) -> tuple[type[Task], tuple[int, int, int]]:
        return Task, self._parts()

    def __eq__(self, other: object) -> bool:
        return self._parts() == other._parts() if isinstance(other, Task) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return "Task(disks={}, source={}, target={})".format(*self._parts())

    def __str__(self) -> str:
        return f"{counted(self.disks, 'disk')} from {self.source} to {self.target}"
