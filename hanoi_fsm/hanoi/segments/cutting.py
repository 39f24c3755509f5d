"""How the run of a task is cut: into consecutive segments, or into random windows.

A segment follows from its number alone, so that a million of them take no memory.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.pegs import Task

WINDOW = 10_000
"""The number of moves in a random window; a shorter segment is checked as a whole."""


class Segment(NamedTuple):
    """Consecutive moves: the number of the segment, its first step, and how many moves it has.

    >>> Segment(2, 6, 5).stop
    11
    """

    number: int
    first: int
    length: int

    @property
    def stop(self) -> int:
        """The step after the last one."""
        return self.first + self.length


@dataclass(frozen=True)
class Cut:
    """The run of a `task` in `segments` of nearly equal length, or a `sample` of windows in them.

    There are never more segments than moves. The windows are spread evenly over the segments; where
    each begins in its segment is random and follows from the `seed`. Segments no longer than a
    window are checked as a whole.

    >>> cut = Cut(Task(4), segments=4)
    >>> [cut.segment(number) for number in (1, 4)]
    [Segment(number=1, first=1, length=3), Segment(number=4, first=12, length=4)]
    >>> print(cut)
    all 4 segments of the 2^4 - 1 moves of 4 disks from 0 to 2
    >>> print(Cut(Task(100), sample=3, seed=5))
    3 random windows of 10000 moves (seed 5) of the 2^100 - 1 moves of 100 disks from 0 to 2
    """

    task: Task
    segments: int = 1
    sample: int | None = None
    seed: int = 1

    @cached_property
    def parts(self) -> int:
        """The number of segments, whether they are checked as a whole or in windows."""
        return min(self.segments, max(1, self.task.last_step))

    @cached_property
    def is_whole(self) -> bool:
        """Whether every move of the run is checked."""
        whole = -(-self.task.last_step // self.parts) <= WINDOW
        return self.sample is None or (whole and self.sample >= self.parts)

    @cached_property
    def count(self) -> int:
        """The number of segments or windows to check."""
        return self.parts if self.sample is None or self.is_whole else self.sample

    @cached_property
    def moves(self) -> int:
        """The number of moves in all of them."""
        if self.is_whole:
            return self.task.last_step
        if self.task.last_step // self.parts >= WINDOW:
            return self.count * WINDOW
        return sum(self.segment(number).length for number in range(1, self.count + 1))

    def segment(self, number: int) -> Segment:
        """The segment or window of this `number`, 1 .. `count`."""
        part = (number - 1) * self.parts // self.count
        first, stop = self._bound(part), self._bound(part + 1)
        length = stop - first
        if not self.is_whole and length > WINDOW:
            length = WINDOW
            first = Random(f"{self.seed}/{number}").randrange(first, stop - length + 1)
        return Segment(number, first, length)

    def _bound(self, part: int) -> int:
        return self.task.last_step * part // self.parts + 1

    def name(self, number: int) -> str:
        """A segment or window in words."""
        if self.is_whole:
            return f"segment {number} of {self.count}"
        return f"window {number} of {self.count} (seed {self.seed})"

    @property
    def noun(self) -> str:
        return "segment" if self.is_whole else "window"

    def __str__(self) -> str:
        run = f"the 2^{self.task.disks} - 1 moves of {self.task}"
        if self.is_whole:
            return f"all {self.count} segments of {run}" if self.count > 1 else f"all of {run}"
        windows = f"{counted(self.count, 'random window')} of {counted(WINDOW, 'move')}"
        if self.task.last_step // self.parts < WINDOW:
            windows = f"{self.count} of {counted(self.parts, 'segment')}"
        return f"{windows} (seed {self.seed}) of {run}"
