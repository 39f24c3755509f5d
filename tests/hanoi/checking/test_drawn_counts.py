"""Counts that a drawing shows must be those of one run, whichever it is."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from commands import run
from sampling import one_in

from hanoi_fsm import Diagram, automata, check, find
from hanoi_fsm.fsm.finding import Finding, Report

SIZES = {"two-storey": 6, "call-stack": 9, "rank-reader": 4, "twice-reader-small": 2, "shortest": 2}


def drawn(name: str, size: int, folder: Path, *edit: str) -> Path:
    """A drawing with counts, after one edit of its text: a pattern and what is in its place."""
    machine = find(name)
    counts, closed = machine.counts(size), machine.closed_counts(size)
    text = Diagram(machine.automaton, counts=counts, closed=closed).dot
    if edit:
        pattern, instead = edit
        text, times = re.subn(pattern, instead, text, count=1)
        assert times == 1
    path = folder / "drawn.dot"
    path.write_text(text, "utf-8")
    return path


def report(name: str, size: int, folder: Path, *edit: str) -> Report:
    return check(drawn(name, size, folder, *edit), 3)


def finding(name: str, size: int, folder: Path, *edit: str) -> Finding:
    [found] = report(name, size, folder, *edit).findings
    return found


@pytest.mark.parametrize(("name", "size"), one_in(2, SIZES.items()))
def test_the_counts_of_a_run_hold_and_it_is_said_of_which(
    name: str, size: int, tmp_path: Path
) -> None:
    held = report(name, size, tmp_path)
    assert (held.holds, re.findall(r"the counts in it .* (\d)", str(held))) == (True, [str(size)])


@pytest.mark.parametrize("size", one_in(2, range(6)))
def test_a_short_run_is_recognised_by_its_counts(size: int, tmp_path: Path) -> None:
    assert f"{size} disk" in report("monk", size, tmp_path).outcomes[-1].checked


EDITS = [
    # what is changed; the line, what was expected, what was drawn
    ((r"16 \(16\)", "17 (16)"), 12, "16 times", "17 times"),
    ((r"10 \(10\)", f"{10**29} (10)"), 15, "10 times", f"{10**29} times"),
    ((r"10 \(10\)", "10 (9)"), 15, "10 times", "9 times"),
    ((r"\b1 \(1\)", "0 (0)"), 19, "1 time", "0 times"),
    ((r"crown\\n(.) 16", r"crown\\n\1 15"), 8, "16 times", "15 times"),
]


@pytest.mark.parametrize(("edit", "line", "expected", "got"), one_in(3, EDITS))
def test_a_changed_number_is_found_with_its_line(
    edit: tuple[str, str], line: int, expected: str, got: str, tmp_path: Path
) -> None:
    found = finding("two-storey", 6, tmp_path, *edit)
    assert (found.kind, found.size, found.line) == ("counts", 6, line)
    assert (found.expected, found.got) == (expected, got)


def test_counts_of_a_run_longer_than_those_tried_are_not_vouched_for(tmp_path: Path) -> None:
    machine = automata.get("call-stack")  # which has no proof
    own = replace(machine.automaton, name="mine")
    path = tmp_path / "mine.dot"
    path.write_text(Diagram(own, counts=machine.closed_counts(20)).dot, "utf-8")
    held = check(path, 3)
    assert (held.holds, "not checked" in str(held.remarks[-1])) == (True, True)


def test_a_large_run_is_compared_with_the_closed_counts(tmp_path: Path) -> None:
    machine = automata.get("monk")
    closed = machine.closed_counts(60)
    path = tmp_path / "monk.dot"
    path.write_text(Diagram(machine.automaton, counts=closed).dot, "utf-8")
    assert "60 disks" in str(check(path, 3))


def test_the_command_advises_to_draw_wrong_counts_anew(tmp_path: Path) -> None:
    path = drawn("two-storey", 6, tmp_path, r"16 \(16\)", "17 (16)")
    ran = run("check", path, "--disks", "3")
    assert (ran.code, "mend" in ran.out, "draw --counts" in ran.out) == (1, False, True)


def test_a_version_of_a_drawing_has_no_counts(tmp_path: Path) -> None:
    machine = find(drawn("monk", 3, tmp_path))
    assert machine.drawing is not None
    assert machine.with_automaton(automata.get("monk").automaton).drawing is None
