"""Every way in which the puzzle can be asked for something that it does not have."""

from __future__ import annotations

from hanoi_fsm.fsm.errors import BadInput, HanoiError


class BadDisks(BadInput):
    """A number of disks that is negative, or more than this machine can hold."""


class BadPeg(BadInput):
    """A peg that is not 0, 1 or 2, or a task whose two pegs are the same."""


class BadStep(BadInput):
    """A step that the solution does not have."""


class BadConfiguration(BadInput):
    """Digits that are not a configuration."""


class IllegalMove(HanoiError, ValueError):
    """A move that the rules of the puzzle forbid."""


class NotOnPath(HanoiError, ValueError):
    """A configuration that the solution never stands in; `disk` is the one that shows it."""

    def __init__(self, message: str, disk: int) -> None:
        self.disk = disk
        super().__init__(message)
