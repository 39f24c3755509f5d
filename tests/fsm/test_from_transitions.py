"""Machines of the `transitions` library as automata: they do what the library does."""

from __future__ import annotations

import operator
from collections.abc import Callable
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
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.from_transitions import from_transitions
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.validation import faults

STATES = ["a", "b", "c"]
TRIGGER = st.sampled_from(["go", "turn", "next_state"])


class Diary:
    """A model that counts, and notes which callback was called last, and in which state."""

    def __init__(self) -> None:
        self.last, self.number = "", 0

    def note(self, name: str) -> None:
        self.number = (self.number * 3 + len(name)) % 7
        here = [state for state in STATES if getattr(self, f"is_{state}")()]
        self.last = f"{name} in {self.state} {here}"  # type: ignore[attr-defined]

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
def test_where_nothing_overlaps_a_machine_does_what_the_library_does(
    rows: list[dict[str, Any]], ignore: bool, enter: list[str], word: list[str]
) -> None:
    model: Any = Diary()
    machine = transitions.Machine(
        model,
        states=["a", {"name": "b", "on_enter": enter}, transitions.State("c")],
        initial="a",
        transitions=rows,
        ordered_transitions=True,
        ignore_invalid_triggers=ignore,
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
    class Noisy(Door):
        def __init__(self) -> None:
            self.notes: list[str] = []

    def note(name: str) -> Callable[[Any], None]:
        return lambda self: self.notes.append(f"{name} in {self.state} {self.is_open()}")

    for name in ("before", "on_exit_shut", "on_enter_open", "after"):
        setattr(Noisy, name, note(name))
    machine = door(model=Noisy())
    machine.add_transition("go", "shut", "open", before="before", after="after")
    automaton, start = from_transitions(machine)
    list(run(automaton, memory := start(), ["go"]))
    assert memory._data()["notes"] == [
        "before in shut False",
        "on_exit_shut in shut False",
        "on_enter_open in open True",
        "after in open True",
    ]


# Which guards a transition gets


def guards_of(*conditions: str) -> list[str]:
    """The guards of transitions with some conditions each; `!` is `unless`."""
    model = type("Letters", (), {name: lambda self: True for name in "abc"})()
    machine = transitions.Machine(model, states=["x"], initial="x")
    for words in map(str.split, conditions):
        unless: list[Any] = [word[1:] for word in words if word[0] == "!"]
        only: list[Any] = [word for word in words if word[0] != "!"]
        machine.add_transition("go", "x", "x", conditions=only, unless=unless)
    return [" & ".join(map(str, row.guards)) for row in from_transitions(machine)[0].transitions]


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
    assert guards_of(*conditions) == guards


def found(kind: str, *rows: Any) -> Finding:
    """The only finding of a kind about a door with these transitions."""
    machine = transitions.Machine(Door(), states=["shut", "open"], initial="shut")
    machine.add_transitions([*rows, ["walk", "shut", "open"]])
    machine.add_transition("lock", "shut", None, after="turn_key")
    [finding] = explore(Machine.from_transitions(machine), 0).of_kind(kind)
    return finding


def test_an_overlap_is_found_with_the_shortest_path_to_it() -> None:
    finding = found(
        "consistent",
        ["go", "open", "shut", "is_locked"],
        ["go", "open", "open", None, "is_dry"],
    )
    assert "`open -> shut : go [is_locked]` and `open -> open : go [!is_dry]`" in str(finding)
    assert [record.event for record in finding.path] == ["lock", "walk"]


def test_a_gap_is_found() -> None:
    finding = found("complete", ["go", "shut", "open", "is_locked"])
    assert (finding.about, finding.path) == ("shut", ())
    assert "is_locked is false" in str(finding)


def test_a_dead_transition_is_found() -> None:
    finding = found("used", ["go", "open", "shut", "is_dry"], ["go", "open", "open"])
    assert str(finding.about) == "open -> shut : go [is_dry]"


# The automaton and its memory


def test_the_table_has_what_the_machine_has() -> None:
    automaton, start = from_transitions(door(name="door"))
    assert [str(row) for row in automaton.transitions] == [
        "shut -> open : pull [!is_locked] / squeak",
        "open -> shut : push / squeak_then_squeak",
        "shut -> shut : lock / turn_key",
    ]
    assert (automaton.name, automaton.initial, automaton.final) == ("door", "shut", frozenset())
    assert type(start()).actions()["turn_key"] == "the key is turned"
    assert type(start()).actions()["squeak_then_squeak"] == "a sound; a sound"
    assert start().show() == "!locked !dry"


def test_final_states_and_the_state_of_the_model_are_kept() -> None:
    machine = transitions.Machine(states=["a", {"name": "z", "final": True}], initial="a")
    machine.add_transition("on", "a", "z")
    machine.trigger("on")
    automaton, _ = from_transitions(machine)
    assert (automaton.initial, set(automaton.final)) == ("z", {"z"})


def test_every_memory_is_fresh_and_the_model_is_left_alone() -> None:
    machine = door()
    automaton, start = from_transitions(machine)
    list(run(automaton, memory := start(), ["lock"]))
    assert (memory.show(), start().show()) == ("locked !dry", "!locked !dry")
    assert not machine.model.locked


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


class Lamp(transitions.Machine):
    """A lamp that is its own machine, with the members of an Enum as states."""

    class Light(Enum):
        OFF = 0
        ON = 1

    def __init__(self) -> None:
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


def test_a_model_may_keep_its_machine() -> None:
    class Keeper(Door):
        def __init__(self) -> None:
            self.machine = door(model=self)

    automaton, start = from_transitions(Keeper().machine)
    assert automaton.events == ("pull", "push", "lock")
    assert start().copy().key() == (("dry", False), ("locked", False))


def test_a_condition_needs_a_real_answer() -> None:
    model = type("Vague", (Door,), {"is_locked": lambda self: None})()
    automaton, start = from_transitions(door(model=model))
    with pytest.raises(BadAction, match="is_locked answered None"):
        list(run(automaton, start(), ["pull"]))


def test_a_callback_that_fires_an_event_is_refused() -> None:
    class Eager(Door):
        def squeak(self) -> None:
            self.push()  # type: ignore[attr-defined]

    automaton, start = from_transitions(door(model=Eager()))
    with pytest.raises(BadAction, match=r"push\(\)"):
        list(run(automaton, start(), ["pull"]))
