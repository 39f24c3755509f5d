"""Whatever somebody's code does in a process of its own, there is an answer or a failure."""

import ctypes
import os
import re
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from forked_work import SHORT, asked, busy, raising
from sampling import one_in

from hanoi_fsm.fsm.workers import Failure, How, Limits, can_fork

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(not can_fork(), reason="this platform cannot fork"),
    pytest.mark.usefixtures("no_hang"),
]


def deaf(request: object) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    busy(request)


def eats(request: object) -> None:
    eaten = []
    while True:
        eaten.append(bytes(1 << 22))


def leaves_threads(request: object) -> str:
    threading.Thread(target=busy, args=[0]).start()
    return "done"


def free_file() -> int:
    """The lowest number of a file that is not open: those of the next worker are not below."""
    file = os.dup(0)
    os.close(file)
    return file


def writes(data: bytes) -> Callable[[int], None]:
    """Write into every pipe whose number is not below that of the first."""

    def work(first: int) -> None:
        for file in range(first, first + 6):
            with suppress(OSError):
                if stat.S_ISFIFO(os.fstat(file).st_mode):
                    os.write(file, data)

    return work


def closes_all(request: object) -> None:
    os.closerange(0, 1000)
    busy(request)


def forks(request: object) -> int:
    os.fork()
    return 1


class Evil:
    def __reduce__(self) -> Any:
        return os.mkdir, ("evil",)


class Mute(Exception):
    def __str__(self) -> str:
        raise KeyboardInterrupt

    __repr__ = __str__


def sends(number: int) -> Callable[[object], None]:
    return lambda request: os.kill(os.getpid(), number)


LOST, LINE = False, True

WORKS: list[tuple[Callable[[Any], object], How, str, bool]] = [
    # the work, how it fails, a part of what is said, and whether the line is known
    (busy, How.TIME, "0.5 seconds", LINE),
    (deaf, How.TIME, "0.5 seconds", LOST),
    (lambda request: time.sleep(100), How.TIME, "", LINE),
    (lambda request: re.match("(a*)*b", "a" * 50), How.TIME, "", LINE),
    (sends(signal.SIGSTOP), How.TIME, "", LOST),
    (eats, How.MEMORY, "", LINE),
    (lambda request: bytes(1 << 40), How.MEMORY, "", LINE),
    (lambda request: os._exit(0), How.EXIT, "code 0", LOST),
    (lambda request: os._exit(7), How.EXIT, "code 7", LOST),
    (lambda request: ctypes.string_at(0), How.SIGNAL, "SIGSEGV", LINE),
    (lambda request: os.abort(), How.SIGNAL, "SIGABRT", LINE),
    (sends(signal.SIGTERM), How.SIGNAL, "SIGTERM", LOST),
    (sends(signal.SIGKILL), How.SIGNAL, "SIGKILL", LOST),
    (raising(SystemExit(3)), How.RAISED, "SystemExit: 3", LINE),
    (raising(KeyboardInterrupt()), How.RAISED, "KeyboardInterrupt", LINE),
    (raising(GeneratorExit()), How.RAISED, "GeneratorExit", LINE),
    (raising(ValueError("\x1b[2J\nno")), How.RAISED, r"ValueError: \x1b[2J no", LINE),
    (raising(Mute()), How.RAISED, "its __str__ raises", LINE),
    (lambda request: Mute(), How.GARBAGE, "", LOST),
    (lambda request: Evil(), How.GARBAGE, "", LOST),
    (lambda request: Failure(How.TIME, "a lie"), How.GARBAGE, "", LOST),
    (closes_all, How.GARBAGE, "closed", LOST),
    (writes(b"garbage and more"), How.GARBAGE, "wrote", LOST),
    (writes(b"N\0\0\0\0"), How.GARBAGE, "wrote", LOST),
    (writes(b"N\0\0\0\3abc"), How.GARBAGE, "wrote", LOST),
    (writes(b"N\0\0\0\x10" + b"\1" * 16), How.GARBAGE, "wrote", LOST),
    (writes(b"A\0\0\0\0"), How.GARBAGE, "wrote", LOST),
    (writes(b"F\0\0\0\2N."), How.GARBAGE, "wrote", LOST),
]


@pytest.mark.parametrize(("work", "how", "said", "located"), one_in(4, WORKS))
@pytest.mark.one_in(2)
def test_each_misbehaviour_is_a_failure_of_its_own_kind(
    work: Any, how: How, said: str, located: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    limits = SHORT if how is How.TIME or work is closes_all else Limits(60, SHORT.memory)
    _, failure = asked(work, free_file(), limits)
    assert isinstance(failure, Failure)
    assert (failure.how, said in failure.text) == (how, True), failure
    code = work.__code__
    lines = {line for _, _, line in code.co_lines()} if located else {0}
    assert (failure.file, failure.line in lines) == (code.co_filename * located, True), failure
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "last", [busy, lambda request: ctypes.string_at(0), lambda request: os._exit(1)]
)
@pytest.mark.one_in(2)
def test_no_number_is_lost_when_the_process_is(last: Callable[[object], object]) -> None:
    def work(request: int) -> Iterator[int]:
        yield from range(request)
        last(request)

    for count in (3, 1003):
        numbers, failure = asked(work, count, SHORT)
        assert (numbers, type(failure)) == (list(range(count)), Failure)


def test_nothing_that_is_printed_or_left_reaches_the_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def work(request: object) -> str:
        import atexit
        import sys

        atexit.register(print, "at exit")
        print("out", flush=True)
        print("err", file=sys.__stderr__, flush=True)
        os.write(1, b"raw")
        sys.stdout = None
        return "done"

    print("before", end="")  # is still buffered, and must be written once
    assert asked(work, 1, Limits())[1] == "done"
    assert asked(leaves_threads, 1, Limits())[1] == "done"
    assert asked(forks, 1, Limits())[1] == 1
    assert capfd.readouterr() == ("before", "")
