"""A terminal of 80 columns for tests: what a program draws on it, and the keys that it is sent."""

import codecs
import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from select import select

import pytest

from support.commands import TIMEOUT, environment, listening

pty = pytest.importorskip("pty", reason="this system has no terminals of its own")

RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"
CONTROL = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")


class Screen:
    """What is seen: raises where a program scrolls, writes past an edge, or does anything odd."""

    def __init__(self, columns: int, rows: int) -> None:
        self.alternate, self.cursor, self.coloured = False, True, False
        self.resize(columns, rows)
        self.unread = ""

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows, self.x, self.y = columns, rows, 0, 0
        self.cells = [[" "] * columns for _ in range(rows)]

    def feed(self, text: str) -> None:
        text, self.unread = self.unread + text, ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._write(text[at])
                at += 1
                continue
            control = CONTROL.match(text, at)
            if control is None:
                self.unread = text[at:]
                return
            self._control(*control.groups())
            at = control.end()

    def _write(self, sign: str) -> None:
        if sign == "\r":
            self.x = 0
        elif sign == "\n":
            self.y += 1
            assert self.y < self.rows, "it scrolled"
        else:
            assert self.x < self.columns, f"too wide: {''.join(self.cells[self.y])}"
            self.cells[self.y][self.x] = sign
            self.x += 1

    def _control(self, private: str, given: str, letter: str) -> None:
        rest = " " * (self.columns - self.x)
        if private:
            assert given in ("25", "1049")
            if given == "25":
                self.cursor = letter == "h"
            else:
                self.alternate = letter == "h"
        elif letter == "m":
            self.coloured |= bool(re.search("[34]8;|3[0-7]", given))
        elif letter == "H":
            assert given == ""
            self.x = self.y = 0
        else:
            assert letter in "KJ"
            self.cells[self.y][self.x :] = rest
            for row in self.cells[self.y + 1 :] if letter == "J" else ():
                row[:] = " " * self.columns

    @property
    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.cells]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


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
        self.screen, self.decoder = Screen(columns, rows), codecs.getincrementaldecoder("utf-8")()
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
        self.screen.resize(columns, rows)
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
        assert (self.screen.alternate, self.screen.cursor) == (False, True)
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
            self.screen.feed(self.decoder.decode(read))
            seconds = 0.0


def _set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
