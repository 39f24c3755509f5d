"""What a generated script does when it is run: it prints what its own function does.

The words of its command line are those of `hanoi-fsm trace`.
"""

import sys
from collections.abc import Callable
from typing import Any

from hanoi_fsm.cli import answer_until_a_signal


def trace(function: Callable[..., Any], name: str) -> int:
    """Print the trace of a machine found by its `name`, as the command does; the exit code."""
    return answer_until_a_signal(["trace", *sys.argv[1:], "--by", name], engine=function)
