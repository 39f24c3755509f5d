"""A proof that cannot fail proves nothing: what is wrong is refuted, however many disks it takes.

Each counterexample is compared with a run of the machine from its first step on.
"""

from functools import cache

import pytest
from certificates import PROVABLE
from chance import chance
from faulty_solvers import assert_true, counting, first_fault, over, solver, unrolled
from sampling import one_in

from hanoi_fsm.fsm.checking.edits import Edit, mutations
from hanoi_fsm.fsm.errors import DefinitionError
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.fsm.proof import Verdict
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.automata.memories import in_turn
from hanoi_fsm.hanoi.automata.two_state import AUTOMATON, TwoState
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, PegMatrix, Task


@cache
def edits(name: str) -> list[Edit]:
    return list(mutations(solver(name).automaton, solver(name).vocabulary))


MUTANTS = [(name, number) for name in PROVABLE for number in range(len(edits(name)))]


@pytest.mark.parametrize(("name", "number"), one_in(40, MUTANTS))
def test_a_mutant_is_refuted_as_it_fails_or_is_right(name: str, number: int) -> None:
    changes = edits(name)[number].changes
    version = solver(name).with_automaton(changes.on(solver(name).automaton))
    assert isinstance(version, Solver)
    if not any(version.faults()):
        assert_true(version.prove(), version, disks=12)


@pytest.mark.sweep
@pytest.mark.parametrize("name", PROVABLE)
def test_a_mutant_of_a_mutant_is_refuted_as_it_fails_or_is_right(name: str) -> None:
    random, proved, machine = chance(), 0, solver(name)
    for _ in range(200):
        version = machine
        try:
            for _ in range(2):
                edit = random.choice(list(mutations(version.automaton, machine.vocabulary)))
                changed = version.with_automaton(edit.changes.on(version.automaton))
                assert isinstance(changed, Solver)
                version = changed
        except DefinitionError:
            continue
        if any(version.faults()):
            continue
        proof = version.prove()
        proved += proof.holds
        assert_true(proof, version, disks=10)
    assert proved < 20


@pytest.mark.parametrize("disks", one_in(99, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]))
def test_a_chain_of_states_that_is_long_enough_for_k_disks_fails_with_one_more(disks: int) -> None:
    machine = counting((1 << disks) - 1)
    proof = machine.prove()
    assert proof.verdict is Verdict.REFUTED
    assert proof.finding is not None
    step = 1 << disks
    task = Task(disks + 1, 0, 2)
    before = PegMatrix.standing(formulas.configuration(step - 1, task))
    found = proof.finding
    assert (found.size, found.step, found.context) == (disks + 1, step, f"with {task}")
    assert (found.state, found.memory) == (f"pray{step - 1}", f"pegs {before}")
    assert (found.expected, found.got) == (str(formulas.move(step, task)), "the end")
    assert found == first_fault(machine, range(disks + 1, disks + 2), pairs=1)
    if disks < 10:
        assert first_fault(machine, range(disks + 1)) is None


LAST = [
    ("two-state", "other -> small : step [!built] / move_other", "step [!built] / carry"),
    ("three-state", "third -> first : step / move_third_pair", "step / move_first_pair"),
    ("monk", "pray -> pray : step [!built] / move_next", "step [built] / move_next"),
    ("two-storey", "crown -> foundation : step / carry", "step / move_ahead"),
]


@pytest.mark.parametrize("rounds", one_in(99, [5, 1, 2, 3, 4, 16, 64, 100, 250, 340]))
@pytest.mark.parametrize(("name", "row", "instead"), LAST)
def test_a_cycle_that_is_wrong_in_a_later_round_is_refuted(
    name: str, row: str, instead: str, rounds: int
) -> None:
    assert unrolled(name, 2).prove().holds
    machine = unrolled(name, rounds, row, instead)
    proof = machine.prove()
    assert proof.finding is not None
    assert proof.finding.size is not None
    assert proof.finding == first_fault(machine, range(proof.finding.size + 1))


class Tiring(TwoState):
    """It counts how often disk 1 goes on while a peg is empty, and at last forgets to turn."""

    limit = 0

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.seen = 0

    @action
    def carry(self) -> None:
        """disk 1 goes on; where a peg is empty for the last time that is counted, it goes back"""
        pegs = self.pegs
        if self.seen < self.limit:
            self.seen += any(pegs.heights[peg] == 0 for peg in (0, 1, 2))
            if self.seen == self.limit:
                self.stride = 3 - self.stride
        super().carry()


@pytest.mark.parametrize("limit", one_in(99, [20, 100, 500, 1200]))
def test_a_machine_that_goes_wrong_late_is_refuted_without_running_it(limit: int) -> None:
    """The configurations with an empty peg are about as many as the square root of all."""
    memory = type("Tiring", (Tiring,), {"limit": limit})
    machine = Solver(AUTOMATON, memory, resume=in_turn(memory, "small", "other"))
    found = machine.prove().finding
    assert found is not None
    assert found.size is not None
    assert found.step is not None
    assert found.size > 5
    assert found.step > limit
    assert found == first_fault(machine, range(found.size, found.size + 1))
    if limit == 500:
        assert first_fault(machine, range(found.size)) is None


FAULTY = [
    ("monk", "a -> b : step\nb -> a : step\na -> done : step [built]", "a"),
    ("monk", "a -> a : step [!built] / move_next\na -> b : step [built]\nb -> b : step", "a"),
    (
        "two-storey",
        "a -> b : step [!built] / carry\nb -> c : step [!built] / move_ahead\n"
        "c -> done : step / carry\na -> done : step [built]\nb -> done : step [built]",
        "a",
    ),
]


@pytest.mark.parametrize(("name", "table", "initial"), FAULTY)
def test_a_run_that_loops_or_ends_too_soon_is_refuted_as_it_fails(
    name: str, table: str, initial: str
) -> None:
    machine = over(name, table, initial)
    assert machine.prove().finding is not None
    assert_true(machine.prove(), machine, disks=0)


def test_the_initial_state_may_be_final() -> None:
    found = over("monk", "done -> done : step", "done").prove().finding
    assert found is not None
    assert (found.size, found.step, found.got) == (1, 1, "the end")
