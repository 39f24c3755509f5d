"""Every command takes registered automata of every kind, and all of its help is true."""

import csv
import json
import re
import shlex
from collections.abc import Collection, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from support import tools_at_hand
from support.cases import sweep_if
from support.chance import chance
from support.commands import DOT, EXAMPLES, PLAIN, accepted, lines, run
from support.transcripts import is_there

from hanoi_fsm import PATHFINDERS, READERS, SOLVERS, automata
from hanoi_fsm.cli.parser import COMMANDS

FAMILY = "storeys-3"
"""One of a family, which is not registered by itself."""
KINDS: dict[str, Collection[str]] = {
    "solve": SOLVERS,
    "path": PATHFINDERS,
    "infer": READERS,
    "compare": [*SOLVERS, *PATHFINDERS, FAMILY],
    "determinize": ["path-reader"],
}
"""The commands for automata of one kind; every other command that takes a name takes them all."""

MORE = {
    "check": "--size 2",
    "compare": "--repeat 1",
    "page": "-o page.html",
    "export": "--to dot",
    "infer": "--depth 0",
    "repair": "--size 1",
    "mutants": "--size 1 --summary",
}
"""Options that a command requires, or that keep it short."""

OPERANDS = {
    "": "--by NAME",
    "N": "3 --by NAME",
    "START [GOAL]": "100 011 --by NAME",
    "[N|WORD|EVENT ...]": "INPUT --by NAME",
    "NAME": "NAME",
    "[NAME]": "NAME",
    "--to FORMAT [NAME]": "NAME",
    "[NAME ...]": "NAME",
    "NAME [NAME ...]": "NAME",
    "A B": "NAME NAME",
    "N [NAME ...]": "2 NAME",
}
"""The words after a command with an automaton, by the operands that its help shows."""

SLOW = {*MORE, "cover", "demo", "draw", "guide"}
"""Commands that wait for the sweep."""
SLOW_FOR_ALL = {*SLOW, "play", "prove"}
"""Commands that wait for it where many automata are tried."""


@cache
def help_of(command: str) -> str:
    return run(command, "--help").out


def edges(name: str) -> int:
    return len(automata.get(name).automaton.transitions)


def asked(command: str, name: str) -> list[str]:
    """A command line with an automaton in it; nothing if the command takes none."""
    usage = " ".join(help_of(command).partition("\n\n")[0].split()[3:])
    operands = " ".join(re.sub(r"\[-[^\[\]]*(\[[^\[\]]*\][^\[\]]*)*\]", "", usage).split())
    takes = "NAME" in operands or operands == "A B" or "--by NAME" in usage
    if not takes or name not in KINDS.get(command, [*automata.names(), FAMILY]):
        return []
    more = MORE.get(command, "")
    words = f"{OPERANDS[operands]} {more}"
    return [command, *words.replace("INPUT", accepted(name)).replace("NAME", name).split()]


def faults_of(command: str, name: str, folder: Path) -> Iterator[tuple[str, int | str]]:
    """What is wrong with each format of a command about an automaton."""
    words = asked(command, name)
    offered = re.search(r"--format FORMAT\s+(\S+ \(default\), csv(,| or) jsonl)", help_of(command))
    rows = {}
    for format in ["", "csv", "jsonl"] if words and offered else [""] * bool(words):
        ran = run(*words, *(["--format", format] if format else []), cwd=folder)
        codes = (0, 3) if command == "prove" else (0,)
        if ran.code not in (*codes, 1 if command == "mutants" else 0) or ran.err:
            yield " ".join([*words, format]), ran.err or ran.code
        if format == "csv":
            rows[format] = [list(row) for row in csv.DictReader(ran.lines)]
            if any(None in row for row in rows[format]):
                yield " ".join(words), "a row of csv has too many fields"
        if format == "jsonl":
            rows[format] = [list(json.loads(line)) for line in ran.lines]
    if rows and len(rows["csv"]) != len(rows["jsonl"]):
        yield " ".join(words), f"{len(rows['csv'])} rows of csv, {len(rows['jsonl'])} of jsonl"


@pytest.mark.parametrize(
    "command",
    [pytest.param(name, marks=sweep_if(name in SLOW_FOR_ALL)) for name in COMMANDS],
)
def test_a_command_takes_any_automaton(command: str, tmp_path: Path) -> None:
    tools_at_hand.need_libraries([command])
    names = [*automata.names(), FAMILY]
    chance().shuffle(names)
    names = names[list(COMMANDS).index(command) % 3 :: 3]  # a third; all by three commands
    if command == "mutants":  # of which some have hundreds
        names = [min(kind, key=edges) for kind in (SOLVERS, READERS, PATHFINDERS)] + [FAMILY]
    assert [fault for name in names for fault in faults_of(command, name, tmp_path)] == []


@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=sweep_if(name in SLOW)) for name in COMMANDS]
)
def test_the_help_of_a_command_ends_with_examples_that_work(command: str, tmp_path: Path) -> None:
    for name in ("my.dot", "mine.dot"):
        (tmp_path / name).write_text(DOT)
    (tmp_path / "my.py").write_text("def ruler(word): return word.count('1') % 3")
    (tmp_path / "clock.py").write_bytes((EXAMPLES / "alarm_clock.py").read_bytes())
    run("cover", "my.dot", "-o", "test_my.py", cwd=tmp_path)
    examples = help_of(command).split("\n\n")[-1].splitlines()
    assert all(line.startswith(f"example: hanoi-fsm {command}") for line in examples)
    for line in examples:
        words = shlex.split(line)[2:]
        if "infer" in words and not is_there("aalpy"):
            tools_at_hand.missing("aalpy", "it comes with an extra")
        ran = run(*words, cwd=tmp_path)
        assert (ran.code, ran.err) == (0, ""), line


def test_list_has_everything_with_its_kind_and_size_and_what_it_is() -> None:
    header, _, *printed = lines("list")
    rows, below = printed[::2], printed[1::2]
    assert header.split() == ["name", "kind", "states", "transitions"]
    names = [row.split()[0] for row in rows]
    assert names == [*SOLVERS, FAMILY, *READERS, *PATHFINDERS, *PLAIN]
    for name, row, line in zip(names, rows, below, strict=True):
        machine = automata.get(name) if automata.knows(name) else None
        sizes = ["-", "-"]
        if machine:
            sizes = [str(len(machine.automaton.states)), str(len(machine.automaton.transitions))]
            assert line.strip().startswith(f"{machine.idea}: {machine.summary}")
            assert ("storeys-K with K from 1 to 10" in line) == (name == FAMILY)
        assert row.split()[1:] == [machine.kind if machine else PLAIN[name], *sizes]
    assert {line[:4] for line in below} == {"    "}


@pytest.mark.parametrize("name", automata.names())
def test_describe_explains_every_state_guard_action_and_transition(name: str) -> None:
    machine = automata.get(name)
    automaton = machine.automaton
    printed = " ".join(" ".join(lines("describe", name)).split())
    words = machine.vocabulary.guards() | machine.vocabulary.actions()
    expected = [f"{word} {words[word]}" for word in (*automaton.guards, *automaton.actions)]
    expected += [" ".join(str(row).split()) for row in automaton.rows]
    expected += [machine.meanings[state] for state in automaton.states]
    expected += [f"{automaton.initial} (initial", *(f"{state} (" for state in automaton.final)]
    assert [text for text in expected if text not in printed] == []


@pytest.mark.parametrize("name", automata.names())
def test_a_trace_holds_the_same_in_each_format_and_leads_from_the_first_state_on(
    name: str,
) -> None:
    words = ["trace", "--by", name, *accepted(name).split(), "--with-memory"]
    records = [json.loads(line) for line in lines(*words, "--format", "jsonl")]
    rows = list(csv.DictReader(lines(*words, "--format", "csv")))
    assert [list(row) for row in rows] == [list(record) for record in records]
    for row, record in zip(rows, records, strict=True):
        known = {name: value for name, value in record.items() if not isinstance(value, list)}
        assert {name: row[name] for name in known} == {
            name: "" if value is None else str(value) for name, value in known.items()
        }
    first = [json.loads(line) for line in lines(*words, "--format", "jsonl", "--count", "2")]
    assert first == records[:2]
    plain = [json.loads(line) for line in lines(*words[:-1], "--format", "jsonl")]
    held = "contents."
    assert plain == [
        {name: value for name, value in record.items() if not name.startswith(held)}
        for record in records
    ]
    automaton = automata.get(name).automaton
    assert records[0]["state"] == automaton.initial
    assert records[-1]["next"] in automaton.final
    assert all(one["next"] == other["state"] for one, other in pairwise(records))
    table = lines(*words[:-1])
    assert len(table) == len(records) + 1 + automaton.acceptor
    assert (table[-1] == "accepted") == automaton.acceptor
