"""Claims about solvers are proved for every number of disks, or broken in a run."""

from dataclasses import replace
from typing import Any

import pytest
from support.chance import chance

from hanoi_fsm import check, explore, find, guard, prove
from hanoi_fsm.fsm.finding import Verdict
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.hanoi.automata.two_storey import TwoStorey
from hanoi_fsm.hanoi.proofs import solvers

LEGAL = "never larger_on_smaller"


def claimed(name: str, *claims: str) -> Any:
    return replace(find(name), claims=claims)


def test_no_disk_is_ever_on_a_smaller_one_with_any_number_of_disks(tmp_path: Any) -> None:
    file = tmp_path / "mine.dot"
    drawn = export(find("two-storey"), "dot")
    file.write_text(drawn.replace('label="two-storey"', f'label="two-storey\\nclaim: {LEGAL}"'))
    assert find(str(file)).automaton.claims == (LEGAL,)
    proof = prove(str(file))
    assert proof.verdict is Verdict.PROVED
    assert f"`{LEGAL}` holds for every number of disks" in proof.follows


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("never in(done) & !built", Verdict.PROVED),
        ("always built | !in(done)", Verdict.PROVED),
        ("never [!built] -> done", Verdict.PROVED),
        ("never [ahead_smaller] -> crown", Verdict.PROVED),
        ("never [!ahead_smaller] -> crown", Verdict.REFUTED),
        ("never in(crown) & built", Verdict.PROVED),
        ("never built", Verdict.REFUTED),
        ("foundation leads to done", Verdict.OPEN),
    ],
)
def test_a_claim_is_proved_or_broken(claim: str, verdict: Verdict) -> None:
    proof = prove(claimed("two-storey", claim))
    assert proof.verdict is verdict, proof
    if proof.finding:
        assert (proof.finding.kind, proof.finding.about) == ("claim", claim)


class Deeper(TwoStorey):
    """Two-storey with a guard that asks for more than the order of the tops."""

    @guard
    def deep(self) -> bool:
        """peg 0 holds two disks"""
        return bool(self.pegs.heights[0] == 2)


def test_what_the_tops_do_not_tell_is_not_proved() -> None:
    machine = replace(find("two-storey"), memory=Deeper, claims=("always deep | !deep",))
    proof = prove(machine)
    assert proof.verdict is Verdict.OPEN
    assert "the height of peg" in proof.text
    beside = prove(replace(machine, claims=("always deep | !deep", LEGAL)))
    assert "always deep" in beside.text and LEGAL not in beside.text


def test_proofs_agree_with_all_that_small_towers_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solvers, "FEW", 0)  # so that no run breaks a claim before it is proved
    assert prove(claimed("two-storey", "never in(done)")).verdict is Verdict.REFUTED
    rng = chance()
    guards = {"two-storey": ["built", "ahead_smaller"], "two-state": ["built"], "monk": ["built"]}
    verdicts = set()
    for _ in range(12):
        name = rng.choice([*guards])
        machine = find(name)
        names = [*guards[name], *(f"in({state})" for state in machine.automaton.states)]
        parts = [rng.choice(["", "!"]) + rng.choice(names) for _ in range(3)]
        formula = f"{parts[0]} & ({parts[1]} | {parts[2]})"
        state = rng.choice(machine.automaton.states)
        claim = rng.choice([f"never {formula}", f"never [{formula}] -> {state}"])
        proof = prove(claimed(name, claim))
        [(_, holds, _)] = explore(claimed(name, claim), 4).claims
        assert (proof.verdict is Verdict.PROVED) == holds, (name, claim, proof)
        verdicts.add(proof.verdict)
    assert len(verdicts) == 2


def test_a_check_names_the_disks_and_the_step_that_break_a_claim() -> None:
    report = check(claimed("two-storey", "never built & in(foundation)"), 3)
    assert report.finding and report.finding.size == 2
    assert "with 2 disks" in str(report)
