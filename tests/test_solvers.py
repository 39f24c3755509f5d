"""Every solver makes the moves of the textbook recursion, and can take over in the middle."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import bfs
import pytest

from hanoi_fsm import Configuration, Move, solve
from hanoi_fsm.fsm.engines.pytransitions import run
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.trace import outputs
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.errors import BadDisks, BadStep
from hanoi_fsm.hanoi.solving import PLAIN, find_solver

EVERY = [*automata.SOLVERS, *PLAIN]
ANYWHERE = [*automata.SOLVERS, *formulas.FAMILIES]
"""The solvers that can begin with any step."""


def all_moves(
    disks: int, name: str, source: int = 0, target: int = 2, start: int = 1
) -> list[Move]:
    """The moves of a solver; one more than there can be, if it does not end."""
    return list(islice(solve(disks, name, source, target, start=start), 2**disks))


every_solver = pytest.mark.parametrize("name", EVERY)
every_automaton = pytest.mark.parametrize("name", automata.SOLVERS)
every_task = pytest.mark.parametrize(("source", "target"), bfs.TASKS)


def test_the_registry_holds_the_six_solvers() -> None:
    expected = ["two-storey", "call-stack", "action-tree", "two-state", "three-state", "monk"]
    assert list(automata.SOLVERS) == expected
    assert PLAIN == ["recursion", "formula", "hbits", "itinerary"]


@every_task
@every_solver
def test_the_moves_are_those_of_the_textbook(name: str, source: int, target: int) -> None:
    for disks in range(9):
        expected = list(bfs.recursion(disks, source, target))
        assert all_moves(disks, name, source, target) == expected


@pytest.mark.parametrize("disks", [9, 10])
@every_solver
def test_the_moves_of_larger_towers_are_those_of_the_textbook(name: str, disks: int) -> None:
    assert all_moves(disks, name) == list(bfs.recursion(disks))


@pytest.mark.sweep
@pytest.mark.parametrize("disks", range(9, 13))
@every_task
@every_solver
def test_the_moves_of_the_largest_towers_are_those_of_the_textbook(
    name: str, source: int, target: int, disks: int
) -> None:
    expected = bfs.recursion(disks, source, target)
    assert all_moves(disks, name, source, target) == list(expected)


@every_task
@pytest.mark.parametrize("name", ANYWHERE)
def test_taken_up_at_any_step_it_goes_on_as_the_formula_to_the_end(
    name: str, source: int, target: int
) -> None:
    for disks in range(7):
        moves = list(bfs.recursion(disks, source, target))
        for start in range(1, len(moves) + 1):
            rest = all_moves(disks, name, source, target, start)
            assert rest == moves[start - 1 :], (disks, start)


@every_automaton
def test_a_window_anywhere_in_10_000_disks_holds_the_formula_s_moves(name: str) -> None:
    disks, seed = 10_000, random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(2):
        start = chance.randrange(1, 2**disks - 20)
        source, target = chance.choice(bfs.TASKS)
        came = list(solve(disks, name, source, target, start=start, count=20))
        assert came == list(formulas.moves(start, start + 20, disks, source, target))


@pytest.mark.parametrize("name", ["hbits", "itinerary"])
def test_the_families_agree_anywhere_in_10_000_disks(name: str) -> None:
    disks, seed = 10_000, random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for source, target in bfs.TASKS:
        start = chance.randrange(1, 2**disks - 20)
        came = list(solve(disks, name, source, target, start=start, count=20))
        assert came == list(solve(disks, "formula", source, target, start=start, count=20))


@pytest.mark.parametrize("name", ANYWHERE)
def test_the_last_window_of_1_000_disks_ends_with_the_tower(name: str) -> None:
    start = 2**1000 - 5
    moves = list(islice(solve(1000, name, start=start), 6))
    assert [move.disk for move in moves] == [1, 3, 1, 2, 1]
    here = formulas.configuration(start - 1, 1000)
    for move in moves:
        here = here.after(move)
    assert str(here) == "2" * 1000


@every_automaton
def test_a_run_of_more_disks_than_python_has_frames_begins_as_the_formula(name: str) -> None:
    disks = 4 * sys.getrecursionlimit()
    came = list(islice(solve(disks, name), 30))
    assert came == list(islice(solve(disks, "formula"), 30))


def test_the_recursion_beyond_python_s_stack_names_call_stack_in_one_line() -> None:
    moves = solve(4 * sys.getrecursionlimit(), "recursion")
    with pytest.raises(BadDisks, match="take call-stack") as caught:
        next(moves)
    assert "\n" not in str(caught.value)


def test_the_recursion_refuses_to_begin_in_the_middle() -> None:
    assert list(solve(3, "recursion", start=1)) == list(bfs.recursion(3))
    with pytest.raises(BadStep, match="call-stack"):
        solve(3, "recursion", start=2)


@pytest.mark.parametrize("count", [-1, True, 1.0])
@every_solver
def test_a_count_that_is_none_is_refused_at_the_call(name: str, count: int) -> None:
    with pytest.raises(BadStep, match="whole number from 0 on"):
        solve(3, name, count=count)


@pytest.mark.parametrize(("disks", "start"), [(3, 0), (3, 8), (3, -1), (0, 2)])
@pytest.mark.parametrize("name", ANYWHERE)
def test_a_start_that_the_solution_does_not_have_is_refused(
    name: str, disks: int, start: int
) -> None:
    with pytest.raises(BadStep, match="there is no step"):
        solve(disks, name, start=start)


@pytest.mark.parametrize("disks", range(9))
@every_automaton
def test_each_edge_is_taken_as_often_as_the_closed_counts_say(name: str, disks: int) -> None:
    machine = find_solver(name)
    closed = machine.solver.closed_counts
    assert closed is not None
    counted = Counter(record.transition for record in machine.run(disks))
    assert dict(closed(disks)) == {row: counted[row] for row in machine.automaton.transitions}


@pytest.mark.parametrize(
    ("name", "states", "transitions"),
    [
        ("two-storey", ["dismantle", "base", "crown", "foundation", "done"], 8),
        ("call-stack", ["call", "return", "done"], 6),
        ("action-tree", ["down", "visit", "up", "done"], 7),
        ("two-state", ["small", "other", "done"], 4),
        ("three-state", ["first", "second", "third", "done"], 5),
        ("monk", ["pray", "done"], 2),
    ],
)
def test_the_table_has_these_states_and_so_many_transitions(
    name: str, states: list[str], transitions: int
) -> None:
    automaton = automata.SOLVERS[name].automaton
    assert sorted(automaton.states) == sorted(states)
    assert len(automaton.transitions) == transitions
    assert automaton.final == {"done"}
    assert automaton.events == ("step",)


@pytest.mark.parametrize(
    ("name", "events"),
    [
        # moves, and the event that ends the run
        ("two-storey", 2**6 - 1 + 1),
        ("two-state", 2**6 - 1 + 1),
        ("three-state", 2**6 - 1 + 1),
        ("monk", 2**6 - 1 + 1),
        # a call, and a return, that move nothing for each inner node beside the move made there
        ("call-stack", 2**5 + 3 * (2**5 - 1) + 1),
        # down from, over, up from left and up from right of each inner node
        ("action-tree", 2**5 + 4 * (2**5 - 1) + 1),
    ],
)
def test_a_run_takes_so_many_events(name: str, events: int) -> None:
    assert sum(1 for _ in find_solver(name).run(6)) == events


@pytest.mark.parametrize("name", ["two-storey", "two-state", "three-state", "monk"])
def test_the_cells_of_a_solver_that_reads_the_pegs_do_not_change_as_it_runs(name: str) -> None:
    assert len(set(cells(name, 5))) == 1


@pytest.mark.parametrize("disks", range(1, 7))
def test_the_stack_of_call_stack_is_never_deeper_than_the_tower(disks: int) -> None:
    assert max(cells("call-stack", disks)) == 3 + 4 * (disks - 1)


@pytest.mark.parametrize(("disks", "most"), [(1, 5), (6, 5), (8, 5)])
def test_one_word_holds_the_path_of_action_tree(disks: int, most: int) -> None:
    assert max(cells("action-tree", disks)) == most


def cells(name: str, disks: int) -> Iterator[int]:
    """How many numbers the memory holds after each event."""
    machine = find_solver(name)
    state, memory = machine.set_up(disks)
    for _ in run(machine.automaton, memory, state=state):
        yield memory.cells()


@pytest.mark.parametrize("word", bfs.words(4))
def test_the_monk_finds_the_shortest_way_from_any_configuration(word: str) -> None:
    solver = automata.SOLVERS["monk"]
    for target in range(3):
        memory = solver.memory(Configuration(word), (target + 1) % 3, target)
        moves = list(islice(outputs(run(solver.automaton, memory)), 2**4))
        assert [*bfs.walk(word, moves)][-1] == str(target) * 4
        assert len(moves) == bfs.distances(str(target) * 4)[word]


@pytest.mark.parametrize(
    ("name", "action", "missing"),
    [
        ("call-stack", "pop", "the stack is empty"),
        ("call-stack", "move_and_call_second", "the stack is empty"),
        ("action-tree", "go_left", "there is no node below"),
        ("monk", "move_next", "no move is left"),
    ],
)
def test_an_action_that_cannot_be_carried_out_says_why(
    name: str, action: str, missing: str
) -> None:
    memory = automata.SOLVERS[name].memory(Configuration(""), 0, 2)
    with pytest.raises(BadAction, match=missing):
        getattr(memory, action)()
