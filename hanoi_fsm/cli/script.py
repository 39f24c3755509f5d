"""What a generated script does when it is run: it prints what its own function does.

The words of its command line are those of `hanoi-fsm trace`.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hanoi_fsm.cli import answer_until_a_signal
from hanoi_fsm.cli.error_text import bad_input


def trace(function: Callable[..., Any], name: str) -> int:
    """Print the trace of a machine found by its `name`, as the command does; the exit code."""
    words = sys.argv[1:]
    if any(word.partition("=")[0] == "--by" for word in words):
        return bad_input(f"this program is {name}: leave out --by")
    program = Path(sys.argv[0]).name
    return answer_until_a_signal(["trace", *words, "--by", name], program, engine=function)
