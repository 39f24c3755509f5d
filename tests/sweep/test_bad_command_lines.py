"""Thousands of command lines, each wrong in one way that is known: exit code 2 and one line."""

import shlex
from collections.abc import Iterator
from itertools import product

import pytest
from commands import DOT
from harness import Case, faults

pytestmark = pytest.mark.sweep

FILES = {
    "my.dot": DOT.encode(),
    "fine.py": b"def solver(disks):\n    return []\n",
    "notes.txt": b"these are notes",
    "empty.dot": b"",
    "half.dot": DOT.encode()[:200],
    "folder/inside.txt": b"nothing to read",
}
"""What is in the folder."""

RIGHT = """
    demo --disks 2 --out new
    solve 3 --by two-storey --from 0 --to 1 --start 1 --count 2 --format csv
    trace 3 --by monk --from 0 --to 1 --start 1 --count 2 --format csv
    at 4 15 --from 0 --to 1
    path 100 011 --by shortest --format csv
    rank 0021 --from 0 --to 2
    next 0121 --to 1
    itinerary 4 --disk 2 --from 0 --to 1
    draw my.dot --format dot --counts 2 --lit base --renderer auto --out new
    draw hanoi-graph --disks 2 --from 0 --to 1 --out new --format dot
    check my.dot --disks 2
    explore my.dot --disks 4 --strict
    equal my.dot two-storey --disks 2 --format csv
    equal monk two-storey
    minimize my.dot -o new.json
    minimize rank-reader --format jsonl
    mutants monk --disks 2 --jobs 1 --summary
    mend my.dot --disks 2 --jobs 1 --edits 1 --most 2
    compare 2 monk hbits --format csv
    describe my.dot
    export my.dot --to json
    trace --by configuration-reader 0110 --from 0 --to 1 --count 2 --format jsonl
    trace --by shortest 100 011 --count 2 --format csv
    trace --by hbits 3 --start 2 --count 2
    play 3 --by monk --from 0 --to 1 --start 2 --count 2
    explorer --disks 1 --by monk -o new.html
    explorer --disks 0 --by my.dot rank-reader --word 0121 -o new.html
    solve 3 --by my.dot --start 2 --format jsonl
    path 100 011 --by any-to-any --length
    itinerary 30 --disk 7
    draw two-storey --path 1..3 --disks 2 --format dot --out new
    draw move-tree --disks 2 --from 0 --to 1 --format dot --out new
    check two-storey hbits --disks 2 --format csv --strict
    explore twice-reader --strict
    mutants rank-reader --disks 2 --jobs 2
    compare 2 --format jsonl
    describe rank-reader
    export hanoi-graph --disks 2 --to jflap
    list
"""
"""A right command line for each command, with most of its options; the words are made wrong."""

NOT_NUMBERS = ["x", "", " ", "-1", "1.5", "1e3", "0x10", "\N{ARABIC-INDIC DIGIT THREE}"]
NOT_NUMBERS += [
    "\N{SUPERSCRIPT TWO}",
    "1_",
    "--1",
    "+-3",
    "\N{FULLWIDTH DIGIT THREE}",
    "3 3",
    "None",
]
NOT_NUMBERS += ["\n", "1\n2", "\udcff", "nan", "inf", "[1]", "1,000"]
NUMBERS = [*NOT_NUMBERS, "1" + "0" * 30, "9" * 5_000]
PEGS = [*NUMBERS, "3", "4", "99"]
WORDS = ["", " ", "x", "\udcff", "\n", "\x1b[2J", "../..", "-", "None", "0", "a" * 5_000, "'", '"']
WORDS += ["<b>", "$(id)", "%s", "{}", "\N{SNOWMAN}", "my.dot ", "*", "?", "/", "://", "\\"]
NAMES = [*WORDS, "no.dot", "no.json", "no.py:x", "notes.txt", "empty.dot", "half.dot", "fine.py"]
NAMES += ["fine.py:", "fine.py:nobody", "two-story", "Monk", "two-storey.svg", ":", ".dot", ".py:x"]
CONFIGURATIONS = ["3", "x", "", "01x", "0 1", "-1", "\udcff", "0\n", "\N{ARABIC-INDIC DIGIT ONE}"]

OPTIONS = {
    **dict.fromkeys(["--from", "--to"], PEGS),
    **dict.fromkeys(["--disks", "--start", "--disk", "--counts", "--edits"], NUMBERS),
    **dict.fromkeys(["--count", "--jobs", "--most"], NOT_NUMBERS),
    **dict.fromkeys(["--by", "--memory"], NAMES),
    **dict.fromkeys(["--format", "--renderer", "--lit"], WORDS),
    "-o": ["no/such/folder/x", ".", "folder", "my.dot/x", "x" * 5_000],
    "--out": ["my.dot", "my.dot/x", "x" * 5_000],
}
"""What is wrong for each option, whatever the command."""

OPERANDS = {
    "solve": [NUMBERS],
    "trace": [NUMBERS],
    "play": [NUMBERS],
    "at": [NUMBERS, NUMBERS],
    "path": [CONFIGURATIONS, CONFIGURATIONS],
    "rank": [CONFIGURATIONS],
    "next": [CONFIGURATIONS],
    "itinerary": [NUMBERS],
    "draw": [NAMES],
    "check": [NAMES],
    "explore": [NAMES],
    "equal": [NAMES, NAMES],
    "minimize": [NAMES],
    "mutants": [NAMES],
    "mend": [NAMES],
    "compare": [NUMBERS, NAMES],
    "bench": [WORDS],
    "describe": [NAMES],
    "export": [NAMES],
}
STRAY = ["--no-such-option", "--disks=x", "-z", "--by", "--", "--fro", "\udcff", "--=", "-o"]


def lines() -> Iterator[list[str]]:
    """Every right command line."""
    for line in RIGHT.strip().splitlines():
        yield shlex.split(line)


def wrong_lines() -> Iterator[list[str]]:
    for line in lines():
        command, *rest = line
        known = [index for index, word in enumerate(line) if word in OPTIONS]
        for index in known:
            for value in OPTIONS[line[index]]:
                if command == "export" and line[index] == "--to":
                    continue
                yield [*line[: index + 1], value, *line[index + 2 :]]
            yield [*line[:index], *line[index + 2 :], line[index]]  # an option without its value
        for place, values in enumerate(OPERANDS.get(command, []), 1):
            for value in values:
                yield [*line[:place], value, *line[place + 1 :]]
        for stray, place in product(STRAY, range(1, len(line) + 1)):
            if stray in ("--", "--by", "-o") and place < len(line):
                continue
            if stray == "--" or (stray == "--fro" and "--from" in line):
                continue
            yield [*line[:place], stray, *line[place:]]
        if OPERANDS.get(command) and command not in ("draw", "check"):
            yield [command, *(word for word in rest if word.startswith("--"))]
        yield ["".join(reversed(command)), *rest]
        yield [command.upper(), *rest]


CASES = [Case(tuple(line), FILES, codes=(2,)) for line in wrong_lines()]


def test_there_are_thousands_of_them() -> None:
    assert len({case.words for case in CASES}) >= 3_000


@pytest.mark.parametrize("right", [*lines()], ids=" ".join)
def test_the_lines_that_are_made_wrong_are_right(right: list[str]) -> None:
    assert faults([Case(tuple(right), FILES, codes=(0,), leaves=("new", "new.html"))]) == []


def test_each_is_refused_in_one_line() -> None:
    found = faults(CASES)
    assert found == [], "\n".join([f"{len(found)} of {len(CASES)}:", *found[:40]])
