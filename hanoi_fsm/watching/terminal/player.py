"""The terminal player: a run as a screen that goes on and back at the press of a key."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from hanoi_fsm.watching.playback import Playback
from hanoi_fsm.watching.terminal.display import Terminal
from hanoi_fsm.watching.terminal.scene import (
    HEADING,
    LEAST_HEIGHT,
    LEAST_WIDTH,
    Line,
    Piece,
    View,
    plain_text,
    scene,
)

SPEEDS = (0.5, 1, 2, 4, 8, 16, 32, 64)
"""Events per second."""
USUAL_SPEED = 2
SKIPPED = 10
"""The steps of one jump."""
LOOK = 0.2
"""Seconds between two looks at the size of the terminal."""
KEYS = "space play  <- -> event  up/down 10 steps  home end  + - speed  q quit"
FEW_KEYS = "space play  left/right  home end  q quit"


class Player:
    """What is shown of a run, and whether it goes on by itself."""

    def __init__(self, playback: Playback, terminal: Terminal) -> None:
        self.playback, self.terminal = playback, terminal
        self.is_playing = False
        self.speed = SPEEDS.index(USUAL_SPEED)
        self.due = 0.0

    def run(self) -> None:
        """Show it until somebody quits."""
        size = (0, 0)
        is_stale = True
        while True:
            if is_stale or self.terminal.is_stale or self.terminal.size() != size:
                size = self.terminal.size()
                self.terminal.draw(list(self.lines(*size)))
            left = self.due - monotonic() if self.is_playing else LOOK
            keys = self.terminal.keys(min(LOOK, left))
            if "quit" in keys:
                return
            for key in keys:
                self.press(key)
            is_stale = bool(keys)
            if self.is_playing and monotonic() >= self.due:
                is_stale = True
                self.is_playing = self.playback.forward() and self.playback.upcoming is not None
                self.due = max(self.due, monotonic() - 1) + 1 / SPEEDS[self.speed]

    def press(self, key: str) -> None:
        """Do what a key asks for."""
        playback = self.playback
        if key in ("play", "faster", "slower"):
            by = {"faster": 1, "slower": -1}.get(key, 0)
            self.speed = min(max(0, self.speed + by), len(SPEEDS) - 1)
            self.is_playing ^= key == "play"
            self.due = monotonic() + 1 / SPEEDS[self.speed]
            return
        self.is_playing = False
        if key == "right":
            playback.forward()
        elif key == "left":
            playback.back()
        elif key == "home":
            playback.home()
        elif key == "end":
            playback.end()
        else:
            playback.skip(SKIPPED if key == "down" else -SKIPPED)

    def lines(self, columns: int, rows: int) -> Iterator[Line]:
        """The screen, at most so large."""
        if columns < LEAST_WIDTH or rows < LEAST_HEIGHT:
            yield (Piece(f"{columns} x {rows} is too small"[:columns]),)
            yield (Piece(f"needed: {LEAST_WIDTH} x {LEAST_HEIGHT}"[:columns]),)
            return
        playback = self.playback
        view = View(playback.machine, playback.course, columns, rows - 1)
        shown = scene(view, playback.frame, playback.upcoming, playback.from_start)
        yield from shown
        yield from [()] * (rows - 1 - len(shown))
        speed = f"{SPEEDS[self.speed]:g}/s" if self.is_playing else "paused"
        keys = KEYS if len(KEYS) + 1 + len(speed) <= columns else FEW_KEYS
        room = columns - len(speed) - 1
        yield Piece(keys[:room].ljust(room + 1), HEADING), Piece(speed)


def printed(playback: Playback, columns: int) -> Iterator[str]:
    """The frames from where a playback is as lines of text."""
    view = View(playback.machine, playback.course, columns)
    while True:
        for line in scene(view, playback.frame, playback.upcoming, playback.from_start):
            yield plain_text(line)
        if not playback.forward():
            return
        yield "-" * columns
