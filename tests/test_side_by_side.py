"""What `tools/side_by_side.py` says of two results, without running anything."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).with_name("tools")))
from corpus import Case
from side_by_side import Result, differences, in_new_words, reason


def printed(*outputs: str, code: int = 0, err: str = "", **files: str) -> Result:
    """The result of some steps, of which the last one may fail."""
    return Result(
        [*((0, out, "") for out in outputs[:-1]), (code, outputs[-1], err)],
        {f"a.{end}": text for end, text in files.items()},
    )


NOTICED = {
    "exit code": ("rank 02", printed("", code=1), printed("", code=2)),
    "exit code of check": ("draw a ; check a", printed("", ""), printed("", "", code=1)),
    "output": ("rank 02", printed("2"), printed("3")),
    "errors": ("rank 3", printed("", err="no 3"), printed("", err="no 4")),
    "files": ("draw a", printed("", svg="<svg><text>a</text></svg>"), printed("")),
    ".svg file, texts": (
        "draw a",
        printed("", svg="<svg><text>a</text></svg>"),
        printed("", svg="<svg><text>b</text></svg>"),
    ),
    "output, column line": (
        "check a --format csv",
        printed("file,line,seconds\na,3,0.1\n"),
        printed("file,line,seconds\na,4,0.2\n"),
    ),
    "output, columns": (
        "check a --format jsonl",
        printed('{"file": "a", "line": 3}'),
        printed('{"file": "a", "row": 3}'),
    ),
    "moves of the textbook": (
        "solve 1",
        printed("1: disk 1: 0 -> 1"),
        printed("1: disk 1: 0 -> 1"),
    ),
    "proved, but it fails its check": (
        "check a ; prove a",
        Result([(1, "", ""), (0, "", "")], {}),
        Result([(1, "", ""), (0, "", "")], {}),
    ),
}
RENAME = {"rename": [{"old": "mend", "new": "repair"}]}
ADAPTER = {
    "adapter": [
        {
            "old": r"rank (\S+)",
            "new": r"at --of \1",
            "facts": [["step", r"^(\d+)$", r"^step (\d+)$"]],
        }
    ]
}
EXPECT = {"expect": [{"case": "^rank", "difference": "^output$", "why": "counted from 1"}]}


def compared(line: str, old: Result, new: Result, rules: dict[str, Any]) -> list[str]:
    return [one.what for one in differences(Case("", line, {}), old, new, rules)]


def test_each_kind_of_difference_is_noticed_and_named() -> None:
    found = {what: compared(*case, {}) for what, case in NOTICED.items()}
    assert found == {what: [what] for what in NOTICED}


def test_seconds_and_places_and_words_that_are_renamed_are_no_difference() -> None:
    old = printed("try `mend a`, 0.12 s", dot='digraph { a [pos="1,2"] }')
    new = printed("try `repair a`, 3.45 s", dot="digraph { a [] }")
    assert compared("mend a", old, new, RENAME) == []
    assert in_new_words(Case("", "mend mend.dot", {}), RENAME).line == "repair mend.dot"


def test_of_a_line_that_is_written_otherwise_the_facts_are_compared() -> None:
    assert compared("rank 02", printed("2"), printed("yes\nstep 2"), ADAPTER) == []
    assert compared("rank 02", printed("2"), printed("yes\nstep 3"), ADAPTER) == ["step"]
    assert in_new_words(Case("", "rank 02", {}), ADAPTER).line == "at --of 02"


def test_what_is_expected_has_its_reason() -> None:
    [one] = differences(Case("", "rank 02", {}), printed("2"), printed("3"), EXPECT)
    assert reason(one, EXPECT) == "counted from 1"
    assert reason(one._replace(what="errors"), EXPECT) == ""
