"""Solvers, formulas, pathfinders and readers of the package, and drawings of them, compared."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from certificates import PROVABLE
from checked_machines import changed
from sampling import one_in

from hanoi_fsm import Automaton, Machine, Move, automata, check, equal, solve
from hanoi_fsm.fsm.checking.equivalence import AS_DRAWN, Comparison
from hanoi_fsm.fsm.checking.minimization import minimal
from hanoi_fsm.fsm.errors import BadInput, DefinitionError
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.equality import mealy_machine
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.machines import Moves, Reader

EQUAL, DIFFERENT, UNDECIDED = Comparison


def renamed(machine: Machine) -> Machine:
    """The machine with other names for its states."""
    was = machine.automaton
    name = {state: f"q{number}" for number, state in enumerate(reversed(was.states))}
    edges = tuple(
        Transition(name[one.source], name[one.target], one.label) for one in was.transitions
    )
    final = frozenset(name[state] for state in was.final)
    states = tuple(sorted(name.values()))
    return machine.with_automaton(
        Automaton(was.name, states, name[was.initial], final, edges, was.memory),
        layout=None,
        origin="renamed",
    )


@pytest.mark.parametrize("name", one_in(3, automata.names()))
def test_renamed_states_make_no_difference(name: str) -> None:
    machine = automata.get(name)
    assert equal(machine, renamed(machine)).verdict is EQUAL
    assert equal(name, name).verdict is EQUAL


@pytest.mark.parametrize(("one", "other"), list(pairwise(PROVABLE)))
def test_solvers_that_are_proved_right_are_equal(one: str, other: str) -> None:
    found = equal(one, other)
    assert (found.verdict, "proved right for every number" in found.text) == (EQUAL, True)


def test_what_is_only_run_is_not_decided() -> None:
    for one, other in (("call-stack", "action-tree"), ("formula", "hbits"), ("monk", "recursion")):
        found = equal(one, other, 4)
        assert (found.verdict, "0 .. 4 disks" in found.text) == (UNDECIDED, True)
        assert str(found).endswith(", not proved")
    assert equal("hbits", "hbits").verdict is EQUAL


BROKEN = [
    ("two-storey", ("move_back", "move_ahead"), 3, 4),
    ("two-state", ("move_other", "carry"), 2, 2),
    ("three-state", ("move_second_pair", "move_third_pair"), 2, 2),
]


@pytest.mark.parametrize(("name", "change", "disks", "step"), one_in(3, BROKEN))
def test_the_first_step_that_differs_has_the_fewest_disks(
    name: str, change: tuple[str, str], disks: int, step: int
) -> None:
    machine = automata.get(name)
    wrong = replace(changed(machine, change), origin="wrong")
    for other in ("monk", "formula"):
        for found in (equal(wrong, other), equal(other, wrong)):
            assert found.verdict is DIFFERENT
            assert found.witness is not None
            assert (found.witness.size, found.witness.step) == (disks, step)
    assert equal(wrong, renamed(wrong)).text == AS_DRAWN


def unrolled(copies: int, *, wrong: bool) -> Machine:
    """two-storey with its states in several copies, of which the last one may be wrong."""
    machine = automata.get("two-storey")
    was = machine.automaton
    edges = []
    for copy in range(copies):
        for one in was.transitions:
            after = min(copy + (one.target == was.initial), copies - 1)
            target = one.target if one.target in was.final else f"{one.target} {after}"
            label = one.label
            if wrong and copy == copies - 1 and label.action == "move_back":
                label = label._replace(action="move_ahead")
            edges.append(Transition(f"{one.source} {copy}", target, label))
    states = (*dict.fromkeys(one.source for one in edges), *was.final)
    return machine.with_automaton(
        Automaton("unrolled", states, f"{was.initial} 0", was.final, tuple(edges), "two-storey"),
        layout=None,
    )


def test_states_unrolled_are_merged_again() -> None:
    right = unrolled(6, wrong=False)
    found = minimal(right.automaton, {})
    assert (len(right.automaton.states), len(found.automaton.states)) == (25, 5)
    assert equal(right, "two-storey").text == AS_DRAWN
    assert equal(right, "monk").verdict is EQUAL


@pytest.mark.sweep
@pytest.mark.parametrize(("copies", "disks", "step"), [(30, 7, 124), (60, 8, 240)])
def test_right_for_as_many_disks_as_are_tried_and_wrong_after(
    copies: int, disks: int, step: int
) -> None:
    wrong = unrolled(copies, wrong=True)
    found = equal(wrong, "two-storey", 5)
    assert found.verdict is DIFFERENT
    assert found.witness is not None
    assert (found.witness.size, found.witness.step) == (disks, step)
    later = equal(wrong, unrolled(2 * copies, wrong=True), 5).witness
    assert later is not None
    assert (later.size, later.step) == (disks, step)


def test_pathfinders_are_compared_between_any_two_configurations() -> None:
    found = equal("shortest", "any-to-any").witness
    assert found is not None
    assert (found.size, found.step) == (3, 1)
    wrong = changed(automata.get("any-to-any"), ("& right] / drop", "& right] / put_off"))
    assert equal(wrong, "any-to-any", 2).verdict is DIFFERENT


READERS = [
    ("move-reader", "move-reader-small", "0"),
    ("rank-reader", "path-reader", "0"),
    ("configuration-reader", "distance-reader", "0"),
    ("twice-reader", "twice-reader-small", "11"),
]


@pytest.mark.parametrize(("one", "other", "word"), READERS)
def test_readers_that_differ_have_a_shortest_word_for_it(one: str, other: str, word: str) -> None:
    found = equal(one, other)
    assert found.witness is not None
    assert (found.verdict, found.witness.word) == (DIFFERENT, (word,))


def test_what_is_written_counts_and_not_the_names_of_the_actions() -> None:
    class Answers(Moves):
        nothing = Moves.no_move
        nothing.__name__ = "nothing"

    machine = automata.get("move-reader")
    assert isinstance(machine, Reader)
    other = replace(changed(machine, ("no_move", "nothing")), memory=Answers)
    assert "nothing" in mealy_machine(other).outputs  # type: ignore[union-attr]  # it only writes
    assert equal(other, machine).verdict is EQUAL


def test_a_symbol_that_only_one_of_them_reads_is_a_difference() -> None:
    table = "a -> a : 0 / write_0 \n a -> a : 1 / write_1"
    one, other = (
        Machine(
            Automaton.from_table("it", initial="a", final=None, table=rows),
            automata.get("rank-reader").memory,
        )
        for rows in (table, f"{table} \n a -> a : 2 / write_2")
    )
    found = equal(one, other)
    assert found.witness is not None
    assert (found.witness.word, found.witness.answers) == (("2",), ("refuses it", "answers 2"))


def fine(disks: int) -> Iterator[Move]:
    return solve(disks)


def stops_early(disks: int) -> Iterator[Move]:
    return solve(disks, count=min(6, 2**disks - 1))


@pytest.mark.sweep
def test_functions_are_compared_for_the_tasks_that_they_take() -> None:
    assert equal(fine, "monk", 3).verdict is UNDECIDED
    found = equal(fine, stops_early, 4).witness
    assert found is not None
    assert (found.size, found.step, found.answers[1]) == (3, 7, "comes to its end")


def test_why_a_function_stops_is_said_without_its_name() -> None:
    found = equal(lambda disks: ["0"], "monk", 1).witness
    assert found is not None
    assert found.answers[0].startswith("stops: expected a move")


def test_machines_of_different_kinds_and_bad_values_are_refused(tmp_path: Path) -> None:
    for one, other in (("monk", "rank-reader"), ("shortest", "monk"), ("shortest", "rank-reader")):
        with pytest.raises(BadInput, match="one kind"):
            equal(one, other)
    with pytest.raises(BadDisks):
        equal("monk", "monk", -1)
    with pytest.raises(BadInput):
        equal("monk", 7)
    faulty = changed(automata.get("monk"), ("built", "bilt"))
    with pytest.raises(DefinitionError):
        equal(faulty, "monk")


def test_an_output_that_is_missing_is_a_difference_as_it_is_for_check() -> None:
    reader = automata.get("twice-reader-small")  # the last answer is the same without it
    edges = [str(one) for one in reader.automaton.transitions]
    edges[edges.index("ONCE -> ONCE : 00 / once")] = "ONCE -> ONCE : 00"
    table = "\n".join(edges)
    automaton = Automaton.from_table(reader.name, initial="A", final=None, table=table)
    version = reader.with_automaton(replace(automaton, memory=reader.automaton.memory))
    assert not check(version).holds
    assert not version.prove().holds
    assert equal(version, reader).verdict is DIFFERENT
