"""Charts of the puzzle: the recursion is the nesting, and the rule is the guards of regions."""

import re
from dataclasses import replace

import pytest

from hanoi_fsm import Automaton, Machine, automata, find
from hanoi_fsm.course.examples import nested_tower, three_disks, tower
from hanoi_fsm.fsm.repair.search import repairs_of
from hanoi_fsm.hanoi.equality import equal


@pytest.mark.parametrize("base", ["two-storey", "storeys-1", "storeys-2", "storeys-3", "storeys-5"])
def test_a_nested_solver_is_the_automaton_that_it_is_made_from(base: str) -> None:
    flat, nested = automata.get(base), automata.get(f"{base}-nested")
    assert {*nested.automaton.transitions} == {*flat.automaton.transitions}
    assert (nested.automaton.initial, nested.automaton.final) == (
        flat.automaton.initial,
        flat.automaton.final,
    )
    assert nested.counts(5) == flat.counts(5)
    assert nested.prove().holds


def edges(automaton: Automaton) -> set[object]:
    """The transitions, with the names of their states without that of the box."""
    return {
        (short(row.source), short(row.target), frozenset(row.guards), row.actions)
        for row in automaton.transitions
    }


def short(state: str) -> str:
    return state.removeprefix("working_")


def test_a_nested_machine_of_the_library_is_two_storey_but_for_the_names_of_its_states() -> None:
    flat, nested = automata.get("two-storey").automaton, find(nested_tower.tower).automaton
    assert len(nested.chart.tree.inner["working"]) == 4
    assert edges(flat) == edges(nested)
    assert equal(tower.tower, nested_tower.tower).holds


def test_boxes_are_the_calls_of_the_recursion() -> None:
    tree = automata.get("storeys-4-nested").automaton.chart.tree

    def calls(state: str) -> object:
        return [calls(inner) for inner in tree.inner.get(state, [])]

    def tower(storeys: int) -> object:
        return [tower(storeys - 1), [], tower(storeys - 1)] if storeys > 1 else []

    assert calls("working") == [tower(4), []]


@pytest.mark.sweep
def test_a_mistake_in_a_nested_solver_is_repaired_in_the_chart() -> None:
    machine = automata.get("two-storey-nested")
    chart = machine.automaton.chart
    wrong = tuple(
        replace(row, actions=("move_ahead",)) if row.actions == ("move_back",) else row
        for row in chart.rows
    )
    repairs = repairs_of(machine.with_automaton(replace(chart, rows=wrong)), size=4).repairs
    assert "should do `move_back`" in str(repairs[0])
    assert repairs[0].on(chart).flattened == machine.automaton


def test_no_other_name_is_nested() -> None:
    for name in ("monk-nested", "move-reader-nested", "storeys-99-nested", "-nested"):
        assert not automata.knows(name)


def test_three_disks_as_regions_are_the_hanoi_graph() -> None:
    flat = three_disks.disks.automaton
    assert (len(flat.states), len(flat.transitions)) == (27, 78)
    assert equal(three_disks.disks, three_disks.graph).holds


def test_without_the_rule_as_guards_they_are_another_graph() -> None:
    table = re.sub(r" \[.*\]", "", three_disks.REGIONS)
    loose = Machine(Automaton.from_table("loose", initial="disks", table=table), partial=True)
    assert (len(loose.automaton.states), len(loose.automaton.transitions)) == (27, 162)
    assert not equal(loose, three_disks.graph).holds
