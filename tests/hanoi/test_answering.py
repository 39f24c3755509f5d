"""What solvers ask for is what they look at, and what they can answer is what they were asked."""

from array import array
from typing import Any

import pytest
from commands import DOT, PLAIN
from watched_pegs import WatchedPegs

from hanoi_fsm import automata
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.hanoi.answering import KNOWLEDGE, QUESTIONS, asks_for, can_answer
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.plain import PLAIN as PLAIN_SOLVERS
from hanoi_fsm.hanoi.solving import find_any

MOVERS = [*automata.SOLVERS, *automata.PATHFINDERS]
STEP = ("disk", "configuration", "any-step")
ANSWERS = {
    **dict.fromkeys(automata.SOLVERS, ("any-step",)),
    "monk": ("any-step", "any-pegs"),
    **dict.fromkeys(automata.PATHFINDERS, ("any-pegs",)),
    "recursion": (),
    "four-step": ("any-step",),
    **dict.fromkeys(["formula", "hbits", "itinerary"], STEP),
    **dict.fromkeys(automata.READERS, ()),
}


class Places(bytearray):
    """The pegs by disk, which note when they are read."""

    seen: set[str]

    def __getitem__(self, index: Any) -> Any:
        self.seen.add("pegs")
        return super().__getitem__(index)


def looked_at(name: str, task: Task) -> set[str]:
    """What an automaton looks at in a run, found by watching its memory."""
    machine: Any = automata.get(name)
    seen: set[str] = set()
    state, memory = machine.set_up(task)
    memory.pegs = WatchedPegs(memory.pegs, seen, set())
    if hasattr(memory, "where"):
        memory.where = Places(memory.where)
        memory.where.seen = seen
    lengths = {attribute: len(value) for attribute, value in lists(memory).items()}
    counters = dict.fromkeys(numbers(memory), True)
    moves = 0
    for record in machine.records(task.disks, state, memory, views=False):
        moves += record.output is not None
        changed = [one for one, value in lists(memory).items() if len(value) != lengths[one]]
        if changed:
            seen.add("stack")
        if any(type(value) is bytearray and any(value) for value in vars(memory).values()):
            seen.add("path")
        for one, value in numbers(memory).items():
            counters[one] = counters.get(one, False) and value in (moves, moves + 1)
    return seen | ({"step"} if any(counters.values()) else set())


def lists(memory: Memory) -> dict[str, Any]:
    return {name: value for name, value in vars(memory).items() if isinstance(value, list | array)}


def numbers(memory: Memory) -> dict[str, int]:
    return {name: value for name, value in vars(memory).items() if type(value) is int}


@pytest.mark.parametrize("name", MOVERS)
def test_an_automaton_asks_for_what_it_looks_at(name: str) -> None:
    assert set(asks_for(automata.get(name))) == looked_at(name, Task(8))


@pytest.mark.parametrize("name", PLAIN)
def test_what_keeps_a_stack_ends_where_python_does_and_nothing_else_does(
    name: str,
) -> None:
    deep = PLAIN_SOLVERS[name].moves(Task(100_000))
    if asks_for(PLAIN_SOLVERS[name]) == ("stack",):
        with pytest.raises(BadDisks):
            next(deep)
    else:
        known = ("sizes", "pegs") if name == "four-step" else ("step",)
        assert asks_for(PLAIN_SOLVERS[name]) == known
        assert next(deep).disk == 1


@pytest.mark.parametrize("name", ANSWERS)
def test_what_can_be_answered(name: str) -> None:
    assert can_answer(find_any(name)) == ANSWERS[name]


def test_every_word_is_explained() -> None:
    every = [find_any(name) for name in [*MOVERS, *PLAIN]]
    assert {word for one in every for word in asks_for(one)} == KNOWLEDGE.keys()
    assert {word for one in every for word in can_answer(one)} == QUESTIONS.keys()


def test_a_drawing_is_asked_itself(tmp_path: Any) -> None:
    files = {"right": DOT, "renamed": DOT.replace("crown", "top"), "wrong": DOT}
    files["wrong"] = DOT.replace("move_ahead", "move_back")
    for name, dot in files.items():
        (tmp_path / f"{name}.dot").write_text(dot)
    found = {name: can_answer(find_any(tmp_path / f"{name}.dot")) for name in files}
    assert found == {"right": ("any-step",), "renamed": (), "wrong": ()}
    assert asks_for(find_any(tmp_path / "renamed.dot")) == ("sizes", "pegs")


def test_a_function_declares_nothing_and_answers_nothing() -> None:
    function = find_any(lambda disks: [(0, 2)] * disks)
    assert (asks_for(function), can_answer(function)) == ((), ())
