"""`compare`: the figures of solvers and other machines, as tables and as rows."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import DOT, PLAIN, assert_refused, cells, jsonl, lines, process, run

from hanoi_fsm import Diagram, automata
from hanoi_fsm.hanoi import comparing, contender
from hanoi_fsm.hanoi.comparing import Figures
from hanoi_fsm.hanoi.contender import Timed
from hanoi_fsm.hanoi.solving import find_any

NAMES = [*automata.SOLVERS, *PLAIN]
FIELDS = ["name", "states", "transitions", "events", "moves", "equal", "difference", "cells"]
MEASURED = ["moves_per_second", "peak_bytes", "runs", "spread", "seconds", "ratio"]
SAID = ["baseline", "asks_for", "can_answer"]
EVENTS = {**dict.fromkeys(automata.SOLVERS, 64), "call-stack": 126, "action-tree": 157}
"""How many events each automaton needs for 6 disks."""


def tables_of(printed: list[str]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The cells of the two tables by name; those of the second are apart by two blanks."""
    blocks = "\n".join(printed).split("\n\n")
    rows = [block.splitlines() for block in blocks]
    split = [[re.split(r"  +", line.strip()) for line in row] for row in rows]
    return tuple(  # type: ignore[return-value]  # two of them
        {name: cells for name, *cells in block[1:]} for block in (split[0], split[2])
    )


def test_compare_finds_every_solver_right() -> None:
    measured, known = tables_of(lines("compare", "6"))
    assert [*measured] == [*known] == NAMES
    assert all(cells[1:3] == ["63", "yes"] for cells in measured.values())
    assert {name: cells[0] for name, cells in measured.items()} == {
        name: str(EVENTS.get(name, "-")) for name in NAMES
    }
    assert known["monk"] == ["2", "2", "pegs", "any step, any pegs"]
    assert known["hbits"] == ["-", "-", "step", "disk, configuration, any step"]
    assert known["recursion"] == ["-", "-", "stack", "-"]
    assert known["four-step"] == ["-", "-", "sizes, pegs", "any step"]


@pytest.mark.parametrize("disks", ["6", pytest.param("12", marks=pytest.mark.sweep)])
@pytest.mark.sweep
def test_the_tables_fit_a_terminal_and_their_numbers_end_below_one_another(disks: str) -> None:
    printed = lines("compare", disks)
    assert max(map(len, printed)) <= 80
    header, *rows = printed[: printed.index("")]
    for heading in ("events", "moves", "cells", "KiB", "moves/s", "ratio", "runs", "spread"):
        end = re.search(rf" {re.escape(heading)}(?= |$)", header)
        assert end
        assert all(row[: end.end()].rstrip() == row[: end.end()] for row in rows)
        assert all(row[end.end() :][:1] in ("", " ") for row in rows)


def test_each_heading_and_each_word_is_explained() -> None:
    printed = lines("compare", "3", "monk", "hbits")
    explained = {line.partition(":")[0] for line in printed if ":" in line}
    words = {"equal", "cells", "moves/s", "ratio", "spread", "pegs", "step", "any step"}
    assert words <= explained
    assert "stack" not in explained


@pytest.mark.sweep
def test_compare_writes_the_same_figures_as_csv_and_as_jsonl() -> None:
    rows, table = jsonl("compare", "6"), cells("compare", "6")
    assert [row["name"] for row in rows] == NAMES
    for row, cell in zip(rows, table, strict=True):
        assert list(row) == list(cell) == FIELDS + MEASURED + SAID
        assert (row["equal"], row["difference"], row["moves"]) == (True, None, 63)
        assert all(cell[name] == ("" if row[name] is None else str(row[name])) for name in FIELDS)
        assert all(float(cell[name]) > 0 for name in MEASURED)
        assert int(cell["runs"]) >= 3
        sizes: list[int | None] = [None, None]
        if row["name"] in EVENTS:
            automaton = automata.get(row["name"]).automaton
            sizes = [len(automaton.states), len(automaton.transitions)]
            assert row["cells"] > 0
        assert [row["states"], row["transitions"]] == sizes
        assert row["events"] == EVENTS.get(row["name"])


CLOCK = f"{Path(__file__).parents[1] / 'machines' / 'alarm_clock.py'}:clock"


def test_a_long_name_has_a_line_of_its_own(tmp_path: Path) -> None:
    name = f"{'n' * 60}.dot"
    (tmp_path / name).write_text(DOT)
    ran = run("compare", "1", "monk", name, cwd=tmp_path, columns=80)
    assert ran.code == 0
    assert max(map(len, ran.lines)) <= 80
    figures = [ran.lines[at + 1].split()[:3] for at, line in enumerate(ran.lines) if line == name]
    assert figures == [["2", "1", "yes"], ["5", "8", "sizes,"]]


def test_to_load_an_engine_is_no_part_of_what_a_run_allocates() -> None:
    """In a process of its own, in which nothing has loaded the engines."""
    ran = process("compare", "3", "two-storey", "--format", "jsonl")
    assert 0 < json.loads(ran.out)["peak_bytes"] < 100_000  # to load one takes 600,000


@pytest.mark.sweep
def test_a_machine_that_moves_no_disks_reads_random_events() -> None:
    clock, reader, solver = jsonl("compare", "8", CLOCK, "rank-reader", "two-storey")
    assert [clock[name] for name in FIELDS[1:]] == [3, 13, 255, None, None, None, 5]
    assert [reader[name] for name in ("events", "moves", "equal", "cells")] == [3, None, None, 0]
    assert solver["moves"] == 255
    assert all(row[name] > 0 for row in (clock, reader) for name in MEASURED)
    assert [cells("compare", "8", CLOCK)[0][name] for name in ("moves", "equal")] == ["", ""]
    printed = lines("compare", "8", CLOCK)
    assert printed[1].split()[1:4] == ["255", "-", "-"]
    assert tables_of(printed)[1][CLOCK] == ["3", "13", "-", "-"]
    assert any("255 random events" in line for line in printed[2:])
    assert not any("random" in line for line in lines("compare", "2", "two-storey"))


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_a_pathfinder_moves_the_tower_as_a_solver_does(name: str) -> None:
    [row] = jsonl("compare", "5", name)
    assert (row["moves"], row["equal"]) == (31, True)


@pytest.mark.parametrize(
    ("name", "action", "instead", "moves", "difference"),
    [
        ("two-state", "/ move_other", "/ carry", 8, ("step 2", "disk 2: 0 -> 1")),
        ("monk", "/ move_next", "", 0, ("step 1", "disk 1: 0 -> 2", "no move")),
        ("two-storey", "move_back", "move_ahead", 3, ("step 4", "disk 3: 0 -> 2", "peg 2")),
    ],
    ids=["goes wrong", "never ends", "makes an illegal move"],
)
def test_compare_fails_for_a_wrong_diagram(
    name: str, action: str, instead: str, moves: int, difference: tuple[str, ...], tmp_path: Path
) -> None:
    dot = Diagram(automata.get(name).automaton).dot
    file = tmp_path / "wrong.dot"
    file.write_text(dot.replace(action, instead))
    ran = run("compare", "3", "hbits", file, "--format", "jsonl")
    assert (ran.code, ran.err) == (1, "")
    right, wrong = map(json.loads, ran.lines)
    assert (right["equal"], wrong["equal"], wrong["name"]) == (True, False, str(file))
    assert wrong["moves"] == moves
    assert all(fragment in wrong["difference"] for fragment in difference)


def test_a_wrong_diagram_is_marked_in_the_table(tmp_path: Path) -> None:
    (tmp_path / "wrong.dot").write_text(DOT.replace("move_ahead", "carry"))
    ran = run("compare", "2", "wrong.dot", cwd=tmp_path)
    assert ran.code == 1
    assert ran.lines[1].split()[3] == "NO"
    assert re.search(r"^wrong.dot: line \d+: with 2 disks from 0 to 2, step 2, ", ran.out, re.M)


def test_two_transitions_at_once_are_not_right(tmp_path: Path) -> None:
    (tmp_path / "mine.dot").write_text(DOT.replace(" & !ahead_smaller", ""))
    ran = run("compare", "3", "mine.dot", "--format", "jsonl", cwd=tmp_path)
    assert (ran.code, json.loads(ran.out)["equal"]) == (1, False)
    assert "two transitions at once" in ran.out


MISBEHAVING = """
import os, time
from collections import Counter
from dataclasses import replace
from hanoi_fsm import automata, read, solve
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey

calls = Counter()

def hangs(disks):
    while True:
        pass

def dies(disks):
    os._exit(0)

def keeps(disks):
    calls[disks] += 1
    return solve(disks, target=2 if calls[disks] < 2 else 1)

class Dying(TwoStorey):
    def built(self):
        os._exit(0)

two_storey = automata.get("two-storey")
machine = replace(two_storey, memory=lambda *of: Dying(*of))
"""
ENDS = {
    "hangs": "no move in 0.5 seconds (line 1",
    "dies": "ended its process with exit code 0",
    "keeps": "the first call is right, the second is not: it keeps something between calls",
    "machine": "it cannot be run: ended its process with exit code 0",
}


@pytest.mark.sweep
def test_what_hangs_dies_or_keeps_something_ends_in_its_row(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(MISBEHAVING)
    contenders = [find_any(f"{file}:{name}") for name in ENDS]
    found = comparing.measure_all([*contenders, find_any("hbits")], 12, seconds=0.5)
    *bad, good = found
    for figures, said in zip(bad, ENDS.values(), strict=True):
        assert said in str(figures.difference)
        assert (figures.equal, figures.runs) == (False, 0)
    assert (good.equal, good.runs >= comparing.FEWEST) == (True, True)
    ran = run("compare", "3", f"{file}:dies", f"{file}:machine", "hbits")
    assert (ran.code, ran.err, [row.split()[3] for row in ran.lines[1:4]]) == (
        1,
        "",
        ["NO", "NO", "yes"],
    )


def test_contenders_run_in_turn_after_each_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork", raising=False)  # in this process, where it can be watched
    ran: list[tuple[str, str]] = []
    for asked in ("look", "against_the_clock"):
        real = getattr(comparing, asked)

        def watched(one: Any, task: Any, asked: str = asked, real: Any = real) -> Any:
            ran.append((asked, one.shown))
            return real(one, task)

        monkeypatch.setattr(comparing, asked, watched)
    comparing.measure_all([find_any("hbits"), find_any("formula")], 3)
    turn = [("against_the_clock", "hbits"), ("against_the_clock", "formula")]
    assert ran[:6] == [("look", "hbits"), ("look", "formula"), *turn, *turn]


def test_the_best_run_counts_and_the_spread_is_that_of_the_slowest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "fork", raising=False)
    monkeypatch.setattr(comparing, "FEWEST", 3)
    seconds = iter([0.3, 0.1, 0.2])
    timed = "against_the_clock"
    monkeypatch.setattr(comparing, timed, lambda one, task: Timed(next(seconds), 7, 7))
    [figures] = comparing.measure_all([find_any("hbits")], 3)
    assert (figures.seconds, figures.runs) == (0.1, 3)
    assert figures.spread == pytest.approx(2)
    assert figures.per_second == pytest.approx(70)


def test_the_ratio_is_to_the_baseline_whichever_is_listed_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "fork", raising=False)  # in this process, where time can be set
    seconds = {"monk": 0.7, "formula": 0.07, "two-state": 0.35}
    monkeypatch.setattr(
        comparing, "against_the_clock", lambda one, task: Timed(seconds[one.shown], 8, 7)
    )
    monkeypatch.setattr(
        comparing, "look", lambda one, task: replace(contender.look(one, task), events=8, moves=7)
    )
    found = {}
    for names in (["monk", "two-state"], ["two-state", "monk"], ["formula", "two-state", "monk"]):
        for options in ([], ["--baseline", "two-state"]):
            rows = jsonl("compare", "3", *names, *options)
            assert [row["name"] for row in rows] == names, "a baseline that is not listed is hidden"
            found[*names, *options] = {row["name"]: row["ratio"] for row in rows}
            assert {row["baseline"] for row in rows} == {options[-1] if options else "formula"}
    for key, ratios in found.items():
        right = {"monk": 2, "two-state": 1, "formula": 0.2}
        if "--baseline" not in key:
            right = {"monk": 10, "two-state": 5, "formula": 1}
        assert {name: pytest.approx(right[name]) for name in ratios} == ratios


def test_there_is_no_ratio_where_one_of_two_did_not_run() -> None:
    ran, failed = Figures("a", 3, moves=7, seconds=0.1), Figures("b", 3, moves=7)
    assert (ran.ratio(ran), ran.ratio(failed), failed.ratio(ran)) == (1, None, None)


def test_a_wrong_baseline_is_refused_unless_its_row_says_so(tmp_path: Path) -> None:
    (tmp_path / "wrong.dot").write_text(DOT.replace("move_ahead", "carry"))
    alone = run("compare", "2", "monk", "--baseline", "wrong.dot", cwd=tmp_path)
    assert_refused(alone, "wrong.dot", "cannot be the baseline", "step 2")
    both = run("compare", "2", "monk", "wrong.dot", "--baseline", "wrong.dot", cwd=tmp_path)
    assert both.code == 1
    assert [row.split()[3] for row in both.lines[1:3]] == ["yes", "NO"]
    assert_refused(run("compare", "2", "monk", "--baseline", "hbit"), "'hbit'", "'hbits'?")
