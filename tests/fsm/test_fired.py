"""Machines of `transitions` that are run: state, answer and data are those of the library."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
import transitions
from support.chance import chance
from support.strangers import EVERY, Made
from transitions.extensions.markup import MarkupMachine

from hanoi_fsm import Machine, check, errors, export
from hanoi_fsm.fsm.fired import Fired
from hanoi_fsm.fsm.notation import Row
from hanoi_fsm.fsm.stepping import Refused, Step, next_step

UNLIKE = {
    "chained_then_more": "on_enter_b (line",
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
        said, state = answer(real, name, *args, **kwargs).split(maxsplit=1)
        context = f"{machine.automaton}\n{event} in {before}: {step}"
        if step.error is not None:
            refused = isinstance(step.error, Refused)
            raised = isinstance(step.error, transitions.MachineError)  # by an event in a callback
            if isinstance(
                step.error, errors.Undecided
            ):  # arguments lack, or a condition changes data
                assert said.endswith("Error") or (said == "False" and "no tran" in step.failure)
                return
            expected = "False" if refused or raised else type(step.error).__name__
            assert said == expected or (said == "True" and real.has_queue), context
            assert state == before or not refused, context
            return
        assert (memory.__state__, step.taken.target) == (state, state), context
        with memory._of.on(memory) as model:
            ours = plain(model)
        assert ours == plain(real.models[0]), context
        yield step


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    "runs", [pytest.param(5, id="few"), pytest.param(300, id="many", marks=pytest.mark.sweep)]
)
def test_a_machine_of_a_stranger_does_what_the_library_does(name: str, runs: int) -> None:
    machine, arguments = EVERY[name]()
    before = plain(machine.models[0])
    converted, random = Machine.from_transitions(machine, run=True, arguments=arguments), chance()
    unlike = set()
    for _ in range(runs):
        unlike |= {step.unlike for step in follow(EVERY[name], converted, random)} - {""}
    assert plain(machine.models[0]) == before, "the model of the caller is touched"
    report = check(converted, 2)
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


def _made(seed: int) -> Made:
    return random_machine(seed), {}


@pytest.mark.timeout(600)  # 20 s; more on a busy machine
@pytest.mark.parametrize(
    "number", [pytest.param(8, id="some"), pytest.param(300, id="many", marks=pytest.mark.sweep)]
)
def test_a_random_machine_does_what_the_library_does(number: int) -> None:
    random, steps, raised, unlike = chance(), 0, 0, 0
    for _ in range(number):
        seed = random.randrange(1 << 30)
        converted = Machine.from_transitions(random_machine(seed), run=True)
        for _ in range(6):
            for step in follow(partial(_made, seed), converted, random):
                steps += 1
                raised += len(step.parts) > 1
                unlike += step.unlike != ""
    assert steps > 5 * number
    assert number < 100 or (raised and unlike)


def test_what_is_exported_to_the_library_does_the_same() -> None:
    random, wide = chance(), {"after", "dest", "prepare", "on_enter", "final", "queued"}
    for number in range(1, 20):  # functions without a name
        setattr(Diary, f"condition_{number}", lambda self, *events: self.number == 1)
    for _ in range(20):
        machine = random_machine(random.randrange(1 << 30))
        text = export(Machine.from_transitions(machine), "transitions")
        again: Any = MarkupMachine(markup=json.loads(text))
        again.add_model(Diary(machine.model.fires))
        wide -= {word for word in wide if f'"{word}"' in text}
        for event in random.choices([*machine.events], k=20):
            assert answer(again, event) == answer(machine, event), (text, event)
            assert plain(again.models[0]) == plain(machine.model), (text, event)
    assert not wide


def without(name: str, left: Row) -> Made:
    """An example without the transition of a row."""
    machine = EVERY[name]()[0]
    rows = Machine.from_transitions(machine).automaton.rows
    rivals = [row for row in rows if (row.source, row.events) == (left.source, left.events)]
    lists = machine.events[left.events[0]].transitions
    lists[left.source].pop(rivals.index(left))
    if not lists[left.source]:
        del lists[left.source]
    return machine, {}


@pytest.mark.parametrize("name", ["traffic_light", "methods_of_another", "its_own_graph"])
def test_an_edited_machine_does_what_the_library_does_with_that_edit(name: str) -> None:
    random, converted = chance(), Machine.from_transitions(EVERY[name]()[0], run=True)
    for left in converted.automaton.rows:
        rows = tuple(row for row in converted.automaton.rows if row is not left)
        version = converted.with_automaton(replace(converted.automaton, rows=rows))
        for _ in range(5):
            list(follow(partial(without, name, left), version, random))
