"""The terminal player: a run as a screen that goes on and back at the press of a key.

Keys are read one by one and without echo, while Ctrl-C still ends it. On every way out the terminal
is left as it was.
"""

import os
import re
import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from select import select
from time import monotonic
from types import ModuleType
from typing import IO, Any

from rich.console import Console, Group
from rich.layout import Layout
from rich.live import Live
from rich.text import Text

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.watching.moments import Moment, moments
from hanoi_fsm.watching.scene import SOFT, looks_of, scene

KEPT, MOST_PRINTED = 4096, 256
"""The moments to which one can go back, at least, and the most that are printed."""
FASTEST, LOOK = 16, 0.5
"""The most events a second, and the seconds between two looks at the size of the terminal."""
KEY = re.compile(r"\x1b[\[O]([CDFH])|([ qQ=+-])")
HELP = "space play   ← → one event   home end   + - speed   q quit"


class Player:
    """A position in a run of a machine, with the inputs and options of its `run`.

    `pace` is how many events a second are played; `looks` has the sign and the colours of states.

    >>> from hanoi_fsm.hanoi import automata
    >>> player = Player(automata.get("monk"), 64, start=10**18)
    >>> player.forward(), player.now.step, player.back(), player.now.step
    (True, 1000000000000000000, None, 999999999999999999)
    """

    def __init__(self, machine: Machine, *inputs: Any, **options: Any) -> None:
        run = machine.run(*inputs, **options)
        self.machine, self.course = machine, machine.course(*inputs, **options)
        self._source = moments(machine, self.course, run)
        self._kept, self._at = [next(self._source)], 0
        self.pace, self.looks = 2, looks_of(machine.automaton)

    @property
    def now(self) -> Moment:
        return self._kept[self._at]

    @property
    def before(self) -> Moment | None:
        """The moment before this one, if it is kept."""
        return self._kept[self._at - 1] if self._at else None

    @property
    def upcoming(self) -> Moment | None:
        """The moment after this one, None at the end of the run."""
        self._fill(self._at + 2)
        return next(iter(self._kept[self._at + 1 :]), None)

    def _fill(self, most: int) -> None:
        self._kept += islice(self._source, max(0, most - len(self._kept)))

    def around(self, count: int) -> tuple[Sequence[Moment], int]:
        """At most `count` moments after an event around this one, and how many are not later."""
        first = max(1, self._at + 1 - count // 2)
        self._fill(first + count)
        first = max(1, min(first, len(self._kept) - count))
        return self._kept[first : first + count], self._at + 1 - first

    def forward(self) -> bool:
        """Go on by one event; False at the end of the run."""
        if self.upcoming is None:
            return False
        self._at += 1
        if self._at == 2 * KEPT:
            del self._kept[:KEPT]
            self._at -= KEPT
        return True

    def back(self) -> None:
        """Go back by one event, unless this is the first moment that is kept."""
        self._at = max(0, self._at - 1)

    def press(self, key: str) -> None:
        """Do what a key of `KEY` stands for."""
        if key == "C":
            self.forward()
        elif key == "D":
            self.back()
        elif key == "H":
            self._at = 0
        elif key == "F":
            deque(islice(iter(self.forward, False), KEPT), maxlen=0)
        elif key in "=+-":
            self.pace = max(1, self.pace // 2) if key == "-" else min(2 * self.pace, FASTEST)


def printed(player: Player, columns: int) -> Iterator[str]:
    """The moments from where a player is, as lines; raises `BadInput` after many events."""
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
        import termios  # which Windows lacks

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
    """While it holds, keys are read one by one, and nothing stops the process for a while."""
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
