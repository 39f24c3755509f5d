"""Machines of the `transitions` library as automata: they do what the library does."""

import re
import threading
from enum import Enum
from functools import partial
from typing import Any

import pytest
import transitions
from transitions.extensions import GraphMachine, HierarchicalMachine, LockedMachine
from transitions.extensions.asyncio import AsyncMachine

from hanoi_fsm import Automaton, Machine, check, errors

STATES = ["a", "b", "c"]


class Diary:
    """A model with callbacks."""

    def note(self) -> bool:
        return True

    first = second = on_enter_a = on_exit_b = show = key = big = note


def small(*conditions: str, model: Any = None, name: str = "", **options: Any) -> Any:
    """A machine with a transition for each of the conditions, in their order."""
    model = model or type("Letters", (), {name: lambda self: True for name in "abc"})()
    machine = transitions.Machine(model, ["x", "y"], initial="x", name=name, **options)
    for words in map(str.split, conditions):
        unless: list[Any] = [word[1:] for word in words if word[0] == "!"]
        only: list[Any] = [word for word in words if word[0] != "!"]
        machine.add_transition("go", "x", "y", conditions=only, unless=unless)
    machine.add_transition("back", "y", "x")
    return machine


def test_what_is_never_taken_is_a_remark() -> None:
    machine = Machine.from_transitions(small("", "a", name="letters"))
    assert "x -> y : go [a]" not in str(machine.automaton)
    [remark] = [remark for remark in check(machine).remarks if str(remark.about).endswith("[a]")]
    assert (remark.kind, check(machine).verdict, check(machine, strict=True).holds) == (
        "used",
        "holds",
        False,
    )


class Door(Machine):
    """A machine of a class of one's own."""


def test_a_subclass_of_machine_converts_to_itself() -> None:
    door = Door.from_transitions(small("a"))
    assert (type(door), door.partial) == (Door, True)


Light = Enum("Light", "OFF ON")


class Safe:
    """A model with callbacks of all kinds, none of which may run."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def never(self, *arguments: Any) -> Any:
        raise AssertionError("a callback ran")

    note = look = shout = close = bell = light = dark = never
    closed = property(never)

    def check(self) -> bool:
        raise AssertionError("a condition was asked")


def safe() -> tuple[Automaton, str]:
    """The form of a safe, and its rows."""
    model = Safe()
    rows: list[Any] = [
        {
            "trigger": "turn",
            "source": "shut",
            "dest": "open",
            "conditions": [model.check, "closed"],
        },
        {"trigger": "turn", "source": "shut", "dest": "shut", "unless": lambda: True},
        {"trigger": "turn", "source": "*", "dest": "=", "after": ["note", partial(print, 1)]},
        {"trigger": "wait", "source": "open", "dest": None, "after": lambda: 1},
        {"trigger": "push", "source": "open", "dest": "shut", "before": ["os.path.join", print]},
    ]
    states: list[Any] = ["shut", {"name": "open", "on_enter": "light", "on_exit": "dark"}]
    machine = transitions.Machine(model, states, "shut", rows)
    automaton = Machine.from_transitions(machine).automaton
    return automaton, str(automaton)


def test_the_form_keeps_the_names_and_the_order_of_callbacks() -> None:
    automaton, table = safe()
    assert automaton.ordered
    assert re.sub(" +", " ", table).splitlines() == [
        "shut -> open : turn [check & closed] / light",
        "shut -> shut : turn [!condition_1]",
        "shut -> shut : turn / note, print",
        "open -> open : turn / dark, light, note, print",
        "open -> open : wait / action_1",
        "open -> shut : push / join, print_2, dark",
    ]
    assert "open : entry / light" not in table


def test_callbacks_of_states_are_theirs_unless_a_transition_stays() -> None:
    states: list[Any] = [
        {"name": "a", "on_enter": "first", "on_exit": "second"},
        {"name": "b", "on_enter": "first"},
        {"name": "c", "on_enter": "second", "final": True},
    ]
    rows: list[Any] = [["go", "a", "b"], ["go", "b", "a"], ["end", "b", "c"], ["wait", "b", None]]
    machine = transitions.Machine(Diary(), states, "a", rows, on_final="key")
    automaton = Machine.from_transitions(machine).automaton
    assert automaton.inside("a") == ["entry / first, on_enter_a", "exit / second"]
    assert automaton.inside("b") == []
    assert automaton.inside("c") == ["entry / second, key"]
    actions = [row.actions for row in automaton.rows]
    assert actions == [("first",), ("on_exit_b",), ("on_exit_b",), ()]
    ran = Machine.from_transitions(machine, run=True).automaton
    assert ran.inside("c") == ["entry / second, key_2"]  # its memory has a key of its own


@pytest.mark.parametrize("kind", [LockedMachine, GraphMachine, HierarchicalMachine, AsyncMachine])
def test_machines_of_every_kind_have_a_form(kind: Any) -> None:
    options = {"graph_engine": "mermaid"} if kind is GraphMachine else {}
    machine = kind([Diary(), Diary()], Light, Light.ON, model_attribute="place", **options)
    machine.add_transition("switch", Light.OFF, Light.ON, conditions="big")
    machine.add_transition("to_place_ON_again", "*", "OFF")
    automaton = Machine.from_transitions(machine).automaton
    assert (automaton.states, automaton.initial) == (("OFF", "ON"), "ON")
    assert automaton.events == ("switch", "to_place_ON_again")


class Gate:
    """A model whose machine has mistakes that the library does not report."""

    lock = None  # which the library replaces by its trigger

    def __init__(self) -> None:
        self.bolt = 3

    def close(self) -> None: ...
    def greet(self) -> None: ...


def test_likely_mistakes_are_found_in_one_check() -> None:
    rows: list[Any] = [
        ["open_up", "closed", "open"],
        *(["bolt", "ajar", "ajar"], ["lock", "ajar", "ajar"]),
        ["close", "ajar", "ajar", None, None, "os.path.join", ["great", "is_ajar"]],
    ]
    states = ["openclosed", "ajar"]
    machine = transitions.Machine(Gate(), states, "ajar", rows)
    found = check(machine)
    assert {finding.kind for finding in found.findings} == {"definition"}
    told = "; ".join(finding.text for finding in found.findings)
    assert "Gate.close hides the trigger 'close'" in told
    assert "Gate.bolt hides the trigger 'bolt'" in told
    assert "Gate.lock" not in told
    assert "Gate does not define the callback 'great': did you mean 'greet'?" in told
    assert "leads to the unknown state 'open'" in told
    assert "'openclosed' may be 'open' and 'closed' without a comma" in told
    assert "join" not in told and "is_ajar" not in told
    overriding = transitions.Machine(Gate(), "a", "a", [["close", "a", "a"]], model_override=True)
    assert not check(overriding).findings


def test_what_never_happens_is_a_remark_and_no_fault() -> None:
    rows: list[Any] = [
        {"trigger": "go", "source": "a", "dest": "b", "conditions": "is_a", "unless": "is_a"},
        ["go", "a", "c"],
        ["go", "a", "b"],
    ]
    machine = transitions.Machine(None, ["a", "b", "c"], "a", rows)
    report = check(machine)
    told = str(report)
    assert not report.findings
    assert "`a -> b : go [is_a & !is_a]` is never taken, as its conditions are never" in told
    assert "`a -> b : go` is never taken, as one of its competitors always is" in told
    assert "no transition leads on from state c, and it is not final" in told


def test_callbacks_are_shown_in_the_order_in_which_the_library_calls_them() -> None:
    states = [
        {"name": name, "on_enter": f"enter_{name}", "on_exit": f"exit_{name}"} for name in "abc"
    ]
    rows: list[Any] = [
        {"trigger": "go", "source": "a", "dest": "b", "before": "before", "after": "after"},
        ["back", "b", "c"],
    ]
    automaton = Machine.from_transitions(transitions.Machine(None, states, "a", rows)).automaton
    assert [str(row.label) for row in automaton.rows] == [
        "go / before, exit_a, enter_b, after",
        "back",
    ]
    assert (automaton.entry["a"], automaton.exit["b"]) == (("enter_a",), ("exit_b",))
    assert "b" not in automaton.entry and "a" not in automaton.exit


def test_a_nested_transition_that_stays_in_a_state_with_callbacks_is_said() -> None:
    inner = {"name": "on", "initial": "x", "children": [{"name": "x", "on_enter": "ring"}, "y"]}
    rows: list[Any] = [["ping", "on_x", None], ["pong", "on_y", None], ["go", "on_x", "on_y"]]
    machine = HierarchicalMachine(None, [inner], "on", rows, auto_transitions=False)
    texts = [str(one) for one in Machine.from_transitions(machine).assumptions]
    assert texts[1:] == ["ping, which stays in a state, as leaving it"]


def test_what_the_form_leaves_out_is_said() -> None:
    inner = {"name": "on", "initial": "x", "children": ["x", "y"]}
    rows: list[Any] = [["go", "off", "on"], ["turn", "on_x", "on_y"], ["ping", "on", None]]
    machine = HierarchicalMachine(None, ["off", inner, "odd"], "off", rows)
    texts = [str(one) for one in Machine.from_transitions(machine).assumptions]
    assert "the automatic `to_STATE` triggers are left out" in texts
    assert "ping, which stays in the states of a composite, as leaving it (settle" in "; ".join(
        texts
    )


class Slotted(Gate):
    __slots__ = ("count", "state")


def test_data_in_slots_are_said_to_be_unseen() -> None:
    machine = transitions.Machine(Slotted(), ["a", "b"], "a", [["go", "a", "b"]])
    [assumption] = Machine.from_transitions(machine, run=True).assumptions
    assert "data in `__slots__` are not seen: keep them in plain" in assumption.text


def test_only_a_machine_of_transitions_is_converted() -> None:
    with pytest.raises(errors.BadInput, match="takes a Machine of transitions"):
        Machine.from_transitions({})  # type: ignore[arg-type]  # on purpose


SIDE = {"initial": "m", "children": ["m", "n"]}
SIDES = [{"name": "x", **SIDE}, {"name": "y", **SIDE}]


@pytest.mark.parametrize(("target", "is_open"), [("a", True), ("p_y_n", False)])
def test_a_region_that_leaves_while_another_reacts_is_an_assumption(
    target: str, is_open: bool
) -> None:
    rows = [["go", "p_x_m", "p_x_n"], ["go", "p_y_m", target], ["back", "a", "p"]]
    states: list[Any] = ["a", {"name": "p", "initial": ["x", "y"], "children": SIDES}]
    machine = HierarchicalMachine(None, states, transitions=rows, initial="p")
    made = [*map(str, Machine.from_transitions(machine).assumptions)]
    assert (
        any("go, to which several regions react and one leaves" in text for text in made) is is_open
    )
