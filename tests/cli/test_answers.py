"""Moves, configurations and steps as commands print them, compared with the oracle."""

import re

import pytest
from support.chance import chance
from support.commands import PLAIN, lines, run
from support.contenders import moves_of
from support.oracle import TASKS, textbook

from hanoi_fsm import SOLVERS

LINE = {
    "text": "{}: disk {}: {} -> {}\n",
    "csv": "{},{},{},{}\n",
    "jsonl": '{{"step": {}, "disk": {}, "source": {}, "target": {}}}\n',
}
FORMATS = [*LINE]
NAMES = [*SOLVERS, *PLAIN]
FORMULAS = [name for name, kind in PLAIN.items() if kind == "formula"]
Move = tuple[int, int, int]


def printed(numbered: list[tuple[int, Move]], format: str) -> str:
    """The moves in a format, each written by itself."""
    header = "step,disk,source,target\n" if format == "csv" else ""
    return header + "".join(LINE[format].format(step, *move) for step, move in numbered)


def differing(disks: int, names: list[str], options: str = "", start: int = 1) -> list[str]:
    """The commands that do not print the moves of the textbook from a step on."""
    wrong = []
    source, target = (1, 0) if "--from" in options else (0, 2)
    count = int((re.findall(r"--count (\d+)", options) or [2**disks])[0])
    made = moves_of(start, min(start + count, 2**disks), disks, (source, target))
    moves = list(enumerate(made, start))
    for format in FORMATS:
        expected = printed(moves, format)
        for name in names:
            words = f"solve {disks} --by {name} --format {format} {options}"
            if run(*words.split()) != (0, expected, ""):
                wrong.append(words)
    return wrong


def test_solve_prints_the_moves_of_the_textbook_by_every_name_in_every_format() -> None:
    assert differing(5, NAMES, "--from 1 --to 0") == []
    assert differing(0, NAMES) == []
    resuming = [name for name in NAMES if name not in ("recursion", "four-step")]
    assert differing(5, resuming, "--from 1 --to 0 --start 16 --count 2", 16) == []
    assert differing(3, resuming, f"--start 6 --count 1{'0' * 30}", 6) == []
    assert differing(3, resuming, "--start 7 --count 0", 7) == []


@pytest.mark.parametrize("disks", [14, pytest.param(16, marks=pytest.mark.sweep)])
def test_more_moves_than_are_made_at_once_are_those_of_the_textbook(disks: int) -> None:
    further = ["four-step", "recursion", "monk", "hbits", "itinerary"] if disks > 14 else []
    assert differing(disks, ["formula", "two-storey", *further]) == []


def test_any_part_of_a_huge_tower_is_printed_at_once() -> None:
    random = chance()
    near = [10**digits - random.randrange(20) for digits in (2, 4, 5, 8, 18)]
    for start in [*near, 19_998, 2**63, random.randrange(1, 2**64)]:
        window = f"--start {start} --count 25 --from 1 --to 0"
        assert differing(64, ["two-storey", "monk", *FORMULAS], window, start) == []
    start = 7**1100
    assert differing(4_000, ["formula"], f"--start {start} --count 9", start) == []
    assert differing(900, ["hbits"], f"--start {2**800 - 3} --count 9", 2**800 - 3) == []


def test_at_says_when_and_where_each_disk_moves() -> None:
    for source, target in TASKS:
        task = ["--from", str(source), "--to", str(target)]
        moves = list(enumerate(textbook(5, source, target), 1))
        _, *rows, total = lines("at", "5", *task)
        assert total.split()[:2] == ["all", "31"]
        assert [*map(str.split, lines("at", "5", *task, "--by-disk")[1:])] == [
            [str(number) for number in (disk, step, *pegs, 3 - sum(pegs))]
            for step, (disk, *pegs) in sorted(
                moves, key=lambda numbered: (-numbered[1][0], numbered[0])
            )
        ]
        for row, disk in zip(rows, (5, 4, 3, 2, 1), strict=True):
            _, count, first, period, _, pegs, spares = re.split(" {2,}", row.strip())
            steps = [step for step, move in moves if move[0] == disk]
            numbers = [int(text) for text in (count, first, period)]
            assert numbers == [len(steps), steps[0], 2**disk]
            stops = [int(peg) for peg in pegs.split(" > ")]
            circle = [(stops[k % 3], stops[(k + 1) % 3]) for k in range(len(steps))]
            assert circle == [move[1:] for _, move in moves if move[0] == disk]
            assert spares == ", ".join(str(stops[k - 1]) for k in range(3))
