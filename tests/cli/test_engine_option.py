"""`--engine` chooses what runs an automaton; what comes out does not depend on it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from commands import run

from hanoi_fsm.fsm.engines import generated
from hanoi_fsm.fsm.trace import ENGINES

SUBJECTS = [
    ["solve", "4"],
    ["solve", "4", "--by", "call-stack", "--start", "5"],
    ["trace", "3", "--format", "jsonl"],
    ["trace", "--by", "distance-reader", "0121", "--with-memory"],
    ["trace", "--by", "shortest", "100", "011"],
    ["check", "two-storey", "move-reader", "any-to-any", "--disks", "2"],
    ["mutants", "monk", "--disks", "2"],
]


@pytest.mark.parametrize("words", SUBJECTS, ids=" ".join)
@pytest.mark.sweep
def test_what_comes_out_is_the_same(words: list[str]) -> None:
    library, code = (run(*words, "--engine", engine) for engine in ENGINES)
    assert library == code == run(*words)
    assert len(code.out) > 0


@pytest.mark.parametrize("words", [*SUBJECTS, ["compare", "2"]], ids=" ".join)
def test_an_engine_that_does_not_exist_is_named(words: list[str]) -> None:
    ran = run(*words, "--engine", "fast")
    assert (ran.code, ran.out) == (2, "")
    assert "engine 'fast'" in ran.err


DEFAULTS = {
    **dict.fromkeys(["solve", "check", "mutants"], "generated"),
    **dict.fromkeys(["trace", "compare"], "transitions"),
}


@pytest.mark.parametrize("command", DEFAULTS)
def test_the_help_says_which_engine_runs_if_none_is_named(command: str) -> None:
    words = " ".join(run(command, "--help").out.split())
    (default,) = re.findall(r"--engine ENGINE what [^()]* \(default: (\w+)\)", words)
    assert default == DEFAULTS[command]


@pytest.mark.parametrize("name", ["two-storey", "distance-reader", "shortest"])
def test_an_engine_that_errs_is_found_by_check(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves its last event out."""

    def short(self: generated.Engine, *given: Any, **named: Any) -> Iterator[int]:
        events = list(whole(self, *given, **named))
        return iter(events[:-2])

    whole = generated.Engine.taken
    monkeypatch.setattr(generated.Engine, "taken", short)
    ran = run("check", name, "--disks", "2", "--engine", "generated")
    assert ran.code == 1
    assert "the engine generated" in ran.out


@pytest.mark.parametrize("words", [["solve", "2"], ["trace", "2"]], ids=" ".join)
def test_what_is_not_an_automaton_has_no_engine(words: list[str]) -> None:
    ran = run(*words, "--by", "hbits", "--engine", "generated")
    assert (ran.code, ran.out) == (2, "")
    assert "hbits is not an automaton" in ran.err
