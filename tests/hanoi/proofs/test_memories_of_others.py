"""A proof never says of a memory more than is so, whatever a user's memory does."""

import pytest
from dishonest_memories import WRONG, forgetful, solver

from hanoi_fsm import Memory
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.fsm.proof import Verdict
from hanoi_fsm.hanoi.automata.two_state import TwoState
from hanoi_fsm.hanoi.checking.solver_check import conform
from hanoi_fsm.hanoi.pegs import Configuration, PegMatrix, Task
from hanoi_fsm.hanoi.proofs.solvers import PROVED


def ignored(done: int) -> None:
    """Progress that is not shown."""


@pytest.mark.parametrize("memory", WRONG.values(), ids=list(WRONG))
def test_what_goes_wrong_on_real_pegs_is_not_proved(memory: type[TwoState]) -> None:
    [finding] = conform(solver(memory), 4, ignored).findings
    proof = solver(memory).prove()
    assert proof.verdict is (Verdict.REFUTED if proof.finding else Verdict.OPEN)
    assert proof.finding in (finding, None)
    assert len(str(proof)) < 300


def test_a_proof_says_what_it_takes_for_granted_of_a_memory_made_elsewhere() -> None:
    class Mine(TwoState):
        """As the package has it."""

    assert solver(TwoState).prove().text.startswith(PROVED)
    assert solver(TwoState).prove().text.endswith("subtowers)")
    assert solver(Mine).prove().text.endswith("if its guards and actions use its attributes alone")


def test_a_guard_with_a_hidden_counter_is_found_out_where_real_pegs_disagree() -> None:
    proof = solver(forgetful()).prove()
    assert (proof.verdict, proof.finding) == (Verdict.OPEN, None)
    assert "more than its registers" in proof.text


def test_a_memory_with_data_elsewhere_is_not_refuted_by_what_its_runs_do_not_do() -> None:
    known: set[int] = set()

    class KeptElsewhere(TwoState):
        """A memory that another object knows of."""

        def __init__(self, configuration: Configuration, task: Task) -> None:
            super().__init__(configuration, task)
            known.add(id(self))

        @action
        def carry(self) -> None:
            """disk 1 goes on"""
            if id(self) not in known:
                raise KeyError(id(self))
            super().carry()

    machine = solver(KeptElsewhere)
    assert not conform(machine, 4, ignored).findings
    proof = machine.prove()
    assert (proof.verdict, proof.finding) == (Verdict.OPEN, None)


class Growing(TwoState):
    """A register that grows with each move."""

    number: object = 0

    def grown(self) -> object:
        raise NotImplementedError

    @action
    def carry(self) -> None:
        """disk 1 goes on, and the register grows"""
        super().carry()
        self.number = self.grown()


def growing(step: str, start: object) -> type[Growing]:
    """A memory with a register that begins with `start`, and changes by a rule in Python."""

    class Changed(Growing):
        def __init__(self, configuration: Configuration, task: Task) -> None:
            super().__init__(configuration, task)
            self.number = start

        def grown(self) -> object:
            return eval(step, {"number": self.number})

    return Changed


@pytest.mark.parametrize(
    ("start", "step", "says"),
    [
        (2, "number * number", "grows too large"),
        (-2, "-number * number", "grows too large"),
        ("a", "number + number", "grows too large"),
        (0.5, "number / 2", "is a float"),
        (float("nan"), "number", "is a float"),
        (b"a", "number", "is a bytes"),
        ((), "(*number, 1)", "is a tuple"),
        ([], "number.append(1) or number", "is a list"),
        (1, "object()", "is a object"),
    ],
)
def test_registers_of_other_values_are_not_provable(start: object, step: str, says: str) -> None:
    proof = solver(growing(step, start)).prove()
    assert (proof.verdict, proof.finding) == (Verdict.OPEN, None)
    assert f"the register `number` {says}" in proof.text


@pytest.mark.parametrize(
    ("start", "step"),
    [
        (True, "not number"),
        (1, "type(number) is int"),
        (None, "'a'"),
        ("'\"\\\n\ud800", "number"),
        (0, "-number"),
    ],
)
def test_registers_may_be_whole_numbers_texts_bools_and_none(start: object, step: str) -> None:
    assert solver(growing(step, start)).prove().holds


class NoPegs(Memory):
    """A memory that calls its pegs something else."""

    def __init__(self, configuration: Configuration, task: Task) -> None:
        self.board = configuration.on_pegs()


class OfReal(TwoState):
    """A memory that wants real pegs."""

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        if not isinstance(self.pegs, PegMatrix):
            raise TypeError("pegs of another kind")


class OfTheLastStep(TwoState):
    """A memory that wants to know how many steps there are."""

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.left = task.last_step


class OfTheGoal(TwoState):
    """A memory that catches what it cannot know."""

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        try:
            self.stride += int(str(task.goal)[:1] or 0)
        except Exception:
            self.stride += 0


@pytest.mark.parametrize(
    ("memory", "says"),
    [
        (NoPegs, "pegs"),
        (OfReal, "TypeError: pegs of another kind"),
        (OfTheLastStep, "`last_step`"),
        (OfTheGoal, "`goal`"),
    ],
)
def test_a_memory_that_cannot_be_set_up_without_disks_is_not_provable(
    memory: type[TwoState], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanoi_fsm.hanoi.proofs.solvers._wrong_in_a_run", lambda *_: None)
    proof = solver(memory).prove()
    assert (proof.verdict, proof.finding) == (Verdict.OPEN, None)
    assert says in proof.text
