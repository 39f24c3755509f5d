"""Bad input: exit code 2, one line on standard error that names what is wrong, no file written."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import DOT, Ran, assert_refused, process, run

WORDS = {
    "JUNK": "x" * 100_000,
    "BIG": "1" + "0" * 30,
    "LONG": "9" * 9_999,
    "ARABIC": "\N{ARABIC-INDIC DIGIT THREE}",
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
    "graph.dot": b"graph x {}",
    "huge.dot": b" " * 1_000_000,
    "untitled.dot": CIRCLES.replace(b"two-storey", b"x"),
    "cary.dot": DOT.replace("/ carry", "/ cary").encode(),
    "circles.dot": CIRCLES,
    "my.txt": DOT.encode(),
    "twostorey.dot": CIRCLES.replace(b"two-storey", b"mine over twostorey"),
    "go.dot": DOT.replace("step [!built]", "go [!built]", 1).encode(),
    "guard.dot": DOT.replace("step [built]", "built", 1).encode(),
    "basis.dot": DOT.replace("label=base", "label=basis").encode(),
}
"""The files that every command finds, and must leave as they are."""

MISSING = "No such file"
NUMBERS = ["three", "3.0", "1e3", "0x3", "", " ", "3 disks"]
TABLE = [
    # The number of disks
    ("solve -1; trace -1; itinerary -1; compare -1; draw --counts -1", "disks|$"),
    ("at -1 0; demo --disks -1; check --disks -1; mend my.dot --disks -1", "-1"),
    ("explore monk --disks -1", "-1"),
    ("mend my.dot --edits 3", "--edits"),
    ("solve BIG; trace BIG; check --disks BIG", "disks $"),
    ("solve LONG", "disks|33216 bits"),
    *[(f"solve '{number}'", f"argument N|'{number}'") for number in NUMBERS],
    ("solve JUNK", "argument N|'xxx"),
    ("solve BYTES; solve ARABIC; itinerary x; compare x", "argument N|'$'"),
    ("at x 0; at 3 1 --to x", "argument |'x'"),
    ("demo --disks x; draw --disks x; check --disks x", "argument --disks|'x'"),
    ("trace x; trace --by hbits x", "'x'"),
    ("trace 3 4", "two-storey"),
    ("trace --by hbits 3 4", "hbits"),
    ("check --disks 25; draw --counts 25; compare 25", "disks 25|at most 24"),
    ("explore monk --disks 15", "disks 15|at most 14"),
    ("export hanoi-graph --to jflap --disks -1; export hanoi-graph --to dot --disks BIG", "1 .. 4"),
    ("itinerary 4 --disk 5; itinerary 4 --disk 0", "disk $"),
    ("draw shortest --counts 4", "4|at most 3"),
    # Pegs, steps and counts
    ("solve 3 --to 3; at 3 1 --to 3; rank 00 --to 3; solve 3 --from -1; next 00 --to -1", "peg $"),
    ("solve 3 --from 2; rank 00 --from 2; trace 3 --to 0; itinerary 4 --to 0", "peg $"),
    ("trace --by move-reader 01 --to 1", "move-reader|0 -> 2"),
    ("solve 3 --start 0; solve 3 --by hbits --start 8; trace 3 --start 8", "step $|7"),
    ("solve 3 --start -1; at 4 -1; at 4 16; solve 0 --start 2", "step $"),
    (f"solve 99 --start {2**99}", "$|2**99 - 1"),
    ("trace --by recursion 3 --start 2", "recursion|call-stack"),
    ("trace --by rank-reader 0021 --start 3; trace --by shortest 100 011 --start 3", "--start"),
    ("at 4 LONG", "step|33216 bits|15"),
    ("mend monk --jobs 0; mutants monk --jobs -1", "invalid --jobs"),
    ("solve 3 --count -1; solve 3 --by hbits --count -1; trace 3 --count -1", "count|$"),
    ("trace --by shortest 100 011 --count -1; trace --by move-reader 01 --count -1", "count|$"),
    ("draw two-storey --path 3; draw two-storey --path 1..ARABIC", "STEP..STEP"),
    ("draw two-storey --path ARABIC..3; draw two-storey --path 1..²", "STEP..STEP"),
    ("draw two-storey --path 1..8; at 3 8; solve 3 --start 8", " .. 7 for"),
    ("draw two-storey --path 1..8", "step "),
    ("draw two-storey --path 5..3", "3..5"),
    ("draw two-storey --path '3 ..'", "STEP..STEP"),
    ("draw rank-reader --path 1..2", "rank-reader"),
    ("draw move-tree --path 1..2; draw run --path 000 222", "--path"),
    ("draw monk --to 1; draw rank-reader --to 1", "--to"),
    ("draw run --memory a.py:b; describe hbits --memory a.py:b", "--memory"),
    ("explore monk --memory a.py:b; export hanoi-graph --to dot --memory a.py:b", "--memory"),
    # Configurations and words
    ("path 103 011", "START|'103'|digit 3"),
    ("path 100 01; path 100 01 --length; path 100 01 --verdict", "3|2"),
    ("path '' ''", "START|empty"),
    ("rank ''", "CONFIGURATION|empty"),
    ("next LINES", r"'a\nb'|digit 1"),
    ("next ARABIC", "digit 1"),
    ("trace --by distance-reader 0132", "'0132'|symbol 3"),
    ("trace --by shortest 100; trace --by shortest 100 011 111", "shortest"),
    ("trace --by shortest 100 01", "3|2"),
    # Names
    ("solve 3 --by two-story; trace 3 --by two-story", "'$'|'two-storey'?"),
    ("solve 3 --by hbit; check hbit; compare 3 hbit", "'$'|'hbits'?"),
    ("check mnk; describe mnk; explore mnk; mutants mnk; draw mnk", "'$'|'monk'?"),
    ("check nobody; solve 3 --by ''", "'$'|two-storey, call-stack"),
    ("path 1 0 --by shortes", "'$'|'shortest'?"),
    ("path 1 0 --by monk", "monk|shortest, any-to-any"),
    ("draw --lit crow", "'$'|'crown'?"),
    ("solve 3 --by BYTES; solve 3 --by os", "'$'"),
    ("solve 3 --format jsnol", "'$'|'jsonl'?"),
    ("solve 3 --format table; path 1 0 --format table", "'$'|text, csv, jsonl"),
    ("compare 3 --format table", "'$'|text, csv, jsonl"),
    ("bench questions", "'questions'|'question'?"),
    ("trace 3 --format text", "'$'|table, csv, jsonl"),
    ("draw run --format png", "svg|$"),
    ("draw --format gif", "'$'|dot, svg, png, pdf"),
    ("export two-storey --to mermiad", "'$'|'mermaid'?"),
    ("draw --renderer wsam; draw --format dot --renderer wsam", "'$'|'wasm'?"),
    ("path 1 0 --by ''", "''|choose from"),
    # Files to read
    ("solve 3 --by no.dot; check no.dot; draw no.dot; describe no.dot", f"$: {MISSING}"),
    ("path 1 0 --by no.dot; mend no.dot; check .dot; check BYTES.dot", f"$: {MISSING}"),
    ("export no.dot --to json", f"no.dot: {MISSING}"),
    ("check JUNK.dot", "File name too long"),
    ("describe folder.dot; draw folder.dot", "$: Is a directory|name a file in it"),
    ("check folder.dot", "'$' has no file that ends in .dot or .gv or .json"),
    ("check mi.dot; draw mi.dot; solve 1 --by mi.dot", "did you mean 'my.dot'?"),
    ("check no/my.dot", "no such folder no"),
    ("describe folder.dot/..", "is a folder: name a file in it"),
    ("check my.txt; describe my.txt", "'$' is not a diagram by its ending|.dot, .gv, .json"),
    ("draw graph.dot", "line 1, column 1|'graph'|`digraph`"),
    ("check huge.dot", "262144 bytes"),
    ("check untitled.dot; draw untitled.dot", "'x'|two-storey, call-stack"),
    ("check twostorey.dot; describe twostorey.dot", "no known memory|'two-storey'?|over MEMORY"),
    ("solve 3 --by go.dot; describe go.dot", "line 12|event 'go' is unknown|step"),
    (
        "solve 3 --by guard.dot; draw guard.dot --counts 3",
        "line 17|'built' is a guard|`step [built]`",
    ),
    ("solve 3 --by cary.dot", "line 12|'cary'|'carry'?"),
    ("solve 1 --by circles.dot", "600"),
    ("solve 3 --by basis.dot --start 2", "basis.dot|'base'|step 1"),
    # Files to write
    ("solve 3 -o no/x; trace 3 -o no/x; export monk --to dot -o no/x", f"/$: {MISSING}"),
    ("solve 3 -o .; solve 3 -o ''", "Is a directory"),
    ("solve 3 -o /dev/null/x; demo --out /dev/null/x", "$: Not a directory"),
    ("solve 3 -o /proc/x; draw --format dot --out /proc/x; solve 3 -o no/BYTES", f"$: {MISSING}"),
    ("solve 3 -o /dev/full; export monk --to json -o /dev/full", "$: No space left on device"),
    ("solve 3 -o LINES/c", f"/a b/c: {MISSING}"),
    ("solve 3 -o JUNK", "File name too long"),
    ("draw --format dot --out my.dot/x", "$: Not a directory"),
    ("demo --out my.dot", "$: File exists"),
    # Arguments
    ("''; q", "demo, solve"),
    ("slove 3; SLOVE 3; --count 2 slove; -o x slove 3", "unknown command|'solve'?"),
    ("SOLVE 3; Solve 3", "unknown command|'solve'?"),
    ("--count 2 solve 3; -- solve 3; -3 solve", "before the command|`hanoi-fsm solve`"),
    ("solve", "required|N|`hanoi-fsm solve --help`"),
    ("at 3", "required|STEP"),
    ("path 1", "required|GOAL"),
    ("export; export monk", "--to"),
    ("export monk --to jflap", "monk|guards (built)"),
    ("solve 3 4; demo 4; list 4; solve 3 --fast; solve 3 BYTES", "unrecognized|$"),
    ("solve 3 --count; solve 3 --count many", "argument --count"),
    ("JUNK; solve 3 --by JUNK", "'xxx"),
    ("solve 3 JUNK", "unrecognized|xxx"),
    ("SURROGATE", "'$'"),
    ("LINES", r"'a\nb'"),
]
"""Commands, and what their error must name; `$` is the last word of the command."""

BAD = [(command, said) for commands, said in TABLE for command in commands.split("; ")]
ODD = [case for case in BAD if re.search("BYTES|SURR|LINES|ARABIC", case[0])]
"""A shell and an operating system could make something else of these words."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad")
    (folder / "folder.dot").mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    return folder


def assert_bad(command: str, said: str, folder: Path, run: Callable[..., Ran] = run) -> None:
    """Assert that it is refused in one line with these fragments, and that nothing is written."""
    pattern = re.compile("|".join(WORDS))
    words = [pattern.sub(lambda found: WORDS[found[0]], word) for word in shlex.split(command)]
    last = words[-1].encode("utf-8", "backslashreplace").decode()
    assert_refused(run(*words, cwd=folder), *said.replace("$", last).split("|"))
    files = {name: (folder / name).read_bytes() for name in FILES}
    assert (files, len(list(folder.glob("**/*")))) == (FILES, len(FILES) + 1)


def test_no_arguments_are_refused_too() -> None:
    assert_refused(run(), "required", "COMMAND", "`hanoi-fsm --help`")


@pytest.mark.parametrize(("command", "said"), BAD)
@pytest.mark.one_in(2)
def test_bad_input_is_refused_in_one_line(command: str, said: str, folder: Path) -> None:
    assert_bad(command, said, folder)


@pytest.mark.sweep
@pytest.mark.parametrize(("command", "said"), [*BAD[::12], *ODD])
def test_bad_input_is_refused_by_a_process_too(command: str, said: str, folder: Path) -> None:
    assert_bad(command, said, folder, process)
