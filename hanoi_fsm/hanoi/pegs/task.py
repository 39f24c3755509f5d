"""A task: a number of disks, the peg that they are on, and the peg that they must go to."""

from dataclasses import dataclass

from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.errors import BadPeg
from hanoi_fsm.hanoi.pegs.configuration import Configuration
from hanoi_fsm.hanoi.pegs.rules import check_disks, check_peg, third


@dataclass(frozen=True, slots=True)
class Task:
    """Move a tower of `disks` from the peg `source` to the peg `target`.

    Raises `BadDisks` for a negative number of disks or one that does not fit into memory, and
    `BadPeg` for a peg that is not 0, 1 or 2 and for a source that is the target.

    >>> task = Task(3)
    >>> print(task)
    3 disks from 0 to 2
    >>> task.spare, task.last_step, task.start, task.goal
    (1, 7, Configuration('000'), Configuration('222'))
    """

    disks: int
    source: int = 0
    target: int = 2

    def __post_init__(self) -> None:
        object.__setattr__(self, "disks", check_disks(self.disks))
        object.__setattr__(self, "source", check_peg(self.source))
        object.__setattr__(self, "target", check_peg(self.target))
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

    def __str__(self) -> str:
        return f"{counted(self.disks, 'disk')} from {self.source} to {self.target}"
