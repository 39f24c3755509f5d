"""A command that runs somebody's Python file, as a whole in a child process.

What the file prints goes nowhere; what the command prints goes to descriptors of its own. Whatever
ends the child, one line says so.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

from hanoi_fsm.cli import INTERRUPTED, answer, bad_input
from hanoi_fsm.cli.output import ESCAPED, prepare_streams
from hanoi_fsm.cli.signals import ENDING, Ended, end_by, raised
from hanoi_fsm.cli.streams import apart, standard_error, standard_output
from hanoi_fsm.fsm.exception_origin import bracketed
from hanoi_fsm.fsm.isolate import (
    CAN_FORK,
    GIB,
    SILENT,
    Child,
    Failure,
    How,
    Limits,
    fill_standard_files,
)

LIMITS = Limits(memory=4 * GIB, file_size=None, calls=True)
"""However long a command takes: only a single call of a user's code is limited."""


def in_a_child(words: Sequence[str]) -> int:
    """Run the command and return its exit code; a signal ends both."""
    if not CAN_FORK:
        return answer(words, raised())
    prepare_streams()
    fill_standard_files()
    own = [(name, os.dup(getattr(sys, name).fileno())) for name in ("stdout", "stderr")]
    encodings = [getattr(sys, name).encoding for name, _ in own]
    interactive = words[0] == "play"
    keep = {0} if "-" in words or interactive else set[int]()

    def work() -> Iterator[int]:
        for (name, descriptor), encoding in zip(own, encodings, strict=True):
            apart[name] = open(descriptor, "w", encoding=encoding, errors=ESCAPED)  # noqa: SIM115, PTH123  # kept for good
        if interactive:  # it draws on the terminal, and reads its keys
            sys.stdout, sys.stderr = standard_output(), standard_error()
        yield _answered(words)

    child = Child(work, LIMITS, keep)
    for _, descriptor in own:
        os.close(descriptor)
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
    file, where = failure.loading or files, bracketed(failure.place)
    if failure.how is How.TIME:
        advice = "keep only definitions at module level"
        if not failure.loading:
            advice = "look for a loop that does not end"
        return f"{file} {failure.text}{where}: {advice}"
    if failure.how is How.EXIT and failure.code == SILENT:
        return f"{file} {failure.text}"
    if failure.how is How.EXIT:
        return f"{file} ended Python by os._exit({failure.code}){where}: return instead"
    if failure.how is How.SIGNAL:
        name = failure.text.rpartition(" ")[2]
        if name == "SIGKILL":
            return f"{file} was killed ({name}){where}: it may have taken all memory"
        crashed = f"{file} crashed Python ({name}){where}"
        return f"{crashed}: look for a recursion without end" if name == "SIGSEGV" else crashed
    if failure.how is How.MEMORY:
        return f"out of memory{where or f': look for what grows in {file}'}"
    return str(failure)
