"""The errors of the puzzle; those for a wrong argument are `BadInput`, hence `ValueError`."""

from hanoi_fsm.fsm.errors import BadAction, BadInput, HanoiError


class BadDisks(BadInput):
    """A number of disks that is negative, or too large for memory, a picture or a search."""


class BadPeg(BadInput):
    """A peg that is not 0, 1 or 2, or a task whose two pegs are the same."""


class BadStep(BadInput):
    """A step that the solution does not have."""


class BadConfiguration(BadInput):
    """Not a configuration, a disk that it does not have, or two of different sizes."""


class IllegalMove(BadAction, ValueError):
    """A move that the rules of the puzzle forbid."""


class NotOnPath(HanoiError, ValueError):
    """A configuration that is not on the optimal path; `disk` is the largest one off the path."""

    def __init__(self, message: str, disk: int) -> None:
        self.disk = disk
        super().__init__(message)
