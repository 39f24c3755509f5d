"""The terminal player: a run on a screen that steps forward and back at the press of a key.

Keys are read one by one and without echo, while Ctrl-C still ends it. However it ends, the terminal
is restored.
"""

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from time import monotonic
from types import ModuleType
from typing import IO

from rich.console import Console, Group
from rich.layout import Layout
from rich.live import Live
from rich.text import Text

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.watching.moments import Player
from hanoi_fsm.watching.scene import SOFT, scene

MOST_PRINTED, LOOK = 256, 0.5
"""The most moments that are printed, and the seconds between checks of the terminal's size."""
KEY = re.compile(r"\x1b[\[O]([CDFH])|([ qQ=+-])")
HELP = "space play   ← → one event   home end   + - speed   q quit"


def printed(player: Player, columns: int) -> Iterator[str]:
    """Yield the moments from the player's position on as lines; raise `BadInput` after many."""
    for _ in range(MOST_PRINTED):
        for line in scene(player, columns):
            yield line.plain.rstrip()
        if not player.forward():
            return
        yield "-" * columns
    goes_on = f"the run goes on after {MOST_PRINTED} events"
    raise BadInput(f"{goes_on}: play it on a terminal, or use `trace`")


def play(player: Player) -> bool:
    """Show a run until somebody quits; False without a screen or a keyboard."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not sys.stdout.isatty() or console.is_dumb_terminal:
        return False
    try:
        import termios  # Windows lacks it

        keyboard = Path("/dev/tty").open("rb", buffering=0)  # noqa: SIM115  # it is closed below
    except (ImportError, OSError):
        return False
    with (
        keyboard,
        _unechoed(keyboard, termios),
        Live(console=console, screen=True, auto_refresh=False, redirect_stdout=False) as live,
    ):
        _show(player, live, keyboard)
    return True


@contextmanager
def _unechoed(keyboard: IO[bytes], termios: ModuleType) -> Iterator[None]:
    """Read keys one by one in this context, and let nothing suspend the process."""
    import tty

    before = termios.tcgetattr(keyboard)
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        tty.setcbreak(keyboard.fileno())
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)


def _show(player: Player, live: Live, keyboard: IO[bytes]) -> None:
    screen, is_playing, drawn, due = Layout(), False, None, 0.0
    screen.split_column(stage := Layout(), foot := Layout(size=1))
    while True:
        width, height = live.console.size
        shown = width, height, player.now.frame.number, player.pace, is_playing
        if shown != drawn:
            stage.update(Group(*scene(player, width, height - 1)))
            foot.update(Text(f"{HELP}   {'playing' if is_playing else 'paused'}", SOFT))
            live.update(screen, refresh=True)
            drawn = shown
        wait = min(LOOK, max(0.0, due - monotonic())) if is_playing else LOOK
        if not select([keyboard], [], [], wait)[0]:
            if is_playing and monotonic() >= due:
                is_playing, due = player.forward(), monotonic() + 1 / player.pace
            continue
        read = os.read(keyboard.fileno(), 1024)
        for match in KEY.finditer(read.decode("utf-8", "replace")):
            key = match[1] or match[2]
            if key in "qQ":
                return
            player.press(key)
            if key not in "=+-":
                is_playing, due = key == " " and not is_playing, 0.0
        if not read:  # the terminal is gone
            return
