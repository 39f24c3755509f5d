"""The command line: arguments in, text out. All work is done in the packages below."""

import os
import sys
from collections.abc import Sequence
from errno import EINVAL

NAME = "hanoi-fsm"
FINE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 fine, 1 a check failed, 2 bad input, 130 Ctrl-C.

    What went wrong is one line on standard error. A closed pipe ends quietly. Raises `SystemExit`
    for help, for the version, and for arguments that cannot be parsed.
    """
    from hanoi_fsm.cli.output import prepare_streams
    from hanoi_fsm.cli.parser import parse
    from hanoi_fsm.fsm.errors import HanoiError

    prepare_streams()
    try:
        try:
            options = parse(sys.argv[1:] if arguments is None else arguments)
        except SystemExit:
            sys.stdout.flush()  # of the help: if it cannot be written, that is reported as below
            raise
        code: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _let_go_of_stdout()
        return INTERRUPTED
    except HanoiError as error:
        return _bad_input(str(error))
    except OSError as error:
        if _is_closed_pipe(error):
            _let_go_of_stdout()
            return FINE
        from hanoi_fsm.cli.error_text import os_error_text

        return _bad_input(os_error_text(error))
    except MemoryError:
        return _bad_input("out of memory: choose fewer disks")
    except BaseException as error:  # of a user's own file, whatever it is; all else is a bug here
        from hanoi_fsm.fsm.errors import printable
        from hanoi_fsm.fsm.exception_origin import in_users_file, place
        from hanoi_fsm.fsm.exception_origin import one_line as described

        if not in_users_file(error):
            raise
        return _bad_input(printable(f"{described(error)} ({place(error)})"))
    return code


def _bad_input(message: str) -> int:
    from hanoi_fsm.cli.output import one_line

    try:
        sys.stdout.flush()  # what was right comes before what is wrong
    except OSError:
        _let_go_of_stdout()
    print(one_line(f"{NAME}: {message}"), file=sys.stderr)
    return BAD_INPUT


def _is_closed_pipe(error: OSError) -> bool:
    """Whether nobody reads what is written; Windows calls that an invalid argument."""
    on_windows = sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or on_windows


def _let_go_of_stdout() -> None:
    """Send what is still buffered nowhere, because nobody reads it; Python flushes at its end."""
    from contextlib import suppress

    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
