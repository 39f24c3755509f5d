"""Mutants and repairs are judged for every number of disks, not only for those that are run."""

from dataclasses import replace

import pytest
from faulty_solvers import counting, first_fault, over, solver

from hanoi_fsm.fsm.checking import first_finding
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.checking.mutants import mutants
from hanoi_fsm.fsm.checking.repair import Search
from hanoi_fsm.fsm.proof import Proof
from hanoi_fsm.hanoi.machines import Solver


def test_a_version_that_is_right_as_far_as_it_is_run_is_killed_by_the_proof() -> None:
    found = first_finding(counting(7), 3)
    assert found is not None
    assert (found[0], found[1].size, found[1].step) == ("proof", 4, 8)


@pytest.mark.sweep
def test_a_repair_is_right_for_every_number_of_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking the mistake back gives a machine that is right up to 3 disks only."""
    right = counting(7).automaton
    row = next(one for one in right.transitions if one.source == "pray3" and one.action)
    changed = replace(row, label=row.label._replace(action=None))
    table = "\n".join(str(changed if one == row else one) for one in right.transitions)
    broken = over("monk", table, "pray0")
    assert first_fault(broken, range(4)) is not None
    assert first_fault(counting(7), range(4)) is None

    def repaired() -> list[Solver]:
        found = Search(broken, 3, workers=1).run()
        versions = [broken.with_automaton(one.changes.on(broken.automaton)) for one in found]
        return [version for version in versions if isinstance(version, Solver)]

    assert all(version.prove().holds for version in repaired())
    monkeypatch.setattr(Solver, "prove", lambda self, *rest: Proof.unknown(self.name))
    assert right in [version.automaton for version in repaired()], "without a proof it passes"


TWICE = """
    first  -> second : step [!built] / move_first_pair
    second -> third  : step [!built] / move_second_pair
    third  -> first  : step [!built] / move_third_pair
    first  -> done   : step [built]
    second -> done   : step [built]
    third  -> done   : step [built]
"""


@pytest.mark.sweep
def test_a_mutant_is_equivalent_where_both_are_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = over("three-state", TWICE, "first")
    found = list(mutants(machine, 3, workers=1))
    equivalent = [one for one in found if one.is_equivalent]
    assert len(equivalent) > 1
    assert not any(one.survives for one in found)
    for mutant in equivalent:
        version = machine.with_automaton(mutant.edit.changes.on(machine.automaton))
        assert isinstance(version, Solver)
        assert first_fault(version, range(7)) is None

    monkeypatch.setattr(Solver, "prove", lambda self, *rest: Proof.unknown(self.name))
    found = list(mutants(machine, 3, workers=1))
    assert {one.edit.text for one in found if one.survives} >= {one.edit.text for one in equivalent}
    assert not any(one.is_equivalent for one in found)


def test_no_mutant_of_the_smallest_solver_is_equivalent() -> None:
    found = list(mutants(solver("monk"), 2, workers=1))
    assert len(found) == len(list(mutations(solver("monk").automaton, solver("monk").vocabulary)))
    assert not any(one.survives or one.is_equivalent for one in found)
