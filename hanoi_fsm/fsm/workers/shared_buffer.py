"""The numbers that a process has made and not sent yet, in memory that it shares with its parent.

Sending each number by itself would be slow, and what waits to be sent would be lost with a process
that is killed or crashes. One process writes, the other reads at any time.
"""

from mmap import mmap

MOST = 1000
"""So many numbers are sent at once."""

_SENT, _COUNT, _FIRST = 0, 1, 2  # cells: how many are sent, how many follow, the first of them


class SharedBuffer:
    """At most 1,000 numbers of 64 bits, which follow those that were sent."""

    def __init__(self) -> None:
        self.cells = memoryview(mmap(-1, 8 * (_FIRST + MOST))).cast("q")
        self.count = 0  # the writer's own

    def add(self, number: int) -> bool:
        """Keep a number; whether there is no room for another."""
        self.cells[_FIRST + self.count] = number
        self.count += 1
        self.cells[_COUNT] = self.count
        return self.count == MOST

    def data(self) -> bytes:
        """How many were sent before, and the numbers, as they are sent."""
        return self.cells[:1].tobytes() + self.cells[_FIRST : _FIRST + self.count].tobytes()

    def clear(self) -> None:
        """Begin anew after the numbers were sent. The reader relies on this order."""
        self.cells[_COUNT] = 0
        self.cells[_SENT] += self.count
        self.count = 0

    @property
    def end(self) -> int:
        """How many numbers were made, sent ones and others."""
        return self.cells[_SENT] + self.cells[_COUNT]

    def after(self, got: int, end: int) -> list[int]:
        """The numbers behind the first `got`, up to the first `end`, as far as they are here."""
        sent = self.cells[_SENT]
        first, last = got - sent, min(end - sent, self.cells[_COUNT])
        if not 0 <= first < last <= MOST:
            return []
        numbers = self.cells[_FIRST + first : _FIRST + last].tolist()
        return numbers if self.cells[_SENT] == sent else []  # or they were replaced meanwhile
