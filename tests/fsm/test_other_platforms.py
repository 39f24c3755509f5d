"""What other platforms do otherwise, tried where it can be imitated."""

import io
import os
import signal
import sys
import time
import warnings
from errno import EINVAL

import pytest

from hanoi_fsm import automata
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.checking.mutants import mutants
from hanoi_fsm.fsm.time_limit import OutOfTime, TimeLimit


def test_a_time_limit_holds_without_interval_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer", raising=False)
    number = getattr(signal, "SIGBREAK", signal.SIGTERM)
    handler, limit = signal.getsignal(number), TimeLimit(0.1)
    began = time.monotonic()
    with pytest.raises(OutOfTime), limit.ticking(), limit:
        while time.monotonic() < began + 30:
            pass
    assert time.monotonic() < began + 20
    assert signal.getsignal(number) is handler


def test_without_timers_what_is_quick_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer", raising=False)
    limit = TimeLimit(0.05)
    with limit.ticking():
        for _ in range(20):
            with limit:
                time.sleep(0.005)
        time.sleep(0.2)  # between the blocks nobody watches


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform cannot fork")
def test_nobody_is_warned_of_forking_beside_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    fork = os.fork

    def warning_fork() -> int:
        said = "This process (pid=1) is multi-threaded, use of fork() may lead to deadlocks"
        warnings.warn(said, DeprecationWarning, stacklevel=2)
        return fork()

    monkeypatch.setattr(os, "fork", warning_fork)
    one, two = (mutants(automata.get("monk"), 1, workers=workers) for workers in (1, 2))
    assert [mutant.killed_by for mutant in one] == [mutant.killed_by for mutant in two]


class ClosedPipe(io.StringIO):
    def flush(self) -> None:
        raise OSError(EINVAL, "Invalid argument")


def test_a_closed_pipe_of_windows_ends_the_command_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for platform, code in (("win32", 0), ("linux", 2)):
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(sys, "stdout", ClosedPipe())
        assert main(["solve", "2"]) == code
    assert capsys.readouterr().err == "hanoi-fsm: Invalid argument\n"
