"""The terminal player: a run as a screen that goes on and back at the press of a key.

Keys are read one by one and without echo, while Ctrl-C and Ctrl-Z still send their signals. On
every way out the terminal is left as it was.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from select import select
from time import monotonic

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from hanoi_fsm.watching.playback import Playback
from hanoi_fsm.watching.scene import HEADING, Scene

SENT = {
    "right": "^C",
    "left": "^D",
    "up": "^A ^5~",
    "down": "^B ^6~",
    "home": "^H ^1~ ^7~",
    "end": "^F ^4~ ^8~",
    "faster": "+ =",
    "slower": "-",
    "quit": "q Q \x04",
}
"""What terminals send for a key, where `^` stands for Escape with `[` or `O`."""
KEYS = {sent: key for key, each in SENT.items() for sent in each.split()} | {" ": "play"}
TOKEN = re.compile(r"\x1b[\[O]([0-9;]*[A-Za-z~])|\x1b.|([^\x1b])", re.DOTALL)
UNFINISHED = re.compile(r"\x1b([\[O][0-9;]*)?\Z")

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
"""In less room only a message says so."""
SPEEDS = (0.5, 1, 2, 4, 8, 16, 32, 64)
"""Events per second."""
USUAL_SPEED = 2
SKIPPED = 10
"""The steps of one jump."""
LOOK = 0.2
"""Seconds between two looks at the size of the terminal."""
HELP = "space play  <- -> event  up/down 10 steps  home end  + - speed  q quit"
SHORT_HELP = "space play  left/right  home end  q quit"


def play(playback: Playback) -> bool:
    """Show a run until somebody quits; False where there is no screen, or no keyboard."""
    with ExitStack() as files:
        keyboard = _keyboard(files)
        if keyboard is not None:
            Player(playback, keyboard).run()
    return keyboard is not None


def _keyboard(files: ExitStack) -> int | None:
    """Standard input, or the terminal of the process where that is a file or a pipe."""
    drawn = sys.stdout.isatty() and os.environ.get("TERM", "").lower() not in (
        "",
        "dumb",
        "unknown",
    )
    if not drawn or find_spec("termios") is None:  # as on Windows
        return None
    if sys.stdin is not None and sys.stdin.isatty():
        return sys.stdin.fileno()
    with suppress(OSError):
        return files.enter_context(Path("/dev/tty").open("rb", buffering=0)).fileno()
    return None


@contextmanager
def _screen(keyboard: int) -> Iterator[Live]:
    """The screen while it is drawn on and keys are read one by one."""
    import termios
    import tty

    console = Console(highlight=False, markup=False, emoji=False)
    live = Live(console=console, screen=True, auto_refresh=False, redirect_stdout=False)
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        live.start()
        yield live
    finally:
        with suppress(OSError):  # the terminal may be gone
            live.stop()
        with suppress(termios.error):
            termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)


class Player:
    """What is shown of a run, and whether it goes on by itself."""

    def __init__(self, playback: Playback, keyboard: int) -> None:
        self.playback, self.keyboard, self.unread = playback, keyboard, ""
        self.is_playing, self.is_stopped = False, False
        self.speed, self.due = SPEEDS.index(USUAL_SPEED), 0.0

    def run(self) -> None:
        """Show it until somebody quits, with pauses in which the shell has the terminal."""
        before = signal.signal(signal.SIGTSTP, lambda *_: setattr(self, "is_stopped", True))
        try:
            while self._show():
                os.kill(os.getpid(), signal.SIGSTOP)  # until the shell continues it
                self.is_stopped = False
        finally:
            signal.signal(signal.SIGTSTP, before)

    def _show(self) -> bool:
        """Show it until somebody stops it, or quits: then it is False."""
        with _screen(self.keyboard) as live:
            size, is_stale = None, True
            while not self.is_stopped:
                if size != (size := os.get_terminal_size(sys.stdout.fileno())) or is_stale:
                    self._draw(live, size.columns or 80, size.lines or 24)
                left = self.due - monotonic() if self.is_playing else LOOK
                keys = self._keys(min(LOOK, max(0, left)))
                if "quit" in keys:
                    return False
                for key in keys:
                    self.press(key)
                is_stale = bool(keys)
                if self.is_playing and monotonic() >= self.due:
                    is_stale = True
                    self.is_playing = self.playback.forward() and self.playback.upcoming is not None
                    self.due = max(self.due, monotonic() - 1) + 1 / SPEEDS[self.speed]
        return True

    def _draw(self, live: Live, columns: int, rows: int) -> None:
        live.console.size = columns, rows
        lines = self._lines(columns, rows)[:rows]
        for line in lines:
            line.no_wrap, line.overflow = True, "crop"
        live.update(Group(*lines), refresh=True)

    def _lines(self, columns: int, rows: int) -> list[Text]:
        if columns < LEAST_WIDTH or rows < LEAST_HEIGHT:
            said = f"{columns} x {rows} is too small", f"needed: {LEAST_WIDTH} x {LEAST_HEIGHT}"
            return [*map(Text, said)]
        shown = Scene(self.playback, columns).lines(rows - 1)
        speed = f"{SPEEDS[self.speed]:g}/s" if self.is_playing else "paused"
        room = columns - len(speed) - 1
        keys = (HELP if len(HELP) <= room else SHORT_HELP)[:room]
        below = Text.assemble((keys.ljust(room + 1), HEADING), speed)
        return [*shown, *[Text()] * (rows - 1 - len(shown)), below]

    def _keys(self, seconds: float) -> list[str]:
        """The keys that are pressed within some time, unless some were before."""
        if not select([self.keyboard], [], [], seconds)[0]:
            self.unread = ""  # an Escape that nothing follows
            return []
        read = b""
        with suppress(OSError):  # the terminal is gone
            read = os.read(self.keyboard, 1024)
        text = self.unread + read.decode("utf-8", "replace")
        rest = UNFINISHED.search(text)
        self.unread = rest[0] if rest else ""
        tokens = TOKEN.findall(text.removesuffix(self.unread))
        sent = [f"^{escaped}" if escaped else plain for escaped, plain in tokens]
        return [KEYS[one] for one in sent if one in KEYS] if read else ["quit"]

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
        if key in ("up", "down"):
            playback.skip(SKIPPED if key == "down" else -SKIPPED)
        else:
            {
                "right": playback.forward,
                "left": playback.back,
                "home": playback.home,
                "end": playback.end,
            }[key]()
