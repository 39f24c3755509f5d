"""Exactly those mutants of the package's automata live that do the same as the original."""

from collections.abc import Container
from functools import cache
from itertools import islice

import oracle
import pytest
from sampling import one_in

from hanoi_fsm import Automaton, find
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.checking.mutants import mutants
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Task

SURVIVORS = """
# on an empty stack no caller waits for its first call
call-stack: `return -> call : step [!empty & first] / move_and_call_second` without !empty
# the path to the root is 0, so that the root is not a right child
action-tree: `up -> up : step [!root & right] / rise_from_right` without !root
# where no disk is left, none stands right: the guard is implied by the other
any-to-any: `search -> search : step [!nothing & right] / drop` without !nothing
shortest: `compare -> compare : step [!nothing & right] / drop` without !nothing
shortest: `search -> search : step [!nothing & right] / drop` without !nothing
# where no disk differs, none moves twice
shortest: `compare -> search : step [!nothing & !right & twice] / put_off_twice` without !nothing
# search puts the same disk off one event later
shortest: `compare -> search : step [!nothing & !right & !twice] / put_off` does nothing
# no disk is left and none put off: the way from there to the end makes no move
shortest: `compare -> done : step [nothing]` leads to search
shortest: `compare -> done : step [nothing]` leads to carry
shortest: `carry -> done : step [empty]` leads to compare
# it is done on the last edge, on registers that nobody looks at any more
call-stack: `return -> done : step [empty]` does call_first
action-tree: `up -> done : step [root]` does go_left
"""
"""The mutants that live without a proof: each does the same as the original, as said above it."""
PROVED = {
    "two-storey": {
        "`foundation -> dismantle : step [!built & ahead_smaller] / move_back` without the guard "
        "!built",
    }
}
"""The mutants that are proved to do the same: there is nothing that could tell them apart."""
KNOWN = [
    tuple(line.replace(" without ", " without the guard ").split(": ", 1))
    for line in SURVIVORS.strip().splitlines()
    if not line.startswith("# ")
]
LONG = {*automata.PATHFINDERS, "twice-reader", "twice-reader-small", "move-reader"}
LONG |= {"two-storey", "call-stack", "action-tree"}
SLOW = [pytest.param(name, marks=[pytest.mark.sweep] * (name in LONG)) for name in automata.names()]


@cache
def versions(name: str) -> dict[str, Automaton]:
    """Every mutant by its name."""
    machine = find(name)
    edits = mutations(machine.automaton, machine.vocabulary)
    return {edit.text: edit.changes.on(machine.automaton) for edit in edits}


def alive(kind: Container[str]) -> pytest.MarkDecorator:
    """The mutants that may live, or are proved the same, of one kind of automata."""
    proved = [(name, text) for name, texts in PROVED.items() for text in sorted(texts)]
    cases = [case for case in KNOWN + proved if case[0] in kind]
    return pytest.mark.parametrize(("name", "text"), cases)


@pytest.mark.parametrize("name", SLOW)
@pytest.mark.one_in(3)
def test_exactly_those_mutants_live_that_are_known_to_do_the_same(name: str) -> None:
    found = list(mutants(find(name), workers=2 if name in LONG else 1))
    lived = {mutant.edit.text for mutant in found if mutant.survives}
    assert lived == {text for automaton, text in KNOWN if automaton == name}
    proved = {mutant.edit.text for mutant in found if mutant.is_equivalent}
    assert proved == PROVED.get(name, set())
    assert len(versions(name)) == len(found)
    assert find(name).automaton not in versions(name).values()


@alive(automata.SOLVERS)
def test_a_solver_s_mutant_that_lives_makes_the_moves_of_the_textbook(name: str, text: str) -> None:
    other = find(name).with_automaton(versions(name)[text])
    assert isinstance(other, Solver)
    for disks in range(9):
        for ends in oracle.TASKS if disks <= 6 else [(0, 2)]:
            moves = islice(other.moves(Task(disks, *ends)), 2**disks)
            assert [tuple(move) for move in moves] == list(oracle.textbook(disks, *ends))


@pytest.mark.parametrize("disks", one_in(4, [2, 0, 1, 3]))
@alive(automata.PATHFINDERS)
@pytest.mark.one_in(3)
def test_a_pathfinder_s_mutant_takes_the_same_paths(name: str, text: str, disks: int) -> None:
    machine = find(name)
    for ends in oracle.pairs(disks):
        moves = [
            [record.output for record in islice(one.run(*ends), 200) if record.output is not None]
            for one in (machine, machine.with_automaton(versions(name)[text]))
        ]
        assert moves[0] == moves[1]
