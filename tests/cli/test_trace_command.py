"""`trace`: a row per event, of every kind of automaton and of the formulas, in three formats."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from commands import DOT, EVERY, PLAIN, assert_refused, cells, jsonl, lines, run
from oracle import pairs, replay, textbook
from sampling import one_in

from hanoi_fsm import Diagram, automata, trace, verdict
from hanoi_fsm.fsm.errors import BadInput

READ = {
    "move-reader": ("0110", "21"),
    "move-reader-small": ("101", "21"),
    "configuration-reader": ("0110", "0110"),
    "rank-reader": ("0021", "0010"),
    "path-reader": ("0021", ""),
    "distance-reader": ("0101", "1011"),
    "next-move-reader": ("0101", "12"),
    "sierpinski-reader": ("0101", "0210"),
    "twice-reader": ("20 20", "twice"),
    "twice-reader-small": ("11,20", "once"),
}
"""A word for each reader, and its answer."""

FIELDS = {
    **dict.fromkeys(EVERY, "number,step,state,event,guards,action,next,disk,source,target,pegs"),
    "recursion": "step,disk,source,target,pegs",
    "four-step": "step,disk,source,target,pegs",
    "formula": "step,disk,source,target,pegs,binary,zeros,shifts,delta,mod 3,renamed",
    "hbits": "step,disk,source,target,peg 0,peg 1,peg 2,pegs,x&(x-1),x|(x-1),mod 3,renamed",
    "itinerary": "step,disk,source,target,pegs,binary,turn,position,circle",
    **dict.fromkeys(READ, "number,symbol,state,writes,next,answer"),
    "configuration-reader": "number,symbol,state,writes,next,answer,"
    "disk,steps,pivot,compared,moved",
}
"""The columns of csv; the figures from which a row follows come after all others."""


def asked(name: str) -> list[str]:
    """A command that traces an automaton or a formula."""
    if name in READ:
        return ["trace", "--by", name, READ[name][0]]
    return ["trace", "--by", name, *(["100", "011"] if name in automata.PATHFINDERS else ["3"])]


def moves_of(rows: list[dict[str, Any]]) -> list[tuple[int, int, int]]:
    moves = [row["move"] for row in rows if row["move"] is not None]
    return [(move["disk"], move["source"], move["target"]) for move in moves]


def stacks(word: str) -> str:
    """The three pegs, bottom first."""
    numbered = list(zip(range(len(word), 0, -1), word, strict=True))
    pegs = [" ".join(str(disk) for disk, peg in numbered if peg == one) for one in "012"]
    return " | ".join(peg or "-" for peg in pegs)


@pytest.mark.parametrize("name", EVERY)
def test_the_three_formats_hold_the_same_rows_from_the_initial_to_a_final_state(name: str) -> None:
    records, rows = jsonl(*asked(name)), cells(*asked(name))
    assert ",".join(rows[0]) == FIELDS[name]
    assert rows == [
        {k: "" if v is None else str(v) for k, v in flat(row).items()} for row in records
    ]
    assert jsonl(*asked(name), "--count", "2") == records[:2]
    header, *table = lines(*asked(name))
    assert len(table) == len(records) > 0
    last = header.split()[-1]
    assert last == ("answer" if name in READ else "pegs")
    assert all(line.endswith(row[last]) for line, row in zip(table, records, strict=True))
    if name not in PLAIN:
        automaton = automata.get(name).automaton
        assert [row["number"] for row in records] == list(range(1, len(records) + 1))
        assert records[0]["state"] == automaton.initial
        assert records[-1]["next"] in automaton.final
        assert all(before["next"] == after["state"] for before, after in pairwise(records))


def flat(record: dict[str, Any]) -> dict[str, Any]:
    """A record with its move in three fields and its guards in the notation."""
    row: dict[str, Any] = {}
    for name, value in record.items():
        if name == "move":
            row |= value or dict.fromkeys(("disk", "source", "target"))
        elif name == "guards":
            row[name] = " & ".join(name if yes else f"!{name}" for name, yes in value.items())
        else:
            row[name] = value
    return row


@pytest.mark.parametrize(("disks", "source", "target"), [(0, 0, 2), (1, 0, 2), (4, 2, 1)])
@pytest.mark.parametrize("name", [*automata.SOLVERS, *PLAIN])
@pytest.mark.one_in(3)
def test_the_trace_of_a_solver_holds_the_textbooks_moves(
    name: str, disks: int, source: int, target: int
) -> None:
    task = ["--from", str(source), "--to", str(target)]
    rows = jsonl("trace", "--by", name, str(disks), *task)
    expected = [*textbook(disks, source, target)]
    assert moves_of(rows) == expected
    assert [row["step"] for row in rows if row["move"]] == list(range(1, 2**disks))
    places = list(replay(str(source) * disks, expected))
    assert [row["pegs"] for row in rows if row["move"]] == [stacks(word) for word in places[1:]]


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_the_trace_of_a_pathfinder_holds_its_moves(name: str) -> None:
    rows = jsonl("trace", "--by", name, "1001", "0112")
    assert [*replay("1001", moves_of(rows))][-1] == "0112"


@pytest.mark.parametrize("name", automata.READERS)
def test_the_trace_of_a_reader_ends_with_its_answer(name: str) -> None:
    word, answer = READ[name]
    rows = jsonl("trace", "--by", name, word)
    assert "".join(row["symbol"] for row in rows) == re.sub("[ ,]", "", word)
    assert rows[-1]["answer"] == answer
    written = [row["writes"] or "" for row in rows]
    assert answer == ("".join(written) if len(answer) == len(rows) else written[-1])


@pytest.mark.parametrize("name", ["rank-reader", "path-reader"])
def test_a_reader_that_stops_shows_how_far_it_got_and_fails(name: str) -> None:
    ran = run("trace", "--by", name, "0201", "--format", "csv")
    assert ran.code == 1
    assert [line.split(",")[1] for line in ran.lines] == ["symbol", "0"]
    assert ran.err.startswith(name)
    assert ran.err.count("\n") == 1


def test_hbits_shows_the_pegs_as_bit_words() -> None:
    places = list(replay("000", textbook(3, 0, 2)))
    for row, word in zip(jsonl("trace", "--by", "hbits", "3"), places[1:], strict=True):
        for peg in "012":
            assert row[f"peg {peg}"] == "".join("01"[digit == peg] for digit in word)


@pytest.mark.parametrize("name", [*automata.SOLVERS, "formula", "hbits", "itinerary"])
def test_a_trace_can_begin_anywhere_and_be_cut_off(name: str) -> None:
    whole = jsonl("trace", "--by", name, "5", "--start", "14")
    assert moves_of(whole) == list(textbook(5, 0, 2))[13:]
    assert [row["step"] for row in whole if row["move"]] == list(range(14, 32))
    assert jsonl("trace", "--by", name, "5", "--start", "14", "--count", "1") == whole[:1]


def test_csv_quotes_what_would_take_a_row_apart(tmp_path: Path) -> None:
    (tmp_path / "odd.dot").write_text(DOT.replace("label=crown", 'label="cro,w\\"n"'))
    rows = cells("trace", "2", "--by", tmp_path / "odd.dot")
    assert [row["state"] for row in rows] == ["dismantle", "base", 'cro,w"n', "foundation"]


TWICE = """
    twice-reader       | 100 011     | 20 20 | twice
    twice-reader-small | 100 011     | 11 11 | twice
    twice-reader       | 2100 2011   | 20 20 | twice
    twice-reader       | 0100 0211   | 10 10 | once
    twice-reader       | 210 212     |       |
    twice-reader       | 020 020     |       |
"""


@pytest.mark.parametrize(
    ("name", "words", "pairs", "answer"),
    [[cell.strip() for cell in row.split("|")] for row in TWICE.strip().splitlines()],
)
def test_two_configurations_are_read_from_their_first_difference_on(
    name: str, words: str, pairs: str, answer: str
) -> None:
    start, goal = words.split()
    ran = run("trace", "--by", name, start, goal, "--format", "csv")
    rows = [line.split(",") for line in ran.lines[1:]]
    assert (ran.code, [row[1] for row in rows]) == (0, pairs.split())
    assert ran.err.count("\n") == 1
    assert (pairs or "no pair") in ran.err
    if rows:
        assert rows[-1][-1] == answer == lines("path", start, goal, "--verdict")[0].split()[0]


@pytest.mark.parametrize("disks", one_in(2, [2, 4]))
@pytest.mark.parametrize("name", ["twice-reader", "twice-reader-small"])
def test_every_two_configurations_get_the_verdict_of_path(name: str, disks: int) -> None:
    reader = automata.READERS[name]
    for start, goal in pairs(disks):
        if start != goal:
            views = [record.view for record in reader.read(start, goal, views=True)]
            assert (views or ["once"])[-1] == verdict(start, goal).kind, (start, goal)


@pytest.mark.parametrize("words", [("20", "20"), ("2020", "20"), ("2100 2011",), ("1", "0212")])
@pytest.mark.parametrize("name", ["twice-reader", "twice-reader-small"])
def test_what_may_be_pairs_or_configurations_is_refused(name: str, words: tuple[str, ...]) -> None:
    joined = "".join(words).replace(" ", "")
    assert_refused(run("trace", "--by", name, *words), " ".join(words), f"{joined!r}", "one word")


@pytest.mark.parametrize("words", ["2020", "20,20", "20 20 11", "2 0 2 0"])
def test_a_word_of_pairs_is_read_as_it_is(words: str) -> None:
    for given in ([words], words.split()) if words.count(" ") != 1 else ([words],):
        rows = jsonl("trace", "--by", "twice-reader", *given)
        assert "".join(row["symbol"] for row in rows) == re.sub("[ ,]", "", words)


@pytest.mark.parametrize("words", [("100", "01"), ("103", "011"), ("100", "011", "0")])
def test_what_is_neither_pairs_nor_configurations_is_refused(words: tuple[str, ...]) -> None:
    assert_refused(run("trace", "--by", "twice-reader", *words))


def test_a_reader_of_words_takes_no_two_configurations() -> None:
    assert [row["symbol"] for row in jsonl("trace", "--by", "move-reader", "01", "10")] == [*"0110"]
    with pytest.raises(BadInput, match="one word"):
        trace("01", "10", by="move-reader")


def test_a_word_that_ends_in_no_final_state_is_refused(tmp_path: Path) -> None:
    drawing = Diagram(automata.get("path-reader").automaton).dot
    (tmp_path / "my.dot").write_text(drawing.replace('id="state-3" peripheries=2', 'id="state-3"'))
    for word, code in {"00": 0, "0": 1, "220": 1, "": 0}.items():
        ran = run("trace", "--by", "my.dot", word, "--format", "csv", cwd=tmp_path)
        assert (ran.code, len(ran.lines[1:])) == (code, len(word))
        assert ran.err.count("not final") == code
    assert run("trace", "--by", "my.dot", "0", "--count", "1", cwd=tmp_path).code == 0
    assert run("check", "my.dot", cwd=tmp_path).out.count("FAILED: line 12: reading 0 ") == 1
