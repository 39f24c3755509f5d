"""The command line: arguments in, text out. All work is done in the other packages."""

from __future__ import annotations

import os
import re
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import TYPE_CHECKING

from hanoi_fsm.cli.output import (
    FAILED,
    FINE,
    UNDECIDED,
    bad_input,
    in_options,
    is_of_a_file,
    let_go,
    prepare_streams,
    print_lines,
    why_unreadable,
)
from hanoi_fsm.cli.parser import parse
from hanoi_fsm.fsm.errors import BadAction, FsmError, MachineStopped, NotInferred, Undecided

if TYPE_CHECKING:  # this is slow to import
    from hanoi_fsm.fsm.isolate import Failure

STOPPED = (BadAction, MachineStopped, NotInferred)
"""The errors of code that ran, as opposed to errors in the input."""
PYTHON = re.compile(r"\.(py|toml)\b")
"""Matches a word that names a Python file, or a file of exercises, which may name one."""
NAMED = re.compile(r"(?:.*[=@])?(.*\.py(?=:)|.*\.toml$)")
"""Matches a word with the name of a file whose code may run; the group is that name."""
ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""The signals that end a command cleanly: Ctrl-C, `kill`, and a closed terminal."""


class Ended(KeyboardInterrupt):
    """A signal that ends a command.

    It is a class of its own because CPython ends the process by SIGINT after a `KeyboardInterrupt`
    within an `exec`, even if that was caught.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    The code is 0 if all is well, 1 if a check failed, 2 for bad input, 3 if a question stays
    undecided, and 130 for Ctrl-C. An error is one line on standard error. A closed pipe ends the
    command quietly.

    `arguments` defaults to the arguments of this process, in which signals then end the command
    cleanly. If they name a Python file, the command runs in a child process with limits.
    """
    if arguments is not None:
        return answer(arguments)
    words = sys.argv[1:]
    prepare_streams()
    if any(map(PYTHON.search, words)):
        return _in_a_child(words)
    return answer_until_a_signal(words)


def answer(words: Sequence[str], program: str = "", **more: object) -> int:
    """Run the command in these words, like `main`, with `more` options.

    Its help shows the `program`, if given. The options for reading diagrams apply only to this
    command.
    """
    return copy_context().run(_answer, words, program, **more)


def _answer(words: Sequence[str], program: str, **more: object) -> int:
    prepare_streams()
    options = Namespace(flags={})
    try:
        options = parse(words, program)
        vars(options).update(more)
        if options.reading:
            from hanoi_fsm.fsm.read import OPTIONS, Reading

            OPTIONS.set(Reading(**options.reading))
        file, apart = (getattr(options, name, None) for name in ("file", "apart"))
        return print_lines(options.perform(options), file, bool(apart))
    except KeyboardInterrupt as end:
        return _interrupted(end)
    except BrokenPipeError:  # the reader has closed the pipe
        let_go()
        return FINE
    except MemoryError as error:
        from hanoi_fsm.fsm.isolate import lift_limit, place

        lift_limit()
        return bad_input(f"out of memory{place(error) or ': choose fewer disks'}")
    except Exception as error:
        if not is_of_a_file(error):
            raise
        code = bad_input(in_options(why_unreadable(error), options.flags))
        # A machine or function failed while running; all other errors are bad input.
        is_input = isinstance(error, FsmError | OSError)
        if is_input and not isinstance(error, STOPPED):
            return code
        return UNDECIDED if isinstance(error, Undecided) else FAILED


def answer_until_a_signal(words: Sequence[str], program: str = "", **more: object) -> int:
    """Run the command of this process: a signal ends it, through every `finally`."""
    try:
        _end_by_signals()
        return answer(words, program, **more)
    except KeyboardInterrupt as end:  # before the command began
        return _interrupted(end)


def _end_by_signals() -> None:
    """Raise `Ended` at a signal, unless it is ignored, as `nohup` does."""

    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # another signal must not disturb the cleanup
        raise Ended(number)

    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)


def _interrupted(end: KeyboardInterrupt) -> int:
    """The exit code after a signal, as in a shell: 130 for Ctrl-C."""
    return 128 + int(end.args[0] if end.args else signal.SIGINT)


def _in_a_child(words: Sequence[str]) -> int:
    """Run a command with a user's Python file in a child process; a signal ends both.

    One line reports the end of the child, for any cause.
    """
    from hanoi_fsm.fsm import isolate

    apart = words[0] != "play"  # which draws directly on standard output
    child = isolate.Child(
        lambda: [answer_until_a_signal(words, apart=apart)], isolate.OF_A_COMMAND, attached=True
    )
    try:
        _end_by_signals()
        code = next(iter(child), FINE)
        if child.failure is not None:
            code = bad_input(_what_ended(child.failure, words))
    except KeyboardInterrupt as end:
        code = _interrupted(end)
        child.leave(code - 128)
    child.close()
    return int(code)


def _what_ended(failure: Failure, words: Sequence[str]) -> str:
    """The files named by a command whose process has ended, and the cause."""
    if failure.how == "raised":
        return str(failure)
    files = dict.fromkeys(named[1] for named in map(NAMED.match, words) if named)
    return f"{' or '.join(files)} {failure}".lstrip()


def trace_program(function: Callable[..., object], name: str) -> int:
    """Run `trace` for a generated script, whose `function` is the machine with this `name`."""
    words = sys.argv[1:]
    if any(word.partition("=")[0] == "--by" for word in words):
        return bad_input(f"this program is {name}: leave out --by")
    program = os.path.basename(sys.argv[0])  # noqa: PTH119  # pathlib is slow to import
    return answer_until_a_signal(["trace", *words, "--by", name], program, engine=function)
