"""A proof says what runs say."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import odd_memories, random_solvers
from support.chance import chance
from support.commands import run
from support.odd_memories import (
    CASES,
    FORBIDDEN,
    SLOW_CASES,
    SWALLOWED,
    by_except,
    every,
    is_built,
    move_other,
    solver,
    then,
)
from support.random_solvers import (
    PROVABLE,
    changed,
    faults,
    fields,
    judge,
    unrolled,
    with_rows,
)

from hanoi_fsm import SOLVERS, Label, Transition, check, prove
from hanoi_fsm.hanoi.proofs import solvers

FILE = Path(odd_memories.__file__)


@pytest.mark.parametrize("number", [3, pytest.param(101, marks=pytest.mark.sweep)])
def test_solvers_changed_at_random_are_proved_or_refuted_as_they_run(number: int) -> None:
    random = chance()
    verdicts = Counter(judge(random_solvers.version(random)) for _ in range(number))
    assert verdicts["open"] == 0
    if number > 100:
        assert min(verdicts["proved"], verdicts["refuted"]) > number // 10


def test_a_fault_is_in_its_own_state_though_equivalent_states_are_merged() -> None:
    random = chance()
    for name in PROVABLE:
        for _ in range(5):
            machine = unrolled(changed(SOLVERS[name], random), random, [2, 5])
            if not machine.faults():
                judge(machine, 5)


def test_every_solver_is_proved_or_cannot_be() -> None:
    verdicts = {name: judge(solver, 5) for name, solver in SOLVERS.items()}
    assert {*verdicts.values()} == {"proved", "open"}
    assert not any(faults(solver, 6) for solver in SOLVERS.values())


def chain(moves: int) -> Any:
    """monk as a chain of states that ends after some moves, whether the tower is built or not."""
    go, end = SOLVERS["monk"].automaton.transitions
    rows = [replace(end, source="pray0")]
    for at in range(moves):
        rows.append(replace(go, source=f"pray{at}", target=f"pray{at + 1}"))
        rows.append(replace(end, source=f"pray{at + 1}"))
    rows[-1] = replace(rows[-1], label=Label("step"))
    return with_rows(SOLVERS["monk"], rows, "pray0")


@pytest.mark.parametrize("disks", [3, pytest.param(10, marks=pytest.mark.sweep)])
def test_what_is_right_up_to_some_disks_is_refuted_with_one_more(disks: int) -> None:
    machine = chain(2**disks - 1)
    assert judge(machine, disks + 1 if disks < 9 else 0) == "refuted"
    finding = machine.prove().finding
    assert (finding.size, finding.step, finding.got) == (disks + 1, 2**disks, "the end")
    assert fields(check(machine, 1).finding) == fields(finding), "a check asks for the proof, too"


RIGHT: dict[str, Any] = {"built": is_built, "move_other": move_other, "set_up": then}
WAYS = [(swallow, "a cell", "built") for swallow in SWALLOWED]
WAYS += [(by_except, asked, "built") for asked in FORBIDDEN]
WAYS += [(by_except, "a cell", place) for place in RIGHT]


@pytest.mark.parametrize(("swallow", "asked", "place"), WAYS)
def test_a_refusal_cannot_be_swallowed(swallow: Any, asked: str, place: str) -> None:
    """The pegs do not answer, and the machine goes on as if they did: nothing is proved."""

    def instead(own: Any, *task: Any) -> Any:
        return None if swallow(lambda: FORBIDDEN[asked](own)) else RIGHT[place](own, *task)

    proof = solver({place: instead}).prove()
    assert (proof.verdict.value, "asks for" in proof.text) == ("open", True), proof


@pytest.mark.parametrize(
    ("cases", "number"),
    [
        pytest.param(CASES, 5, id="some"),
        pytest.param(CASES, len(CASES), marks=pytest.mark.sweep),
        pytest.param(SLOW_CASES, len(SLOW_CASES), marks=pytest.mark.sweep),
    ],
)
def test_of_a_memory_made_elsewhere_no_more_is_said_than_is_so(
    cases: dict[str, Any], number: int
) -> None:
    cases = dict(chance().sample([*cases.items()], number))
    numbers = {name: number for number, name in enumerate(CASES | SLOW_CASES)}
    files = [f"{FILE}:case{numbers[name]}" for name in cases]
    ran = run("prove", *files)
    assert len(ran.lines) == len(files), ran
    for (name, (said, _)), file, line in zip(cases.items(), files, ran.lines, strict=True):
        verdict, _, words = said.partition(": ")
        text, begins = line.removeprefix(f"{file}: "), {"refuted": "FAILED: ", "proved": "proved "}
        assert text.startswith(begins.get(verdict, "not ")), (name, text)
        assert words in text, (name, text)
        if verdict == "proved":
            assert check(every[numbers[name]], 5).holds
            assert "if its guards and actions use its attributes alone" in text
        if verdict == "refuted" and name in CASES:
            disks = re.search(r"with (\d+) disk", text)
            assert disks is not None
            assert str(check(every[numbers[name]], int(disks[1])).finding) in text


def test_two_transitions_at_once_refute_a_solver_of_any_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solvers, "FEW", 0)  # so that no run finds them before the proof does
    solver = SOLVERS["two-storey"]
    rows = [*solver.automaton.transitions, Transition("foundation", "done", Label("step"))]
    assert prove(with_rows(solver, rows)).verdict.value == "refuted"
