"""A proof ends soon, and with little memory, whatever the diagram; it says what it gave up on."""

from pathlib import Path
from time import process_time

import pytest
from faulty_solvers import first_fault, over, solver, unrolled
from sampling import one_in

from hanoi_fsm import find
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.proof import Verdict
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.proofs import abstract_runs
from hanoi_fsm.hanoi.proofs.abstract_runs import MOST_STEPS
from hanoi_fsm.hanoi.proofs.solvers import prove

CEILING = 60.0  # seconds of the processor: six times what the slowest of them takes


def waiting(name: str, events: int) -> Solver:
    """A solver with some events without a move in each round."""
    machine = solver(name)
    initial = machine.automaton.initial
    rows = [
        str(one).replace(f"-> {initial} :", "-> wait0 :") for one in machine.automaton.transitions
    ]
    rows += [f"wait{at} -> wait{at + 1} : step" for at in range(events)]
    return over(name, "\n".join([*rows, f"wait{events} -> {initial} : step"]), initial)


def resting(name: str, rounds: int) -> Solver:
    """A solver with a long cycle, of which no two states are equivalent: it rests once in it."""
    initial = f"{solver(name).automaton.initial}0"
    transitions = unrolled(name, rounds).automaton.transitions
    rows = [str(one).replace(f"-> {initial} :", "-> rest :") for one in transitions]
    return over(name, "\n".join([*rows, f"rest -> {initial} : step"]), initial)


REPEATING = {
    "a round of a long period": lambda: unrolled("two-storey", 101),
    "a round of states for 5,000 moves": lambda: unrolled("monk", 5000),
    "a round of 10,000 states": lambda: unrolled("two-state", 5000),
}


@pytest.mark.parametrize("make", one_in(3, REPEATING.values()), ids=list(REPEATING))
def test_states_that_are_there_several_times_cost_nothing(make: object) -> None:
    assert callable(make)
    machine = make()
    assert machine.prove().size == solver(machine.name).prove().size


TWICE = """
    other1 -> small1 : step [!built] / carry
    other2 -> small2 : step [!built] / carry
    small1 -> other2 : step [!built] / carry
    small2 -> other1 : step [!built] / carry
    small1 -> done   : step [built]
    small2 -> done   : step [built]
    other1 -> done   : step [built]
    other2 -> done   : step [built]
"""
"""Each state is there twice; the run goes wrong in the second of those that are merged."""


def test_a_counterexample_names_the_state_of_the_diagram_though_states_are_merged() -> None:
    machine = over("two-state", TWICE, "small1")
    found = machine.prove().finding
    assert found is not None
    assert (found.size, found.step, found.state) == (2, 2, "other2")
    assert found == first_fault(machine, range(3))


LARGE = {
    "a round of a long period": lambda: resting("two-storey", 1009),
    "a round of states for 5,000 moves": lambda: resting("monk", 5000),
    "a round of 10,000 states": lambda: resting("two-state", 5000),
    "10,000 events without a move": lambda: waiting("two-storey", 10_000),
    "the same around a loop": lambda: waiting("monk", 10_000),
}


@pytest.mark.sweep
@pytest.mark.parametrize("make", LARGE.values(), ids=list(LARGE))
def test_a_large_diagram_is_given_up_in_one_line(make: object) -> None:
    assert callable(make)
    machine, begin = make(), process_time()
    proof = machine.prove()
    assert process_time() - begin < CEILING
    assert (proof.verdict, proof.finding) == (Verdict.OPEN, None)
    assert f"gave up after {MOST_STEPS:,} steps" in proof.text
    assert len(proof.text) < 300


def test_a_small_budget_is_spent_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[abstract_runs.Budget] = []

    class Counted(abstract_runs.Budget):
        def __init__(self, most: int = 10_000) -> None:
            super().__init__(most)
            spent.append(self)

    monkeypatch.setattr(abstract_runs, "Budget", Counted)
    assert prove(solver("two-storey")).holds
    needed = spent[0].most - spent[0].left
    assert 1000 < needed < 10_000
    assert len(spent) == 1, "all tasks share it"
    monkeypatch.setattr(Counted.__init__, "__defaults__", (needed,))
    assert prove(solver("two-storey")).holds
    monkeypatch.setattr(Counted.__init__, "__defaults__", (needed - 1,))
    assert f"gave up after {needed - 1:,} steps" in prove(solver("two-storey")).text


def test_a_fault_found_before_the_budget_is_spent_is_reported() -> None:
    first = "a0 -> a0 : step [!built] / move_next\na0 -> done : step"
    assert over("monk", first, "a0").prove().verdict is Verdict.REFUTED


@pytest.mark.parametrize("waits", [1, 5, 40])
@pytest.mark.sweep
def test_events_without_a_move_make_no_difference(waits: int) -> None:
    machine = waiting("two-state", waits)
    assert machine.prove().holds
    assert machine.prove().size == solver("two-state").prove().size


SLOW = """
from hanoi_fsm.fsm.memory import guard
from hanoi_fsm.hanoi.automata.memories import in_turn
from hanoi_fsm.hanoi.automata.two_state import AUTOMATON, TwoState
from hanoi_fsm.hanoi.machines import Solver

class Endless(TwoState):
    @guard
    def built(self) -> bool:
        "asked for ever where it is not known how many disks there are"
        pegs = self.pegs
        if pegs.heights[self.target] != pegs.disks:
            while True:
                pass
        return True

endless = Solver(AUTOMATON, Endless, resume=in_turn(Endless, "small", "other"))
"""


def test_a_guard_that_never_ends_is_stopped_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanoi_fsm.fsm.time_limit import CALL_LIMIT

    (tmp_path / "slow.py").write_text(SLOW)
    monkeypatch.setattr(CALL_LIMIT, "seconds", 0.05)
    machine = find(str(tmp_path / "slow.py:endless"))
    with CALL_LIMIT.ticking():
        proof = machine.prove()
    assert proof.verdict is Verdict.REFUTED
    assert proof.finding is not None
    assert (proof.finding.size, proof.finding.step) == (1, 1)
    assert "still runs after" in proof.finding.got


def test_giving_up_is_an_error_of_the_package() -> None:
    with pytest.raises(HanoiError, match="1 steps"):
        budget = abstract_runs.Budget(1)
        budget.spend()
        budget.spend()
