"""Bad input: exit code 2, one line on standard error that names what is wrong, no file written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import DOT, assert_refused, process, run

ARABIC = "\N{ARABIC-INDIC DIGIT THREE}"
WORDS = {
    "JUNK": "x" * 100_000,
    "DIGITS": "0123456789" * 10_000,
    "MANY": " ".join("x" * 10_000),
    "BIG": "1" + "0" * 30,
    "LONG": "9" * 9_999,
    "ARABIC": ARABIC,
    "LINES": "a\nb",
    # How Python shows arguments that are not UTF-8, and are given to a process again.
    "BYTES": "\udcff\udcfe",
    "SURROGATE": "\udced\udca0\udc80",
}
"""What stands in the tables for words that cannot be read at a glance."""

CIRCLES = b"""digraph "two-storey" {
    s [shape=point] s -> a a -> a [label="step [!built]"] a -> b [label="step [built]"]
    b [peripheries=2]
}"""
FILES = {
    "my.dot": DOT.encode(),
    "empty.dot": b"",
    "png.dot": b"\x89PNG\r\n\x1a\n",
    "nul.dot": b"\0" * 99,
    "graph.dot": b"graph x {}",
    "huge.dot": b" " * 1_000_000,
    "untitled.dot": CIRCLES.replace(b"two-storey", b"x"),
    "cary.dot": DOT.replace("/ carry", "/ cary").encode(),
    "illegal.dot": DOT.replace("/ move_back", "/ move_ahead").encode(),
    "circles.dot": CIRCLES,
    "basis.dot": DOT.replace("label=base", "label=basis").encode(),
}
"""The files that every command finds, and must leave as they are."""

MISSING = "No such file"
TABLE = [
    # The number of disks
    ("solve -1; trace -1; itinerary -1; compare -1; at -1 0; draw --counts -1", "disks|-1"),
    ("demo --disks -1; check --disks -1; explore monk --disks -1; mend my.dot --disks -1", "-1"),
    ("solve BIG; trace BIG; at BIG 0; check --disks BIG", "disks 1000000000000000000000000000000"),
    ("solve LONG", "disks|33216 bits"),
    ("solve three", "argument N|'three'"),
    ("solve 3.0", "argument N|'3.0'"),
    ("solve 1e3", "argument N|'1e3'"),
    ("solve 0x3", "argument N|'0x3'"),
    ("solve ''", "argument N|''"),
    ("solve ' '", "argument N|' '"),
    ("solve '3 disks'", "argument N|'3 disks'"),
    ("solve ARABIC", f"argument N|{ARABIC}"),
    ("solve JUNK", "argument N|'xxx"),
    ("solve BYTES", r"argument N|'\udcff\udcfe'"),
    ("at x 0; itinerary x; compare x", "argument N|'x'"),
    ("demo --disks x; draw --disks x; check --disks x", "argument --disks|'x'"),
    ("trace x; trace --by hbits x", "'x'"),
    ("trace 3 4", "two-storey"),
    ("trace --by hbits 3 4", "hbits"),
    ("check --disks 25; draw --counts 25; compare 25", "disks 25|at most 24"),
    ("explore monk --disks 15", "disks 15|at most 14"),
    ("itinerary 4 --disk 5", "disk 5"),
    ("itinerary 4 --disk 0", "disk 0"),
    ("mend my.dot --edits 3", "--edits"),
    ("draw shortest --counts 4", "4|at most 3"),
    # Pegs, steps and counts
    ("solve 3 --to 3; at 3 1 --to 3; rank 00 --to 3", "peg 3"),
    ("solve 3 --from -1; next 00 --to -1", "peg -1"),
    ("solve 3 --from 2; rank 00 --from 2; at 3 1 --from 2", "peg 2"),
    ("trace 3 --to 0; itinerary 4 --to 0", "peg 0"),
    ("at 3 1 --to LONG", "peg|33216 bits"),
    ("at 3 1 --to b", "argument --to|'b'"),
    ("trace --by move-reader 01 --to 1", "move-reader|0 -> 2"),
    ("solve 3 --start 0", "step 0|7"),
    ("solve 3 --start 8; solve 3 --by formula --start 8; trace 3 --start 8", "step 8|7"),
    ("solve 3 --start -1; at 4 -1", "step -1"),
    (f"solve 99 --start {2**99}", f"{2**99}|2**99 - 1"),
    ("solve 0 --start 2", "step 2"),
    ("trace --by recursion 3 --start 2", "recursion|call-stack"),
    ("trace --by rank-reader 0021 --start 3", "rank-reader|--start"),
    ("trace --by shortest 100 011 --start 3", "shortest|--start"),
    ("at 4 16", "step 16|15"),
    ("at 4 LONG", "step|33216 bits|15"),
    ("solve 3 --count -1; solve 3 --by hbits --count -1", "count|-1"),
    ("trace 3 --count -1; trace --by hbits 3 --count -1", "count|-1"),
    ("trace --by shortest 100 011 --count -1; trace --by move-reader 01 --count -1", "count|-1"),
    ("mend monk --most 0; mend monk --most -3", "invalid --most"),
    ("mend monk --jobs 0; mutants monk --jobs -1", "invalid --jobs"),
    ("solve 3 --count many", "argument --count|'many'"),
    ("draw two-storey --path 3", "STEP..STEP"),
    ("draw two-storey --path 5..3", "step 3"),
    ("draw two-storey --path 1..8", "step 8"),
    ("draw rank-reader --path 1..2", "rank-reader"),
    ("draw move-tree --path 1..2; draw run --path 000 222", "--path"),
    ("draw monk --to 1; draw run --to 1", "--to"),
    ("draw run --memory a.py:b; explore monk --memory a.py:b", "--memory"),
    ("describe hbits --memory a.py:b; export hanoi-graph --to dot --memory a.py:b", "--memory"),
    # Configurations and words
    ("path 103 011", "START|'103'|digit 3"),
    ("path 100 01; path 100 01 --length; path 100 01 --verdict", "3|2"),
    ("path '' ''", "START|empty"),
    ("path DIGITS DIGITS", "START|digit 4"),
    ("rank 0x", "'0x'|digit 2"),
    ("rank ''", "CONFIGURATION|empty"),
    ("next LINES", r"'a\nb'|digit 1"),
    ("next ARABIC", "digit 1"),
    ("trace --by distance-reader 0132", "'0132'|symbol 3"),
    ("trace --by move-reader DIGITS", "symbol 3"),
    ("trace --by twice-reader '00 0'", "'00 0'|symbol 2"),
    ("trace --by shortest 100; trace --by shortest 100 011 111", "shortest"),
    ("trace --by shortest 100 01", "3|2"),
    ("trace --by shortest 100 013", "'013'|digit 3"),
    # Names
    ("solve 3 --by two-story; trace 3 --by two-story", "'two-story'|'two-storey'?"),
    ("solve 3 --by hbit; check hbit; compare 3 hbit", "'hbit'|'hbits'?"),
    ("check mnk; describe mnk; explore mnk; mutants mnk; draw mnk", "'mnk'|'monk'?"),
    ("check two-storey nobody", "'nobody'|two-storey, call-stack"),
    ("path 1 0 --by shortes", "'shortes'|'shortest'?"),
    ("path 1 0 --by monk", "monk|shortest, any-to-any"),
    ("draw --lit crow", "'crow'|'crown'?"),
    ("solve 3 --by ''", "''|two-storey, call-stack"),
    ("solve 3 --by JUNK", "'xxx"),
    ("solve 3 --by BYTES", r"'\udcff\udcfe'"),
    ("solve 3 --by os", "'os'"),
    ("solve 3 --format jsnol", "'jsnol'|'jsonl'?"),
    ("solve 3 --format table; path 1 0 --format table", "'table'|text, csv, jsonl"),
    ("trace 3 --format text", "'text'|table, csv, jsonl"),
    ("compare 3 --format table", "'table'|text, csv, jsonl"),
    ("draw run --format png", "svg|png"),
    ("draw --format gif", "'gif'|dot, svg, png, pdf"),
    ("export two-storey --to mermiad", "'mermiad'|'mermaid'?"),
    ("export two-story --to dot", "'two-story'|'two-storey'?"),
    ("draw --renderer wsam", "'wsam'|'wasm'?"),
    # Files to read
    ("solve 3 --by no.dot; check no.dot; draw no.dot; describe no.dot", f"no.dot: {MISSING}"),
    ("path 1 0 --by no.dot; mend no.dot; export no.dot --to json", f"no.dot: {MISSING}"),
    ("check .dot", f".dot: {MISSING}"),
    ("check JUNK.dot", "File name too long"),
    ("check BYTES.dot", rf"\udcff\udcfe.dot: {MISSING}"),
    ("check folder.dot", "folder.dot: Is a directory"),
    ("check empty.dot", "empty|digraph"),
    ("check png.dot", "line 1, column 1|UTF-8"),
    ("trace 3 --by nul.dot", "line 1, column 1|NUL"),
    ("draw graph.dot", "line 1, column 1|'graph'|`digraph`"),
    ("check huge.dot", "262144 bytes"),
    ("check untitled.dot", "'x'|two-storey, call-stack"),
    ("solve 3 --by cary.dot", "line 12|'cary'|'carry'?"),
    ("solve 3 --by illegal.dot -o moves.txt", "peg 2"),
    ("solve 1 --by circles.dot", "600"),
    ("solve 3 --by basis.dot --start 2", "basis.dot|'base'|step 1"),
    # Files to write
    (
        "solve 3 -o no/moves; trace 3 -o no/moves; export monk --to dot -o no/moves",
        f"/no/moves: {MISSING}",
    ),
    ("solve 3 -o .; solve 3 -o ''", "Is a directory"),
    ("solve 3 -o /dev/null/x; demo --out /dev/null/x", "/dev/null/x: Not a directory"),
    ("solve 3 -o /proc/x; draw --format dot --out /proc/x", f"/proc/x: {MISSING}"),
    ("solve 3 -o /dev/full", "No space left on device"),
    ("solve 3 -o LINES/c", f"/a b/c: {MISSING}"),
    ("solve 3 -o JUNK", "File name too long"),
    ("solve 3 -o no/BYTES", rf"/no/\udcff\udcfe: {MISSING}"),
    ("draw --format dot --out my.dot/x", "my.dot/x: Not a directory"),
    ("demo --out my.dot", "my.dot: File exists"),
    # Arguments
    ("''; q", "demo, solve"),
    ("slove 3", "'slove'|'solve'?"),
    ("solve", "required|N|`hanoi-fsm solve --help`"),
    ("at 3", "required|STEP"),
    ("path 1", "required|GOAL"),
    ("export; export monk", "--to"),
    ("export monk --to jflap", "monk|guards (built)"),
    ("export hanoi-graph --disks 5 --to jflap", "1 to 4 disks"),
    ("solve 3 4; at 1 1 4; demo 4; list 4", "unrecognized|4"),
    ("solve 3 --fast", "unrecognized|--fast"),
    ("solve 3 --count", "argument --count"),
    ("JUNK", "'xxx"),
    ("solve 3 JUNK", "unrecognized|xxx"),
    ("solve 3 MANY", "unrecognized|x x"),
    ("solve 3 BYTES", r"unrecognized|\udcff\udcfe"),
    ("SURROGATE", r"'\udced\udca0\udc80'"),
    ("LINES", r"'a\nb'"),
]
"""Commands, and what their error must name."""

BAD = [(command, said) for commands, said in TABLE for command in commands.split("; ")]


def arguments_of(command: str) -> list[str]:
    """The words of a command, with what WORDS stands for."""
    pattern = re.compile("|".join(WORDS))
    return [pattern.sub(lambda found: WORDS[found[0]], word) for word in shlex.split(command)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad")
    (folder / "folder.dot").mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    return folder


def assert_untouched(folder: Path) -> None:
    """Assert that nothing was written."""
    assert {file.name for file in folder.iterdir()} == {*FILES, "folder.dot"}
    assert not list((folder / "folder.dot").iterdir())
    assert all((folder / name).read_bytes() == content for name, content in FILES.items())


def test_no_arguments_are_refused_too() -> None:
    assert_refused(run(), "required", "COMMAND", "`hanoi-fsm --help`")


@pytest.mark.parametrize(("command", "said"), BAD, ids=[command[:50] for command, _ in BAD])
def test_bad_input_is_refused_in_one_line(command: str, said: str, folder: Path) -> None:
    assert_refused(run(*arguments_of(command), cwd=folder), *said.split("|"))
    assert_untouched(folder)


PROCESSES = [*BAD[::12], *(case for case in BAD if re.search("BYTES|SURR|LINES|ARAB", case[0]))]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("command", "said"), PROCESSES, ids=[command[:50] for command, _ in PROCESSES]
)
def test_bad_input_is_refused_by_a_process_too(command: str, said: str, folder: Path) -> None:
    """A shell and an operating system could make something else of the odd words."""
    assert_refused(process(*arguments_of(command), cwd=folder), *said.split("|"))
    assert_untouched(folder)
