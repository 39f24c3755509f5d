"""`bench`: every figure is a ratio, and what was left out is named."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Container, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from commands import ENVIRONMENT, TIMEOUT, assert_refused, lines, run, started

from hanoi_fsm.cli import command_times
from hanoi_fsm.hanoi.benchmarks import PARTS

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


def pairs(parts: Iterable[str], missing: Container[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """The rows of these parts: what is compared with what, but for what is missing."""
    return [
        (part, name, against)
        for part in parts
        for name, against in PARTS[part].pairs
        if (part, name) not in missing and (part, against) not in missing
    ]


def measured(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("\n".join(lines("bench", "--quick", "--json", *words)))
    return found


def assert_complete(found: dict[str, Any], parts: Iterable[str] = PARTS) -> None:
    missing = {(one["part"], one["name"]) for one in found["left_out"]}
    rows = [(row["part"], row["name"], row["against"]) for row in found["rows"]]
    assert rows == pairs(parts, missing)
    for row in found["rows"]:
        assert min(row["ratio"], row["per_second"], row["against_per_second"]) > 0
        speeds = row["per_second"], row["against_per_second"]
        ratio = speeds[0] / speeds[1] if row["of"] == "speed" else speeds[1] / speeds[0]
        assert row["ratio"] == pytest.approx(ratio, rel=0.01)
    assert all(one["why"] for one in found["left_out"])


def test_every_row_has_a_positive_ratio_or_is_left_out_with_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")  # to compile takes longer than all the rest
    found = measured()
    assert_complete(found)
    assert {"version", "python", "cores", "date", "quick"} < found.keys()
    assert found["date"] == date.today().isoformat()


@pytest.mark.sweep
def test_with_a_compiler_the_rows_in_c_are_there_too() -> None:
    assert_complete(measured("blocks"), ["blocks"])


def test_a_part_can_be_asked_for_alone_and_the_first_one_answers_legalovs_question() -> None:
    head, empty, title, header, *rows = lines("bench", "question", "--quick")
    assert empty == ""
    assert re.search(r"Python [\d.]+, \d+ cores?, \d{4}-\d\d-\d\d, quick$", head)
    assert title.startswith(PARTS["question"].title)
    assert header.split()[:2] == ["question", "moves/s"]
    assert [row.split("  ")[0] for row in rows] == [name for name, _ in PARTS["question"].pairs]


def test_what_is_left_out_is_named_in_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "statemachine", None)  # then it cannot be imported
    printed = lines("bench", "machines", "--quick")
    said = "left out of machines: python-statemachine, not installed (pip install python-statemach"
    assert printed[-1].startswith(said)
    assert not any("python-statemachine" in line for line in printed[:-1])


def test_the_help_says_what_each_contender_does() -> None:
    text = " ".join(run("bench", "--help").out.split())
    for part in PARTS.values():
        for one in part.contenders:
            assert f"{one.name} {one.does}" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["quik"], ["'quik'"]),
        (["question", "x"], ["'x'", "question"]),
        (["--commands", "--quick"], ["--quick", "--commands"]),
        (["--commands", "answers"], ["'answers'", "--commands"]),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_line(words: list[str], said: list[str]) -> None:
    assert_refused(run("bench", *words), *said)


def test_the_times_of_commands_are_a_table_or_json(monkeypatch: pytest.MonkeyPatch) -> None:
    few = partial(command_times.command_times, [command_times.Command(("at", "4", "15"))])
    monkeypatch.setattr(command_times, "command_times", few)
    monkeypatch.setattr(command_times, "ENOUGH", 0.0)  # one run is enough
    head, _, header, row = lines("bench", "--commands")
    assert "core" in head
    assert header.split() == ["command", "seconds", "runs"]
    assert re.fullmatch(r"hanoi-fsm at 4 15 +\d\.\d{3} +1", row)
    found = json.loads("\n".join(lines("bench", "--commands", "--json")))
    [one] = found["commands"]
    assert (one["command"], one["runs"]) == ("hanoi-fsm at 4 15", 1)
    assert one["seconds"] > 0


@pytest.mark.sweep
@pytest.mark.parametrize("parts", [[], ["machines"], ["blocks"]])
def test_ctrl_c_ends_it_at_once_quietly_and_leaves_no_file(
    parts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "TMPDIR", str(tmp_path))
    command = [sys.executable, "-m", "hanoi_fsm", "bench", *parts]
    pipe = subprocess.PIPE
    with started(command, tmp_path, stdout=pipe, stderr=pipe) as running:
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert running.communicate(timeout=TIMEOUT) == ("", "")
    assert running.returncode == 130
    assert time.monotonic() - sent < 10
    assert list(tmp_path.iterdir()) == []


def test_the_tables_of_the_readme_have_the_rows_that_are_printed() -> None:
    """Their figures are those of one day on one computer, and are not compared."""
    shown = re.findall(r"^```text\n\$ hanoi-fsm (bench[^\n]*)\n(.*?)^```", README, re.M | re.S)
    assert {command.split()[0] for command, _ in shown} == {"bench"}
    seen = set()
    for command, text in shown:
        parts = command.split()[1:] or list(PARTS)
        seen |= set(parts)
        left_out = set(re.findall(r"^left out of (\w+): ([^,]+), ", text, re.M))
        rows = []
        for part, body in re.findall(r"^(\w+) +\S+/s  .*\n((?:.+\n)+)", text, re.M):
            cells = [re.split(r" {2,}", line) for line in body.splitlines()]
            rows += [(part, name, against) for name, _, _, against in cells]
        assert rows == pairs(parts, left_out)
        assert all(PARTS[part].title in text for part in parts)
    assert seen == set(PARTS)
