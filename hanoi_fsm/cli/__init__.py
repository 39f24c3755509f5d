"""The command line: arguments in, text out. All work is done in the packages below."""

from __future__ import annotations

import os
import re
import signal
import sys
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from hanoi_fsm.cli.error_text import (
    BAD_INPUT,
    FAILED,
    FINE,
    INTERRUPTED,
    NAME,
    UNDECIDED,
    bad_input,
    complain,
    is_of_a_file,
    one_line,
    why_ended,
    why_unreadable,
)
from hanoi_fsm.cli.output import (
    ERRORS,
    ESCAPED,
    STANDARD,
    Lines,
    apart,
    let_go,
    prepare_streams,
    print_lines,
    refuse_own_input,
    standard_output,
)
from hanoi_fsm.cli.parser import parse
from hanoi_fsm.fsm.errors import ConversionWarning

__all__ = ["BAD_INPUT", "FAILED", "FINE", "INTERRUPTED", "NAME", "UNDECIDED", "answer", "main"]

ONE_BY_ONE = ("check", "prove", "repair", "exercise", "grade")
"""The commands that give each Python file a process of its own, rather than all of them one."""
AGAIN = 0.01  # seconds until an exception that was lost is raised again
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")
ENDING = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
"""What ends a command and can be caught; Windows has SIGBREAK and not all of the others."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    It is 0 if all is well, 1 if a check failed, 2 for bad input, 3 for what is neither proved nor
    refuted, and 130 for Ctrl-C. What went wrong is one line on standard error. A closed pipe ends
    quietly.

    Without `arguments` it is the command of this process: those of the process are taken, signals
    end it cleanly, and a user's file is run in a child process; some give each file one.
    """
    if arguments is not None:
        return answer(arguments)
    words = sys.argv[1:]
    if any(".py:" in word for word in words) and words[0] not in ONE_BY_ONE:
        return _in_a_child(words)
    return answer(words, stoppable())


def answer(
    words: Sequence[str],
    signals: AbstractContextManager[None] | None = None,
    run: Callable[[Namespace], Lines] | None = None,
    program: str = "",
) -> int:
    """Run the command of these words, as `main` does, while `signals` are handled.

    Another function may `run` with the options of the command, and another `program` be named.
    """
    prepare_streams()
    try:
        options = parse(words, program)
        with signals or nullcontext(), said_once():
            file, plot, into = (getattr(options, name, None) for name in ("file", "plot", "into"))
            refuse_own_input(options, file, plot, into)
            if file is None:  # nothing else belongs where a file is `into` standard output
                file = ERRORS if STANDARD in (into, getattr(options, "fixed", "")) else STANDARD
            return print_lines((run or options.run)(options), file)
    except BaseException as error:
        failed = _failed(error, is_process=signals is not None)
        if failed is None:
            raise
        return failed


def _failed(error: BaseException, is_process: bool) -> int | None:
    """The exit code after an error; None for a mistake in this package."""
    if isinstance(error, Ended):
        _end_by(error.number)
    if isinstance(error, KeyboardInterrupt) and not is_process:
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):  # nobody reads what is written
        let_go(standard_output())
        return FINE
    if isinstance(error, MemoryError):
        from hanoi_fsm.fsm.isolate import lift_limit, place

        lift_limit()
        where = place(error) or ": choose fewer disks"
        error.with_traceback(None)  # its frames hold what took the memory
        return bad_input(f"out of memory{where}")
    if not is_of_a_file(error):
        return None
    from hanoi_fsm.fsm.errors import BadAction, MachineStopped
    from hanoi_fsm.hanoi.errors import IllegalMove

    code = bad_input(why_unreadable(error))
    return FAILED if isinstance(error, MachineStopped | BadAction | IllegalMove) else code


@contextmanager
def said_once() -> Iterator[None]:
    """Each warning of this package is one line on standard error, once."""

    def say(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        if issubclass(category, ConversionWarning):
            complain(one_line(f"{NAME}: {message}"))

    with warnings.catch_warnings():
        warnings.showwarning = say
        yield


class Ended(KeyboardInterrupt):
    """A signal ends the command; it is caught wherever Ctrl-C is let through."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__()


@contextmanager
def stoppable() -> Iterator[None]:
    """The first signal raises `Ended` in the main thread, so that every `finally` is passed.

    Those after it do not disturb the cleaning up. What was ignored when the process started, as
    `nohup` does, stays ignored.
    """
    hook = sys.unraisablehook
    handlers = {number: signal.getsignal(number) for number in ENDING}
    caught = [number for number in ENDING if handlers[number] is not signal.SIG_IGN]

    def stop(number: int, frame: object) -> None:
        for one in caught:
            signal.signal(one, signal.SIG_IGN)
        raise Ended(number)

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        """Where Python drops an exception, as in `__del__`, the signal is sent again."""
        if not isinstance(unraisable.exc_value, Ended):
            hook(unraisable)
            return
        from threading import Timer

        number = unraisable.exc_value.number
        signal.signal(number, stop)
        Timer(AGAIN, os.kill, (os.getpid(), number)).start()

    sys.unraisablehook = lost
    try:
        for number in caught:
            signal.signal(number, stop)
        yield
    finally:
        for number in caught:
            signal.signal(number, handlers[number])
        sys.unraisablehook = hook


def _end_by(number: int) -> None:
    """End this process by a signal, as whoever started it expects; 130 means Ctrl-C."""
    if number == signal.SIGINT or sys.platform == "win32":
        os._exit(INTERRUPTED)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _in_a_child(words: Sequence[str]) -> int:
    """Run a command that runs somebody's Python file in a child process; a signal ends both.

    What the file prints goes nowhere; what the command prints goes to descriptors of its own.
    Whatever ends the child, one line says so.
    """
    from hanoi_fsm.fsm import isolate

    if not isolate.CAN_FORK:
        return answer(words, stoppable())
    prepare_streams()
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        own = os.dup(stream.fileno())
        apart[name] = open(own, "w", encoding=stream.encoding, errors=ESCAPED)  # noqa: SIM115, PTH123  # kept for good
    # However long a command takes: only a single call of a user's code is limited.
    limits = isolate.Limits(memory=4 * isolate.GIB, calls=True)
    child = isolate.Child(lambda: [answer(words, stoppable())], limits, keep={0})
    try:
        with stoppable():
            code: int | None = next(iter(child), None)
    except Ended as end:
        child.leave(end.number)
        _end_by(end.number)
    failure = child.failure
    child.close()
    if code is not None or failure is None:
        return code or FINE
    named = (re.sub("^(.*[=@])?|:[^:]*$", "", word) for word in words if ".py:" in word)
    return bad_input(why_ended(failure, " or ".join(dict.fromkeys(named))))
