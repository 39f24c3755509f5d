"""Any moment of a run: forwards as the machine goes, backwards to exactly the same moments.

The latest frames are kept. What lies before them is run again: a solver from a few steps before, as
it can take over at any step, and any other machine from its beginning. So the run of a tower of 64
disks can be entered at any step, and read from there in both directions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.watching.courses import course_of
from hanoi_fsm.watching.frames import Frame, frames

KEPT = 2048
"""Frames that are kept at least when more follow."""
BEFORE = 32
"""A solver takes over this many steps before the one that is looked for."""
AT_ONCE = 4096
"""The most frames that one call goes through; with fewer steps no solver skips any of them."""


class Playback:
    """A position in a run of a machine; the inputs and options are those of its `run`.

    `frame` is the moment, and `upcoming` the one after it, None at the end. `from_start` says
    whether numbers and counts of frames are those of the whole run.

    >>> from hanoi_fsm.hanoi import automata
    >>> playback = Playback(automata.get("monk"), 64)
    >>> playback.go_to(10**18)
    >>> playback.frame.step, playback.back(), playback.frame.step
    (1000000000000000000, True, 999999999999999999)
    """

    def __init__(self, machine: Machine, *inputs: Any, **options: Any) -> None:
        self.machine, self._inputs = machine, inputs
        self.can_resume = "start" in machine.kind.options
        self._options = dict(options)
        first = self._options.pop("start", 1) if self.can_resume else 1
        self._begin(self._frames(first), first)
        self.course = course_of(machine, *inputs, **options)

    @property
    def frame(self) -> Frame:
        return self._kept[self._at]

    @property
    def upcoming(self) -> Frame | None:
        if self._at + 1 == len(self._kept):
            found = next(self._source, None)
            if found is None:
                return None
            self._kept.append(found)
        return self._kept[self._at + 1]

    @property
    def is_first(self) -> bool:
        return self.from_start and self.frame.number == 0

    def forward(self) -> bool:
        """Go on by one event; False at the end of the run."""
        if self.upcoming is None:
            return False
        self._at += 1
        if self._at >= 2 * KEPT:
            del self._kept[:KEPT]
            self._at -= KEPT
        return True

    def back(self) -> bool:
        """Go back by one event; False at the beginning of the run."""
        if self._at == 0 and not self.is_first:
            self._rewind()
        if self._at == 0:
            return False
        self._at -= 1
        return True

    def home(self) -> None:
        """Go to the first frame of the run."""
        if self._kept[0].number or not self.from_start:
            self._enter(1)
        self._at = 0

    def end(self) -> None:
        """Go to the last frame of the run, or on by as many as one call goes through."""
        last = self.course.length
        if self.can_resume and last is not None and last - self.frame.step > AT_ONCE:
            self.go_to(last)
        for _ in range(AT_ONCE):
            if not self.forward():
                return

    def skip(self, steps: int) -> None:
        """Go on by some steps, or back if they are less than 0, as far as there are any."""
        wanted = max(0, self.frame.step + steps)
        if self.course.length is not None:
            wanted = min(wanted, max(self.course.length, self.frame.step))
        self.go_to(wanted)

    def go_to(self, step: int) -> None:
        """Go to the first moment after a step; at most to the end of the run."""
        if self.can_resume and abs(step - self.frame.step) > AT_ONCE:
            self._enter(max(1, step - BEFORE))
        while self.frame.step >= step and self.back():
            pass
        for _ in range(AT_ONCE):
            if self.frame.step >= step or not self.forward():
                return

    def _enter(self, step: int) -> None:
        try:
            source = self._frames(step)
        except BadInput:  # a drawing may have renamed the state to resume in
            self.can_resume, step = False, 1
            source = self._frames(1)
        self._begin(source, step)

    def _begin(self, source: Iterator[Frame], step: int) -> None:
        self._source, self.from_start = source, step == 1
        self._kept, self._at = [next(source)], 0

    def _frames(self, step: int) -> Iterator[Frame]:
        window = {"start": step} if step > 1 else {}
        return frames(self.machine, *self._inputs, **(self._options | window))

    def _rewind(self) -> None:
        """Have the frames before the first of those that are kept."""
        wanted = self._kept[0]
        step = max(1, wanted.step - BEFORE) if self.can_resume else 1
        by_number = self.from_start and step == 1
        source, found = self._frames(step), deque[Frame](maxlen=KEPT)
        for frame in source:
            found.append(frame)
            if frame.number == wanted.number if by_number else _is_same(frame, wanted):
                self._source, self.from_start = source, step == 1
                self._kept, self._at = list(found), len(found) - 1
                return
            if frame.step > wanted.step:
                return


def _is_same(one: Frame, other: Frame) -> bool:
    """Whether two frames show the same moment, however many events were counted before it."""
    return (
        (one.step, one.state) == (other.step, other.state)
        and one.configuration == other.configuration
        and one.contents == other.contents
    )
