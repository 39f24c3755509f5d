"""Work in a process of its own: answers, limits, and its end, which is that of its owner."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from forked_work import SHORT, asked, busy, gone, raising
from sampling import one_in

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.workers import Failure, How, Limits, answers, can_fork, start

pytestmark = [
    pytest.mark.skipif(not can_fork(), reason="this platform cannot fork"),
    pytest.mark.usefixtures("no_hang"),
]


def counts(request: int) -> Generator[int, None, str]:
    yield from range(request)
    return "done"


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


def test_a_worker_outlives_the_thread_that_started_it() -> None:
    begun: list[Any] = []

    def begin() -> None:
        begun.append(start(lambda request: request * 2))
        assert begun[0].answer(7) == 14

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    while Path(f"/proc/self/task/{thread.native_id}").exists():  # the system's own thread
        time.sleep(0.001)
    with begun[0] as worker:
        assert [worker.answer(number) for number in range(20)] == [*range(0, 40, 2)]


LARGE = 5 << 20
"""Bytes that no pipe takes at once."""


def test_requests_and_answers_may_be_large() -> None:
    with start(lambda request: request[::-1]) as worker:
        for first in (b"a", b"b"):
            assert worker.answer(first + bytes(LARGE)) == bytes(LARGE) + first
    sizes = range(LARGE, LARGE + 6)
    assert [*answers(len, map(bytes, sizes), count=2)] == [*sizes]


@pytest.mark.parametrize("state", [signal.SIGSTOP, signal.SIGKILL])
@pytest.mark.one_in(2)
@pytest.mark.sweep
def test_a_large_request_to_a_process_that_does_not_read_is_a_failure(state: int) -> None:
    with start(lambda request: os.getpid(), SHORT) as worker:
        os.kill(worker.answer(0), state)
        failure = worker.answer(bytes(LARGE))
        with pytest.raises(ValueError, match="ended"):
            worker.answer(0)
    assert failure.how is (How.TIME if state == signal.SIGSTOP else How.SIGNAL)


def test_a_request_that_cannot_be_pickled_costs_nothing() -> None:
    with start(lambda request: request) as worker:
        with pytest.raises((AttributeError, pickle.PicklingError)):
            worker.answer(lambda: None)
        assert worker.answer(7) == 7


def test_a_worker_that_ran_out_of_memory_once_stays_limited() -> None:
    def work(request: int) -> int:
        with suppress(MemoryError):
            return len(bytes(request))
        raise ValueError

    with start(work, Limits(60, SHORT.memory)) as worker:
        assert [getattr(worker.answer(1 << 30), "how", None) for _ in "12"] == [How.RAISED] * 2
        assert worker.answer(1 << 20) == 1 << 20


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


@pytest.mark.sweep
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
