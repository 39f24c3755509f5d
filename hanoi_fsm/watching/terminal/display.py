"""A terminal as a screen and a keyboard; on every way out it is left as it was.

Keys are read one by one and without echo, while Ctrl-C and Ctrl-Z still send their signals.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from hanoi_fsm.watching.terminal.scene import Line

TOKEN = re.compile(rb"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|\x1b.|[^\x1b]", re.DOTALL)
UNFINISHED = re.compile(rb"\x1b(\[[0-9;]*|O)?\Z")
KEYS = {
    b" ": "play",
    b"\x1b[C": "right",
    b"\x1bOC": "right",
    b"\x1b[D": "left",
    b"\x1bOD": "left",
    b"\x1b[A": "up",
    b"\x1bOA": "up",
    b"\x1b[B": "down",
    b"\x1bOB": "down",
    b"\x1b[5~": "up",
    b"\x1b[6~": "down",
    b"\x1b[H": "home",
    b"\x1bOH": "home",
    b"\x1b[1~": "home",
    b"\x1b[7~": "home",
    b"\x1b[F": "end",
    b"\x1bOF": "end",
    b"\x1b[4~": "end",
    b"\x1b[8~": "end",
    b"+": "faster",
    b"=": "faster",
    b"-": "slower",
    b"q": "quit",
    b"Q": "quit",
    b"\x04": "quit",
}
"""What terminals send for a key, by the key's name here."""

ENTER, LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
"""To the alternate screen without a cursor, and back."""


def is_usable() -> bool:
    """Whether standard output is a terminal on which lines can be drawn again."""
    return sys.stdout.isatty() and os.environ.get("TERM", "").lower() not in ("", "dumb", "unknown")


class Terminal:
    """A screen that is drawn as a whole, and the keys that were pressed."""

    def __init__(self, console: Console, keyboard: int) -> None:
        self._console, self._keyboard = console, keyboard
        self._unread = b""
        self.is_stale = True  # whether something else may have drawn on it

    def size(self) -> tuple[int, int]:
        """Its columns and lines now."""
        size = os.get_terminal_size(sys.stdout.fileno())
        return size.columns or 80, size.lines or 24

    def draw(self, lines: Sequence[Line]) -> None:
        """Show these lines, from the top, and nothing else; what is too wide is not shown."""
        from rich.text import Text

        self.is_stale = False
        columns, rows = self.size()
        self._console.width = columns
        with self._console.capture() as drawn:
            for line in lines[:rows]:
                text = Text.assemble(*line, no_wrap=True, overflow="crop", end="\n")
                self._console.print(text, crop=True)
        shown = drawn.get().rstrip("\n").replace("\n", "\x1b[K\n")
        _write(f"\x1b[H{shown}\x1b[K\x1b[J")

    def keys(self, seconds: float) -> list[str]:
        """The names of the keys that are pressed within some time, unless some were before."""
        if not select([self._keyboard], [], [], max(0.0, seconds))[0]:
            self._unread = b""  # an Escape that nothing follows
            return []
        try:
            read = os.read(self._keyboard, 1024)
        except OSError:  # the terminal is gone
            read = b""
        if not read:
            return ["quit"]
        read = self._unread + read
        rest = UNFINISHED.search(read)
        self._unread = rest[0] if rest else b""
        tokens = TOKEN.findall(read[: len(read) - len(self._unread)])
        return [KEYS[token] for token in tokens if token in KEYS]


@contextmanager
def terminal() -> Iterator[Terminal | None]:
    """The terminal of this process while it shows a screen; None if it has no keyboard."""
    with _keyboard() as keyboard:
        if keyboard is None:
            yield None
            return
        import termios
        import tty

        from rich.console import Console

        console = Console(highlight=False, markup=False, emoji=False, legacy_windows=False)
        found = Terminal(console, keyboard)
        before = termios.tcgetattr(keyboard)

        def enter() -> None:
            tty.setcbreak(keyboard)
            _write(ENTER)
            found.is_stale = True

        def leave() -> None:
            with suppress(OSError):  # it may be gone
                _write(LEAVE)
            with suppress(termios.error):
                termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)

        def stop(*of_the_signal: Any) -> None:
            leave()
            os.kill(os.getpid(), signal.SIGSTOP)  # until the shell continues it
            enter()

        stopped_by = signal.signal(signal.SIGTSTP, stop)
        try:
            enter()
            yield found
        finally:
            leave()
            signal.signal(signal.SIGTSTP, stopped_by)


@contextmanager
def _keyboard() -> Iterator[int | None]:
    """Standard input, or the terminal of the process where that is a file or a pipe.

    None where no key can be read one by one, as on Windows.
    """
    if not _can_read_keys():
        yield None
    elif sys.stdin is not None and sys.stdin.isatty():
        yield sys.stdin.fileno()
    elif (opened := _controlling_terminal()) is None:
        yield None
    else:
        with opened:
            yield opened.fileno()


def _can_read_keys() -> bool:
    try:
        import termios  # noqa: F401  # it is asked only whether it is there
    except ImportError:
        return False
    return True


def _controlling_terminal() -> IO[bytes] | None:
    try:
        return Path("/dev/tty").open("rb", buffering=0)
    except OSError:
        return None


def _write(text: str) -> None:
    """Write to the terminal itself: a signal may come in the middle, and its handler writes too."""
    rest = text.encode(sys.stdout.encoding, "replace")
    while rest:
        rest = rest[os.write(sys.stdout.fileno(), rest) :]
