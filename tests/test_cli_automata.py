"""The command line for configurations and for every automaton: what is printed, and exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import bfs
import pytest

from hanoi_fsm.cli import main
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.solving import PLAIN

EVERY = [*automata.names(), *PLAIN]


class Said(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


class Shell:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Said:
        """Run one command."""
        try:
            code = main(arguments)
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        out, err = self.capsys.readouterr()
        return Said(code, out, err)

    def lines(self, *arguments: str) -> list[str]:
        """The lines of a command that goes well."""
        said = self(*arguments)
        assert (said.code, said.err) == (0, "")
        return said.out.splitlines()

    def rows(self, *arguments: str) -> list[dict[str, Any]]:
        """The objects that a command prints as jsonl."""
        return [json.loads(line) for line in self.lines(*arguments, "--format", "jsonl")]

    def cells(self, *arguments: str) -> list[dict[str, str]]:
        """The rows that a command prints as csv."""
        text = "\n".join(self.lines(*arguments, "--format", "csv"))
        return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


# --- path ---


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["0", "2"], ["1: disk 1: 0 -> 2"]),
        (["00", "01"], ["1: disk 1: 0 -> 1"]),
        (["012", "012"], []),
        (["22", "22", "--format", "csv"], ["step,disk,source,target"]),
        (["22", "22", "--format", "jsonl"], []),
        (
            ["02", "22", "--format", "csv"],
            ["step,disk,source,target", "1,1,2,1", "2,2,0,2", "3,1,1,2"],
        ),
        (["100", "011", "--length"], ["5"]),
        (["100", "011", "--length", "--by", "any-to-any"], ["7"]),
        (["100", "011", "--length", "--by", "shortest"], ["5"]),
        (["000", "222", "--verdict"], ["once after 1 pair"]),
        (["100", "011", "--verdict"], ["twice after 2 pairs"]),
        (["02", "20", "--verdict"], ["tie after 1 pair"]),
        (["0", "2", "--verdict"], ["once after 0 pairs"]),
        (["120", "120", "--verdict"], ["same after 0 pairs"]),
    ],
)
def test_path_prints(shell: Shell, arguments: list[str], expected: list[str]) -> None:
    assert shell.lines("path", *arguments) == expected


@pytest.mark.parametrize("by", ["shortest", "any-to-any"])
def test_path_writes_the_same_moves_in_every_format(shell: Shell, by: str) -> None:
    asked = ["path", "1001", "0112", "--by", by]
    rows = shell.rows(*asked)
    moves = [(row["disk"], row["source"], row["target"]) for row in rows]
    assert [*bfs.walk("1001", moves)][-1] == "0112"
    assert [row["step"] for row in rows] == list(range(1, len(moves) + 1))
    assert shell.cells(*asked) == [{k: str(v) for k, v in row.items()} for row in rows]
    text = [f"{n}: disk {d}: {a} -> {b}" for n, (d, a, b) in enumerate(moves, 1)]
    assert shell.lines(*asked) == text


def test_path_writes_into_a_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "moves"
    assert shell.lines("path", "00", "02", "-o", str(file)) == []
    assert file.read_text(encoding="utf-8") == "1: disk 1: 0 -> 2\n"


def test_path_tells_the_length_for_100_000_disks(shell: Shell) -> None:
    [line] = shell.lines("path", "0" * 100_000, "2" * 100_000, "--length")
    assert int(line) == 2**100_000 - 1


# --- rank, next, itinerary ---


@pytest.mark.parametrize(("source", "target"), bfs.TASKS)
def test_rank_prints_the_step_of_every_configuration_on_the_way(
    shell: Shell, source: int, target: int
) -> None:
    for step, word in enumerate(bfs.solution(4, source, target)):
        task = ["--from", str(source), "--to", str(target)]
        assert shell.lines("rank", word, *task) == [str(step)]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("0020", ["not on the optimal path from 0 to 2", "disk 1 lies on peg 0"]),
        (
            "1000",
            ["disk 4 lies on peg 1", "the tower on peg 2 is 8 moves away"],
        ),
    ],
)
def test_rank_fails_off_the_way_and_tells_where_to_go(
    shell: Shell, word: str, parts: list[str]
) -> None:
    said = shell("rank", word)
    assert (said.code, said.err) == (1, "")
    assert said.out.count("\n") == 1
    for part in parts:
        assert part in said.out
    left = bfs.distances("2222")
    [nearer] = [step for step, there in bfs.neighbours(word) if left[there] < left[word]]
    assert said.out.endswith(
        f"is {left[word]} moves away, next disk {nearer[0]}: {nearer[1]} -> {nearer[2]}\n"
    )


@pytest.mark.parametrize("target", range(3))
def test_next_leads_to_the_tower_step_by_step(shell: Shell, target: int) -> None:
    word, left = "02110", bfs.distances(str(target) * 5)
    for _ in range(left[word]):
        [line] = shell.lines("next", word, "--to", str(target))
        [there] = [w for (d, a, b), w in bfs.neighbours(word) if line == f"disk {d}: {a} -> {b}"]
        assert left[there] == left[word] - 1
        word = there
    tower = f"no move: the tower stands on peg {target}"
    assert shell.lines("next", word, "--to", str(target)) == [tower]


@pytest.mark.parametrize(("source", "target"), bfs.TASKS)
def test_itinerary_is_when_and_where_each_disk_moves(
    shell: Shell, source: int, target: int
) -> None:
    task = ["--from", str(source), "--to", str(target)]
    steps = list(enumerate(bfs.recursion(4, source, target), 1))
    expected = []
    for disk in (4, 3, 2, 1):
        own = [(number, step[1:]) for number, step in steps if step[0] == disk]
        numbers = [number for number, _ in own]
        assert {number % 2**disk for number in numbers} == {numbers[0]}
        lines = shell.lines("itinerary", "4", *task, "--disk", str(disk))
        expected += lines
        [line] = lines
        times = "1 move" if len(own) == 1 else f"{len(own)} moves"
        assert line.startswith(f"disk {disk}: {times}, at steps {numbers[0]} mod {2**disk}, round ")
        stops = line.rpartition("round ")[2].split(" -> ")
        walked = [(int(stops[k % 3]), int(stops[(k + 1) % 3])) for k in range(len(own))]
        assert walked == [pegs for _, pegs in own]
    assert shell.lines("itinerary", "4", *task) == expected


def test_itinerary_of_one_disk_of_a_thousand(shell: Shell) -> None:
    [line] = shell.lines("itinerary", "1000", "--disk", "7")
    assert line == "disk 7: 2^993 moves, at steps 64 mod 128, round 0 -> 1 -> 2"
    move = formulas.move(64, 1000)
    assert (move.disk, move.source, move.target) == (7, 0, 1)


def test_itinerary_of_no_disks_is_empty(shell: Shell) -> None:
    assert shell.lines("itinerary", "0") == []


# --- trace ---


def moves_of(rows: list[dict[str, Any]]) -> list[bfs.Step]:
    moves = [row["move"] for row in rows if row["move"] is not None]
    return [(move["disk"], move["source"], move["target"]) for move in moves]


@pytest.mark.parametrize(
    ("disks", "source", "target"), [(0, 0, 2), (1, 0, 2), (4, 0, 2), (3, 2, 1)]
)
@pytest.mark.parametrize("name", [*automata.SOLVERS, *PLAIN])
def test_the_trace_of_a_solver_holds_the_moves(
    shell: Shell, name: str, disks: int, source: int, target: int
) -> None:
    task = ["--from", str(source), "--to", str(target)]
    rows = shell.rows("trace", "--by", name, str(disks), *task)
    assert moves_of(rows) == list(bfs.recursion(disks, source, target))
    moving = [row for row in rows if row["move"] is not None]
    assert [row["step"] for row in moving] == list(range(1, 2**disks))
    for row, word in zip(moving, bfs.solution(disks, source, target)[1:], strict=True):
        assert row["pegs"] == stacks(word)


def stacks(word: str) -> str:
    """The three pegs, bottom first."""
    disks = len(word)
    pegs = [[str(disks - at) for at, digit in enumerate(word) if digit == peg] for peg in "012"]
    return " | ".join(" ".join(peg) or "-" for peg in pegs)


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_the_trace_of_a_pathfinder_holds_its_moves(shell: Shell, name: str) -> None:
    rows = shell.rows("trace", "--by", name, "1001", "0112")
    assert [*bfs.walk("1001", moves_of(rows))][-1] == "0112"
    assert rows[0]["state"] == automata.get(name).automaton.initial
    assert rows[-1]["next"] == "done"


@pytest.mark.parametrize(
    ("name", "word", "answer"),
    [
        ("move-reader", "0110", "21"),
        ("move-reader-small", "101", "21"),
        ("configuration-reader", "0110", "0110"),
        ("rank-reader", "0021", "0010"),
        ("path-reader", "0021", ""),
        ("distance-reader", "0101", "1011"),
        ("next-move-reader", "0101", "12"),
        ("sierpinski-reader", "0101", "0210"),
        ("twice-reader", "20 20", "twice"),
        ("twice-reader-small", "11,20", "once"),
    ],
)
def test_the_trace_of_a_reader_ends_with_its_answer(
    shell: Shell, name: str, word: str, answer: str
) -> None:
    rows = shell.rows("trace", "--by", name, word)
    symbols = "".join(row["symbol"] for row in rows)
    assert symbols == word.replace(" ", "").replace(",", "")
    assert rows[-1]["answer"] == answer
    written = [row["writes"] or "" for row in rows]
    assert answer == ("".join(written) if len(answer) == len(rows) else written[-1])
    assert rows[0]["state"] == automata.get(name).automaton.initial
    for before, after in pairwise(rows):
        assert before["next"] == after["state"]


def test_every_reader_is_in_the_table_above() -> None:
    marks = test_the_trace_of_a_reader_ends_with_its_answer.pytestmark  # type: ignore[attr-defined]  # a mark of pytest
    assert [case[0] for case in marks[0].args[1]] == list(automata.READERS)


def words_for(name: str) -> list[str]:
    if name in automata.PATHFINDERS:
        return ["100", "011"]
    return ["11"] if name.endswith("-reader-small") or name.startswith("move") else ["00"]


@pytest.mark.parametrize("name", EVERY)
def test_csv_and_jsonl_hold_the_same_trace(shell: Shell, name: str) -> None:
    words = ["3"] if name in (*automata.SOLVERS, *PLAIN) else words_for(name)
    rows = shell.rows("trace", "--by", name, *words)
    cells = shell.cells("trace", "--by", name, *words)
    assert len(rows) == len(cells) > 0
    for row, cell in zip(rows, cells, strict=True):
        assert cell == {k: "" if v is None else str(v) for k, v in flat(row).items()}


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its move in three fields and its guards in the notation."""
    answers = row.get("guards", {}).items()
    guards = " & ".join(name if yes else f"!{name}" for name, yes in answers)
    moved = row.get("move") or dict.fromkeys(("disk", "source", "target"))
    return {
        **{name: value for name, value in row.items() if name != "move"},
        **({"guards": guards} if "guards" in row else {}),
        **(moved if "move" in row else {}),
    }


@pytest.mark.parametrize("name", EVERY)
def test_the_table_has_a_line_for_each_event_below_its_header(shell: Shell, name: str) -> None:
    words = ["3"] if name in (*automata.SOLVERS, *PLAIN) else words_for(name)
    lines = shell.lines("trace", "--by", name, *words)
    assert len(lines) == len(shell.rows("trace", "--by", name, *words)) + 1
    assert lines[0].split()[-1] in ("pegs", "answer")


def test_hbits_shows_the_pegs_as_bit_words(shell: Shell) -> None:
    rows = shell.rows("trace", "--by", "hbits", "3")
    for row, word in zip(rows, bfs.solution(3)[1:], strict=True):
        for peg in "012":
            assert row[f"peg {peg}"] == "".join("01"[digit == peg] for digit in word)


@pytest.mark.parametrize("name", ["rank-reader", "path-reader"])
def test_a_reader_that_stops_shows_how_far_it_came_and_fails(shell: Shell, name: str) -> None:
    said = shell("trace", "--by", name, "0201", "--format", "jsonl")
    assert said.code == 1
    assert [json.loads(line)["symbol"] for line in said.out.splitlines()] == ["0"]
    assert said.err.count("\n") == 1
    assert said.err.startswith(f"{name} stops: ")


@pytest.mark.parametrize("name", [*automata.SOLVERS, "formula", "hbits", "itinerary"])
def test_a_trace_can_begin_anywhere_and_be_cut_off(shell: Shell, name: str) -> None:
    rows = shell.rows("trace", "--by", name, "5", "--start", "14", "--count", "1")
    assert [row["step"] for row in rows if row["move"]] == [14][: len(moves_of(rows))]
    whole = shell.rows("trace", "--by", name, "5", "--start", "14")
    assert rows == whole[:1]
    assert moves_of(whole) == list(bfs.recursion(5))[13:]


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_the_trace_of_a_path_can_be_cut_off(shell: Shell, name: str) -> None:
    asked = ["trace", "--by", name, "100", "011"]
    assert shell.rows(*asked, "--count", "4") == shell.rows(*asked)[:4]


# --- compare ---


def test_compare_finds_every_solver_right(shell: Shell) -> None:
    lines = shell.lines("compare", "6")
    table = lines[: lines.index("")]
    names = [*automata.SOLVERS, *PLAIN]
    assert [line.split()[0] for line in table[1:]] == names
    for line in table[1:]:
        assert line.split()[4:6] == ["63", "yes"]
    assert lines[len(table) + 1].startswith("cells: ")


def test_compare_writes_the_same_figures_as_csv_and_as_jsonl(shell: Shell) -> None:
    rows, cells = shell.rows("compare", "6"), shell.cells("compare", "6")
    assert [row["name"] for row in rows] == [*automata.SOLVERS, *PLAIN]
    for row, cell in zip(rows, cells, strict=True):
        assert row["equal"] is True
        assert row["difference"] is None
        assert row["moves"] == 63
        measured = {"moves_per_second", "peak_bytes"}
        for name in row.keys() - measured:
            assert cell[name] == ("" if row[name] is None else str(row[name]))
        assert all(int(cell[name]) > 0 for name in measured)
    assert {row["name"]: row["events"] for row in rows if row["events"]} == {
        "two-storey": 64,
        "call-stack": 126,
        "action-tree": 157,
        "two-state": 64,
        "three-state": 64,
        "monk": 64,
    }


def test_compare_takes_names(shell: Shell) -> None:
    rows = shell.rows("compare", "3", "monk", "hbits")
    assert [row["name"] for row in rows] == ["monk", "hbits"]


def test_compare_fails_for_a_diagram_that_goes_wrong(shell: Shell, tmp_path: Path) -> None:
    assert shell("draw", "two-state", "--format", "dot", "--out", str(tmp_path)).code == 0
    file = tmp_path / "two-state.dot"
    text = file.read_text(encoding="utf-8")
    assert "/ move_other" in text
    file.write_text(text.replace("/ move_other", "/ carry"), encoding="utf-8")
    said = shell("compare", "3", str(file))
    assert said.code == 1
    assert "NO" in said.out
    assert "step 2: expected disk 2: 0 -> 1" in said.out


def test_compare_comes_to_an_end_for_a_diagram_that_never_does(
    shell: Shell, tmp_path: Path
) -> None:
    file = tmp_path / "monk.dot"
    assert shell("draw", "monk", "--format", "dot", "--out", str(tmp_path)).code == 0
    text = file.read_text(encoding="utf-8")
    assert text.count("/ move_next") == 1
    file.write_text(text.replace("/ move_next", ""), encoding="utf-8")
    said = shell("compare", "3", str(file), "--format", "jsonl")
    assert said.code == 1
    [row] = map(json.loads, said.out.splitlines())
    assert row["moves"] == 0
    assert row["difference"] == "step 1: expected disk 1: 0 -> 2, came: the end"


def test_a_plot_without_matplotlib_is_refused_in_one_line(tmp_path: Path) -> None:
    stub = tmp_path / "stub" / "matplotlib"
    stub.mkdir(parents=True)
    (stub / "__init__.py").write_text("raise ImportError('hidden')\n", encoding="utf-8")
    picture = tmp_path / "times.svg"
    done = subprocess.run(
        [sys.executable, "-m", "hanoi_fsm", "compare", "5", "monk", "--plot", str(picture)],
        env={**os.environ, "PYTHONPATH": str(stub.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "pip install 'hanoi-fsm[plot]'" in done.stderr
    assert not picture.exists()


@pytest.mark.sweep
def test_a_plot_is_a_picture_of_every_solver(shell: Shell, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "times.svg"
    assert shell.lines("compare", "3", "monk", "--plot", str(picture)) == [str(picture)]
    assert "<svg" in picture.read_text(encoding="utf-8")


# --- describe, list, check ---


@pytest.mark.parametrize("name", automata.names())
def test_describe_explains_every_state_guard_action_and_transition(shell: Shell, name: str) -> None:
    subject = automata.get(name)
    lines = shell.lines("describe", name)
    squeezed = {" ".join(line.split()) for line in lines}
    words = {**subject.memory.guards(), **subject.memory.actions()}
    for word in (*subject.automaton.guards, *subject.automaton.actions):
        assert f"{word} {words[word]}" in squeezed
    for row in subject.automaton.transitions:
        assert " ".join(str(row).split()) in squeezed
    assert f"states ({len(subject.automaton.states)}):" in lines
    for state in subject.automaton.states:
        assert any(line == state or line.startswith(f"{state} (") for line in squeezed)
    assert f"idea: {subject.idea}" in lines
    assert subject.summary in lines[0]


@pytest.mark.parametrize("name", PLAIN)
def test_describe_says_of_a_formula_that_it_is_no_automaton(shell: Shell, name: str) -> None:
    first, idea, last = shell.lines("describe", name)
    assert first.startswith(f"{name}: ")
    assert idea.startswith("idea: ")
    assert last == "It is no automaton."


def test_list_names_everything_once_with_its_size(shell: Shell) -> None:
    header, *lines = shell.lines("list")
    assert header.split()[:4] == ["name", "kind", "states", "transitions"]
    assert [line.split()[0] for line in lines] == EVERY
    for line in lines:
        name, kind, states, transitions = line.split()[:4]
        if name in PLAIN:
            assert (states, transitions) == ("-", "-")
        else:
            subject = automata.get(name)
            sizes = len(subject.automaton.states), len(subject.automaton.transitions)
            assert (kind, int(states), int(transitions)) == (subject.kind, *sizes)


def test_check_without_names_checks_everything(shell: Shell) -> None:
    lines = shell.lines("check", "--disks", "4")
    assert [line.split(":")[0] for line in lines] == EVERY
    assert all(": holds for " in line for line in lines)


# --- bad input ---

JUNK = "0123456789" * 10_000
BAD: list[tuple[list[str], str]] = [
    (["path", "103", "011"], "digit 3 is '3'"),
    (["path", "100", "01"], "the start has 3 disks and the goal 2"),
    (["path", "100", "01", "--length"], "the start has 3 disks and the goal 2"),
    (["path", "100", "01", "--verdict"], "the start has 3 disks and the goal 2"),
    (["path", "", ""], "the configuration is empty"),
    (["path", "1"], "GOAL"),
    (["path", "1", "0", "1"], "unrecognized arguments"),
    (["path", JUNK, JUNK], "digit 4 is '3'"),
    (["path", "1", "0", "--by", "shortes"], "did you mean 'shortest'?"),
    (["path", "1", "0", "--by", "monk"], "take one of (any-to-any, shortest)"),
    (["path", "1", "0", "--by", "none.dot"], "none.dot: No such file"),
    (["path", "1", "0", "--format", "yaml"], "there is no format 'yaml'"),
    (["rank", "0x"], "digit 2 is 'x'"),
    (["rank", ""], "the configuration is empty"),
    (["rank", JUNK], "digit 4 is '3'"),
    (["rank", "00", "--to", "3"], "there is no peg 3"),
    (["rank", "00", "--from", "2"], "source and target are both peg 2"),
    (["next", "00", "--to", "-1"], "there is no peg -1"),
    (["next", "0\n0"], "digit 2 is '\\n'"),
    (["next", "\u0660"], "digit 1 is"),
    (["itinerary", "4", "--disk", "5"], "there is no disk 5: give 1 to 4"),
    (["itinerary", "4", "--disk", "0"], "there is no disk 0: give 1 to 4"),
    (["itinerary", "-1"], "the number of disks is -1"),
    (["itinerary", "x"], "'x' is not a whole number"),
    (["itinerary", "4", "--from", "1", "--to", "1"], "source and target are both peg 1"),
    (["trace", "--by", "two-story", "3"], "did you mean 'two-storey'?"),
    (["trace", "--by", "two-storey", "3", "4"], "takes one number of disks, not 2 words"),
    (["trace", "--by", "hbits", "3", "4"], "takes one number of disks, not 2 words"),
    (["trace", "--by", "monk", "x"], "'x' is not a whole number"),
    (["trace", "--by", "recursion", "3", "--start", "2"], "take call-stack"),
    (["trace", "--by", "distance-reader", "0132"], "symbol 3 is '3'"),
    (["trace", "--by", "move-reader", JUNK], "symbol 3 is '2'"),
    (["trace", "--by", "twice-reader", "00 0"], "symbol 2 is '0'"),
    (["trace", "--by", "move-reader", "01", "--to", "1"], "task 0 -> 2 only"),
    (["trace", "--by", "shortest", "100"], "give both"),
    (["trace", "--by", "shortest", "100", "01"], "the start has 3 disks and the goal 2"),
    (["trace", "--by", "shortest", "100", "013"], "digit 3 is '3'"),
    (["trace", "--by", "shortest", "100", "011", "--count", "-1"], "the count is -1"),
    (["trace", "3", "--count", "-1"], "the count is -1"),
    (["trace", "--by", "hbits", "3", "--count", "-1"], "the count is -1"),
    (["trace", "3", "--start", "8"], "there is no step 8"),
    (["trace", "3", "--format", "xml"], "there is no format 'xml'"),
    (["compare", "3", "mnk"], "did you mean 'monk'?"),
    (["compare", "3", "shortest"], "there is no solver 'shortest'"),
    (["compare", "25"], "would take too long"),
    (["compare", "3", "--format", "table"], "there is no format 'table'"),
    (["describe", "mnk"], "did you mean 'monk'?"),
    (["describe", "none.dot"], "none.dot: No such file"),
    (["check", "mnk"], "did you mean 'monk'?"),
    (["check", "--disks", "-1"], "the number of disks is -1"),
]


@pytest.mark.parametrize(("arguments", "part"), BAD, ids=[" ".join(a)[:40] for a, _ in BAD])
def test_bad_input_is_told_in_one_line(shell: Shell, arguments: list[str], part: str) -> None:
    said = shell(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("hanoi-fsm: ")
    assert said.err.count("\n") == 1
    assert len(said.err) < 500
    assert part in said.err


@pytest.mark.parametrize(
    "words", [["--by", "rank-reader", "0021"], ["--by", "shortest", "100", "011"]]
)
def test_a_trace_without_steps_has_no_start_and_is_cut_by_count(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", *words, "--start", "3"]) == 2
    assert "has no steps to start at: leave --start out" in capsys.readouterr().err
    assert main(["trace", *words, "--count", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
