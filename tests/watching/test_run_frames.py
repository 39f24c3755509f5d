"""The frames of a run are its trace: pegs, memory, state, transition, counts, and the fault."""

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from checked_machines import (
    BOX_TABLE,
    CIRCLES,
    CLOCK,
    COUNTDOWN,
    GAP,
    IDLES,
    Counter,
    changed,
    counting,
    reactive,
)
from sampling import one_in

from hanoi_fsm import Machine, automata
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.checking import pathfinder_check, solver_check
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import PAIRS, Configuration, Move, Task
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching.frames import Frame, frames

SEED = 12


def words(machine: Any) -> Iterator[tuple[str, ...]]:
    """Some words of a reader, also some that it refuses."""
    random = Random(f"{SEED} {machine.name}")
    for length in (0, 1, 2, 3, 4, 40):
        yield (" ".join(random.choices(machine.alphabet, k=length)),)


def runs() -> Iterator[tuple[Machine, tuple[Any, ...], dict[str, Any]]]:
    for solver in automata.SOLVERS.values():
        for disks in range(5):
            for source, target in PAIRS if disks < 3 else [(0, 2), (2, 1)]:
                yield solver, (disks,), {"source": source, "target": target}
    for finder in automata.PATHFINDERS.values():
        for start, goal in (("", ""), ("0", "2"), ("100", "011"), ("0210", "2011"), ("11", "11")):
            yield finder, (start, goal), {}
    for reader in automata.READERS.values():
        for word in words(reader):
            yield reader, word, {}
    yield find(CLOCK), ("tick", "H", "A", "M", "A", "tick", "tick"), {}
    yield counting(COUNTDOWN), (), {}


RUNS = list(runs())


@pytest.mark.parametrize(
    ("machine", "inputs", "options"),
    one_in(7, RUNS),
    ids=lambda value: value.name if isinstance(value, Machine) else str(value)[:20],
)
@pytest.mark.one_in(3)
def test_frames_are_the_trace_and_the_pegs_those_of_the_formula(
    machine: Machine, inputs: tuple[Any, ...], options: dict[str, Any]
) -> None:
    found = list(frames(machine, *inputs, **options))
    first, *after = found
    assert (first.number, first.step, first.transition, first.output) == (0, 0, None, None)
    refused = bool(found[-1].stopped)
    records = machine.run(*inputs, views="contents", **options)
    for frame, record in zip(after, records, strict=not refused):
        assert (frame.number, frame.transition) == (record.number, record.transition)
        assert (frame.state, frame.output) == (record.next_state, record.output)
        assert dict(frame.contents) == dict(record.contents or {})
        assert machine.automaton.transitions[frame.taken or 0] == record.transition
    assert [one.finding for one in found] == [None] * len(found)
    for frame, following in pairwise(found):
        event = following.transition.event if following.transition else ""
        possible = [one.transition for one in frame.choices if one.enabled]
        assert [one for one in possible if one.event == event] == [following.transition]
        assert sum(following.counts) == following.number
        assert following.counts[following.taken or 0] == frame.counts[following.taken or 0] + 1
        assert {
            name for name, value in following.contents.items() if frame.contents[name] != value
        } == set(following.changed)
    if isinstance(machine, Solver):
        task = Task(*inputs, **options)
        assert found[-1].step == task.last_step
        for frame in found:
            assert frame.configuration == formulas.configuration(frame.step, task)
    elif isinstance(machine, Pathfinder):
        assert [str(found[at].configuration) for at in (0, -1)] == list(inputs)
        assert found[-1].step == sum(one.move is not None for one in found)
    else:
        assert {one.configuration for one in found} == {None}
        assert [one.step for one in found] == [one.number for one in found]


def test_a_frame_as_plain_values_is_json() -> None:
    found = list(frames(automata.get("two-storey"), 3))[4].plain()
    assert json.loads(json.dumps(found)) == found
    assert (found["state"], found["taken"], found["configuration"]) == ("dismantle", 3, "211")
    assert found["move"] == found["output"] == {"disk": 3, "source": 0, "target": 2}
    assert found["compared"] == [0, 2]
    assert found["contents"]["heights"] == [0, 2, 1]
    assert found["changed"] == {"peg 0": [1], "peg 2": [1], "heights": [0, 2]}
    assert found["questions"] == [
        {"guard": "built", "answer": False, "compared": [], "comparison": ""}
    ]
    assert found["choices"] == [{"taken": 0, "enabled": True}, {"taken": 5, "enabled": False}]
    assert found["counts"] == [1, 1, 1, 1, 0, 0, 0, 0]
    stack = list(frames(automata.get("call-stack"), 2))[1].plain()["contents"]["stack"]
    assert stack == [{"k": 2, "i": 0, "j": 2, "call": "first"}]


@pytest.mark.parametrize("name", one_in(6, automata.SOLVERS))
def test_the_frames_are_the_same_on_each_engine(name: str) -> None:
    machine = automata.get(name)
    assert list(frames(machine, 3, engine="generated")) == list(frames(machine, 3))


def test_a_guard_says_which_pegs_it_compares() -> None:
    frame = list(frames(automata.get("two-storey"), 3))[3]
    [built, smaller] = frame.questions
    assert (built.guard, built.answer, built.compared) == ("built", False, ())
    assert (smaller.guard, smaller.answer, smaller.compared) == ("ahead_smaller", True, (0, 2))
    assert (built.comparison, smaller.comparison) == (
        "",
        "disk 3 on peg 0 < sentinel 4 on empty peg 2",
    )


@pytest.mark.parametrize("disks", [2, 3, 4])
def test_a_comparison_names_the_tops_that_the_guard_found(disks: int) -> None:
    asked = 0
    for frame in frames(automata.get("two-storey"), disks):
        assert frame.configuration is not None
        for question in frame.questions:
            if question.guard != "ahead_smaller":
                continue
            asked += 1
            stacks = frame.configuration.pegs()
            tops = [min(stacks[peg], default=disks + 1) for peg in question.compared]
            tower = {disks + 1: ("sentinel", "empty peg")}
            kinds = [tower.get(top, ("disk", "peg")) for top in tops]
            sign = "<" if question.answer else ">" if tops[0] != tops[1] else "="
            [one, other] = [
                f"{what} {top} on {where} {peg}"
                for (what, where), top, peg in zip(kinds, tops, question.compared, strict=True)
            ]
            assert question.comparison == f"{one} {sign} {other}"
    assert asked


def test_guards_of_other_memories_compare_no_tops() -> None:
    for name in ("call-stack", "shortest"):
        machine = automata.get(name)
        inputs = (3,) if isinstance(machine, Solver) else ("100", "011")
        questions = [one for frame in frames(machine, *inputs) for one in frame.questions]
        assert questions
        assert {one.comparison for one in questions} == {""}


def test_looking_at_a_run_does_not_change_it() -> None:
    class Fickle(Counter):
        asked = 0

        @property
        def left(self) -> int:
            self.asked += 1
            return int(self.__dict__["left"])

        @left.setter
        def left(self, value: int) -> None:
            self.__dict__["left"] = value

    machine = reactive("box", BOX_TABLE, Fickle)
    events = ["out", "in", "out", "out", "out", "out"]
    seen = [one.state for one in frames(machine, events)][1:]
    assert seen == [record.next_state for record in machine.run(events)]


def last(machine: Machine, *inputs: Any, **options: Any) -> Frame:
    return list(frames(machine, *inputs, **options))[-1]


def test_a_wrong_move_is_the_last_frame_with_what_was_expected() -> None:
    frame = last(find(CIRCLES), 3)
    assert frame.finding is not None
    assert (frame.step, frame.finding.step) == (2, 2)
    assert (frame.finding.expected, frame.finding.got) == ("disk 2: 0 -> 1", "disk 1: 2 -> 1")
    assert frame.move == Move(1, 2, 1)
    plain = frame.plain()["finding"]
    assert plain is not None
    assert plain["got"] == "disk 1: 2 -> 1"


def test_a_run_that_cannot_go_on_ends_with_why() -> None:
    frame = last(counting(GAP))
    assert (frame.number, frame.stopped.count("odd is true")) == (0, 1)
    assert not any(one.enabled for one in frame.choices)
    raises = last(
        counting("count -> count : step [!empty] / divide \n count -> done : step [empty]")
    )
    assert "ZeroDivisionError" in raises.stopped


def test_a_run_without_moves_ends_where_it_is_assumed_to_loop() -> None:
    frame = last(find(IDLES), 1)
    assert frame.finding is not None
    assert (frame.step, frame.finding.expected) == (0, "disk 1: 0 -> 2")
    assert "assumed to loop" in frame.stopped


def test_a_refused_word_is_not_a_fault_where_it_must_be_refused() -> None:
    frame = last(automata.get("rank-reader"), "111")
    assert (frame.finding, frame.number) == (None, 0)
    assert "'012'" in frame.stopped


def test_a_wrong_answer_is_found_at_its_symbol() -> None:
    reader = automata.READERS["configuration-reader"]
    third = list(reader.run("0110"))[2].transition
    wrong = next(one for one in reader.memory.actions() if one != third.action)
    old = str(third)
    mine = changed(reader, (old, old.replace(str(third.action), wrong)))
    frame = last(mine, "011000000000")
    assert frame.finding is not None
    assert (frame.number, frame.finding.step, frame.transition) == (
        3,
        3,
        mine.automaton.transitions[frame.taken or 0],
    )


def test_an_unknown_option_is_refused_at_the_call() -> None:
    with pytest.raises(TypeError):
        frames(automata.get("monk"), 3, colour="red")
    with pytest.raises(BadInput):
        frames(automata.get("monk"), -1)


def mutants(machine: Any) -> Iterator[Any]:
    """A machine with each edit after which it is still well defined."""
    for edit in mutations(machine.automaton, machine.vocabulary):
        mutant = machine.with_automaton(edit.changes.on(machine.automaton))
        if not mutant.faults():
            yield mutant


@pytest.mark.sweep
@pytest.mark.parametrize("name", automata.SOLVERS)
def test_the_fault_of_every_mutant_is_that_of_the_check(name: str) -> None:
    machine = automata.SOLVERS[name]
    found = 0
    for mutant in mutants(machine):
        for disks in (2, 3):
            expected = solver_check.difference(mutant, Task(disks))
            frame = last(mutant, disks)
            if expected is None:
                assert frame.finding is None
                continue
            assert frame.finding is not None
            found += 1
            step, right = frame.finding.step, frame.finding.expected
            assert (step, right) == (expected.step, expected.expected)
            if not frame.stopped:
                assert frame.finding.got == expected.got
    assert found


@pytest.mark.sweep
@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_the_fault_of_a_path_is_that_of_the_check(name: str) -> None:
    machine = automata.PATHFINDERS[name]
    found = 0
    for mutant in mutants(machine):
        start, goal = Configuration("100"), Configuration("011")
        finding = last(mutant, start, goal).finding
        assert finding == pathfinder_check.difference(mutant, "100", "011")
        found += finding is not None
    assert found
