"""The terminal player: a run as a screen that goes on and back at the press of a key.

Keys are read one by one and without echo, while Ctrl-C still ends it. On every way out the terminal
is left as it was.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from select import select
from typing import IO, Any

from rich.console import Console, Group
from rich.layout import Layout
from rich.live import Live
from rich.text import Text

from hanoi_fsm.fsm.errors import BadInput, printable
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import grouped
from hanoi_fsm.fsm.trace import spelt
from hanoi_fsm.hanoi.pegs import PegMatrix
from hanoi_fsm.hanoi.pictures.towers import text_towers
from hanoi_fsm.watching.moments import Moment, course_of, moments

KEPT, MOST_PRINTED = 4096, 256
"""The moments to which one can go back, at least, and the most that are printed."""
PACE = 0.5
"""Seconds between two events, and between two looks at the size of the terminal."""
KEY = re.compile(r"\x1b[\[O][CD]|[ qQ]")
HELP = "space play   left/right event   q quit"

LEFT = 9
"""The columns of the headings."""
MOST_DRAWN = 8
"""The most disks of which the towers are drawn."""
AROUND = 15
"""The symbols of a word that are shown on either side of the next one."""
CONSOLE = Console(color_system=None)
HEADING, NOW, CHANGED, WRONG = "dim", "bold", "bold magenta", "bold red"


class Player:
    """A position in a run of a machine; the inputs and options are those of its `run`.

    >>> from hanoi_fsm.hanoi import automata
    >>> player = Player(automata.get("monk"), 64, start=10**18)
    >>> player.forward(), player.now.step, player.back(), player.now.step
    (True, 1000000000000000000, True, 999999999999999999)
    """

    def __init__(self, machine: Machine, *inputs: Any, **options: Any) -> None:
        run = machine.run(*inputs, **options)
        self.machine, self.course = machine, course_of(machine, *inputs, **options)
        self._source = moments(machine, self.course, run)
        self._kept, self._at = [next(self._source)], 0

    @property
    def now(self) -> Moment:
        return self._kept[self._at]

    @property
    def upcoming(self) -> Moment | None:
        """The moment after this one, None at the end of the run."""
        if self._at + 1 == len(self._kept):
            self._kept += islice(self._source, 1)
        return next(iter(self._kept[self._at + 1 :]), None)

    def forward(self) -> bool:
        """Go on by one event; False at the end of the run."""
        if self.upcoming is None:
            return False
        self._at += 1
        if self._at == 2 * KEPT:
            del self._kept[:KEPT]
            self._at -= KEPT
        return True

    def back(self) -> bool:
        """Go back by one event; False at the first moment that is kept."""
        is_first = self._at == 0
        self._at -= not is_first
        return not is_first

    def lines(self, width: int) -> Iterator[Text]:
        """What there is to see now, with a heading before each thing; no line is wider."""
        room = width - LEFT
        for part in (self._head(), self._pegs(room), self._next(), self._memory()):
            for heading, text in part:
                for number, line in enumerate(text.wrap(CONSOLE, room)):
                    shown = f"{'' if number else heading:{LEFT}}"
                    yield Text.assemble((shown, HEADING), line)

    def _head(self) -> Iterator[tuple[str, Text]]:
        now, course, machine = self.now, self.course, self.machine
        yield "machine", Text(f"{printable(machine.shown)} {course.subject}", NOW)
        final = " (final)" * (now.state in machine.automaton.final)
        length = "" if course.length is None else f" of {course.length}"
        step = f"{now.step}{length}, event {now.frame.number}"
        state = (printable(now.state) + final, NOW)
        yield "state", Text.assemble(state, ("   step ", HEADING), step)
        if course.word is not None:
            yield "word", Text(printable(" ".join(_around(course.word, now.frame.number))))
        record = now.frame.record
        output = None if record is None else record.output
        yield "taken", Text(printable(str(record.transition)) if record else "-")
        yield "output", Text("-") if output is None else Text(printable(str(output)), CHANGED)
        if now.finding is not None:
            yield "WRONG", Text(printable(str(now.finding)), WRONG)
        elif now.stopped:
            yield "STOPPED", Text(printable(now.stopped), WRONG)

    def _pegs(self, room: int) -> Iterator[tuple[str, Text]]:
        """The towers as they are drawn, or the disks on each peg from the bottom to the top."""
        pegs, move = self.now.frame.configuration, self.now.frame.move
        if self.course.start is None:
            return
        if len(pegs) <= MOST_DRAWN and 3 * (2 * len(pegs) + 3) <= room:
            towers = Text("\n".join(text_towers(pegs)))
            if move:
                disk = f"[{str(move.disk).center(2 * move.disk - 1, '=')}]"
                towers.highlight_words([disk], CHANGED)
            yield "pegs", towers
        else:
            for peg, disks in enumerate(str(PegMatrix(pegs)).split(" | ")):
                yield f"peg {peg}", Text(disks)

    def _memory(self) -> Iterator[tuple[str, Text]]:
        """What the memory holds; what the event changed has a star."""
        before = self._kept[max(0, self._at - 1)].contents
        shown = Text()
        for name, value in self.now.contents.items():
            is_new = before.get(name) != value
            shown.append(f"{printable(name)}{'*' * is_new} ", HEADING)
            shown.append(f"{spelt(value)}   ", CHANGED if is_new else "")
        if self.now.contents:
            yield "memory", shown

    def _next(self) -> Iterator[tuple[str, Text]]:
        """The guards that are asked now, and the transitions; the one taken next has a mark."""
        now, upcoming = self.now, self.upcoming
        if now.answers:
            said = "   ".join(f"{name}: {answer}" for name, answer in now.answers.items())
            yield "guards", Text(printable(said))
        taken = upcoming.frame.record.transition if upcoming and upcoming.frame.record else None
        heading = "next"
        for together, label in grouped(self.machine.automaton.leaving(now.state)):
            is_next = taken in together
            text = printable(f"{'>' if is_next else ' '} -> {together[0].target} : {label}")
            yield heading, Text(text, NOW if is_next else "")
            heading = ""
        if upcoming is None:
            yield "end", Text("the run has ended")


def _around(word: tuple[str, ...], read: int) -> Iterable[str]:
    """The part of a word around the symbol that is read next, which is in brackets."""
    first, last = max(0, read - AROUND), read + AROUND
    now = word[read] if read < len(word) else "end"
    before, after = word[first:read], word[read + 1 : last]
    return [*["..."] * (first > 0), *before, f"[{now}]", *after, *["..."] * (last < len(word))]


def printed(player: Player, columns: int) -> Iterator[str]:
    """The moments from where a player is, as lines; raises `BadInput` after many events."""
    for _ in range(MOST_PRINTED):
        for line in player.lines(columns):
            yield line.plain.rstrip()
        if not player.forward():
            return
        yield "-" * columns
    goes_on = f"the run goes on after {MOST_PRINTED} events"
    raise BadInput(f"{goes_on}: play it on a terminal, or use `trace`")


def play(player: Player) -> bool:
    """Show a run until somebody quits; False where there is no screen, or no keyboard."""
    console = Console(highlight=False, markup=False, emoji=False)
    try:
        import termios  # which Windows lacks

        keyboard = Path("/dev/tty").open("rb", buffering=0)  # noqa: SIM115  # it is closed below
    except (ImportError, OSError):
        return False
    with keyboard:
        if not sys.stdout.isatty() or console.is_dumb_terminal:
            return False
        with (
            _unechoed(keyboard, termios),
            Live(console=console, screen=True, auto_refresh=False, redirect_stdout=False) as live,
        ):
            _show(player, live, keyboard)
    return True


@contextmanager
def _unechoed(keyboard: IO[bytes], termios: Any) -> Iterator[None]:
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
    screen, is_playing, drawn = Layout(), False, None
    screen.split_column(scene := Layout(), foot := Layout(size=1))
    while True:
        shown = live.console.size, player.now.frame.number, is_playing
        if shown != drawn:
            scene.update(Group(*player.lines(live.console.width)))
            foot.update(Text(f"{HELP}   {'playing' if is_playing else 'paused'}", HEADING))
            live.update(screen, refresh=True)
            drawn = shown
        if not select([keyboard], [], [], PACE)[0]:
            is_playing = is_playing and player.forward()
            continue
        read = os.read(keyboard.fileno(), 1024)
        for key in KEY.findall(read.decode("utf-8", "replace")):
            if key in "qQ":
                return
            is_playing = key == " " and not is_playing
            if key.endswith("C"):
                player.forward()
            elif key.endswith("D"):
                player.back()
        if not read:  # the terminal is gone
            return
