"""Graphviz as WebAssembly, in a process of its own: that can be ended whenever it takes too long.

Nothing in Python can interrupt a rendering, and where memory is short it may take its process down.
Compiling Graphviz takes a second or two, so the process goes on for the next picture. It is not a
`Worker`: those are forked, and Windows, which needs this renderer most, cannot fork.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer

from hanoi_fsm.fsm.diagrams import wasm_program
from hanoi_fsm.fsm.diagrams.wasm_program import ANSWER, DRAWN, REFUSED, REQUEST
from hanoi_fsm.fsm.errors import RenderError, shortened

PROGRAM = ["-P", str(Path(wasm_program.__file__))]
INSTEAD = "install Graphviz's dot, or ask for --format dot"


class _Program:
    """The running program, and the process that started it."""

    def __init__(self) -> None:
        folders = os.pathsep.join(path for path in sys.path if path)
        self.owner = os.getpid()
        self.process = subprocess.Popen(
            [sys.executable, *PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": folders},
        )

    def answer(self, request: bytes) -> tuple[int, bytes]:
        """The kind of the answer and its content; raises `EOFError` if the program has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(request)
            self.process.stdin.flush()
        head = self.process.stdout.read(ANSWER.size)
        if len(head) < ANSWER.size:
            raise EOFError
        kind, length = ANSWER.unpack(head)
        content = self.process.stdout.read(length)
        if len(content) < length:
            raise EOFError
        return kind, content

    def end(self) -> None:
        self.process.kill()
        with suppress(BrokenPipeError):  # of what was not yet written
            self.process.communicate()


_running: list[_Program] = []
_lock = Lock()


def render(dot: str, seconds: float, *, positions: bool = False) -> bytes:
    """The svg of a `dot` text, or its `positions` as JSON.

    Raises `RenderError`, and `TimeoutError` after these seconds.
    """
    text = dot.encode("utf-8", "surrogateescape")
    with _lock:
        if _running and _running[0].owner != os.getpid():
            _running.clear()  # it belongs to the process that this one was forked from
        if not _running:
            _running.append(_started())
        request = REQUEST.pack(seconds, positions, len(text)) + text
        kind, content = _answered(_running[0], request, seconds)
    if kind == DRAWN:
        return content
    why = shortened(" ".join(content.decode("utf-8", "replace").split()), 200)
    raise RenderError(
        f"the embedded renderer failed: {why}" + ("" if kind == REFUSED else f": {INSTEAD}")
    )


def _started() -> _Program:
    try:
        return _Program()
    except OSError as error:
        why = f"the embedded renderer cannot be started: {error.strerror}"
        raise RenderError(f"{why}: {INSTEAD}") from error


def _answered(program: _Program, request: bytes, seconds: float) -> tuple[int, bytes]:
    late: list[bool] = []

    def give_up() -> None:
        late.append(True)
        program.process.kill()

    timer = Timer(seconds, give_up)
    timer.daemon = True  # where a signal interrupts its start, nobody waits for it
    try:
        timer.start()
        return program.answer(request)
    except BaseException as error:
        _end()
        if not isinstance(error, EOFError):
            raise
        if late:
            raise TimeoutError from error
        ended = "the embedded renderer ended without an answer: it may need more memory"
        raise RenderError(f"{ended}, or {INSTEAD}") from error
    finally:
        timer.cancel()
        if timer.ident is not None:
            timer.join()
        if late:  # even if the answer was there first
            _end()


@atexit.register
def _end() -> None:
    while _running:
        program = _running.pop()
        if program.owner == os.getpid():
            program.end()
