"""`at`, `path`, `rank`, `next` and `itinerary`: questions about configurations and disks."""

import re

import pytest
from commands import jsonl, lines, run
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
