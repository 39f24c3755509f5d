"""How often each transition is taken, and what a stretch of a run passes, as pictures show it."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from hanoi_fsm import Configuration, find, path
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.diagrams.dot_reader import read_file
from hanoi_fsm.fsm.diagrams.dot_syntax import parse
from hanoi_fsm.fsm.diagrams.picture import LIT_LINE
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.solving import closed_counts, counts, find_solver


@pytest.mark.parametrize("length", range(4))
@pytest.mark.parametrize("name", automata.READERS)
def test_a_reader_s_counts_are_those_of_reading_every_word(name: str, length: int) -> None:
    automaton = automata.READERS[name].automaton
    passed: Counter[Transition] = Counter()
    for word in product(automaton.events, repeat=length):
        rows = automaton.read(word)
        try:
            for row in rows:
                passed[row] += 1
        except MachineStopped:
            continue
    assert counts(find(name), length) == {row: passed[row] for row in automaton.transitions}


def test_a_pathfinder_s_counts_are_those_between_all_pairs() -> None:
    taken = counts(find("any-to-any"), 2)
    words = [Configuration(word) for word in product((0, 1, 2), repeat=2)]
    moves = sum(len(list(path(*ends, "any-to-any"))) for ends in product(words, words))
    assert sum(count for row, count in taken.items() if row.action == "move_put_off") == moves
    assert sum(count for row, count in taken.items() if row.target == "done") == 81


def test_pairs_of_more_than_three_disks_are_too_many() -> None:
    with pytest.raises(BadDisks, match="give at most 3"):
        counts(find("shortest"), 4)


@pytest.mark.parametrize("name", automata.SOLVERS)
@pytest.mark.parametrize("disks", [0, 1, 2, 5])
def test_a_solver_s_counts_are_the_closed_ones(name: str, disks: int) -> None:
    assert counts(find(name), disks) == closed_counts(find(name), disks)


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("two-storey", 1, 1), ("two-storey", 4, 6), ("call-stack", 3, 9), ("monk", 15, 15)],
)
def test_path_lights_what_the_steps_pass_and_nothing_else(
    name: str, first: int, last: int, tmp_path: Path
) -> None:
    asked = ["draw", name, "--disks", "4", "--format", "dot", "--out", str(tmp_path)]
    assert main([*asked, "--path", f"{first}..{last}"]) == 0
    file = tmp_path / f"{name}-steps-{first}-to-{last}.dot"
    edges = [
        looks for kind, _, looks in parse(file.read_bytes()).statements if kind == "edge" and looks
    ]
    rows = read_file(file).automaton.transitions
    lit = {
        row
        for row, looks in zip(rows, edges, strict=True)
        if "color" in looks and looks["color"].text == LIT_LINE
    }
    expected, step = set(), 1
    for record in find_solver(name).run(4):
        if first <= step <= last:
            expected.add(record.transition)
        step += record.output is not None
    assert lit == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["two-storey", "--path", "3"], "write --path STEP..STEP"),
        (["two-storey", "--path", "5..3"], "there is no step 3"),
        (["two-storey", "--path", "1..8"], "there is no step 8"),
        (["rank-reader", "--path", "1..2"], "is no solver"),
        (["move-tree", "--path", "1..2"], "--path is for hanoi-graph and solvers"),
    ],
)
def test_a_path_that_is_none_is_refused_in_one_line(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", *words[:1], "--out", str(tmp_path), *words[1:]]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())
