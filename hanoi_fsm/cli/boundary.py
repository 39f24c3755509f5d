"""A command that runs somebody's Python file, as a whole in a child process.

What the file prints goes nowhere; what the command prints goes to descriptors of its own. Whatever
ends the child, one line says so.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import inf

from hanoi_fsm.cli import INTERRUPTED, answer, bad_input
from hanoi_fsm.cli.output import ESCAPED, prepare_streams
from hanoi_fsm.cli.signals import ENDING, Ended, end_by, raised
from hanoi_fsm.cli.streams import apart, standard_error, standard_output
from hanoi_fsm.fsm.isolate import (
    CAN_FORK,
    GIB,
    UNHEARD,
    Child,
    Failure,
    How,
    Limits,
    fill_standard_files,
)

LIMITS = Limits(memory=4 * GIB, file_size=inf, calls=True)
"""However long a command takes and writes: only a single call of a user's code is limited."""


def in_a_child(words: Sequence[str]) -> int:
    """Run the command and return its exit code; a signal ends both."""
    if not CAN_FORK:
        return answer(words, raised())
    prepare_streams()
    fill_standard_files()
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        own = os.dup(stream.fileno())
        apart[name] = open(own, "w", encoding=stream.encoding, errors=ESCAPED)  # noqa: SIM115, PTH123  # kept for good
    interactive = words[0] == "play"
    keep = {0} if "-" in words or interactive else set[int]()

    def work() -> Iterator[int]:
        if interactive:  # it draws on the terminal, and reads its keys
            sys.stdout, sys.stderr = standard_output(), standard_error()
        yield _answered(words)

    child = Child(work, LIMITS, keep)
    try:
        with raised():
            code = next(iter(child), None)
    except Ended as end:
        child.leave(end.number)
        end_by(end.number)
    failure = child.failure
    child.close()
    if failure is None or code is not None:
        return int(code or 0)
    if failure.how is How.SIGNAL and failure.code in ENDING:
        end_by(failure.code)
    if failure.how is How.EXIT and failure.code == INTERRUPTED:
        end_by(signal.SIGINT)
    return bad_input(why_ended(failure, files_in(words)))


def _answered(words: Sequence[str]) -> int:
    """In the child: the exit code, after all that was printed has been written."""
    try:
        code = answer(words, raised())
    except SystemExit as end:  # of the parser of arguments
        code = end.code if isinstance(end.code, int) else 1
    for stream in (standard_output(), standard_error()):
        with suppress(OSError, ValueError):
            stream.flush()
    return code


def files_in(words: Sequence[str]) -> str:
    """The Python files that are named among the words of a command."""
    named = (word.rpartition(":")[0].rpartition("=")[2] for word in words if ".py:" in word)
    return ", ".join(dict.fromkeys(named))


def why_ended(failure: Failure, files: str) -> str:
    """How a file has ended its process, and what to do about it, in one line."""
    file, said = failure.loading or files, str(failure)
    if failure.how is How.TIME:
        in_a_call = "look for a loop that does not end"
        advice = "keep only definitions at module level" if failure.loading else in_a_call
        return f"{file} {said}: {advice}"
    if failure.how is How.EXIT and failure.code == UNHEARD:
        return f"{file} {failure.text}"
    if failure.how is How.EXIT:
        return f"{file} ended Python by os._exit({failure.code}): return instead"
    if failure.how is How.SIGNAL:
        name = failure.text.rpartition(" ")[2]
        if name == "SIGKILL":
            return f"{file} was killed ({name}): it may have taken all memory"
        crashed = f"{file} crashed Python ({name}){failure.place}"
        return f"{crashed}: look for a recursion without end" if name == "SIGSEGV" else crashed
    return f"{file} {said}: look for what grows" if failure.how is How.MEMORY else said
