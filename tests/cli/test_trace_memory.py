"""`trace --memory`: what the memory really holds after every event, in three formats."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import DOT, assert_refused, cells, jsonl, lines, run

from hanoi_fsm import automata, trace
from hanoi_fsm.cli.commands.trace import prepared
from hanoi_fsm.fsm.trace import spelt
from hanoi_fsm.hanoi.solving import MOST_CONTENTS

CLOCK = f"{Path(__file__).parent.parent / 'machines' / 'alarm_clock.py'}:clock"
ASKED = {
    **dict.fromkeys(automata.SOLVERS, "4"),
    **dict.fromkeys(automata.PATHFINDERS, "120 012"),
    **dict.fromkeys(automata.READERS, "0110"),
    **dict.fromkeys(["rank-reader", "path-reader"], "0021"),
    **dict.fromkeys(["twice-reader", "twice-reader-small"], "20,20"),
}
"""What each automaton is run on."""

HELD = {
    "two-storey": "peg 0,peg 1,peg 2,heights,target,small,stride",
    "call-stack": "k,i,j,stack",
    "action-tree": "k,i,j,disks,path",
    "three-state": "peg 0,peg 1,peg 2,heights,target,near,far",
    "any-to-any": "where,goal,left,gather,put off",
    "move-reader": "tape",
}


def held(row: dict[str, str]) -> dict[str, str]:
    return {name[9:]: cell for name, cell in row.items() if name.startswith("contents.")}


def text(value: Any) -> str:
    """A value of jsonl as csv has it."""
    if isinstance(value, list | dict):
        parts = list(value.values() if isinstance(value, dict) else value)
        apart = " | " if parts and isinstance(parts[0], list | dict) else " "
        return apart.join(map(text, parts)) or "-"
    return str(value)


@pytest.mark.parametrize("name", ASKED)
def test_the_formats_hold_the_same_beside_what_they_hold_without(name: str) -> None:
    asked = ["trace", "--by", name, *ASKED[name].split()]
    plain, records = jsonl(*asked), jsonl(*asked, "--memory")
    assert [{k: v for k, v in one.items() if k != "contents"} for one in records] == plain
    rows = cells(*asked, "--memory")
    assert [held(row) for row in rows] == [
        {key: text(value) for key, value in one["contents"].items()} for one in records
    ]
    if name in HELD:
        assert ",".join(records[0]["contents"]) == HELD[name]
    table = lines(*asked, "--memory", "--count", "1", columns=300)
    for key, value in records[0]["contents"].items():
        assert key in table[0]
        assert text(value) in table[1]


def test_the_stack_of_a_call_stack_is_that_of_the_recursion() -> None:
    """When disk 1 moves first all larger disks wait for their first call, largest first."""
    rows = [row for row in jsonl("trace", "4", "--by", "call-stack", "--memory") if row["move"]]
    assert rows[0]["contents"]["stack"] == [
        {"k": 4, "i": 0, "j": 2, "call": "first"},
        {"k": 3, "i": 0, "j": 1, "call": "first"},
        {"k": 2, "i": 0, "j": 2, "call": "first"},
    ]


def test_the_cells_are_the_pegs_on_their_sentinels() -> None:
    for row in jsonl("trace", "4", "--memory"):
        stacks = [
            [int(disk) for disk in peg.split() if disk != "-"] for peg in row["pegs"].split(" | ")
        ]
        assert row["contents"]["heights"] == list(map(len, stacks))
        for peg, stack in enumerate(stacks):
            column = row["contents"][f"peg {peg}"]
            assert column == [5, *stack] + [0] * (4 - len(stack))


@pytest.mark.parametrize(
    "words",
    ["--memory 3", "3 --memory", "--memory --by two-storey 3", "--with-memory 3", "--memory -- 3"],
)
def test_without_a_value_the_option_is_a_flag_wherever_it_stands(words: str) -> None:
    assert lines("trace", *words.split()) == lines("trace", "3", "--with-memory")


def test_with_a_value_it_names_the_memory_of_a_file_and_both_may_be_given(tmp_path: Path) -> None:
    drawn = lines("export", CLOCK, "--to", "dot")
    (tmp_path / "clock.dot").write_text("\n".join(drawn))
    asked = ["trace", "--by", "clock.dot", "--memory", CLOCK, "tick"]
    assert "hour" in lines(*asked, cwd=tmp_path)[1]
    header, row = lines(*asked, "--memory", cwd=tmp_path)
    assert header.split()[-5:] == ["hour", "minute", "alarm_hour", "alarm_minute", "bell"]
    assert row.split()[-5:] == ["0", "1", "0", "0", "False"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("trace 3 --memory a.py", "trace 3 --memory a.py"),
        ("trace --memory=a.py:b 3", "trace --memory=a.py:b 3"),
        ("trace -- --memory", "trace -- --memory"),
        ("trace --memory", "trace --with-memory"),
        ("trace --memory --memory a.py:b", "trace --with-memory --memory a.py:b"),
    ],
)
def test_a_word_that_may_be_a_python_file_is_a_value(words: str, expected: str) -> None:
    assert prepared(words.split()) == expected.split()


@pytest.mark.parametrize("name", ["formula", "hbits", "itinerary", "recursion", "four-step"])
def test_what_has_no_memory_is_refused(name: str) -> None:
    assert_refused(run("trace", "3", "--by", name, "--memory"), "--memory", name)


def test_a_stack_is_wrapped_between_its_frames_below_its_column() -> None:
    header, *table = lines("trace", "6", "--by", "call-stack", "--memory", columns=80)
    at = header.index("stack")
    assert any(not line[:at].strip() for line in table)
    frames = [frame.strip() for line in table for frame in line[at:].split("|")]
    assert all(frame in ("", "-") or len(frame.split()) == 4 for frame in frames)


def test_a_file_that_was_drawn_by_hand_holds_the_same(tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT)
    asked = ["trace", "3", "--memory", "--format", "csv"]
    assert lines(*asked, "--by", "my.dot", cwd=tmp_path) == lines(*asked)


ODD = """
from hanoi_fsm import Automaton, Machine, Memory, action
class Odd(Memory):
    def __init__(self) -> None:
        self.number, self.text, self.many = 1, "\\x1b[2J", list(range(50))
    @action
    def act(self) -> None:
        "count, and remember something new"
        self.number += 1
        self.late = True
odd = Machine(Automaton.from_table("odd", initial="a", table="a -> a : e / act"), Odd)
"""


def test_odd_contents_are_printable_and_keep_apart_from_the_other_columns(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(ODD)
    asked = ["trace", "--by", "odd.py:odd", "e", "e", "--memory"]
    for format in ("table", "csv", "jsonl"):
        ran = run(*asked, "--format", format, cwd=tmp_path, columns=80)
        assert (ran.code, ran.err) == (0, "")
        assert all(line.isprintable() and len(line) <= 80 * 8 for line in ran.lines)
    header, row, *_ = lines(*asked, cwd=tmp_path)
    assert header.split()[:2] == ["number", "state"]
    assert (row.split()[0], "memory number" in header, "late" in header) == ("1", True, True)


def test_a_table_that_cannot_fit_is_not_wrapped() -> None:
    table = lines("trace", "2000", "--memory", "--count", "3", columns=80)
    assert len(table) == 4


def test_a_notebook_shows_what_each_memory_holds() -> None:
    html = trace(3, by="call-stack")._repr_html_()
    assert "<th>memory</th><th>k</th><th>i</th><th>j</th><th>stack</th>" in html
    assert "<td>3 0 2 first | 2 0 1 first</td>" in html
    assert "<th>memory</th></tr>" in trace(2, by="hbits")._repr_html_()


@pytest.mark.sweep
def test_a_long_trace_keeps_what_the_memory_held_at_its_beginning_only() -> None:
    records = trace(14, by="monk")
    assert records[MOST_CONTENTS - 1].contents is not None
    assert {one.contents is None for one in records[MOST_CONTENTS:]} == {True}
    assert spelt(dict(records[0].contents or {})["heights"]) == "13 1 0"


CHANGING = """
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory, action

class Changing(Memory):
    count = 0
    @action
    def bump(self) -> None:
        "count an event"
        self.count += 1
    def contents(self):
        held = range(self.count) if self.grows else range(3 - self.count)
        return {{f"k{{number}}": self.count for number in held}}
    grows = {grows}

table = "a -> b : go / bump \\n b -> a : go / bump"
machine = Machine(Automaton.from_table("changing", initial="a", table=table), Changing)
"""


@pytest.mark.parametrize("format", ["table", "csv"])
def test_what_the_memory_did_not_hold_at_first_has_no_column_and_is_not_left_out(
    format: str, tmp_path: Path
) -> None:
    (tmp_path / "my.py").write_text(CHANGING.format(grows=True), encoding="utf-8")
    asked = ["trace", "--by", "my.py:machine", "go", "go", "--with-memory", "--format"]
    ran = run(*asked, format, "-o", "file", cwd=tmp_path)
    assert_refused(ran, "event 2", "'k1'", "jsonl")
    assert not (tmp_path / "file").exists()
    rows = map(json.loads, lines(*asked, "jsonl", cwd=tmp_path))
    assert [list(row["contents"]) for row in rows] == [["k0"], ["k0", "k1"]]


def test_what_the_memory_holds_no_longer_is_an_empty_field_of_csv(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(CHANGING.format(grows=False), encoding="utf-8")
    asked = ["trace", "--by", "my.py:machine", "go", "go", "--with-memory", "--format", "csv"]
    header, *rows = lines(*asked, cwd=tmp_path)
    assert header.endswith(",contents.k0,contents.k1")
    assert [row.rsplit(",", 2)[1:] for row in rows] == [["1", "1"], ["2", ""]]
