"""`at`, `path`, `rank`, `next` and `itinerary`: questions about configurations and disks."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import assert_refused, jsonl, lines, run
from oracle import TASKS, distances, replay, textbook


@pytest.mark.parametrize(("source", "target"), TASKS)
def test_at_and_rank_answer_for_every_step(source: int, target: int) -> None:
    task = ["--from", str(source), "--to", str(target)]
    for step, word in enumerate(replay(str(source) * 3, textbook(3, source, target))):
        assert lines("at", "3", str(step), *task) == [word]
        assert lines("rank", word, *task) == [str(step)]


def test_at_answers_for_no_disks_and_for_a_thousand() -> None:
    assert run("at", "0", "0") == (0, "\n", "")
    assert lines("at", "1000", str(2**1000 - 1)) == ["2" * 1000]


@pytest.mark.parametrize(("word", "wrong"), [("0020", "disk 1"), ("1000", "disk 4")])
def test_rank_off_the_path_fails_and_says_how_far_the_tower_is(word: str, wrong: str) -> None:
    ran = run("rank", word)
    assert (ran.code, ran.err) == (1, "")
    [line] = ran.lines
    assert re.search(
        rf"{wrong}.*\b{distances('2222')[word]} moves.*next {lines('next', word)[0]}$", line
    )


@pytest.mark.parametrize("target", range(3))
def test_next_leads_to_the_tower_step_by_step(target: int) -> None:
    word, left = "02110", distances(str(target) * 5)
    for away in range(left[word], 0, -1):
        assert left[word] == away
        [line] = lines("next", word, "--to", str(target))
        _, disk, source, _, peg = line.replace(":", "").split()
        assert line == f"disk {disk}: {source} -> {peg}"
        [_, word] = replay(word, [(int(disk), int(source), int(peg))])
    [line] = lines("next", word, "--to", str(target))
    assert (str(target) in line, "->" in line) == (True, False)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("00 01", ["1: disk 1: 0 -> 1"]),
        ("012 012", []),
        ("22 22 --format csv", ["step,disk,source,target"]),
        ("22 22 --format jsonl", []),
        ("02 22 --format csv", ["step,disk,source,target", "1,1,2,1", "2,2,0,2", "3,1,1,2"]),
        ("0 2 --format jsonl", ['{"step": 1, "disk": 1, "source": 0, "target": 2}']),
        ("100 011 --length", ["5"]),
        ("100 011 --length --by any-to-any", ["7"]),
        ("000 222 --verdict", ["once after 1 pair"]),
        ("02 20 --verdict", ["tie after 1 pair"]),
        ("120 120 --verdict", ["same after 0 pairs"]),
    ],
)
def test_path_prints(words: str, expected: list[str]) -> None:
    assert lines("path", *words.split()) == expected


@pytest.mark.parametrize("by", ["shortest", "any-to-any"])
def test_path_leads_from_anywhere_to_anywhere(by: str) -> None:
    asked = ["path", "1001", "0112", "--by", by]
    rows = jsonl(*asked)
    moves = [(row["disk"], row["source"], row["target"]) for row in rows]
    assert [*replay("1001", moves)][-1] == "0112"
    assert [row["step"] for row in rows] == list(range(1, len(moves) + 1))
    assert lines(*asked) == [f"{n}: disk {d}: {a} -> {b}" for n, (d, a, b) in enumerate(moves, 1)]


def test_path_tells_the_length_for_100_000_disks() -> None:
    [line] = lines("path", "0" * 100_000, "2" * 100_000, "--length")
    assert len(line) == 30_103
    assert int(line[-999:]) == (2**100_000 - 1) % 10**999


@pytest.mark.parametrize(("source", "target"), TASKS)
def test_itinerary_is_when_and_where_each_disk_moves(source: int, target: int) -> None:
    task = ["--from", str(source), "--to", str(target)]
    steps = list(enumerate(textbook(4, source, target), 1))
    expected = []
    for disk in (4, 3, 2, 1):
        numbers, pegs = zip(*((n, step[1:]) for n, step in steps if step[0] == disk), strict=True)
        assert {number % 2**disk for number in numbers} == {numbers[0]}
        [line] = lines("itinerary", "4", *task, "--disk", str(disk))
        expected.append(line)
        times = "1 move" if disk == 4 else f"{len(numbers)} moves"
        assert line.startswith(f"disk {disk}: {times}, at steps {numbers[0]} mod {2**disk}, round ")
        stops = [int(stop) for stop in line.rpartition("round ")[2].split(" -> ")]
        assert list(pegs) == [(stops[k % 3], stops[(k + 1) % 3]) for k in range(len(numbers))]
    assert lines("itinerary", "4", *task) == expected
    assert lines("itinerary", "0") == []


@pytest.mark.parametrize(("disks", "step"), [(0, 0), (1, 1), (3, 5), (6, 49), (12, 1000)])
def test_at_draws_every_disk_where_it_is(disks: int, step: int) -> None:
    """A disk is a box with its numeral in the middle, on the axis of its peg."""
    [digits] = lines("at", str(disks), str(step))
    *drawn, floor, numerals = lines("at", str(disks), str(step), "--as", "towers")
    middles = [found.start() for found in re.finditer(r"\d", numerals)]
    assert (numerals.split(), set(floor)) == (["0", "1", "2"], {"-", " "})
    found = {}
    for line in drawn:
        for box in re.finditer(r"\[=*(\d+)=*\]", line):
            disk = int(box[1])
            assert len(box[0]) == 2 * disk + 1
            found[disk] = middles.index((box.start() + box.end() - 1) // 2)
    assert [found[disk] for disk in range(disks, 0, -1)] == list(map(int, digits))


def test_at_prints_the_picture_or_writes_it(tmp_path: Path) -> None:
    printed = run("at", "4", "9", "--as", "svg").out
    assert ElementTree.fromstring(printed).tag.endswith("svg")
    assert lines("at", "4", "9", "--as", "svg", "-o", "at.svg", cwd=tmp_path) == []
    assert (tmp_path / "at.svg").read_text() == printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("13 1 --as towers", "at most 12"),
        ("41 1 --as svg", "at most 40"),
        ("100000000000 1 --as svg", "at most 40"),
        ("3 1 --as png", "'png'"),
        ("3 8 --as towers", "0 .. 7"),
    ],
)
def test_at_refuses_what_cannot_be_drawn(words: str, said: str, tmp_path: Path) -> None:
    assert_refused(run("at", *words.split(), "-o", "x.txt", cwd=tmp_path), said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("source", "target"), TASKS)
def test_the_table_of_an_itinerary_is_when_and_where_each_disk_moves(
    source: int, target: int
) -> None:
    task = ["--from", str(source), "--to", str(target)]
    pegs_of = {"source": source, "target": target, "spare": 3 - source - target}
    steps = list(enumerate(textbook(5, source, target), 1))
    _, *rows = lines("itinerary", "5", "--table", *task)
    assert len(rows) == 5
    for row, disk in zip(rows, (5, 4, 3, 2, 1), strict=True):
        numbers = [number for number, step in steps if step[0] == disk]
        named, moves, first, period, circle, pegs, spare = re.split(r" {2,}", row.strip())
        assert [int(one) for one in (named, moves, first)] == [disk, len(numbers), numbers[0]]
        assert {b - a for a, b in pairwise(numbers)} <= {int(period)}
        stops = [pegs_of[name] for name in circle.split(" > ")]
        assert (" > ".join(map(str, stops)), int(spare)) == (pegs, pegs_of["spare"])
        moved = [step[1:] for _, step in steps if step[0] == disk]
        assert moved == [(stops[k % 3], stops[(k + 1) % 3]) for k in range(len(moved))]
    assert lines("itinerary", "5", "--table", "--disk", "5", *task)[1].split() == rows[0].split()
