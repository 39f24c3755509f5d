"""An option that does nothing where it is given is refused in one line, which names it."""

from pathlib import Path

import pytest
from commands import DOT, assert_refused, lines, run

TURNSTILE = f"{Path(__file__).parent.parent / 'machines' / 'turnstile.py'}:turnstile"
TABLE = {
    "path 100 011": {
        "--format": "--length --format csv; --verdict --format jsonl",
        "--length": "--verdict --length",
        "--by": "--verdict --by any-to-any",
    },
    "draw": {
        "--lit": "run --lit base; hanoi-graph --lit 000; disk-table --lit a; move-tree --lit a",
        "--counts": "hanoi-graph --counts 3; run --counts 3; recursion-tree --counts 3",
        "--disks": "two-storey --disks 3; my.dot --disks 4; rank-reader --disks 3; --disks 4",
        "--from": "two-storey --from 1; rank-reader --from 1; --from 1",
        "--to": "two-storey --to 1; my.dot --to 1; --to 1",
        "--by": "two-storey --by monk; hanoi-graph --by monk; --by monk",
        "--steps": "two-storey --steps 1..2; move-tree --steps 1..2; --steps 1..2",
        "--matrix": "two-storey --matrix; disk-table --matrix; --matrix",
        "--path": "recursion-tree --path 1..2; run --path 1..2; rank-reader --path 1..2",
        "--memory": "two-storey --memory a.py:b; run --memory a.py:b; hanoi-graph --memory a.py:b",
        "--renderer": "run --renderer dot; run --renderer wasm",
        "--as": "run --as table; hanoi-graph --as table; disk-table --as table",
        "--counts ": "rank-reader --as table --counts 3",
        "--lit ": "rank-reader --as table --lit 012",
        "--path ": "rank-reader --as table --path 1..2",
    },
    "export": {
        "--disks": "monk --to dot --disks 3; my.dot --to json --disks 5",
        "NAME": "two-storey --schema",
        "--to": "--schema --to json",
        "--memory": "--schema --memory a.py:b; monk --to dot --memory a.py:b; "
        "hanoi-graph --to dot --memory a.py:b",
    },
    "compare 3": {
        "--format": "--plot x.svg --format csv",
        "--baseline": "--plot x.svg --baseline monk",
        "--of": "--of cells; monk --format csv --of times",
        "--engine": "hbits recursion --engine generated; hbits --plot x.svg --engine transitions",
    },
    "explore": {
        "--disks": f"rank-reader --disks 3; {TURNSTILE} --disks 3",
        "--memory": "monk --memory a.py:b",
    },
    "check": {
        "--memory": "monk --memory a.py:b; hbits --memory a.py:b",
        "--engine": "hbits --engine generated",
    },
    "describe": {
        "--memory": "monk --memory a.py:b; hbits --memory a.py:b",
        "--format": "monk --format csv; hbits --format csv",
    },
    "equal": {
        "--memory": "monk two-storey --memory a.py:b",
        "--disks": f"rank-reader path-reader --disks 3; {TURNSTILE} {TURNSTILE} --disks 3",
    },
    "minimize": {
        "--memory": "monk --memory a.py:b",
        "--format": "monk -o x.dot --format csv; monk --to json --format jsonl",
    },
    "mutants": {"--memory": "monk --memory a.py:b"},
    "mend": {"--memory": "monk --memory a.py:b"},
    "solve 3": {"--engine": "--format raw --engine generated"},
    "trace": {
        "--from": "--by shortest 100 011 --from 1; --by move-reader-small 01 --from 1",
        "--start": "--by rank-reader 0021 --start 2; --by shortest 100 011 --start 2",
        "--begin": "3 --begin a; --by hbits 3 --begin a; --by rank-reader 00 --begin a",
        "--memory": "3 --memory a.py:b; --by hbits 3 --memory a.py:b",
    },
}
"""By command and option: what follows the command."""

CASES = [
    (f"{command} {words}", option)
    for command, options in TABLE.items()
    for option, several in options.items()
    for words in several.split("; ")
]
USED = [
    "path 100 011 --format csv",
    "path 100 011 --verdict --format text",
    "path 100 011 --by any-to-any --length",
    "draw hanoi-graph --disks 2 --format dot --renderer wasm --out o",  # as a loop over formats
    "draw two-storey --path 1..2 --disks 2 --format dot --out o",
    "draw two-storey --lit base --counts 2 --format dot --out o",
    "draw hanoi-graph --path 00 22 --format dot --out o",
    "draw run --from 1 --to 0 --steps 1..2 --matrix --out o",
    "export hanoi-graph --to dot --disks 2",
    "export --schema",
    "draw rank-reader --as table --format dot --out o",
    "draw monk --as diagram --format dot --out o",
    "describe rank-reader --table --format csv",
    "compare 1 monk --format csv",
    "compare 1 hbits --baseline monk --engine generated",
    "check monk hbits --disks 1 --engine generated",
    "explore monk --disks 2",
    "equal two-storey monk --disks 2",
    "minimize monk --format csv",
]


@pytest.mark.parametrize(("command", "option"), CASES)
def test_an_option_that_does_nothing_is_refused(command: str, option: str, tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT)
    assert_refused(run(*command.split(), cwd=tmp_path), option.strip())
    assert [file.name for file in tmp_path.iterdir()] == ["my.dot"]


@pytest.mark.parametrize("command", USED)
def test_where_it_does_something_it_is_taken(command: str, tmp_path: Path) -> None:
    assert lines(*command.split(), cwd=tmp_path)
