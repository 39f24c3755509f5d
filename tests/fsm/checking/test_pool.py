"""Workers judge items in order, lazily; what is lost costs only itself, and nobody is left over."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from hanoi_fsm.fsm.checking import pool
from hanoi_fsm.fsm.checking.pool import DIED, TIME_LIMIT, judged

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")


def odd(number: int) -> str:
    """A judge that some items are too much for."""
    if number == 3:
        os._exit(0)
    while number == 5:
        pass
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 9:
        time.sleep(60)
    return str(number)


@pytest.mark.parametrize("workers", [1, 2, 1000])
def test_what_hangs_or_dies_has_its_own_verdict_and_the_others_go_on(
    workers: int, monkeypatch: pytest.MonkeyPatch, no_hang: None
) -> None:
    monkeypatch.setattr(pool, "CPU_SECONDS", 1)
    monkeypatch.setattr(pool, "SECONDS", 5)
    lost = {3: DIED, 5: TIME_LIMIT, 7: DIED, 9: TIME_LIMIT}
    found = list(judged(odd, range(12), workers, str))
    assert found == [lost.get(number, str(number)) for number in range(12)]


def test_items_are_taken_only_when_they_are_needed(no_hang: None) -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = judged(lambda number: -number, endless(), 2, len)
    assert list(islice(results, 5)) == [0, -1, -2, -3, -4]
    assert len(taken) <= 5 + 2 * (pool.AHEAD + 1)
    results.close()  # type: ignore[attr-defined]  # it is a generator


def test_what_a_judge_raises_is_raised(no_hang: None) -> None:
    with pytest.raises(ZeroDivisionError):
        list(judged(lambda number: 1 // number, [1, 0], 2, int))


PROGRAM = """
import os, sys, time
from hanoi_fsm.fsm.checking.pool import judged

def judge(number):
    print(os.getpid(), flush=True)
    while True:
        pass

list(judge_it for judge_it in judged(judge, range(2), 2, str))
"""


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_their_parent(sent: signal.Signals, tmp_path: Path, no_hang: None) -> None:
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path, text=True
    ) as parent:
        assert parent.stdout is not None
        workers = [int(parent.stdout.readline()) for _ in range(min(2, pool.cores()))]
        parent.send_signal(sent)
        assert parent.wait() != 0
        while any(map(_runs, workers)):
            time.sleep(0.05)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
