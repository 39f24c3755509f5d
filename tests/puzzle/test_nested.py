"""Charts of the puzzle: the recursion is the nesting, and the rule is the guards of regions."""

import re
from dataclasses import replace

import pytest

from hanoi_fsm import Automaton, Machine, automata
from hanoi_fsm.course.examples import three_disks
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
    table = re.sub(r" \[.*\]", "", three_disks.regions())
    loose = Machine(Automaton.from_table("loose", initial="disks", table=table), partial=True)
    assert (len(loose.automaton.states), len(loose.automaton.transitions)) == (27, 162)
    assert not equal(loose, three_disks.graph).holds
