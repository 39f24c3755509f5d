"""Counts that follow from the proof: those of real runs, and of the closed formula for any n."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from certificates import PROVABLE
from commands import assert_refused, lines, run
from sampling import one_in

from hanoi_fsm import Automaton, Diagram, automata, check, find
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.diagrams.count_text import ROUNDED, SHORT, count_text, is_shown, read_count
from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.machines.disk_machine import DiskMachine
from hanoi_fsm.hanoi.pegs import PAIRS, Task
from hanoi_fsm.hanoi.proofs import counts as of_proof
from hanoi_fsm.hanoi.proofs.counts import counts, most_counted
from hanoi_fsm.hanoi.proofs.proved_runs import NotProved

LAZY = """
    wake -> pray : step
    pray -> wake : step [!built] / move_next
    pray -> rest : step [built]
    rest -> done : step
"""


def lazy() -> Solver:
    """A diagram with events that move nothing, at the end too."""
    table = Automaton.from_table("lazy", initial="wake", final="done", table=LAZY, memory="monk")
    return replace(automata.SOLVERS["monk"], automaton=table)


def run_of(machine: Solver, task: Task) -> dict[Any, int]:
    """The counts of a real run, event by event."""
    state, memory = machine.set_up(task)
    found = dict.fromkeys(machine.automaton.transitions, 0)
    for number in machine.taken(task.disks, state, memory):
        found[machine.automaton.transitions[number]] += 1
    return found


@pytest.mark.parametrize("name", [*PROVABLE, "lazy"])
def test_they_are_those_of_a_run(name: str) -> None:
    machine = lazy() if name == "lazy" else automata.SOLVERS[name]
    for disks in range(1, 8):
        assert counts(machine, Task(disks)) == run_of(machine, Task(disks))


@pytest.mark.sweep
@pytest.mark.parametrize("ends", PAIRS)
@pytest.mark.parametrize("name", [*PROVABLE, "lazy"])
def test_they_are_those_of_a_long_run_of_any_task(name: str, ends: tuple[int, int]) -> None:
    machine = lazy() if name == "lazy" else automata.SOLVERS[name]
    for disks in range(1, 13):
        assert counts(machine, Task(disks, *ends)) == run_of(machine, Task(disks, *ends))


@pytest.mark.sweep
@pytest.mark.parametrize("name", PROVABLE)
def test_they_are_those_of_a_run_of_a_mutant_that_survives(name: str) -> None:
    machine = automata.SOLVERS[name]
    for edit in mutations(machine.automaton, machine.vocabulary):
        own = machine.with_automaton(edit.changes.on(machine.automaton))
        if own.faults():
            continue
        try:
            found = {disks: counts(own, Task(disks)) for disks in range(1, 13)}
        except NotProved:
            continue
        assert found == {disks: run_of(own, Task(disks)) for disks in range(1, 13)}


@pytest.mark.parametrize(("name", "disks"), one_in(4, product(PROVABLE, (1000, 1001))))
def test_a_thousand_disks_are_counted_as_the_formula_does(name: str, disks: int) -> None:
    machine = automata.SOLVERS[name]
    found = machine.counts(disks)
    assert found == dict(machine.closed_counts(disks))
    assert sum(found.values()) == 2**disks


def test_idle_events_of_a_thousand_disks_are_counted_too() -> None:
    found = dict(zip(("wake", "move", "built", "end"), lazy().counts(1000).values(), strict=True))
    assert found == {"wake": 2**1000, "move": 2**1000 - 1, "built": 1, "end": 1}


@pytest.mark.parametrize("name", ["call-stack", "action-tree"])
def test_what_is_not_proved_is_not_counted_by_a_proof(name: str) -> None:
    assert most_counted(automata.SOLVERS[name]) == 0
    with pytest.raises(NotProved, match="not provable this way"):
        counts(automata.SOLVERS[name], Task(3))
    with pytest.raises(BadDisks, match=r"1000: expected at most .* not provable this way"):
        automata.SOLVERS[name].counts(1000)


@pytest.mark.parametrize(
    ("given", "by_proof"),
    [
        ({}, True),
        ({"source": 1, "target": 0}, True),
        ({"start": 2}, False),
        ({"engine": "generated"}, False),
    ],
)
def test_only_a_whole_run_by_no_named_engine_is_counted_by_the_proof(
    given: dict[str, Any], by_proof: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bool] = []

    def noted(answer: bool) -> Callable[..., dict[Any, int]]:
        return lambda *_, **__: made.append(answer) or {}  # type: ignore[func-returns-value]  # notes

    monkeypatch.setattr(of_proof, "counts", noted(True))
    monkeypatch.setattr(DiskMachine, "counts_of_run", noted(False))
    automata.SOLVERS["monk"].counts(20, **given)
    automata.SOLVERS["monk"].counts(3)
    assert made == [by_proof, False]


COUNTS = [
    (0, "0"),
    (10**30 - 1, "9" * 30),
    (10**30, "1.00e30"),
    (12349 * 10**27, "1.23e31"),
    (12350 * 10**27, "1.24e31"),
    (9994 * 10**28, "9.99e31"),
    (9995 * 10**28, "1.00e32"),
    (2**10_000, "2.00e3010"),
    (2**20_000, "3.98e6020"),
]


@pytest.mark.parametrize(("count", "text"), COUNTS, ids=[text for _, text in COUNTS])
def test_a_count_is_written_with_three_digits_where_it_has_many(count: int, text: str) -> None:
    assert count_text(count) == text
    assert re.fullmatch(rf"[0-9]+|{ROUNDED}", text)
    assert is_shown(count, read_count(text))
    assert len(count_text(count, SHORT)) <= SHORT
    assert not is_shown(count, read_count(text) * 11 // 10 + 1)


@pytest.mark.parametrize(("name", "disks"), one_in(2, [("two-storey", 1000), ("monk", 10_000)]))
def test_large_counts_in_a_drawing_are_read_back_and_checked(
    name: str, disks: int, tmp_path: Path
) -> None:
    machine = automata.SOLVERS[name]
    closed = machine.closed_counts(disks)
    text = Diagram.of(machine, counts=closed, closed=closed).dot
    drawn = read(text)
    assert all(is_shown(closed[one], count) for one, count in drawn.counts.items())
    assert drawn.counts.keys() == drawn.closed.keys() == closed.keys()
    path = tmp_path / "drawn.dot"
    path.write_text(text, "utf-8")
    assert f"the counts in it are those of {disks} disks" in str(check(path, 1))
    path.write_text(text.replace("e300 ", "e301 ", 1).replace("e3010 ", "e3009 ", 1), "utf-8")
    [finding] = check(path, 1).findings
    assert finding.kind == "counts"
    assert len(str(finding)) < 300


def test_the_picture_has_rounded_counts_and_the_exact_ones_as_tooltips(tmp_path: Path) -> None:
    [path] = lines("draw", "monk", "--counts", "1000", "--out", tmp_path)
    texts = "".join(ElementTree.parse(path).getroot().itertext())
    assert "1.07e301 (1.07e301)" in texts
    assert str(2**1000 - 1) in texts
    assert "1.00e6 is 1.00 times 10^6" in texts


def test_a_proved_diagram_of_one_s_own_is_drawn_with_a_thousand_disks(tmp_path: Path) -> None:
    file = tmp_path / "lazy.dot"
    file.write_text(Diagram.of(lazy()).dot, "utf-8")
    drawn = ["draw", str(file), "--counts", "1000", "--format", "dot", "--out", str(tmp_path)]
    found = read(Path(*lines(*drawn))).counts
    exact = find(file).counts(1000)
    assert all(is_shown(exact[one], count) for one, count in found.items())


@pytest.mark.parametrize(
    ("name", "disks", "most"),
    [("call-stack", 25, 24), ("rank-reader", 25, 24), ("monk", 10_001, "10000")],
)
def test_too_many_disks_are_refused(name: str, disks: int, most: int, tmp_path: Path) -> None:
    ran = run("draw", name, "--counts", str(disks), cwd=tmp_path)
    assert_refused(ran, f"number of disks {disks}: expected at most {most}")
    assert ("not proved" in ran.err) == (name == "call-stack")


RENAMED = [("two-storey", 20), ("monk", 1000)]


@pytest.mark.parametrize(("name", "disks"), one_in(2, RENAMED))
def test_large_counts_in_a_diagram_with_other_names_are_checked_by_its_proof(
    name: str, disks: int, tmp_path: Path
) -> None:
    machine = automata.SOLVERS[name]
    counts = machine.counts(disks)
    text = Diagram.of(machine, counts=counts).dot.replace("done", "over")
    path = tmp_path / "drawn.dot"
    path.write_text(text, "utf-8")
    assert f"the counts in it are those of {disks} disks" in str(check(path, 1))
    path.write_text(re.sub(r"(\N{MULTIPLICATION SIGN}) 1\b(?!\.)", r"\1 2", text), "utf-8")
    [finding] = check(path, 1).findings
    assert (finding.kind, finding.expected, finding.got) == ("counts", "1 time", "2 times")
