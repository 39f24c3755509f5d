"""Commands are timed as people run them: each as a process."""

from pathlib import Path

import pytest

from hanoi_fsm.cli import command_times
from hanoi_fsm.cli.command_times import COMMANDS, EMPTY, FAULTY, Command, _faulty
from hanoi_fsm.cli.command_times import command_times as times_of
from hanoi_fsm.cli.parser import COMMANDS as KNOWN
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi import resolver


@pytest.fixture(autouse=True)
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_times, "MOST_RUNS", 2)


def test_each_time_is_that_of_a_process_that_ended_well() -> None:
    done: list[int] = []
    empty, at = times_of((EMPTY, Command(("at", "4", "15"))), done.append)
    assert min(empty.seconds, at.seconds) > 0
    assert (at.command, at.runs > 0, done) == ("hanoi-fsm at 4 15", True, [1, 2])
    assert list(at.row()) == ["command", "seconds", "runs", "cores"]


@pytest.mark.sweep
def test_a_command_that_fails_has_no_time() -> None:
    with pytest.raises(BadInput, match=r"hanoi-fsm at 4 99 ended with exit code 2: .*4 disks"):
        list(times_of([Command(("at", "4", "99"))]))
    assert next(times_of([Command(("check", "none"), code=2)])).runs > 0


def test_all_that_is_timed_are_commands_and_the_faulty_drawings_are_faulty(tmp_path: Path) -> None:
    assert {command.words[0] for command in COMMANDS if command.words} <= KNOWN.keys()
    for name in FAULTY.values():
        file = tmp_path / f"{name}.dot"
        file.write_text(_faulty(name))
        assert not check(resolver.find_unchecked(str(file)), 2).holds
