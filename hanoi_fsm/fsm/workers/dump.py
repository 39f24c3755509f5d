"""Where a process was when it was stuck or crashed: what `faulthandler` wrote of its stack."""

import os
import re
from pathlib import Path

from hanoi_fsm.fsm.exception_origin import innermost
from hanoi_fsm.fsm.workers.pipes import poll

SILENCE = 0.02
"""Seconds without another part after which a traceback is taken to be complete."""

FRAME = re.compile(r'^  File "(.*)", line (\d+) in ', re.MULTILINE)
HERE = str(Path(__file__).parent)


def entered(dump: str) -> tuple[str, int]:
    r"""The file and the line of the user's where the process was, or ("", 0).

    >>> entered('Current thread (most recent call first):\n  File "mine.py", line 7 in solver\n')
    ('mine.py', 7)
    """
    frames: list[tuple[str, int]] = []
    for file, line in FRAME.findall(dump):  # the innermost first
        if file.startswith(HERE):
            break
        frames.append((file, int(line)))
    return innermost(frames[::-1])


class Traces:
    """The tracebacks that a process writes into a pipe, in many small parts."""

    def __init__(self, file: int) -> None:
        self.file, self.text = file, b""

    def place(self, seconds: float = 0) -> tuple[str, int]:
        """What `entered` says of them, after at most `seconds` without any part."""
        while poll([self.file], seconds) and (part := os.read(self.file, 1 << 16)):
            self.text += part
            seconds = SILENCE
        return entered(self.text.decode("utf-8", "replace"))
