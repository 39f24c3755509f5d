"""A generated function as a script prints what the command prints, with its own function."""

import json
import linecache
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from copy import copy
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import commands
import pytest
from sampling import one_in

from hanoi_fsm import Diagram, automata, find
from hanoi_fsm.cli import signals
from hanoi_fsm.fsm.engines import generated, inlined

TURNSTILE = str(Path("tests/machines/turnstile.py").resolve()) + ":turnstile"
WRITTEN_OUT = {"two-storey", "two-state", "call-stack", "action-tree", "any-to-any"}
"""Those with nothing in the methods of their memories that has to be called."""
EVERY = [*automata.names(), TURNSTILE]
TRACED = [
    ("two-storey", ["3"]),
    ("call-stack", ["2", "--from", "1"]),
    ("any-to-any", ["02", "10"]),
    ("move-reader", ["0110"]),
    (TURNSTILE, ["coin", "push"]),
]


def executed(file: Path, *words: str) -> str:
    command = [sys.executable, str(file), *words]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=commands.ENVIRONMENT
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def called(text: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> commands.Ran:
    """What a script prints, in this process."""
    monkeypatch.setenv("COLUMNS", str(commands.WIDE))
    monkeypatch.setattr(sys, "argv", ["script.py", *words])
    monkeypatch.setattr(signals, "leave_at_once", lambda: None)
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        exec(compile(text, "script.py", "exec"), {"__name__": "__main__"})
    code = ended.value.code
    assert isinstance(code, int)
    return commands.Ran(code, out.getvalue(), err.getvalue())


@cache
def printed(*words: str) -> str:
    return "\n".join(commands.lines("code", *words)) + "\n"


@pytest.mark.sweep
def test_what_the_command_prints_is_a_program_of_its_own(tmp_path: Path) -> None:
    """An edit in the file takes effect."""
    file = tmp_path / "mine.py"
    assert commands.lines("code", "two-storey", "-o", str(file)) == []
    assert executed(file, "3") == printed_trace("two-storey", "3")
    text = file.read_text("utf-8")
    edited = text.replace("memory.carry()", "memory.carry(); memory.output = 'edited'")
    file.write_text(edited, "utf-8")
    assert "edited" in executed(file, "3")


def printed_trace(name: str, *words: str) -> str:
    ran = commands.run("trace", *words, "--by", name, "--engine", "generated")
    assert ran.code == 0
    return ran.out


@pytest.mark.parametrize(("name", "words"), one_in(5, TRACED))
def test_a_script_prints_the_trace(
    name: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert called(printed(name), monkeypatch, *words).out == printed_trace(name, *words)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("monk", "monk cannot be inlined: move_next: "),
        ("shortest", "shortest cannot be inlined: "),
        ("path-reader", "path-reader cannot be inlined: it needs events"),
        (TURNSTILE, "turnstile cannot be inlined: it needs events"),
    ],
)
def test_what_cannot_be_written_out_is_refused_with_the_reason(name: str, why: str) -> None:
    ran = commands.run("code", name, "--inline")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert why in ran.err


@pytest.mark.parametrize("name", one_in(3, ["two-storey", "action-tree", "any-to-any"]))
def test_a_script_with_methods_written_out_counts_where_it_can(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = find(name)
    words = ["02", "10"] if name == "any-to-any" else ["4"]
    counts = dict.fromkeys(map(str, machine.automaton.transitions), 0)
    for record in machine.run(*machine.parse(words)):
        counts[str(record.transition)] += 1
    ran = called(printed(name, "--inline"), monkeypatch, *words, "--format", "jsonl")
    rows = [json.loads(line) for line in ran.lines]
    assert {row["transition"]: row["taken"] for row in rows} == counts


def test_an_edit_of_what_is_written_out_takes_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed("two-storey", "--inline")
    edited = text.replace("taken_3 += 1", "taken_3 += 1000")
    assert edited != text
    assert "1000" in called(edited, monkeypatch, "3").out


def test_a_drawing_runs_over_its_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = find(TURNSTILE)
    file = tmp_path / "my.dot"
    file.write_text(Diagram.of(machine).dot, "utf-8")
    script = printed(str(file), "--memory", TURNSTILE)
    assert called(script, monkeypatch, "coin").out == printed_trace(TURNSTILE, "coin")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["x"], 2, "'x' is not a whole number"),
        ([], 2, "takes one number of disks"),
        (["3", "--with-memory"], 2, "--with-memory does nothing where transitions are counted"),
        (["3", "--format", "xml"], 2, "unknown format 'xml'"),
    ],
)
def test_what_a_script_refuses_is_one_line(
    words: list[str], code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = called(printed("two-storey", "--inline"), monkeypatch, *words)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (code, "", 1)
    assert said in ran.err


def test_a_machine_that_stops_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed("two-storey", "--inline")
    edited = text.replace("source = (small - stride) % 3", "source = (small + stride) % 3")
    ran = called(edited, monkeypatch, "3")
    assert (ran.code, ran.out, "two-storey stops:" in ran.err) == (1, "", True)


def text_of(function: Callable[..., Any]) -> str:
    """What the engine has compiled, as tracebacks show it."""
    return "".join(linecache.getlines(function.__code__.co_filename))


@pytest.mark.parametrize("name", one_in(6, EVERY))
def test_what_is_printed_is_what_the_engine_compiles(name: str) -> None:
    machine = find(name)
    automaton, driven = copy(machine.automaton), not machine.automaton.autonomous
    assert text_of(generated.compiled(automaton, driven)) in printed(name)
    if name in WRITTEN_OUT:
        *_, start = machine.starts_up_to(2)
        memory = start.make()
        memory.state = automaton.initial
        form = inlined.form(automaton, memory, counting=True)
        assert form is not None
        assert text_of(form.function) in printed(name, "--inline")
