"""What a generated script does when it is run: it prints what its own function does.

The words of its command line are those of `hanoi-fsm trace`.
"""

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hanoi_fsm.cli import answer, stoppable
from hanoi_fsm.cli.commands import trace as command
from hanoi_fsm.cli.output import Lines
from hanoi_fsm.fsm.engines import names_for
from hanoi_fsm.hanoi import resolver

Function = Callable[..., Any]


def trace(function: Function, name: str) -> int:
    """Print the trace of a machine found by its `name`, as the command does; the exit code."""

    def run(options: Namespace) -> Lines:
        """Run the command by the function, with the names that its text takes for granted."""
        if not hasattr(options, "by"):  # its help is asked for
            yield from options.run(options)
            return 0
        machine = resolver.find(options.by)
        for known, value in names_for(machine.automaton).items():
            function.__globals__.setdefault(known, value)
        return (yield from command.run(options, function))

    words = ["trace", *sys.argv[1:], "--by", name]
    return answer(words, stoppable(), run, Path(sys.argv[0]).name)
