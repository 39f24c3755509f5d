"""Where a process was when it was stuck or crashed: what `faulthandler` wrote of its stack."""

import re
from pathlib import Path

from hanoi_fsm.fsm.exception_origin import innermost

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
