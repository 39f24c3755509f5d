"""Machines of the `transitions` library as automata: they do what the library does."""

import operator
from contextlib import suppress
from enum import Enum
from typing import Any

import pytest
import transitions
from door_machine import Door, door
from hypothesis import assume, given
from hypothesis import strategies as st

from hanoi_fsm.fsm.checking import explore
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.engines.pytransitions import Engine
from hanoi_fsm.fsm.errors import BadAction, MachineStopped
from hanoi_fsm.fsm.from_transitions import from_transitions
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.validation import faults

STATES = ["a", "b", "c"]
TRIGGER = st.sampled_from(["go", "turn", "next_state"])


class Diary:
    """A model that tells apart in which order its callbacks were called, and in which states."""

    def __init__(self) -> None:
        self.last, self.number = "", 0

    def note(self, name: str) -> None:
        here = [state for state in STATES if getattr(self, f"is_{state}")()]
        self.last = f"{name} in {self.state} {here}"  # type: ignore[attr-defined]  # the library adds it
        self.number = (self.number * 3 + sum(self.last.encode())) % 7

    def odd(self) -> Any:
        return self.number % 2

    def big(self) -> bool:
        return self.number > 3

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
        "trigger": st.sampled_from(["go", "turn"]),
        "source": st.sampled_from([*STATES, "*", ["a", "c"]]),
        "dest": st.sampled_from([*STATES, "=", None]),
        "conditions": st.lists(st.sampled_from(["big", "odd", "is_a"]), max_size=2),
        "unless": st.lists(st.sampled_from(["big", "odd", "is_b"]), max_size=2),
        "before": CALLBACKS,
        "after": CALLBACKS,
    }
)


@given(st.lists(ROWS, max_size=7), st.booleans(), CALLBACKS, st.lists(TRIGGER, max_size=20))
@pytest.mark.sweep
def test_where_nothing_overlaps_a_machine_does_what_the_library_does(
    rows: list[dict[str, Any]], ignore: bool, enter: list[str], word: list[str]
) -> None:
    model: Any = Diary()
    states: list[Any] = ["a", {"name": "b", "on_enter": enter}, transitions.State("c")]
    machine = transitions.Machine(
        model, states, "a", rows, ordered_transitions=True, ignore_invalid_triggers=ignore
    )
    converted = Machine.from_transitions(machine)
    assume(not faults(converted.automaton, converted.vocabulary))
    overlapping: Any = [one.about for one in explore(converted, 0).of_kind("consistent")]
    overlaps = {(row.source, row.event) for row in overlapping}
    ours = Engine(converted.automaton, memory := converted.memory())
    for event in [event for event in word if event in machine.events]:
        state, taken, record = model.state, False, None
        if (state, event) not in overlaps:
            ignored = ignore and event not in machine.get_triggers(state)
            with suppress(transitions.MachineError):
                taken = model.trigger(event)
            with suppress(MachineStopped):
                [record] = ours.run([event], state=state)
            assert (record is not None) is (taken or ignored)
            assert record is None or record.output == model.state
            assert memory.state == model.state
            assert memory._data() == {"last": model.last, "number": model.number}


def test_callbacks_are_called_in_the_order_of_the_library() -> None:
    def note(name: str) -> Any:
        return lambda self: setattr(self, "notes", [*self.notes, (name, self.state)])

    noisy: Any = type("Noisy", (Door,), {"notes": ()})
    for name in ("before", "on_exit_shut", "on_enter_open", "after"):
        setattr(noisy, name, note(name))
    machine = door(["go", "shut", "open", None, None, "before", "after"], model=noisy())
    automaton, start = from_transitions(machine)
    list(run(automaton, memory := start(), ["go"]))
    machine.model.go()
    assert memory._data()["notes"] == machine.model.notes
    assert len(machine.model.notes) == 4


@pytest.mark.parametrize(
    ("conditions", "guards"),
    [
        (["a", ""], ["a", "!a"]),
        (["!a", ""], ["!a", "a"]),
        (["a b", "a"], ["a & b", "a & !b"]),
        (["a b", ""], ["a & b", "!a", "a & !b"]),
        (["a", "b", ""], ["a", "b", "!a & !b"]),
        (["a b", "a", ""], ["a & b", "a & !b", "!a"]),
        (["a b", "c", ""], ["a & b", "c", "!a & !c", "a & !b & !c"]),
        (["a", "b"], ["a", "b"]),  # two that may both hold are left
        (["", "a"], ["", "a"]),  # and so is one that an earlier one always precedes
        (["a", "!a", ""], ["a", "!a", ""]),
        (["a", "", ""], ["a", "!a", "!a"]),
    ],
)
def test_only_a_fallback_gets_other_guards(conditions: list[str], guards: list[str]) -> None:
    model = type("Letters", (), {name: lambda self: True for name in "abc"})()
    machine = transitions.Machine(model, states=["x"], initial="x")
    for words in map(str.split, conditions):
        unless: list[Any] = [word[1:] for word in words if word[0] == "!"]
        only: list[Any] = [word for word in words if word[0] != "!"]
        machine.add_transition("go", "x", "x", conditions=only, unless=unless)
    rows = from_transitions(machine)[0].transitions
    assert [" & ".join(map(str, row.guards)) for row in rows] == guards


DEAD = "open -> shut : go [is_dry]"
OVERLAP = [["go", "open", "shut", "is_locked"], ["go", "open", "open", None, "is_dry"]]
BOTH = "`open -> shut : go [is_locked]` and `open -> open : go [!is_dry]`"


@pytest.mark.parametrize(
    ("kind", "rows", "about", "words", "events"),
    [
        ("consistent", OVERLAP, "open -> open : go [!is_dry]", BOTH, ["lock", "walk"]),
        ("complete", [["go", "shut", "open", "is_locked"]], "shut", "is_locked is false", []),
        ("used", [["go", "open", "shut", "is_dry"], ["go", "open", "open"]], DEAD, DEAD, []),
    ],
)
def test_a_fault_is_found_with_the_shortest_path_to_it(
    kind: str, rows: list[Any], about: str, words: str, events: list[str]
) -> None:
    machine = transitions.Machine(Door(), states=["shut", "open"], initial="shut")
    machine.add_transitions([*rows, ["walk", "shut", "open"]])
    machine.add_transition("lock", "shut", None, after="turn_key")
    [finding] = explore(Machine.from_transitions(machine), 0).of_kind(kind)
    assert str(finding.about) == about
    assert words in str(finding)
    assert [record.event for record in finding.path] == events


def test_the_table_has_what_the_machine_has() -> None:
    automaton, start = from_transitions(machine := door(name="door"))
    assert [str(row) for row in automaton.transitions] == [
        "shut -> open : pull [!is_locked] / squeak",
        "open -> shut : push / squeak_then_squeak",
        "shut -> shut : lock / turn_key",
    ]
    assert (automaton.name, automaton.initial, automaton.final) == ("door", "shut", frozenset())
    assert type(start()).actions()["turn_key"] == "the key is turned"
    assert type(start()).actions()["squeak_then_squeak"] == "a sound; a sound"
    list(run(automaton, memory := start(), ["lock"]))
    assert (memory.show(), start().show()) == ("locked !dry", "!locked !dry"), "each is fresh"
    assert not machine.model.locked


def test_final_states_and_the_state_of_the_model_are_kept() -> None:
    machine = transitions.Machine(states=["a", {"name": "z", "final": True}], initial="a")
    machine.add_transition("on", "a", "z")
    machine.trigger("on")
    automaton, _ = from_transitions(machine)
    assert (automaton.initial, set(automaton.final)) == ("z", {"z"})


def test_words_that_are_taken_get_another_name() -> None:
    methods = {name: lambda self: True for name in ("show", "key", "_model", "_kind")}
    model = type("Shown", (Door,), methods)()
    machine = door(
        ["go", "shut", "=", ["key", "_model", "_kind"], None, "show"],
        {"trigger": "slam", "source": "*", "dest": "shut", "after": "squeak"},
        {"trigger": "kick", "source": "*", "dest": "open", "after": "squeak"},
        model=model,
    )
    automaton, start = from_transitions(machine)
    assert "shut -> shut : go [key_ & _model_ & _kind_] / show_" in map(str, automaton.transitions)
    assert set(automaton.actions) >= {"squeak", "squeak_to_shut", "squeak_to_open"}
    assert len(list(run(automaton, start(), ["go"]))) == 1


def test_what_is_observed_is_the_output() -> None:
    automaton, start = from_transitions(door(), observe=operator.attrgetter("locked", "state"))
    outputs = [record.output for record in run(automaton, start(), ["lock", "lock", "pull"])]
    assert outputs == [(True, "shut"), (False, "shut"), (False, "open")]


Light = Enum("Light", "OFF ON")


def test_a_machine_may_be_its_own_model_with_an_enum_of_states() -> None:
    class Lamp(transitions.Machine):
        def is_dark(self) -> bool:
            return self.state is Light.OFF and not self.is_ON()

    lamp = Lamp(states=Light, initial=Light.OFF)
    lamp.add_transition("switch", "*", Light.ON, conditions=lamp.is_dark)
    lamp.add_transition("switch", "*", Light.OFF)
    automaton, start = from_transitions(lamp)
    assert [row.output for row in run(automaton, start(), ["switch"] * 3)] == ["ON", "OFF", "ON"]
    assert start().key() == ()


def test_a_model_may_keep_its_machine() -> None:
    class Keeper(Door):
        def __init__(self) -> None:
            self.machine = door(model=self)

    automaton, start = from_transitions(Keeper().machine)
    assert automaton.events == ("pull", "push", "lock")
    assert start().copy().key() == (("dry", (bool, False)), ("locked", (bool, False)))


@pytest.mark.parametrize(
    ("name", "callback", "words"),
    [
        ("is_locked", lambda self: None, "is_locked answered None"),
        ("squeak", lambda self: self.push(), r"push\(\)"),
    ],
)
def test_a_callback_that_misbehaves_is_refused(name: str, callback: object, words: str) -> None:
    automaton, start = from_transitions(door(model=type("Bad", (Door,), {name: callback})()))
    with pytest.raises(BadAction, match=words):
        list(run(automaton, start(), ["pull"]))
