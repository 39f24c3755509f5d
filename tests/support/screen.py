"""A terminal of 80 columns for tests: what a program draws on it, and the keys that it is sent."""

import fcntl
import os
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from select import select

import pyte
import pytest

from support.commands import TIMEOUT, environment, listening

pty = pytest.importorskip("pty", reason="this system has no terminals of its own")

RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"
ALTERNATE = 1049 << 5
"""The mode of the alternate screen, as pyte counts those that are private."""


class Screen(pyte.HistoryScreen):
    """What is seen on a terminal; its `text` raises where a program has scrolled."""

    @property
    def is_alternate(self) -> bool:
        return ALTERNATE in self.mode

    @property
    def is_coloured(self) -> bool:
        cells = (self.buffer[row][column] for row in range(self.lines) for column in range(80))
        return any(cell.fg != "default" for cell in cells)

    @property
    def text(self) -> str:
        assert not self.history.top, "it scrolled"
        return "\n".join(line.rstrip() for line in self.display)


def on_a_terminal(
    *arguments: str,
    cwd: Path,
    out: Path | None = None,
    env: dict[str, str] | None = None,
    code: int = 0,
) -> str:
    """The text that a command shows on a terminal; its output may go to a file `out` instead."""
    here, there = pty.openpty()
    variables = {k: v for k, v in environment().items() if k != "NO_COLOR"}
    with ExitStack() as files:
        command = subprocess.Popen(
            [sys.executable, "-m", "hanoi_fsm", *arguments],
            cwd=cwd,
            env=variables | {"TERM": "xterm", "COLUMNS": "80"} | (env or {}),
            stdin=subprocess.DEVNULL,
            stdout=there if out is None else files.enter_context(out.open("w")),
            stderr=there,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(there, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # no threads
        )
    os.close(there)
    shown = b""
    with suppress(OSError):  # the other end is closed
        while part := os.read(here, 4096):
            shown += part
    os.close(here)
    assert command.wait(TIMEOUT) == code
    return shown.decode().replace("\r\n", "\n")


class Played:
    """`hanoi-fsm play` with these words on a terminal of its own; a file may be `piped` to it."""

    def __init__(
        self,
        *words: str,
        columns: int = 80,
        rows: int = 24,
        cwd: Path | None = None,
        env: dict[str, str] | None = None,
        piped: Path | None = None,
    ) -> None:
        self.screen = Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        variables = {
            k: v for k, v in environment().items() if k not in ("NO_COLOR", "COLUMNS", "LINES")
        }
        variables |= {"TERM": "xterm-256color"} | (env or {})
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            listening()
            os.chdir(cwd or Path.cwd())
            _set_size(0, columns, rows)
            if piped is not None:
                os.dup2(os.open(piped, os.O_RDONLY), 0)
            command = [sys.executable, "-m", "hanoi_fsm", "play", *words]
            os.execve(sys.executable, command, variables)
        self.modes = termios.tcgetattr(self.terminal)

    def until(self, happened: Callable[[Screen], object]) -> str:
        """Wait until the screen is so, and what is being drawn is there as a whole; its text."""
        deadline = time.monotonic() + TIMEOUT
        while not happened(self.screen):
            assert time.monotonic() < deadline, self.screen.text
            self._read(0.05)
        self._read(0.1)
        return self.screen.text

    def shows(self, *texts: str) -> str:
        """Wait until the screen shows these texts; all of its text."""
        return self.until(lambda screen: all(text in screen.text for text in texts))

    def press(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        self._read(0.7)  # the size that it had may be noticed once more, half a second later
        self.screen.resize(rows, columns)
        _set_size(self.terminal, columns, rows)

    def ended(self) -> int:
        """The exit code, after the terminal was found as it was before."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            self._read(0.05)
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                break
            assert time.monotonic() < deadline, "it did not end"
        self._read(0.1)
        assert (self.screen.is_alternate, self.screen.cursor.hidden) == (False, False)
        assert termios.tcgetattr(self.terminal) == self.modes
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status)

    def _read(self, seconds: float) -> None:
        while select([self.terminal], [], [], seconds)[0]:
            read = b""
            with suppress(OSError):  # the program has ended
                read = os.read(self.terminal, 65536)
            if not read:
                return
            self.stream.feed(read)
            seconds = 0.0


def _set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
