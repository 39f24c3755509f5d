"""The command line: arguments in, text out. All work is done in the packages below."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing is slow to import, and Ctrl-C is handled only after the imports
    from argparse import Namespace
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

NAME = "hanoi-fsm"
ONE_BY_ONE = ("check",)
"""The commands that give each Python file a process of its own, rather than all of them one."""
FINE, FAILED, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    It is 0 if all is well, 1 if a check failed, 2 for bad input, 3 for what is neither proved nor
    refuted, and 130 for Ctrl-C. What went wrong is one line on standard error. A closed pipe ends
    quietly. Raises `SystemExit` for help, for the version, and for arguments that cannot be parsed.

    Without `arguments` it is the command of this process: those of the process are taken, signals
    end it cleanly, and a user's file is run in a child process.
    """
    if arguments is not None:
        return answer(arguments)
    from hanoi_fsm.cli import signals

    signals.leave_at_once()
    words = sys.argv[1:]
    if any(".py:" in word for word in words) and words[0] not in ONE_BY_ONE:
        from hanoi_fsm.cli.boundary import in_a_child

        return in_a_child(words)
    return answer(words, signals.raised())


def answer(
    words: Sequence[str],
    signals: AbstractContextManager[None] | None = None,
    run: Callable[[Namespace], int] | None = None,
) -> int:
    """Run the command of these words, as `main` does, while `signals` are handled.

    Another function may `run` with the options of the command.
    """
    from contextlib import nullcontext, redirect_stdout

    from hanoi_fsm.cli.output import prepare_streams
    from hanoi_fsm.cli.parser import parse
    from hanoi_fsm.cli.streams import standard_output
    from hanoi_fsm.fsm.errors import HanoiError

    prepare_streams()
    options = None
    try:
        try:
            with redirect_stdout(standard_output()):  # for the help
                options = parse(words)
        except SystemExit:
            standard_output().flush()  # if the help cannot be written, that is reported
            raise
        with signals or nullcontext():
            _check_outputs(options)
            code: int = (run or options.run)(options)
            standard_output().flush()
    except KeyboardInterrupt as error:
        return _interrupted(error, handled=signals is not None)
    except HanoiError as error:
        return bad_input(str(error))
    except OSError as error:
        if _is_closed_pipe(error):
            _let_go_of_stdout()
            return FINE
        from hanoi_fsm.cli.error_text import os_error_text

        return bad_input(os_error_text(error))
    except MemoryError as error:
        return _out_of_memory(error)
    except BaseException as error:  # of a user's own file, whatever it is; all else is a bug here
        if options is None:  # help and version: nothing has run yet
            raise
        from hanoi_fsm.fsm.isolate import place

        if not place(error):
            raise
        return _users_fault(error)
    return code


def _check_outputs(options: Namespace) -> None:
    outputs = [getattr(options, name, None) for name in ("file", "plot", "certificate")]
    if any(outputs):
        from hanoi_fsm.cli.files import refuse_own_input

        refuse_own_input(options, *outputs)


def bad_input(message: str) -> int:
    """Say in one line what is wrong; the exit code of bad input comes back."""
    from hanoi_fsm.cli.output import complain, one_line
    from hanoi_fsm.cli.streams import standard_output

    try:
        standard_output().flush()  # what was right comes before what is wrong
    except OSError:
        _let_go_of_stdout()
    complain(one_line(f"{NAME}: {message}"))
    return BAD_INPUT


def _interrupted(error: KeyboardInterrupt, handled: bool) -> int:
    _let_go_of_stdout()
    if handled:
        from hanoi_fsm.cli.signals import Ended, end_by

        if not isinstance(error, Ended):  # a user's code raised it, not a signal
            return _users_fault(error)
        end_by(error.number)
    return INTERRUPTED


def _users_fault(error: BaseException) -> int:
    from hanoi_fsm.fsm.errors import one_line
    from hanoi_fsm.fsm.isolate import place

    return bad_input(f"{one_line(error)}{place(error)}")


def _out_of_memory(error: MemoryError) -> int:
    from hanoi_fsm.fsm.isolate import lift_limit, place

    lift_limit()
    where = place(error) or ": choose fewer disks"
    error.with_traceback(None)  # its frames hold what took the memory
    return bad_input(f"out of memory{where}")


def _is_closed_pipe(error: OSError) -> bool:
    """Whether nobody reads what is written; Windows calls that an invalid argument."""
    from errno import EINVAL

    on_windows = sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or on_windows


def _let_go_of_stdout() -> None:
    from hanoi_fsm.cli.output import let_go
    from hanoi_fsm.cli.streams import standard_output

    let_go(standard_output())
