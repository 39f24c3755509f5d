"""Every single change of a small machine is noticed; check, mutants and repair run one list."""

import pytest
from checked_machines import BOX, COUNTDOWN, LAMP, PARITY, Counter, counting, repaired

from hanoi_fsm import Machine
from hanoi_fsm.fsm.checking import CHECKS, check, first_finding
from hanoi_fsm.fsm.checking.edits import mutations, number_of_mutations
from hanoi_fsm.fsm.checking.mutants import mutants
from hanoi_fsm.fsm.checking.repair import Search
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress


def alive(machine: Machine, size: int = 6) -> set[str]:
    """The mutants that no check notices."""
    return {mutant.edit.text for mutant in mutants(machine, size, workers=1) if not mutant.fate}


@pytest.mark.parametrize("machine", [LAMP, PARITY, BOX, counting(COUNTDOWN)], ids=str)
def test_each_mutant_is_named_and_none_is_the_original(machine: Machine) -> None:
    edits = list(mutations(machine.automaton, machine.vocabulary))
    assert len({edit.text for edit in edits}) == len(edits)
    assert machine.automaton not in [edit.changes.on(machine.automaton) for edit in edits]
    assert len(edits) == number_of_mutations(machine.automaton, machine.vocabulary)
    assert {edit.about for edit in edits} >= set(machine.automaton.transitions)


def test_every_kind_of_change_is_made() -> None:
    row, end = map(str, counting(COUNTDOWN).automaton.transitions)
    assert {edit.text for edit in mutations(counting(COUNTDOWN).automaton, Counter)} == {
        f"drop `{row}`",
        f"drop `{end}`",
        f"`{row}` leads to done",
        f"`{end}` leads to count",
        f"`{row}` without the guard !empty",
        f"`{end}` without the guard empty",
        f"`{row}` with the guard empty",
        f"`{end}` with the guard !empty",
        *(f"`{row}` does {action}" for action in ("take_strictly", "put", "divide", "nothing")),
        *(f"`{end}` does {action}" for action in ("take", "take_strictly", "put", "divide")),
        f"`{row}` and `{end}` with their targets swapped",
        "the initial state is done",
    }


@pytest.mark.sweep
def test_without_a_specification_outputs_may_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    assert alive(PARITY) == alive(BOX) == set()
    monkeypatch.setattr("hanoi_fsm.fsm.machine.BOUND", 50)
    assert alive(counting(COUNTDOWN)) == {
        "`count -> count : step [!empty] / take` does take_strictly",
        "`count -> done : step [empty]` does take",
        "`count -> done : step [empty]` does put",
    }


def test_two_processes_find_what_one_does_and_progress_counts_the_mutants() -> None:
    done: list[int] = []
    two = [one.killed_by for one in mutants(BOX, workers=2, progress=done.append)]
    assert two == [one.killed_by for one in mutants(BOX, workers=1)]
    assert done == list(range(1, len(two) + 1))
    assert {text.split(": ")[0] for text in two} <= CHECKS.keys()


def test_check_mutants_and_repair_run_the_same_list(monkeypatch: pytest.MonkeyPatch) -> None:
    lives = "`on -> off : press` leads to on"
    [edit] = [one.edit for one in mutants(LAMP) if one.edit.text == lives]
    stuck = edit.changes.on(LAMP.automaton)
    machine = LAMP.with_automaton(stuck)
    found = Finding("tidy", "that is not tidy", stuck.transitions[-1])

    def tidy(machine: Machine, size: int, progress: Progress) -> Outcome:
        """The last edge leads to the initial state."""
        tidied = machine.automaton.transitions[-1].target == machine.automaton.initial
        return Outcome(f"tidied up ({size})", () if tidied else (found,))

    assert check(machine, 2).holds
    assert lives in alive(LAMP, 2)

    monkeypatch.setitem(CHECKS, "tidy", tidy)
    assert (check(machine, 2).finding, first_finding(machine, 2)) == (found, ("tidy", found))
    assert str(check(LAMP, 2)).endswith("; tidied up (2)")
    assert first_finding(LAMP, 2) is None
    assert lives not in alive(LAMP, 2)
    fixed = [repaired(machine, one) for one in Search(machine, 2, workers=1).run()]
    assert fixed[0].automaton == LAMP.automaton
    assert all(tidy(one, 2, int).findings == () for one in fixed)
