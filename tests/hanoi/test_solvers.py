"""Every solver makes the moves of the textbook recursion, and can take over in the middle."""

import re
import sys
from itertools import islice, product
from typing import Any

import oracle
import pytest
from chance import chance
from sampling import one_in

from hanoi_fsm import Configuration, Move, solve
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadAction, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import outputs
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.errors import BadDisks, BadPeg, BadStep
from hanoi_fsm.hanoi.pegs import PEGS, Task
from hanoi_fsm.hanoi.plain import PLAIN

Pair = tuple[int, int]

MACHINES = list(automata.SOLVERS)
ANYWHERE = [*MACHINES, "four-step", *formulas.FAMILIES]
"""The solvers that can begin with any step."""

each_solver = pytest.mark.parametrize("name", [*MACHINES, *PLAIN])
each_task = pytest.mark.parametrize("task", oracle.TASKS)


def all_moves(name: str, disks: int, task: Pair = (0, 2), start: int = 1) -> list[Move]:
    """The moves of a solver; one more than there can be, if it does not end."""
    moves = solve(disks, by=name, source=task[0], target=task[1], start=start)
    return list(islice(moves, 2**disks))


def formula(start: int, stop: int, disks: int, task: Pair = (0, 2)) -> list[Move]:
    return list(formulas.moves(start, stop, Task(disks, *task)))


def memory_of(name: str, word: str, task: Pair = (0, 2)) -> Memory:
    return automata.SOLVERS[name].memory(Configuration(word), Task(len(word), *task))


@pytest.mark.parametrize(
    "disks", [*range(7), *(pytest.param(n, marks=pytest.mark.sweep) for n in range(7, 13))]
)
@each_task
@each_solver
@pytest.mark.one_in(3)
def test_the_moves_are_those_of_the_textbook(name: str, task: Pair, disks: int) -> None:
    assert all_moves(name, disks, task) == list(oracle.textbook(disks, *task))


@pytest.mark.parametrize("word", oracle.words(4))
@pytest.mark.one_in(3)
def test_the_monk_finds_the_shortest_path_from_any_configuration(word: str) -> None:
    for target in PEGS:
        memory = memory_of("monk", word, ((target + 1) % 3, target))
        moves = list(islice(outputs(run(automata.SOLVERS["monk"].automaton, memory)), 2**4))
        assert [*oracle.replay(word, moves)][-1] == str(target) * 4
        assert len(moves) == oracle.distances(str(target) * 4)[word]


@each_task
@pytest.mark.parametrize("name", one_in(2, ANYWHERE))
def test_started_at_any_step_it_goes_on_to_the_end(name: str, task: Pair) -> None:
    for disks in range(6):
        moves = list(oracle.textbook(disks, *task))
        for start in range(1, len(moves) + 1):
            assert all_moves(name, disks, task, start) == moves[start - 1 :], (disks, start)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        *product([*MACHINES, "four-step", "hbits", "itinerary"], [64, 65, 10_000]),
        *(pytest.param(name, 100_000, marks=pytest.mark.sweep) for name in MACHINES),
    ],
)
def test_a_window_anywhere_in_a_tower_holds_the_formula_s_moves(name: str, most: int) -> None:
    random = chance()
    for _ in range(2):
        disks, task = random.randint(most // 2, most), random.choice(oracle.TASKS)
        start = random.choice([random.randint(1, 2**disks - 1), 2**disks - 5])
        window = list(solve(disks, by=name, source=task[0], target=task[1], start=start, count=20))
        assert window == formula(start, min(start + 20, 2**disks), disks, task)


@pytest.mark.parametrize("name", [*MACHINES, "four-step"])
def test_a_tower_of_far_more_disks_than_python_has_frames_begins_at_once(name: str) -> None:
    disks = 4 * sys.getrecursionlimit()
    assert list(islice(solve(disks, by=name), 30)) == formula(1, 31, disks)


@pytest.mark.parametrize(
    ("count", "moves"), [(0, 0), (1, 1), (6, 6), (7, 7), (8, 7), (10**30, 7), (None, 7)]
)
@each_solver
@pytest.mark.one_in(3)
def test_no_more_moves_are_made_than_are_asked_for(
    name: str, count: int | None, moves: int
) -> None:
    assert list(solve(3, by=name, count=count)) == list(oracle.textbook(3))[:moves]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        *(({"disks": disks}, BadDisks) for disks in (-1, True, 10**100)),
        ({"source": 2}, BadPeg),
        ({"target": 3}, BadPeg),
        *(({"start": start}, BadStep) for start in (0, 8, -1, True, 2.0)),
        ({"disks": 0, "start": 2}, BadStep),
        *(({"count": count}, BadStep) for count in (-1, True, 1.0, 1.5)),
    ],
)
@each_solver
@pytest.mark.one_in(2)
def test_bad_input_is_refused_at_the_call(
    name: str, given: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error, match=re.escape(shortened([*given.values()][-1]))):
        solve(**({"disks": 3} | given), by=name)


def test_the_recursion_names_call_stack_where_it_cannot_help() -> None:
    with pytest.raises(BadStep, match="call-stack"):
        solve(3, by="recursion", start=2)
    with pytest.raises(BadDisks, match=r"^[^\n]*call-stack[^\n]*$"):
        next(solve(4 * sys.getrecursionlimit(), by="recursion"))


@pytest.mark.parametrize(
    "action",
    ["call-stack pop", "call-stack move_and_call_second", "action-tree go_left", "monk move_next"],
)
def test_an_action_that_cannot_be_carried_out_is_refused(action: str) -> None:
    name, method = action.split()
    with pytest.raises(BadAction):
        getattr(memory_of(name, ""), method)()


MOVES, LEAVES, INNER = 2**6 - 1, 2**5, 2**5 - 1
"""The moves of 6 disks, and the nodes of the tree of moves that make them."""


@pytest.mark.parametrize(
    ("name", "states", "transitions", "events"),
    [
        # one event per move, and one that ends the run
        ("two-storey", ["dismantle", "base", "crown", "foundation", "done"], 8, MOVES + 1),
        ("two-state", ["small", "other", "done"], 4, MOVES + 1),
        ("three-state", ["first", "second", "third", "done"], 5, MOVES + 1),
        ("monk", ["pray", "done"], 2, MOVES + 1),
        # a call, and a return, that move nothing for each inner node beside the move made there
        ("call-stack", ["call", "return", "done"], 6, LEAVES + 3 * INNER + 1),
        # down from, over, up from left and up from right of each inner node
        ("action-tree", ["down", "visit", "up", "done"], 7, LEAVES + 4 * INNER + 1),
    ],
)
def test_the_states_the_transitions_and_the_events_of_a_run(
    name: str, states: list[str], transitions: int, events: int
) -> None:
    automaton = automata.SOLVERS[name].automaton
    assert sorted(automaton.states) == sorted(states)
    assert len(automaton.transitions) == transitions
    assert automaton.final == {"done"}
    assert automaton.events == ("step",)
    assert sum(1 for _ in automata.SOLVERS[name].solve(6)) == events


def cells(name: str, disks: int) -> list[int]:
    """How many numbers the memory holds after each of the first events; no stack grows later."""
    memory = memory_of(name, "0" * disks)
    return [memory.cells() for _ in islice(run(automata.SOLVERS[name].automaton, memory), 200)]


@pytest.mark.parametrize("disks", [1, 2, 3, 6, 12])
def test_the_cells_that_a_run_needs(disks: int) -> None:
    for name in ("two-storey", "two-state", "three-state", "monk"):
        assert len(set(cells(name, disks))) == 1, "what reads the pegs needs the same all the time"
    assert max(cells("call-stack", disks)) == 3 + 4 * (disks - 1), "a frame per level"
    assert max(cells("action-tree", disks)) == 5, "its path is one word"
