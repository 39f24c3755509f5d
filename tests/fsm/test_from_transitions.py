"""Machines of the `transitions` library as automata: they do what the library does."""

import operator
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import partial
from random import Random
from typing import Any, ClassVar

import pytest
import transitions
from support.chance import chance
from transitions.extensions import GraphMachine, HierarchicalMachine, LockedMachine
from transitions.extensions.asyncio import AsyncMachine

from hanoi_fsm import Automaton, Machine, check, errors, explore, from_transitions, run
from hanoi_fsm.fsm.memory import NoMemory
from hanoi_fsm.fsm.notation import Guard, Label

STATES = ["a", "b", "c"]


class Diary:
    """A model that notes which callbacks were called, in which order and in which state."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.notes: list[str] = []

    def note(self, name: str) -> None:
        """write a line

        in the diary
        """
        here = [state for state in STATES if getattr(self, f"is_{state}")()]
        self.notes.append(f"{name} in {self.state} {here}")  # type: ignore[attr-defined]  # the library adds it
        self.number = (self.number * 3 + len(name)) % 7

    def odd(self) -> Any:
        return self.number % 2

    def big(self) -> bool:
        return self.number > 3


def _noting(name: str) -> Any:
    return lambda self: self.note(name)


for _name in ("first", "second", "on_enter_a", "on_exit_b", "show", "key"):
    setattr(Diary, _name, _noting(_name))


def random_machine(random: Random) -> Any:
    """A machine with all that can be converted."""
    states: list[Any] = [
        "a",
        {"name": "b", "on_enter": ["first"]},
        transitions.State("c", final=True),
    ]
    options: dict[str, Any] = {
        "ignore_invalid_triggers": random.random() < 0.5,
        "ordered_transitions": True,
    }
    machine: Any = transitions.Machine(Diary(random.randrange(7)), states, "a", **options)
    for _ in range(random.randint(1, 7)):
        some = partial(random.sample, k=random.choice([0, 0, 1, 2]))
        machine.add_transition(
            random.choice(["go", "turn"]),
            random.choice([*STATES, "*", ["a", "c"]]),
            random.choice([*STATES, "=", None]),
            conditions=some(["big", "is_a"]),
            unless=some(["odd", "is_b"]),
            before=some(["first", "second", "show"]),
            after=some(["first", "key"]),
        )
    return machine


def enabled(machine: Any, event: str) -> int:
    """How many transitions the library might take for an event, whatever their order."""
    model, some = machine.model, machine.events[event].transitions.get(machine.model.state, [])
    answers = [
        all(
            bool(getattr(model, condition.func)()) is condition.target
            for condition in conditional.conditions
        )
        for conditional in some
    ]
    return sum(answers)


@pytest.mark.parametrize(
    "number", [pytest.param(60, id="some"), pytest.param(250, id="many", marks=pytest.mark.sweep)]
)
def test_a_machine_does_what_the_library_does(number: int) -> None:
    random, steps, overlaps = chance(), 0, 0
    for _ in range(number):
        machine = random_machine(random)
        try:
            automaton, start = from_transitions(machine)
            memory, model = start(), machine.model
            run(automaton, memory.copy(), [])
        except errors.DefinitionError:
            continue
        for event in random.choices(automaton.events, k=12):
            overlaps += enabled(machine, event) > 1
            state, memory = model.state, memory.copy()
            try:
                output: Any = next(run(automaton, memory, [event], state=state)).output
            except errors.MachineStopped:
                output = "stopped"
            taken = False
            with suppress(transitions.MachineError):
                taken = model.trigger(event)
            ignored = machine.ignore_invalid_triggers and event not in machine.get_triggers(state)
            assert output == (model.state if taken or ignored else "stopped"), str(automaton)
            held = {"number": model.number, "notes": tuple(model.notes)}
            assert (memory.state, dict(memory.contents())) == (model.state, held), str(automaton)
            steps += 1
        assert automaton.final == {"c"}
    assert steps > number < 10 * overlaps


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


def test_the_order_of_transitions_is_said_by_their_guards() -> None:
    cases: dict[tuple[str, ...], list[str]] = {
        ("!a", ""): ["!a", "a"],
        ("a b", "a"): ["a & b", "a & !b"],
        ("a b", ""): ["a & b", "!a", "a & !b"],
        ("a b", "c", ""): ["a & b", "!a & c", "a & !b & c", "!a & !c", "a & !b & !c"],
        ("a", "b"): ["a", "!a & b"],
        # Those that are never taken are left out.
        ("", "a"): [""],
        ("a", "a b"): ["a"],
        ("a b", "b a"): ["a & b"],
        ("a", "!a", ""): ["a", "!a"],
        ("a", "", ""): ["a", "!a"],
        ("a !a", ""): [""],
    }
    for conditions, guards in cases.items():
        rows = from_transitions(small(*conditions))[0].leaving("x")
        assert [" & ".join(map(str, row.guards)) for row in rows] == guards
    assert not explore(Machine.from_transitions(small("a", "b"))).of_kind("consistent")


def test_what_is_never_taken_is_said() -> None:
    with pytest.warns(errors.ConversionWarning, match=re.escape("left out: `x -> y : go [a]`")):
        from_transitions(small("", "a", name="letters"))


class Shop:
    """A model with an effect outside."""

    sent: ClassVar[list[str]] = []

    def send_email(self) -> None:
        self.sent.append("EMAIL SENT")


@pytest.mark.sweep
def test_before_the_first_action_runs_it_is_said_once_and_how_to_keep_it_from_running() -> None:
    shop: Any = transitions.Machine(Shop(), ["open"], "open", auto_transitions=False)
    shop.add_transition("buy", "open", "=", before="send_email")
    with pytest.warns(errors.ConversionWarning) as caught:
        explore(Machine.from_transitions(shop)), explore(Machine.from_transitions(shop))
    [said] = {str(warning.message) for warning in caught}
    assert (Shop.sent != [], "the actions of Shop, send_email() first" in said) == (True, True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Shop, "send_email", Shop.send_email)  # to be restored
        exec(re.findall("`(.*)`", said)[0])  # what it says to write
        Shop.sent.clear()
        assert explore(Machine.from_transitions(shop)).visited == 1
        assert Shop.sent == []


class Door(Machine):
    """A machine of a class of one's own."""


def test_a_subclass_of_machine_converts_to_itself() -> None:
    door = Door.from_transitions(small("a"))
    assert (type(door), door.partial) == (Door, True)


Light = Enum("Light", "OFF ON")


def test_words_and_states_are_those_of_the_machine() -> None:
    lamp = transitions.Machine(states=Light, initial=Light.OFF, name="lamp")
    lamp.add_transition("switch", "*", Light.ON, conditions="is_OFF")
    lamp.add_transition("switch", "*", Light.OFF)
    automaton, start = from_transitions(lamp, observe=operator.attrgetter("state.value"))
    assert (automaton.name, automaton.initial) == ("lamp", "OFF")
    assert [row.output for row in run(automaton, start(), ["switch"] * 3)] == [2, 1, 2]


def pushes(self: Any) -> None:
    """push the door

    although nobody asked
    """
    self.back()


ODD = {
    "needs": lambda self, what: True,
    "pushes": pushes,
    "mute": lambda self: None,
    "most": max,
}


def odd(**row: Any) -> Any:
    machine = small(model=type("Odd", (Diary,), ODD)())
    machine.model.stored = len
    machine.add_transition("on", "x", "y", **row)
    return machine


def test_callbacks_become_words_and_must_answer_and_leave_the_events_alone() -> None:
    automaton, start = from_transitions(odd(before=["show", "pushes"], conditions="mute"))
    memory = type(start())
    assert memory.actions() == {"show_then_pushes": "show; push the door"}
    assert "x -> y : on [mute] / show_then_pushes" in map(str, automaton.transitions)
    for row, words in [
        ({"conditions": "mute"}, "mute answered None"),
        ({"after": "pushes"}, "back()"),
    ]:
        automaton, start = from_transitions(odd(**row))
        with pytest.raises(errors.BadAction, match=re.escape(words)):
            list(run(automaton, start(), ["on"]))


class Slotted(Diary):
    __slots__ = ("place",)


class Uncalled:
    """A callback that must not even be compared."""

    __hash__ = None  # type: ignore[assignment]  # on purpose

    def __call__(self) -> None:
        raise AssertionError

    def __eq__(self, other: object) -> bool:
        raise AssertionError


NOT_RUN: dict[str, Callable[[], Any]] = {
    "async": lambda: AsyncMachine(Diary(), states=["a"]),
    "timeouts": lambda: HierarchicalMachine(Diary(), states=["a"]),
    "unknown states d": lambda: transitions.Machine(Diary(), "a", "a", [["go", "a", "d"]]),
    "__slots__": lambda: transitions.Machine(Slotted(), "a", "a", auto_transitions=False),
    "0 models": lambda: transitions.Machine(None, states=["a"]),
    "2 models": lambda: transitions.Machine([Diary(), Diary()], states=["a"]),
    "queued": partial(small, queued=True),
    "send_event": partial(small, send_event=True),
    "model_attribute='place'": partial(small, model_attribute="place"),
    **{
        argument: partial(small, model=Diary(), **{argument: "first"})
        for argument in ("prepare_event", "before_state_change", "finalize_event", "on_final")
    },
    "prepare": partial(odd, prepare="first"),
    "<lambda>": partial(odd, before=lambda: None),
    "'nowhere' is not a method": partial(odd, before="nowhere"),
    "'stored' is not a method": partial(odd, before="stored"),
    "'needs' is not a method of the model without arguments": partial(odd, conditions="needs"),
    "'most' is not a method": partial(odd, after="most"),
    "'Uncalled' is not a method": partial(odd, conditions=Uncalled()),
    "'back' fires an event": partial(odd, after="back"),
    "'may_back' fires an event": partial(odd, conditions="may_back"),
}


@pytest.mark.parametrize(("words", "make"), NOT_RUN.items(), ids=NOT_RUN)
def test_a_machine_with_callbacks_that_cannot_be_run_is_taken_as_form(
    words: str, make: Callable[[], Any]
) -> None:
    with pytest.raises(errors.DefinitionError) as refused:
        from_transitions(make(), observe=str)
    assert len([fault for fault in refused.value.faults if words in fault]) == 1, words
    with pytest.raises(errors.DefinitionError, match="callbacks that run on a copy"):
        Machine.from_transitions(make(), specification=lambda events: None)
    [assumption] = Machine.from_transitions(make()).assumptions
    assert (assumption.text.startswith("its conditions are inputs"), assumption.settled_by) == (
        True,
        "",
    )
    with pytest.warns(errors.ConversionWarning, match="its callbacks names"):
        assert from_transitions(make())[1] is NoMemory


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


def safe(**options: Any) -> tuple[Automaton, str]:
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
    machine = transitions.Machine(model, states, "shut", rows, **options)
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


def test_the_callbacks_of_the_whole_machine_have_their_place() -> None:
    whole = {"prepare_event": "look", "before_state_change": "shout", "after_state_change": "bell"}
    automaton, _ = safe(**whole, finalize_event="close", send_event=True, queued=True)
    assert automaton.rows[0].actions == ("look", "shout", "light", "bell", "close")


def test_callbacks_of_states_are_theirs_where_no_other_runs_between() -> None:
    states: list[Any] = [
        {"name": "a", "on_enter": "first", "on_exit": "second"},
        {"name": "b", "on_enter": "first"},
        {"name": "c", "on_enter": "second", "final": True},
    ]
    rows: list[Any] = [
        ["go", "a", "b"],
        ["go", "b", "a", None, None, None, "show"],
        ["end", "b", "c"],
    ]
    machine = transitions.Machine(Diary(), states, "a", rows, on_final="key")
    automaton = Machine.from_transitions(machine).automaton
    assert automaton.inside("a") == ["exit / second"]
    assert automaton.inside("b") == ["entry / first", "exit / on_exit_b"]
    assert automaton.inside("c") == ["entry / second, key_2"]
    # Names that a memory has for itself get a number.
    assert [row.actions for row in automaton.rows] == [(), ("first", "on_enter_a", "show_2"), ()]


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
        ["open_up", "closed", "open"],
        ["close", "ajar", "ajar", None, None, "os.path.join", ["great", "is_ajar"]],
    ]
    states = ["openclosed", "ajar"]
    machine = transitions.Machine(Gate(), states, "ajar", rows)
    found = check(machine)
    assert {finding.kind for finding in found.findings} == {"definition"}
    told = "; ".join(finding.text for finding in found.findings)
    assert "'openclosed' is 'open' and 'closed' without a comma" in told
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
for _name in CALLBACKS:
    setattr(Talking, _name, _talking(_name))
for _name in "pq":
    setattr(Talking, _name, lambda self, event, name=_name: self.answers[name])


def test_the_form_names_the_callbacks_that_the_library_calls() -> None:
    random, steps = chance(), 0
    for _ in range(60):
        some = partial(random.sample, CALLBACKS)
        few = [0, 0, 1, 2]
        callbacks: dict[str, Any] = {
            name: some(random.choice(few))
            for name in ("prepare_event", "before_state_change", "after_state_change", "on_final")
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
                conditions=random.choice(["p", "q", []]),
                unless=random.choice(["p", "q", []]),
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
            expected = model.called and ", ".join(model.called)
            assert (record.next_state, record.output or []) == (model.state, expected)
            steps += 1
    assert steps > 100


def test_nested_states_are_refused() -> None:
    states = ["a", {"name": "b", "children": ["c"]}]
    with pytest.raises(errors.DefinitionError, match="nested states \\(b\\)"):
        from_transitions(HierarchicalMachine(Diary(), states, initial="a"))


def test_a_callback_may_have_the_name_of_an_event() -> None:
    machine = Machine.from_transitions(odd(after="back"))
    assert not machine.faults()


def test_only_a_machine_of_transitions_is_converted() -> None:
    with pytest.raises(errors.BadInput, match="takes a Machine of transitions"):
        from_transitions(NOT_RUN)  # type: ignore[arg-type]  # on purpose


class Matter:
    states: ClassVar = ["solid", "liquid"]
    transitions: ClassVar = [["melt", "solid", "liquid"], ["freeze", "liquid", "solid"]]


def test_what_a_class_declares_for_its_machine_is_no_data() -> None:
    machine = transitions.Machine(
        Matter(), Matter.states, "solid", Matter.transitions, auto_transitions=False
    )
    _, start = from_transitions(machine)
    assert (start().show(), start().contents(), start().cells()) == ("", {}, 0)
