"""Machines of `transitions` that are run: state, answer and data are those of the library."""

import json
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any
from unittest.mock import MagicMock

import pytest
import transitions
from support.chance import chance
from support.strangers import EVERY, Made
from transitions.core import Condition
from transitions.extensions import HierarchicalMachine
from transitions.extensions.markup import HierarchicalMarkupMachine, MarkupMachine

from hanoi_fsm import Machine, check, errors, export
from hanoi_fsm.fsm.fired import MOST_TWICE, Fired
from hanoi_fsm.fsm.isolate import shown
from hanoi_fsm.fsm.notation import Row
from hanoi_fsm.fsm.stepping import Refused, Step, next_step

UNLIKE = {
    "sets_its_state": "fall (line",
    "with_exceptions": "on_exception handles",
    "automatic": "`automatic=True`",
    "counting_condition": "wrong_thrice (line",
}
"""Those whose diagrams do not show all that is done, and words of the finding."""


def plain(model: Any) -> dict[str, str]:
    """The plain data of a model, of its class too."""
    kinds: Any = int | float | str | tuple | list | dict | None
    said = {
        name: repr(value)
        for owner in (*reversed(type(model).__mro__), model)
        for name, value in vars(owner).items()
        if isinstance(value, kinds) and name[0] != "_" and name != "model_graphs"
    }
    return {name: text for name, text in said.items() if "0x" not in text and "@" not in text}


def answer(machine: Any, event: str, *args: Any, **kwargs: Any) -> str:
    """The answer of the library to an event, and the state after it."""
    [model] = machine.models
    try:
        taken = str(bool(model.trigger(event, *args, **kwargs)))
    except transitions.MachineError:
        taken = "False"
    except (Exception, RecursionError) as error:
        taken = type(error).__name__
    state = getattr(model, machine.model_attribute)
    return f"{taken} {getattr(state, 'name', state)}"


def follow(make: Callable[[], Made], machine: Machine, random: Random) -> Iterator[Step]:
    """The steps of a random run, compared with those of a machine made anew."""
    real, memory = make()[0], machine.memory()
    assert isinstance(memory, Fired)
    for event in random.choices(machine.automaton.events or ("none",), k=12):
        name, args, kwargs = memory._of.calls.get(event, (event, (), {}))
        before = memory.__state__
        step = next_step(machine.automaton, before, memory, event)
        said, _ = answer(real, name, *args, **kwargs).split(maxsplit=1)
        [model], works = real.models, memory._of
        state = works.name_of(getattr(model, real.model_attribute))
        context = f"{machine.automaton}\n{event} in {before}: {step}"
        if step.error is not None:
            refused = isinstance(step.error, Refused)
            raised = isinstance(step.error, transitions.MachineError)  # by an event in a callback
            is_unsaid = said == "True" and real.has_queue  # which answers so to every event
            if isinstance(step.error, errors.Undecided):  # arguments lack
                assert said.endswith("Error"), context
                return
            expected = "False" if refused or raised else type(step.error).__name__
            assert said == expected or is_unsaid, context
            assert state == before or not refused, context
            return
        assert (memory.__state__, step.taken.target) == (state, state), context
        with works.on(memory) as model:
            ours = plain(model)
        assert ours == plain(real.models[0]), context
        yield step


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    "runs", [pytest.param(3, id="few"), pytest.param(100, id="many", marks=pytest.mark.sweep)]
)
def test_a_machine_of_a_stranger_does_what_the_library_does(name: str, runs: int) -> None:
    machine, arguments = EVERY[name]()
    before = plain(machine.models[0])
    converted, random = Machine.from_transitions(machine, run=True, arguments=arguments), chance()
    unlike = set()
    for _ in range(runs):
        unlike |= {step.unlike for step in follow(EVERY[name], converted, random)} - {""}
    assert plain(machine.models[0]) == before, "the model of the caller is touched"
    threads = {*threading.enumerate()}
    report = check(converted, 2)
    assert threads.issuperset(threading.enumerate()), "no timer starts"
    texts = " ".join(finding.text for finding in report.findings)
    expected = ("undecided", True) if name in UNLIKE else ("holds", True)
    assert (report.verdict, UNLIKE.get(name, "") in texts) == expected, texts
    assert name in UNLIKE or not unlike


class Diary:
    """A model that notes which callbacks were called, and may fire events in them."""

    def __init__(self, fires: int = 9) -> None:
        self.number, self.fires, self.left = 0, fires, 3
        self.notes: list[str] = []

    def note(self, name: str, *events: Any) -> None:
        state = getattr(self, "place", None) or self.state  # type: ignore[attr-defined]  # the library adds it
        self.notes = [*self.notes, f"{name} {state} {len(events)}"][-4:]
        self.number = (self.number * 3 + len(name)) % 7

    def big(self, *events: Any) -> bool:
        return self.number > 3

    def odd(self, *events: Any) -> int:
        return self.number % 2

    def unsure(self, *events: Any) -> bool | None:
        return True if self.number % 3 else None

    def fire(self, *events: Any) -> None:
        if self.number == self.fires and self.left:
            self.left -= 1
            self.turn()  # type: ignore[attr-defined]  # the library adds it


def _noting(name: str) -> Any:
    return lambda self, *events: self.note(name, *events)


for _name in ("first", "second", "on_enter_a", "on_exit_b", "show", "key"):
    setattr(Diary, _name, _noting(_name))
STATES = ["a", "b", "c"]


def random_machine(seed: int) -> Any:
    """A machine with all that the library knows."""
    random = Random(seed)  # not a secret
    some = partial(random.sample, ["first", "second", "show", "key"])
    few = [0, 0, 0, 1, 2]
    wide = ("prepare_event", "before_state_change", "after_state_change", "finalize_event")
    options: dict[str, Any] = {name: some(random.choice(few)) for name in (*wide, "on_final")}
    states: list[Any] = [
        "a",
        {"name": "b", "on_enter": ["first"], "ignore_invalid_triggers": random.random() < 0.5},
        {"name": "c", "final": True, "on_exit": some(random.choice(few))},
    ]
    model = Diary(random.randrange(12))
    machine: Any = transitions.Machine(
        model,
        states,
        "a",
        send_event=random.random() < 0.5,
        queued=random.random() < 0.5,
        ignore_invalid_triggers=random.random() < 0.5,
        model_attribute=random.choice(["state", "place"]),
        **options,
    )
    for _ in range(random.randint(1, 8)):
        machine.add_transition(
            random.choice(["go", "turn"]),
            random.choice([*STATES, "*", ["a", "c"]]),
            random.choice([*STATES, "=", None]),
            prepare=some(random.choice(few)),
            conditions=random.sample(["big", model.big, "unsure"], random.choice(few)),
            unless=random.sample(["odd", lambda *events: model.number == 1], random.choice(few)),
            before=some(random.choice(few)),
            after=[*some(random.choice(few)), *["fire"] * (random.random() < 0.2)],
        )
    return machine


def random_nested(seed: int, separators: str = "_") -> Any:
    """A machine with states in states, two regions, and transitions that are written in states."""
    random = Random(seed)  # not a secret
    separator = random.choice(separators)
    kind: Any = type("Nested", (HierarchicalMachine,), {})
    kind.state_cls = type("State", (HierarchicalMachine.state_cls,), {"separator": separator})
    some = partial(random.sample, ["first", "second", "show", "key"])
    few, events = [0, 0, 0, 1, 2], ["go", "turn", "on"]

    def rows(*names: str) -> list[dict[str, Any]]:
        return [
            {
                "trigger": random.choice(events),
                "source": random.choice(names),
                "dest": random.choice([*names, None]),
                "conditions": random.sample(["big"], random.choice([0, 0, 1])),
                "before": some(random.choice(few)),
                "after": [*some(random.choice(few)), *["fire"] * (random.random() < 0.05)],
            }
            for _ in range(random.randint(0, 2))
        ]

    inner = {"name": "d", "children": ["e", "f"], "transitions": rows("e", "f")}
    composite = {"name": "c", "children": ["g", inner], "transitions": rows("g", "d")}
    regions = [
        {"name": "x", "children": ["a", "b"], "initial": "a", "transitions": rows("a", "b")},
        {"name": "y", "children": ["a", "b"], "initial": "b", "on_exit": some(random.choice(few))},
    ]
    parallel = {"name": "p", "parallel": regions, "on_enter": some(random.choice(few))}
    wide = ("prepare_event", "after_state_change", "finalize_event")
    options: dict[str, Any] = {name: some(random.choice(few)) for name in wide}
    machine = kind(
        Diary(random.randrange(12)),
        ["a", composite, parallel],
        random.choice(["a", "p"]),
        auto_transitions=False,
        send_event=random.random() < 0.5,
        queued=random.random() < 0.5,
        ignore_invalid_triggers=random.random() < 0.5,
        **options,
    )
    names = ["a", "c", "c_g", "c_d", "c_d_e", "p", *["p_x", "p_x_b"] * (random.random() < 0.3)]
    every = [name.replace("_", separator) for name in names]
    machine.add_transition("go", "a", random.choice(every))
    for _ in range(3):
        machine.add_transitions(rows(*every))
    return machine


def _made(make: Callable[[int], Any], seed: int) -> Made:
    return make(seed), {}


@pytest.mark.timeout(600)  # 20 s; more on a busy machine
@pytest.mark.parametrize("make", [random_machine, partial(random_nested, separators="__./")])
@pytest.mark.parametrize(
    "number", [pytest.param(5, id="some"), pytest.param(120, id="many", marks=pytest.mark.sweep)]
)
def test_a_random_machine_does_what_the_library_does(
    number: int, make: Callable[[int], Any]
) -> None:
    random, steps, raised, unlike = chance(), 0, 0, 0
    for _ in range(number):
        seed = random.randrange(1 << 30)
        converted = Machine.from_transitions(make(seed), run=True)
        for _ in range(6):
            for step in follow(partial(_made, make, seed), converted, random):
                steps += 1
                raised += len(step.parts) > 1
                unlike += step.unlike != ""
    assert steps > 5 * number
    assert number < 100 or raised or unlike


class Gambler:
    """A model whose callbacks need not do the same on the same data."""

    count = 0

    def throw(self) -> None:
        self.count = random.randint(1, 6)

    def lucky(self) -> bool:
        return random.random() < 0.5

    @property
    def fortunate(self) -> bool:
        return self.lucky()

    def look(self) -> None:
        self.count = time.perf_counter_ns()

    def even(self) -> bool:
        return uuid.uuid4().int % 2 == 0

    def turn(self) -> None:
        self.count = (self.count + 1) % 3

    def rest(self) -> None: ...


@pytest.mark.parametrize("name", ["throw", "lucky", "look", "even"])
def test_what_depends_on_chance_or_the_clock_is_undecided(name: str) -> None:
    row: dict[str, Any] = {"trigger": "go", "source": "a", "dest": "b", "before": "rest"}
    row["conditions" if name in ("lucky", "even") else "before"] = name
    machine = transitions.Machine(Gambler(), ["a", "b"], "a", [row])
    before = random.getstate()
    reports = [check(Machine.from_transitions(machine, run=True), 2) for _ in range(20)]
    assert random.getstate() == before, "the generator of random numbers is the caller's"
    undecided = [report for report in reports if report.verdict == "undecided"]
    assert len(undecided) == 20 or (name == "even" and undecided)
    text = undecided[0].findings[0].text
    line = getattr(Gambler, name).__code__.co_firstlineno
    assert f"{name} (line {line} of " in text
    assert "on the same data" in text


def test_a_property_is_reported_with_its_own_line() -> None:
    row = ["go", "a", "b", "fortunate"]
    machine = transitions.Machine(Gambler(), ["a", "b"], "a", [row])
    [finding] = check(Machine.from_transitions(machine, run=True), 2).findings
    line = Gambler.fortunate.fget.__code__.co_firstlineno  # type: ignore[attr-defined]
    assert f"fortunate (line {line} of {shown(__file__)}) depends on chance" in finding.text


def test_what_depends_on_the_clock_stays_undecided_however_often_it_is_checked() -> None:
    row: dict[str, Any] = {"trigger": "go", "source": "a", "dest": "b", "before": "look"}
    machine = transitions.Machine(Gambler(), ["a", "b"], "a", [row])
    converted = Machine.from_transitions(machine, run=True)
    verdicts = {check(converted, 2).verdict for _ in range(2 * MOST_TWICE)}
    assert verdicts == {"undecided"}


class Device:
    """It cannot be copied, and says so in code with the names of the module `copy`."""

    def __reduce_ex__(self, protocol: object) -> str:
        x = key = "not a copy"
        raise TypeError(x + key)


def test_data_that_cannot_be_copied_are_left_out_whatever_they_raise() -> None:
    model: Any = Gambler()
    model.device = Device()
    machine = transitions.Machine(model, ["a", "b"], "a", [["go", "a", "b"]])
    converted = Machine.from_transitions(machine, run=True)
    assert "parts that cannot be copied are not compared: device" in map(str, converted.assumptions)
    assert check(converted, 2).verdict == "holds"


def test_data_that_are_unlike_their_copy_are_no_chance() -> None:
    model: Any = Gambler()
    model.rest = MagicMock()
    machine = transitions.Machine(model, ["a", "b"], "a", [["go", "a", "b", None, None, "rest"]])
    assert check(Machine.from_transitions(machine, run=True), 2).verdict == "holds"


@pytest.mark.parametrize(
    ("make", "kind"),
    [(random_machine, MarkupMachine), (random_nested, HierarchicalMarkupMachine)],
)
def test_what_is_exported_to_the_library_does_the_same(
    make: Callable[[int], Any], kind: Any
) -> None:
    random = chance()
    wide = {"after", "dest", "prepare_event", "on_exit", "queued", "finalize_event", "before"}
    for number in range(1, 20):  # functions without a name
        setattr(Diary, f"condition_{number}", lambda self, *events: self.number == 1)
    for _ in range(20):
        machine = make(random.randrange(1 << 30))
        text = export(Machine.from_transitions(machine), "transitions")
        again = kind(markup=json.loads(text))
        again.add_model(Diary(machine.model.fires))
        wide -= {word for word in wide if f'"{word}"' in text}
        for event in random.choices([*machine.events], k=20):
            assert answer(again, event) == answer(machine, event), (text, event)
            assert plain(again.models[0]) == plain(machine.model), (text, event)
    assert not wide


class Base:
    value = 0


class Derived(Base):
    @classmethod
    def count(cls) -> None:
        cls.value += 1


def count_in_a_class() -> None:
    Derived.count()


COUNT = 0


def count_in_the_module() -> None:
    global COUNT  # noqa: PLW0603  # as people do
    COUNT += 1


COUNTED: dict[Callable[..., None], Callable[[], int]] = {
    count_in_a_class: lambda: Derived.value,
    count_in_the_module: lambda: COUNT,
}


@pytest.mark.parametrize("count", COUNTED)
def test_data_outside_of_the_model_are_those_of_that_moment(count: Callable[..., None]) -> None:
    def is_even() -> bool:
        return COUNTED[count]() % 2 == 0

    machine = transitions.Machine(None, ["a", "b"], "a")
    machine.add_transition("go", "a", "b", before=count)
    machine.add_transition("go", "b", "a", conditions=is_even)
    machine.add_model(Gambler())
    converted = Machine.from_transitions(machine, run=True)
    report = check(converted, 4, strict=True)
    assert "b -> a : go" in str(report.findings), "one is odd, so it stays in b"
    assert COUNTED[count]() == 0


@pytest.mark.parametrize("ignores", [True, False])
def test_data_changed_on_an_event_that_is_not_taken_are_undecided(ignores: bool) -> None:
    rows: list[Any] = [["go", "a", "b"], ["back", "b", "a"]]
    options: dict[str, Any] = {"ignore_invalid_triggers": ignores, "finalize_event": "turn"}
    machine = transitions.Machine(Gambler(), ["a", "b"], "a", rows, **options)
    report = check(Machine.from_transitions(machine, run=True), 2)
    assert report.verdict == "undecided"
    line = Gambler.turn.__code__.co_firstlineno
    text = f"turn (line {line} of {shown(__file__)}) or a callback before it changes data though no"
    assert text in str(report.findings)


def test_other_events_are_ignored_and_not_drawn() -> None:
    rows: list[Any] = [["go", "a", "b"], ["back", "b", "a"]]
    machine = transitions.Machine(None, ["a", "b"], "a", rows, ignore_invalid_triggers=True)
    machine.add_model(Gambler())
    converted = Machine.from_transitions(
        machine, run=True, specification=lambda events: [*map({"go": "b", "back": "a"}.get, events)]
    )
    assert [str(row) for row in converted.automaton.rows] == ["a -> b : go", "b -> a : back"]
    assert check(converted, 4).verdict == "holds"
    assert "other events are ignored" in str([*map(str, converted.assumptions)])
    assert [record.number for record in converted.run("back", "go", "go", "back")] == [1, 2]


@pytest.mark.parametrize(
    ("claim", "verdict"), [("never shut & wide", "holds"), ("never in(open)", "failed")]
)
def test_claims_about_a_machine_of_the_library_are_checked(claim: str, verdict: str) -> None:
    machine = door()
    machine.events["go"].transitions["shut"][0].conditions = [Condition("wide", target=False)]
    converted = Machine.from_transitions(machine, run=True, claims=claim)
    assert check(converted, 2).verdict == verdict


def test_a_trigger_with_the_name_of_an_automatic_one_is_shown_with_it() -> None:
    machine = transitions.Machine(None, ["a", "b"], "a", [["to_b", "a", "b"], ["back", "b", "a"]])
    converted = Machine.from_transitions(machine)
    shown = [str(row) for row in converted.automaton.rows]
    assert shown == ["a -> b : to_b", "b -> b : to_b", "b -> a : back"]
    assert "`a -> b : to_b` is never taken" in str([*map(str, converted.suspects)])


def test_an_event_of_a_state_that_nothing_enters_is_known() -> None:
    inner = {"name": "b", "initial": "1", "children": ["1", "2"]}
    rows = [["go", "a", "b"], ["hand", "b_2", "b_1"]]
    machine = HierarchicalMachine(None, ["a", inner], initial="a", transitions=rows)
    assert Machine.from_transitions(machine).alphabet == ("go", "hand")


def without(name: str, left: Row) -> Made:
    """An example without the transition of a row."""
    machine = EVERY[name]()[0]
    rows = Machine.from_transitions(machine).automaton.chart.rows
    rivals = [row for row in rows if (row.source, row.events) == (left.source, left.events)]
    scope = "play_song_" if left.target == "play_song_two" else ""
    events = machine.get_state(scope[:-1]).events if scope else machine.events
    lists, source = events[left.events[0]].transitions, left.source.removeprefix(scope)
    lists[source].pop(rivals.index(left))
    if not lists[source]:
        del lists[source]
    return machine, {}


@pytest.mark.parametrize(
    "name", ["traffic_light", "methods_of_another", "its_own_graph", "nested_with_regions"]
)
def test_an_edited_machine_does_what_the_library_does_with_that_edit(name: str) -> None:
    random, converted = chance(), Machine.from_transitions(EVERY[name]()[0], run=True)
    chart = converted.automaton.chart
    for left in chart.rows:
        rows = tuple(row for row in chart.rows if row is not left)
        version = converted.with_automaton(replace(chart, rows=rows))
        for _ in range(5):
            list(follow(partial(without, name, left), version, random))


class Door:
    """A model beside its machine, with an input and callbacks of many signatures."""

    x = 0

    def wide(self) -> bool:
        return False

    def knocks(self) -> None:
        self.knock()  # type: ignore[attr-defined]  # the library adds it

    def by_name(self, **given: int) -> None:
        self.x = given["x"]

    def by_place(self, *given: int) -> None:
        self.x = given[0]

    def by_event(self, event: Any) -> None:
        self.x = event.kwargs["x"]

    def no_argument(self) -> None:
        self.x = dict[str, int]()["x"]


def door(action: str | None = None, **options: Any) -> Any:
    rows: list[dict[str, Any]] = [
        {"trigger": "go", "source": "shut", "dest": "open", "before": action},
        {"trigger": "back", "source": "open", "dest": "shut"},
        {"trigger": "knock", "source": "open", "dest": "="},
    ]
    return transitions.Machine(Door(), ["shut", "open"], "shut", rows, **options)


def test_inputs_of_a_model_beside_its_machine_come_with_each_event() -> None:
    machine = door()
    machine.events["go"].transitions["shut"][0].conditions = [Condition("wide")]
    converted = Machine.from_transitions(machine, run=True, inputs=("wide",))
    report = check(converted, 2)
    assert report.verdict == "holds", str(report)
    taken = [str(record.transition) for record in converted.run(["go [wide]", "back"])]
    assert taken == ["shut -> open : go [wide]", "open -> shut : back"]
    with pytest.raises(errors.MachineStopped, match="wide is false"):
        list(converted.run(["go [!wide]"]))
    with pytest.raises(errors.BadInput, match="it matters whether wide is true"):
        list(converted.run(["go"]))


def test_an_input_that_an_event_of_a_callback_asks_for_is_undecided() -> None:
    machine = door()
    machine.events["go"].transitions["shut"][0].after = ["knocks"]
    machine.events["knock"].transitions["open"][0].conditions = [Condition("wide")]
    report = check(Machine.from_transitions(machine, run=True, inputs=("wide",)), 2)
    assert report.verdict == "undecided"
    assert "a callback fires knock, which asks for the input wide" in str(report.findings[0].text)


@pytest.mark.parametrize("action", ["by_name", "by_place", "by_event", "no_argument"])
def test_a_callback_that_may_lack_arguments_is_undecided(action: str) -> None:
    machine = door(action, send_event=action == "by_event")
    report = check(Machine.from_transitions(machine, run=True), 2)
    expected = "failed" if action == "no_argument" else "undecided"
    assert report.verdict == expected
    texts = " ".join(finding.text for finding in report.findings)
    assert ("pass them, as in `arguments=" in texts) == (expected == "undecided")
