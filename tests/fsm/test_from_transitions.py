"""Machines of the `transitions` library as automata: they do what the library does."""

from __future__ import annotations

import operator
from enum import Enum
from typing import Any

import pytest
import transitions
from door_machine import Door, door
from hypothesis import given
from hypothesis import strategies as st
from transitions.extensions import GraphMachine

from hanoi_fsm.fsm.engines.pytransitions import Engine, run
from hanoi_fsm.fsm.errors import BadAction, MachineStopped
from hanoi_fsm.fsm.from_transitions import from_transitions

STATES = ["a", "b", "c"]
TRIGGERS = ["go", "turn", "next_state"]
ANSWERS = [True, False, 1, 0, 2, None, "yes"]


class Diary:
    """A model that notes which callback was called in which state, and answers all sorts."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.number = 0

    def note(self, name: str) -> None:
        self.number = (self.number * 3 + len(self.notes) + 1) % len(ANSWERS)
        here = [state for state in STATES if getattr(self, f"is_{state}")()]
        self.notes.append(f"{name} in {self.state} {here}")  # type: ignore[attr-defined]

    def when(self) -> Any:
        return ANSWERS[self.number]

    def other(self) -> Any:
        return ANSWERS[-self.number]

    @property
    def flag(self) -> Any:
        return ANSWERS[(self.number + 2) % 7]

    def odd(self) -> bool:
        return self.number % 2 == 1

    def first(self) -> None:
        self.note("first")

    def second(self) -> None:
        self.note("second")

    def on_enter_a(self) -> None:
        self.note("on_enter_a")

    def on_exit_b(self) -> None:
        self.note("on_exit_b")


CALLBACKS = st.lists(st.sampled_from(["first", "second"]), max_size=2)
ROWS = st.fixed_dictionaries(
    {
        "trigger": st.sampled_from(TRIGGERS[:2]),
        "source": st.sampled_from([*STATES, "*", ["a", "c"]]),
        "dest": st.sampled_from([*STATES, "=", None]),
        "conditions": st.lists(st.sampled_from(["when", "odd", "is_a"]), max_size=2),
        "unless": st.lists(st.sampled_from(["other", "flag", "odd", "is_b"]), max_size=2),
        "before": CALLBACKS,
        "after": CALLBACKS,
    }
)


def diary_machine(rows: list[dict[str, Any]], ignore: bool, enter: list[str]) -> Any:
    return transitions.Machine(
        Diary(),
        states=["a", {"name": "b", "on_enter": enter}, "c"],
        initial="a",
        transitions=rows,
        ordered_transitions=True,
        ignore_invalid_triggers=ignore,
    )


def fired(model: Any, event: str) -> bool:
    try:
        return bool(model.trigger(event))
    except transitions.MachineError:
        return False


@given(
    st.lists(ROWS, max_size=7),
    st.booleans(),
    CALLBACKS,
    st.lists(st.sampled_from(TRIGGERS), max_size=12),
)
def test_a_converted_machine_does_what_the_library_does(
    rows: list[dict[str, Any]], ignore: bool, enter: list[str], word: list[str]
) -> None:
    machine = diary_machine(rows, ignore, enter)
    automaton, start = from_transitions(machine)
    memory, model = start(), machine.model
    for event in [event for event in word if event in machine.events]:
        before = memory.copy()
        known = (model.state, event) in {(row.source, row.event) for row in automaton.transitions}
        ignored = ignore and event not in machine.get_triggers(model.state)
        happened = fired(model, event)
        try:
            [record] = Engine(automaton, before).run([event], state=memory.state)
        except MachineStopped:
            assert not happened
            assert not ignored
        else:
            assert known
            assert happened or ignored
            assert record.output == model.state
            memory = before.copy()
        assert memory._data() == {"notes": model.notes, "number": model.number}
        assert memory.state == model.state
        if automaton.rows_for(memory.state, event):
            assert len(automaton.enabled(memory.state, event, memory)) <= 1


def test_callbacks_are_called_in_the_order_of_the_library() -> None:
    machine = diary_machine([], False, ["second"])
    machine.add_transition("leave", "b", "a", before="first", after="second")
    automaton, start = from_transitions(machine)
    memory = start()
    list(run(automaton, memory, ["next_state", "leave"]))
    assert memory._data()["notes"] == [
        "second in b ['b']",
        "first in b ['b']",
        "on_exit_b in b ['b']",
        "on_enter_a in a ['a']",
        "second in a ['a']",
    ]


# The automaton


def test_the_table_has_what_the_machine_has() -> None:
    automaton, start = from_transitions(door(), name="door")
    assert [str(row) for row in automaton.transitions] == [
        "shut -> open : pull [!is_locked] / squeak",
        "open -> shut : push / squeak_then_squeak",
        "shut -> shut : lock / turn_key",
    ]
    assert (automaton.name, automaton.initial, automaton.final) == ("door", "shut", frozenset())
    assert type(start()).actions()["turn_key"] == "the key is turned"
    assert type(start()).actions()["squeak_then_squeak"] == "a sound; a sound"
    assert start().show() == "!locked"


def test_final_states_and_the_state_of_the_model_are_kept() -> None:
    machine = transitions.Machine(
        states=["a", {"name": "z", "final": True}], initial="a", name="alphabet"
    )
    machine.add_transition("on", "a", "z")
    machine.add_transition("back", "z", "a")
    machine.trigger("on")
    automaton, _ = from_transitions(machine)
    assert (automaton.name, automaton.initial) == ("alphabet", "z")
    assert automaton.final == {"z"}


def test_every_memory_is_fresh_and_the_model_is_left_alone() -> None:
    machine = door()
    automaton, start = from_transitions(machine)
    memory = start()
    list(run(automaton, memory, ["lock"]))
    assert (memory.show(), start().show(), machine.model.locked) == ("locked", "!locked", False)


def test_an_earlier_transition_excludes_the_later_ones() -> None:
    machine = door(model=type("Two", (Door,), {"dry": lambda self: True})())
    machine.add_transition("go", "shut", "open", conditions=["is_locked", "dry"])
    machine.add_transition("go", "*", "shut")
    machine.add_transition("go", "*", "open")  # never
    automaton, _ = from_transitions(machine)
    assert [str(row.label) for row in automaton.rows_for("shut", "go")] == [
        "go [is_locked & dry]",
        "go [!is_locked]",
        "go [is_locked & !dry]",
    ]


def test_actions_that_differ_in_the_state_they_enter_have_different_names() -> None:
    machine = door()
    machine.add_transition("slam", "*", "shut", after="squeak")
    machine.add_transition("kick", "*", "open", after="squeak")
    automaton, _ = from_transitions(machine)
    assert set(automaton.actions) >= {"squeak", "squeak_to_shut", "squeak_to_open"}


def test_what_is_observed_is_the_output() -> None:
    automaton, start = from_transitions(door(), observe=operator.attrgetter("locked", "state"))
    outputs = [record.output for record in run(automaton, start(), ["lock", "lock", "pull"])]
    assert outputs == [(True, "shut"), (False, "shut"), (False, "open")]


class Lamp(transitions.Machine):
    """A lamp that is its own machine, with the members of an Enum as states."""

    class Light(Enum):
        OFF = 0
        ON = 1

    def __init__(self, machine: type[transitions.Machine] = transitions.Machine) -> None:
        self.switched = 0
        super().__init__(states=self.Light, initial=self.Light.OFF)
        self.add_transition("switch", "*", self.Light.ON, conditions=self.is_dark, after="count")
        self.add_transition("switch", "*", self.Light.OFF, after="count")

    def is_dark(self) -> bool:
        return self.state is self.Light.OFF

    def count(self) -> None:
        assert self.is_ON() is (self.state is self.Light.ON)
        self.switched += 1


def test_a_machine_may_be_its_own_model_with_an_enum_of_states() -> None:
    automaton, start = from_transitions(Lamp())
    memory = start()
    assert [row.output for row in run(automaton, memory, ["switch"] * 3)] == ["ON", "OFF", "ON"]
    assert (memory.show(), memory.key()) == ("switched=3", (("switched", 3),))


def test_a_graph_machine_and_a_model_that_keeps_its_machine() -> None:
    class Keeper(Door):
        def __init__(self) -> None:
            self.machine = GraphMachine(self, states=["x", "y"], initial="x", auto_transitions=True)
            self.machine.add_transition("go", "x", "y", before=self.turn_key)
            self.machine.add_transition("go", "y", "x")

    automaton, start = from_transitions(Keeper().machine)
    assert automaton.events == ("go",)
    assert start().copy().key() == (("locked", False),)


def test_names_that_the_memory_has_get_an_underscore() -> None:
    model = type("Shown", (Door,), {"show": lambda self: None, "key": lambda self: True})()
    machine = transitions.Machine(model, states=["a"], initial="a")
    machine.add_transition("go", "a", "a", before="show", conditions="key")
    automaton, start = from_transitions(machine)
    assert [str(row.label) for row in automaton.transitions] == ["go [key_] / show_"]
    assert len(list(run(automaton, start(), ["go"]))) == 1


def test_a_guard_asked_both_ways_needs_a_real_answer() -> None:
    model = type("Vague", (Door,), {"maybe": lambda self: None})()
    machine = transitions.Machine(model, states=["a", "b"], initial="a")
    machine.add_transition("go", "a", "b", conditions="maybe")
    machine.add_transition("go", "a", "a", unless="maybe")
    automaton, start = from_transitions(machine)
    with pytest.raises(BadAction, match="maybe answered None"):
        list(run(automaton, start(), ["go"]))


def test_a_callback_that_fires_an_event_is_told_so() -> None:
    class Eager(Door):
        def squeak(self) -> None:
            self.push()  # type: ignore[attr-defined]

    automaton, start = from_transitions(door(model=Eager()))
    with pytest.raises(BadAction, match=r"push\(\)"):
        list(run(automaton, start(), ["pull"]))
