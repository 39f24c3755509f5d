"""Charts of the puzzle: the recursion is the nesting, and the rule is the guards of regions."""

from itertools import product

import pytest

from hanoi_fsm import Automaton, Machine, automata
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


def test_no_other_name_is_nested() -> None:
    for name in ("monk-nested", "move-reader-nested", "storeys-99-nested", "-nested"):
        assert not automata.knows(name)


def disks(many: int, *, free: bool = False) -> Automaton:
    """A region for each disk, which may move where no smaller disk is on either peg."""
    regions = []
    for disk in range(1, many + 1):
        rows = []
        for source, target in product("abc", repeat=2):
            smaller = [
                f"!in({less} on {peg})" for less in range(1, disk) for peg in source + target
            ]
            guards = "" if free or not smaller else f" [{' & '.join(smaller)}]"
            if source != target:
                rows.append(f"{disk} on {source} -> {disk} on {target} : {disk}{target}{guards}")
        regions.append("\n".join([f"disk {disk} {{", *rows, "}"]))
    table = "\n".join(["towers {", "\n--\n".join(regions), "}"])
    return Automaton.from_table("disks", initial="towers", table=table)


def graph(many: int) -> Automaton:
    """The Hanoi graph as an automaton, drawn by the rule of the puzzle alone."""
    rows = []
    for pegs in product("abc", repeat=many):
        for at, target in product(range(many), "abc"):
            if pegs[at] != target and not {pegs[at], target} & {*pegs[:at]}:
                after = "".join((*pegs[:at], target, *pegs[at + 1 :]))
                rows.append(f"{''.join(pegs)} -> {after} : {at + 1}{target}")
    return Automaton.from_table("graph", initial="a" * many, table="\n".join(rows))


def test_three_disks_as_regions_are_the_hanoi_graph() -> None:
    flat = disks(3).flattened
    assert (len(flat.states), len(flat.transitions)) == (27, 78)
    one, other = (Machine(automaton, partial=True) for automaton in (disks(3), graph(3)))
    assert equal(one, other).holds
    assert not equal(Machine(disks(3, free=True), partial=True), other).holds
    loose = disks(3, free=True).flattened
    assert (len(loose.states), len(loose.transitions)) == (27, 162)
