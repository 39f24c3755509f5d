"""The code panel has the text of `hanoi-fsm code`, and its marks are the lines that really run."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from sampling import one_in

from hanoi_fsm import Automaton, Machine, Memory, automata
from hanoi_fsm.fsm import codegen
from hanoi_fsm.fsm.memory import guard
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching.page.code import code_data

CLOCK = f"{Path(__file__).parents[2] / 'machines' / 'alarm_clock.py'}:clock"
NAMES = [*automata.names(), CLOCK]


class Doors(Memory):
    """Two guards that may hold at once."""

    @guard
    def left(self) -> bool:
        """the left door is open"""
        return True

    @guard
    def right(self) -> bool:
        """the right door is open"""
        return False


DOORS = Machine(
    Automaton.from_table(
        "doors",
        initial="hall",
        final=("a", "b"),
        table="hall -> a : go [left] \n hall -> b : go [right]",
    ),
    Doors,
)


@pytest.mark.parametrize("name", NAMES)
def test_each_line_is_that_of_the_command_and_serves_its_transition(name: str) -> None:
    machine = find(name)
    data = code_data(machine)
    assert data["why"] == ""
    assert "\n".join(data["lines"]) == codegen.code(machine)
    for number, transition in enumerate(machine.automaton.transitions):
        first, last = data["branches"][number]
        branch = [line.strip() for line in data["lines"][first : last + 1]]
        assert branch[0] == f"# {transition}"
        assert branch[-2:] == [f"memory.state = state = {transition.target!r}", f"yield {number}"]
        assert (f"memory.{transition.action}()" in branch) is (transition.action is not None)
        begins, ends = data["arms"][transition.source]
        assert begins < first and last <= ends
        tests = [data["lines"][at] for at in data["tests"][number]]
        for one in transition.guards:
            assert any(f"{one.name} " in line for line in tests)
        if not machine.automaton.autonomous:
            assert any(f"event == {transition.event!r}" in line for line in tests)


def test_states_without_transitions_have_an_arm_only_if_the_code_asks_for_them() -> None:
    assert set(code_data(find("monk"))["arms"]) == {"pray", "done"}
    reader = find("twice-reader")
    assert set(code_data(reader)["arms"]) == {one.source for one in reader.automaton.transitions}


def test_a_check_that_guards_exclude_each_other_tests_all_of_them() -> None:
    data = code_data(DOORS)
    assert all("consistent" in data["lines"][tests[0]] for tests in data["tests"])
    assert len({tests[0] for tests in data["tests"]}) == 1


def test_an_else_tests_the_transition_that_asks_for_nothing() -> None:
    table = "hall -> a : go [left] \n hall -> b : go"
    doors = Automaton.from_table("doors", initial="hall", final=("a", "b"), table=table)
    data = code_data(Machine(doors, Doors))
    first, last = data["branches"][1]
    assert [data["lines"][at].strip() for at in data["tests"][1]][1:] == ["else:"]
    assert data["lines"][first].strip() == "# hall -> b : go"
    assert data["lines"][last].strip() == "yield 1"


def runs(name: str) -> Iterator[tuple[Memory, list[list[str]]]]:
    """Memories on which a machine runs, each with the events for its function, if it takes any."""
    machine = find(name)
    if machine.autonomous:
        yield machine.run(*([3] if machine.kind == "solver" else ["100", "011"])).memory, []
        return
    for word in [machine.alphabet, machine.alphabet[::-1] * 2]:
        made = machine.run(" ".join(word) if machine.kind == "reader" else [*word])
        yield made.memory, [[*word]]


def ran(name: str) -> Iterator[tuple[int, set[int]]]:
    """The transitions that the shown text takes, each with the lines that ran since the last."""
    lines = code_data(find(name))["lines"]
    known: dict[str, Any] = {"refused": ValueError, "consistent": lambda *_: None}
    exec(compile("\n".join(lines), "<shown>", "exec"), known)
    function = known[lines[0].removeprefix("def ").partition("(")[0]]
    seen: list[int] = []

    def traced(frame: FrameType, event: str, value: object) -> Any:
        if frame.f_code is not function.__code__:
            return None
        if event == "line":
            seen.append(frame.f_lineno - 1)
        return traced

    for memory, events in runs(name):
        taken, before = function(memory, *events), sys.gettrace()
        while True:
            seen.clear()
            sys.settrace(traced)
            try:
                number = next(taken, None)
            except ValueError:  # refused
                break
            finally:
                sys.settrace(before)
            if number is None:
                break
            # Python 3.12 reports the line of a yield again when it goes on from there.
            yield number, set(seen[lines[seen[0]].strip().startswith("yield ") :])


@pytest.mark.parametrize("name", one_in(3, NAMES))
def test_the_marked_lines_are_those_that_run(name: str) -> None:
    """The text is run, and traced line by line from one transition to the next."""
    data, automaton = code_data(find(name)), find(name).automaton
    heads = {begins for begins, _ in data["arms"].values()}
    for number, lines in ran(name):
        first, last = data["branches"][number]
        assert lines >= set(range(first + 1, last + 1))  # the first line is a comment
        source = automaton.transitions[number].source
        begins, ends = data["arms"][source]
        in_arm = {at for at in lines if begins < at <= ends}
        assert {at for at in lines if at > 1} <= in_arm | heads
        leaving = [at for at, one in enumerate(automaton.transitions) if one.source == source]
        tests = {at for one in leaving for at in data["tests"][one]}
        assert in_arm - tests == set(range(first + 1, last + 1))
        assert lines >= {at for at in data["tests"][number] if "else:" not in data["lines"][at]}


def test_where_there_is_no_code_one_sentence_says_why() -> None:
    loose = Transition("on", "nowhere", Label("press"))
    lamp = Automaton("lamp", ("on",), "on", frozenset(), (loose,), "lamp")
    data = code_data(Machine(lamp))
    assert (data["lines"], data["branches"]) == ([], [])
    assert "nowhere" in data["why"] and "\n" not in data["why"]
