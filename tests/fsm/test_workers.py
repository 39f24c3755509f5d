"""Somebody's code in a process of its own: whatever it does, there is an answer or a failure."""

import ctypes
import os
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest
from sampling import one_in

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.workers import Failure, How, Inline, Limits, Worker, answers, can_fork, start

pytestmark = [
    pytest.mark.skipif(not can_fork(), reason="this platform cannot fork"),
    pytest.mark.usefixtures("no_hang"),
]

SHORT = Limits(0.5, 256 << 20)
"""For what never ends or eats memory; all else has the usual time, however busy the machine."""


def counts(request: int) -> Generator[int, None, str]:
    yield from range(request)
    return "done"


def asked(work: Callable[[Any], Any], request: object, limits: Limits) -> tuple[list[int], Any]:
    """The numbers and the answer of one request to a new worker."""
    numbers: list[int] = []
    answer: list[Any] = []

    def reply(worker: Worker | Inline) -> Generator[Sequence[int], None, None]:
        answer.append((yield from worker.ask(request)))

    with start(work, limits) as worker:
        for some in reply(worker):
            numbers.extend(some)
    return numbers, answer[0]


@pytest.mark.parametrize("count", [0, 1, 999, 1000, 1001, 20_000])
def test_the_numbers_come_in_order_and_the_answer_after_them(count: int) -> None:
    assert asked(counts, count, Limits()) == (list(range(count)), "done")


def test_values_of_this_package_come_back_as_they_are() -> None:
    row = Transition("on", "off", Label("press"))
    assert asked(lambda request: (row, request), {"a": row}, Limits())[1] == (row, {"a": row})


def test_what_a_worker_keeps_stays_in_it() -> None:
    kept: list[int] = []

    def work(request: int) -> int:
        kept.append(request)
        return len(kept)

    with start(work) as worker:
        assert [worker.answer(1) for _ in range(3)] == [1, 2, 3]
    assert (asked(work, 1, Limits())[1], kept) == (1, [])


def busy(request: object) -> None:
    while True:
        with suppress(BaseException):
            time.time()


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


def writes_everywhere(first: int) -> None:
    for file in range(first, first + 6):
        with suppress(OSError):
            if stat.S_ISFIFO(os.fstat(file).st_mode):
                os.write(file, b"garbage and more")


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


def raising(error: BaseException) -> Callable[[object], None]:
    def work(request: object) -> None:
        raise error

    return work


def sends(number: int) -> Callable[[object], None]:
    return lambda request: os.kill(os.getpid(), number)


WORKS: list[tuple[Callable[[Any], object], How, str]] = [
    (busy, How.TIME, r"no answer in 0.5 seconds \(line .* of .*test_workers.py\)"),
    (deaf, How.TIME, "no answer in 0.5 seconds"),
    (lambda request: time.sleep(100), How.TIME, r"no answer .* \(line .*\)"),
    (lambda request: re.match("(a*)*b", "a" * 50), How.TIME, "no answer .*"),
    (lambda request: os.kill(os.getpid(), signal.SIGSTOP), How.TIME, "no answer .*"),
    (eats, How.MEMORY, r"ran out of memory \(line .* of .*test_workers.py\)"),
    (lambda request: os._exit(0), How.EXIT, "ended its process with exit code 0"),
    (lambda request: os._exit(7), How.EXIT, "ended its process with exit code 7"),
    (
        lambda request: ctypes.string_at(0),
        How.SIGNAL,
        r"died of a seg.* \(line .*\)",
    ),
    (lambda request: os.abort(), How.SIGNAL, r"was aborted .* \(line .*\)"),
    (sends(signal.SIGTERM), How.SIGNAL, "was ended by SIGTERM"),
    (sends(signal.SIGKILL), How.SIGNAL, "was killed .*"),
    (raising(SystemExit(3)), How.RAISED, r"SystemExit: 3 \(line .*\)"),
    (raising(KeyboardInterrupt()), How.RAISED, r"KeyboardInterrupt \(line .*\)"),
    (raising(GeneratorExit()), How.RAISED, r"GeneratorExit \(line .*\)"),
    (raising(ValueError("\x1b[2J\nno")), How.RAISED, r"ValueError: \\x1b\[2J no \(line .*\)"),
    (raising(Mute()), How.RAISED, ".*its __str__ raises.*"),
    (lambda request: Mute(), How.GARBAGE, "wrote into .*"),
    (lambda request: Evil(), How.GARBAGE, "wrote into .*"),
    (lambda request: Failure(How.TIME, "a lie"), How.GARBAGE, "wrote into .*"),
    (closes_all, How.GARBAGE, "closed .*"),
    (writes_everywhere, How.GARBAGE, "wrote into .*"),
]


@pytest.mark.parametrize(("work", "how", "text"), one_in(2, WORKS))
def test_each_misbehaviour_is_a_failure_of_its_own_kind(
    work: Callable[[Any], object], how: How, text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    limits = SHORT if how in (How.TIME, How.MEMORY) or "closed" in text else Limits()
    _, failure = asked(work, free_file(), Limits(60, SHORT.memory) if how is How.MEMORY else limits)
    assert isinstance(failure, Failure)
    assert failure.how == how
    assert re.fullmatch(text, str(failure)), str(failure)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "last", [busy, lambda request: ctypes.string_at(0), lambda request: os._exit(1)]
)
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


def gone(pid: int) -> bool:
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def test_the_process_is_ended_with_the_worker_whatever_happens() -> None:
    def pids(request: object) -> Iterator[int]:
        yield os.getpid()
        busy(request)

    for end in (KeyboardInterrupt, ValueError):
        with pytest.raises(end), start(pids, Limits(60)) as worker:
            [pid] = next(worker.ask(1))
            raise end
        assert gone(pid)
    reply = start(pids, Limits(60)).ask(1)
    [pid] = next(reply)
    del reply
    assert gone(pid)


ORPHAN = """
import os, signal, sys, time
from hanoi_fsm.fsm.workers import Limits, answers, start
def work(request):
    with open(sys.argv[1], "a") as pids:
        print(os.getpid(), file=pids)
    while True:
        try: time.time()
        except: pass
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job may ignore it
next(answers(work, range(9), count=2, limits=Limits(60)))
"""


@pytest.mark.parametrize(
    "number", one_in(4, [signal.SIGINT, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
)
def test_workers_end_with_their_parent_whatever_ends_it(number: int, tmp_path: Any) -> None:
    file = tmp_path / "pids"
    file.touch()
    parent = subprocess.Popen([sys.executable, "-c", ORPHAN, file], stderr=subprocess.DEVNULL)
    while len(file.read_text().split()) < 2:
        time.sleep(0.01)
    parent.send_signal(number)
    parent.wait(30)
    assert [pid for pid in map(int, file.read_text().split()) if not gone(pid)] == []


def test_a_pool_answers_in_order_and_replaces_what_is_stuck_or_dead() -> None:
    def work(request: int) -> int:
        if request % 10 == 3:
            os._exit(4)
        if request == 15:
            busy(request)
        if request == 17:
            raise ValueError(request)
        return request * request

    found = list(answers(work, range(30), count=3, limits=SHORT))
    failed = {at: one.how for at, one in enumerate(found) if isinstance(one, Failure)}
    died = dict.fromkeys((3, 13, 23), How.EXIT)
    assert failed == {**died, 15: How.TIME, 17: How.RAISED}
    assert all(one == at * at for at, one in enumerate(found) if at not in failed)


def test_a_pool_takes_requests_as_it_needs_them_and_ends_when_it_is_closed() -> None:
    taken: list[int] = []

    def requests() -> Iterator[int]:
        while True:
            taken.append(len(taken))
            yield taken[-1]

    found = answers(lambda request: (request, os.getpid()), requests(), count=2)
    some = [next(found) for _ in range(10)]
    assert [request for request, _ in some] == list(range(10))
    assert len(taken) < 100
    found.close()
    assert all(gone(pid) for _, pid in some)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_other_limits_are_refused(seconds: float) -> None:
    with pytest.raises(BadInput, match=f"{seconds}"):
        Limits(seconds)


def test_without_fork_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert asked(counts, 3, Limits()) == ([0, 1, 2], "done")
    assert asked(lambda request: os.getpid(), 0, Limits())[1] == os.getpid()
    assert asked(busy, 0, Limits(0.2))[1].how == How.TIME
    assert asked(raising(SystemExit(3)), 0, Limits())[1].text == "SystemExit: 3"
    assert list(answers(abs, [-1, 2], count=7)) == [1, 2]
    with pytest.raises(KeyboardInterrupt):
        asked(raising(KeyboardInterrupt()), 0, Limits())
