"""Machines of the `transitions` library as automata: they do what the library does."""

import re
import threading
from contextlib import suppress
from enum import Enum
from functools import partial
from typing import Any

import pytest
import transitions
from support.chance import chance
from transitions.extensions import GraphMachine, HierarchicalMachine, LockedMachine
from transitions.extensions.asyncio import AsyncMachine

from hanoi_fsm import Automaton, Machine, check, errors, run
from hanoi_fsm.fsm.notation import Guard, Label

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

    def close(self) -> None: ...
    def greet(self) -> None: ...


def test_likely_mistakes_are_found_in_one_check() -> None:
    rows: list[Any] = [
        ["open_up", "shut", "open"],
        ["close", "ajar", "ajar", None, None, "os.path.join", ["great", "is_ajar"]],
    ]
    states = ["shut", "ajar"]
    machine = transitions.Machine(Gate(), states, "ajar", rows)
    found = check(machine)
    assert {finding.kind for finding in found.findings} == {"definition"}
    told = "; ".join(finding.text for finding in found.findings)
    assert "Gate.close hides the trigger 'close'" in told
    assert "Gate does not define the callback 'great': did you mean 'greet'?" in told
    assert "leads to the unknown state 'open'" in told
    assert "join" not in told and "is_ajar" not in told
    overriding = transitions.Machine(Gate(), "a", "a", [["close", "a", "a"]], model_override=True)
    assert not check(overriding).findings


class Talking:
    """A model that answers as it is told, and notes which callbacks were called."""

    def __init__(self) -> None:
        self.called: list[str] = []
        self.answers: dict[str, bool] = {}


def _talking(name: str) -> Any:
    return lambda self, event: self.called.append(name)


CALLBACKS = [f"c{number}" for number in range(8)]
WHOLE = ("prepare_event", "before_state_change", "after_state_change", "finalize_event")
for _name in CALLBACKS:
    setattr(Talking, _name, _talking(_name))
for _name in "pq":
    setattr(Talking, _name, lambda self, event, name=_name: self.answers[name])


def test_the_form_names_the_callbacks_that_the_library_calls() -> None:
    random, steps = chance(), 0
    for _ in range(20):
        some = partial(random.sample, CALLBACKS)
        few = [0, 0, 1, 2]
        callbacks: dict[str, Any] = {
            name: some(random.choice(few)) for name in (*WHOLE, "on_final")
        }
        states: list[Any] = [
            {
                "name": state,
                "on_enter": some(random.choice(few)),
                "on_exit": some(random.choice(few)),
                "final": state == "c",
            }
            for state in STATES
        ]
        machine: Any = transitions.Machine(
            Talking(), states, "a", send_event=True, auto_transitions=False, **callbacks
        )
        machine.ignore_invalid_triggers = random.random() < 0.3
        for _ in range(5):
            machine.add_transition(
                random.choice(["go", "turn"]),
                random.choice(STATES),
                random.choice([*STATES, None]),
                conditions=random.choice(["p", []]),
                unless=random.choice(["q", []]),
                before=some(random.choice(few)),
                after=some(random.choice(few)),
            )
        form, model = Machine.from_transitions(machine), machine.model
        for _ in range(10):
            before, model.called = model.state, []
            model.answers = {name: random.random() < 0.5 for name in "pq"}
            event = random.choice(form.automaton.events or ("go",))
            inputs = [Guard(name, not answer) for name, answer in model.answers.items()]
            taken = model.may_trigger(event)
            model.called = []
            with suppress(transitions.MachineError):
                model.trigger(event)
            given = [str(Label(event, tuple(inputs)))]
            memory = form.memory()
            memory.__state__ = before
            try:
                [record] = run(form.automaton, memory, given, state=before)
            except errors.MachineStopped:
                assert not taken
                continue
            named = sorted((record.output or "").split(", "))
            assert (record.next_state, named) == (model.state, sorted(model.called) or [""])
            steps += 1
    assert steps > 30


def test_only_a_machine_of_transitions_is_converted() -> None:
    with pytest.raises(errors.BadInput, match="takes a Machine of transitions"):
        Machine.from_transitions({})  # type: ignore[arg-type]  # on purpose
