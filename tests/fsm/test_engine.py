"""The engine runs any automaton on any memory: here a turnstile, and no disk in sight."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from small_machine import TURNSTILE, Gate, turnstile

from hanoi_fsm.fsm import engines
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import generated, pytransitions
from hanoi_fsm.fsm.engines.pytransitions import machine_for
from hanoi_fsm.fsm.errors import BadInput, DefinitionError, HanoiError, MachineStopped, UnknownName
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import RESERVED, guard
from hanoi_fsm.fsm.notation import parse_transition
from hanoi_fsm.fsm.trace import ENGINES, Record, outputs

Run = Callable[..., Iterator[Record]]


@pytest.fixture(params=ENGINES)
def run(request: pytest.FixtureRequest) -> Run:
    """The function `run` on each of the engines."""
    return partial(engines.run, engine=request.param)


def a_machine(table: str, initial: str, final: str) -> Automaton:
    return Automaton.from_table("other", initial=initial, final=final, table=table)


def told(records: Iterator[Record]) -> list[tuple[str, str, str | None, object]]:
    return [(record.event, record.next_state, record.action, record.output) for record in records]


def states(records: Iterator[Record]) -> list[str]:
    return [record.next_state for record in records]


@pytest.mark.parametrize("order", [1, -1])
def test_events_are_fired_one_after_the_other_whatever_the_order_of_the_rows(
    order: int, run: Run
) -> None:
    automaton = replace(TURNSTILE, transitions=TURNSTILE.transitions[::order])
    gate = Gate()
    assert told(run(automaton, gate, ["coin", "coin", "coin", "push", "coin"])) == [
        ("coin", "locked", "take", "coin 1"),
        ("coin", "open", "take", "coin 2"),
        ("coin", "open", "give_back", "not needed"),
        ("push", "locked", "let_in", None),
        ("coin", "locked", "take", "coin 1"),
    ]
    assert (gate.state, gate.coins, gate.people) == ("locked", 1, 1)


def test_a_record_holds_the_transition_and_all_that_follows_from_it(run: Run) -> None:
    _, record = run(TURNSTILE, Gate(), ["coin", "coin"], views=True)
    row = parse_transition("locked -> open : coin [last_coin & !full] / take")
    assert record == Record(2, row, "coin 2", "(2, 0)")
    assert (record.state, record.answers) == ("locked", {"last_coin": True, "full": False})
    assert list(outputs(Record(1, row, value) for value in [0, None, "", False])) == [0, "", False]


def test_without_events_the_only_one_is_fired_until_a_final_state_is_reached(run: Run) -> None:
    rows = "locked -> locked : coin [!last_coin] / take \n locked -> open : coin [last_coin] / take"
    countdown = run(a_machine(rows, "locked", "open"), Gate(4))
    assert list(outputs(countdown)) == ["coin 1", "coin 2", "coin 3", "coin 4"]
    assert list(run(a_machine("on -> on : press", "on", "on"), Gate())) == []


@pytest.mark.parametrize("kind", [pytransitions.Engine, generated.Engine])
def test_a_run_can_begin_in_any_state_and_an_engine_again_and_again(kind: Any, run: Run) -> None:
    engine = kind(TURNSTILE, Gate())
    assert states(engine.run(["coin", "coin"])) == ["locked", "open"]
    assert states(engine.run(["push"], state="open")) == ["locked"]
    assert [record.number for record in engine.run(["coin", "coin"])] == [1, 2]
    assert engine.memory.key() == (2, 1)
    assert states(run(TURNSTILE, Gate(), ["push"], state="open")) == ["locked"]
    with pytest.raises(UnknownName, match=r"'opne'.*'open'"):
        run(TURNSTILE, Gate(), ["push"], state="opne")


def test_a_run_goes_on_only_when_a_record_is_asked_for(run: Run) -> None:
    records = run(TURNSTILE, gate := Gate(), iter(["coin", "coin"]))
    assert gate.coins == 0
    next(records)
    assert (gate.state, gate.coins) == ("locked", 1)
    next(records)
    assert gate.seen_in == ["locked", "locked"], "an action is carried out before the state changes"


def test_what_an_action_raises_comes_through_and_the_state_stays(run: Run) -> None:
    broken = a_machine("locked -> open : coin / jam", "locked", "open")
    with pytest.raises(OverflowError, match="the box is full"):
        list(run(broken, gate := Gate()))
    assert gate.state == "locked"


def test_an_engine_and_events_that_do_not_exist_are_named() -> None:
    with pytest.raises(UnknownName, match=r"engine 'fast'.*transitions"):
        engines.run(TURNSTILE, Gate(), ["coin"], engine="fast")
    with pytest.raises(UnknownName, match=r"event '3': choose from coin"):
        Machine(TURNSTILE, Gate).run(3)
    with pytest.raises(BadInput, match="a Machine has a method run"):
        engines.run(Machine(TURNSTILE, Gate), Gate(), ["coin"])  # type: ignore[arg-type]  # the test


FULL = ["coin", "push"] * 3


@pytest.mark.parametrize(
    ("events", "state", "reason"),
    [
        (["push"], "locked", "no transition"),
        (["lock"], "locked", "(full is false)"),
        ([*FULL, "coin"], "locked", "(last_coin is true, full is true)"),
        (["coin", "pull"], "open", "no transition"),
        ([*FULL, "lock", "coin"], "closed", "no transition"),
    ],
)
def test_a_machine_that_stops_tells_why(
    events: list[str], state: str, reason: str, run: Run
) -> None:
    records = run(TURNSTILE, gate := Gate(1), events)
    assert [next(records).event for _ in events[:-1]] == events[:-1]
    with pytest.raises(MachineStopped) as caught:
        next(records)
    assert gate.state == state
    for part in (f"state {state!r}", f"event {events[-1]!r}", reason):
        assert part in str(caught.value)


@pytest.mark.parametrize("answer", [0, 1, 2, "maybe", None])
def test_an_answer_that_is_not_a_bool_enables_nothing(answer: object, run: Run) -> None:
    class Vague(Gate):
        @guard
        def last_coin(self) -> bool:
            """this coin makes up the fare, or so"""
            return answer  # type: ignore[return-value]  # a wrong type is the test

    assert TURNSTILE.enabled("locked", "coin", Vague()) == []
    with pytest.raises(MachineStopped, match=f"last_coin answered {answer!r}"):
        list(run(TURNSTILE, Vague(), ["coin"]))


@pytest.mark.parametrize("event", ["to_open", "to_closed", "trigger", "is_locked", "state"])
def test_an_event_that_is_not_drawn_is_unknown_whatever_the_library_adds(
    event: str, run: Run
) -> None:
    with pytest.raises(MachineStopped, match=f"no transition .*'{event}'"):
        list(run(TURNSTILE, gate := Gate(), [event]))
    assert gate.state == "locked"


def test_a_faulty_definition_is_refused_at_the_call(run: Run) -> None:
    gate = Gate()
    with pytest.raises(DefinitionError, match=r"unknown .*'opn'.*no action 'key'"):
        run(turnstile("open -> opn : turn / key"), gate, ["coin"])
    assert "state" not in vars(gate), "no machine was made"


CLASHES = ["coins", "take", "full", "key", "copy", *sorted(RESERVED), "is_open", "may_push"]


@pytest.mark.parametrize("event", CLASHES)
def test_an_event_must_not_be_called_like_an_attribute_of_the_memory(event: str, run: Run) -> None:
    with pytest.raises(DefinitionError, match=f"has 1 fault: .*event {event!r} is "):
        run(turnstile(f"open -> open : {event}"), Gate())


@pytest.mark.parametrize("sign", ["*", "=", "a.b", "true", "None", "model", "two words", "go", "0"])
def test_a_state_may_be_called_by_a_sign_that_means_something_to_the_library(
    sign: str, run: Run
) -> None:
    automaton = a_machine(f"{sign} -> end : 0 \n start -> {sign} : go", "start", "end")
    assert states(run(automaton, Gate(), ["go", "0"])) == [sign, "end"]


def test_a_memory_belongs_to_one_machine_and_its_copy_to_none() -> None:
    gate = Gate()
    list(engines.run(TURNSTILE, gate, ["coin"]))
    with pytest.raises(HanoiError, match=r"copy\(\)"):
        engines.run(TURNSTILE, gate)
    twin = gate.copy()
    assert "state" not in vars(twin)
    assert told(engines.run(TURNSTILE, twin, ["coin"])) == [("coin", "open", "take", "coin 2")]
    assert (gate.state, gate.coins) == ("locked", 1)


def test_memories_that_compare_equal_and_count_as_false_run_each_by_itself(run: Run) -> None:
    class Same(Gate):
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Same)

        def __len__(self) -> int:
            return self.people

        __hash__ = None  # type: ignore[assignment]  # so that it cannot be hashed

    first, second = Same(1), Same(1)
    records, others = run(TURNSTILE, first, ["coin"]), run(TURNSTILE, second, ["coin", "push"])
    assert states(others) == ["open", "locked"]
    assert (first.state, first.people) == ("locked", 0)
    assert next(records).next_state == "open"


def test_the_library_holds_the_states_and_transitions_of_the_definition_and_no_others() -> None:
    gate = Gate()
    machine = machine_for(TURNSTILE, gate)
    assert [name for name in dir(gate) if name.startswith("to_")] == [], "there are no shortcuts"
    assert tuple(machine.states) == TURNSTILE.states
    assert {name for name, state in machine.states.items() if state.final} == TURNSTILE.final
    assert machine.initial == TURNSTILE.initial
    held = [
        (event, edge.source, edge.dest, {asked.func: asked.target for asked in edge.conditions})
        for event in machine.events
        for edge in machine.get_transitions(event)
    ]
    drawn = [
        (row.event, row.source, row.target, {asked.name: asked.answer for asked in row.guards})
        for row in TURNSTILE.transitions
    ]
    assert sorted(held, key=str) == sorted(drawn, key=str)


def test_a_machine_without_transitions_has_nothing_to_run_and_offers_no_events() -> None:
    alone = Automaton("alone", ("a",), "a", frozenset(), (), "alone")
    with pytest.raises(BadInput, match="alone has no transitions"):
        Machine(alone).run()
